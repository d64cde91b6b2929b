//! The result of a placement, computed without changing the board.

use super::{Board, Color, Content};
use crate::geometry::{Bitboard, Layout, Point};

/// The stones that a placement captures, and the liberties of its chain afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Consequences<L: Layout> {
    /// The enemy stones that the placement encloses.
    pub captured: Bitboard<L>,
    /// The liberties of the placed stone's chain after the captured stones are lifted.
    pub liberties: Bitboard<L>,
}

impl<L: Layout> Consequences<L> {
    /// The consequences of a stone of `color` on an empty point.
    pub fn of(board: &Board<L>, color: Color, point: Point<L>) -> Self {
        let mut captured = Bitboard::empty();
        let mut chain = Bitboard::of(point);
        for neighbour in point.neighbours() {
            match board.content(neighbour) {
                Content::Stone(stone) if stone == color && !chain.contains(neighbour) => {
                    chain |= board.chain(neighbour);
                }
                Content::Stone(stone) if stone != color && board.last_liberty(neighbour) == Some(point) => {
                    captured |= board.chain(neighbour);
                }
                _ => {}
            }
        }
        let mut liberties = chain.neighbours() & (board.empty() | captured);
        liberties.remove(point);
        Self { captured, liberties }
    }
}
