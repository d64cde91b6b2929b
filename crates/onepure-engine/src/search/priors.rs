//! The priors of moves.

use super::node::{Amaf, NewChild, PackedMove, Prior, VirtualVisits};
use super::parameters::{Priors, SelectionMethod};
use super::spec::SearchSpec;
use crate::tactics::{Feature, Situation, Weights};
use onepure_rules::geometry::{Layout, Point};
use onepure_rules::random::Randomness;
use onepure_rules::simulation::{SimulationPosition, Trace};

/// A move with its likelihood.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct LikelyMove {
    pub(super) action: PackedMove,
    /// The probability that a good player makes the move, up to a common factor.
    pub(super) likelihood: f64,
    pub(super) is_self_atari: bool,
}

/// The moves that get a node, with likelihoods by learned weights: the placements in random order, then a pass if it is reasonable or the
/// only move.
pub(super) fn linear<L: Layout>(
    position: &impl SimulationPosition<L>,
    trace: &Trace<L>,
    randomness: &mut Randomness,
) -> Vec<LikelyMove> {
    let mut points: Vec<Point<L>> = position.placements().into_iter().collect();
    for last in (1..points.len()).rev() {
        points.swap(last, randomness.below(last + 1));
    }
    let weights = if position.articles().counts_contact() { Weights::contact() } else { Weights::area() };
    let situation = Situation::new(position.board(), position.to_play(), trace.last_two());
    let mut moves: Vec<LikelyMove> = points
        .into_iter()
        .map(|point| {
            let features = situation.features(point);
            let sum = features.iter().map(|&feature| weights.of(feature)).sum::<f32>();
            LikelyMove {
                action: PackedMove::place(point),
                likelihood: f64::from(sum).exp(),
                is_self_atari: features.into_iter().any(Feature::is_self_atari),
            }
        })
        .collect();
    let all: f64 = moves.iter().map(|one| one.likelihood).sum();
    for one in &mut moves {
        one.likelihood /= all;
    }
    if moves.is_empty() || position.may_abstain() {
        // The weights do not cover passes: a pass gets the mean likelihood of a placement.
        let likelihood = 1.0 / (moves.len() + 1) as f64;
        moves.push(LikelyMove { action: PackedMove::PASS, likelihood, is_self_atari: false });
    }
    moves
}

/// Turns logits into probabilities with sum 1. `libm` gives the same result on every processor; `std` would change the bench signature.
pub(super) fn softmax(logits: &mut [f64]) {
    let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut all = 0.0;
    for logit in &mut *logits {
        *logit = libm::exp(*logit - most);
        all += *logit;
    }
    for likelihood in logits {
        *likelihood /= all;
    }
}

/// Writes the children of a node in the order of the moves, with priors for the selection method of the search.
pub(super) fn write(moves: &[LikelyMove], spec: &SearchSpec, children: &mut Vec<NewChild>) {
    let method = spec.method();
    let all: f64 = moves.iter().map(|one| one.likelihood).sum();
    children.clear();
    children.extend(moves.iter().map(|one| {
        let prior = match method {
            SelectionMethod::Puct => Prior::probability((one.likelihood / all) as f32),
            SelectionMethod::Rave => virtual_visits(one, &spec.parameters.priors),
        };
        NewChild { action: one.action, prior, amaf: Amaf::NOTHING }
    }));
}

/// Moves the `most` children with the highest priors to the front, sorted by falling prior. [`select::by_puct`](super::select::by_puct)
/// needs this order.
pub(super) fn sort_first(children: &mut [NewChild], most: usize) {
    let likelihood = |child: &NewChild| child.prior.as_probability();
    let order = |one: &NewChild, other: &NewChild| {
        likelihood(other).total_cmp(&likelihood(one)).then(one.action.cmp(&other.action))
    };
    let first = if most < children.len() { children.select_nth_unstable_by(most, order).0 } else { children };
    first.sort_unstable_by(order);
}

/// The prior of a move as virtual visits.
pub(super) fn virtual_visits(one: &LikelyMove, priors: &Priors) -> Prior {
    let even = priors.even;
    let mut won = even / 2.0;
    let mut all = even;
    if one.action == PackedMove::PASS {
        all += priors.abstention;
    } else {
        let likely = priors.likelihood * one.likelihood.sqrt();
        won += likely;
        all += likely;
        if one.is_self_atari {
            all += priors.self_atari;
        }
    }
    let mean = if all > 0.0 { (won / all) as f32 } else { 0.5 };
    Prior::virtual_visits(VirtualVisits { mean, weight: all as f32 })
}

/// The likelihood of a move, up to a common factor, recovered from a prior by [`virtual_visits`]; 0 if the priors do not depend on it.
pub(super) fn likelihood(prior: Prior, priors: &Priors) -> f64 {
    if priors.likelihood == 0.0 {
        return 0.0;
    }
    let VirtualVisits { mean, weight } = prior.as_virtual_visits();
    let likely = f64::from(mean * weight) - priors.even / 2.0;
    likely.max(0.0).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::geometry::Large;

    #[test]
    fn so_many_of_the_likeliest_come_first_in_their_order() {
        let child = |number: usize| NewChild {
            action: PackedMove::place(Point::<Large>::from_index(number)),
            // Some priors are equal.
            prior: Prior::probability((number * 7 % 20) as f32 / 40.0),
            amaf: Amaf::NOTHING,
        };
        let sorted = |most: usize| {
            let mut children: Vec<_> = (0..40).map(child).collect();
            sort_first(&mut children, most);
            children
        };
        let whole = sorted(usize::MAX);
        let falls = |pair: &[NewChild]| {
            let [one, other] = [pair[0], pair[1]].map(|child| child.prior.as_probability());
            one > other || one.to_bits() == other.to_bits() && pair[0].action < pair[1].action
        };
        assert!(whole.windows(2).all(falls), "{whole:?}");
        for most in [0, 1, 8, 39, 40, 41] {
            let (children, first) = (sorted(most), most.min(40));
            assert_eq!((&children[..first], children.len()), (&whole[..first], 40), "{most}");
        }
    }

    #[test]
    fn a_likelihood_is_read_from_virtual_visits() {
        let priors = Priors { even: 14.0, likelihood: 210.0, self_atari: 20.0, abstention: 10.0 };
        let action = PackedMove::place(Point::<Large>::new(2, 2));
        let read = |one: LikelyMove| likelihood(virtual_visits(&one, &priors), &priors);
        let usual = LikelyMove { action, likelihood: 0.02, is_self_atari: false };
        for (one, times) in [
            (LikelyMove { likelihood: 0.5, ..usual }, 25.0),
            (LikelyMove { is_self_atari: true, ..usual }, 1.0),
            (LikelyMove { likelihood: 0.0, ..usual }, 0.0),
            (LikelyMove { action: PackedMove::PASS, ..usual }, 0.0),
        ] {
            let found = read(one) / read(usual);
            assert!((found - times).abs() <= 1e-3 * (1.0 + times), "{one:?}: {found}");
        }
    }

    #[test]
    fn no_likelihood_is_read_from_rounding() {
        let priors = Priors { likelihood: 0.0, ..Priors::default() };
        let action = PackedMove::place(Point::<Large>::new(2, 2));
        for is_self_atari in [false, true] {
            let one = LikelyMove { action, likelihood: 0.02, is_self_atari };
            assert!(likelihood(virtual_visits(&one, &priors), &priors) <= 0.0, "{one:?}");
        }
    }
}
