//! What a placement comes to, before it is made.

use super::{Board, Color, Content};
use crate::geometry::{Bitboard, Layout, Point};

/// What a placement captures, and the liberties that it leaves its chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Consequences<L: Layout> {
    /// The enemy stones that it encloses.
    pub captured: Bitboard<L>,
    /// The liberties of its chain when they are lifted.
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
