//! Learns the weights of the search's priors for placements from games.
//!
//! ```text
//! onepure match --rules chinese --size 9 --player a=builtin:visits=600 --player b=builtin:visits=600 --games 400 \
//!     --random-opening 4 --output games
//! cargo run --release --example learn -- crates/onepure-engine/src/tactics/weights/area.txt games/games/*.sgf
//! ```
//!
//! Every placement of a game is a choice among the candidates of the search. The weights maximize the likelihood of the choices,
//! each a softmax of the sums of its features' weights. The method is stochastic gradient descent (Adagrad: Duchi, Hazan and
//! Singer 2011) with a pull towards 0 for rare features. One game in ten is left out, to measure the prediction. Boards of
//! several sizes are learned together and measured apart. A pattern is kept if it is frequent enough and has enough weight.

#![allow(clippy::print_stdout, reason = "its output is all that this program is for")]

use onepure::board::Color;
use onepure::geometry::{Large, Point, PointSet};
use onepure::random::Randomness;
use onepure::record::{NodeContent, Record};
use onepure::rules::{Game, Move, Ruleset};
use onepure::simulation::{SimulationPosition, SimulationRoot, with_position};
use onepure::tactics::{Feature, Features, Situation, Weights};
use std::collections::{BTreeSet, HashMap};
use std::error::Error;

/// The turns at the start of a game that no player chose.
const OPENING: usize = 4;

/// The number of passes over all choices.
const ROUNDS: usize = 8;

/// The first step of a weight.
const RATE: f32 = 0.1;

/// The pull of a weight towards 0 in each step.
const PULL: f32 = 1e-3;

/// Features with fewer occurrences stay at 0.
const LEAST: u32 = 8;

/// Patterns with fewer occurrences stay at 0. There are many more of them than of other features.
const LEAST_PATTERN: u32 = 150;

/// Patterns with less weight are left out.
const LEAST_WEIGHT: f32 = 0.05;

/// A placement among its alternatives.
struct Choice {
    /// The lines of the board.
    lines: usize,
    /// The numbers of the features of all possible placements, one placement after the other.
    features: Vec<u32>,
    /// The end of each placement in `features`.
    ends: Vec<usize>,
    chosen: usize,
}

impl Choice {
    /// The features of each placement.
    fn options(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.features[start..end])
    }
}

/// The features that occurred, numbered.
#[derive(Default)]
struct Dictionary {
    numbers: HashMap<Feature, u32>,
    features: Vec<Feature>,
}

impl Dictionary {
    /// The number of a feature. Symmetric images have the same number.
    fn number(&mut self, feature: Feature) -> u32 {
        // Look up a known image without computing its symmetries.
        if let Some(&number) = self.numbers.get(&feature) {
            return number;
        }
        let canonical = match feature {
            Feature::Around(around) => Feature::Around(around.canonical()),
            Feature::Pattern(pattern) => Feature::Pattern(pattern.canonical()),
            plain @ Feature::Plain(_) => plain,
        };
        let features = &mut self.features;
        let number = *self.numbers.entry(canonical).or_insert_with(|| {
            features.push(canonical);
            features.len() as u32 - 1
        });
        self.numbers.insert(feature, number);
        number
    }
}

/// The features of the candidates of the search.
fn options(game: &Game, color: Color, last: [Option<Point>; 2]) -> Vec<(Point, Features)> {
    let situation = Situation::new(game.board(), color, last);
    let root = SimulationRoot::<Large>::new(game, color, PointSet::empty());
    let placements = with_position!(&root, position => position.placements());
    placements.iter().map(|point| (point, situation.features(point))).collect()
}

fn choices(record: &Record, dictionary: &mut Dictionary) -> Result<Vec<Choice>, Box<dyn Error>> {
    let ruleset = record.info.known_ruleset().unwrap_or_else(Ruleset::one_pure);
    let line = record.main_line();
    let mut replay = line.start(ruleset);
    let mut before = replay.game().clone();
    let lines = before.board().size().lines();
    let mut choices = Vec::new();
    while let Some(node) = replay.advance()? {
        if let NodeContent::Move(color, Move::Place(point)) = node.content
            && before.turns().len() >= OPENING
        {
            let last = |back: usize| match before.turns().iter().rev().nth(back)?.action {
                Move::Place(point) => Some(point),
                Move::Abstain => None,
            };
            let options = options(&before, color, [last(0), last(1)]);
            if let Some(chosen) = options.iter().position(|&(option, _)| option == point) {
                let (mut features, mut ends) = (Vec::new(), Vec::new());
                for (_, of_option) in options {
                    features.extend(of_option.into_iter().map(|feature| dictionary.number(feature)));
                    ends.push(features.len());
                }
                choices.push(Choice { lines, features, ends, chosen });
            }
        }
        before = replay.game().clone();
    }
    Ok(choices)
}

/// The likelihood of each option, by the weights of the numbered features.
fn likelihoods(choice: &Choice, weights: &[f32]) -> Vec<f32> {
    let sum = |features: &[u32]| features.iter().map(|&feature| weights[feature as usize]).sum::<f32>();
    let sums: Vec<f32> = choice.options().map(sum).collect();
    let most = sums.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = sums.iter().map(|sum| (sum - most).exp()).collect();
    let all: f32 = powers.iter().sum();
    powers.iter().map(|power| power / all).collect()
}

/// The quality of the prediction: the fraction of choices whose option was the likeliest, the mean log-likelihood, and the number
/// of choices.
fn prediction<'choice>(choices: impl IntoIterator<Item = &'choice Choice>, weights: &[f32]) -> String {
    let (mut right, mut logarithms, mut count) = (0.0, 0.0, 0.0);
    for choice in choices {
        let likelihoods = likelihoods(choice, weights);
        let chosen = likelihoods[choice.chosen];
        right += if likelihoods.iter().all(|&other| other <= chosen) { 1.0 } else { 0.0 };
        logarithms += f64::from(chosen.max(f32::MIN_POSITIVE).ln());
        count += 1.0;
    }
    let all = if count > 0.0 { count } else { 1.0 };
    format!("{:.1} % right, {:.3} ({count})", 100.0 * right / all, logarithms / all)
}

/// The weight of each numbered feature, and the sum of its squared gradients; `None` for a rare feature.
struct Learner {
    weights: Vec<f32>,
    squares: Vec<Option<f32>>,
    /// The gradient of a choice; 0 between choices.
    slopes: Vec<f32>,
}

impl Learner {
    fn new(choices: &[Choice], features: &[Feature]) -> Self {
        let mut seen = vec![0_u32; features.len()];
        for &feature in choices.iter().flat_map(|choice| &choice.features) {
            seen[feature as usize] += 1;
        }
        let square = |(feature, &seen): (&Feature, &u32)| {
            let least = if let Feature::Pattern(_) = feature { LEAST_PATTERN } else { LEAST };
            (seen >= least).then_some(1e-3)
        };
        Self {
            weights: vec![0.0; features.len()],
            squares: features.iter().zip(&seen).map(square).collect(),
            slopes: vec![0.0; features.len()],
        }
    }

    /// Learns from one choice.
    fn learn(&mut self, choice: &Choice) {
        let likelihoods = likelihoods(choice, &self.weights);
        for (number, (features, likelihood)) in choice.options().zip(&likelihoods).enumerate() {
            let error = if number == choice.chosen { 1.0 } else { 0.0 } - likelihood;
            for &feature in features {
                self.slopes[feature as usize] += error;
            }
        }
        for &feature in &choice.features {
            let feature = feature as usize;
            let slope = std::mem::take(&mut self.slopes[feature]);
            if slope != 0.0
                && let Some(square) = &mut self.squares[feature]
            {
                let slope = slope - PULL * self.weights[feature];
                *square += slope * slope;
                self.weights[feature] += RATE * slope / square.sqrt();
            }
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let Some(output) = arguments.next() else {
        return Err("a file for the weights is needed, then records, such as `weights.txt games/*.sgf`".into());
    };
    let (mut known, mut held_out) = (Vec::new(), Vec::new());
    let mut dictionary = Dictionary::default();
    for (number, file) in arguments.enumerate() {
        let choices = choices(&Record::load(file)?, &mut dictionary)?;
        if number % 10 == 0 { &mut held_out } else { &mut known }.extend(choices);
    }
    let features = dictionary.features;
    let mut learner = Learner::new(&known, &features);
    let often = learner.squares.iter().flatten().count();
    println!(
        "{} choices, {} held out, {} features, {often} of them often",
        known.len(),
        held_out.len(),
        features.len()
    );
    let mut randomness = Randomness::new(0, 0);
    for round in 1..=ROUNDS {
        for last in (1..known.len()).rev() {
            known.swap(last, randomness.below(last + 1));
        }
        for choice in &known {
            learner.learn(choice);
        }
        let (old, new) = (prediction(&known, &learner.weights), prediction(&held_out, &learner.weights));
        println!("{round:3} learned {old}; held out {new}");
    }
    let mut weights = Weights::default();
    for (&feature, weight) in features.iter().zip(&mut learner.weights) {
        if matches!(feature, Feature::Pattern(_)) && weight.abs() < LEAST_WEIGHT {
            *weight = 0.0;
        } else if *weight != 0.0 {
            weights.set(feature, *weight);
        }
    }
    for lines in held_out.iter().map(|choice| choice.lines).collect::<BTreeSet<_>>() {
        let of_size = held_out.iter().filter(|choice| choice.lines == lines);
        println!("{lines} lines: held out {}", prediction(of_size, &learner.weights));
    }
    std::fs::write(output, weights.to_string())?;
    Ok(())
}
