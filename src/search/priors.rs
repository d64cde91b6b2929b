//! What is thought of moves before they are looked into.

use super::parameters::Priors;
use super::tree::{Action, Heard, Prior, Seed};
use crate::geometry::{Layout, Point};
use crate::playout::{Course, Randomness, Trace};
use crate::rules::Counting;
use crate::tactics::{Feature, Situation, Weights};

/// The moves worth a node, the placements in random order, then the abstention: if it is worth a thought, or if nothing
/// else is left.
pub(super) fn seeds<'root, L: Layout>(
    line: &impl Course<'root, L>,
    trace: &Trace<L>,
    priors: &Priors,
    randomness: &mut Randomness,
) -> Vec<Seed> {
    let mut points: Vec<Point<L>> = line.placements().into_iter().collect();
    for last in (1..points.len()).rev() {
        points.swap(last, randomness.below(last + 1));
    }
    let weights = match line.counting() {
        Counting::Contact => Weights::contact(),
        Counting::Area => Weights::area(),
    };
    let expectations = expectations(&Situation::new(line.board(), line.to_play(), trace.last_two()), weights, &points);
    let seed = |(point, Expectation { likelihood, is_self_atari }): (Point<L>, Expectation)| {
        let mut tally = Tally::even(priors.even).won(priors.likelihood * likelihood.sqrt());
        if is_self_atari {
            tally = tally.lost(priors.self_atari);
        }
        Seed { action: Action::place(point), prior: tally.prior(), heard: Heard::NOTHING }
    };
    let mut seeds: Vec<Seed> = points.into_iter().zip(expectations).map(seed).collect();
    if seeds.is_empty() || line.may_abstain() {
        let prior = Tally::even(priors.even).lost(priors.abstention).prior();
        seeds.push(Seed { action: Action::ABSTAIN, prior, heard: Heard::NOTHING });
    }
    seeds
}

/// What is expected of a placement.
#[derive(Clone, Copy, Debug)]
struct Expectation {
    /// How likely a good player makes it.
    likelihood: f64,
    is_self_atari: bool,
}

/// What is expected of each of these placements, by learned weights; the likelihoods are 1 in all.
fn expectations<L: Layout>(situation: &Situation<'_, L>, weights: &Weights, points: &[Point<L>]) -> Vec<Expectation> {
    let expectation = |&point: &Point<L>| {
        let features = situation.features(point);
        let sum = features.iter().map(|&feature| weights.of(feature)).sum::<f32>();
        Expectation {
            likelihood: f64::from(sum).exp(),
            is_self_atari: features.into_iter().any(Feature::is_self_atari),
        }
    };
    let mut expectations: Vec<Expectation> = points.iter().map(expectation).collect();
    let all: f64 = expectations.iter().map(|expectation| expectation.likelihood).sum();
    for expectation in &mut expectations {
        expectation.likelihood /= all;
    }
    expectations
}

/// Runs won and lost in the mind.
#[derive(Clone, Copy, Debug)]
struct Tally {
    won: f64,
    all: f64,
}

impl Tally {
    fn even(weight: f64) -> Self {
        Self { won: weight / 2.0, all: weight }
    }

    fn won(self, weight: f64) -> Self {
        Self { won: self.won + weight, all: self.all + weight }
    }

    fn lost(self, weight: f64) -> Self {
        Self { all: self.all + weight, ..self }
    }

    fn prior(self) -> Prior {
        Prior { mean: if self.all > 0.0 { (self.won / self.all) as f32 } else { 0.5 }, weight: self.all as f32 }
    }
}
