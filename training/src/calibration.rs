//! Calibration of the activation ranges that the engine quantizes to 8 bits, so that the integer network predicts the
//! same as the float network.
//!
//! Activations beyond a range are clipped, and a range that is too wide leaves few steps for the others. Ranges start
//! at the largest activations on positions of games. They are then scaled, first all together and then one by one, as
//! long as that reduces the divergence of the integer policy from the float policy. The divergence is measured on
//! positions of games and of random placements on boards of every size.

use crate::errors::{divergence, softmax, value};
use crate::network_file;
use crate::samples::{ByKind, some};
use onepure::arena::schedule::Openings;
use onepure::geometry::{BoardSize, Large};
use onepure::network::{Inference, Inputs, Network, NetworkOutput, Plane, Precision};
use onepure::random::Randomness;
use onepure::rules::{Game, Ruleset};
use rand::RngExt;
use rayon::prelude::*;
use std::fmt;

/// Calibration positions of games per board and rule set, and random positions of each.
pub(crate) const GAMES: usize = 256;
const RANDOM: usize = 8;

/// The tensor of the ranges, which is calibrated instead of trained.
pub(crate) const ACTIVATIONS: &str = "activations";

/// Seeds of the random positions for calibration and for the final measurement.
const CHOOSING: u64 = 1;
const HELD_OUT: u64 = 2;

/// Factors tried for all ranges together, and then for each range.
const FACTORS: [f32; 9] = [0.35, 0.5, 0.7, 0.85, 1.0, 1.25, 1.5, 2.0, 3.0];
const FACTORS_OF_A_SITE: [f32; 4] = [0.6, 0.8, 1.25, 1.6];

/// A position with the float network's prediction.
struct Case {
    inputs: Inputs<Large>,
    /// The probability of each playable move: points row by row, the pass last.
    policy: Vec<f64>,
    /// Whether each move is playable.
    playable: Vec<bool>,
    /// The win probability minus the loss probability.
    value: f64,
}

/// The divergence of the 8-bit network from the float network.
#[derive(Clone, PartialEq, Debug)]
struct Divergence {
    /// The number of positions.
    positions: usize,
    /// The mean Kullback–Leibler divergence of the integer policy from the float policy, in nats.
    mean: f64,
    /// The divergence that one position in a hundred exceeds.
    percentile_99: f64,
    /// The largest divergence.
    most: f64,
    /// The mean absolute difference of the value, −1 to 1.
    value: f64,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, mean, percentile_99, most, value } = self;
        write!(
            f,
            "policy {mean:.4}, 1 in 100 more than {percentile_99:.4}, {most:.3} at most; value {value:.4} ({positions} positions)"
        )
    }
}

impl Divergence {
    /// The objective to minimize: the means, and a fraction of the worst cases.
    fn objective(&self) -> f64 {
        self.mean + 0.1 * self.value + 0.1 * self.percentile_99 + 0.01 * self.most
    }
}

/// Positions on which both networks are evaluated.
struct Cases(Vec<Case>);

impl Cases {
    /// The positions with what a network predicts in floats.
    fn new(network: &Network, inputs: impl IntoIterator<Item = Inputs<Large>>) -> Self {
        let inference = Inference::with_precision(network, Precision::Reference);
        let inputs: Vec<_> = inputs.into_iter().collect();
        Self(inputs.into_par_iter().map_with(inference, Case::new).collect())
    }

    /// The divergence with the ranges of `network`.
    fn divergence(&self, network: &Network) -> Divergence {
        let share = self.0.len().div_ceil(rayon::current_num_threads()).max(1);
        let found: Vec<(f64, f64)> = self
            .0
            .par_chunks(share)
            .flat_map_iter(|cases| {
                let mut evaluator = Inference::<Large>::new(network);
                cases.iter().map(move |case| case.difference(&mut evaluator))
            })
            .collect();
        let mut policies: Vec<f64> = found.iter().map(|&(policy, _)| policy).collect();
        policies.sort_by(f64::total_cmp);
        let positions = policies.len();
        let mean = |numbers: f64| numbers / positions.max(1) as f64;
        Divergence {
            positions,
            mean: mean(policies.iter().sum()),
            percentile_99: policies.get(positions * 99 / 100).copied().unwrap_or(0.0),
            most: policies.last().copied().unwrap_or(0.0),
            value: mean(found.iter().map(|&(_, value)| value).sum()),
        }
    }
}

impl Case {
    fn new(inference: &mut Inference<Large>, inputs: Inputs<Large>) -> Self {
        let found = inference.evaluate(&inputs);
        let taken = inputs.plane(Plane::Own) | inputs.plane(Plane::Enemy) | inputs.plane(Plane::Refused);
        let playable: Vec<bool> = inputs.size.points().map(|point| !taken.contains(point)).chain([true]).collect();
        let policy = policy(&inputs, &found, &playable);
        Self { inputs, policy, playable, value: value(&found.outcome.map(f64::from)) }
    }

    /// The divergence of the policy and the difference of the value on this position.
    fn difference(&self, evaluator: &mut Inference<Large>) -> (f64, f64) {
        let found = evaluator.evaluate(&self.inputs);
        let policy = policy(&self.inputs, &found, &self.playable);
        let terms = self.policy.iter().zip(&policy).map(|(&expected, &found)| divergence(expected, found));
        (terms.sum(), (self.value - value(&found.outcome.map(f64::from))).abs())
    }
}

/// The probabilities of the playable moves.
fn policy(inputs: &Inputs<Large>, found: &NetworkOutput<Large>, playable: &[bool]) -> Vec<f64> {
    let logits = inputs.size.points().map(|point| found.policy[point]).chain([found.abstain]);
    let logit = |(logit, &can): (f32, &bool)| if can { f64::from(logit) } else { f64::NEG_INFINITY };
    softmax(logits.zip(playable).map(logit).collect())
}

/// The rule sets that networks are trained on.
const TRAINED: [Ruleset; 2] = [Ruleset::one_pure(), Ruleset::chinese()];

/// Positions after random placements on boards of every size under each rule set. They have activations that do not
/// occur in games.
fn random_positions(seed: u64) -> Vec<Inputs<Large>> {
    let sizes: Vec<BoardSize> = (5..=19).filter_map(|lines| BoardSize::for_play(lines).ok()).collect();
    let position = |(number, size): (usize, BoardSize)| {
        let mut random = Randomness::new(seed, number as u64);
        let ruleset = TRAINED[number % TRAINED.len()];
        let placements = random.random_range(1..=size.lines() * size.lines());
        let mut game = Game::new(size, ruleset);
        game.set_komi(Some(random.random_range(-8.0_f64..8.0).round()));
        for (_, action) in Openings::Random(placements).opening(number, ruleset, size, seed).moves {
            if game.play(action).is_err() || game.is_over() {
                return None;
            }
        }
        let color = game.to_play();
        Some(Inputs::of_game(&game, color))
    };
    let numbered = (0..RANDOM * TRAINED.len()).flat_map(|number| sizes.iter().map(move |&size| (number, size)));
    numbered.collect::<Vec<_>>().into_par_iter().filter_map(position).collect()
}

/// Up to [`GAMES`] positions of each board and rule set.
fn of_games(samples: &ByKind) -> Vec<Inputs<Large>> {
    some(samples, GAMES).values().flatten().map(|sample| sample.inputs()).collect()
}

/// The network of learned weights with ranges that are chosen on the given positions and on random ones.
pub(crate) fn calibrated(learned: &Network, name: &str, samples: &ByKind) -> anyhow::Result<Network> {
    let network = |ranges: &[f32]| with_ranges(learned, name, ranges);
    // Compare with the float network after its weights are rounded to the file's 16 bits.
    let rounded = network(&vec![1.0; learned.architecture().sites()])?;
    let greatest = greatest_activations(&rounded, samples);
    let cases = Cases::new(&rounded, of_games(samples).into_iter().chain(random_positions(CHOOSING)));
    let objective = |ranges: &[f32]| Ok::<_, anyhow::Error>(cases.divergence(&network(ranges)?).objective());
    let mut best = (f64::INFINITY, greatest.clone());
    for factor in FACTORS {
        let ranges: Vec<f32> = greatest.iter().map(|range| range * factor).collect();
        best = better(best, (objective(&ranges)?, ranges));
    }
    for site in 0..greatest.len() {
        let so_far = best.1.clone();
        for factor in FACTORS_OF_A_SITE {
            let mut ranges = so_far.clone();
            ranges[site] *= factor;
            best = better(best, (objective(&ranges)?, ranges));
        }
    }
    network(&best.1)
}

/// The same weights with another name and other ranges.
fn with_ranges(network: &Network, name: &str, ranges: &[f32]) -> anyhow::Result<Network> {
    network_file::changed(network, name, network.origin(), |tensor, numbers| {
        if tensor == ACTIVATIONS { ranges } else { numbers }.to_vec()
    })
}

/// Two lines with the divergence of an 8-bit network from its float version: on positions of games, and on random
/// positions other than those of the calibration.
pub(crate) fn agreement(network: &Network, samples: &ByKind) -> String {
    let divergence = |inputs| Cases::new(network, inputs).divergence(network);
    format!(
        "8 bits against floats, games: {}\n8 bits against floats, random placements on every board: {}",
        divergence(of_games(samples)),
        divergence(random_positions(HELD_OUT)),
    )
}

fn better(one: (f64, Vec<f32>), other: (f64, Vec<f32>)) -> (f64, Vec<f32>) {
    if other.0 < one.0 { other } else { one }
}

/// The largest activation at each place where the engine quantizes.
fn greatest_activations(network: &Network, samples: &ByKind) -> Vec<f32> {
    let larger = |one: Vec<f32>, other: Vec<f32>| one.iter().zip(&other).map(|(one, other)| one.max(*other)).collect();
    let greatest = of_games(samples)
        .par_iter()
        .map(|inputs| network.greatest_activations(inputs))
        .reduce(|| vec![0.0; network.architecture().sites()], larger);
    // A place without positive activations can have any range.
    greatest.into_iter().map(|range| if range > 0.0 { range } else { 1.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Kind, Sampling, of_game, tests::game};
    use crate::recipe::shape;

    #[test]
    fn ranges_fit_positions_that_the_games_do_not_show() {
        let learned = Network::random(shape(2, 16), 3);
        // A single position: almost nothing on a small board.
        let sample = of_game(&game(), &Sampling::default(), 0).expect("positions").remove(0);
        let samples = ByKind::from([(Kind { lines: 5, rules: "chinese".to_owned() }, vec![sample])]);
        let divergence = |network: &Network| Cases::new(network, random_positions(HELD_OUT)).divergence(network);
        let greatest = greatest_activations(&learned, &samples);
        let before = divergence(&with_ranges(&learned, "before", &greatest).expect("a network"));
        let network = calibrated(&learned, "test", &samples).expect("a network");
        let after = divergence(&network);
        let ranges = network.tensor(ACTIVATIONS).expect("ranges");
        assert!(ranges.len() == 5 && ranges.iter().all(|&range| range > 0.0), "{ranges:?}");
        assert!(after.percentile_99 < before.percentile_99 / 2.0 && after.mean < before.mean, "{before}; {after}");
        let said = agreement(&network, &samples);
        assert!(said.contains(&after.to_string()) && said.lines().count() == 2, "{said}");
    }
}
