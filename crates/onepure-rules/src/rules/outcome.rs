//! How a game ended, and why.

use super::points::Count;
use super::verdict::{Verdict, WonBy};
use crate::board::Color;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Why play ended.
    pub reason: Reason,
    /// Who won, and by what.
    pub verdict: Verdict,
}

/// Why play ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A position at which Black abstained and one at which White abstained are the same (article 6 ①); under other rules,
    /// both abstained in a row.
    Abstentions,
    /// Black abstained from the first placement of the game (article 2 ③).
    BlackAbstainedFirst,
    /// An enclosed stone that may not retire stands on the board, and nobody may place (articles 2 ④ and 3 ④).
    DeadEnd,
    /// A colour that had stones on the board has none left (article 5 ②).
    Annihilation,
    /// The colour that would receive the right has no waiting stone (articles 1 and 6 ②).
    Exhaustion,
    /// A placement recreated an earlier position on a lesser board, and the opponent has had its last turn (annex).
    IdenticalPlacement,
    /// A position came back with the same colour to play, under an option that makes this a draw.
    Repetition,
    /// A position stood for the third time with the same colour to play, under rules by which that leaves no result.
    NoResult,
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Time,
}

impl Outcome {
    /// The end for a reason that `color` brought about. The count is asked for where it decides.
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

    /// Play ended and the board was counted.
    pub fn counted(reason: Reason, count: &Count) -> Self {
        Self { reason, verdict: count.verdict() }
    }

    /// Play ended in one colour's loss, whatever the board says.
    pub fn lost_by(color: Color, reason: Reason) -> Self {
        let won_by = match reason {
            Reason::Resignation => WonBy::Resignation,
            Reason::Time => WonBy::Time,
            _ => WonBy::Forfeit,
        };
        Self { reason, verdict: Verdict::Win(!color, won_by) }
    }

    /// The colour that won.
    pub fn winner(&self) -> Option<Color> {
        match self.verdict {
            Verdict::Win(color, _) => Some(color),
            Verdict::Draw | Verdict::BothLose | Verdict::NoResult => None,
        }
    }

    /// Whether play cannot be resumed after it. After an end by abstentions a placement may resume play, if the players do
    /// not agree on what is dead; see also [`Game::is_final`](super::Game::is_final).
    pub fn is_final(&self) -> bool {
        self.reason != Reason::Abstentions
    }
}

impl Reason {
    /// Whether a player gave the game up, or its clock did: no turn brought about the end.
    pub const fn is_given_up(self) -> bool {
        matches!(self, Self::Resignation | Self::Time)
    }

    /// Whether the board was counted.
    pub const fn is_count(self) -> bool {
        matches!(self, Self::Abstentions | Self::Annihilation | Self::Exhaustion | Self::IdenticalPlacement)
    }

    /// The word for it in answers to programs.
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
