//! The strength of a player, estimated from its games.

use super::elo::{elo_of_score, elo_text};
use super::sample::Sample;
use std::fmt;

/// The strength of a player relative to its opponents, with 95 % intervals.
///
/// An interval holds the expected scores whose log-likelihood is within half of the 95 % point of the chi-squared
/// distribution of the maximum (Wilks' theorem). The likelihood of superiority is the signed root of the likelihood
/// ratio at a score of 1/2.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// The games that count.
    pub games: u64,
    /// Points per game, 0 to 1.
    pub score: f64,
    /// The ends of the interval of the score.
    pub score_interval: (f64, f64),
    /// The Elo difference; infinite for a score of 0 or 1.
    pub elo: f64,
    /// The Elo differences at the ends of the interval; infinite for an open end.
    pub elo_interval: (f64, f64),
    /// The likelihood that the player is better than its opponents, 0 to 1.
    pub superiority: f64,
}

/// The 95 % point of the chi-squared distribution with one degree of freedom, halved.
const TOO_UNLIKELY: f64 = 3.841_458_820_694_124 / 2.0;

impl EloEstimate {
    /// The estimate from a sample; `None` without games.
    pub fn of(sample: &Sample) -> Option<Self> {
        let games = sample.games();
        if games == 0 {
            return None;
        }
        let score = sample.points() / games as f64;
        let likeliest = sample.likeliest_score();
        let greatest = sample.log_likelihood(likeliest);
        let is_likely = |score: f64| greatest - sample.log_likelihood(score) <= TOO_UNLIKELY;
        let low = if score <= 0.0 { 0.0 } else { boundary(likeliest, 0.0, is_likely) };
        let high = if score >= 1.0 { 1.0 } else { boundary(likeliest, 1.0, is_likely) };
        let root = (2.0 * (greatest - sample.log_likelihood(0.5)).max(0.0)).sqrt();
        Some(Self {
            games,
            score,
            score_interval: (low, high),
            elo: elo_of_score(score),
            elo_interval: (elo_of_score(low), elo_of_score(high)),
            superiority: normal_distribution(root.copysign(likeliest - 0.5)),
        })
    }

    /// Half the width of the Elo interval; `None` if an end is open.
    pub fn elo_error(&self) -> Option<f64> {
        let (low, high) = self.elo_interval;
        (low.is_finite() && high.is_finite()).then(|| (high - low) / 2.0)
    }
}

/// The Elo difference with its error, such as `+40.7 ± 30.4`, or with its interval if an end is open.
impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&elo_text(self.elo))?;
        match self.elo_error() {
            Some(error) => write!(f, " ± {error:.1}"),
            None => write!(f, " ({} to {})", elo_text(self.elo_interval.0), elo_text(self.elo_interval.1)),
        }
    }
}

/// The end of the likely scores between a likely one and an unlikely extreme, by bisection.
fn boundary(likely: f64, extreme: f64, is_likely: impl Fn(f64) -> bool) -> f64 {
    let (mut inside, mut outside) = (likely, extreme);
    for _ in 0..100 {
        let middle = f64::midpoint(inside, outside);
        if is_likely(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    inside
}

/// The cumulative distribution function of the standard normal distribution.
fn normal_distribution(value: f64) -> f64 {
    libm::erfc(-value / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn singles(losses: u64, draws: u64, wins: u64) -> Sample {
        Sample { singles: [losses, draws, wins], ..Sample::default() }
    }

    fn pairs(pairs: [u64; 5]) -> Sample {
        Sample { pairs, ..Sample::default() }
    }

    fn estimate(sample: &Sample) -> EloEstimate {
        EloEstimate::of(sample).expect("games")
    }

    /// The values in `app/tests/elo_test.cpp` of fastchess: `EloWDL 2`, `EloPentanomial 1` and `2`. They follow the
    /// normal distribution with a tolerance of a hundredth, which holds here too.
    #[test]
    fn elo_and_its_error_are_those_of_fastchess() {
        for (sample, elo, error) in [
            (singles(96, 111, 136), 40.70, 30.43),
            (pairs([34, 54, 31 + 32, 64, 75]), 55.58, 27.65),
            (pairs([332, 433, 457 + 41, 333, 334]), -8.64, 10.33),
        ] {
            let estimate = estimate(&sample);
            assert!((estimate.elo - elo).abs() < 0.01, "{estimate:?}");
            let found = estimate.elo_error().expect("both ends are bounded");
            assert!((found / error - 1.0).abs() < 0.01, "{found} where {error} is published");
        }
    }

    /// From the same file (`EloWDL 1`, `2`, `EloPentanomial 2`), and from the talkchess thread "Calculating the LOS
    /// from results" of 22 January 2014, in which K. Laskos gives 0.1764 for 5975 wins, 6077 losses and 26894 draws.
    #[test]
    fn the_likelihood_of_superiority_is_the_published_one() {
        for (sample, expected) in [
            (singles(89, 123, 76), 0.1553),
            (singles(96, 111, 136), 0.9960),
            (pairs([332, 433, 457 + 41, 333, 334]), 0.0505),
            (singles(6077, 26894, 5975), 0.1764),
        ] {
            let found = estimate(&sample).superiority;
            assert!((found - expected).abs() < 0.0005, "{found} where {expected} is published");
        }
    }

    /// By hand: with wins and losses alone the interval ends where the binomial log-likelihood has fallen by 1.9207.
    /// After ten wins that is s¹⁰ = exp(−1.9207), so s = 0.8252. The signed root at 1/2 is √(20 ln 2) = 3.723.
    #[test]
    fn a_whole_score_has_an_open_end() {
        let estimate = estimate(&singles(0, 0, 10));
        assert!((estimate.score_interval.0 - 0.8252).abs() < 0.001, "{estimate:?}");
        assert!((estimate.superiority - 0.9999).abs() < 0.0001);
        assert_eq!((estimate.score_interval.1, estimate.elo), (1.0, f64::INFINITY));
        assert_eq!(estimate.elo_error(), None);
        // 400 log10(0.8252 / 0.1748) = 269.6. The tolerance covers the thousandth that unobserved losses count.
        assert!((estimate.elo_interval.0 - 269.6).abs() < 1.0, "{estimate:?}");

        let opposite = EloEstimate::of(&singles(10, 0, 0)).expect("games");
        assert!((opposite.elo_interval.1 + estimate.elo_interval.0).abs() < 1e-6);
        assert!((opposite.superiority + estimate.superiority - 1.0).abs() < 1e-9);
    }

    #[test]
    fn an_estimate_is_written_with_its_error_or_its_open_interval() {
        let closed = estimate(&singles(96, 111, 136));
        assert_eq!(EloEstimate { elo: 40.68, elo_interval: (10.0, 71.0), ..closed }.to_string(), "+40.7 ± 30.5");
        let open = EloEstimate { elo: f64::INFINITY, elo_interval: (268.84, f64::INFINITY), ..closed };
        assert_eq!(open.to_string(), "+∞ (+268.8 to +∞)");
    }

    #[test]
    fn both_players_are_seen_the_same() {
        let black = estimate(&pairs([3, 7, 12, 20, 9]));
        let white = estimate(&pairs([9, 20, 12, 7, 3]));
        assert!((black.elo + white.elo).abs() < 1e-9);
        assert!((black.elo_interval.0 + white.elo_interval.1).abs() < 1e-6);
        assert!((black.superiority + white.superiority - 1.0).abs() < 1e-9);
        assert!(estimate(&pairs([5, 6, 7, 6, 5])).elo.abs() < 1e-9);
    }

    /// Equal pairs say more than equal games: results of 1–1 in an opening that favours a colour are not random.
    #[test]
    fn pairs_narrow_the_interval() {
        let (games, in_pairs) = (estimate(&singles(100, 0, 100)), estimate(&pairs([5, 0, 90, 0, 5])));
        let errors = [games, in_pairs].map(|estimate| estimate.elo_error().expect("both ends are bounded"));
        assert!(errors[1] < errors[0] / 2.0, "{errors:?}");
    }

    #[test]
    fn without_games_there_is_no_estimate() {
        assert_eq!(EloEstimate::of(&Sample::default()), None);
    }
}
