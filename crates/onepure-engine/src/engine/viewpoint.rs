//! Numbers of a report as a colour sees them, and how far a share can be trusted.

use onepure_rules::board::Color;

/// Whose side the numbers of a report are told from. In a report they are those of the colour that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewpoint {
    is_turned: bool,
}

impl Viewpoint {
    /// The numbers of a report for `mover`, as `viewer` sees them.
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

    /// A share from 0 to 1 that both colours have together.
    pub fn share(self, share: f64) -> f64 {
        if self.is_turned { 1.0 - share } else { share }
    }

    /// What is as much for one colour as it is against the other. Nought has no sign.
    pub fn balance(self, balance: f64) -> f64 {
        if self.is_turned { 0.0 - balance } else { balance + 0.0 }
    }
}

/// The interval in which a share lies with 95 % certainty that was seen in so many trials (Wilson, "Probable Inference, the Law
/// of Succession, and Statistical Inference", 1927).
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
    fn nought_has_no_sign() {
        for viewer in Color::BOTH {
            assert!(Viewpoint::by(viewer, Color::Black).balance(0.0).is_sign_positive());
            assert!(Viewpoint::by(viewer, Color::Black).balance(-0.0).is_sign_positive());
        }
    }

    #[test]
    fn the_lower_bound_rises_with_the_runs() {
        assert!(lower_bound(0.5, 0).abs() < 1e-12);
        assert!(lower_bound(1.0, 1) < lower_bound(1.0, 100));
        // The published example: 0.05 at 95 % in 100 trials is 0.0215 at the least.
        assert!((lower_bound(0.05, 100) - 0.021_54).abs() < 1e-4);
        assert!(lower_bound(0.0, 10).abs() < 1e-12);
    }
}
