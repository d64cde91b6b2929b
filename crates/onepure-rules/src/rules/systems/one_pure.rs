//! What only the One Pure Rules know: enclosed stones that may not retire.

use crate::board::{Board, Enclosed};
use crate::geometry::{Layout, Point};

/// The stone that may not retire among the chains that a stone without a liberty encloses (articles 3 ④ and 4).
///
/// `stood_before` says of a lone enclosed stone whether the position without it is the one just before its placement.
///
/// It is asked only where it can be true. Suppose a stone `a` is immovable: with all that is enclosed lifted, the board is as it
/// was before `a` was placed. The points next to `a` were all the enemy's then, so that `a` took the last liberty of one of their
/// chains, `K`. Now `K` stands again, and in that position its only liberty is the point of `a`: so with `a` on the board `K` has
/// none, and it is the chain of the stone just put down. Had another chain beside it been enclosed, its lifting would have left
/// `K` a second liberty. So an immovable stone is the only chain that is enclosed, and the chain of the stone just put down has no
/// liberty either.
#[inline(always)]
pub(crate) fn immovable<L: Layout>(
    board: &Board<L>,
    enclosed: &Enclosed<L>,
    stood_before: impl FnOnce(Point<L>) -> bool,
) -> Option<Point<L>> {
    enclosed.only().filter(|&stone| board.is_lone(stone) && stood_before(stone))
}

/// Whether nothing that a stone without a liberty encloses may retire. Then it is a dead end if it is alone, because its own
/// retirement would undo its very placement; if it belongs to a chain, that retires.
#[inline(always)]
pub(crate) fn retires_nothing<L: Layout>(
    board: &Board<L>,
    enclosed: &Enclosed<L>,
    stood_before: impl FnOnce(Point<L>) -> bool,
) -> bool {
    enclosed.is_empty() || immovable(board, enclosed, stood_before).is_some()
}
