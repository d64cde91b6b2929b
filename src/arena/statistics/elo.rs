//! The Elo scale.

/// The expected score, 0 to 1, of a player who is `elo` better than its opponent. 400 Elo are odds of ten to one (A.
/// Elo, "The Rating of Chessplayers", 1978, in its logistic form).
///
/// ```
/// use onepure::arena::statistics::score_of_elo;
///
/// assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference at which `score`, 0 to 1, is expected; infinite at 0 and 1. The inverse of [`score_of_elo`].
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// An Elo difference as text: `+40.7`, or `+∞` and `-∞`.
pub(in crate::arena) fn elo_text(elo: f64) -> String {
    if elo.is_finite() { format!("{elo:+.1}") } else { format!("{}∞", if elo > 0.0 { '+' } else { '-' }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The well-known values of the logistic scale for odds of 1 : 1, 2 : 1, 3 : 1 and 10 : 1. The FIDE handbook's
    /// table (B.02, section 8.1) follows the normal distribution instead.
    #[test]
    fn the_logistic_scale() {
        for (score, expected) in [(0.5, 0.0), (2.0 / 3.0, 120.41), (0.75, 190.85), (10.0 / 11.0, 400.0)] {
            assert!((elo_of_score(score) - expected).abs() < 0.01, "{score}: {}", elo_of_score(score));
            assert!((elo_of_score(1.0 - score) + expected).abs() < 0.01);
            assert!((score_of_elo(elo_of_score(score)) - score).abs() < 1e-12);
        }
        assert_eq!([0.0, 1.0].map(|score| elo_text(elo_of_score(score))), ["-∞", "+∞"]);
    }

    #[test]
    fn differences_are_written_with_their_sign() {
        let texts = [40.74, -0.04, f64::INFINITY, f64::NEG_INFINITY].map(elo_text);
        assert_eq!(texts, ["+40.7", "-0.0", "+∞", "-∞"]);
    }
}
