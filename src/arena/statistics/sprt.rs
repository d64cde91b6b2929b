//! The sequential probability ratio test.

use super::elo::score_of_elo;
use super::sample::Sample;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A sequential probability ratio test of the Elo difference of two players: H0 is `elo0`, H1 is `elo1`.
///
/// This is fishtest's generalized test with logistic Elo. It uses the ratio of the maximized likelihoods of the two
/// expected scores (M. Van den Bergh, "A practical introduction to the GSPRT", and `LLRcalc.py` of fishtest) over pairs
/// of games (pentanomial) and single games (trinomial). The bounds are A. Wald's ("Sequential Analysis", 1947) without
/// fishtest's correction for overshooting, so the error rates are slightly lower than requested.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The Elo difference of H0.
    pub elo0: f64,
    /// The Elo difference of H1, larger than that of H0.
    pub elo1: f64,
    /// The highest probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The highest probability of accepting H0 although H1 is true.
    pub beta: f64,
}

/// Invalid numbers of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are out of range or out of order.
    #[error("elo0 and elo1 are numbers from -1000 to 1000, and elo0 is below elo1, such as 0 10")]
    Hypotheses,
    /// An error rate is out of range.
    #[error("alpha and beta are above 0 and below 0.5, such as 0.05 0.05")]
    Errors,
}

/// The state of a sequential test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtState {
    /// The log-likelihood ratio (LLR).
    pub llr: f64,
    /// The test accepts H0 at or below this LLR.
    pub lower: f64,
    /// The test accepts H1 at or above this LLR.
    pub upper: f64,
    /// The decision so far.
    pub decision: SprtDecision,
}

/// The decision of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtDecision {
    /// More games are needed.
    #[default]
    Continue,
    /// The player is not better by `elo1`.
    AcceptH0,
    /// The player is better by more than `elo0`.
    AcceptH1,
}

impl Sprt {
    /// A test with these hypotheses and error rates.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let is_elo = |elo: f64| (-1000.0..=1000.0).contains(&elo);
        let is_error = |share: f64| share > 0.0 && share < 0.5;
        if !(is_elo(elo0) && is_elo(elo1) && elo0 < elo1) {
            return Err(SprtError::Hypotheses);
        }
        if !(is_error(alpha) && is_error(beta)) {
            return Err(SprtError::Errors);
        }
        Ok(Self { elo0, elo1, alpha, beta })
    }

    /// The state of the test after these games.
    pub fn state(&self, sample: &Sample) -> SprtState {
        let [under_h0, under_h1] = [self.elo0, self.elo1].map(|elo| sample.log_likelihood(score_of_elo(elo)));
        let llr = under_h1 - under_h0;
        let (lower, upper) = (self.lower_bound(), self.upper_bound());
        let decision = if llr <= lower {
            SprtDecision::AcceptH0
        } else if llr >= upper {
            SprtDecision::AcceptH1
        } else {
            SprtDecision::Continue
        };
        SprtState { llr, lower, upper, decision }
    }

    fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }
}

impl fmt::Display for SprtDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Continue => "undecided",
            Self::AcceptH0 => "H0 accepted",
            Self::AcceptH1 => "H1 accepted",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).expect("a test")
    }

    fn llr(elo0: f64, elo1: f64, sample: Sample) -> f64 {
        sprt(elo0, elo1).state(&sample).llr
    }

    fn pairs(pairs: [u64; 5]) -> Sample {
        Sample { pairs, ..Sample::default() }
    }

    fn singles(losses: u64, draws: u64, wins: u64) -> Sample {
        Sample { singles: [losses, draws, wins], ..Sample::default() }
    }

    /// Results that fishtest printed, quoted in pull requests of Stockfish: 2493, 2971, 2950, 3098, 3209 and 3331. Its
    /// braces mark logistic Elo. They are rounded to a hundredth.
    #[test]
    fn pairs_are_judged_as_by_fishtest() {
        for (elo0, elo1, counts, expected) in [
            (-1.0, 3.0, [424, 2948, 5832, 3045, 460], 2.94),
            (0.0, 2.0, [1284, 17437, 55536, 18085, 1292], 2.94),
            (-0.5, 1.5, [17, 253, 1042, 337, 39], 2.96),
            (0.25, 1.75, [11, 407, 3238, 513, 11], 2.93),
            (-0.5, 1.5, [133, 1751, 5094, 1849, 165], 2.94),
            (-0.25, 1.25, [491, 7345, 29693, 7670, 465], 2.96),
            (0.25, 1.25, [53, 2220, 21459, 2445, 47], 2.97),
            (-0.25, 1.25, [253, 4282, 17604, 4431, 286], 2.94),
            (-0.25, 1.25, [115, 2196, 11328, 2317, 136], 2.94),
            (0.25, 1.25, [14, 1030, 14318, 1163, 19], 2.93),
        ] {
            let found = llr(elo0, elo1, pairs(counts));
            assert!((found - expected).abs() < 0.006, "{counts:?}: {found} where {expected} is published");
        }
    }

    /// The values in `app/tests/sprt_test.cpp` of fastchess for logistic Elo. Our samples do not distinguish pairs of
    /// 1–1 from pairs of draws.
    #[test]
    fn pairs_and_games_are_judged_as_by_fastchess() {
        for (elo0, elo1, sample, expected) in [
            (0.5, 2.5, pairs([223, 9863, 20279 + 1000, 10037, 246]), -3.07),
            (0.0, 2.0, pairs([871, 26175, 55003 + 980, 26678, 821]), -4.98),
            (0.5, 2.5, singles(21184, 40708, 21404), -1.57),
            (0.0, 2.0, singles(57030, 106_593, 57433), -2.59),
        ] {
            let found = llr(elo0, elo1, sample);
            assert!((found - expected).abs() < 0.006, "{found} where {expected} is published");
        }
    }

    /// By hand, without draws: 70 ln (s1 / s0) + 30 ln ((1 − s1) / (1 − s0)) with s0 = 1/2 and s1 = 10/11 at 400 Elo is
    /// 70 ln (20/11) + 30 ln (2/11) = −9.2937.
    #[test]
    fn wins_and_losses_alone_are_judged_by_the_classical_ratio() {
        let expected = 70.0 * (20.0_f64 / 11.0).ln() + 30.0 * (2.0_f64 / 11.0).ln();
        assert!((expected + 9.2937).abs() < 1e-3, "{expected}");
        assert!((llr(0.0, 400.0, singles(30, 0, 70)) - expected).abs() < 0.02);
    }

    /// Bounds: ±2.94 for two error rates of 5 %, as fishtest prints; ±4.6 for two of 1 %, as in cutechess'
    /// `tst_sprt.cpp`; and (−2.25, 2.89) for 5 % and 10 %, as `OpenBench` prints.
    #[test]
    fn the_bounds_are_walds() {
        for (alpha, beta, lower, upper) in
            [(0.05, 0.05, -2.94, 2.94), (0.01, 0.01, -4.6, 4.6), (0.05, 0.1, -2.25, 2.89)]
        {
            let state = Sprt::new(0.0, 5.0, alpha, beta).expect("a test").state(&Sample::default());
            assert!((state.lower - lower).abs() < 0.006 && (state.upper - upper).abs() < 0.006, "{state:?}");
            assert_eq!(state.decision, SprtDecision::Continue);
        }
    }

    #[test]
    fn a_test_decides_at_its_bounds() {
        let decision = |sample| sprt(0.0, 50.0).state(&sample).decision;
        assert_eq!(decision(pairs([0, 0, 0, 0, 10])), SprtDecision::Continue);
        assert_eq!(decision(pairs([0, 0, 5, 10, 30])), SprtDecision::AcceptH1);
        assert_eq!(decision(pairs([30, 10, 5, 0, 0])), SprtDecision::AcceptH0);
        assert_eq!(decision(pairs([20, 60, 80, 60, 20])), SprtDecision::AcceptH0);
    }

    #[test]
    fn numbers_of_no_use_are_refused() {
        for (elo0, elo1) in [(10.0, 0.0), (5.0, 5.0), (f64::NAN, 5.0), (0.0, f64::INFINITY)] {
            assert_eq!(Sprt::new(elo0, elo1, 0.05, 0.05), Err(SprtError::Hypotheses));
        }
        for (alpha, beta) in [(0.0, 0.05), (0.05, 0.5), (-1.0, 0.05), (0.05, f64::NAN)] {
            assert_eq!(Sprt::new(0.0, 5.0, alpha, beta), Err(SprtError::Errors));
        }
    }
}
