//! The interface of simulation positions, for all families of rule sets.

use super::eyes::Eyes;
use crate::board::{Board, Color};
use crate::geometry::{Bitboard, BoardSize, Layout, Point};
use crate::rules::{Articles, Count, Outcome, Reason, Verdict};

/// The end of play in a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayEnd {
    /// The reason. A playout that reaches [`turn_limit`] is counted as after exhaustion.
    pub reason: Reason,
    /// The colour of the turn that ended play.
    pub by: Color,
}

/// The result of [`SimulationPosition::try_place`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tried {
    /// The placement is illegal, loses at once, or is a suicide, which playouts do not play. Nothing has changed.
    Refused,
    /// The placement was played, and may have ended play.
    Placed(Option<PlayEnd>),
}

/// The number of turns after which an unfinished playout is counted as it stands: four times the points of the board,
/// and 100 more for the smallest boards.
pub const fn turn_limit(size: BoardSize) -> usize {
    4 * size.lines() * size.lines() + 100
}

/// A position of a simulation. It keeps the history that the rules depend on as hashes, and returns to its root by a
/// plain copy.
///
/// Implementations provide the methods up to [`SimulationPosition::outcome_of_abstention`]. The others have defaults
/// for rules without quota, quarantine and barring.
pub trait SimulationPosition<L: Layout>: Clone {
    /// Returns to the root.
    fn restart(&mut self);

    /// The current board.
    fn board(&self) -> &Board<L>;

    /// The eyes on the current board.
    fn eyes(&self) -> &Eyes<L>;

    /// The colour to play.
    fn to_play(&self) -> Color;

    /// The articles, with the komi of the game.
    fn articles(&self) -> &Articles;

    /// Plays one of [`SimulationPosition::placements`]. Returns the end of play, if it has ended.
    fn place(&mut self, point: Point<L>) -> Option<PlayEnd>;

    /// Plays a placement on an empty point in a playout, unless it is illegal or loses at once; then nothing changes.
    fn try_place(&mut self, point: Point<L>) -> Tried;

    /// Passes. Returns the end of play, if it has ended.
    fn abstain(&mut self) -> Option<PlayEnd>;

    /// The count of the current board. After the end of play, the final count.
    fn count(&self) -> Count;

    /// The empty points at which the colour to play may not place, or loses at once.
    fn refused(&self) -> Bitboard<L>;

    /// The empty points at which a placement retires or captures its own chain.
    fn self_fills(&self) -> Bitboard<L>;

    /// The outcome, if an abstention now would end play.
    fn outcome_of_abstention(&self) -> Option<Outcome>;

    /// The komi for a count by area with the same result as the rules. By territory it rises by one point for each
    /// stone that Black has placed more than White: every placed stone is now an area point on the board or the
    /// opponent's prisoner.
    fn komi_by_area(&self) -> f64 {
        self.articles().komi_without_ties()
    }

    /// Prepares a playout. Returns the end of play, if the colour to play cannot go on.
    fn begin_playout(&mut self) -> Option<PlayEnd> {
        None
    }

    /// The point at which a playout may not retake a ko now.
    #[inline(always)]
    fn ko(&self) -> Option<Point<L>> {
        None
    }

    /// The empty points that are not eyes of the colour to play, without the forbidden retake of a ko. Some placements
    /// on them may be illegal or lose at once.
    #[inline]
    fn candidates(&self) -> Bitboard<L> {
        let mut candidates = self.eyes().candidates(self.board(), self.to_play());
        if let Some(point) = self.ko() {
            candidates.remove(point);
        }
        candidates
    }

    /// Returns whether an empty point is in [`SimulationPosition::candidates`].
    #[inline]
    fn is_candidate(&self, point: Point<L>) -> bool {
        self.eyes().is_candidate(self.board(), self.to_play(), point) && self.ko() != Some(point)
    }

    /// The placements that get a node in the search tree: all that are not [`SimulationPosition::refused`], which the caller
    /// has computed, and do not fill an own eye.
    fn placements(&self, refused: Bitboard<L>) -> Bitboard<L> {
        self.eyes().candidates(self.board(), self.to_play()) - refused
    }

    /// Returns whether the search tree gets a node for an abstention. By the One Pure Rules the opponent can abstain too, and
    /// have the board counted as it stands: so an abstention is worthless if that count is a loss. By others the colour behind
    /// may pass when every placement harms, as in a seki.
    fn may_abstain(&self) -> bool {
        let is_counted_next = self.articles().passes_that_end_play().is_none();
        !(is_counted_next && matches!(self.count().verdict(), Verdict::Win(winner, _) if winner != self.to_play()))
    }

    /// Returns whether [`SimulationPosition::placements`] and [`SimulationPosition::may_abstain`] leave out a legal turn that may
    /// not lose: filling an own eye, a dead end in the last turn of the annex, which is not penalised, or an abstention that
    /// might recreate a position for a draw.
    fn leaves_moves_out(&self) -> bool {
        let is_last_turn = self.barred() == Some(!self.to_play());
        self.board().empty() != self.eyes().candidates(self.board(), self.to_play())
            || is_last_turn && !self.refused().is_empty()
            || self.articles().draws_repetition() && !self.may_abstain()
    }

    /// The outcome of an end of play.
    fn outcome(&self, end: PlayEnd) -> Outcome {
        Outcome::by(end.reason, end.by, || self.count())
    }

    /// The waiting stones of a colour; `None` without a quota.
    fn waiting_stones(&self, _color: Color) -> Option<u16> {
        None
    }

    /// The points from which stones of a colour have retired. A second retirement there may be for good. Empty under
    /// rules without quarantine.
    fn retired_points(&self, _color: Color) -> Bitboard<L> {
        Bitboard::empty()
    }

    /// The colour that may not receive the right again.
    fn barred(&self) -> Option<Color> {
        None
    }
}
