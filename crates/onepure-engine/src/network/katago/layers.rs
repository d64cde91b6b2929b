//! Layers in 8-bit integers, or in floats to compare them with.
//!
//! A tap off the board, which adds nothing, stands for an activation of 0. As in the rest of the network, sums of products are integers, and
//! everything behind them is additions and multiplications of floats in a fixed order: the same bits on every processor.

use super::description::{self, Activation};
use super::functions::activated;
use super::quantised::{HALF, Memory, join};
use crate::network::integer::{lane, lane_mut};
use crate::network::kernel::{Kernel, KernelTask, LANES, Layer, LayerWeights, Stretch};
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
    /// The number of the layer in [`Packing`].
    number: usize,
    /// The factor of each input before it is quantised. The weights are divided by it.
    balance: Vec<f32>,
    /// Whether activations are quantised in two halves ([`HALF`]).
    is_precise: bool,
    weights: Weights,
    bias: Vec<f32>,
}

#[derive(Debug)]
enum Weights {
    Integers {
        weights: LayerWeights,
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

/// Which edges of the board a line is at, as an index below [`SIDES`].
#[inline(always)]
fn side(line: usize, lines: usize) -> usize {
    usize::from(line > 0) + usize::from(line + 1 == lines)
}

/// How layers are packed.
#[derive(Debug)]
pub(super) struct Packing<'stats> {
    /// Whether they are computed in integers.
    pub(super) is_integer: bool,
    /// The largest size of each input of each layer on some positions, or nothing before these were evaluated.
    pub(super) largest: &'stats [Vec<f32>],
    /// The number of layers that were packed.
    pub(super) layers: usize,
}

impl Packing<'_> {
    /// The factors of the inputs of the next layer: see [`balance`].
    fn next(&mut self, floats: &[f32], inputs: usize, outputs: usize) -> (usize, Vec<f32>) {
        let number = self.layers;
        self.layers += 1;
        let balance =
            self.largest.get(number).map_or_else(|| vec![1.0; inputs], |largest| balance(largest, floats, outputs));
        (number, balance)
    }
}

/// Factors of inputs that share the difficulty of quantisation between activations and weights (Xiao et al., "`SmoothQuant`", 2022): large
/// activations become smaller, and their weights larger.
fn balance(largest: &[f32], floats: &[f32], outputs: usize) -> Vec<f32> {
    /// What is smaller than this part of the largest one counts as this part: an input that is small on the sampled positions may be larger
    /// on others, and would widen the range of all. Of 0.02, 0.05, 0.15 and 0.3 this is the best.
    const LEAST: f32 = 0.15;
    let mut weights = vec![0.0_f32; largest.len()];
    for (row, numbers) in floats.chunks(outputs).enumerate() {
        let most = &mut weights[row % largest.len()];
        *most = numbers.iter().fold(*most, |most, number| most.max(number.abs()));
    }
    let least = |numbers: &[f32]| numbers.iter().fold(0.0_f32, |most, number| most.max(*number)) * LEAST;
    let (least_input, least_weight) = (least(largest), least(&weights));
    let balanced = |(&largest, &weight): (&f32, &f32)| {
        let (largest, weight) = (largest.max(least_input), weight.max(least_weight));
        let factor = (weight / largest).sqrt();
        if factor.is_normal() { factor } else { 1.0 }
    };
    largest.iter().zip(&weights).map(balanced).collect()
}

impl Conv {
    /// Packs convolutions with the same inputs as one: the outputs of each are padded.
    pub(super) fn of(convs: &[&description::Conv], packing: &mut Packing<'_>) -> Self {
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
        let (number, balance) = packing.next(&floats, inputs, outputs);
        let weights = if packing.is_integer {
            for (row, numbers) in floats.chunks_mut(outputs).enumerate() {
                for number in numbers {
                    *number /= balance[row % inputs];
                }
            }
            Weights::quantised(&floats, inputs, outputs, side)
        } else {
            Weights::Floats(floats)
        };
        Self { inputs, outputs, reach: side / 2, number, balance, is_precise: false, weights, bias }
    }

    /// The layer with activations in two halves, where much depends on it and it has few products. With too many inputs the sums might not fit
    /// into 32 bits: then it stays as it is.
    pub(super) fn precise(self) -> Self {
        const MOST_PRODUCTS: usize = (i32::MAX / (HALF * HALF * MOST as i32)) as usize;
        let products = self.inputs * (2 * self.reach + 1).pow(2);
        Self { is_precise: products <= MOST_PRODUCTS, ..self }
    }

    /// Packs matrices with the same inputs as one.
    pub(super) fn of_matrices(matrices: &[&description::Matrix], packing: &mut Packing<'_>) -> Self {
        let convs: Vec<_> = matrices
            .iter()
            .map(|matrix| description::Conv {
                inputs: matrix.inputs,
                outputs: matrix.outputs,
                side: 1,
                weights: matrix.weights.clone(),
                bias: vec![0.0; matrix.outputs],
            })
            .collect();
        Self::of(&convs.iter().collect::<Vec<_>>(), packing)
    }

    /// Computes the layer. `input` and `output` have all channels of each point.
    #[inline(always)]
    pub(super) fn compute(
        &self,
        kernel: impl Kernel,
        input: &[f32],
        memory: &mut Memory,
        then: Then,
        output: &mut [f32],
    ) {
        let lines = memory.lines;
        let input = &input[..lines * lines * self.inputs];
        if let Some(largest) = &mut memory.largest {
            record(&mut largest[self.number], input, self.inputs);
        }
        match &self.weights {
            // Layers of all kinds share this function: it is large, and compiled for each kind of instructions.
            Weights::Integers { .. } => kernel.apart(Integers { conv: self, input, memory, then, output }),
            Weights::Floats(weights) => self.compute_in_floats(weights, input, lines, then, output),
        }
    }

    #[inline(always)]
    fn compute_in_integers(
        &self,
        kernel: impl Kernel,
        input: &[f32],
        memory: &mut Memory,
        then: Then,
        output: &mut [f32],
    ) {
        let lines = memory.lines;
        let Weights::Integers { weights, scale, sums } = &self.weights else { return };
        let is_by_point = self.reach == 0;
        memory.quantise(kernel, input, &self.balance, is_by_point, self.is_precise);
        let Memory { quantised, low, work, low_work, steps, .. } = memory;
        let mut layer = Layer::new(kernel, weights, quantised.numbers(), lines, work);
        let mut low = self.is_precise.then(|| Layer::new(kernel, weights, low.numbers(), lines, low_work));
        for vector in 0..self.outputs / LANES {
            let channel = vector * LANES;
            let (scale, bias): (&[f32; LANES], &[f32; LANES]) = (lane(scale, channel), lane(&self.bias, channel));
            for (number, start) in layer.frame().runs() {
                let stretches = layer.frame().stretches(start);
                let found = layer.sums(kernel, vector, number);
                if let Some(low) = &mut low {
                    join(found, low.sums(kernel, vector, number));
                }
                for Stretch { index, point, length, .. } in stretches {
                    let row = side(point / lines, lines) * SIDES;
                    let columns = point % lines..;
                    for ((point, column), found) in (point..).zip(columns).zip(&found[index..][..length]) {
                        let (step, at) = if is_by_point { (point, 0) } else { (0, row + side(column, lines)) };
                        let taps = lane(sums, at * self.outputs + channel);
                        let values = steps[step].values(found, taps, scale, bias);
                        then.take(values, lane_mut(output, point * self.outputs + channel));
                    }
                }
            }
        }
    }

    /// The same in floats, slowly.
    #[inline(never)]
    fn compute_in_floats(&self, weights: &[f32], input: &[f32], lines: usize, then: Then, output: &mut [f32]) {
        let side = 2 * self.reach + 1;
        for channel in (0..self.outputs).step_by(LANES) {
            for point in 0..lines * lines {
                let mut outputs: [f32; LANES] = *lane(&self.bias, channel);
                for tap in 0..side * side {
                    let row = (point / lines + tap / side).wrapping_sub(self.reach);
                    let column = (point % lines + tap % side).wrapping_sub(self.reach);
                    if row >= lines || column >= lines {
                        continue;
                    }
                    let inputs = &input[(row * lines + column) * self.inputs..][..self.inputs];
                    let weights = weights[tap * self.inputs * self.outputs..].chunks(self.outputs);
                    for (&number, weights) in inputs.iter().zip(weights) {
                        let weights: &[f32; LANES] = lane(weights, channel);
                        for lane in 0..LANES {
                            outputs[lane] += number * weights[lane];
                        }
                    }
                }
                then.take(outputs, lane_mut(output, point * self.outputs + channel));
            }
        }
    }
}

/// What becomes of the results of a layer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Then {
    /// They are the output.
    Store,
    /// The output is what is behind an activation.
    Activate(Activation),
    /// They are added to a residual stream.
    Add,
}

impl Then {
    #[inline(always)]
    fn take(self, values: [f32; LANES], output: &mut [f32; LANES]) {
        match self {
            Self::Store => *output = values,
            Self::Activate(activation) => *output = activated(activation, values),
            Self::Add => {
                for lane in 0..LANES {
                    output[lane] += values[lane];
                }
            }
        }
    }
}

/// A layer in integers.
struct Integers<'task> {
    conv: &'task Conv,
    input: &'task [f32],
    memory: &'task mut Memory,
    then: Then,
    output: &'task mut [f32],
}

impl KernelTask for Integers<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, kernel: impl Kernel) {
        let Self { conv, input, memory, then, output } = self;
        conv.compute_in_integers(kernel, input, memory, then, output);
    }
}

/// Keeps the largest size of each input.
#[inline(never)]
fn record(largest: &mut Vec<f32>, input: &[f32], inputs: usize) {
    largest.resize(inputs, 0.0);
    for numbers in input.chunks(inputs) {
        largest.iter_mut().zip(numbers).for_each(|(largest, number)| *largest = largest.max(number.abs()));
    }
}

impl Weights {
    fn quantised(floats: &[f32], inputs: usize, outputs: usize, side: usize) -> Self {
        let mut most = vec![0.0_f32; outputs];
        for row in floats.chunks(outputs) {
            most.iter_mut().zip(row).for_each(|(most, weight)| *most = most.max(weight.abs()));
        }
        let factors: Vec<f32> = most.iter().map(|&most| if most > 0.0 { MOST / most } else { 0.0 }).collect();
        let mut weights = LayerWeights::zeros(inputs, outputs, side / 2);
        let sides = if side == 1 { 1 } else { SIDES * SIDES };
        let mut sums = vec![0; sides * outputs];
        for (row, numbers) in floats.chunks(outputs).enumerate() {
            let (tap, input) = (row / inputs, row % inputs);
            for (output, (&weight, factor)) in numbers.iter().zip(&factors).enumerate() {
                let weight = (weight * factor).round_ties_even() as i8;
                *weights.at(tap, input, output) = weight;
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
