//! The numbers of a report from either colour's side, and confidence intervals.

use onepure_rules::board::Color;

/// The side from which numbers are reported. In a [`Report`](crate::search::Report) they are those of the colour that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewpoint {
    is_turned: bool,
}

impl Viewpoint {
    /// The viewpoint that turns a report for `mover` into numbers for `viewer`.
    ///
    /// ```
    /// use onepure_rules::board::Color;
    /// use onepure_engine::engine::Viewpoint;
    ///
    /// let seen = Viewpoint::by(Color::White, Color::Black);
    /// assert_eq!((seen.share(0.25), seen.balance(1.5)), (0.75, -1.5));
    /// ```
    pub fn by(viewer: Color, mover: Color) -> Self {
        Self { is_turned: viewer != mover }
    }

    /// A fraction from 0 to 1 that the colours share, such as the win rate.
    pub fn share(self, share: f64) -> f64 {
        if self.is_turned { 1.0 - share } else { share }
    }

    /// A number that changes its sign with the side, such as the score lead. Zero has no sign, so that output never shows −0.
    pub fn balance(self, balance: f64) -> f64 {
        if self.is_turned { 0.0 - balance } else { balance + 0.0 }
    }
}

/// The 95 % confidence interval of a fraction seen in `trials` trials (Wilson, "Probable Inference, the Law of Succession, and Statistical
/// Inference", 1927).
pub fn share_interval(share: f64, trials: u64) -> (f64, f64) {
    const DEVIATIONS: f64 = 1.96;
    if trials == 0 {
        return (0.0, 1.0);
    }
    let square = DEVIATIONS * DEVIATIONS / trials as f64;
    let spread = (share * (1.0 - share) * square + square * square / 4.0).max(0.0).sqrt();
    let end = |spread: f64| ((share + square / 2.0 + spread) / (1.0 + square)).clamp(0.0, 1.0);
    (end(-spread), end(spread))
}

/// The lower end of [`share_interval`].
pub fn lower_bound(share: f64, visits: u64) -> f64 {
    share_interval(share, visits).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        for viewer in Color::BOTH {
            assert!(Viewpoint::by(viewer, Color::Black).balance(0.0).is_sign_positive());
            assert!(Viewpoint::by(viewer, Color::Black).balance(-0.0).is_sign_positive());
        }
    }

    #[test]
    fn the_lower_bound_rises_with_the_visits() {
        assert!(lower_bound(0.5, 0).abs() < 1e-12);
        assert!(lower_bound(1.0, 1) < lower_bound(1.0, 100));
        // The published example: the lower bound of 0.05 in 100 trials is 0.0215.
        assert!((lower_bound(0.05, 100) - 0.021_54).abs() < 1e-4);
        assert!(lower_bound(0.0, 10).abs() < 1e-12);
    }
}
