//! The network in 8-bit integers: the same layers as in [`super::reference`], the same bits on every processor.
//!
//! The sums of products are integers. What is done with them is additions and multiplications of floats one by one, in an
//! order that the loops fix: the lanes of a vector register are different channels, and never added to each other except by
//! [`sum_of_lanes`].

use super::architecture::OUTCOMES;
use super::features::{Inputs, PLANES};
use super::kernel::{Kernel, KernelTask, LANES, Row};
use super::math::{softmax, softplus, sum_of_lanes, tanh};
use super::output::{NetworkOutput, SCORE_SCALE};
use super::packed::{Block, Conv, HEAD_LANES, MOST, Matrix, Packed};
use crate::geometry::Layout;

/// Memory for the output of a position.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    /// The input planes: for each point, row by row, all planes.
    planes: Vec<u8>,
    /// Quantised activations at the input of the first convolution of a block, and of the second.
    first: Vec<u8>,
    second: Vec<u8>,
    /// The residual stream.
    stream: Vec<f32>,
    /// What a block with pooling keeps until all of it is known.
    inner: Vec<f32>,
    /// Both heads before rectification.
    heads: Vec<f32>,
    pool: Pool,
    /// What the globals, or a pool, add to each channel.
    raise: Vec<f32>,
    hidden: Vec<f32>,
}

/// For each channel the mean, the mean weighed by the size of the board, and the greatest number; and perhaps more.
#[derive(Clone, Debug, Default)]
struct Pool {
    numbers: Vec<f32>,
}

impl Scratch {
    /// Memory for boards of up to so many lines.
    pub(super) fn new(packed: &Packed, lines: usize) -> Self {
        let points = lines * lines;
        let numbers = points * packed.channels;
        Self {
            planes: vec![0; points * PLANES],
            first: vec![0; numbers],
            second: vec![0; numbers],
            stream: vec![0.0; numbers],
            inner: vec![0.0; if packed.blocks.iter().any(|block| block.pool.is_some()) { numbers } else { 0 }],
            heads: vec![0.0; points * packed.heads.outputs],
            pool: Pool::default(),
            raise: vec![0.0; packed.channels],
            hidden: vec![0.0; packed.value.hidden.outputs],
        }
    }
}

/// The output of a position.
pub(super) struct Evaluate<'task, L: Layout> {
    pub(super) packed: &'task Packed,
    pub(super) scratch: &'task mut Scratch,
    pub(super) inputs: &'task Inputs<L>,
    pub(super) output: &'task mut NetworkOutput<L>,
}

impl<L: Layout> KernelTask for Evaluate<'_, L> {
    type Output = ();

    #[inline(always)]
    fn run(self, kernel: impl Kernel) {
        let Self { packed, scratch, inputs, output } = self;
        write_planes(inputs, &mut scratch.planes);
        trunk(kernel, packed, scratch, inputs);
        heads(kernel, packed, scratch, inputs, output);
    }
}

/// Writes the planes point by point.
#[inline(always)]
fn write_planes<L: Layout>(inputs: &Inputs<L>, planes: &mut [u8]) {
    let lines = inputs.size.lines();
    planes[..lines * lines * PLANES].fill(0);
    for (number, plane) in inputs.planes.iter().enumerate() {
        for point in plane {
            planes[(point.row() * lines + point.column()) * PLANES + number] = 1;
        }
    }
}

#[inline(always)]
fn trunk<L: Layout>(kernel: impl Kernel, packed: &Packed, scratch: &mut Scratch, inputs: &Inputs<L>) {
    let Scratch { planes, first, second, stream, inner, pool, raise, .. } = scratch;
    let (lines, channels) = (inputs.size.lines(), packed.channels);
    product(&packed.globals, &inputs.globals, raise);
    let factor = |block: usize| packed.blocks.get(block).map_or(packed.factor, |block| block.first_factor);
    convolve(kernel, &packed.stem, lines, planes, |point, channel, mut values| {
        add(&mut values, lane(raise, channel));
        *lane_mut(stream, point * channels + channel) = values;
        *lane_mut(first, point * channels + channel) = quantised(&values, factor(0));
    });
    for (number, block) in packed.blocks.iter().enumerate() {
        inner_layer(kernel, block, lines, first, second, inner, pool, raise);
        let factor = factor(number + 1);
        convolve(kernel, &block.second, lines, second, |point, channel, values| {
            let stream: &mut [f32; LANES] = lane_mut(stream, point * channels + channel);
            add(stream, &values);
            *lane_mut(first, point * channels + channel) = quantised(stream, factor);
        });
    }
}

/// The first convolution of a block, with pooling if it has that, quantised for the second.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "parts of the scratch memory, borrowed one by one")]
fn inner_layer(
    kernel: impl Kernel,
    block: &Block,
    lines: usize,
    first: &[u8],
    second: &mut [u8],
    inner: &mut [f32],
    pool: &mut Pool,
    raise: &mut [f32],
) {
    let channels = block.first.outputs;
    let Some(matrix) = &block.pool else {
        convolve(kernel, &block.first, lines, first, |point, channel, values| {
            *lane_mut(second, point * channels + channel) = quantised(&values, block.second_factor);
        });
        return;
    };
    pool.begin(channels);
    convolve(kernel, &block.first, lines, first, |point, channel, values| {
        *lane_mut(inner, point * channels + channel) = values;
        pool.add(channels, channel, &values);
    });
    pool.end(channels, lines, &[]);
    product(matrix, &pool.numbers, raise);
    for point in 0..lines * lines {
        for channel in (0..channels).step_by(LANES) {
            let mut values = *lane::<f32, LANES>(inner, point * channels + channel);
            add(&mut values, lane(raise, channel));
            *lane_mut(second, point * channels + channel) = quantised(&values, block.second_factor);
        }
    }
}

#[inline(always)]
fn heads<L: Layout>(
    kernel: impl Kernel,
    packed: &Packed,
    scratch: &mut Scratch,
    inputs: &Inputs<L>,
    output: &mut NetworkOutput<L>,
) {
    let Scratch { first, heads, pool, raise, hidden, .. } = scratch;
    let Packed { policy, value, .. } = packed;
    let (lines, outputs) = (inputs.size.lines(), packed.heads.outputs);
    convolve(kernel, &packed.heads, lines, first, |point, channel, values| {
        *lane_mut(heads, point * outputs + channel) = values;
    });

    pool.of(heads, outputs, 0..policy.channels, lines, &[]);
    raise.resize(policy.channels.max(packed.channels), 0.0);
    product(&policy.pool, &pool.numbers, &mut raise[..policy.channels]);
    for (number, point) in inputs.size.points().enumerate() {
        output.policy[point] = weighed(&policy.point, |start| {
            let mut numbers = *lane::<f32, HEAD_LANES>(heads, number * outputs + start);
            add(&mut numbers, lane(raise, start));
            rectify(&mut numbers);
            numbers
        });
    }
    output.abstain = weighed(&policy.abstain, |start| *lane(&pool.numbers, start)) + policy.abstain_bias;

    let channels = policy.channels..policy.channels + value.channels;
    pool.of(heads, outputs, channels.clone(), lines, &inputs.globals);
    product(&value.hidden, &pool.numbers, hidden);
    for (number, bias) in hidden.iter_mut().zip(&value.hidden_bias) {
        *number = rectified(*number + bias);
    }
    let mut results = [0.0; HEAD_LANES];
    product(&value.results, hidden, &mut results);
    add(&mut results, lane(&value.results_bias, 0));
    output.outcome = softmax::<OUTCOMES>(std::array::from_fn(|outcome| results[outcome]));
    output.score = results[OUTCOMES] * SCORE_SCALE;
    output.deviation = softplus(results[OUTCOMES + 1]) * SCORE_SCALE;
    let mut owned = [0.0; 19 * 19];
    for (number, owned) in owned[..lines * lines].iter_mut().enumerate() {
        let owned_by = weighed(&value.ownership, |start| {
            let mut numbers = *lane::<f32, HEAD_LANES>(heads, number * outputs + channels.start + start);
            rectify(&mut numbers);
            numbers
        });
        *owned = owned_by + value.ownership_bias;
    }
    for owned in &mut owned[..lines * lines] {
        *owned = tanh(*owned);
    }
    for (point, owned) in inputs.size.points().zip(owned) {
        output.ownership[point] = owned;
    }
}

/// Computes a layer, and gives the results of each point and of each [`LANES`] channels to `each`, with the numbers of the
/// point and of the first of the channels.
#[inline(always)]
fn convolve(
    kernel: impl Kernel,
    conv: &Conv,
    lines: usize,
    input: &[u8],
    mut each: impl FnMut(usize, usize, [f32; LANES]),
) {
    let mut sums = [[0; LANES]; 19];
    let block = conv.weights.len() / (conv.outputs / LANES);
    for (number, weights) in conv.weights.chunks(block).enumerate() {
        let channel = number * LANES;
        let (scale, bias): (&[f32; LANES], &[f32; LANES]) = (lane(&conv.scale, channel), lane(&conv.bias, channel));
        for row in 0..lines {
            let sums = &mut sums[..lines];
            kernel.sums(&Row { input, channels: conv.inputs, lines, number: row, reach: conv.reach, weights }, sums);
            for (column, sums) in sums.iter().enumerate() {
                let mut values = [0.0; LANES];
                for lane in 0..LANES {
                    values[lane] = sums[lane] as f32 * scale[lane] + bias[lane];
                }
                each(row * lines + column, channel, values);
            }
        }
    }
}

/// So many numbers from a place on.
#[inline(always)]
fn lane<T, const N: usize>(numbers: &[T], start: usize) -> &[T; N] {
    numbers[start..].first_chunk().expect("as many numbers as channels")
}

#[inline(always)]
fn lane_mut<T, const N: usize>(numbers: &mut [T], start: usize) -> &mut [T; N] {
    numbers[start..].first_chunk_mut().expect("as many numbers as channels")
}

#[inline(always)]
fn add<const N: usize>(numbers: &mut [f32; N], others: &[f32; N]) {
    for (number, other) in numbers.iter_mut().zip(others) {
        *number += other;
    }
}

/// The number, or 0 if it is below.
#[inline(always)]
fn rectified(number: f32) -> f32 {
    if number > 0.0 { number } else { 0.0 }
}

#[inline(always)]
fn rectify<const N: usize>(numbers: &mut [f32; N]) {
    for number in numbers {
        *number = rectified(*number);
    }
}

/// Activations, rectified and brought to 0 to 127: the nearest whole number, the even one of two.
#[inline(always)]
fn quantised(values: &[f32; LANES], factor: f32) -> [u8; LANES] {
    // Added to a smaller number it leaves no room for digits behind the point.
    const WHOLE: f32 = 8_388_608.0;
    let mut quantised = [0; LANES];
    for (quantised, &value) in quantised.iter_mut().zip(values) {
        let number = rectified(value) * factor;
        let number = if number < MOST { number } else { MOST };
        *quantised = (number + WHOLE).to_bits() as u8;
    }
    quantised
}

/// The product of a matrix and a vector.
#[inline(always)]
fn product(matrix: &Matrix, vector: &[f32], results: &mut [f32]) {
    for (start, results) in (0..).step_by(HEAD_LANES).zip(results[..matrix.outputs].as_chunks_mut::<HEAD_LANES>().0) {
        let mut sums = [0.0; HEAD_LANES];
        for (&number, weights) in vector.iter().zip(matrix.numbers.chunks(matrix.outputs)) {
            let weights: &[f32; HEAD_LANES] = lane(weights, start);
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += number * weight;
            }
        }
        *results = sums;
    }
}

/// The sum of numbers, each multiplied by its weight. `numbers` gives those from a place on.
#[inline(always)]
fn weighed(weights: &[f32], numbers: impl Fn(usize) -> [f32; HEAD_LANES]) -> f32 {
    let mut sums = [0.0; HEAD_LANES];
    for start in (0..weights.len()).step_by(HEAD_LANES) {
        let (weights, numbers): (&[f32; HEAD_LANES], _) = (lane(weights, start), numbers(start));
        for ((sum, weight), number) in sums.iter_mut().zip(weights).zip(numbers) {
            *sum += number * weight;
        }
    }
    sum_of_lanes(sums)
}

impl Pool {
    /// Begins to pool so many channels.
    #[inline(always)]
    fn begin(&mut self, channels: usize) {
        self.numbers.clear();
        self.numbers.resize(3 * channels, 0.0);
    }

    /// Adds numbers of a point, rectified, of the channels from one on.
    #[inline(always)]
    fn add<const N: usize>(&mut self, channels: usize, channel: usize, values: &[f32; N]) {
        let (sums, most) = self.numbers.split_at_mut(2 * channels);
        let (sums, most): (&mut [f32; N], &mut [f32; N]) = (lane_mut(sums, channel), lane_mut(most, channel));
        for lane in 0..N {
            let value = rectified(values[lane]);
            sums[lane] += value;
            most[lane] = if value > most[lane] { value } else { most[lane] };
        }
    }

    /// Turns sums into means, and puts more numbers behind everything.
    #[inline(always)]
    fn end(&mut self, channels: usize, lines: usize, more: &[f32]) {
        let (part, weight) = (1.0 / (lines * lines) as f32, (lines as f32 - 14.0) / 10.0);
        for channel in 0..channels {
            let mean = self.numbers[channel] * part;
            self.numbers[channel] = mean;
            self.numbers[channels + channel] = mean * weight;
        }
        self.numbers.extend_from_slice(more);
    }

    /// Pools some of the channels of a layer.
    #[inline(always)]
    fn of(&mut self, layer: &[f32], outputs: usize, channels: std::ops::Range<usize>, lines: usize, more: &[f32]) {
        self.begin(channels.len());
        for point in 0..lines * lines {
            for channel in (0..channels.len()).step_by(HEAD_LANES) {
                let values: &[f32; HEAD_LANES] = lane(layer, point * outputs + channels.start + channel);
                self.add(channels.len(), channel, values);
            }
        }
        self.end(channels.len(), lines, more);
    }
}
