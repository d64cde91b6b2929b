//! Calibration of the activation ranges that the engine quantizes to 8 bits, so that the integer network predicts the
//! same as the float network.
//!
//! Activations beyond a range are clipped, and a range that is too wide leaves few steps for the others. Ranges start
//! at the largest activations on positions of games. They are then scaled, first all together and then one by one, as
//! long as that reduces the divergence of the integer policy from the float policy. The divergence is measured on
//! positions of games and of random placements on boards of every size.

use crate::data::Sample;
use crate::loss::value;
use crate::model::Workspace;
use crate::parameters::{Places, Prepared};
use crate::samples::{ByKind, some};
use onepure::arena::schedule::Openings;
use onepure::geometry::{BoardSize, Large};
use onepure::network::{Inference, Inputs, Network, Plane};
use onepure::random::Randomness;
use onepure::rules::{Game, Ruleset};
use rand::RngExt;
use rayon::prelude::*;
use std::fmt;

/// Calibration positions of games per board and rule set, and random positions of each.
const GAMES: usize = 256;
const RANDOM: usize = 8;

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
    fn new(places: &Places, row: &[f32], inputs: impl IntoIterator<Item = Inputs<Large>>) -> Self {
        let prepared = Prepared::new(places, row);
        let inputs: Vec<_> = inputs.into_iter().collect();
        Self(inputs.into_par_iter().map(|inputs| Case::new(&prepared, inputs)).collect())
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
    fn new(prepared: &Prepared<'_>, inputs: Inputs<Large>) -> Self {
        let sample = Sample::of_inputs(&inputs);
        let prediction = Workspace::new(prepared, sample.lines).predict(prepared, &sample.points, &sample.globals);
        let size = inputs.size;
        let taken = inputs.plane(Plane::Own) | inputs.plane(Plane::Enemy) | inputs.plane(Plane::Refused);
        let playable: Vec<bool> = size.points().map(|point| !taken.contains(point)).chain([true]).collect();
        let outcome = softmax(prediction.outcome.map(f64::from).to_vec());
        let value = value(&outcome);
        let policy = policy(prediction.policy.iter().copied(), &playable);
        Self { inputs, policy, playable, value }
    }

    /// The divergence of the policy and the difference of the value on this position.
    fn difference(&self, evaluator: &mut Inference<Large>) -> (f64, f64) {
        let evaluation = evaluator.evaluate(&self.inputs);
        let points = self.inputs.size.points().map(|point| evaluation.policy[point]);
        let found = policy(points.chain([evaluation.abstain]), &self.playable);
        let term = |(&one, &other): (&f64, &f64)| if one > 0.0 { one * (one / other.max(1e-30)).ln() } else { 0.0 };
        let outcome = evaluation.outcome.map(f64::from);
        (self.policy.iter().zip(&found).map(term).sum(), (self.value - value(&outcome)).abs())
    }
}

/// The probabilities of the playable moves.
fn policy(logits: impl Iterator<Item = f32>, playable: &[bool]) -> Vec<f64> {
    let logit = |(logit, &can): (f32, &bool)| if can { f64::from(logit) } else { f64::NEG_INFINITY };
    softmax(logits.zip(playable).map(logit).collect())
}

fn softmax(mut numbers: Vec<f64>) -> Vec<f64> {
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

/// The ranges for a network with the parameters `row`, chosen on the given positions and on random ones. `network`
/// builds the network with given ranges.
pub(crate) fn calibrate(
    places: &Places,
    row: &[f32],
    samples: &ByKind,
    network: impl Fn(&[f32]) -> anyhow::Result<Network>,
) -> anyhow::Result<Vec<f32>> {
    let greatest = greatest_activations(places, row, samples);
    // Compare with the float network after its parameters are rounded to the file's 16 bits.
    let rounded = network(&greatest)?;
    let rounded = places.row_of(|name| rounded.tensor(name)).unwrap_or_else(|| row.to_vec());
    let cases = Cases::new(places, &rounded, of_games(samples).into_iter().chain(random_positions(CHOOSING)));
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
    Ok(best.1)
}

/// Two lines with the divergence of an 8-bit network from its float version: on positions of games, and on random
/// positions other than those of the calibration.
pub(crate) fn agreement(network: &Network, samples: &ByKind) -> anyhow::Result<String> {
    let (places, row) = Places::of_network(network)?;
    let divergence = |inputs| Cases::new(&places, &row, inputs).divergence(network);
    Ok(format!(
        "8 bits against floats, games: {}\n8 bits against floats, random placements on every board: {}",
        divergence(of_games(samples)),
        divergence(random_positions(HELD_OUT)),
    ))
}

fn better(one: (f64, Vec<f32>), other: (f64, Vec<f32>)) -> (f64, Vec<f32>) {
    if other.0 < one.0 { other } else { one }
}

/// The largest activation at each site where the engine quantizes: the input of both convolutions of each block, and
/// the end of the trunk.
fn greatest_activations(places: &Places, row: &[f32], samples: &ByKind) -> Vec<f32> {
    let prepared = Prepared::new(places, row);
    let sites = places.architecture.sites();
    let of_sample = |sample: &&Sample| {
        let mut workspace = Workspace::new(&prepared, sample.lines);
        workspace.predict(&prepared, &sample.points, &sample.globals);
        let mut greatest = vec![0.0_f32; sites];
        workspace.visit_activations(|site, activation| greatest[site] = greatest[site].max(activation));
        greatest
    };
    let chosen: Vec<&Sample> = some(samples, GAMES).into_values().flatten().collect();
    let greatest = chosen
        .par_iter()
        .map(of_sample)
        .reduce(|| vec![0.0; sites], |one, other| one.iter().zip(&other).map(|(one, other)| one.max(*other)).collect());
    // A site without positive activations can have any range.
    greatest.into_iter().map(|range| if range > 0.0 { range } else { 1.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Kind, Sampling, of_game, tests::game};
    use crate::parameters::{ACTIVATIONS, shape};

    #[test]
    fn ranges_fit_positions_that_the_games_do_not_show() {
        let places = Places::new(&shape(2, 16));
        let row = places.random(3);
        // A single position: almost nothing on a small board.
        let sampling = Sampling::default();
        let sample = of_game(&game(), &sampling, 0).expect("positions").remove(0);
        let samples = ByKind::from([(Kind { lines: 5, rules: "chinese".to_owned() }, vec![sample])]);
        let network = |ranges: &[f32]| {
            let mut tensors = places.to_tensors(&row);
            tensors.insert(ACTIVATIONS.to_owned(), ranges.to_vec());
            Ok(Network::from_tensors(places.architecture.clone(), "test", "", tensors)?)
        };
        let divergence = |ranges: &[f32]| {
            let network = network(ranges).expect("a network");
            let rounded = places.row_of(|name| network.tensor(name)).expect("all tensors");
            Cases::new(&places, &rounded, random_positions(HELD_OUT)).divergence(&network)
        };
        let before = divergence(&greatest_activations(&places, &row, &samples));
        let ranges = calibrate(&places, &row, &samples, network).expect("ranges");
        let after = divergence(&ranges);
        assert!(ranges.len() == 5 && ranges.iter().all(|&range| range > 0.0), "{ranges:?}");
        assert!(after.percentile_99 < before.percentile_99 / 2.0 && after.mean < before.mean, "{before}; {after}");
        let said = agreement(&network(&ranges).expect("a network"), &samples).expect("all tensors");
        assert!(said.contains(&after.to_string()) && said.lines().count() == 2, "{said}");
    }
}
