//! The evaluation of a position: the layers in their order.
//!
//! Points are counted row by row from the top, as KataGo counts them: rotary positions are not symmetric. Inputs and outputs lose their layout
//! first, so that the layers are compiled once for each kind of instructions and not for each layout too.

use super::attention::AttentionMemory;
use super::functions::{activated, factor, silu, square_sum};
use super::inputs::{GLOBALS, KatagoInputs};
use super::layers::Then;
use super::packed::{Block, Packed, Planes, Pools, Tip};
use super::quantised::Memory;
use crate::network::architecture::OUTCOMES;
use crate::network::integer::{lane, lane_mut};
use crate::network::kernel::{self, Instructions, Kernel, KernelTask, LANES};
use crate::network::math::{softmax, softplus, tanh};
use crate::network::output::NetworkOutput;
use onepure_rules::geometry::{Layout, Point};

/// The working memory of an evaluation.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    /// The points of all planes but the first, which has every point.
    marks: Vec<Mark>,
    /// The policy logit of each point.
    policy: Vec<f32>,
    /// The expected owner of each point.
    ownership: Vec<f32>,
    /// The residual stream: all channels of each point.
    stream: Vec<f32>,
    /// The residual stream inside a nested block.
    inside: Vec<f32>,
    rest: Rest,
}

/// A point of an input plane.
#[derive(Clone, Copy, Debug)]
struct Mark {
    plane: usize,
    row: usize,
    column: usize,
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
            marks: Vec::new(),
            policy: vec![0.0; points],
            ownership: vec![0.0; points],
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
    /// Evaluates a position with these instructions.
    pub(super) fn evaluate<L: Layout>(
        &mut self,
        packed: &Packed,
        instructions: Instructions,
        inputs: &KatagoInputs<L>,
        output: &mut NetworkOutput<L>,
    ) {
        let lines = inputs.size.lines();
        self.marks.clear();
        for (plane, points) in inputs.planes.iter().enumerate().skip(1) {
            let mark = |point: Point<L>| Mark { plane, row: lines - 1 - point.row(), column: point.column() };
            self.marks.extend(points.iter().map(mark));
        }
        let Numbers { abstain, outcome, score, deviation } = self.compute(packed, instructions, lines, &inputs.globals);
        (output.abstain, output.outcome, output.score, output.deviation) = (abstain, outcome, score, deviation);
        let found = self.policy.iter().zip(&self.ownership);
        for (point, (&policy, &ownership)) in inputs.size.points_from_the_top().zip(found) {
            (output.policy[point], output.ownership[point]) = (policy, ownership);
        }
    }

    /// Evaluates the marks. It knows no layout, so that it is compiled in this crate alone, with its optimisation.
    fn compute(
        &mut self,
        packed: &Packed,
        instructions: Instructions,
        lines: usize,
        globals: &[f32; GLOBALS],
    ) -> Numbers {
        kernel::with(instructions, Evaluate { packed, scratch: self, lines, globals })
    }

    /// Records the largest size of each input of this number of layers from now on.
    pub(super) fn record(&mut self, layers: usize) {
        self.rest.memory.largest = Some(vec![Vec::new(); layers]);
    }

    /// What was recorded.
    pub(super) fn recorded(self) -> Vec<Vec<f32>> {
        self.rest.memory.largest.unwrap_or_default()
    }
}

/// The outputs that belong to no point, as in [`NetworkOutput`].
struct Numbers {
    abstain: f32,
    outcome: [f32; OUTCOMES],
    score: f32,
    deviation: f32,
}

/// The task of evaluating a position.
struct Evaluate<'task> {
    packed: &'task Packed,
    scratch: &'task mut Scratch,
    lines: usize,
    globals: &'task [f32; GLOBALS],
}

impl KernelTask for Evaluate<'_> {
    type Output = Numbers;

    #[inline(always)]
    fn run(self, kernel: impl Kernel) -> Numbers {
        let Self { packed, scratch, lines, globals } = self;
        let Scratch { marks, policy, ownership, stream, inside, rest } = scratch;
        rest.memory.lines = lines;
        let stream = &mut stream[..lines * lines * packed.channels];
        packed.globals.compute(globals, &mut rest.raise);
        packed.planes.compute(marks, lines, &rest.raise, stream);
        for block in &packed.blocks {
            if let Block::Nested { norm, first, blocks, inner_norm, second } = block {
                let inside = &mut inside[..lines * lines * first.outputs];
                norm.apply(kernel, stream, &mut rest.input);
                first.compute(kernel, &rest.input, &mut rest.memory, Then::Store, inside);
                for block in blocks {
                    rest.block(kernel, block, inside);
                }
                inner_norm.apply(kernel, inside, &mut rest.input);
                second.compute(kernel, &rest.input, &mut rest.memory, Then::Add, stream);
            } else {
                rest.block(kernel, block, stream);
            }
        }
        rest.tip(kernel, &packed.tip, stream);
        let outputs = packed.heads.outputs;
        packed.heads.compute(kernel, &rest.input, &mut rest.memory, Then::Store, &mut rest.output);
        let abstain = rest.policy(packed, outputs, policy);
        // Where no position may recur every game has a winner.
        let may_recur = globals[6] == 0.0;
        let (outcome, score, deviation) = rest.value(packed, outputs, may_recur, ownership);
        Numbers { abstain, outcome, score, deviation }
    }
}

impl Planes {
    /// Writes the first residual stream: the weights of the planes' points around each point, and what the globals add.
    #[inline(always)]
    fn compute(&self, marks: &[Mark], lines: usize, raise: &[f32], stream: &mut [f32]) {
        let (channels, reach) = (raise.len(), self.side / 2);
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
        let of_plane = self.side * self.side * channels;
        for &Mark { plane, row, column } in marks {
            for (tap, weights) in self.weights[plane * of_plane..][..of_plane].chunks(channels).enumerate() {
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

impl Rest {
    /// Adds a block that is not nested to its stream.
    #[inline(always)]
    fn block(&mut self, kernel: impl Kernel, block: &Block, stream: &mut [f32]) {
        let Self { input, output, memory, attention, raise, .. } = self;
        match block {
            Block::Residual { norm, first, activation, second } => {
                norm.apply(kernel, stream, input);
                first.compute(kernel, input, memory, Then::Activate(*activation), output);
                second.compute(kernel, output, memory, Then::Add, stream);
            }
            Block::Pooling { norm, first, second } => {
                norm.apply(kernel, stream, input);
                let outputs = first.both.outputs;
                first.both.compute(kernel, input, memory, Then::Store, output);
                let lines = memory.lines;
                first.pools.apply(output, outputs, lines, &mut self.pools, raise, input);
                second.compute(kernel, input, memory, Then::Add, stream);
            }
            Block::Attention(layers) => {
                layers.norm.apply(stream, input);
                layers.all.compute(kernel, input, memory, Then::Store, output);
                attention.compute(kernel, layers, output, memory, input);
                layers.out.compute(kernel, input, memory, Then::Add, stream);
            }
            Block::FeedForward { norm, both, out } => {
                norm.apply(stream, input);
                let outputs = both.outputs;
                both.compute(kernel, input, memory, Then::Store, output);
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
                out.compute(kernel, input, memory, Then::Add, stream);
            }
            Block::Nested { .. } => unreachable!("a file has no nested block in another one"),
        }
    }

    /// Writes the end of the trunk as the input of the next layer.
    #[inline(always)]
    fn tip(&mut self, kernel: impl Kernel, tip: &Tip, stream: &mut [f32]) {
        match tip {
            Tip::Norm(norm) => norm.apply(kernel, stream, &mut self.input),
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
                norm.apply(kernel, stream, &mut self.input);
            }
        }
    }

    /// Writes the policy logit of each point, and returns that of a pass.
    #[inline(always)]
    fn policy(&mut self, packed: &Packed, outputs: usize, logits: &mut [f32]) -> f32 {
        let (policy, lines) = (&packed.policy, self.memory.lines);
        policy.pools.apply(&self.output, outputs, lines, &mut self.pools, &mut self.raise, &mut self.input);
        for (numbers, logit) in self.input.chunks(policy.pools.channels).zip(&mut logits[..lines * lines]) {
            *logit = weighed(numbers, &policy.points);
        }
        let pools = match &policy.hidden {
            Some(hidden) => {
                hidden.compute(&self.pools, &mut self.raise);
                &self.raise
            }
            None => &self.pools,
        };
        policy.pass.compute(pools, &mut self.hidden);
        self.hidden[0]
    }

    /// Writes the expected owner of each point, and returns the probabilities of the outcomes, the score lead and its deviation.
    #[inline(always)]
    fn value(
        &mut self,
        packed: &Packed,
        outputs: usize,
        may_recur: bool,
        ownership: &mut [f32],
    ) -> ([f32; OUTCOMES], f32, f32) {
        let value = &packed.value;
        let (lines, begin) = (self.memory.lines, outputs - value.channels);
        let points = lines * lines;
        self.pools.clear();
        self.pools.resize(3 * value.channels, 0.0);
        let (part, by_size) = (1.0 / points as f32, (lines as f32 - 14.0) / 10.0);
        for (numbers, owner) in self.output.chunks_mut(outputs).zip(&mut ownership[..points]) {
            for start in (0..value.channels).step_by(LANES) {
                let numbers: &mut [f32; LANES] = lane_mut(numbers, begin + start);
                *numbers = activated(value.activation, *numbers);
                let sums: &mut [f32; LANES] = lane_mut(&mut self.pools, start);
                for lane in 0..LANES {
                    sums[lane] += numbers[lane];
                }
            }
            *owner = tanh(weighed(&numbers[begin..], &value.ownership));
        }
        for channel in 0..value.channels {
            let mean = self.pools[channel] * part;
            self.pools[channel] = mean;
            self.pools[value.channels + channel] = mean * by_size;
            self.pools[2 * value.channels + channel] = mean * (by_size * by_size - 0.1);
        }
        value.hidden.compute(&self.pools, &mut self.hidden);
        value.outcome.compute(&self.hidden, &mut self.raise);
        let [won, lost, open] = [self.raise[0], self.raise[1], if may_recur { self.raise[2] } else { f32::MIN }];
        let [won, lost, open] = softmax([won, lost, open]);
        value.scores.compute(&self.hidden, &mut self.raise);
        let [_, deviation, lead] = packed.factors;
        let score = self.raise[2] * lead * (1.0 - open);
        // The mean absolute deviation of a normal distribution.
        let deviation = softplus(self.raise[1]) * deviation * std::f32::consts::FRAC_2_PI.sqrt();
        ([won, lost, open, 0.0], score, deviation)
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
