//! The evaluation of a position: the layers in their order.
//!
//! Points are counted row by row from the top, as KataGo counts them: rotary positions are not symmetric.

use super::attention::AttentionMemory;
use super::functions::{activated, factor, silu, square_sum};
use super::inputs::KatagoInputs;
use super::layers::Conv;
use super::packed::{Block, Packed, Planes, Pools, Tip};
use super::quantised::Memory;
use crate::network::integer::{lane, lane_mut};
use crate::network::kernel::{Kernel, KernelTask, LANES};
use crate::network::math::{softmax, softplus, tanh};
use crate::network::output::NetworkOutput;
use onepure_rules::geometry::{BoardSize, Layout};

/// The working memory of an evaluation.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    /// The residual stream: all channels of each point.
    stream: Vec<f32>,
    /// The residual stream inside a nested block.
    inside: Vec<f32>,
    rest: Rest,
}

/// The memory besides residual streams.
#[derive(Clone, Debug)]
struct Rest {
    /// The input of a layer.
    input: Vec<f32>,
    /// The output of a layer that is not added to a stream.
    output: Vec<f32>,
    memory: Memory,
    attention: AttentionMemory,
    pools: Vec<f32>,
    raise: Vec<f32>,
    hidden: Vec<f32>,
}

impl Scratch {
    /// Memory for boards of up to `lines` lines.
    pub(super) fn new(packed: &Packed, lines: usize) -> Self {
        let points = lines * lines;
        Self {
            stream: vec![0.0; points * packed.channels],
            inside: vec![0.0; points * packed.widest_inside],
            rest: Rest {
                input: vec![0.0; points * packed.widest_input],
                output: vec![0.0; points * packed.widest_output],
                memory: Memory::new(lines, packed.widest_input),
                attention: AttentionMemory::default(),
                pools: Vec::new(),
                raise: Vec::new(),
                hidden: Vec::new(),
            },
        }
    }
}

impl Scratch {
    /// Records the largest size of each input of this number of layers from now on.
    pub(super) fn record(&mut self, layers: usize) {
        self.rest.memory.largest = Some(vec![Vec::new(); layers]);
    }

    /// What was recorded.
    pub(super) fn recorded(self) -> Vec<Vec<f32>> {
        self.rest.memory.largest.unwrap_or_default()
    }
}

/// The task of evaluating a position.
pub(super) struct Evaluate<'task, L: Layout> {
    pub(super) packed: &'task Packed,
    pub(super) scratch: &'task mut Scratch,
    pub(super) inputs: &'task KatagoInputs<L>,
    pub(super) output: &'task mut NetworkOutput<L>,
}

impl<L: Layout> KernelTask for Evaluate<'_, L> {
    type Output = ();

    #[inline(always)]
    fn run(self, kernel: impl Kernel) {
        let Self { packed, scratch: Scratch { stream, inside, rest }, inputs, output } = self;
        let lines = inputs.size.lines();
        rest.memory.lines = lines;
        let stream = &mut stream[..lines * lines * packed.channels];
        packed.globals.compute(&inputs.globals, &mut rest.raise);
        packed.planes.compute(inputs, &rest.raise, stream);
        for block in &packed.blocks {
            if let Block::Nested { norm, first, blocks, inner_norm, second } = block {
                let inside = &mut inside[..lines * lines * first.outputs];
                norm.apply(stream, &mut rest.input);
                first.compute(kernel, &rest.input, &mut rest.memory, |point, channel, values| {
                    *lane_mut(inside, point * first.outputs + channel) = values;
                });
                for block in blocks {
                    rest.block(kernel, block, inside);
                }
                inner_norm.apply(inside, &mut rest.input);
                add_to(kernel, second, &rest.input, &mut rest.memory, stream);
            } else {
                rest.block(kernel, block, stream);
            }
        }
        rest.tip(&packed.tip, stream);
        let outputs = packed.heads.outputs;
        packed.heads.compute(kernel, &rest.input, &mut rest.memory, |point, channel, values| {
            *lane_mut(&mut rest.output, point * outputs + channel) = values;
        });
        rest.policy(packed, outputs, inputs.size, output);
        rest.value(packed, outputs, inputs, output);
    }
}

impl Planes {
    /// Writes the first residual stream: the weights of the planes' points around each point, and what the globals add.
    #[inline(always)]
    fn compute<L: Layout>(&self, inputs: &KatagoInputs<L>, raise: &[f32], stream: &mut [f32]) {
        let (lines, channels, reach) = (inputs.size.lines(), raise.len(), self.side / 2);
        // The first plane has all points: what it adds depends on the edges that are near.
        for (point, numbers) in stream.chunks_mut(channels).enumerate() {
            let rows = near(point / lines, lines, reach, self.side);
            let columns = near(point % lines, lines, reach, self.side);
            numbers.copy_from_slice(raise);
            if rows == (0, self.side) && columns == (0, self.side) {
                add(numbers, &self.inner);
                continue;
            }
            for row in rows.0..rows.1 {
                for column in columns.0..columns.1 {
                    add(numbers, &self.weights[(row * self.side + column) * channels..][..channels]);
                }
            }
        }
        let planes = inputs.planes.iter().zip(self.weights.chunks(self.side * self.side * channels));
        for (plane, weights) in planes.skip(1) {
            for point in plane {
                let (row, column) = (lines - 1 - point.row(), point.column());
                for (tap, weights) in weights.chunks(channels).enumerate() {
                    // The point whose tap reads this one.
                    let to_row = (row + reach).wrapping_sub(tap / self.side);
                    let to_column = (column + reach).wrapping_sub(tap % self.side);
                    if to_row < lines && to_column < lines {
                        add(&mut stream[(to_row * lines + to_column) * channels..][..channels], weights);
                    }
                }
            }
        }
    }
}

/// The taps of a line that are on the board: the first one, and the one behind the last.
#[inline(always)]
fn near(line: usize, lines: usize, reach: usize, side: usize) -> (usize, usize) {
    (reach.saturating_sub(line), side.min(lines + reach - line))
}

#[inline(always)]
fn add(numbers: &mut [f32], others: &[f32]) {
    for (numbers, others) in numbers.as_chunks_mut::<LANES>().0.iter_mut().zip(others.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            numbers[lane] += others[lane];
        }
    }
}

/// Adds the output of a layer to a residual stream.
#[inline(always)]
fn add_to(kernel: impl Kernel, conv: &Conv, input: &[f32], memory: &mut Memory, stream: &mut [f32]) {
    conv.compute(kernel, input, memory, |point, channel, values| {
        let stream: &mut [f32; LANES] = lane_mut(stream, point * conv.outputs + channel);
        for lane in 0..LANES {
            stream[lane] += values[lane];
        }
    });
}

impl Rest {
    /// Adds a block that is not nested to its stream.
    #[inline(always)]
    fn block(&mut self, kernel: impl Kernel, block: &Block, stream: &mut [f32]) {
        let Self { input, output, memory, attention, raise, .. } = self;
        match block {
            Block::Residual { norm, first, activation, second } => {
                norm.apply(stream, input);
                first.compute(kernel, input, memory, |point, channel, values| {
                    *lane_mut(output, point * first.outputs + channel) = activated(*activation, values);
                });
                add_to(kernel, second, output, memory, stream);
            }
            Block::Pooling { norm, first, second } => {
                norm.apply(stream, input);
                let outputs = first.both.outputs;
                first.both.compute(kernel, input, memory, |point, channel, values| {
                    *lane_mut(output, point * outputs + channel) = values;
                });
                let lines = memory.lines;
                first.pools.apply(output, outputs, lines, &mut self.pools, raise, input);
                add_to(kernel, second, input, memory, stream);
            }
            Block::Attention(layers) => {
                layers.norm.apply(stream, input);
                let outputs = layers.all.outputs;
                layers.all.compute(kernel, input, memory, |point, channel, values| {
                    *lane_mut(output, point * outputs + channel) = values;
                });
                attention.compute(kernel, layers, output, memory, input);
                add_to(kernel, &layers.out, input, memory, stream);
            }
            Block::FeedForward { norm, both, out } => {
                norm.apply(stream, input);
                let outputs = both.outputs;
                both.compute(kernel, input, memory, |point, channel, values| {
                    *lane_mut(output, point * outputs + channel) = values;
                });
                for (output, input) in
                    output.chunks(outputs).zip(input[..memory.lines * memory.lines * out.inputs].chunks_mut(out.inputs))
                {
                    for start in (0..out.inputs).step_by(LANES) {
                        let (hidden, gate): (&[f32; LANES], &[f32; LANES]) =
                            (lane(output, start), lane(output, out.inputs + start));
                        let mut values = [0.0; LANES];
                        for lane in 0..LANES {
                            values[lane] = silu(hidden[lane]) * gate[lane];
                        }
                        *lane_mut(input, start) = values;
                    }
                }
                add_to(kernel, out, input, memory, stream);
            }
            Block::Nested { .. } => unreachable!("a file has no nested block in another one"),
        }
    }

    /// Writes the end of the trunk as the input of the next layer.
    #[inline(always)]
    fn tip(&mut self, tip: &Tip, stream: &mut [f32]) {
        match tip {
            Tip::Norm(norm) => norm.apply(stream, &mut self.input),
            Tip::Rms { own, epsilon, is_spatial, norm } => {
                let points = self.memory.lines * self.memory.lines;
                let channels = stream.len() / points;
                let of_all = is_spatial.then(|| factor(square_sum(stream), own * points, *epsilon));
                for numbers in stream.chunks_mut(channels) {
                    let factor = of_all.unwrap_or_else(|| factor(square_sum(numbers), *own, *epsilon));
                    for number in numbers.iter_mut() {
                        *number *= factor;
                    }
                }
                norm.apply(stream, &mut self.input);
            }
        }
    }

    #[inline(always)]
    fn policy<L: Layout>(&mut self, packed: &Packed, outputs: usize, size: BoardSize, output: &mut NetworkOutput<L>) {
        let policy = &packed.policy;
        policy.pools.apply(&self.output, outputs, size.lines(), &mut self.pools, &mut self.raise, &mut self.input);
        for (numbers, point) in self.input.chunks(policy.pools.channels).zip(size.points_from_the_top()) {
            output.policy[point] = weighed(numbers, &policy.points);
        }
        let pools = match &policy.hidden {
            Some(hidden) => {
                hidden.compute(&self.pools, &mut self.raise);
                &self.raise
            }
            None => &self.pools,
        };
        policy.pass.compute(pools, &mut self.hidden);
        output.abstain = self.hidden[0];
    }

    #[inline(always)]
    fn value<L: Layout>(
        &mut self,
        packed: &Packed,
        outputs: usize,
        inputs: &KatagoInputs<L>,
        output: &mut NetworkOutput<L>,
    ) {
        let value = &packed.value;
        let (lines, begin) = (inputs.size.lines(), outputs - value.channels);
        let points = lines * lines;
        self.pools.clear();
        self.pools.resize(3 * value.channels, 0.0);
        let (part, by_size) = (1.0 / points as f32, (lines as f32 - 14.0) / 10.0);
        for (numbers, point) in self.output.chunks_mut(outputs).zip(inputs.size.points_from_the_top()) {
            for start in (0..value.channels).step_by(LANES) {
                let numbers: &mut [f32; LANES] = lane_mut(numbers, begin + start);
                *numbers = activated(value.activation, *numbers);
                let sums: &mut [f32; LANES] = lane_mut(&mut self.pools, start);
                for lane in 0..LANES {
                    sums[lane] += numbers[lane];
                }
            }
            output.ownership[point] = tanh(weighed(&numbers[begin..], &value.ownership));
        }
        for channel in 0..value.channels {
            let mean = self.pools[channel] * part;
            self.pools[channel] = mean;
            self.pools[value.channels + channel] = mean * by_size;
            self.pools[2 * value.channels + channel] = mean * (by_size * by_size - 0.1);
        }
        value.hidden.compute(&self.pools, &mut self.hidden);
        value.outcome.compute(&self.hidden, &mut self.raise);
        // Where no position may recur every game has a winner.
        let may_recur = inputs.globals[6] == 0.0;
        let [won, lost, open] = [self.raise[0], self.raise[1], if may_recur { self.raise[2] } else { f32::MIN }];
        let [won, lost, open] = softmax([won, lost, open]);
        output.outcome = [won, lost, open, 0.0];
        value.scores.compute(&self.hidden, &mut self.raise);
        let [_, deviation, lead] = packed.factors;
        output.score = self.raise[2] * lead * (1.0 - open);
        // The mean absolute deviation of a normal distribution.
        output.deviation = softplus(self.raise[1]) * deviation * std::f32::consts::FRAC_2_PI.sqrt();
    }
}

/// The weighted sum of channels.
#[inline(always)]
fn weighed(numbers: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for (numbers, weights) in numbers.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += numbers[lane] * weights[lane];
        }
    }
    sums.iter().sum()
}

impl Pools {
    /// Writes the channels that go on, with what the pools add to them, to `input`, and the pools to `pools`: the mean of each channel, the mean
    /// weighted by the size of the board, and the maximum.
    #[inline(always)]
    fn apply(
        &self,
        output: &[f32],
        outputs: usize,
        lines: usize,
        pools: &mut Vec<f32>,
        raise: &mut Vec<f32>,
        input: &mut [f32],
    ) {
        let points = lines * lines;
        let (part, by_size) = (1.0 / points as f32, (lines as f32 - 14.0) / 10.0);
        pools.clear();
        pools.resize(3 * self.pooled, 0.0);
        for start in (0..self.pooled).step_by(LANES) {
            let (mut sums, mut most) = ([0.0; LANES], [f32::MIN; LANES]);
            for numbers in output.chunks(outputs).take(points) {
                let numbers = activated(self.pooled_activation, *lane::<f32, LANES>(numbers, self.channels + start));
                for lane in 0..LANES {
                    sums[lane] += numbers[lane];
                    most[lane] = if numbers[lane] > most[lane] { numbers[lane] } else { most[lane] };
                }
            }
            let means = sums.map(|sum| sum * part);
            *lane_mut(pools, start) = means;
            *lane_mut(pools, self.pooled + start) = means.map(|mean| mean * by_size);
            *lane_mut(pools, 2 * self.pooled + start) = most;
        }
        self.weights.compute(pools, raise);
        for (output, input) in output.chunks(outputs).take(points).zip(input.chunks_mut(self.channels)) {
            for start in (0..self.channels).step_by(LANES) {
                let (output, raise): (&[f32; LANES], &[f32; LANES]) = (lane(output, start), lane(raise, start));
                let mut values = [0.0; LANES];
                for lane in 0..LANES {
                    values[lane] = output[lane] + raise[lane];
                }
                *lane_mut(input, start) = activated(self.activation, values);
            }
        }
    }
}
