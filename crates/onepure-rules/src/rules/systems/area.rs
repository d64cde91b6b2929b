//! What playouts of ordinary Go need of the rules: a look at suicide before the stone is put down.

use crate::board::{Board, Color, Content};
use crate::geometry::{Layout, Point};
use crate::rules::ruleset::{Articles, Ruleset};

/// Articles of the family, for playouts on a bare board: what a capture does is the same under all of them.
pub(crate) const ARTICLES: Articles = Ruleset::chinese().main_board;

/// Whether a stone of `color` would leave its own chain without a liberty and enclose nothing of the enemy's. The liberties of the
/// chains around have been taken already ([`Board::take_liberties`]), and the stone is not on the board yet.
#[inline(always)]
pub fn is_suicide<L: Layout>(board: &Board<L>, color: Color, point: Point<L>) -> bool {
    !point.neighbours().into_iter().any(|neighbour| match board.content(neighbour) {
        Content::Empty => true,
        Content::Outside => false,
        Content::Stone(theirs) => board.is_enclosed(neighbour) == (theirs != color),
    })
}
