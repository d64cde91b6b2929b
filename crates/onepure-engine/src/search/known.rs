//! The type of a known outcome; `outcome` finds them.

use serde::{Deserialize, Serialize};

/// The result of a game for one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// The colour wins.
    Win,
    /// The colour loses.
    Loss,
    /// Neither colour wins.
    Draw,
}

impl Ending {
    /// The result for the other colour.
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
        }
    }

    /// The win rate, from 0 to 1.
    pub const fn win_rate(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Loss => 0.0,
            Self::Draw => 0.5,
        }
    }
}

/// The outcome of a position or a move with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Known {
    /// The result of the game. In a [`Report`](super::Report) it is that of the colour that moves.
    pub ending: Ending,
    /// Whether it holds against all legal moves, and not only against those that the search considers.
    pub is_proven: bool,
}

impl Known {
    /// The outcome for the other colour.
    pub const fn reversed(self) -> Self {
        Self { ending: self.ending.reversed(), ..self }
    }
}
