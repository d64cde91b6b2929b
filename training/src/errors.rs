//! Errors of a network: its predictions of positions, compared with their targets.

use crate::data::{Kind, POINTS, Sample};
use onepure::geometry::Large;
use onepure::network::{Inference, Network, NetworkOutput, Precision};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, Sub};

/// Sums of errors over positions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Errors {
    /// The number of positions.
    positions: f64,
    /// Positions with a policy target.
    policies: f64,
    /// The Kullback–Leibler divergence of the policy, over these positions.
    policy: f64,
    /// Positions at which the most visited move was the most likely one of the policy.
    predicted: f64,
    /// The cross-entropy of the outcome.
    outcome: f64,
    /// The squared error of the value, −1 to 1.
    value: f64,
    /// Positions with a score target.
    scores: f64,
    /// The absolute error of the score in points, over these positions.
    score: f64,
    /// Positions with an ownership target.
    ownerships: f64,
    /// The mean squared error of the ownership, over these positions.
    ownership: f64,
}

impl Add for Errors {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
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
}

impl Errors {
    /// The errors of one prediction. An unknown part of the target has none.
    fn of(found: &NetworkOutput<Large>, sample: &Sample) -> Self {
        let target = &sample.target;
        let points = || sample.size().points();
        let mut errors = Self { positions: 1.0, ..Self::default() };
        if !target.policy.is_empty() {
            let logits = points().map(|point| found.policy[point]).chain([found.abstain]);
            let shares = softmax(logits.map(f64::from).collect());
            let likeliest = (0..shares.len()).max_by(|&one, &other| shares[one].total_cmp(&shares[other]));
            let most_visited = target.policy.iter().max_by(|one, other| one.1.total_cmp(&other.1));
            let term = |&(index, share): &(u16, f32)| divergence(f64::from(share), shares[usize::from(index)]);
            errors.policies = 1.0;
            errors.policy = target.policy.iter().map(term).sum();
            errors.predicted = f64::from(u8::from(most_visited.map(|&(index, _)| usize::from(index)) == likeliest));
        }
        let pairs = target.outcome.iter().zip(&found.outcome);
        errors.outcome = pairs.map(|(&share, found)| -f64::from(share * found.max(f32::MIN_POSITIVE).ln())).sum();
        errors.value = f64::from((value(&found.outcome) - value(&target.outcome)).powi(2));
        if let Some(score) = target.score {
            errors.scores = 1.0;
            errors.score = f64::from((found.score - score * POINTS).abs());
        }
        if let Some(owners) = &target.ownership {
            let squares = points().zip(owners).map(|(point, owner)| f64::from(found.ownership[point] - owner).powi(2));
            errors.ownerships = 1.0;
            errors.ownership = squares.sum::<f64>() / owners.len() as f64;
        }
        errors
    }

    fn means(&self) -> Means {
        let mean = |sum: f64, count: f64| if count > 0.0 { sum / count } else { 0.0 };
        Means {
            positions: self.positions as u64,
            policy: mean(self.policy, self.policies),
            predicted: mean(self.predicted, self.policies),
            outcome: mean(self.outcome, self.positions),
            value: mean(self.value, self.positions),
            score: mean(self.score, self.scores),
            ownership: mean(self.ownership, self.ownerships),
        }
    }
}

/// The win probability minus the loss probability; an outcome in which both lose counts as a loss.
pub(crate) fn value<T: Copy + Sub<Output = T>>(outcome: &[T]) -> T {
    outcome[0] - outcome[1] - outcome[3]
}

/// The probabilities for logits.
pub(crate) fn softmax(mut numbers: Vec<f64>) -> Vec<f64> {
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for number in &mut numbers {
        *number = (*number - most).exp();
    }
    let sum: f64 = numbers.iter().sum();
    for number in &mut numbers {
        *number /= sum;
    }
    numbers
}

/// A term of the divergence (Kullback and Leibler, 1951) of a distribution `found` from another one.
pub(crate) fn divergence(expected: f64, found: f64) -> f64 {
    if expected > 0.0 { expected * (expected / found.max(1e-30)).ln() } else { 0.0 }
}

/// Mean errors over positions.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Means {
    /// The number of positions.
    pub(crate) positions: u64,
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

/// Errors by board size and rule set.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Table(BTreeMap<Kind, Errors>);

impl Table {
    /// The errors of a network on samples, computed in floats by all threads.
    pub(crate) fn of(network: &Network, samples: &BTreeMap<Kind, Vec<&Sample>>) -> Self {
        let of_kind = |(kind, samples): (&Kind, &Vec<&Sample>)| {
            let share = samples.len().div_ceil(rayon::current_num_threads()).max(1);
            let parts = samples.par_chunks(share).map(|samples| {
                let mut inference = Inference::<Large>::with_precision(network, Precision::Reference);
                let of_sample = |sample: &&Sample| Errors::of(&inference.evaluate(&sample.inputs()), sample);
                samples.iter().map(of_sample).fold(Errors::default(), Add::add)
            });
            // Add in order, so that runs with the same number of threads give equal results.
            (kind.clone(), parts.collect::<Vec<_>>().into_iter().fold(Errors::default(), Add::add))
        };
        Self(samples.iter().map(of_kind).collect())
    }

    fn all(&self) -> Means {
        self.0.values().copied().fold(Errors::default(), Add::add).means()
    }

    /// The means by name, with the total as `all`.
    pub(crate) fn named(&self) -> BTreeMap<String, Means> {
        let kinds = self.0.iter().map(|(kind, errors)| (kind.to_string(), errors.means()));
        kinds.chain([("all".to_owned(), self.all())]).collect()
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
            let Means { positions, policy, predicted, outcome, value, score, ownership } = means;
            write!(
                f,
                "{name:<18}{positions:>10}{policy:>8.4}{:>9.1} %{outcome:>9.4}{value:>7.4}{score:>7.2}{ownership:>11.4}",
                100.0 * predicted
            )
        };
        for (kind, errors) in &self.0 {
            line(f, &kind.to_string(), &errors.means())?;
            writeln!(f)?;
        }
        line(f, "all", &self.all())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Sampling, of_game, tests::game};
    use crate::recipe::shape;

    #[test]
    fn a_prediction_that_is_the_target_has_no_errors() {
        let sample = of_game(&game(), &Sampling::default(), 0).expect("positions").remove(0);
        let network = Network::random(shape(1, 16), 1);
        let mut found = Inference::<Large>::with_precision(&network, Precision::Reference).evaluate(&sample.inputs());
        let points: Vec<_> = sample.size().points().collect();
        let target = &sample.target;
        for (index, &point) in points.iter().enumerate() {
            let share =
                target.policy.iter().find(|&&(of, _)| usize::from(of) == index).map_or(0.0, |&(_, share)| share);
            found.policy[point] = share.max(1e-30).ln();
            found.ownership[point] = target.ownership.as_ref().expect("owners")[index];
        }
        found.abstain = target.policy[1].1.ln();
        found.outcome = target.outcome;
        found.score = target.score.expect("a score") * POINTS;
        let means = Errors::of(&found, &sample).means();
        assert!(means.policy.abs() < 1e-6 && means.value + means.score + means.ownership < 1e-6, "{means:?}");
        assert!((means.positions, means.predicted as u64) == (1, 1), "{means:?}");
        // A point more of score, and the other winner.
        found.score += 1.0;
        found.outcome = [target.outcome[1], target.outcome[0], 0.0, 0.0];
        let worse = Errors::of(&found, &sample).means();
        let value = f64::from(2.0 * (target.outcome[0] - target.outcome[1])).powi(2);
        assert!((worse.score - 1.0).abs() < 1e-4 && (worse.value - value).abs() < 1e-4, "{worse:?}");
    }
}
