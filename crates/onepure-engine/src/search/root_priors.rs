//! The priors of the moves at the root: those of the network, mixed with noise and with the values that one evaluation of each move gives.

use super::parameters::Puct;
use onepure_rules::random::Randomness;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// The temperature at which values become probabilities: a move that loses this much against the best one is e times less likely.
const TEMPERATURE: f64 = 0.01;

/// What the priors at the root are mixed with. All threads of a search share it.
#[derive(Debug, Default)]
pub(super) struct RootPriors {
    noise: RootNoise,
    values: RootValues,
}

impl RootPriors {
    /// Priors with this noise. The first evaluations of the search go to all `moves` moves if `evaluates_moves`.
    pub(super) fn new(noise: RootNoise, puct: &Puct, moves: usize, evaluates_moves: bool) -> Self {
        let moves = if evaluates_moves { moves } else { 0 };
        Self { noise, values: RootValues::new(puct.root_values, moves) }
    }

    /// The values of the moves.
    pub(super) fn values(&self) -> &RootValues {
        &self.values
    }

    /// The prior of the child with this number, mixed.
    pub(super) fn mixed(&self, number: usize, probability: f64) -> f64 {
        self.noise.mixed(number, self.values.mixed(number, probability))
    }
}

/// The value of each move at the root by one evaluation.
///
/// The policy of a network trained by its own searches can exclude moves whose positions the network itself values higher: on 19×19 it
/// answered next to the last move with a prior of 0.99, and left an empty corner 0.0001 (docs/lab/search/network.md, "Values of all moves at
/// the root"). A search never visits such a move. So a fraction of the prior is shared by values.
///
/// Relaxed orderings suffice for numbers and values: `done` is incremented with `AcqRel` after the value is stored, so the thread that
/// counts the last one sees all.
#[derive(Debug, Default)]
pub(super) struct RootValues {
    /// The fraction of the prior that is shared by values.
    share: f64,
    next: AtomicUsize,
    done: AtomicUsize,
    /// The values as the bits of an `f32`.
    values: Box<[AtomicU32]>,
    /// The probabilities by value, once all values are known.
    parts: OnceLock<Box<[f64]>>,
}

impl RootValues {
    fn new(share: f64, moves: usize) -> Self {
        let moves = if share > 0.0 { moves } else { 0 };
        Self { share, values: (0..moves).map(|_| AtomicU32::default()).collect(), ..Self::default() }
    }

    /// Returns whether a move is left to claim.
    pub(super) fn are_wanted(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.values.len()
    }

    /// Claims the next move to evaluate; `None` if all are claimed.
    pub(super) fn claim(&self) -> Option<usize> {
        Some(self.next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < self.values.len())
    }

    /// Stores the value of a claimed move, for the colour that makes it.
    pub(super) fn store(&self, number: usize, value: f64) {
        self.values[number].store((value as f32).to_bits(), Ordering::Relaxed);
        if self.done.fetch_add(1, Ordering::AcqRel) + 1 == self.values.len() {
            self.parts.get_or_init(|| self.probabilities());
        }
    }

    fn probabilities(&self) -> Box<[f64]> {
        let values = || self.values.iter().map(|value| f64::from(f32::from_bits(value.load(Ordering::Relaxed))));
        let best = values().fold(f64::NEG_INFINITY, f64::max);
        let weight = |value: f64| libm::exp((value - best) / TEMPERATURE);
        let all: f64 = values().map(weight).sum();
        values().map(|value| weight(value) / all).collect()
    }

    fn mixed(&self, number: usize, probability: f64) -> f64 {
        match self.parts.get().and_then(|parts| parts.get(number)) {
            Some(part) => probability * (1.0 - self.share) + part * self.share,
            None => probability,
        }
    }
}

/// Noise in the priors at the root, so that self-play explores moves with small priors (Silver et al. 2017).
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct RootNoise {
    /// The fraction of noise in the priors.
    share: f64,
    /// The noise of each child, with sum 1; empty without noise.
    parts: Vec<f64>,
}

impl RootNoise {
    /// Dirichlet noise for `children` children, with the fraction and the concentration of [`Puct`].
    pub(super) fn dirichlet(puct: &Puct, children: usize, randomness: &mut Randomness) -> Self {
        let Puct { root_noise: share, root_noise_concentration: concentration, .. } = *puct;
        if share == 0.0 || children == 0 {
            return Self::default();
        }
        let parts: Vec<f64> = (0..children).map(|_| gamma(concentration / children as f64, randomness)).collect();
        let all: f64 = parts.iter().sum();
        if all > 0.0 {
            Self { share, parts: parts.into_iter().map(|part| part / all).collect() }
        } else {
            Self::default()
        }
    }

    /// The prior of the child with this number, mixed with noise.
    fn mixed(&self, number: usize, probability: f64) -> f64 {
        self.parts.get(number).map_or(probability, |part| probability * (1.0 - self.share) + part * self.share)
    }
}

/// A random number of the gamma distribution with this shape (Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables", 2000).
fn gamma(shape: f64, randomness: &mut Randomness) -> f64 {
    if shape < 1.0 {
        return gamma(shape + 1.0, randomness) * libm::pow(uniform(randomness), 1.0 / shape.max(1e-9));
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let angle = std::f64::consts::TAU * uniform(randomness);
        let normal = (-2.0 * libm::log(uniform(randomness))).sqrt() * libm::cos(angle);
        let volume = (1.0 + c * normal).powi(3);
        if volume > 0.0
            && libm::log(uniform(randomness)) < 0.5 * normal * normal + d * (1.0 - volume + libm::log(volume))
        {
            return d * volume;
        }
    }
}

/// A random number from 0 to 1, both excluded: [`gamma`] takes its logarithm.
fn uniform(randomness: &mut Randomness) -> f64 {
    const STEPS: usize = 1 << 31;
    (randomness.below(STEPS) as f64 + 0.5) / STEPS as f64
}

#[cfg(test)]
impl RootPriors {
    /// Priors with this fraction of noise, shared in these parts.
    pub(super) fn with_noise(share: f64, parts: Vec<f64>) -> Self {
        Self { noise: RootNoise { share, parts }, values: RootValues::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priors_are_mixed_with_values_once_all_are_known() {
        let puct = Puct { root_values: 0.5, ..Puct::default() };
        let priors = RootPriors::new(RootNoise::default(), &puct, 3, true);
        assert_eq!(priors.mixed(0, 0.5).to_bits(), 0.5_f64.to_bits());
        for value in [0.5, 0.5, 0.4] {
            let number = priors.values().claim().expect("a move");
            priors.values().store(number, value);
        }
        assert_eq!(priors.values().claim(), None);
        let mixed = [0.9, 0.1, 0.0].iter().enumerate().map(|(number, &prior)| priors.mixed(number, prior));
        let mixed: Vec<f64> = mixed.collect();
        assert!((mixed.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{mixed:?}");
        assert!((mixed[0] - 0.7).abs() < 1e-3 && (mixed[1] - 0.3).abs() < 1e-3 && mixed[2] > 0.0, "{mixed:?}");
        // A child that is not evaluated keeps its prior.
        assert_eq!(priors.mixed(3, 0.25).to_bits(), 0.25_f64.to_bits());
    }

    #[test]
    fn without_a_share_nothing_is_evaluated() {
        let off = Puct { root_values: 0.0, ..Puct::default() };
        let on = Puct { root_values: 0.5, ..Puct::default() };
        assert_eq!(RootPriors::new(RootNoise::default(), &off, 3, true).values().claim(), None);
        assert_eq!(RootPriors::new(RootNoise::default(), &on, 3, false).values().claim(), None);
    }

    #[test]
    fn root_noise_is_a_distribution_that_the_seed_decides() {
        let of = |root_noise, seed| {
            RootNoise::dirichlet(&Puct { root_noise, ..Puct::default() }, 80, &mut Randomness::new(seed, 0))
        };
        let noise = |seed| of(0.25, seed);
        let RootNoise { parts, .. } = noise(1);
        assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-9 && parts.iter().all(|&part| part >= 0.0), "{parts:?}");
        assert_eq!(noise(1), noise(1));
        assert_ne!(noise(1), noise(2));
        assert_eq!(of(0.0, 1), RootNoise::default());
        // The mean of the gamma distribution is its shape.
        let mut randomness = Randomness::new(3, 0);
        for shape in [0.3, 2.5] {
            let mean = (0..4000).map(|_| gamma(shape, &mut randomness)).sum::<f64>() / 4000.0;
            assert!((mean / shape - 1.0).abs() < 0.15, "{shape}: {mean}");
        }
    }
}
