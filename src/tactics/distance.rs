//! Distances along chains.

use crate::board::{Board, Color};
use crate::geometry::{Bitboard, Layout, Point};

/// The points at a distance of one, two and three from a point: steps from point to point, where all stones of a chain are one
/// point and a step inside a chain costs nothing (the common fate graph of Graepel, Goutrié, Krüger and Herbrich, "Learning on
/// Graphs in the Game of Go", 2001).
pub fn common_fate_rings<L: Layout>(board: &Board<L>, from: Point<L>) -> [Bitboard<L>; 3] {
    let mut reached = whole_chains(board, Bitboard::of(from));
    [(); 3].map(|()| {
        let ring = whole_chains(board, reached.neighbours() & board.all()) - reached;
        reached |= ring;
        ring
    })
}

/// The points, and all stones of the chains of which some are among them.
fn whole_chains<L: Layout>(board: &Board<L>, points: Bitboard<L>) -> Bitboard<L> {
    Color::BOTH.into_iter().fold(points, |all, color| all | points.flood_within(board.stones(color)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoardSize, Large};

    #[test]
    fn a_chain_is_one_step_long() {
        // The chain of A1, B1 and C1 is one point: what lies beside any of its stones is as far from A2 as what lies beside A1.
        let size = BoardSize::new(5).expect("5 lines");
        let mut board = Board::<Large>::new(size);
        for column in 0..3 {
            board.put(Color::Black, Point::new(column, 0));
        }
        let names =
            |points: Bitboard<Large>| points.iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ");
        let [one, two, _] = common_fate_rings(&board, Point::new(0, 1));
        assert_eq!(names(one), "A1 B1 C1 B2 A3");
        assert_eq!(names(two), "D1 C2 B3 A4");
    }
}
