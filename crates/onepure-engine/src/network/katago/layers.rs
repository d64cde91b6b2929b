//! Layers in 8-bit integers, or in floats to compare them with, and the functions between them.
//!
//! Activations are quantised to 0 to 127 for each evaluation: over a whole layer before a convolution of 3×3, point by point before one of
//! 1×1. Their zero is an integer too, because activations such as Mish and SiLU fall below it. So a tap off the board, which adds nothing,
//! stands for an activation of 0. As in the rest of the network, sums of products are integers, and everything behind them is
//! additions and multiplications of floats in a fixed order: the same bits on every processor.

use super::description::{self as file, Activation};
use crate::network::integer::{lane, lane_mut};
use crate::network::kernel::{Frame, GROUP, Kernel, KernelWeights, LANES, Row, Stretch};
use crate::network::math::exp;
use crate::network::packed::MOST;

/// Numbers of channels are padded to a multiple of this with zeros.
pub(super) const fn padded(channels: usize) -> usize {
    channels.next_multiple_of(LANES)
}

/// A convolution of 1×1 or 3×3, or a matrix for each point.
#[derive(Debug)]
pub(super) struct Conv {
    /// The number of input channels, padded.
    pub(super) inputs: usize,
    /// The number of output channels, padded.
    pub(super) outputs: usize,
    /// 1 for 3×3, 0 for 1×1.
    reach: usize,
    weights: Weights,
    bias: Vec<f32>,
}

#[derive(Debug)]
enum Weights {
    Integers {
        /// By [`LANES`] outputs, then by tap, then by group of inputs.
        weights: Vec<KernelWeights>,
        /// The factor of the integer sum of each output.
        scale: Vec<f32>,
        /// For each [`Side`] of the board and each output the sum of the weights of the taps on the board.
        sums: Vec<i32>,
    },
    /// [taps, inputs, outputs].
    Floats(Vec<f32>),
}

/// The rows or columns that a tap of 3×3 may reach from a point: 0 at the first line, 2 at the last one, and 1 between them.
const SIDES: usize = 3;

/// Which edges of the board a point is at, as an index below 9.
#[inline(always)]
fn side(point: usize, lines: usize) -> usize {
    let of = |line: usize| usize::from(line > 0) + usize::from(line + 1 == lines);
    of(point / lines) * SIDES + of(point % lines)
}

impl Conv {
    /// Packs convolutions with the same inputs as one: the outputs of each are padded.
    pub(super) fn of(convs: &[&file::Conv], is_integer: bool) -> Self {
        let (side, own) = (convs[0].side, convs[0].inputs);
        let (inputs, taps) = (padded(own), side * side);
        let outputs: usize = convs.iter().map(|conv| padded(conv.outputs)).sum();
        let mut floats = vec![0.0; taps * inputs * outputs];
        let (mut bias, mut begin) = (vec![0.0; outputs], 0);
        for conv in convs {
            for (row, weights) in conv.weights.chunks(conv.outputs).enumerate() {
                let (tap, input) = (row / own, row % own);
                let from = (tap * inputs + input) * outputs + begin;
                floats[from..from + conv.outputs].copy_from_slice(weights);
            }
            bias[begin..begin + conv.outputs].copy_from_slice(&conv.bias);
            begin += padded(conv.outputs);
        }
        let weights =
            if is_integer { Weights::quantised(&floats, inputs, outputs, side) } else { Weights::Floats(floats) };
        Self { inputs, outputs, reach: side / 2, weights, bias }
    }

    /// Packs matrices with the same inputs as one.
    pub(super) fn of_matrices(matrices: &[&file::Matrix], is_integer: bool) -> Self {
        let convs: Vec<_> = matrices
            .iter()
            .map(|matrix| file::Conv {
                inputs: matrix.inputs,
                outputs: matrix.outputs,
                side: 1,
                weights: matrix.weights.clone(),
                bias: vec![0.0; matrix.outputs],
            })
            .collect();
        Self::of(&convs.iter().collect::<Vec<_>>(), is_integer)
    }

    /// Computes the layer. `input` has all channels of each point; each call of `each` has a point, the number of the first channel, and
    /// [`LANES`] results.
    #[inline(always)]
    pub(super) fn compute(
        &self,
        kernel: impl Kernel,
        input: &[f32],
        memory: &mut Memory,
        mut each: impl FnMut(usize, usize, [f32; LANES]),
    ) {
        let lines = memory.lines;
        let input = &input[..lines * lines * self.inputs];
        let Weights::Integers { weights, scale, sums } = &self.weights else {
            return self.compute_in_floats(input, lines, each);
        };
        memory.quantise(kernel, input, self.inputs, self.reach == 0);
        let frame = kernel.frame(lines);
        let found = &mut memory.sums[..frame.run()];
        let quantised = memory.quantised.numbers();
        kernel.start(self.inputs, self.reach);
        for (vector, weights) in weights.chunks(weights.len() * LANES / self.outputs).enumerate() {
            let channel = vector * LANES;
            let (scale, bias): (&[f32; LANES], &[f32; LANES]) = (lane(scale, channel), lane(&self.bias, channel));
            for (number, start) in frame.runs() {
                kernel.sums(
                    &Row { input: quantised, channels: self.inputs, lines, number, reach: self.reach, weights },
                    found,
                );
                for Stretch { index, point, length, .. } in frame.stretches(start) {
                    for (point, found) in (point..).zip(&found[index..][..length]) {
                        let Quantised { step, zero } = memory.steps[if self.reach == 0 { point } else { 0 }];
                        let at = if self.reach == 0 { 0 } else { side(point, lines) };
                        let taps: &[i32; LANES] = lane(sums, at * self.outputs + channel);
                        let mut values = [0.0; LANES];
                        for lane in 0..LANES {
                            values[lane] = (found[lane] - zero * taps[lane]) as f32 * (scale[lane] * step) + bias[lane];
                        }
                        each(point, channel, values);
                    }
                }
            }
        }
    }

    /// The same in floats, slowly.
    #[inline(never)]
    fn compute_in_floats(&self, input: &[f32], lines: usize, mut each: impl FnMut(usize, usize, [f32; LANES])) {
        let Weights::Floats(weights) = &self.weights else { return };
        let side = 2 * self.reach + 1;
        for point in 0..lines * lines {
            let mut outputs = self.bias.clone();
            for tap in 0..side * side {
                let row = (point / lines + tap / side).wrapping_sub(self.reach);
                let column = (point % lines + tap % side).wrapping_sub(self.reach);
                if row >= lines || column >= lines {
                    continue;
                }
                let inputs = &input[(row * lines + column) * self.inputs..][..self.inputs];
                for (number, weights) in
                    inputs.iter().zip(weights[tap * self.inputs * self.outputs..].chunks(self.outputs))
                {
                    outputs.iter_mut().zip(weights).for_each(|(output, weight)| *output += number * weight);
                }
            }
            for (channel, values) in outputs.as_chunks::<LANES>().0.iter().enumerate() {
                each(point, channel * LANES, *values);
            }
        }
    }
}

impl Weights {
    fn quantised(floats: &[f32], inputs: usize, outputs: usize, side: usize) -> Self {
        let taps = side * side;
        let mut most = vec![0.0_f32; outputs];
        for row in floats.chunks(outputs) {
            most.iter_mut().zip(row).for_each(|(most, weight)| *most = most.max(weight.abs()));
        }
        let factors: Vec<f32> = most.iter().map(|&most| if most > 0.0 { MOST / most } else { 0.0 }).collect();
        let mut weights = vec![KernelWeights([0; LANES * GROUP]); taps * inputs / GROUP * outputs / LANES];
        let sides = if side == 1 { 1 } else { SIDES * SIDES };
        let mut sums = vec![0; sides * outputs];
        for (row, numbers) in floats.chunks(outputs).enumerate() {
            let (tap, input) = (row / inputs, row % inputs);
            for (output, (&weight, factor)) in numbers.iter().zip(&factors).enumerate() {
                let weight = (weight * factor).round_ties_even() as i8;
                let group = (output / LANES * taps + tap) * (inputs / GROUP) + input / GROUP;
                weights[group].0[output % LANES * GROUP + input % GROUP] = weight;
                for at in 0..sides {
                    let reaches =
                        |line: usize, tap: usize| sides == 1 || !(line == 0 && tap == 0 || line == 2 && tap == 2);
                    if reaches(at / SIDES, tap / side) && reaches(at % SIDES, tap % side) {
                        sums[at * outputs + output] += i32::from(weight);
                    }
                }
            }
        }
        Self::Integers { weights, scale: most.iter().map(|most| most / MOST).collect(), sums }
    }
}

/// How activations were quantised: an activation is `step` times the difference of the integer to `zero`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quantised {
    /// The difference of activations by 1 as an integer.
    pub(super) step: f32,
    /// The integer of 0.
    pub(super) zero: i32,
}

impl Quantised {
    /// For numbers between these, one of which is at most 0 and the other at least 0.
    #[inline(always)]
    pub(super) fn between(least: f32, most: f32) -> Self {
        let range = most - least;
        let step = if range > 0.0 { range / MOST } else { 1.0 };
        Self { step, zero: i32::from(whole(-least / step)) }
    }

    /// Quantises numbers.
    #[inline(always)]
    pub(super) fn apply<const N: usize>(self, numbers: &[f32; N]) -> [u8; N] {
        let (factor, zero) = (1.0 / self.step, self.zero as f32);
        let mut quantised = [0; N];
        for (quantised, &number) in quantised.iter_mut().zip(numbers) {
            let number = number * factor + zero;
            let number = if number > 0.0 { number } else { 0.0 };
            *quantised = whole(if number < MOST { number } else { MOST });
        }
        quantised
    }
}

/// The nearest integer of a number from 0 to 127, ties to even.
#[inline(always)]
fn whole(number: f32) -> u8 {
    // Adding this rounds to an integer: the sum has no bits for a fraction.
    const WHOLE: f32 = 8_388_608.0;
    (number + WHOLE).to_bits() as u8
}

/// The least and the largest of numbers and 0.
#[inline(always)]
pub(super) fn bounds(numbers: &[f32]) -> (f32, f32) {
    let (mut least, mut most) = ([0.0_f32; LANES], [0.0_f32; LANES]);
    for numbers in numbers.as_chunks::<LANES>().0 {
        for lane in 0..LANES {
            let number = numbers[lane];
            least[lane] = if number < least[lane] { number } else { least[lane] };
            most[lane] = if number > most[lane] { number } else { most[lane] };
        }
    }
    (
        least.iter().fold(0.0, |least, &number| number.min(least)),
        most.iter().fold(0.0, |most, &number| number.max(most)),
    )
}

/// The memory for one layer at a time.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// The lines of the board.
    pub(super) lines: usize,
    /// For each place ([`Frame`]) all quantised channels.
    pub(super) quantised: crate::network::integer::Aligned<u8>,
    /// How they were quantised: for each point, or for the first one alone.
    pub(super) steps: Vec<Quantised>,
    /// The integer sums of a run of places.
    pub(super) sums: Vec<[i32; LANES]>,
}

impl Memory {
    /// Memory for boards of up to `lines` lines and layers of up to `inputs` channels.
    pub(super) fn new(lines: usize, inputs: usize) -> Self {
        let frame = Frame::largest(lines);
        Self {
            lines,
            quantised: crate::network::integer::Aligned::new(frame.places() * inputs),
            steps: vec![Quantised::default(); lines * lines],
            sums: vec![[0; LANES]; frame.run()],
        }
    }

    /// Quantises the channels of each point, each point by itself or all alike.
    #[inline(always)]
    pub(super) fn quantise(&mut self, kernel: impl Kernel, input: &[f32], channels: usize, is_by_point: bool) {
        let frame = kernel.frame(self.lines);
        let quantised = self.quantised.numbers();
        frame.clear_margin(quantised, channels);
        if !is_by_point {
            let (least, most) = bounds(input);
            self.steps[0] = Quantised::between(least, most);
        }
        for Stretch { point, place, length, .. } in frame.rows() {
            let points = input[point * channels..].chunks(channels).take(length);
            for ((point, numbers), quantised) in
                (point..).zip(points).zip(quantised[place * channels..].chunks_mut(channels))
            {
                if is_by_point {
                    let (least, most) = bounds(numbers);
                    self.steps[point] = Quantised::between(least, most);
                }
                let step = self.steps[if is_by_point { point } else { 0 }];
                for (number, numbers) in numbers.as_chunks::<LANES>().0.iter().enumerate() {
                    *lane_mut(quantised, number * LANES) = step.apply(numbers);
                }
            }
        }
    }
}

/// A factor and a bias of each channel, and an activation.
#[derive(Debug)]
pub(super) struct Norm {
    scale: Vec<f32>,
    bias: Vec<f32>,
    activation: Activation,
}

impl Norm {
    /// Pads a normalisation.
    pub(super) fn of(norm: &file::Norm) -> Self {
        let pad = |numbers: &[f32]| {
            let mut numbers = numbers.to_vec();
            numbers.resize(padded(numbers.len()), 0.0);
            numbers
        };
        Self { scale: pad(&norm.scale), bias: pad(&norm.bias), activation: norm.activation }
    }

    /// Writes the normalised numbers.
    #[inline(always)]
    pub(super) fn apply(&self, input: &[f32], output: &mut [f32]) {
        let channels = self.scale.len();
        for (input, output) in input.chunks(channels).zip(output.chunks_mut(channels)) {
            for start in (0..channels).step_by(LANES) {
                let (scale, bias): (&[f32; LANES], &[f32; LANES]) = (lane(&self.scale, start), lane(&self.bias, start));
                let input: &[f32; LANES] = lane(input, start);
                let mut values = [0.0; LANES];
                for lane in 0..LANES {
                    values[lane] = input[lane] * scale[lane] + bias[lane];
                }
                *lane_mut(output, start) = activated(self.activation, values);
            }
        }
    }
}

/// Normalisation of each point by the root mean square of its channels.
#[derive(Debug)]
pub(super) struct RmsNorm {
    scale: Vec<f32>,
    /// The number of channels without padding.
    own: usize,
    epsilon: f32,
}

impl RmsNorm {
    /// Pads a normalisation.
    pub(super) fn of(norm: &file::RmsNorm) -> Self {
        let own = norm.scale.len();
        let mut scale = norm.scale.clone();
        scale.resize(padded(own), 0.0);
        Self { scale, own, epsilon: norm.epsilon }
    }

    /// Writes the normalised numbers.
    #[inline(always)]
    pub(super) fn apply(&self, input: &[f32], output: &mut [f32]) {
        let channels = self.scale.len();
        for (input, output) in input.chunks(channels).zip(output.chunks_mut(channels)) {
            let factor = factor(square_sum(input), self.own, self.epsilon);
            for start in (0..channels).step_by(LANES) {
                let (scale, input): (&[f32; LANES], &[f32; LANES]) = (lane(&self.scale, start), lane(input, start));
                let mut values = [0.0; LANES];
                for lane in 0..LANES {
                    values[lane] = input[lane] * factor * scale[lane];
                }
                *lane_mut(output, start) = values;
            }
        }
    }
}

/// 1 over the root of the mean square of `number` numbers.
#[inline(always)]
pub(super) fn factor(square_sum: f32, number: usize, epsilon: f32) -> f32 {
    1.0 / (square_sum / number as f32 + epsilon).sqrt()
}

/// The sum of the squares of numbers.
#[inline(always)]
pub(super) fn square_sum(numbers: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for numbers in numbers.as_chunks::<LANES>().0 {
        for lane in 0..LANES {
            sums[lane] += numbers[lane] * numbers[lane];
        }
    }
    sums.iter().sum()
}

/// Numbers behind an activation.
#[inline(always)]
pub(super) fn activated<const N: usize>(activation: Activation, mut values: [f32; N]) -> [f32; N] {
    match activation {
        Activation::Identity => {}
        Activation::Relu => {
            for value in &mut values {
                *value = if *value > 0.0 { *value } else { 0.0 };
            }
        }
        Activation::Mish => {
            for value in &mut values {
                *value = mish(*value);
            }
        }
        Activation::Silu => {
            for value in &mut values {
                *value = silu(*value);
            }
        }
    }
    values
}

/// x · tanh(ln(1 + eˣ)) = x · (n² + 2n) / (n² + 2n + 2) with n = eˣ.
#[inline(always)]
fn mish(x: f32) -> f32 {
    // Beyond this the function is x itself in 32 bits.
    let n = exp(if x < 20.0 { x } else { 20.0 });
    let square = n * n + 2.0 * n;
    x * (square / (square + 2.0))
}

/// x / (1 + e⁻ˣ).
#[inline(always)]
pub(super) fn silu(x: f32) -> f32 {
    x / (1.0 + exp(-x))
}

/// A small matrix for numbers about the whole board, in floats.
#[derive(Debug)]
pub(super) struct Dense {
    /// The number of outputs, padded.
    pub(super) outputs: usize,
    /// [inputs, outputs].
    weights: Vec<f32>,
    bias: Vec<f32>,
    activation: Activation,
}

impl Dense {
    /// A layer whose inputs are runs of `own` channels, each of which is padded.
    pub(super) fn of(weights: &file::Matrix, bias: &[f32], activation: Activation, own: usize) -> Self {
        let (outputs, runs) = (padded(weights.outputs), weights.inputs / own);
        let mut numbers = vec![0.0; runs * padded(own) * outputs];
        for (input, row) in weights.weights.chunks(weights.outputs).enumerate() {
            let at = (input / own * padded(own) + input % own) * outputs;
            numbers[at..at + row.len()].copy_from_slice(row);
        }
        let mut bias = bias.to_vec();
        bias.resize(outputs, 0.0);
        Self { outputs, weights: numbers, bias, activation }
    }

    /// The outputs.
    #[inline(always)]
    pub(super) fn compute(&self, input: &[f32], output: &mut Vec<f32>) {
        output.clear();
        output.extend_from_slice(&self.bias);
        for start in (0..self.outputs).step_by(LANES) {
            let mut sums: [f32; LANES] = *lane(output, start);
            for (&number, weights) in input.iter().zip(self.weights.chunks(self.outputs)) {
                let weights: &[f32; LANES] = lane(weights, start);
                for lane in 0..LANES {
                    sums[lane] += number * weights[lane];
                }
            }
            *lane_mut(output, start) = activated(self.activation, sums);
        }
    }
}
