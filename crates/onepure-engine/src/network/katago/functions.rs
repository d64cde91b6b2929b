//! Normalisation, activations, and small matrices, in floats.

use super::description::{self, Activation};
use super::layers::padded;
use crate::network::integer::{lane, lane_mut};
use crate::network::kernel::{Kernel, KernelTask, LANES};
use crate::network::math::exp;

/// A factor and a bias of each channel, and an activation.
#[derive(Debug)]
pub(super) struct Norm {
    scale: Vec<f32>,
    bias: Vec<f32>,
    activation: Activation,
}

impl Norm {
    /// Pads a normalisation.
    pub(super) fn of(norm: &description::Norm) -> Self {
        let pad = |numbers: &[f32]| {
            let mut numbers = numbers.to_vec();
            numbers.resize(padded(numbers.len()), 0.0);
            numbers
        };
        Self { scale: pad(&norm.scale), bias: pad(&norm.bias), activation: norm.activation }
    }

    /// Writes the normalised numbers.
    #[inline(always)]
    pub(super) fn apply(&self, kernel: impl Kernel, input: &[f32], output: &mut [f32]) {
        kernel.apart(Normalise { norm: self, input, output });
    }

    #[inline(always)]
    fn write(&self, input: &[f32], output: &mut [f32]) {
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

/// A normalisation of all points.
struct Normalise<'task> {
    norm: &'task Norm,
    input: &'task [f32],
    output: &'task mut [f32],
}

impl KernelTask for Normalise<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Kernel) {
        self.norm.write(self.input, self.output);
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
    pub(super) fn of(norm: &description::RmsNorm) -> Self {
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
    pub(super) fn of(weights: &description::Matrix, bias: &[f32], activation: Activation, own: usize) -> Self {
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
