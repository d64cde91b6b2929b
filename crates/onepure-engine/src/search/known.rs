//! The type of a known outcome; `outcome` finds them.

use onepure_rules::board::Color;
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

    /// The name of the winner, or `draw`, if this is proven. `color` is the one whose result it is.
    pub fn proven_winner(self, color: Color) -> Option<&'static str> {
        self.is_proven.then_some(match self.ending {
            Ending::Win => color.name(),
            Ending::Loss => (!color).name(),
            Ending::Draw => "draw",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proven_outcome_names_the_winner() {
        let winner = |ending, is_proven| Known { ending, is_proven }.proven_winner(Color::White);
        let all = [Ending::Win, Ending::Loss, Ending::Draw];
        assert_eq!(all.map(|ending| winner(ending, true)), [Some("white"), Some("black"), Some("draw")]);
        assert_eq!(all.map(|ending| winner(ending, false)), [None; 3]);
    }
}
