//! The points of handicap stones.

use crate::geometry::{BoardSize, Point};

/// The star points of a handicap of `number` stones, in the order of section 4.1.1 of the GTP draft. `None` if the
/// draft has no points for it: it allows 2 to 9 stones, 2 to 4 on boards of even size and 7×7, and none on smaller
/// boards.
pub fn fixed_handicap(size: BoardSize, number: usize) -> Option<Vec<Point>> {
    let lines = size.lines();
    if !(2..=most_fixed(size)).contains(&number) {
        return None;
    }
    let low = distance_from_edge(size);
    let (middle, high) = (lines / 2, lines - 1 - low);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let mut points = corners[..number.min(4)].to_vec();
    points.extend(&sides[..(number.max(4) - 4) / 2 * 2]);
    if number > 4 && number % 2 == 1 {
        points.push((middle, middle));
    }
    Some(points.into_iter().map(|(column, row)| Point::new(column, row)).collect())
}

/// The points of a free handicap of `number` stones: star points if they suffice, otherwise a grid over the board.
/// Returns fewer points if the grid is smaller.
pub fn usual_handicap(size: BoardSize, number: usize) -> Vec<Point> {
    fixed_handicap(size, number).unwrap_or_else(|| grid(size).take(number).collect())
}

/// The greatest number of handicap stones, on star points only or also elsewhere (`is_free`).
pub fn most_handicap(size: BoardSize, is_free: bool) -> usize {
    if is_free { most_fixed(size).max(grid(size).count()) } else { most_fixed(size) }
}

/// The greatest number of stones on star points; 0 on boards without star points.
fn most_fixed(size: BoardSize) -> usize {
    match size.lines() {
        ..7 => 0,
        7 => 4,
        even if even % 2 == 0 => 4,
        _ => 9,
    }
}

/// The distance of the star points from the edge. 0 is the first line.
fn distance_from_edge(size: BoardSize) -> usize {
    match size.lines() {
        13.. => 3,
        7.. => 2,
        _ => 1,
    }
}

/// The star points and a grid between them, over the whole board. That is enough stones for any handicap.
fn grid(size: BoardSize) -> impl Iterator<Item = Point> {
    let low = distance_from_edge(size);
    let along = (low..size.lines() - low).step_by(low.max(2));
    along.clone().flat_map(move |row| along.clone().map(move |column| Point::new(column, row)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::PointSet;

    fn names(lines: usize, number: usize) -> Option<String> {
        let size = BoardSize::for_play(lines).expect("a size that is played");
        fixed_handicap(size, number).map(|points| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn fixed_handicap_is_as_in_the_draft() {
        assert_eq!(names(19, 1), None);
        assert_eq!(names(19, 2).as_deref(), Some("D4 Q16"));
        assert_eq!(names(19, 3).as_deref(), Some("D4 Q16 D16"));
        assert_eq!(names(19, 4).as_deref(), Some("D4 Q16 D16 Q4"));
        assert_eq!(names(19, 5).as_deref(), Some("D4 Q16 D16 Q4 K10"));
        assert_eq!(names(19, 6).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10"));
        assert_eq!(names(19, 7).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10 K10"));
        assert_eq!(names(19, 8).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10 K4 K16"));
        assert_eq!(names(19, 9).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"));
        assert_eq!(names(19, 10), None);
        assert_eq!(names(9, 5).as_deref(), Some("C3 G7 C7 G3 E5"));
        assert_eq!(names(13, 2).as_deref(), Some("D4 K10"));
        for (lines, most) in [(5, 0), (6, 0), (7, 4), (8, 4), (9, 9), (12, 4), (18, 4)] {
            assert_eq!(names(lines, most).is_some(), most > 0, "{lines}");
            assert_eq!(names(lines, most + 1), None, "{lines}");
        }
    }

    #[test]
    fn the_grid_is_on_the_board_and_open() {
        for lines in 5..=19 {
            let size = BoardSize::for_play(lines).expect("a size that is played");
            let points: Vec<Point> = grid(size).collect();
            assert!(points.len() >= 4 && points.iter().all(|&point| size.contains(point)), "{lines}");
            let stones: PointSet = points.iter().copied().collect();
            assert!((stones.neighbours() & stones).is_empty(), "{lines}: no stone touches another");
        }
    }
}
