//! Noise in the priors at the root.

use super::parameters::Puct;
use onepure_rules::random::Randomness;

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
    pub(super) fn mixed(&self, number: usize, probability: f64) -> f64 {
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
impl RootNoise {
    /// This fraction of noise, shared in these parts.
    pub(super) fn example(share: f64, parts: Vec<f64>) -> Self {
        Self { share, parts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
