//! Distances in the common fate graph, which joins the stones of a chain into one node: they live or die together.

use onepure_rules::board::{Board, Color};
use onepure_rules::geometry::{Bitboard, Layout, Point};

/// The common-fate-graph distance of each point from one: the number of edges between them, with each chain as one node (Graepel, Goutrié,
/// Krüger and Herbrich, "Learning on Graphs in the Game of Go", 2001).
#[derive(Clone, Debug)]
pub(super) struct CommonFateDistances<L: Layout> {
    /// The points at a distance of at most 1, at most 2, and so on.
    within: [Bitboard<L>; FARTHEST - 1],
}

/// The largest distance; points farther away have it too.
pub(super) const FARTHEST: usize = 10;

impl<L: Layout> CommonFateDistances<L> {
    /// The distances from the chain on a point, or from the point if it is empty.
    pub(super) fn from(board: &Board<L>, point: Point<L>) -> Self {
        let mut reached = with_chains(board, Bitboard::of(point));
        let within = std::array::from_fn(|_| {
            reached = with_chains(board, (reached | reached.neighbours()) & board.all());
            reached
        });
        Self { within }
    }

    /// The distance of a point, from 1 to [`FARTHEST`]. The point itself has distance 1, as its neighbours do.
    pub(super) fn to(&self, point: Point<L>) -> usize {
        1 + self.within.iter().take_while(|within| !within.contains(point)).count()
    }
}

/// The points with all stones of the chains on them.
fn with_chains<L: Layout>(board: &Board<L>, points: Bitboard<L>) -> Bitboard<L> {
    let stones = |color: Color| points.flood_within(board.stones(color));
    points | stones(Color::Black) | stones(Color::White)
}

#[cfg(test)]
mod tests {
    use super::super::drawing::{board, point};
    use super::*;

    #[test]
    fn a_chain_is_one_node() {
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
        let distances = CommonFateDistances::from(&board, point("A5"));
        for (name, expected) in
            [("A5", 1), ("A6", 1), ("E5", 1), ("F5", 2), ("E6", 2), ("F4", 3), ("F2", 3), ("G2", 4), ("A1", 4)]
        {
            assert_eq!(distances.to(point(name)), expected, "{name}");
        }
        // All neighbours of a chain are at distance 1 from each of its stones.
        let distances = CommonFateDistances::from(&board, point("B5"));
        assert_eq!([distances.to(point("F5")), distances.to(point("A5")), distances.to(point("F2"))], [1, 1, 2]);
    }

    #[test]
    fn what_is_far_counts_as_the_most() {
        let board = Board::<onepure_rules::geometry::Large>::new(
            onepure_rules::geometry::BoardSize::new(19).expect("19 lines"),
        );
        let distances = CommonFateDistances::from(&board, Point::new(0, 0));
        assert_eq!(distances.to(Point::new(4, 5)), 9);
        assert_eq!(distances.to(Point::new(5, 5)), FARTHEST);
        assert_eq!(distances.to(Point::new(18, 18)), FARTHEST);
    }
}
