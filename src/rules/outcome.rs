//! How a game ended: who won, and why.

use super::points::Count;
use crate::board::Color;
use std::fmt;

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

/// Who won, and by what.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// A colour won.
    Win(Color, WonBy),
    /// Neither won, neither lost.
    Draw,
    /// Neither colour has a point, so neither can win (article 9 ③).
    BothLose,
    /// The game has no result, as where a position keeps coming back under rules that do not forbid it.
    NoResult,
}

/// What a win was won by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum WonBy {
    /// By the count: points ahead, the komi taken into account.
    Points(f64),
    /// The opponent made circulation impossible (article 9 ②).
    Forfeit,
    /// The opponent resigned.
    Resignation,
    /// The opponent ran out of time.
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
    /// not agree on what is lost; see also [`Game::is_final`](super::Game::is_final).
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

/// A number of points, with two decimals where it is none with up to three.
fn decimal(points: f64) -> f64 {
    let rounded = |parts: f64| (points * parts).round() / parts;
    if (rounded(1000.0) - points).abs() < 1e-9 { points } else { rounded(100.0) }
}

impl fmt::Display for Verdict {
    /// As in SGF's RE: `B+1`, `W+12`, `0`, `B+Forfeit`, `W+Resign`, `B+Time`, `Void`; and `Both-lose`. Shares of points that are no
    /// decimals are told with two of them: `B+1.83`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(color, won_by) => {
                let color = match color {
                    Color::Black => 'B',
                    Color::White => 'W',
                };
                match won_by {
                    WonBy::Points(points) => write!(f, "{color}+{}", decimal(*points)),
                    WonBy::Forfeit => write!(f, "{color}+Forfeit"),
                    WonBy::Resignation => write!(f, "{color}+Resign"),
                    WonBy::Time => write!(f, "{color}+Time"),
                }
            }
            Self::Draw => f.write_str("0"),
            Self::BothLose => f.write_str("Both-lose"),
            Self::NoResult => f.write_str("Void"),
        }
    }
}
