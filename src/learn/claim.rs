//! A statement of a text about a position, in a form that tests can check: `C3 B3: ends dead-end, immovable B3 C3`.

use super::condition::Condition;
use super::notation::{LessonError, action};
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{Game, Move};
use std::fmt;
use std::str::FromStr;

/// Turns, and conditions that hold after them. Before the colon are points and `pass`, or `each point` for a placement on each
/// empty point. Without a colon the conditions hold in the current position.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    text: String,
    turns: Turns,
    conditions: Vec<Condition>,
}

#[derive(Clone, PartialEq, Debug)]
enum Turns {
    These(Vec<Move>),
    EachPoint,
}

impl FromStr for Claim {
    type Err = LessonError;

    fn from_str(text: &str) -> Result<Self, LessonError> {
        let (turns, conditions) = text.split_once(':').unwrap_or(("", text));
        let turns = match turns {
            "each point" => Turns::EachPoint,
            turns => Turns::These(turns.split_whitespace().map(action).collect::<Result<_, _>>()?),
        };
        Ok(Self { text: text.to_owned(), turns, conditions: Condition::read_all(conditions)? })
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Claim {
    /// Returns whether the claim is true in a game.
    pub fn holds(&self, game: &Game) -> bool {
        let holds_after = |turns: &[Move]| {
            let mut game = game.clone();
            let is_played = turns.iter().all(|&action| game.play(action).is_ok());
            is_played && self.conditions.iter().all(|condition| condition.holds(&game, PointSet::empty()))
        };
        match &self.turns {
            Turns::These(turns) => holds_after(turns),
            Turns::EachPoint => game.board().empty().iter().all(|point| holds_after(&[Move::Place(point)])),
        }
    }
}
