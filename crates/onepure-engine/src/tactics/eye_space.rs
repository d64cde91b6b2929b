//! The shapes of small eye spaces.

use arrayvec::ArrayVec;
use onepure_rules::board::{Board, Color, PerColor};
use onepure_rules::geometry::{Bitboard, Layout, Point};

/// The largest space that one placement can keep from becoming two eyes.
const LARGEST: usize = 6;

/// Returns whether connected points form a space that is one eye, or that one move keeps from becoming two: up to three points, the square
/// and the pyramid of four, the bulky five, the cross, and the flower six.
///
/// Among the shapes of each size, these have a distinctive sum of squared degrees. The degree of a point is the number of points of the
/// shape next to it.
pub fn is_killing_shape<L: Layout>(shape: &Bitboard<L>) -> bool {
    let sum = || shape.iter().map(|point| beside(shape, point).pow(2)).sum::<usize>();
    match shape.len() {
        ..=3 => true,
        4 => sum() >= 12,
        5 => sum() >= 20,
        6 => sum() == 30,
        _ => false,
    }
}

/// The vital point of an empty space of three to six points that contains `inside` and is surrounded by one colour alone. A placement there
/// keeps the space from becoming two eyes, or makes them. `None` if there is no such point.
pub fn vital_point<L: Layout>(board: &Board<L>, inside: Point<L>) -> Option<Point<L>> {
    let mut is_beside = PerColor { black: false, white: false };
    let mut points = ArrayVec::<Point<L>, { LARGEST + 1 }>::new();
    points.push(inside);
    let mut seen = 0;
    while let Some(&point) = points.get(seen) {
        seen += 1;
        for color in Color::BOTH {
            is_beside[color] |= !board.stones_around(color, point).is_empty();
        }
        if is_beside.black && is_beside.white {
            return None;
        }
        for near in board.empty_around(point) {
            if !points.contains(&near) {
                points.push(near);
                if points.is_full() {
                    return None;
                }
            }
        }
    }
    let space: Bitboard<L> = points.iter().copied().collect();
    if points.len() < 3 || !is_killing_shape(&space) {
        return None;
    }
    let most = space.iter().map(|point| beside(&space, point)).max()?;
    let mut centres = space.iter().filter(|&point| beside(&space, point) == most);
    // A square has no centre: it is one eye after any move.
    centres.next().filter(|_| centres.next().is_none())
}

fn beside<L: Layout>(shape: &Bitboard<L>, point: Point<L>) -> usize {
    (Bitboard::of(point).neighbours() & *shape).len()
}
#[cfg(test)]
mod tests {
    use super::super::drawing::{board, point};
    use super::*;
    use onepure_rules::geometry::Small;

    /// The points of a drawing.
    fn shape(rows: &str) -> Bitboard<Small> {
        let rows = rows.split('/').enumerate();
        let points =
            rows.flat_map(|(row, line)| line.chars().enumerate().map(move |(column, sign)| (column, row, sign)));
        points.filter(|&(_, _, sign)| sign == '#').map(|(column, row, _)| Point::new(column, row)).collect()
    }

    /// The eye shapes of books on life and death.
    #[test]
    fn shapes_that_kill() {
        for rows in ["##", "###", "##/#", "##/##", "###/.#", "###/##", ".#/###/.#", ".#./###/##."] {
            assert!(is_killing_shape(&shape(rows)), "{rows}");
        }
        for rows in [
            "####",
            "###/#",
            "##/.##",
            "#####",
            "###/#.#",
            "####/.#",
            "##/.#/.##",
            "######",
            "###/###",
            "####/##",
            "####/###",
        ] {
            assert!(!is_killing_shape(&shape(rows)), "{rows}");
        }
    }

    #[test]
    fn a_small_space_has_a_vital_point() {
        let three = board(
            "
            . # O . .
            . # O . .
            . # O . .
            # # O . .
            O O O . .",
        );
        let vital = |board: &Board<Small>, inside| vital_point(board, point(inside)).map(|at| at.to_string());
        assert_eq!(vital(&three, "A5").as_deref(), Some("A4"));
        // The open side is too large.
        assert_eq!(vital(&three, "E5"), None);
        // A square is one eye after any move.
        let square = board(
            "
            . . # O .
            . . # O .
            # # # O .
            O O O O .
            . . . . .",
        );
        assert_eq!(vital(&square, "A5"), None);
        // A space between both colours has no vital point.
        let shared = board(
            "
            . . # O .
            . O # O .
            # # # O .
            O O O O .
            . . . . .",
        );
        assert_eq!(vital(&shared, "A5"), None);
    }
}
