//! Distances in the common fate graph, in which a chain is one node: its stones share one fate.

use onepure_rules::board::{Board, Color};
use onepure_rules::geometry::{Bitboard, Layout, Point};

/// The common-fate-graph distance of each point from one: how many edges away it is, where a chain is one node (Graepel,
/// Goutrié, Krüger and Herbrich, "Learning on Graphs in the Game of Go", 2001).
#[derive(Clone, Debug)]
pub(super) struct CommonFateDistances<L: Layout> {
    /// The points at distance one at most, two at most, and so on.
    within: [Bitboard<L>; FARTHEST - 1],
}

/// Distances that are told apart; what is farther counts as much.
pub(super) const FARTHEST: usize = 10;

impl<L: Layout> CommonFateDistances<L> {
    /// The distances from the chain on a point, or from the point if it holds no stone.
    pub(super) fn from(board: &Board<L>, point: Point<L>) -> Self {
        let mut reached = with_chains(board, Bitboard::of(point));
        let within = std::array::from_fn(|_| {
            reached = with_chains(board, (reached | reached.neighbours()) & board.all());
            reached
        });
        Self { within }
    }

    /// The distance of a point: 1 to [`FARTHEST`]. The point itself is at distance 1, like those next to it.
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
        // From a stone of a chain all its neighbours are at distance 1.
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
