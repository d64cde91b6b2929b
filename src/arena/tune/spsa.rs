//! The arithmetic of SPSA.

use crate::arena::hash::mixed_seed;
use onepure_rules::random::Randomness;
use rand::Rng;

/// A number that is tuned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dimension {
    /// Where it starts.
    pub start: f64,
    /// The least that it may be.
    pub low: f64,
    /// The most that it may be.
    pub high: f64,
    /// How far it is moved to both sides in the first iteration. What moves a result about as much as the other numbers'
    /// steps do is right.
    pub step: f64,
    /// Whether only whole numbers can be tried.
    pub is_whole: bool,
}

/// What an iteration compares: for each number one value and the one on the other side.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// One side.
    pub plus: Vec<f64>,
    /// The other.
    pub minus: Vec<f64>,
}

/// Simultaneous perturbation stochastic approximation: goes uphill where all that can be had is a noisy comparison of two
/// places.
///
/// In iteration *k*, from 0, the numbers are moved by `step / (k + 1)^0.101`, each up or down by chance; then they go towards
/// the side that did better, by a gain that falls with `(k + 1 + A)^-0.602` where *A* is a tenth of all iterations. The
/// exponents and *A* are those of J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
/// optimization", 1998. The places that are compared stay within the ranges (P. Sadegh, "Constrained optimization via
/// stochastic approximation with a simultaneous perturbation gradient approximation", 1997), and whole numbers are rounded
/// up or down by chance, so that they are right on average.
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
    /// Where the numbers stood at the start and after each iteration: at least the start.
    places: Vec<Vec<f64>>,
}

/// How the distance between the two sides falls.
const GAMMA: f64 = 0.101;

/// How the gain falls.
const ALPHA: f64 = 0.602;

/// The share of the iterations by which the gain is held back at the beginning.
const STABILITY: f64 = 0.1;

impl Spsa {
    /// So many iterations. `gain` is by how many steps each number goes in the first one where one side is better by 1, the
    /// most that there is.
    pub fn new(dimensions: Vec<Dimension>, iterations: usize, gain: f64, seed: u64) -> Self {
        let start = dimensions.iter().map(|dimension| dimension.start).collect();
        Self { dimensions, iterations, gain, seed, places: vec![start] }
    }

    /// How many iterations have been learnt from.
    pub fn done(&self) -> usize {
        self.places.len() - 1
    }

    /// Where the numbers stand.
    pub fn place(&self) -> &[f64] {
        &self.places[self.done()]
    }

    /// What the next iteration compares; `None` after the last.
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
                // The sums may miss the ends of the range by a rounding error.
                dimension.possible(value, chance.fraction).clamp(dimension.low, dimension.high)
            })
        });
        let (plus, minus) = sides.map(|[plus, minus]| (plus, minus)).unzip();
        Some(Trial { plus, minus })
    }

    /// Learns by how much the plus side of the trial did better than the minus side, from -1 to 1.
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

    /// The best guess of the right values: the average of where the numbers stood after the later half of the iterations,
    /// which varies less than where they stand at the end (B. T. Polyak and A. B. Juditsky, 1992).
    pub fn estimate(&self) -> Vec<f64> {
        let later = &self.places[self.places.len() / 2..];
        let mean = |index: usize| later.iter().map(|place| place[index]).sum::<f64>() / later.len() as f64;
        (0..self.dimensions.len()).map(mean).collect()
    }

    /// How many steps a number goes in the next iteration where one side is better by 1.
    fn gain_now(&self) -> f64 {
        let (k, held_back) = (self.done() as f64, STABILITY * self.iterations as f64);
        // Spall's a/(A + 1 + k)^α over his c/(k + 1)^γ, as shares of what they are at first.
        self.gain * libm::pow((held_back + 1.0) / (held_back + 1.0 + k), ALPHA) * libm::pow(k + 1.0, GAMMA)
    }

    /// How far a number is moved to each side in the next iteration.
    fn distance(&self, dimension: &Dimension) -> f64 {
        let distance = dimension.step / libm::pow(self.done() as f64 + 1.0, GAMMA);
        distance.min((dimension.high - dimension.low) / 2.0)
    }

    /// The chances of the next iteration, which follow from the seed and its number.
    fn chances(&self) -> impl Iterator<Item = Chance> + use<> {
        let mut generator = Randomness::new(mixed_seed(self.seed, self.done() as u64), 0);
        std::iter::repeat_with(move || {
            let bits = generator.next_u64();
            let fraction = (bits >> 11) as f64 / (1_u64 << 53) as f64;
            Chance { sign: if bits & 1 == 0 { 1.0 } else { -1.0 }, fraction }
        })
    }
}

/// What is left to chance for one number in one iteration.
#[derive(Clone, Copy)]
struct Chance {
    /// 1 where the plus side is the greater, else -1.
    sign: f64,
    /// From 0 to 1: at which fraction whole numbers are rounded up.
    fraction: f64,
}

impl Dimension {
    /// A value as it can be tried. A whole number is rounded up with the probability of its fraction.
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

    /// Tunes a player whose strength in Elo is known by games against its other side, two an iteration.
    fn tuned(mut spsa: Spsa, elo: impl Fn(&[f64]) -> f64) -> Vec<f64> {
        let mut random = random(spsa.seed + 1000);
        while let Some(trial) = spsa.trial() {
            let score = score_of_elo(elo(&trial.plus) - elo(&trial.minus));
            let wins = [random(), random()].into_iter().filter(|&chance| chance < score).count();
            spsa.learn(wins as f64 - 1.0);
        }
        spsa.estimate()
    }

    /// Three numbers of different scales, of which each costs 20 Elo one step from its best value: the tuner comes within
    /// a step of all three from three steps away or more, with every one of ten seeds, though each game is won or lost
    /// almost by chance.
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

    /// The same with a whole number, whose sides are soon less than 2 apart.
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
            // The numbers are moved independently.
            signs[usize::from(trial.plus[0] > trial.minus[0])][usize::from(trial.plus[2] > trial.minus[2])] += 1;
            spsa.learn(2.0 * random() - 1.0);
            assert!((0.0..=1.0).contains(&spsa.place()[0]));
        }
        assert!(signs.iter().flatten().all(|&count| count > 40), "{signs:?}");
    }

    /// Without anything to learn nothing moves, and a whole number is on average what it is.
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

    /// By hand: the first iteration of 10 goes the whole gain, the second `(2/3)^0.602 · 2^0.101` of it, and the estimate
    /// after two is the mean of where they stood after the first and the second.
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
