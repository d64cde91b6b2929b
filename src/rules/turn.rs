//! One turn of the One Pure Rules, for every caller: the game that remembers everything, and the playout that trusts
//! hashes.

use super::outcome::Reason;
use crate::board::{Board, Color};
use crate::geometry::{Bitboard, Layout, Point};
use arrayvec::ArrayVec;

/// Why a chain retired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// The opponent took its last liberty (피충).
    Enclosed,
    /// Its own colour took its last liberty (자충).
    SelfFill,
}

/// What the settling of a placement did to the chains around it.
#[derive(Clone, Debug)]
pub(crate) struct Settlement<L: Layout> {
    /// The chains that left the board.
    pub(crate) retired: ArrayVec<Retired<L>, 5>,
    /// The lone stones that are enclosed and may not retire.
    pub(crate) immovable: ArrayVec<Point<L>, 2>,
    /// Whether an enclosed stone is left on the board, so that nobody may place.
    pub(crate) dead_end: bool,
}

/// A chain that left the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Retired<L: Layout> {
    pub(crate) color: Color,
    pub(crate) stones: Bitboard<L>,
    pub(crate) cause: Cause,
}

/// Steps 2 to 6 of a placement: lifts what must and may retire after `color` has put a stone on `point`.
///
/// `stood_before(stone, board)` says whether the position of the board with `stone` lifted is the one just before the
/// placement of that stone (article 4); a stone that was set up has no such position.
///
/// It is asked only where it can be true. Suppose a stone `a` is immovable: with all that is enclosed lifted, the board is
/// as it was before `a` was placed. The points next to `a` were all the enemy's then, so that `a` took the last liberty of
/// one of their chains, `K`. Now `K` stands again, and in that position its only liberty is the point of `a`: so with `a` on
/// the board `K` has none, and it is the chain of the stone just put down. Had another chain beside it been enclosed, its
/// lifting would have left `K` a second liberty. So an immovable stone is the only chain that is enclosed, and the chain of
/// the stone just put down has no liberty either.
pub(crate) fn settle<L: Layout>(
    board: &mut Board<L>,
    color: Color,
    point: Point<L>,
    stood_before: impl FnOnce(Point<L>, &Board<L>) -> bool,
) -> Settlement<L> {
    let mut settlement = Settlement { retired: ArrayVec::new(), immovable: ArrayVec::new(), dead_end: false };
    let enclosed: ArrayVec<Point<L>, 4> = board.enclosed_neighbours(!color, point).collect();
    match enclosed[..] {
        [stone] if board.is_lone(stone) && board.is_enclosed(point) && stood_before(stone, board) => {
            settlement.immovable.push(stone);
        }
        _ => {
            for &head in &enclosed {
                let stones = board.lift(head);
                settlement.retired.push(Retired { color: !color, stones, cause: Cause::Enclosed });
            }
        }
    }
    if board.is_enclosed(point) {
        if board.is_lone(point) {
            // Lifting it would undo the very placement.
            settlement.immovable.push(point);
            settlement.dead_end = true;
        } else {
            // What it encloses and may not retire gets its liberties back.
            let stones = board.lift(point);
            settlement.retired.push(Retired { color, stones, cause: Cause::SelfFill });
        }
    }
    settlement
}

/// What is known after a turn, from which it follows whether play has ended.
#[derive(Clone, Copy, Debug)]
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
