//! Who won a game, and by what.

use crate::board::Color;
use std::fmt;

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
