//! One turn of the One Pure Rules, for every caller: the game that remembers everything, and the playout that trusts
//! hashes.

use super::outcome::Reason;
use crate::board::{Board, Color, Lifted};
use crate::geometry::{Layout, Point};

/// Why a chain retired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// The opponent took its last liberty (피충).
    Enclosed,
    /// Its own colour took its last liberty (자충).
    SelfFill,
}

/// What the settling of a placement left on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settlement<L: Layout> {
    /// The stone that was enclosed and may not retire.
    pub(crate) immovable: Option<Point<L>>,
    /// Whether the stone just put down is enclosed and may not retire, nor anything around it, so that nobody may place.
    pub(crate) dead_end: bool,
}

/// Steps 2 to 6 of a placement: lifts what must and may retire after `color` has put a stone on `point`.
///
/// `stood_before(stone, board)` says whether the position of the board with `stone` lifted is the one just before the
/// placement of that stone (article 4); a stone that was set up has no such position. `retire(board, color, stones, cause)`
/// is told of each chain that was lifted.
///
/// `stood_before` is asked only where it can be true. Suppose a stone `a` is immovable: with all that is enclosed lifted,
/// the board is as it was before `a` was placed. The points next to `a` were all the enemy's then, so that `a` took the last
/// liberty of one of their chains, `K`. Now `K` stands again, and in that position its only liberty is the point of `a`: so
/// with `a` on the board `K` has none, and it is the chain of the stone just put down. Had another chain beside it been
/// enclosed, its lifting would have left `K` a second liberty. So an immovable stone is the only chain that is enclosed, and
/// the chain of the stone just put down has no liberty either.
#[inline(always)]
pub(crate) fn settle<L: Layout>(
    board: &mut Board<L>,
    color: Color,
    point: Point<L>,
    stood_before: impl FnOnce(Point<L>, &Board<L>) -> bool,
    mut retire: impl FnMut(&Board<L>, Color, Lifted<L>, Cause),
) -> Settlement<L> {
    let enclosed = board.enclosed_around(!color, point);
    let mut immovable = None;
    if let Some(head) = enclosed.only() {
        if board.is_lone(head) && board.is_enclosed(point) && stood_before(head, board) {
            immovable = Some(head);
        } else {
            let lifted = board.lift(head);
            retire(board, !color, lifted, Cause::Enclosed);
            return Settlement { immovable, dead_end: false };
        }
    }
    if immovable.is_none() {
        for head in enclosed.heads() {
            let lifted = board.lift(head);
            retire(board, !color, lifted, Cause::Enclosed);
        }
    }
    let is_enclosed = board.is_enclosed(point);
    // Lifting a lone stone would undo the very placement.
    let dead_end = is_enclosed && board.is_lone(point);
    if is_enclosed && !dead_end {
        // What the chain encloses and may not retire gets its liberties back.
        let lifted = board.lift(point);
        retire(board, color, lifted, Cause::SelfFill);
    }
    Settlement { immovable, dead_end }
}

/// What is known after a turn, from which it follows whether play has ended.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "five independent facts, each named where it is established")]
pub(crate) struct Aftermath {
    /// An enclosed stone is left on the board.
    pub(crate) dead_end: bool,
    /// A colour that had stones on the board has none, and article 5 ② is in force.
    pub(crate) annihilated: bool,
    /// The opponent was barred before this turn, so that it was the last.
    pub(crate) last_turn: bool,
    /// The position has stood before with the same colour to play, and that is a draw.
    pub(crate) recurred: bool,
    /// The colour that would receive the right has no waiting stone.
    pub(crate) exhausted: bool,
}

impl Aftermath {
    /// The reason for which play has ended, if it has.
    ///
    /// A dead end comes before everything, except in the last turn of the annex, where it goes unpenalised.
    #[inline]
    pub(crate) const fn end(self) -> Option<Reason> {
        if self.dead_end && !self.last_turn {
            Some(Reason::DeadEnd)
        } else if self.annihilated {
            Some(Reason::Annihilation)
        } else if self.last_turn {
            Some(Reason::IdenticalPlacement)
        } else if self.recurred {
            Some(Reason::Repetition)
        } else if self.exhausted {
            Some(Reason::Exhaustion)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earlier_of_two_reasons_ends_play() {
        let all = Aftermath { dead_end: true, annihilated: true, last_turn: true, recurred: true, exhausted: true };
        assert_eq!(Aftermath { last_turn: false, ..all }.end(), Some(Reason::DeadEnd));
        assert_eq!(all.end(), Some(Reason::Annihilation));
        let all = Aftermath { annihilated: false, ..all };
        assert_eq!(all.end(), Some(Reason::IdenticalPlacement));
        let all = Aftermath { dead_end: false, last_turn: false, ..all };
        assert_eq!(all.end(), Some(Reason::Repetition));
        assert_eq!(Aftermath { recurred: false, ..all }.end(), Some(Reason::Exhaustion));
        assert_eq!(Aftermath { recurred: false, exhausted: false, ..all }.end(), None);
    }
}
