//! Distances by which stones of a chain are one point: they share one fate.

use crate::board::{Board, Color};
use crate::geometry::{Bitboard, Layout, Point};

/// How many steps away each point is from one, through neighbours, where a chain is stepped over at once (the distance in the
/// common fate graph: Graepel, Goutrié, Krüger and Herbrich, "Learning on Graphs in the Game of Go", 2001).
#[derive(Clone, Debug)]
pub(super) struct Steps<L: Layout> {
    /// The points that are at most so many steps away: one step, two, and so on.
    within: [Bitboard<L>; MOST_STEPS - 1],
}

/// Steps that are told apart; more count as many.
pub(super) const MOST_STEPS: usize = 10;

impl<L: Layout> Steps<L> {
    /// The steps from the chain on a point, or from the point if it holds no stone.
    pub(super) fn from(board: &Board<L>, point: Point<L>) -> Self {
        let mut reached = with_chains(board, Bitboard::of(point));
        let within = std::array::from_fn(|_| {
            reached = with_chains(board, (reached | reached.neighbours()) & board.all());
            reached
        });
        Self { within }
    }

    /// The steps to a point: 1 to [`MOST_STEPS`]. The point itself is one step away, like those next to it.
    pub(super) fn to(&self, point: Point<L>) -> usize {
        1 + self.within.iter().take_while(|within| !within.contains(point)).count()
    }
}

/// The points, and all stones of the chains among them.
fn with_chains<L: Layout>(board: &Board<L>, points: Bitboard<L>) -> Bitboard<L> {
    let stones = |color: Color| points.flood_within(board.stones(color));
    points | stones(Color::Black) | stones(Color::White)
}

#[cfg(test)]
mod tests {
    use super::super::drawing::{board, point};
    use super::*;

    #[test]
    fn chains_are_stepped_over_at_once() {
        let board = board(
            "
            . . . . . . .
            . . . . . . .
            . # # # # . .
            . . . . . O .
            . . . . . O .
            . . . . . O .
            . . . . . . .",
        );
        let steps = Steps::from(&board, point("A5"));
        for (name, expected) in
            [("A5", 1), ("A6", 1), ("E5", 1), ("F5", 2), ("E6", 2), ("F4", 3), ("F2", 3), ("G2", 4), ("A1", 4)]
        {
            assert_eq!(steps.to(point(name)), expected, "{name}");
        }
        // From a stone of a chain all its neighbours are one step away.
        let steps = Steps::from(&board, point("B5"));
        assert_eq!([steps.to(point("F5")), steps.to(point("A5")), steps.to(point("F2"))], [1, 1, 2]);
    }

    #[test]
    fn what_is_far_counts_as_the_most() {
        let board = Board::<crate::geometry::Large>::new(crate::geometry::BoardSize::new(19).expect("19 lines"));
        let steps = Steps::from(&board, Point::new(0, 0));
        assert_eq!(steps.to(Point::new(4, 5)), 9);
        assert_eq!(steps.to(Point::new(5, 5)), MOST_STEPS);
        assert_eq!(steps.to(Point::new(18, 18)), MOST_STEPS);
    }
}
