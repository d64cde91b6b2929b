//! The kernels that take most of the time: convolutions over a [`Grid`](crate::board::Grid), forwards and backwards.
//!
//! Activations are `[place][channel]`, weights `[tap][in][out]`. Several vectors of output channels times several
//! places (or input channels) stay in registers. [`pulp`] compiles each sweep for the processor's instruction sets.

use crate::board::SLACK;
use pulp::{Arch, Simd, WithSimd};
use std::ops::Range;

/// Output channels are a multiple of this.
pub(crate) const LANES: usize = 16;

/// `output = convolution of input`: `output[p][o] = Σ input[p + tap][i] · weights[tap][i][o]` for all places of the
/// sweep and up to [`SLACK`] after it. The number of outputs is a multiple of 16.
pub(crate) struct Forward<'a> {
    /// The distances of the taps.
    pub(crate) taps: &'a [isize],
    /// The places from the first point to the last.
    pub(crate) sweep: Range<usize>,
    /// The number of input channels.
    pub(crate) inputs: usize,
    /// The number of output channels.
    pub(crate) outputs: usize,
    /// `[place][input]`.
    pub(crate) input: &'a [f32],
    /// `[tap][input][output]`.
    pub(crate) weights: &'a [f32],
    /// `[place][output]`.
    pub(crate) output: &'a mut [f32],
}

impl Forward<'_> {
    /// Computes the output.
    pub(crate) fn run(self) {
        assert!(self.outputs.is_multiple_of(LANES), "output channels are a multiple of {LANES}");
        Arch::new().dispatch(self);
    }

    /// Computes all outputs, `VECTORS` vectors of output channels and `PLACES` places at a time, and the remaining
    /// vectors one at a time.
    #[inline(always)]
    fn sweep<S: Simd, const VECTORS: usize, const PLACES: usize>(mut self, simd: S) {
        const { assert!(PLACES <= SLACK) };
        let vectors = self.outputs / S::F32_LANES;
        let mut first = 0;
        while first + VECTORS <= vectors {
            self.block::<S, VECTORS, PLACES>(simd, first);
            first += VECTORS;
        }
        for vector in first..vectors {
            self.block::<S, 1, PLACES>(simd, vector);
        }
    }

    /// Computes `VECTORS` vectors of output channels from `first` on.
    #[inline(always)]
    fn block<S: Simd, const VECTORS: usize, const PLACES: usize>(&mut self, simd: S, first: usize) {
        let Self { taps, sweep, inputs, outputs, input, weights, output } = self;
        let (inputs, width) = (*inputs, *outputs / S::F32_LANES);
        let weights = S::as_simd_f32s(weights).0;
        let output = S::as_mut_simd_f32s(output).0;
        for start in sweep.clone().step_by(PLACES) {
            let mut sums = [[simd.splat_f32s(0.0); VECTORS]; PLACES];
            for (tap, &distance) in taps.iter().enumerate() {
                let from = (start as isize + distance) as usize * inputs;
                let values = &input[from..from + PLACES * inputs];
                let weights = &weights[tap * inputs * width..(tap + 1) * inputs * width];
                for (channel, line) in weights.chunks_exact(width).enumerate() {
                    let line: &[S::f32s; VECTORS] = at(line, first);
                    for place in 0..PLACES {
                        let value = simd.splat_f32s(values[place * inputs + channel]);
                        for vector in 0..VECTORS {
                            sums[place][vector] = simd.mul_add_e_f32s(value, line[vector], sums[place][vector]);
                        }
                    }
                }
            }
            for (place, sums) in sums.iter().enumerate() {
                let to = (start + place) * width + first;
                output[to..to + VECTORS].copy_from_slice(sums);
            }
        }
    }
}

impl WithSimd for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        // AVX-512 has 32 registers of 16 numbers; AVX2 has 16 of 8.
        match S::F32_LANES {
            16 => self.sweep::<S, 2, 12>(simd),
            _ => self.sweep::<S, 2, 6>(simd),
        }
    }
}

/// Adds the gradient of the weights: `gradient[tap][i][o] += Σ input[p + tap][i] · slope[p][o]` over the places of the
/// sweep. `slope` must be 0 between the rows. The number of inputs is a multiple of 8, that of outputs of 16.
pub(crate) struct WeightGradient<'a> {
    /// The distances of the taps.
    pub(crate) taps: &'a [isize],
    /// The places from the first point to the last.
    pub(crate) sweep: Range<usize>,
    /// The number of input channels.
    pub(crate) inputs: usize,
    /// The number of output channels.
    pub(crate) outputs: usize,
    /// `[place][input]`.
    pub(crate) input: &'a [f32],
    /// `[place][output]`.
    pub(crate) slope: &'a [f32],
    /// `[tap][input][output]`.
    pub(crate) gradient: &'a mut [f32],
}

impl WeightGradient<'_> {
    /// Adds the gradient.
    pub(crate) fn run(self) {
        assert!(
            self.inputs.is_multiple_of(8) && self.outputs.is_multiple_of(LANES),
            "channels are multiples of 8 and {LANES}"
        );
        Arch::new().dispatch(self);
    }

    #[inline(always)]
    fn sweep<S: Simd, const VECTORS: usize, const CHANNELS: usize>(mut self, simd: S) {
        let vectors = self.outputs / S::F32_LANES;
        let mut first = 0;
        while first + VECTORS <= vectors {
            self.block::<S, VECTORS, CHANNELS>(simd, first);
            first += VECTORS;
        }
        for vector in first..vectors {
            self.block::<S, 1, CHANNELS>(simd, vector);
        }
    }

    /// Computes `VECTORS` vectors of output channels from `first` on, `CHANNELS` input channels at a time.
    #[inline(always)]
    fn block<S: Simd, const VECTORS: usize, const CHANNELS: usize>(&mut self, simd: S, first: usize) {
        let Self { taps, sweep, inputs, outputs, input, slope, gradient } = self;
        let (inputs, width) = (*inputs, *outputs / S::F32_LANES);
        let slope = S::as_simd_f32s(slope).0;
        let gradient = S::as_mut_simd_f32s(gradient).0;
        for (tap, &distance) in taps.iter().enumerate() {
            for channel in (0..inputs).step_by(CHANNELS) {
                let mut sums = [[simd.splat_f32s(0.0); VECTORS]; CHANNELS];
                for place in sweep.clone() {
                    let from = (place as isize + distance) as usize * inputs + channel;
                    let values: &[f32; CHANNELS] = at(input, from);
                    let slopes: &[S::f32s; VECTORS] = at(slope, place * width + first);
                    for channel in 0..CHANNELS {
                        let value = simd.splat_f32s(values[channel]);
                        for vector in 0..VECTORS {
                            sums[channel][vector] = simd.mul_add_e_f32s(value, slopes[vector], sums[channel][vector]);
                        }
                    }
                }
                for (number, sums) in sums.iter().enumerate() {
                    let to = (tap * inputs + channel + number) * width + first;
                    for (gradient, sum) in gradient[to..to + VECTORS].iter_mut().zip(sums) {
                        *gradient = simd.add_f32s(*gradient, *sum);
                    }
                }
            }
        }
    }
}

impl WithSimd for WeightGradient<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match S::F32_LANES {
            16 => self.sweep::<S, 2, 8>(simd),
            _ => self.sweep::<S, 2, 4>(simd),
        }
    }
}

#[inline(always)]
fn at<T, const N: usize>(values: &[T], start: usize) -> &[T; N] {
    values[start..start + N].try_into().expect("as long as it was cut")
}

/// The weights of the convolution that propagates gradients from the output to the input: taps reversed, inputs and
/// outputs exchanged.
pub(crate) fn transposed(weights: &[f32], taps: usize, inputs: usize, outputs: usize) -> Vec<f32> {
    let mut transposed = vec![0.0; weights.len()];
    for tap in 0..taps {
        for input in 0..inputs {
            for output in 0..outputs {
                transposed[((taps - 1 - tap) * outputs + output) * inputs + input] =
                    weights[(tap * inputs + input) * outputs + output];
            }
        }
    }
    transposed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;

    /// Pseudorandom numbers, −1 to 1.
    fn numbers(count: usize, seed: u32) -> Vec<f32> {
        let mut state = seed;
        let next = |state: &mut u32| {
            *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (*state >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        (0..count).map(|_| next(&mut state)).collect()
    }

    fn on_points(grid: &Grid, channels: usize, seed: u32) -> Vec<f32> {
        let mut values = vec![0.0; grid.places() * channels];
        let random = numbers(grid.points.len() * channels, seed);
        for (&place, from) in grid.points.iter().zip(random.chunks(channels)) {
            values[place * channels..(place + 1) * channels].copy_from_slice(from);
        }
        values
    }

    #[test]
    fn sweeps_are_what_the_sums_say() {
        for (lines, inputs, outputs) in [(5, 24, 16), (9, 32, 32), (7, 16, 48), (19, 8, 32)] {
            let grid = Grid::new(lines);
            let (input, slope) = (on_points(&grid, inputs, 1), on_points(&grid, outputs, 2));
            let weights = numbers(9 * inputs * outputs, 3);
            let mut output = vec![0.0; grid.places() * outputs];
            let (taps, sweep) = (&grid.taps, grid.sweep());
            Forward {
                taps,
                sweep: sweep.clone(),
                inputs,
                outputs,
                input: &input,
                weights: &weights,
                output: &mut output,
            }
            .run();
            let mut gradient = vec![1.0; weights.len()];
            WeightGradient { taps, sweep, inputs, outputs, input: &input, slope: &slope, gradient: &mut gradient }
                .run();
            for tap in 0..9 {
                for (i, o) in [(0, 0), (inputs - 1, outputs - 1), (inputs / 2, outputs / 3)] {
                    let product = |&place: &usize| {
                        let from = (place as isize + taps[tap]) as usize;
                        input[from * inputs + i] * slope[place * outputs + o]
                    };
                    let expected = 1.0 + grid.points.iter().map(product).sum::<f32>();
                    let found = gradient[(tap * inputs + i) * outputs + o];
                    assert!((found - expected).abs() < 1e-3, "{found} {expected}");
                }
            }
            for &place in grid.points.iter().step_by(7) {
                for o in [0, outputs - 1] {
                    let mut expected = 0.0;
                    for tap in 0..9 {
                        let from = (place as isize + taps[tap]) as usize;
                        for i in 0..inputs {
                            expected += input[from * inputs + i] * weights[(tap * inputs + i) * outputs + o];
                        }
                    }
                    let found = output[place * outputs + o];
                    assert!((found - expected).abs() < 1e-3, "{found} {expected}");
                }
            }
        }
    }

    #[test]
    fn transposed_twice_is_the_same() {
        let weights = numbers(9 * 8 * 16, 5);
        assert_eq!(transposed(&transposed(&weights, 9, 8, 16), 9, 16, 8), weights);
    }
}
