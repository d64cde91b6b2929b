//! The outcome of a game and its reason.

use super::points::Count;
use super::verdict::{Verdict, WonBy};
use crate::board::Color;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// The reason why play ended.
    pub reason: Reason,
    /// The winner and the kind of win.
    pub verdict: Verdict,
}

/// The reason why play ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Black and White have each abstained at the same position (article 6 ①); under other rules, they abstained in a
    /// row.
    Abstentions,
    /// Black abstained from the first placement of the game (article 2 ③).
    BlackAbstainedFirst,
    /// An enclosed stone that may not retire is on the board, so nobody may place (articles 2 ④ and 3 ④).
    DeadEnd,
    /// A colour that had stones on the board has none left (article 5 ②).
    Annihilation,
    /// The colour that would receive the right has no waiting stone (articles 1 and 6 ②).
    Exhaustion,
    /// A placement recreated an earlier position on a lesser board, and the opponent has had its last turn (annex).
    IdenticalPlacement,
    /// A position recurred with the same colour to play, under an option that makes this a draw.
    Repetition,
    /// A position occurred for the third time with the same colour to play, under rules that give no result then.
    NoResult,
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Time,
}

impl Outcome {
    /// The outcome for a reason that `color` caused. Calls `count` only if the count decides.
    pub fn by(reason: Reason, color: Color, count: impl FnOnce() -> Count) -> Self {
        match reason {
            Reason::DeadEnd | Reason::BlackAbstainedFirst | Reason::Resignation | Reason::Time => {
                Self::lost_by(color, reason)
            }
            Reason::Repetition => Self { reason, verdict: Verdict::Draw },
            Reason::NoResult => Self { reason, verdict: Verdict::NoResult },
            Reason::Abstentions | Reason::Annihilation | Reason::Exhaustion | Reason::IdenticalPlacement => {
                Self::counted(reason, &count())
            }
        }
    }

    /// The outcome decided by the count.
    pub fn counted(reason: Reason, count: &Count) -> Self {
        Self { reason, verdict: count.verdict() }
    }

    /// The loss of `color`, independent of the board.
    pub fn lost_by(color: Color, reason: Reason) -> Self {
        let won_by = match reason {
            Reason::Resignation => WonBy::Resignation,
            Reason::Time => WonBy::Time,
            _ => WonBy::Forfeit,
        };
        Self { reason, verdict: Verdict::Win(!color, won_by) }
    }

    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Color> {
        match self.verdict {
            Verdict::Win(color, _) => Some(color),
            Verdict::Draw | Verdict::BothLose | Verdict::NoResult => None,
        }
    }

    /// Returns whether play cannot be resumed. After an end by abstentions a placement resumes play if the players
    /// disagree about dead stones; see also [`Game::is_final`](super::Game::is_final).
    pub fn is_final(&self) -> bool {
        self.reason != Reason::Abstentions
    }
}

impl Reason {
    /// Returns whether a resignation or a clock ended play, and not a turn.
    pub const fn is_given_up(self) -> bool {
        matches!(self, Self::Resignation | Self::Time)
    }

    /// Returns whether the result comes from a count of the board.
    pub const fn is_count(self) -> bool {
        matches!(self, Self::Abstentions | Self::Annihilation | Self::Exhaustion | Self::IdenticalPlacement)
    }

    /// The name in answers to programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Abstentions => "abstentions",
            Self::BlackAbstainedFirst => "black-abstained-first",
            Self::DeadEnd => "dead-end",
            Self::Annihilation => "annihilation",
            Self::Exhaustion => "exhaustion",
            Self::IdenticalPlacement => "identical-placement",
            Self::Repetition | Self::NoResult => "repetition",
            Self::Resignation => "resignation",
            Self::Time => "time",
        }
    }
}
