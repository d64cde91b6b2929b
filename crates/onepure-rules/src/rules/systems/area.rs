//! The suicide rule of ordinary Go, checked before the stone is put down.

use crate::board::{Board, Color, Content};
use crate::geometry::{Layout, Point};
use crate::rules::ruleset::{Articles, Ruleset};

/// Articles for captures in playouts. All rule sets of the family capture in the same way.
pub(crate) const ARTICLES: Articles = Ruleset::chinese().main_board;

/// Returns whether a stone of `color` would leave its own chain without a liberty and capture nothing. The caller must
/// have taken the point from the liberties around it ([`Board::take_liberties`]), and the stone must not be on the
/// board yet.
#[inline(always)]
pub fn is_suicide<L: Layout>(board: &Board<L>, color: Color, point: Point<L>) -> bool {
    !point.neighbours().into_iter().any(|neighbour| match board.content(neighbour) {
        Content::Empty => true,
        Content::Outside => false,
        Content::Stone(theirs) => board.is_enclosed(neighbour) == (theirs != color),
    })
}
