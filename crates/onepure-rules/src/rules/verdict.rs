//! The result of a game.

use crate::board::Color;
use std::fmt;

/// The winner and the kind of win.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// A colour won.
    Win(Color, WonBy),
    /// A draw.
    Draw,
    /// Neither colour has a point, so both lose (article 9 ③).
    BothLose,
    /// The game has no result, for example because a position occurred for the third time under simple ko.
    NoResult,
}

/// The kind of a win.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum WonBy {
    /// The count, with the lead in points after the komi.
    Points(f64),
    /// The opponent made circulation impossible (article 9 ②).
    Forfeit,
    /// The opponent resigned.
    Resignation,
    /// The opponent ran out of time.
    Time,
}

/// The number rounded to two decimals, unless it has at most three decimals.
fn decimal(points: f64) -> f64 {
    let rounded = |parts: f64| (points * parts).round() / parts;
    if (rounded(1000.0) - points).abs() < 1e-9 { points } else { rounded(100.0) }
}

impl fmt::Display for Verdict {
    /// Writes the verdict as in SGF's RE: `B+1`, `W+12`, `0`, `B+Forfeit`, `W+Resign`, `B+Time`, `Void`; and
    /// `Both-lose`. A lead that is not a decimal fraction is rounded to two decimals: `B+1.83`.
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
