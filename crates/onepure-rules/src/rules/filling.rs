//! Counting by filling the board (전만법), the method of the Ing rules with real stones.

use super::points::areas;
use crate::board::{Board, Color, PerColor, Position};
use crate::geometry::{BoardSize, PointSet};

/// The result of counting by filling. White first puts komi / 2 of its stones into Black's area; then each colour fills
/// its own area with its other stones. The colour that has stones left over has the smaller area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filling {
    /// The number of stones with which each colour plays.
    pub stones: u16,
    /// The number of stones that White puts into Black's area.
    pub given: u16,
    /// The number of stones that each colour has left over. A negative number is the count of points of its area that
    /// stay empty.
    pub left: PerColor<i32>,
    /// The position after the filling.
    pub position: Position,
}

impl Filling {
    /// The number of stones with which each colour plays on a board of this size: 180 on 19×19.
    pub fn stones(size: BoardSize) -> u16 {
        ((size.lines() * size.lines() - 1) / 2) as u16
    }

    /// The filling of a board without dead stones; `None` if the komi is not an even number of points from 0 up.
    pub fn of(board: &Board, komi: f64) -> Option<Self> {
        let is_possible = komi >= 0.0 && komi % 2.0 == 0.0 && komi <= f64::from(u16::MAX);
        let given = is_possible.then_some((komi / 2.0) as u16)?;
        let stones = Self::stones(board.size());
        let areas = areas(board);
        let own = i32::from(stones);
        let left = PerColor {
            black: own + i32::from(given) - areas.black.len() as i32,
            white: own - i32::from(given) - areas.white.len() as i32,
        };
        let mut position = board.position();
        for color in Color::BOTH {
            let mut empty = areas[color] & board.empty();
            if color == Color::Black {
                // If Black's area has too few empty points, White's stones replace black ones, which return to the
                // bowl.
                let places = empty.iter().chain(board.stones(color).iter());
                let theirs: PointSet = places.take(usize::from(given)).collect();
                position.stones.white |= theirs;
                position.stones.black -= theirs;
                empty -= theirs;
            }
            let unfilled = usize::try_from(-left[color]).unwrap_or(0);
            let filled = empty.len().saturating_sub(unfilled);
            position.stones[color] |= empty.iter().take(filled).collect::<PointSet>();
            // A colour that is short of more stones than its area has empty points has lifted the rest from its own
            // area, in order to put them into the other's.
            let lifted = unfilled.saturating_sub(empty.len());
            position.stones[color] -= board.stones(color).iter().take(lifted).collect::<PointSet>();
        }
        Some(Self { stones, given, left, position })
    }

    /// Black's lead in points. At 0 the rules decide who wins.
    pub fn margin(&self) -> i32 {
        self.left.white - self.left.black
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Large;

    /// A full board with areas of these sizes, Black's below White's, at most one shared point between them, and eight
    /// empty points in each.
    fn board(black: usize, white: usize) -> Board {
        board_with_eyes(black, white, 8)
    }

    /// A full board like that of [`board`], with `eyes` empty points in each area.
    fn board_with_eyes(black: usize, white: usize, eyes: usize) -> Board {
        let points: Vec<_> = BoardSize::MAIN.points::<Large>().collect();
        let (blacks, rest) = points.split_at(black);
        let is_eye = |at: usize| at.is_multiple_of(2) && at < 2 * eyes;
        let stones = |points: &[_]| -> PointSet {
            points.iter().enumerate().filter(|&(at, _)| !is_eye(at)).map(|(_, &point)| point).collect()
        };
        let last: Vec<_> = rest[rest.len() - white..].iter().rev().copied().collect();
        Board::from_position(
            BoardSize::MAIN,
            &Position { stones: PerColor { black: stones(blacks), white: stones(&last) } },
        )
    }

    #[test]
    fn known_results() {
        for (black, white, left, margin) in
            [(182, 179, (2, -3), -5), (184, 177, (0, -1), -1), (185, 176, (-1, 0), 1), (184, 176, (0, 0), 0)]
        {
            let filling = Filling::of(&board(black, white), 8.0).expect("an even komi");
            assert_eq!((filling.stones, filling.given), (180, 4));
            assert_eq!((filling.left.black, filling.left.white, filling.margin()), (left.0, left.1, margin));
            let filled = filling.position.stones;
            assert_eq!(filled.black.len(), (black - 4).min(180), "four points are White's");
            assert_eq!(filled.white.len(), white.min(176) + 4);
        }
        assert_eq!(Filling::of(&board(182, 179), 7.5), None);
        assert_eq!(Filling::stones(BoardSize::new(4).expect("4 lines")), 7);
    }

    #[test]
    fn stones_go_in_the_place_of_others_where_an_area_is_full() {
        let board = board_with_eyes(182, 179, 2);
        let filling = Filling::of(&board, 8.0).expect("an even komi");
        let filled = filling.position.stones;
        assert_eq!((filled.black.len(), filled.white.len()), (178, 180));
        assert!((filled.black & filled.white).is_empty());
        assert_eq!(i32::from(filling.stones) - filled.black.len() as i32, filling.left.black);
    }
}
