//! Immovable stones, a rule of the One Pure Rules alone.

use crate::board::{Board, Enclosed};
use crate::geometry::{Layout, Point};

/// The immovable stone among the chains that a stone without a liberty encloses (articles 3 ④ and 4).
///
/// `would_undo` returns whether lifting a lone enclosed stone restores the position just before its placement. It is
/// called only for a lone stone that is the only enclosed chain. This misses nothing: suppose that a stone `a` is
/// immovable, so that lifting all enclosed chains restores the board before the placement of `a`. All neighbours of `a`
/// were enemy stones then, so `a` captured a chain `K` whose last liberty was the point of `a`. `K` is now on the board
/// again, and without `a` that point is its only liberty. So with `a` on the board `K` has no liberty, and `K` is the
/// chain of the stone just put down. If that stone had enclosed another chain too, lifting it would give `K` a second
/// liberty, a contradiction. So `a` is the only enclosed chain, and the chain of the stone just put down has no
/// liberty.
#[inline(always)]
pub(crate) fn immovable<L: Layout>(
    board: &Board<L>,
    enclosed: &Enclosed<L>,
    would_undo: impl FnOnce(Point<L>) -> bool,
) -> Option<Point<L>> {
    enclosed.only().filter(|&stone| board.is_lone(stone) && would_undo(stone))
}

/// Returns whether a stone without a liberty encloses no chain that may retire. A lone stone is a dead end then,
/// because its retirement would undo its own placement. A longer chain retires by self-fill.
#[inline(always)]
pub(crate) fn retires_nothing<L: Layout>(
    board: &Board<L>,
    enclosed: &Enclosed<L>,
    would_undo: impl FnOnce(Point<L>) -> bool,
) -> bool {
    enclosed.is_empty() || immovable(board, enclosed, would_undo).is_some()
}
