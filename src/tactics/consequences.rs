//! What a placement comes to.

use crate::board::{Board, Color, Content};
use crate::geometry::{Bitboard, Layout, Point};
use arrayvec::ArrayVec;

/// What a placement comes to, before it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Consequences<L: Layout> {
    /// The enemy stones that it encloses.
    pub captured: Bitboard<L>,
    /// The liberties of its chain when they are lifted.
    pub liberties: Bitboard<L>,
}

impl<L: Layout> Consequences<L> {
    /// Of a stone of `color` on an empty point.
    pub fn of(board: &Board<L>, color: Color, point: Point<L>) -> Self {
        let mut captured = Bitboard::empty();
        let mut chain = Bitboard::of(point);
        for neighbour in point.neighbours() {
            match board.content(neighbour) {
                Content::Stone(stone) if stone == color => {
                    if !chain.contains(neighbour) {
                        chain |= board.chain(neighbour);
                    }
                }
                Content::Stone(_) if board.last_liberty(neighbour) == Some(point) => captured |= board.chain(neighbour),
                _ => {}
            }
        }
        let mut liberties = chain.neighbours() & (board.empty() | captured);
        liberties.remove(point);
        Self { captured, liberties }
    }
}

/// Liberties that the chain of a stone of `color` on an empty point would have, or so many of them if there are more. Of
/// enemy stones that it would enclose only those beside it count.
#[inline]
pub fn liberties_after<L: Layout, const MOST: usize>(
    board: &Board<L>,
    color: Color,
    point: Point<L>,
) -> ArrayVec<Point<L>, MOST> {
    let mut found = ArrayVec::<Point<L>, MOST>::new();
    let mut company = ArrayVec::<Point<L>, 4>::new();
    for neighbour in point.neighbours() {
        let is_liberty = match board.content(neighbour) {
            Content::Empty => true,
            Content::Outside => false,
            Content::Stone(stone) if stone == color => {
                company.push(neighbour);
                false
            }
            Content::Stone(_) => board.last_liberty(neighbour) == Some(point),
        };
        if is_liberty {
            found.push(neighbour);
            if found.is_full() {
                return found;
            }
        }
    }
    for stone in company {
        if !board.add_liberties(stone, point, &mut found) {
            return found;
        }
    }
    found
}

/// Whether a stone of `color` on an empty point would leave its chain with one liberty or none, and capture nothing.
#[inline]
pub fn is_self_atari<L: Layout>(board: &Board<L>, color: Color, point: Point<L>) -> bool {
    if board.room(point) >= 2 {
        return false;
    }
    for neighbour in point.neighbours() {
        match board.content(neighbour) {
            // The point itself is touched four times at most, and so is every other liberty.
            Content::Stone(stone) if stone == color && board.contacts(neighbour) > 8 => return false,
            Content::Stone(stone) if stone != color && board.last_liberty(neighbour) == Some(point) => return false,
            _ => {}
        }
    }
    liberties_after::<L, 2>(board, color, point).len() < 2
}
