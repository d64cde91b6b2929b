//! The playout position: what a search and the judgement of stones play on. There is one for each [`Family`](crate::rules::Family) of rule sets.

use super::policy::Policy;
use super::randomness::Randomness;
use super::trace::Trace;
use crate::board::{Board, Color};
use crate::geometry::{Bitboard, BoardSize, Layout, Point};
use crate::rules::{Articles, Count, Outcome, Reason};

/// How a playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutEnd {
    /// Why. A playout that was cut off is counted as by exhaustion.
    pub reason: Reason,
    /// The colour whose turn brought it about.
    pub by: Color,
}

impl PlayoutEnd {
    /// The outcome, of a board that is counted if need be.
    #[inline]
    pub(super) fn outcome(self, count: impl FnOnce() -> Count) -> Outcome {
        Outcome::by(self.reason, self.by, count)
    }
}

/// What came of trying a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tried {
    /// It would be illegal, lost at once, or a suicide, which playouts leave out; nothing has changed.
    Refused,
    /// It was played; play may have ended.
    Placed(Option<PlayoutEnd>),
}

/// The number of turns after which a playout is counted as it stands, if it has not ended: four times as many as the
/// board has points, and some for the smallest boards.
pub(super) const fn turn_limit(size: BoardSize) -> usize {
    4 * size.lines() * size.lines() + 100
}

/// A position from which a playout, or a simulation of a search, goes on move by move. It knows what the rules ask of the game
/// before it, by hash, and goes back to its root in no time.
pub trait PlayoutPosition<L: Layout> {
    /// Goes back to the root.
    fn restart(&mut self);

    /// The board as it stands.
    fn board(&self) -> &Board<L>;

    /// Whose turn it is.
    fn to_play(&self) -> Color;

    /// The placements worth a thought: every one that is legal, is not lost at once and does not fill an own eye.
    fn placements(&self) -> Bitboard<L> {
        self.placements_beside(self.refused())
    }

    /// The same where [`PlayoutPosition::refused`] is known.
    fn placements_beside(&self, refused: Bitboard<L>) -> Bitboard<L>;

    /// Whether an abstention is worth a thought beside placements.
    fn may_abstain(&self) -> bool;

    /// The empty points that are no eyes of the colour to play. Placements on some of them may be illegal or lost at once.
    fn candidates(&self) -> Bitboard<L>;

    /// Whether an empty point is one of [`PlayoutPosition::candidates`].
    fn is_candidate(&self, point: Point<L>) -> bool;

    /// Uses the right for a placement on an empty point, unless it is illegal or lost at once: then nothing changes.
    fn try_place(&mut self, point: Point<L>) -> Tried;

    /// Uses the right for a placement on one of [`PlayoutPosition::placements`].
    fn place(&mut self, point: Point<L>) -> Option<PlayoutEnd>;

    /// Does not use the right.
    fn abstain(&mut self) -> Option<PlayoutEnd>;

    /// Plays on to the end by a policy, and records the turns.
    fn play_on(&mut self, policy: &Policy, randomness: &mut Randomness, trace: &mut Trace<L>) -> PlayoutEnd;

    /// The count as it stands, or, where play has ended, as it is then.
    fn count(&self) -> Count;

    /// The outcome of an end.
    fn outcome(&self, end: PlayoutEnd) -> Outcome {
        end.outcome(|| self.count())
    }

    /// The rules, with the komi of the game.
    fn articles(&self) -> &Articles;

    /// The empty points where the colour to play may not place, or where it loses at once if it does.
    fn refused(&self) -> Bitboard<L>;

    /// The empty points where a placement retires a chain of the colour to play.
    fn self_fills(&self) -> Bitboard<L>;

    /// The outcome of an abstention now, if it would end play.
    fn outcome_of_abstention(&self) -> Option<Outcome>;

    /// Waiting stones of a colour; `None` without a quota.
    fn waiting_stones(&self, color: Color) -> Option<u16>;

    /// The points from which stones of a colour have retired, so that their next retirement there may be for good; none where
    /// no stone is lost for good.
    fn retired_points(&self, color: Color) -> Bitboard<L>;

    /// The colour that may not receive the right again.
    fn barred(&self) -> Option<Color>;
}
