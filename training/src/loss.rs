//! Training targets and the loss.

use crate::losses::Losses;
use crate::model::Prediction;
use onepure::network::OUTCOMES;
use std::ops::Sub;

/// The training target of a position. An unknown part adds nothing to the loss.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Target {
    /// The distribution of visits, by index of the point, or of the pass after the points. Its sum is 1.
    pub(crate) policy: Vec<(u16, f32)>,
    /// The probabilities of the outcomes: the mover wins, the opponent wins, a draw, both lose.
    pub(crate) outcome: [f32; OUTCOMES],
    /// The mover's score lead in units of 20 points.
    pub(crate) score: Option<f32>,
    /// The expected absolute deviation of the score lead, in the same unit; `None` if only the lead is known.
    pub(crate) deviation: Option<f32>,
    /// The ownership of each point: 1 for the mover, −1 for the opponent, 0 for neither.
    pub(crate) ownership: Option<Vec<f32>>,
}

/// The weights of the parts of the loss.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// The weight of the cross-entropy of the policy.
    pub(crate) policy: f32,
    /// The weight of the cross-entropy of the outcome.
    pub(crate) outcome: f32,
    /// The weight of the Huber losses (1964) of the score and of its deviation.
    pub(crate) score: f32,
    /// The weight of the mean squared error of the ownership.
    pub(crate) ownership: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self { policy: 1.0, outcome: 1.0, score: 0.25, ownership: 0.5 }
    }
}

/// Points in a unit of the score.
pub(crate) const POINTS: f32 = 20.0;

/// The error, in units, beyond which the Huber loss is linear.
const HUBER: f32 = 0.5;

/// The loss of a prediction, and its gradient by the prediction.
pub(crate) fn loss(prediction: &Prediction, target: &Target, weights: &Weights) -> (Losses, Prediction) {
    let mut losses = Losses { positions: 1.0, ..Losses::default() };
    let mut slopes = Prediction {
        policy: vec![0.0; prediction.policy.len()],
        ownership: vec![0.0; prediction.ownership.len()],
        ..Prediction::default()
    };
    let mut sum = 0.0;

    if !target.policy.is_empty() {
        let shares = softmax(&prediction.policy);
        let cross_entropy: f32 = target
            .policy
            .iter()
            .map(|&(index, share)| -share * shares[usize::from(index)].max(f32::MIN_POSITIVE).ln())
            .sum();
        let entropy: f32 =
            target.policy.iter().map(|&(_, share)| if share > 0.0 { -share * share.ln() } else { 0.0 }).sum();
        for (slope, share) in slopes.policy.iter_mut().zip(&shares) {
            *slope = weights.policy * share;
        }
        for &(index, share) in &target.policy {
            slopes.policy[usize::from(index)] -= weights.policy * share;
        }
        let best =
            target.policy.iter().max_by(|one, other| one.1.total_cmp(&other.1)).map(|&(index, _)| usize::from(index));
        losses.policies = 1.0;
        losses.policy = f64::from(cross_entropy - entropy);
        losses.predicted = f64::from(u8::from(best == greatest(&shares)));
        sum += weights.policy * cross_entropy;
    }

    let outcome = softmax(&prediction.outcome);
    let cross_entropy: f32 =
        target.outcome.iter().zip(&outcome).map(|(share, found)| -share * found.max(f32::MIN_POSITIVE).ln()).sum();
    for (number, slope) in slopes.outcome.iter_mut().enumerate() {
        *slope = weights.outcome * (outcome[number] - target.outcome[number]);
    }
    losses.outcome = f64::from(cross_entropy);
    losses.value = f64::from((value(&outcome) - value(&target.outcome)).powi(2));
    sum += weights.outcome * cross_entropy;

    if let Some(score) = target.score {
        let error = prediction.score[0] - score;
        let deviation = softplus(prediction.score[1]);
        let surprise = deviation - error.abs();
        slopes.score[0] = weights.score * error.clamp(-HUBER, HUBER);
        slopes.score[1] = weights.score * surprise.clamp(-HUBER, HUBER) * logistic(prediction.score[1]);
        losses.scores = 1.0;
        losses.score = f64::from(error.abs() * POINTS);
        sum += weights.score * (huber(error) + huber(surprise));
    }

    if let Some(ownership) = &target.ownership {
        let points = ownership.len() as f32;
        let mut squares = 0.0;
        for ((slope, raw), wanted) in slopes.ownership.iter_mut().zip(&prediction.ownership).zip(ownership) {
            let found = raw.tanh();
            squares += (found - wanted).powi(2);
            *slope = weights.ownership * 2.0 * (found - wanted) * (1.0 - found * found) / points;
        }
        losses.ownerships = 1.0;
        losses.ownership = f64::from(squares / points);
        sum += weights.ownership * squares / points;
    }

    losses.loss = f64::from(sum);
    (losses, slopes)
}

fn huber(error: f32) -> f32 {
    let error = error.abs();
    if error <= HUBER { error * error / 2.0 } else { HUBER * (error - HUBER / 2.0) }
}

fn softplus(number: f32) -> f32 {
    number.max(0.0) + (-number.abs()).exp().ln_1p()
}

fn logistic(number: f32) -> f32 {
    1.0 / (1.0 + (-number).exp())
}

/// The win probability minus the loss probability; an outcome in which both lose counts as a loss.
pub(crate) fn value<T: Copy + Sub<Output = T>>(outcome: &[T]) -> T {
    outcome[0] - outcome[1] - outcome[3]
}

fn softmax(logits: &[f32]) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = logits.iter().map(|logit| (logit - most).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

fn greatest(numbers: &[f32]) -> Option<usize> {
    (0..numbers.len()).max_by(|&one, &other| numbers[one].total_cmp(&numbers[other]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Workspace;
    use crate::parameters::{Places, Prepared};
    use onepure::network::{Architecture, GLOBALS};
    use onepure::random::Randomness;
    use rand::RngExt;

    /// The gradient of the whole network agrees with finite differences of the loss.
    #[test]
    fn gradients_agree_with_finite_differences() {
        let lines = 5;
        let mut random = Randomness::new(1, 0);
        let architecture = Architecture {
            blocks: 2,
            channels: 16,
            pooled: vec![1],
            policy_channels: 16,
            value_channels: 16,
            hidden: 8,
        };
        let places = Places::new(&architecture);
        let mut row = places.random(2);
        for number in &mut row {
            *number += random.random_range(-0.05..0.05);
        }
        let points: Vec<u32> = (0..25).map(|_| 1 | random.random_range(0..1_u32 << 24)).collect();
        let globals: [f32; GLOBALS] = std::array::from_fn(|_| random.random_range(-1.0..1.0));
        let target = Target {
            policy: vec![(3, 0.5), (25, 0.25), (7, 0.25)],
            outcome: [0.5, 0.25, 0.125, 0.125],
            score: Some(0.3),
            ownership: Some((0..25).map(|point| [1.0, -1.0, 0.0][point % 3]).collect()),
        };
        // The deviation predicts the error of the score but has no gradient into the score, so finite differences
        // differ there: see the test below.
        let weights = Weights { score: 0.0, ..Weights::default() };
        let of = |row: &[f32]| {
            let prepared = Prepared::new(&places, row);
            let mut workspace = Workspace::new(&prepared, lines);
            let prediction = workspace.predict(&prepared, &points, &globals);
            let (losses, slopes) = loss(&prediction, &target, &weights);
            let mut gradient = vec![0.0; row.len()];
            workspace.learn(&prepared, &slopes, &mut gradient);
            (losses.loss, gradient)
        };
        let (_, gradient) = of(&row);
        let mut checked = 0;
        for (name, _) in architecture.tensors().iter().filter(|(name, _)| name != crate::parameters::ACTIVATIONS) {
            let range = places.of(name);
            // The parameters with the largest gradients, where rounding matters least.
            let mut steepest: Vec<usize> = range.collect();
            steepest.sort_by(|&one, &other| gradient[other].abs().total_cmp(&gradient[one].abs()));
            for &index in steepest.iter().take(3) {
                const STEP: f32 = 3e-4;
                let moved = |step: f32| {
                    let mut row = row.clone();
                    row[index] += step;
                    of(&row).0
                };
                let difference = (moved(STEP) - moved(-STEP)) / f64::from(2.0 * STEP);
                let found = f64::from(gradient[index]);
                let close = (difference - found).abs() < 0.05 * found.abs() + 5e-3;
                assert!(close, "{name}: {found} by the way back, {difference} by differences");
                checked += 1;
            }
        }
        assert!(checked > 60, "{checked}");
    }

    #[test]
    fn the_deviation_learns_from_the_error_and_not_the_error_from_the_deviation() {
        let target = Target { outcome: [1.0, 0.0, 0.0, 0.0], score: Some(0.25), ..Target::default() };
        let of = |score: [f32; 2]| {
            let prediction = Prediction { score, ..Prediction::default() };
            loss(&prediction, &target, &Weights { score: 1.0, ..Weights::default() })
        };
        let (_, slopes) = of([0.5, -0.5]);
        assert!((slopes.score[0] - 0.25).abs() < 1e-6, "{slopes:?}");
        let difference = (of([0.5, -0.49]).0.loss - of([0.5, -0.51]).0.loss) / 0.02;
        assert!((f64::from(slopes.score[1]) - difference).abs() < 1e-3, "{slopes:?} {difference}");
    }
}
