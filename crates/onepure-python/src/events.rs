//! Turns and results.

use super::words::names;
use onepure::board::Color;
use onepure::rules::{self, Verdict};
use pyo3::prelude::{pyclass, pymethods};

/// A complete account of one turn.
#[pyclass(module = "onepure", frozen, get_all)]
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The number of the turn, from 1.
    number: usize,
    /// The colour that moved.
    color: &'static str,
    /// The move: a point, or "pass".
    r#move: String,
    /// The chains that left the board, in the order in which they left.
    retired: Vec<Retirement>,
    /// The enclosed stones that may not leave the board.
    immovable: Vec<String>,
    /// The colour that this turn barred from moving; None if it barred none.
    barred: Option<&'static str>,
    /// The end of play; None if play goes on.
    outcome: Option<Outcome>,
}

/// A chain that left the board.
#[pyclass(module = "onepure", frozen, get_all)]
#[derive(Clone, Debug)]
pub(super) struct Retirement {
    /// The colour of the chain.
    color: &'static str,
    /// Its points.
    points: Vec<String>,
    /// "enclosed" if the opponent took its last liberty, "self-fill" if its own colour did.
    cause: &'static str,
    /// Whether a chain of this colour on the same points had left the board before.
    repeated: bool,
    /// Whether the stones went to quarantine, and not back to the bowl.
    quarantined: bool,
}

/// The end of a game.
#[pyclass(module = "onepure", frozen, get_all)]
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// The result as in SGF, such as "B+1", "W+Forfeit" or "0".
    result: String,
    /// "black" or "white"; None if neither won.
    winner: Option<&'static str>,
    /// The reason why play ended, such as "abstentions" or "dead-end".
    reason: &'static str,
    /// Whether both players lost.
    both_lose: bool,
}

/// The count of a board as it stands.
#[pyclass(module = "onepure", frozen, get_all)]
#[derive(Clone, Debug)]
pub(super) struct Count {
    /// Black's points.
    black: f64,
    /// White's points.
    white: f64,
    /// The points that Black needs more than White.
    komi: f64,
    /// Black's winning margin, negative if White wins.
    margin: f64,
    /// The result as in SGF, such as "B+1".
    result: String,
}

impl From<&rules::Turn> for Turn {
    fn from(turn: &rules::Turn) -> Self {
        Self {
            number: turn.number,
            color: turn.color.name(),
            r#move: turn.action.to_string(),
            retired: turn.retired.iter().map(Retirement::from).collect(),
            immovable: names(turn.immovable.iter().copied().collect()),
            barred: turn.barred.map(Color::name),
            outcome: turn.outcome.as_ref().map(Outcome::from),
        }
    }
}

impl From<&rules::Retirement> for Retirement {
    fn from(chain: &rules::Retirement) -> Self {
        Self {
            color: chain.color.name(),
            points: names(chain.stones),
            cause: chain.cause.name(),
            repeated: chain.repeated,
            quarantined: chain.quarantined,
        }
    }
}

impl From<&rules::Outcome> for Outcome {
    fn from(outcome: &rules::Outcome) -> Self {
        Self {
            result: outcome.verdict.to_string(),
            winner: outcome.winner().map(Color::name),
            reason: outcome.reason.name(),
            both_lose: outcome.verdict == Verdict::BothLose,
        }
    }
}

impl From<&rules::Count> for Count {
    fn from(count: &rules::Count) -> Self {
        let points = |color: Color| count.points[color].to_f64();
        Self {
            black: points(Color::Black),
            white: points(Color::White),
            komi: count.komi,
            margin: count.margin(),
            result: count.verdict().to_string(),
        }
    }
}

#[pymethods]
impl Turn {
    fn __repr__(&self) -> String {
        format!("<onepure.Turn {}: {} {}>", self.number, self.color, self.r#move)
    }
}

#[pymethods]
impl Retirement {
    fn __repr__(&self) -> String {
        format!("<onepure.Retirement: {} {}, {}>", self.color, self.points.join(" "), self.cause)
    }
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        format!("<onepure.Outcome {}: {}>", self.result, self.reason)
    }
}

#[pymethods]
impl Count {
    fn __repr__(&self) -> String {
        format!("<onepure.Count {}: {} to {}>", self.result, self.black, self.white)
    }
}
