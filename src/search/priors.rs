//! What is thought of moves before they are looked into.

use super::parameters::Priors;
use super::tree::{Action, Prior, Seed};
use crate::geometry::{Layout, Point};
use crate::playout::{Course, Randomness, Trace};
use crate::rules::Counting;
use crate::tactics::{Situation, Weights, is_self_atari};

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
    let likelihoods = likelihoods(&Situation::new(line.board(), line.to_play(), trace.last_two()), weights, &points);
    let seed = |(point, likelihood): (Point<L>, f64)| {
        let mut tally = Tally::even(priors.even).won(priors.likelihood * likelihood.sqrt());
        if is_self_atari(line.board(), line.to_play(), point) {
            tally = tally.lost(priors.self_atari);
        }
        Seed { action: Action::place(point), prior: tally.prior() }
    };
    let mut seeds: Vec<Seed> = points.into_iter().zip(likelihoods).map(seed).collect();
    if seeds.is_empty() || line.may_abstain() {
        let prior = Tally::even(priors.even).lost(priors.abstention).prior();
        seeds.push(Seed { action: Action::ABSTAIN, prior });
    }
    seeds
}

/// How likely a good player makes each of these placements, by learned weights; 1 in all.
fn likelihoods<L: Layout>(situation: &Situation<'_, L>, weights: &Weights, points: &[Point<L>]) -> Vec<f64> {
    let sum = |&point: &Point<L>| situation.features(point).into_iter().map(|feature| weights.of(feature)).sum::<f32>();
    let powers: Vec<f64> = points.iter().map(|point| f64::from(sum(point)).exp()).collect();
    let all: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / all).collect()
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
