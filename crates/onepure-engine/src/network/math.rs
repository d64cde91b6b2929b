//! Functions with the same results on every processor: additions, multiplications and divisions in a fixed order. The bench signature
//! depends on that.

/// e to the power of x, within 2 units in the last place from −87 to 88. Beyond that, the value at the limit.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    // x = n ln 2 + r. With ln 2 in two parts, the product with n is exact.
    const HIGH: f32 = 0.693_359_4;
    const LOW: f32 = -2.121_944_4e-4;
    // Adding this rounds to an integer, in the lowest bits of the sum: a conversion of n would check for numbers out of range, one by one.
    const ROUND: f32 = 12_582_912.0;
    let x = x.clamp(-87.0, 88.0);
    let rounded = x * std::f32::consts::LOG2_E + ROUND;
    let n = rounded - ROUND;
    let r = x - n * HIGH - n * LOW;
    // Taylor series; |r| is at most 0.35.
    let series = 1.0 / 5040.0;
    let series = series * r + 1.0 / 720.0;
    let series = series * r + 1.0 / 120.0;
    let series = series * r + 1.0 / 24.0;
    let series = series * r + 1.0 / 6.0;
    let series = series * r + 0.5;
    let series = series * r + 1.0;
    let series = series * r + 1.0;
    let power = rounded.to_bits().wrapping_sub(ROUND.to_bits());
    series * f32::from_bits(power.wrapping_add(127) << 23)
}

/// The hyperbolic tangent, within 2e-7.
#[inline(always)]
pub(super) fn tanh(x: f32) -> f32 {
    1.0 - 2.0 / (exp(2.0 * x) + 1.0)
}

/// ln(1 + e to the power of x).
pub(super) fn softplus(x: f32) -> f32 {
    x.max(0.0) + libm::log1pf(exp(-x.abs()))
}

/// The softmax of logits.
pub(super) fn softmax<const N: usize>(logits: [f32; N]) -> [f32; N] {
    let most = logits.iter().fold(f32::MIN, |most, &logit| most.max(logit));
    let powers = logits.map(|logit| exp(logit - most));
    let sum: f32 = powers.iter().sum();
    powers.map(|power| power / sum)
}

/// The sum of 16 lanes, in an order that vector registers of 8 or 16 lanes can follow too.
#[inline(always)]
pub(super) fn sum_of_lanes(lanes: [f32; 16]) -> f32 {
    let (mut eight, mut four) = ([0.0; 8], [0.0; 4]);
    for lane in 0..8 {
        eight[lane] = lanes[lane] + lanes[lane + 8];
    }
    for lane in 0..4 {
        four[lane] = eight[lane] + eight[lane + 4];
    }
    (four[0] + four[2]) + (four[1] + four[3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_close_to_the_true_values() {
        for step in -8000..=8000 {
            let x = step as f32 / 100.0;
            let close = |found: f32, expected: f64| {
                (f64::from(found) - expected).abs() <= 3e-7 * expected.abs().max(1.0).max(f64::from(found.abs()))
            };
            let wide = f64::from(x);
            assert!((f64::from(exp(x)) / wide.exp() - 1.0).abs() < 3e-7, "exp({x})");
            assert!(close(tanh(x), wide.tanh()), "tanh({x})");
            assert!(close(softplus(x), wide.max(0.0) + (-wide.abs()).exp().ln_1p()), "softplus({x})");
        }
        assert_eq!(softmax([0.0; 4]).map(f32::to_bits), [0.25_f32; 4].map(f32::to_bits));
        assert_eq!(sum_of_lanes(std::array::from_fn(|lane| lane as f32)).to_bits(), 120.0_f32.to_bits());
    }
}
