//! The SPSA optimizer.

use crate::random::mixed_seed;
use onepure_rules::random::Randomness;
use rand::Rng;

/// A number to optimize.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dimension {
    /// The initial value.
    pub start: f64,
    /// The lower limit.
    pub low: f64,
    /// The upper limit.
    pub high: f64,
    /// The distance of the first trial from the start. Choose the steps so that each changes the result by about as
    /// much.
    pub step: f64,
    /// Whether only integers can be tried.
    pub is_whole: bool,
}

/// The two sides that an iteration compares.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The values of one side.
    pub plus: Vec<f64>,
    /// The values of the other side.
    pub minus: Vec<f64>,
}

/// Simultaneous perturbation stochastic approximation: maximizes a function of which only noisy comparisons of two
/// points are available.
///
/// Iteration *k*, from 0, moves each number by `step / (k + 1)^0.101` in a random direction. All numbers then move
/// towards the better side, by a gain that falls with `(k + 1 + A)^-0.602`, where *A* is a tenth of all iterations. The
/// exponents and *A* come from J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
/// optimization", 1998. The compared points stay within the ranges (P. Sadegh, "Constrained optimization via stochastic
/// approximation with a simultaneous perturbation gradient approximation", 1997). Whole numbers are rounded up or down
/// at random, which keeps their mean.
///
/// ```
/// use onepure::arena::tune::{Dimension, Spsa};
///
/// let height = |x: &[f64]| -(x[0] - 3.0) * (x[0] - 3.0);
/// let dimension = Dimension { start: 0.0, low: -10.0, high: 10.0, step: 0.5, is_whole: false };
/// let mut spsa = Spsa::new(vec![dimension], 500, 1.0, 0);
/// while let Some(trial) = spsa.trial() {
///     spsa.learn((height(&trial.plus) - height(&trial.minus)).clamp(-1.0, 1.0));
/// }
/// assert!((spsa.estimate()[0] - 3.0).abs() < 0.01);
/// ```
#[derive(Clone, Debug)]
pub struct Spsa {
    dimensions: Vec<Dimension>,
    iterations: usize,
    gain: f64,
    seed: u64,
    /// The numbers at the start and after each iteration. Never empty.
    places: Vec<Vec<f64>>,
}

/// Spall's γ: the exponent with which the distance of the trials falls.
const GAMMA: f64 = 0.101;

/// Spall's α: the exponent with which the gain falls.
const ALPHA: f64 = 0.602;

/// Spall's A as a fraction of the iterations. It keeps early gains small.
const STABILITY: f64 = 0.1;

impl Spsa {
    /// An optimizer of `iterations` iterations. `gain` is the number of steps that each number moves in the first
    /// iteration at an advantage of 1, the largest possible.
    pub fn new(dimensions: Vec<Dimension>, iterations: usize, gain: f64, seed: u64) -> Self {
        let start = dimensions.iter().map(|dimension| dimension.start).collect();
        Self { dimensions, iterations, gain, seed, places: vec![start] }
    }

    /// The number of completed iterations.
    pub fn done(&self) -> usize {
        self.places.len() - 1
    }

    /// The current numbers.
    pub fn place(&self) -> &[f64] {
        &self.places[self.done()]
    }

    /// The two sides of the next iteration; `None` after the last.
    pub fn trial(&self) -> Option<Trial> {
        if self.done() >= self.iterations {
            return None;
        }
        let chances = self.chances();
        let numbers = self.dimensions.iter().zip(self.place()).zip(chances);
        let sides = numbers.map(|((dimension, &value), chance)| {
            let distance = self.distance(dimension);
            let centre = value.clamp(dimension.low + distance, dimension.high - distance);
            [1.0, -1.0].map(|side| {
                let value = centre + side * chance.sign * distance;
                // The sums may leave the range by a rounding error.
                dimension.possible(value, chance.fraction).clamp(dimension.low, dimension.high)
            })
        });
        let (plus, minus) = sides.map(|[plus, minus]| (plus, minus)).unzip();
        Some(Trial { plus, minus })
    }

    /// Completes an iteration. `advantage`, from -1 to 1, is how much better the plus side did.
    pub fn learn(&mut self, advantage: f64) {
        let chances = self.chances();
        let gain = self.gain_now() * advantage;
        let numbers = self.dimensions.iter().zip(self.place()).zip(chances);
        let place = numbers
            .map(|((dimension, value), chance)| {
                (value + gain * chance.sign * dimension.step).clamp(dimension.low, dimension.high)
            })
            .collect();
        self.places.push(place);
    }

    /// The estimate of the optimum: the average of the numbers over the later half of the iterations, which varies less
    /// than the last numbers (B. T. Polyak and A. B. Juditsky, 1992).
    pub fn estimate(&self) -> Vec<f64> {
        let later = &self.places[self.places.len() / 2..];
        let mean = |index: usize| later.iter().map(|place| place[index]).sum::<f64>() / later.len() as f64;
        (0..self.dimensions.len()).map(mean).collect()
    }

    /// Steps that a number moves in the next iteration at an advantage of 1.
    fn gain_now(&self) -> f64 {
        let (k, held_back) = (self.done() as f64, STABILITY * self.iterations as f64);
        // Spall's a/(A + 1 + k)^α divided by his c/(k + 1)^γ, relative to the first iteration.
        self.gain * libm::pow((held_back + 1.0) / (held_back + 1.0 + k), ALPHA) * libm::pow(k + 1.0, GAMMA)
    }

    /// The distance of the next trial from the current number.
    fn distance(&self, dimension: &Dimension) -> f64 {
        let distance = dimension.step / libm::pow(self.done() as f64 + 1.0, GAMMA);
        distance.min((dimension.high - dimension.low) / 2.0)
    }

    /// The random choices of the next iteration, derived from the seed and its number.
    fn chances(&self) -> impl Iterator<Item = Chance> + use<> {
        let mut generator = Randomness::new(mixed_seed(self.seed, self.done() as u64), 0);
        std::iter::repeat_with(move || {
            let bits = generator.next_u64();
            let fraction = (bits >> 11) as f64 / (1_u64 << 53) as f64;
            Chance { sign: if bits & 1 == 0 { 1.0 } else { -1.0 }, fraction }
        })
    }
}

/// The random choices for one number in one iteration.
#[derive(Clone, Copy)]
struct Chance {
    /// 1 if the plus side has the larger value, else -1.
    sign: f64,
    /// A number from 0 to 1. Whole numbers are rounded up if their fraction is at least 1 minus this.
    fraction: f64,
}

impl Dimension {
    /// The value to try. A whole number is rounded up with the probability of its fraction.
    fn possible(&self, value: f64, fraction: f64) -> f64 {
        if self.is_whole { (value + fraction).floor() } else { value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::statistics::score_of_elo;

    const START: Dimension = Dimension { start: 0.0, low: -20.0, high: 20.0, step: 1.0, is_whole: false };

    /// Random numbers from 0 to 1.
    fn random(seed: u64) -> impl FnMut() -> f64 {
        let mut generator = Randomness::new(seed, 0);
        move || (generator.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Tunes a player of known strength in Elo, with two games per iteration between its sides.
    fn tuned(mut spsa: Spsa, elo: impl Fn(&[f64]) -> f64) -> Vec<f64> {
        let mut random = random(spsa.seed + 1000);
        while let Some(trial) = spsa.trial() {
            let score = score_of_elo(elo(&trial.plus) - elo(&trial.minus));
            let wins = [random(), random()].into_iter().filter(|&chance| chance < score).count();
            spsa.learn(wins as f64 - 1.0);
        }
        spsa.estimate()
    }

    /// Three numbers of different scales, each of which costs 20 Elo per step of distance from its optimum. From at
    /// least three steps away, the tuner gets within a step of all three with each of ten seeds, although single games
    /// are almost random.
    #[test]
    fn it_finds_the_best_values_by_noisy_games() {
        let dimensions = [(3.0, 1.0), (-400.0, 100.0), (0.05, 0.01)];
        let elo = |x: &[f64]| -> f64 {
            dimensions.iter().zip(x).map(|((best, step), x)| -20.0 * ((x - best) / step) * ((x - best) / step)).sum()
        };
        for seed in 0..10 {
            let all = dimensions.map(|(_, step)| Dimension { low: -20.0 * step, high: 20.0 * step, step, ..START });
            let found = tuned(Spsa::new(all.to_vec(), 2000, 1.0, seed), elo);
            for ((best, step), found) in dimensions.iter().zip(found) {
                assert!((found - best).abs() < *step, "seed {seed}: {found} is far from {best}");
            }
        }
    }

    /// Whole numbers are found too, although their sides are soon less than 2 apart.
    #[test]
    fn it_finds_whole_numbers() {
        let dimension = Dimension { is_whole: true, ..START };
        for seed in 0..10 {
            let found = tuned(Spsa::new(vec![dimension], 2000, 1.0, seed), |x| -20.0 * (x[0] - 4.0) * (x[0] - 4.0));
            assert!((found[0] - 4.0).abs() < 0.8, "seed {seed}: {found:?}");
        }
    }

    #[test]
    fn nothing_outside_the_ranges_is_tried() {
        let narrow = Dimension { start: 1.0, low: 0.0, high: 1.0, step: 3.0, is_whole: false };
        let whole = Dimension { start: 2.0, low: 1.0, high: 3.0, step: 0.7, is_whole: true };
        let mut spsa = Spsa::new(vec![narrow, whole, START], 300, 5.0, 3);
        let mut random = random(1);
        let mut signs = [[0; 2]; 2];
        while let Some(trial) = spsa.trial() {
            for side in [&trial.plus, &trial.minus] {
                assert!((0.0..=1.0).contains(&side[0]) && [1.0, 2.0, 3.0].contains(&side[1]), "{trial:?}");
            }
            let apart = |index: usize| (trial.plus[index] - trial.minus[index]).abs() > 0.5;
            assert!(apart(0) && apart(2), "{trial:?}");
            // Count the pairs of directions: the numbers move independently.
            signs[usize::from(trial.plus[0] > trial.minus[0])][usize::from(trial.plus[2] > trial.minus[2])] += 1;
            spsa.learn(2.0 * random() - 1.0);
            assert!((0.0..=1.0).contains(&spsa.place()[0]));
        }
        assert!(signs.iter().flatten().all(|&count| count > 40), "{signs:?}");
    }

    /// Without an advantage nothing moves, and rounding keeps the mean of a whole number.
    #[test]
    fn rounding_is_right_on_average() {
        let dimension = Dimension { start: 2.3, step: 0.5, is_whole: true, ..START };
        let mut spsa = Spsa::new(vec![dimension], 4000, 1.0, 7);
        let mut sum = 0.0;
        while let Some(trial) = spsa.trial() {
            sum += f64::midpoint(trial.plus[0], trial.minus[0]);
            spsa.learn(0.0);
        }
        assert!((sum / 4000.0 - 2.3).abs() < 0.03, "{}", sum / 4000.0);
        assert!((spsa.estimate()[0] - 2.3).abs() < 1e-9);
    }

    /// By hand: the first of 10 iterations moves by the whole gain, the second by `(2/3)^0.602 · 2^0.101` of it. The
    /// estimate after two iterations is the mean of the numbers after the first and the second.
    #[test]
    fn gains_and_averages_are_those_of_the_papers() {
        let mut spsa = Spsa::new(vec![START], 10, 0.5, 0);
        let mut towards = 0.0;
        for expected in [0.5, 0.5 * 0.783_43 * 1.072_52] {
            let trial = spsa.trial().expect("an iteration");
            let up = trial.plus[0] > trial.minus[0];
            let before = spsa.place()[0];
            spsa.learn(if up { 1.0 } else { -1.0 });
            towards += spsa.place()[0];
            assert!((spsa.place()[0] - before - expected).abs() < 1e-4, "{} is not {expected}", spsa.place()[0]);
        }
        assert_eq!((spsa.done(), spsa.estimate()), (2, vec![towards / 2.0]));
        for done in 2..10 {
            assert_eq!(spsa.done(), done);
            spsa.learn(0.0);
        }
        assert_eq!(spsa.trial(), None);
    }
}
