//! The layers of a network, ready to be computed.

use super::description::{self as file, Activation, Description, Rotary};
use super::layers::{Conv, Dense, Norm, RmsNorm, padded};
use onepure_rules::geometry::BoardSize;

/// All layers of a network. Numbers of channels are [`padded`].
#[derive(Debug)]
pub(super) struct Packed {
    pub(super) channels: usize,
    /// The largest number of channels of a layer's input, and of its output.
    pub(super) widest_input: usize,
    pub(super) widest_output: usize,
    /// The largest number of channels inside nested blocks.
    pub(super) widest_inside: usize,
    pub(super) planes: Planes,
    pub(super) globals: Dense,
    pub(super) blocks: Vec<Block>,
    pub(super) tip: Tip,
    /// The first layers of the heads: the policy, what is pooled for it, and the value.
    pub(super) heads: Conv,
    pub(super) policy: PolicyHead,
    pub(super) value: ValueHead,
    pub(super) factors: [f32; 3],
}

/// The convolution of the planes, in floats: most planes have few points.
#[derive(Debug)]
pub(super) struct Planes {
    pub(super) side: usize,
    /// [planes, taps, channels].
    pub(super) weights: Vec<f32>,
}

/// A block of the trunk.
#[derive(Debug)]
pub(super) enum Block {
    Residual { norm: Norm, first: Conv, activation: Activation, second: Conv },
    Pooling { norm: Norm, first: PooledConv, second: Conv },
    Nested { norm: Norm, first: Conv, blocks: Vec<Block>, inner_norm: Norm, second: Conv },
    Attention(Box<Attention>),
    FeedForward { norm: RmsNorm, both: Conv, out: Conv },
}

/// A convolution, with a bias from the pools of another one.
#[derive(Debug)]
pub(super) struct PooledConv {
    /// Both convolutions: first the one that goes on.
    pub(super) both: Conv,
    pub(super) pools: Pools,
}

/// The bias of channels by the pools of others.
#[derive(Debug)]
pub(super) struct Pools {
    /// The channels that go on.
    pub(super) channels: usize,
    /// The channels that are pooled.
    pub(super) pooled: usize,
    pub(super) pooled_activation: Activation,
    pub(super) weights: Dense,
    pub(super) activation: Activation,
}

/// Attention with rotary positions.
#[derive(Debug)]
pub(super) struct Attention {
    pub(super) norm: RmsNorm,
    pub(super) heads: usize,
    pub(super) shared_heads: usize,
    pub(super) width: usize,
    pub(super) value_width: usize,
    /// Queries, keys and values of all heads, each part [`padded`].
    pub(super) all: Conv,
    pub(super) out: Conv,
    pub(super) rotary: Option<Turns>,
    /// Whether products are computed in integers.
    pub(super) is_integer: bool,
}

/// The cosines and sines by which pairs of numbers turn.
#[derive(Debug)]
pub(super) struct Turns {
    /// The numbers of pairs of a head, and whether shared heads differ.
    pairs: usize,
    is_shared: bool,
    /// [lines, shared heads, pairs] of cosine and sine, for rows from the top, and for columns.
    rows: Vec<[f32; 2]>,
    columns: Vec<[f32; 2]>,
}

/// The end of the trunk.
#[derive(Debug)]
pub(super) enum Tip {
    Norm(Norm),
    Rms { own: usize, epsilon: f32, is_spatial: bool, norm: Norm },
}

#[derive(Debug)]
pub(super) struct PolicyHead {
    pub(super) pools: Pools,
    /// The weight of each channel in the logit of a point.
    pub(super) points: Vec<f32>,
    pub(super) hidden: Option<Dense>,
    pub(super) pass: Dense,
}

#[derive(Debug)]
pub(super) struct ValueHead {
    pub(super) channels: usize,
    pub(super) activation: Activation,
    pub(super) hidden: Dense,
    pub(super) outcome: Dense,
    pub(super) scores: Dense,
    /// The weight of each channel in the ownership of a point.
    pub(super) ownership: Vec<f32>,
}

impl Packed {
    /// Packs a network for integers, or for floats to compare them with.
    pub(super) fn new(description: &Description, is_integer: bool) -> Self {
        let Description { channels: own, planes, globals, policy, value, .. } = description;
        let channels = padded(*own);
        let no_bias = |matrix: &file::Matrix| vec![0.0; matrix.outputs];
        let heads = Conv::of(&[&policy.conv.conv, &policy.conv.pooled, &value.conv], is_integer);
        let layer = |layer: &file::Layer, own| Dense::of(&layer.weights, &layer.bias, layer.activation, own);
        let blocks: Vec<Block> = description.blocks.iter().map(|block| Block::of(block, is_integer)).collect();
        let (input, output) = widest(&blocks);
        let widest_inside = blocks.iter().map(Block::inside).max().unwrap_or(0);
        let pooled = policy.conv.pooled.outputs;
        Self {
            channels,
            widest_input: input.max(channels),
            widest_output: output.max(heads.outputs),
            widest_inside,
            planes: Planes::of(planes, channels),
            globals: Dense::of(globals, &no_bias(globals), Activation::Identity, globals.inputs),
            tip: match &description.tip {
                file::Tip::Norm(norm) => Tip::Norm(Norm::of(norm)),
                file::Tip::Rms { epsilon, is_spatial, norm } => {
                    Tip::Rms { own: *own, epsilon: *epsilon, is_spatial: *is_spatial, norm: Norm::of(norm) }
                }
            },
            heads,
            policy: PolicyHead {
                pools: Pools::of(&policy.conv),
                points: with_padding(&policy.points.weights),
                hidden: policy.hidden.as_ref().map(|hidden| layer(hidden, pooled)),
                pass: {
                    let own = policy.hidden.as_ref().map_or(pooled, |hidden| hidden.weights.outputs);
                    Dense::of(&policy.pass, &no_bias(&policy.pass), Activation::Identity, own)
                },
            },
            value: ValueHead {
                channels: padded(value.conv.outputs),
                activation: value.activation,
                hidden: layer(&value.hidden, value.conv.outputs),
                outcome: layer(&value.outcome, value.hidden.weights.outputs),
                scores: layer(&value.scores, value.hidden.weights.outputs),
                ownership: with_padding(&value.ownership.weights),
            },
            blocks,
            factors: description.factors,
        }
    }
}

/// The largest numbers of channels of the inputs and of the outputs of blocks' layers.
fn widest(blocks: &[Block]) -> (usize, usize) {
    blocks.iter().map(Block::widest).fold((0, 0), |widest, block| (widest.0.max(block.0), widest.1.max(block.1)))
}

fn with_padding(numbers: &[f32]) -> Vec<f32> {
    let mut numbers = numbers.to_vec();
    numbers.resize(padded(numbers.len()), 0.0);
    numbers
}

impl Planes {
    fn of(conv: &file::Conv, channels: usize) -> Self {
        let taps = conv.side * conv.side;
        let mut weights = vec![0.0; conv.inputs * taps * channels];
        for (row, numbers) in conv.weights.chunks(conv.outputs).enumerate() {
            let (tap, plane) = (row / conv.inputs, row % conv.inputs);
            weights[(plane * taps + tap) * channels..][..conv.outputs].copy_from_slice(numbers);
        }
        Self { side: conv.side, weights }
    }
}

impl Block {
    fn of(block: &file::Block, is_integer: bool) -> Self {
        let conv = |conv| Conv::of(&[conv], is_integer);
        match block {
            file::Block::Residual { norm, first, activation, second } => Self::Residual {
                norm: Norm::of(norm),
                first: conv(first),
                activation: *activation,
                second: conv(second),
            },
            file::Block::Pooling { norm, first, second } => Self::Pooling {
                norm: Norm::of(norm),
                first: PooledConv {
                    both: Conv::of(&[&first.conv, &first.pooled], is_integer),
                    pools: Pools::of(first),
                },
                second: conv(second),
            },
            file::Block::Nested { norm, first, blocks, inner_norm, second } => Self::Nested {
                norm: Norm::of(norm),
                first: conv(first),
                blocks: blocks.iter().map(|block| Self::of(block, is_integer)).collect(),
                inner_norm: Norm::of(inner_norm),
                second: conv(second),
            },
            file::Block::Attention(attention) => Self::Attention(Box::new(Attention::of(attention, is_integer))),
            file::Block::FeedForward { norm, hidden, gate, out } => Self::FeedForward {
                norm: RmsNorm::of(norm),
                both: Conv::of_matrices(&[hidden, gate], is_integer),
                out: Conv::of_matrices(&[out], is_integer),
            },
        }
    }

    fn convs(&self) -> Vec<&Conv> {
        match self {
            Self::Pooling { first, second, .. } => vec![&first.both, second],
            Self::Residual { first, second, .. } | Self::Nested { first, second, .. } => vec![first, second],
            Self::Attention(attention) => vec![&attention.all, &attention.out],
            Self::FeedForward { both, out, .. } => vec![both, out],
        }
    }

    fn widest(&self) -> (usize, usize) {
        let inside = if let Self::Nested { blocks, .. } = self { widest(blocks) } else { (0, 0) };
        self.convs().iter().fold(inside, |widest, conv| (widest.0.max(conv.inputs), widest.1.max(conv.outputs)))
    }

    /// The channels inside a nested block.
    fn inside(&self) -> usize {
        if let Self::Nested { first, .. } = self { first.outputs } else { 0 }
    }
}

impl Pools {
    fn of(conv: &file::PooledConv) -> Self {
        let bias = vec![0.0; conv.weights.outputs];
        Self {
            channels: padded(conv.conv.outputs),
            pooled: padded(conv.pooled.outputs),
            pooled_activation: conv.pooled_activation,
            weights: Dense::of(&conv.weights, &bias, Activation::Identity, conv.pooled.outputs),
            activation: conv.activation,
        }
    }
}

impl Attention {
    fn of(attention: &file::Attention, is_integer: bool) -> Self {
        let &file::Attention { heads, shared_heads, width, value_width, .. } = attention;
        Self {
            norm: RmsNorm::of(&attention.norm),
            heads,
            shared_heads,
            width,
            value_width,
            all: Conv::of_matrices(&[&attention.query, &attention.key, &attention.value], is_integer),
            out: Conv::of_matrices(&[&attention.out], is_integer),
            rotary: attention.rotary.as_ref().map(|rotary| Turns::of(rotary, shared_heads, width / 2)),
            is_integer,
        }
    }
}

impl Turns {
    fn of(rotary: &Rotary, shared_heads: usize, pairs: usize) -> Self {
        // Radians along columns and rows for each pair of each head.
        let frequencies: Vec<[f32; 2]> = match rotary {
            Rotary::Learned(frequencies) => frequencies.clone(),
            Rotary::Fixed(base) => {
                let power = |number: usize| libm::powf(*base, -2.0 * number as f32 / pairs as f32);
                let along_rows = (0..pairs / 2).map(|number| [0.0, power(number)]);
                along_rows.chain((0..pairs - pairs / 2).map(|number| [power(number), 0.0])).collect()
            }
        };
        let turns = |axis: usize| {
            let lines = 0..BoardSize::MAIN.lines();
            let turn = |(line, frequency): (usize, &[f32; 2])| {
                let angle = line as f32 * frequency[axis];
                [libm::cosf(angle), libm::sinf(angle)]
            };
            lines.flat_map(|line| frequencies.iter().map(move |frequency| (line, frequency))).map(turn).collect()
        };
        Self { pairs, is_shared: frequencies.len() == pairs && shared_heads > 1, columns: turns(0), rows: turns(1) }
    }

    /// The cosine and sine for a pair of a shared head at a point.
    #[inline(always)]
    fn at(&self, head: usize, pair: usize, row: usize, column: usize) -> [f32; 2] {
        let heads = self.rows.len() / (BoardSize::MAIN.lines() * self.pairs);
        let head = if self.is_shared { 0 } else { head };
        let index = |line: usize| (line * heads + head) * self.pairs + pair;
        let ([cos, sin], [other_cos, other_sin]) = (self.rows[index(row)], self.columns[index(column)]);
        [cos * other_cos - sin * other_sin, sin * other_cos + cos * other_sin]
    }

    /// Turns the neighbouring pairs of numbers of a head at a point, counted row by row from the top.
    #[inline(always)]
    pub(super) fn apply(&self, head: usize, point: usize, lines: usize, numbers: &mut [f32]) {
        for (pair, numbers) in numbers.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let [cos, sin] = self.at(head, pair, point / lines, point % lines);
            let [first, second] = *numbers;
            *numbers = [first * cos - second * sin, first * sin + second * cos];
        }
    }
}
