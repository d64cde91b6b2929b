//! The points of a player, by game and by pair, and the likelihood of an expected score.

use serde::{Deserialize, Serialize};

/// The points of a player in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GamePoints {
    /// No point.
    Loss,
    /// Half a point: a draw, or a game that both players lost.
    Half,
    /// A point.
    Win,
}

impl GamePoints {
    /// The points of the opponent.
    pub fn of_opponent(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Half => Self::Half,
            Self::Win => Self::Loss,
        }
    }

    fn half_points(self) -> usize {
        self as usize
    }
}

/// The points of a player against one or all others: a count for each possible value.
///
/// ```
/// use onepure::arena::statistics::{GamePoints, Sample};
///
/// let mut sample = Sample::default();
/// sample.add_pair(GamePoints::Win, GamePoints::Half);
/// sample.add_single(GamePoints::Win);
/// assert_eq!((sample.games(), sample.points()), (3, 2.5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sample {
    /// Pairs of games from one opening with exchanged colours, by half points from 0 to 4.
    pub pairs: [u64; 5],
    /// Games without a partner, by half points from 0 to 2.
    pub singles: [u64; 3],
}

impl Sample {
    /// Adds a pair of games with the player's points in each.
    pub fn add_pair(&mut self, first: GamePoints, second: GamePoints) {
        self.pairs[first.half_points() + second.half_points()] += 1;
    }

    /// Adds a game without a partner.
    pub fn add_single(&mut self, points: GamePoints) {
        self.singles[points.half_points()] += 1;
    }

    /// Adds the counts of another sample.
    pub fn add(&mut self, other: &Self) {
        for (count, more) in self.pairs.iter_mut().zip(other.pairs) {
            *count += more;
        }
        for (count, more) in self.singles.iter_mut().zip(other.singles) {
            *count += more;
        }
    }

    /// The number of counted games.
    pub fn games(&self) -> u64 {
        2 * self.pairs.iter().sum::<u64>() + self.singles.iter().sum::<u64>()
    }

    /// The points that the player got.
    pub fn points(&self) -> f64 {
        let half_points =
            |counts: &[u64]| (0..).zip(counts).map(|(value, &count): (u64, _)| value * count).sum::<u64>();
        (half_points(&self.pairs) + half_points(&self.singles)) as f64 / 2.0
    }

    /// The log-likelihood of an expected score, 0 to 1 exclusive, maximized over all distributions with that mean. It
    /// is relative to the likelihood of the observed frequencies, so at most 0.
    pub(super) fn log_likelihood(&self, score: f64) -> f64 {
        log_likelihood(&self.pairs, score) + log_likelihood(&self.singles, score)
    }

    /// The expected score with the highest likelihood. Without pairs, or without single games, it is the mean.
    pub(super) fn likeliest_score(&self) -> f64 {
        let pairs = mean(&regularized(&self.pairs));
        let singles = mean(&regularized(&self.singles));
        match (self.pairs.iter().any(|&count| count > 0), self.singles.iter().any(|&count| count > 0)) {
            (_, false) => pairs,
            (false, true) => singles,
            (true, true) => self.maximum_between(pairs.min(singles), pairs.max(singles)),
        }
    }

    /// The score with the highest likelihood between two bounds, by ternary search. The likelihood is concave there.
    fn maximum_between(&self, mut low: f64, mut high: f64) -> f64 {
        for _ in 0..100 {
            let third = (high - low) / 3.0;
            let (left, right) = (low + third, high - third);
            if self.log_likelihood(left) < self.log_likelihood(right) {
                low = left;
            } else {
                high = right;
            }
        }
        f64::midpoint(low, high)
    }
}

/// The count of a value that was never observed, as in fishtest. With 0, few games would rule out some expected scores.
const NEVER_OBSERVED: f64 = 1e-3;

fn regularized(counts: &[u64]) -> Vec<f64> {
    counts.iter().map(|&count| if count == 0 { NEVER_OBSERVED } else { count as f64 }).collect()
}

/// The mean of equally spaced values from 0 to 1 with these counts.
fn mean(counts: &[f64]) -> f64 {
    let weighted: f64 = values(counts.len()).zip(counts).map(|(value, count)| value * count).sum();
    weighted / counts.iter().sum::<f64>()
}

fn values(number: usize) -> impl Iterator<Item = f64> {
    (0..number).map(move |index| index as f64 / (number - 1) as f64)
}

/// The maximum log-likelihood of the counts over all distributions with the mean `score`, relative to that of the
/// observed frequencies.
///
/// The maximum has the probabilities `frequency / (1 + x (value − mean))`, where x makes their sum 1: proposition 1.1
/// of Van den Bergh's "MLE for a multinomial distribution with a given expected value".
fn log_likelihood(counts: &[u64], score: f64) -> f64 {
    if counts.iter().all(|&count| count == 0) {
        return 0.0;
    }
    let counts = regularized(counts);
    let deviations: Vec<(f64, f64)> = values(counts.len()).map(|value| value - score).zip(counts).collect();
    // The sum of count · deviation / (1 + x · deviation) falls from +∞ to −∞ between these bounds.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    let mut multiplier = 0.0;
    for _ in 0..200 {
        multiplier = f64::midpoint(low, high);
        let sum: f64 =
            deviations.iter().map(|&(deviation, count)| count * deviation / (1.0 + multiplier * deviation)).sum();
        if sum > 0.0 {
            low = multiplier;
        } else {
            high = multiplier;
        }
    }
    -deviations.iter().map(|&(deviation, count)| count * (multiplier * deviation).ln_1p()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_games_are_counted() {
        let mut sample = Sample::default();
        assert_eq!((sample.games(), sample.points()), (0, 0.0));
        sample.add_pair(GamePoints::Win, GamePoints::Win);
        sample.add_pair(GamePoints::Loss, GamePoints::Win);
        sample.add_pair(GamePoints::Half, GamePoints::Loss);
        sample.add_single(GamePoints::Half);
        assert_eq!(sample, Sample { pairs: [0, 1, 1, 0, 1], singles: [0, 1, 0] });
        assert_eq!((sample.games(), sample.points()), (7, 4.0));
        let mut twice = sample;
        twice.add(&sample);
        assert_eq!((twice.games(), twice.points()), (14, 8.0));
    }

    /// With two values, wins and losses, the mean fixes the distribution. So the likelihood is the binomial one, w ln s
    /// + l ln (1 − s), minus its maximum.
    #[test]
    fn of_wins_and_losses_the_likelihood_is_the_binomial_one() {
        let sample = Sample { singles: [30, 0, 70], ..Sample::default() };
        for score in [0.1, 0.5, 0.65, 0.9] {
            let binomial = |share: f64| 70.0 * share.ln() + 30.0 * (1.0 - share).ln();
            let expected = binomial(score) - binomial(0.7);
            // The tolerance covers the thousandth that unobserved draws count.
            assert!((sample.log_likelihood(score) - expected).abs() < 0.02, "{score}");
        }
        assert!((sample.likeliest_score() - 0.7).abs() < 1e-4);
    }

    #[test]
    fn pairs_and_single_games_are_judged_together() {
        let pairs = Sample { pairs: [1, 5, 20, 10, 4], ..Sample::default() };
        let singles = Sample { singles: [10, 3, 4], ..Sample::default() };
        let mut both = pairs;
        both.add(&singles);
        for score in [0.3, 0.5, 0.6] {
            let sum = pairs.log_likelihood(score) + singles.log_likelihood(score);
            assert!((both.log_likelihood(score) - sum).abs() < 1e-12);
        }
        let likeliest = both.likeliest_score();
        assert!(singles.likeliest_score() < likeliest && likeliest < pairs.likeliest_score());
        for other in [likeliest - 0.001, likeliest + 0.001] {
            assert!(both.log_likelihood(other) < both.log_likelihood(likeliest));
        }
    }

    #[test]
    fn without_games_every_score_is_as_likely() {
        assert_eq!(Sample::default().log_likelihood(0.3).to_bits(), 0.0_f64.to_bits());
    }
}
