//! The arithmetic that takes the time: convolutions over a [`Grid`](crate::board::Grid), forwards and backwards.
//!
//! Activations are `[place][channel]`, weights `[tap][in][out]`. Output channels come in vectors of 16, several of them times
//! several places in registers at once. [`pulp`] compiles each for the instructions that the processor has.

use crate::board::SLACK;
use pulp::{Arch, WithSimd};
use std::ops::Range;

/// Channels come in so many at a time.
pub(crate) const LANES: usize = 16;

type Vector = [f32; LANES];

/// Places that a forward sweep takes at once.
const PLACES: usize = 6;

/// Input channels that the sweep for the gradient of the weights takes at once.
const INPUTS: usize = 8;

const _: () = assert!(PLACES <= SLACK);

/// `output = convolution of input`: `output[p][o] = Σ input[p + tap][i] · weights[tap][i][o]`, for all places of the sweep and a
/// few behind it. The outputs are a multiple of 16.
pub(crate) struct Forward<'a> {
    /// The distances of the taps.
    pub(crate) taps: &'a [isize],
    /// From the first place to the last.
    pub(crate) sweep: Range<usize>,
    /// Input channels.
    pub(crate) inputs: usize,
    /// Output channels.
    pub(crate) outputs: usize,
    /// `[place][input]`.
    pub(crate) input: &'a [f32],
    /// `[tap][input][output]`.
    pub(crate) weights: &'a [f32],
    /// `[place][output]`.
    pub(crate) output: &'a mut [f32],
}

impl Forward<'_> {
    /// Does it.
    pub(crate) fn run(self) {
        assert!(self.outputs % LANES == 0, "output channels are a multiple of {LANES}");
        Arch::new().dispatch(self);
    }

    /// `VECTORS` vectors of output channels from `first` on.
    #[inline(always)]
    fn block<const VECTORS: usize>(&mut self, first: usize) {
        let Self { taps, sweep, inputs, outputs, input, weights, output } = self;
        let (inputs, outputs) = (*inputs, *outputs);
        for start in sweep.clone().step_by(PLACES) {
            let mut sums = [[[0.0; LANES]; VECTORS]; PLACES];
            for (tap, &distance) in taps.iter().enumerate() {
                let from = (start as isize + distance) as usize * inputs;
                let rows: [&[f32]; PLACES] =
                    std::array::from_fn(|place| &input[from + place * inputs..from + (place + 1) * inputs]);
                let weights = &weights[tap * inputs * outputs..(tap + 1) * inputs * outputs];
                for (number, line) in weights.chunks_exact(outputs).enumerate() {
                    let line: [&Vector; VECTORS] = std::array::from_fn(|vector| at(line, first + vector * LANES));
                    for place in 0..PLACES {
                        let value = rows[place][number];
                        for vector in 0..VECTORS {
                            add_scaled(&mut sums[place][vector], value, line[vector]);
                        }
                    }
                }
            }
            for (place, sums) in sums.iter().enumerate() {
                for (vector, sum) in sums.iter().enumerate() {
                    let to = (start + place) * outputs + first + vector * LANES;
                    output[to..to + LANES].copy_from_slice(sum);
                }
            }
        }
    }
}

impl WithSimd for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(mut self, _: S) {
        let mut first = 0;
        while first + 2 * LANES <= self.outputs {
            self.block::<2>(first);
            first += 2 * LANES;
        }
        if first < self.outputs {
            self.block::<1>(first);
        }
    }
}

/// Adds the gradient of the weights: `gradient[tap][i][o] += Σ input[p + tap][i] · slope[p][o]` over the places of the sweep, where
/// `slope` is zero between the rows. Inputs are a multiple of 8, outputs of 16.
pub(crate) struct WeightGradient<'a> {
    /// The distances of the taps.
    pub(crate) taps: &'a [isize],
    /// From the first place to the last.
    pub(crate) sweep: Range<usize>,
    /// Input channels.
    pub(crate) inputs: usize,
    /// Output channels.
    pub(crate) outputs: usize,
    /// `[place][input]`.
    pub(crate) input: &'a [f32],
    /// `[place][output]`.
    pub(crate) slope: &'a [f32],
    /// `[tap][input][output]`.
    pub(crate) gradient: &'a mut [f32],
}

impl WeightGradient<'_> {
    /// Does it.
    pub(crate) fn run(self) {
        assert!(self.inputs % INPUTS == 0 && self.outputs % LANES == 0, "channels are multiples of 8 and 16");
        Arch::new().dispatch(self);
    }

    #[inline(always)]
    fn block<const VECTORS: usize>(&mut self, first: usize) {
        let Self { taps, sweep, inputs, outputs, input, slope, gradient } = self;
        let (inputs, outputs) = (*inputs, *outputs);
        for (tap, &distance) in taps.iter().enumerate() {
            for channel in (0..inputs).step_by(INPUTS) {
                let mut sums = [[[0.0; LANES]; VECTORS]; INPUTS];
                for place in sweep.clone() {
                    let from = (place as isize + distance) as usize * inputs + channel;
                    let values: &[f32; INPUTS] = at(input, from);
                    let slopes: [&Vector; VECTORS] =
                        std::array::from_fn(|vector| at(slope, place * outputs + first + vector * LANES));
                    for number in 0..INPUTS {
                        for vector in 0..VECTORS {
                            add_scaled(&mut sums[number][vector], values[number], slopes[vector]);
                        }
                    }
                }
                for (number, sums) in sums.iter().enumerate() {
                    for (vector, sum) in sums.iter().enumerate() {
                        let to = (tap * inputs + channel + number) * outputs + first + vector * LANES;
                        for (gradient, sum) in gradient[to..to + LANES].iter_mut().zip(sum) {
                            *gradient += sum;
                        }
                    }
                }
            }
        }
    }
}

impl WithSimd for WeightGradient<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(mut self, _: S) {
        let mut first = 0;
        while first + 2 * LANES <= self.outputs {
            self.block::<2>(first);
            first += 2 * LANES;
        }
        if first < self.outputs {
            self.block::<1>(first);
        }
    }
}

#[inline(always)]
fn at<const N: usize>(values: &[f32], start: usize) -> &[f32; N] {
    values[start..start + N].try_into().expect("as long as it was cut")
}

#[inline(always)]
fn add_scaled(sum: &mut Vector, value: f32, vector: &Vector) {
    for lane in 0..LANES {
        sum[lane] = value.mul_add(vector[lane], sum[lane]);
    }
}

/// The weights of the convolution that takes slopes of the output back to the input: taps the other way round, inputs and outputs
/// exchanged.
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

    /// Numbers without a pattern, −1 to 1.
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
