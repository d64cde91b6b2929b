//! The network in 8-bit integers: the layers of [`super::reference`], with the same bits on every processor.
//!
//! The sums of products are integers. Everything after them is additions and multiplications of floats, in an order that the loops fix. The
//! lanes of a vector register are different channels, and only [`Kernel::sum_of_lanes`] adds them to each other. Loops count lanes by
//! index: then compilers keep the lanes in one register, and otherwise they split them.

use super::architecture::OUTCOMES;
use super::features::{Inputs, PLANES};
use super::kernel::{Kernel, KernelTask, LANES, Row};
use super::math::{softmax, softplus, tanh};
use super::output::{NetworkOutput, SCORE_SCALE};
use super::packed::{Block, Conv, HEAD_LANES, MOST, Matrix, Packed};
use onepure_rules::geometry::Layout;

/// The working memory of an evaluation.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    /// The input planes: for each point, row by row, all planes.
    planes: Vec<u8>,
    /// The integer sums of a row.
    sums: Vec<[i32; LANES]>,
    /// The quantised input of the first convolution of a block, and of the second: for each point all channels.
    first: Vec<[u8; LANES]>,
    second: Vec<[u8; LANES]>,
    /// The residual stream.
    stream: Vec<[f32; LANES]>,
    /// The output of the first convolution in a block with pooling: the pool needs all of it first.
    inner: Vec<[f32; LANES]>,
    /// Both heads before rectification.
    heads: Vec<[f32; LANES]>,
    pool: Pool,
    /// The number that the globals, or a pool, add to each channel.
    raise: Vec<f32>,
    hidden: Vec<f32>,
}

/// The pools of each channel: the mean, the mean weighted by the size of the board, and the maximum. More numbers may follow.
#[derive(Clone, Debug, Default)]
struct Pool {
    numbers: Vec<f32>,
}

impl Scratch {
    /// Memory for boards of up to `lines` lines.
    pub(super) fn new(packed: &Packed, lines: usize) -> Self {
        let points = lines * lines;
        let vectors = points * packed.channels / LANES;
        let has_pools = packed.blocks.iter().any(|block| block.pool.is_some());
        Self {
            planes: vec![0; points * PLANES],
            sums: vec![[0; LANES]; lines],
            first: vec![[0; LANES]; vectors],
            second: vec![[0; LANES]; vectors],
            stream: vec![[0.0; LANES]; vectors],
            inner: vec![[0.0; LANES]; if has_pools { vectors } else { 0 }],
            heads: vec![[0.0; LANES]; points * packed.heads.outputs / LANES],
            pool: Pool::default(),
            raise: vec![0.0; packed.channels],
            hidden: vec![0.0; packed.value.hidden.outputs],
        }
    }
}

/// The task of evaluating a position.
pub(super) struct Evaluate<'task, L: Layout> {
    pub(super) packed: &'task Packed,
    pub(super) scratch: &'task mut Scratch,
    pub(super) inputs: &'task Inputs<L>,
    pub(super) output: &'task mut NetworkOutput<L>,
    /// Whether to compute ownership too. A search that does not record it saves the time: 1 % (docs/lab/performance/network.md).
    pub(super) wants_ownership: bool,
}

impl<L: Layout> KernelTask for Evaluate<'_, L> {
    type Output = ();

    #[inline(always)]
    fn run(self, kernel: impl Kernel) {
        let Self { packed, scratch, inputs, output, wants_ownership } = self;
        write_planes(inputs, &mut scratch.planes);
        trunk(kernel, packed, scratch, inputs);
        heads(kernel, packed, scratch, inputs, output);
        if wants_ownership {
            ownership(kernel, packed, scratch, inputs, output);
        }
    }
}

/// Writes the planes point by point.
#[inline(always)]
fn write_planes<L: Layout>(inputs: &Inputs<L>, planes: &mut [u8]) {
    let lines = inputs.size.lines();
    planes[..lines * lines * PLANES].fill(0);
    for (number, plane) in inputs.planes.iter().enumerate() {
        plane.iter().for_each(|point| planes[(point.row() * lines + point.column()) * PLANES + number] = 1);
    }
}

#[inline(always)]
fn trunk<L: Layout>(kernel: impl Kernel, packed: &Packed, scratch: &mut Scratch, inputs: &Inputs<L>) {
    let Scratch { planes, sums, first, second, stream, inner, pool, raise, .. } = scratch;
    let sums = &mut sums[..inputs.size.lines()];
    product(&packed.globals, &inputs.globals, raise);
    let factor = |block: usize| packed.blocks.get(block).map_or(packed.factor, |block| block.first_factor);
    convolve(kernel, &packed.stem, planes, sums, |place, channel, mut values| {
        add(&mut values, lane(raise, channel));
        stream[place] = values;
        first[place] = quantised(&values, factor(0));
    });
    for (number, block) in packed.blocks.iter().enumerate() {
        inner_layer(kernel, block, sums, first.as_flattened(), second, inner, pool, raise);
        let factor = factor(number + 1);
        convolve(kernel, &block.second, second.as_flattened(), sums, |place, _, values| {
            let stream = &mut stream[place];
            add(stream, &values);
            first[place] = quantised(stream, factor);
        });
    }
}

/// The first convolution of a block, with pooling if the block has it, quantised for the second one.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "parts of the scratch memory, borrowed one by one")]
fn inner_layer(
    kernel: impl Kernel,
    block: &Block,
    sums: &mut [[i32; LANES]],
    first: &[u8],
    second: &mut [[u8; LANES]],
    inner: &mut [[f32; LANES]],
    pool: &mut Pool,
    raise: &mut [f32],
) {
    let Some(matrix) = &block.pool else {
        convolve(kernel, &block.first, first, sums, |place, _, values| {
            second[place] = quantised(&values, block.second_factor);
        });
        return;
    };
    convolve(kernel, &block.first, first, sums, |place, _, values| inner[place] = values);
    let (lines, channels) = (sums.len(), block.first.outputs);
    pool.of(inner.as_flattened(), channels, 0..channels, lines, &[]);
    product(matrix, &pool.numbers, raise);
    let vectors = channels / LANES;
    for (second, inner) in second.chunks_mut(vectors).zip(inner.chunks(vectors)).take(lines * lines) {
        for ((second, inner), raise) in second.iter_mut().zip(inner).zip(raise.as_chunks::<LANES>().0) {
            let mut values = [0.0; LANES];
            for lane in 0..LANES {
                values[lane] = inner[lane] + raise[lane];
            }
            *second = quantised(&values, block.second_factor);
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
    let Scratch { sums, first, heads, pool, raise, hidden, .. } = scratch;
    let Packed { policy, value, .. } = packed;
    let (lines, outputs) = (inputs.size.lines(), packed.heads.outputs);
    convolve(kernel, &packed.heads, first.as_flattened(), &mut sums[..lines], |place, _, values| heads[place] = values);
    let heads = heads.as_flattened();

    pool.of(heads, outputs, 0..policy.channels, lines, &[]);
    raise.resize(policy.channels.max(packed.channels), 0.0);
    product(&policy.pool, &pool.numbers, &mut raise[..policy.channels]);
    let mut by_point = [0.0; 19 * 19];
    let by_point = &mut by_point[..lines * lines];
    for (logit, numbers) in by_point.iter_mut().zip(heads.chunks(outputs)) {
        *logit = weighed(kernel, &policy.point, |start| {
            let (mut numbers, raise) = (*lane::<f32, HEAD_LANES>(numbers, start), lane(raise, start));
            add(&mut numbers, raise);
            numbers.map(rectified)
        });
    }
    inputs.size.points().enumerate().for_each(|(number, point)| output.policy[point] = by_point[number]);
    output.abstain = weighed(kernel, &policy.abstain, |start| *lane(&pool.numbers, start)) + policy.abstain_bias;

    let channels = policy.channels..policy.channels + value.channels;
    pool.of(heads, outputs, channels, lines, &inputs.globals);
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
}

/// Computes the ownership from the heads.
#[inline(always)]
fn ownership<L: Layout>(
    kernel: impl Kernel,
    packed: &Packed,
    scratch: &Scratch,
    inputs: &Inputs<L>,
    output: &mut NetworkOutput<L>,
) {
    let Packed { policy, value, .. } = packed;
    let (lines, outputs) = (inputs.size.lines(), packed.heads.outputs);
    let mut by_point = [0.0; 19 * 19];
    let by_point = &mut by_point[..lines * lines];
    for (owned, numbers) in by_point.iter_mut().zip(scratch.heads.as_flattened().chunks(outputs)) {
        let owned_by = weighed(kernel, &value.ownership, |start| {
            lane::<f32, HEAD_LANES>(numbers, policy.channels + start).map(rectified)
        });
        *owned = owned_by + value.ownership_bias;
    }
    for owned in &mut *by_point {
        *owned = tanh(*owned);
    }
    inputs.size.points().enumerate().for_each(|(number, point)| output.ownership[point] = by_point[number]);
}

/// Computes a layer. `sums` has a place for each line of the board. Calls `each` for each point and each [`LANES`] channels, with the place
/// in the output, the number of the first channel, and the results.
#[inline(always)]
fn convolve(
    kernel: impl Kernel,
    conv: &Conv,
    input: &[u8],
    sums: &mut [[i32; LANES]],
    mut each: impl FnMut(usize, usize, [f32; LANES]),
) {
    let (lines, vectors) = (sums.len(), conv.outputs / LANES);
    for (number, weights) in conv.weights.chunks(conv.weights.len() / vectors).enumerate() {
        let channel = number * LANES;
        let (scale, bias): (&[f32; LANES], &[f32; LANES]) = (lane(&conv.scale, channel), lane(&conv.bias, channel));
        for row in 0..lines {
            kernel.sums(&Row { input, channels: conv.inputs, lines, number: row, reach: conv.reach, weights }, sums);
            for (column, sums) in sums.iter().enumerate() {
                let mut values = [0.0; LANES];
                for lane in 0..LANES {
                    values[lane] = sums[lane] as f32 * scale[lane] + bias[lane];
                }
                each((row * lines + column) * vectors + number, channel, values);
            }
        }
    }
}

/// `N` numbers from `start` on.
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

/// The rectified number: 0 if it is negative.
#[inline(always)]
fn rectified(number: f32) -> f32 {
    if number > 0.0 { number } else { 0.0 }
}

/// Rectified activations in the range 0 to 127, rounded to the nearest integer, ties to even.
#[inline(always)]
fn quantised(values: &[f32; LANES], factor: f32) -> [u8; LANES] {
    // Adding this rounds to an integer: the sum has no bits for a fraction.
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

/// The weighted sum of numbers; `numbers` returns [`HEAD_LANES`] of them from an index on.
#[inline(always)]
fn weighed(kernel: impl Kernel, weights: &[f32], numbers: impl Fn(usize) -> [f32; HEAD_LANES]) -> f32 {
    let mut sums = [0.0; HEAD_LANES];
    for (number, weights) in weights.as_chunks::<HEAD_LANES>().0.iter().enumerate() {
        let numbers = numbers(number * HEAD_LANES);
        for lane in 0..HEAD_LANES {
            sums[lane] += numbers[lane] * weights[lane];
        }
    }
    kernel.sum_of_lanes(sums)
}

impl Pool {
    /// Pools some channels of a layer, rectified, and appends `more` numbers.
    #[inline(always)]
    fn of(&mut self, layer: &[f32], outputs: usize, channels: std::ops::Range<usize>, lines: usize, more: &[f32]) {
        let (part, weight) = (1.0 / (lines * lines) as f32, (lines as f32 - 14.0) / 10.0);
        let pooled = channels.len();
        self.numbers.clear();
        self.numbers.resize(3 * pooled, 0.0);
        for channel in (0..pooled).step_by(HEAD_LANES) {
            let (mut sums, mut most) = ([0.0; HEAD_LANES], [0.0; HEAD_LANES]);
            for numbers in layer.chunks(outputs).take(lines * lines) {
                let values: &[f32; HEAD_LANES] = lane(numbers, channels.start + channel);
                for lane in 0..HEAD_LANES {
                    let value = rectified(values[lane]);
                    sums[lane] += value;
                    most[lane] = if value > most[lane] { value } else { most[lane] };
                }
            }
            let means = sums.map(|sum| sum * part);
            *lane_mut(&mut self.numbers, channel) = means;
            *lane_mut(&mut self.numbers, pooled + channel) = means.map(|mean| mean * weight);
            *lane_mut(&mut self.numbers, 2 * pooled + channel) = most;
        }
        self.numbers.extend_from_slice(more);
    }
}
