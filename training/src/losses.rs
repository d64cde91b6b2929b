//! Sums and means of losses over positions.

use crate::data::Kind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Sums of losses and errors over positions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Losses {
    /// The number of positions.
    pub(crate) positions: f64,
    /// The weighted loss.
    pub(crate) loss: f64,
    /// Positions with a policy target.
    pub(crate) policies: f64,
    /// The Kullback–Leibler divergence of the policy, over these positions.
    pub(crate) policy: f64,
    /// Positions at which the most visited move was the most likely one of the policy.
    pub(crate) predicted: f64,
    /// The cross-entropy of the outcome.
    pub(crate) outcome: f64,
    /// The squared error of the value, −1 to 1.
    pub(crate) value: f64,
    /// Positions with a score target.
    pub(crate) scores: f64,
    /// The absolute error of the score in points, over these positions.
    pub(crate) score: f64,
    /// Positions with an ownership target.
    pub(crate) ownerships: f64,
    /// The mean squared error of the ownership, over these positions.
    pub(crate) ownership: f64,
}

impl Losses {
    /// The sums of both.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            loss: self.loss + other.loss,
            policies: self.policies + other.policies,
            policy: self.policy + other.policy,
            predicted: self.predicted + other.predicted,
            outcome: self.outcome + other.outcome,
            value: self.value + other.value,
            scores: self.scores + other.scores,
            score: self.score + other.score,
            ownerships: self.ownerships + other.ownerships,
            ownership: self.ownership + other.ownership,
        }
    }

    /// The means.
    pub(crate) fn means(&self) -> Means {
        let mean = |sum: f64, count: f64| if count > 0.0 { sum / count } else { 0.0 };
        Means {
            positions: self.positions as u64,
            loss: mean(self.loss, self.positions),
            policy: mean(self.policy, self.policies),
            predicted: mean(self.predicted, self.policies),
            outcome: mean(self.outcome, self.positions),
            value: mean(self.value, self.positions),
            score: mean(self.score, self.scores),
            ownership: mean(self.ownership, self.ownerships),
        }
    }
}

/// Mean losses and errors over positions.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Means {
    /// The number of positions.
    pub(crate) positions: u64,
    /// The weighted loss.
    pub(crate) loss: f64,
    /// The Kullback–Leibler divergence of the policy from the distribution of visits, in nats.
    pub(crate) policy: f64,
    /// The fraction of positions at which the most visited move was the most likely one of the policy.
    pub(crate) predicted: f64,
    /// The cross-entropy of the outcome.
    pub(crate) outcome: f64,
    /// The squared error of the value, −1 to 1.
    pub(crate) value: f64,
    /// The absolute error of the score in points.
    pub(crate) score: f64,
    /// The squared error of the ownership, −1 to 1.
    pub(crate) ownership: f64,
}

impl fmt::Display for Means {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { loss, policy, predicted, outcome, value, score, ownership, .. } = self;
        write!(
            f,
            "loss {loss:.4}, policy {policy:.4} ({:.1} % predicted), outcome {outcome:.4}, value error {value:.4}, \
             score {score:.2} points, ownership {ownership:.4}",
            100.0 * predicted
        )
    }
}

/// Losses by board size and rule set.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Table(pub(crate) BTreeMap<Kind, Losses>);

impl Table {
    /// The sum over all kinds.
    pub(crate) fn all(&self) -> Losses {
        self.0.values().copied().fold(Losses::default(), Losses::plus)
    }

    /// The means by name, with the total as `all`.
    pub(crate) fn named(&self) -> BTreeMap<String, Means> {
        let kinds = self.0.iter().map(|(kind, losses)| (kind.to_string(), losses.means()));
        kinds.chain([("all".to_owned(), self.all().means())]).collect()
    }
}

impl fmt::Display for Table {
    /// A line for each kind, and one for the total.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<18}{:>10}{:>8}{:>11}{:>9}{:>7}{:>7}{:>11}",
            "", "positions", "policy", "predicted", "outcome", "value", "score", "ownership"
        )?;
        let line = |f: &mut fmt::Formatter<'_>, name: &str, means: &Means| {
            let Means { positions, policy, predicted, outcome, value, score, ownership, .. } = means;
            write!(
                f,
                "{name:<18}{positions:>10}{policy:>8.4}{:>9.1} %{outcome:>9.4}{value:>7.4}{score:>7.2}{ownership:>11.4}",
                100.0 * predicted
            )
        };
        for (kind, losses) in &self.0 {
            line(f, &kind.to_string(), &losses.means())?;
            writeln!(f)?;
        }
        line(f, "all", &self.all().means())
    }
}
