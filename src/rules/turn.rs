//! One turn of the One Pure Rules, for every caller: the game that remembers everything, and the playout that trusts
//! hashes.

use super::outcome::Reason;
use crate::board::{Board, Color, Position, chain_hash};
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
    /// The lone stones that are enclosed and may not retire. If there is one at the end, it is a dead end.
    pub(crate) immovable: ArrayVec<Point<L>, 5>,
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

/// A position that a lone stone's immovability depends on: the stones, and the hash for those who trust it.
pub(crate) struct Candidate<L: Layout> {
    placed: Position<L>,
    lifted: Bitboard<L>,
    pub(crate) hash: u64,
}

impl<L: Layout> Candidate<L> {
    /// The position itself.
    pub(crate) fn position(&self) -> Position<L> {
        self.placed.without(self.lifted)
    }
}

/// Steps 2 to 6 of a placement: lifts what must and may retire after `color` has put a stone on `point`.
///
/// `stood_before(stone, position)` says whether a position is the one just before the placement of that stone (article
/// 4); a stone that was set up has no such position.
pub(crate) fn settle<L: Layout>(
    board: &mut Board<L>,
    color: Color,
    point: Point<L>,
    stood_before: impl Fn(Point<L>, &Candidate<L>) -> bool,
) -> Settlement<L> {
    let mut settlement = Settlement { retired: ArrayVec::new(), immovable: ArrayVec::new(), dead_end: false };
    let enclosed: ArrayVec<Point<L>, 4> = board.enclosed_neighbours(!color, point).collect();
    if enclosed.iter().any(|&head| board.chain_length(head) == 1) {
        let lifted: Bitboard<L> = enclosed.iter().flat_map(|&head| board.chain(head)).collect();
        let hash = board.hash() ^ chain_hash(!color, lifted);
        let candidate = Candidate { placed: board.position(), lifted, hash };
        let lone = enclosed.iter().copied().filter(|&head| board.chain_length(head) == 1);
        settlement.immovable.extend(lone.filter(|&stone| stood_before(stone, &candidate)));
    }
    for &head in &enclosed {
        if !settlement.immovable.contains(&head) {
            let stones = board.lift(head);
            settlement.retired.push(Retired { color: !color, stones, cause: Cause::Enclosed });
        }
    }
    if board.is_enclosed(point) {
        if board.chain_length(point) == 1 {
            // Lifting it would undo the very placement.
            settlement.immovable.push(point);
        } else {
            let stones = board.lift(point);
            settlement.retired.push(Retired { color, stones, cause: Cause::SelfFill });
        }
    }
    settlement.dead_end = settlement.immovable.iter().any(|&stone| board.is_enclosed(stone));
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
