//! The network in 8-bit integers: the layers of [`super::reference`], with the same bits on every processor.
//!
//! The sums of products are integers. Everything after them is additions and multiplications of floats, in an order that the loops fix. The
//! lanes of a vector register are different channels, and only [`Kernel::sum_of_lanes`] adds them to each other. Loops count lanes by
//! index: then compilers keep the lanes in one register, and otherwise they split them.

use super::architecture::OUTCOMES;
use super::features::{Inputs, PLANES};
use super::kernel::{Aligned, Frame, Kernel, KernelTask, LANES, Layer, Stretch, Work};
use super::math::{softmax, softplus, tanh};
use super::output::{NetworkOutput, SCORE_SCALE};
use super::packed::{Block, Conv, HEAD_LANES, MOST, Matrix, Packed};
use onepure_rules::geometry::Layout;

/// The working memory of an evaluation.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    /// The input planes: for each place of the board ([`Frame`]) all planes.
    planes: Aligned<u8>,
    work: Work,
    /// The quantised input of the first convolution of a block, and of the second: for each place all channels.
    first: Aligned<u8>,
    second: Aligned<u8>,
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
        let places = Frame::most_places(lines);
        let has_pools = packed.blocks.iter().any(|block| block.pool.is_some());
        Self {
            planes: Aligned::new(places * PLANES),
            work: Work::new(),
            first: Aligned::new(places * packed.channels),
            second: Aligned::new(places * packed.channels),
            stream: vec![[0.0; LANES]; vectors],
            inner: vec![[0.0; LANES]; if has_pools { vectors } else { 0 }],
            heads: vec![[0.0; LANES]; points * packed.heads.weights.outputs / LANES],
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
        trunk(kernel, packed, scratch, inputs);
        heads(kernel, packed, scratch, inputs, output);
        if wants_ownership {
            ownership(kernel, packed, scratch, inputs, output);
        }
    }
}

/// Writes the planes place by place.
#[inline(always)]
fn write_planes<L: Layout>(inputs: &Inputs<L>, frame: Frame, planes: &mut [u8]) {
    let first = frame.first();
    planes[..(2 * first + frame.extent()) * PLANES].fill(0);
    for (number, plane) in inputs.planes.iter().enumerate() {
        plane.iter().for_each(|point| {
            planes[(first + point.row() * frame.stride() + point.column()) * PLANES + number] = 1;
        });
    }
}

#[inline(always)]
fn trunk<L: Layout>(kernel: impl Kernel, packed: &Packed, scratch: &mut Scratch, inputs: &Inputs<L>) {
    let Scratch { planes, work, first, second, stream, inner, pool, raise, .. } = scratch;
    let lines = inputs.size.lines();
    let (frame, vectors) = (kernel.frame(lines), packed.channels / LANES);
    let (planes, first, second) = (planes.numbers(), first.numbers(), second.numbers());
    write_planes(inputs, frame, planes);
    frame.clear_margin(first, packed.channels);
    frame.clear_margin(second, packed.channels);
    product(&packed.globals, &inputs.globals, raise);
    let factor = |block: usize| packed.blocks.get(block).map_or(packed.factor, |block| block.first_factor);
    convolve(kernel, &packed.stem, planes, lines, work, |at, channel, mut values| {
        add(&mut values, lane(raise, channel));
        stream[at.point * vectors + channel / LANES] = values;
        *lane_mut(first, at.place * packed.channels + channel) = quantised(&values, factor(0));
    });
    for (number, block) in packed.blocks.iter().enumerate() {
        inner_layer(kernel, block, lines, work, first, second, inner, pool, raise);
        let factor = factor(number + 1);
        convolve(kernel, &block.second, second, lines, work, |at, channel, values| {
            let stream = &mut stream[at.point * vectors + channel / LANES];
            add(stream, &values);
            *lane_mut(first, at.place * packed.channels + channel) = quantised(stream, factor);
        });
    }
}

/// The first convolution of a block, with pooling if the block has it, quantised for the second one.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "parts of the scratch memory, borrowed one by one")]
fn inner_layer(
    kernel: impl Kernel,
    block: &Block,
    lines: usize,
    work: &mut Work,
    first: &[u8],
    second: &mut [u8],
    inner: &mut [[f32; LANES]],
    pool: &mut Pool,
    raise: &mut [f32],
) {
    let channels = block.first.weights.outputs;
    let Some(matrix) = &block.pool else {
        convolve(kernel, &block.first, first, lines, work, |at, channel, values| {
            *lane_mut(second, at.place * channels + channel) = quantised(&values, block.second_factor);
        });
        return;
    };
    let vectors = channels / LANES;
    convolve(kernel, &block.first, first, lines, work, |at, channel, values| {
        inner[at.point * vectors + channel / LANES] = values;
    });
    pool.of(inner.as_flattened(), channels, 0..channels, lines, &[]);
    product(matrix, &pool.numbers, raise);
    for Stretch { point, place, length, .. } in kernel.frame(lines).rows() {
        let second = second[place * channels..].chunks_mut(channels);
        let inner = inner[point * vectors..].chunks(vectors);
        for (second, inner) in second.zip(inner).take(length) {
            for (number, inner) in inner.iter().enumerate() {
                let raise: &[f32; LANES] = lane(raise, number * LANES);
                let mut values = [0.0; LANES];
                for lane in 0..LANES {
                    values[lane] = inner[lane] + raise[lane];
                }
                *lane_mut(second, number * LANES) = quantised(&values, block.second_factor);
            }
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
    let Scratch { work, first, heads, pool, raise, hidden, .. } = scratch;
    let Packed { policy, value, .. } = packed;
    let (lines, outputs) = (inputs.size.lines(), packed.heads.weights.outputs);
    convolve(kernel, &packed.heads, first.numbers(), lines, work, |at, channel, values| {
        heads[(at.point * outputs + channel) / LANES] = values;
    });
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
    let (lines, outputs) = (inputs.size.lines(), packed.heads.weights.outputs);
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

/// A point of the board, in memory.
#[derive(Clone, Copy)]
struct At {
    /// The index among all points.
    point: usize,
    /// The place among the inputs of the next layer ([`Frame`]).
    place: usize,
}

/// Computes a layer. Calls `each` for each point and each [`LANES`] channels, with the point, the number of the first channel, and the
/// results.
#[inline(always)]
fn convolve(
    kernel: impl Kernel,
    conv: &Conv,
    input: &[u8],
    lines: usize,
    work: &mut Work,
    mut each: impl FnMut(At, usize, [f32; LANES]),
) {
    let mut layer = Layer::new(kernel, &conv.weights, input, lines, work);
    for vector in 0..conv.weights.outputs / LANES {
        let channel = vector * LANES;
        let (scale, bias): (&[f32; LANES], &[f32; LANES]) = (lane(&conv.scale, channel), lane(&conv.bias, channel));
        for (number, start) in layer.frame().runs() {
            let stretches = layer.frame().stretches(start);
            let sums = layer.sums(kernel, vector, number);
            for Stretch { index, point, place, length } in stretches {
                for (number, sums) in sums[index..][..length].iter().enumerate() {
                    let mut values = [0.0; LANES];
                    for lane in 0..LANES {
                        values[lane] = sums[lane] as f32 * scale[lane] + bias[lane];
                    }
                    each(At { point: point + number, place: place + number }, channel, values);
                }
            }
        }
    }
}

/// `N` numbers from `start` on.
#[inline(always)]
pub(super) fn lane<T, const N: usize>(numbers: &[T], start: usize) -> &[T; N] {
    numbers[start..].first_chunk().expect("as many numbers as channels")
}

#[inline(always)]
pub(super) fn lane_mut<T, const N: usize>(numbers: &mut [T], start: usize) -> &mut [T; N] {
    numbers[start..].first_chunk_mut().expect("as many numbers as channels")
}

#[inline(always)]
fn add<const N: usize>(numbers: &mut [f32; N], others: &[f32; N]) {
    for lane in 0..N {
        numbers[lane] += others[lane];
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
    for lane in 0..LANES {
        let number = rectified(values[lane]) * factor;
        let number = if number < MOST { number } else { MOST };
        quantised[lane] = (number + WHOLE).to_bits() as u8;
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
            for lane in 0..HEAD_LANES {
                sums[lane] += number * weights[lane];
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
