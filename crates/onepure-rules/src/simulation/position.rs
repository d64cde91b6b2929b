//! What the positions of all rule families have in common.

use super::eyes::Eyes;
use crate::board::{Board, Color};
use crate::geometry::{Bitboard, BoardSize, Layout, Point};
use crate::rules::{Articles, Count, Outcome, Reason};

/// How play ended in a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayEnd {
    /// The reason. A playout that was cut off is counted as by exhaustion.
    pub reason: Reason,
    /// The colour whose turn brought it about.
    pub by: Color,
}

/// What came of trying a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tried {
    /// It would be illegal, lost at once, or a suicide, which playouts leave out; nothing has changed.
    Refused,
    /// It was played; play may have ended.
    Placed(Option<PlayEnd>),
}

/// The number of turns after which a playout is counted as it stands, if it has not ended: four times the points of the board, and
/// 100 for the smallest boards.
pub const fn turn_limit(size: BoardSize) -> usize {
    4 * size.lines() * size.lines() + 100
}

/// A position of a simulation: it knows by hash what the rules ask of the game before it, and goes back to its root by a plain copy.
///
/// An implementation gives the methods up to [`SimulationPosition::outcome_of_abstention`]; the others have defaults, for rules without
/// quota, quarantine and bars.
pub trait SimulationPosition<L: Layout> {
    /// Goes back to the root.
    fn restart(&mut self);

    /// The board as it stands.
    fn board(&self) -> &Board<L>;

    /// The eyes on the board.
    fn eyes(&self) -> &Eyes<L>;

    /// Whose turn it is.
    fn to_play(&self) -> Color;

    /// The rules, with the komi of the game.
    fn articles(&self) -> &Articles;

    /// Uses the right for a placement on one of [`SimulationPosition::placements`].
    fn place(&mut self, point: Point<L>) -> Option<PlayEnd>;

    /// Uses the right for a placement on an empty point in a playout, unless it is illegal or lost at once: then nothing changes.
    fn try_place(&mut self, point: Point<L>) -> Tried;

    /// Does not use the right.
    fn abstain(&mut self) -> Option<PlayEnd>;

    /// The count as it stands, or, if play has ended, as it is then.
    fn count(&self) -> Count;

    /// The empty points where the colour to play may not place, or where it loses at once if it does.
    fn refused(&self) -> Bitboard<L>;

    /// The empty points where a placement retires a chain of the colour to play.
    fn self_fills(&self) -> Bitboard<L>;

    /// The outcome of an abstention now, if it would end play.
    fn outcome_of_abstention(&self) -> Option<Outcome>;

    /// The komi with which a count by area has the result of the rules. Where territory is counted, each stone that Black has placed more than
    /// White raises it by a point: every stone stands on the board, an area point, or is the opponent's prisoner.
    fn komi_by_area(&self) -> f64 {
        self.articles().komi_without_ties()
    }

    /// Prepares for a playout, in which both colours play on by chance. Returns the end if nobody can.
    fn begin_playout(&mut self) -> Option<PlayEnd> {
        None
    }

    /// The point on which a playout may not retake a ko now.
    #[inline(always)]
    fn ko(&self) -> Option<Point<L>> {
        None
    }

    /// The empty points that are no eyes of the colour to play. Placements on some of them may be illegal or lost at once.
    #[inline]
    fn candidates(&self) -> Bitboard<L> {
        let mut candidates = self.eyes().candidates(self.board(), self.to_play());
        if let Some(point) = self.ko() {
            candidates.remove(point);
        }
        candidates
    }

    /// Whether an empty point is one of [`SimulationPosition::candidates`].
    #[inline]
    fn is_candidate(&self, point: Point<L>) -> bool {
        self.eyes().is_candidate(self.board(), self.to_play(), point) && self.ko() != Some(point)
    }

    /// The placements worth a node: every one that is legal, is not lost at once and does not fill an own eye.
    fn placements(&self) -> Bitboard<L> {
        self.placements_beside(self.refused())
    }

    /// The [`SimulationPosition::placements`], for a caller who has [`SimulationPosition::refused`] already.
    fn placements_beside(&self, refused: Bitboard<L>) -> Bitboard<L> {
        self.eyes().candidates(self.board(), self.to_play()) - refused
    }

    /// Whether an abstention is worth a node besides placements. If every placement harms, as in a seki, a colour that is behind
    /// abstains too.
    fn may_abstain(&self) -> bool {
        true
    }

    /// The outcome of an end.
    fn outcome(&self, end: PlayEnd) -> Outcome {
        Outcome::by(end.reason, end.by, || self.count())
    }

    /// Waiting stones of a colour; `None` without a quota.
    fn waiting_stones(&self, _color: Color) -> Option<u16> {
        None
    }

    /// The points from which stones of a colour have retired, so that their next retirement there may be for good; none under rules
    /// without quarantine.
    fn retired_points(&self, _color: Color) -> Bitboard<L> {
        Bitboard::empty()
    }

    /// The colour that may not receive the right again.
    fn barred(&self) -> Option<Color> {
        None
    }
}
