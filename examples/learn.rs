//! Learns the weights by which the search looks at placements first, from games.
//!
//! ```text
//! onepure match --rules chinese --size 9 --player a=builtin:visits=600 --player b=builtin:visits=600 --games 400 \
//!     --random-opening 4 --output games
//! cargo run --release --example learn -- src/tactics/weights/area.txt games/games/*.sgf
//! ```
//!
//! Every placement of a game is a choice among those that the search would have looked into. The weights are those that make
//! the choices likeliest, each choice by the softmax of the sums of the weights of its features, found by stochastic gradient
//! descent (Adagrad: Duchi, Hazan and Singer 2011), with a pull towards 0 for what is rare. One game in ten is left out, to
//! tell how well they predict.

#![allow(clippy::print_stdout, reason = "its output is all that this program is for")]

use onepure::board::Color;
use onepure::geometry::{Large, Point, PointSet};
use onepure::playout::{Course, CourseRoot, CourseTask};
use onepure::record::{Content, Record};
use onepure::rules::{Game, Move, Ruleset};
use onepure::tactics::{Feature, Features, Situation, Weights};
use std::collections::HashMap;
use std::error::Error;

/// The turns at the beginning of a game that were not chosen by a player.
const OPENING: usize = 4;

/// How often every choice is learned from.
const ROUNDS: usize = 10;

/// How far a weight moves at first.
const RATE: f32 = 0.1;

/// How strongly weights are pulled towards 0, at each step in which they count.
const PULL: f32 = 2e-4;

/// A feature that is seen less often is left at 0.
const LEAST: u32 = 8;

/// A placement, chosen among others.
struct Choice {
    /// The features of each placement that could have been made.
    options: Vec<Features>,
    chosen: usize,
}

/// The features of the placements that the search would look into.
struct Options<'game> {
    color: Color,
    last: [Option<Point>; 2],
    game: &'game Game,
}

impl CourseTask<Large> for Options<'_> {
    type Output = Vec<(Point, Features)>;

    fn run<'root, C: Course<'root, Large>>(self, root: &'root C::Root) -> Self::Output {
        let situation = Situation::new(self.game.board(), self.color, self.last);
        C::at(root).placements().iter().map(|point| (point, situation.features(point))).collect()
    }
}

fn choices(record: &Record) -> Result<Vec<Choice>, Box<dyn Error>> {
    let ruleset = record.info.known_ruleset().unwrap_or_else(Ruleset::one_pure);
    let line = record.main_line();
    let mut replay = line.start(ruleset);
    let mut before = replay.game().clone();
    let mut choices = Vec::new();
    while let Some(node) = replay.advance()? {
        if let Content::Move(color, Move::Place(point)) = node.content
            && before.turns().len() >= OPENING
        {
            let last = |back: usize| match before.turns().iter().rev().nth(back)?.action {
                Move::Place(point) => Some(point),
                Move::Abstain => None,
            };
            let options = Options { color, last: [last(0), last(1)], game: &before };
            let options = CourseRoot::<Large>::new(&before, color, PointSet::empty()).follow(options);
            if let Some(chosen) = options.iter().position(|&(option, _)| option == point) {
                choices.push(Choice { options: options.into_iter().map(|(_, features)| features).collect(), chosen });
            }
        }
        before = replay.game().clone();
    }
    Ok(choices)
}

/// Features that are images of each other are one.
fn key(feature: Feature) -> Feature {
    match feature {
        Feature::Around(around) => Feature::Around(around.canonical()),
        plain @ Feature::Plain(_) => plain,
    }
}

/// The likelihood of each option.
fn likelihoods(choice: &Choice, weights: &Weights) -> Vec<f32> {
    let sums = choice.options.iter().map(|features| features.iter().map(|&feature| weights.of(feature)).sum::<f32>());
    let sums: Vec<f32> = sums.collect();
    let most = sums.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = sums.iter().map(|sum| (sum - most).exp()).collect();
    let all: f32 = powers.iter().sum();
    powers.iter().map(|power| power / all).collect()
}

/// The share of choices that were the likeliest option, and the mean of the logarithm of their likelihood.
fn prediction(choices: &[Choice], weights: &Weights) -> (f64, f64) {
    let (mut right, mut logarithms) = (0_usize, 0.0);
    for choice in choices {
        let likelihoods = likelihoods(choice, weights);
        let chosen = likelihoods[choice.chosen];
        right += usize::from(likelihoods.iter().all(|&other| other <= chosen));
        logarithms += f64::from(chosen.max(f32::MIN_POSITIVE).ln());
    }
    let count = choices.len().max(1) as f64;
    (right as f64 / count, logarithms / count)
}

/// One round over all choices.
fn learn(choices: &[Choice], weights: &mut Weights, squares: &mut HashMap<Feature, f32>) {
    for choice in choices {
        let likelihoods = likelihoods(choice, weights);
        let mut gradient = HashMap::<Feature, f32>::new();
        for (number, (features, likelihood)) in choice.options.iter().zip(&likelihoods).enumerate() {
            let error = if number == choice.chosen { 1.0 } else { 0.0 } - likelihood;
            for &feature in features {
                *gradient.entry(key(feature)).or_default() += error;
            }
        }
        for (feature, slope) in gradient {
            // What is seen too seldom has no entry.
            let Some(square) = squares.get_mut(&feature) else { continue };
            let slope = slope - PULL * weights.of(feature);
            *square += slope * slope;
            weights.set(feature, weights.of(feature) + RATE * slope / square.sqrt());
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let Some(output) = arguments.next() else {
        return Err("a file for the weights is needed, then records, such as `weights.txt games/*.sgf`".into());
    };
    let (mut learned, mut held_out) = (Vec::new(), Vec::new());
    for (number, file) in arguments.enumerate() {
        let choices = choices(&Record::load(file)?)?;
        if number % 10 == 0 { &mut held_out } else { &mut learned }.extend(choices);
    }
    let mut seen = HashMap::<Feature, u32>::new();
    for feature in learned.iter().flat_map(|choice| choice.options.iter().flatten()) {
        *seen.entry(key(*feature)).or_default() += 1;
    }
    let mut squares: HashMap<_, _> =
        seen.into_iter().filter(|&(_, count)| count >= LEAST).map(|(feature, _)| (feature, 1e-3)).collect();
    println!("{} choices, {} held out, {} features", learned.len(), held_out.len(), squares.len());
    let mut weights = Weights::default();
    for round in 1..=ROUNDS {
        learn(&learned, &mut weights, &mut squares);
        let ((right, logarithm), (right_out, logarithm_out)) =
            (prediction(&learned, &weights), prediction(&held_out, &weights));
        println!(
            "{round:3} learned {:.1} % right, {logarithm:.3}; held out {:.1} % right, {logarithm_out:.3}",
            100.0 * right,
            100.0 * right_out
        );
    }
    std::fs::write(output, weights.to_string())?;
    Ok(())
}
