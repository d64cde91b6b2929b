//! The layers of a network, ready to be computed.

use super::description::{self, Activation, Description, Rotary};
use super::functions::{Dense, Norm, RmsNorm};
use super::layers::{Conv, Packing, padded};
use crate::network::integer::{lane, lane_mut};
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
    /// What the points around add to a point far from the edges, if all of them are in the first plane.
    pub(super) inner: Vec<f32>,
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

/// The cosines and sines by which pairs of numbers turn. All first numbers of the pairs of a head come before all second ones.
#[derive(Debug)]
pub(super) struct Turns {
    /// The pairs of a head.
    pairs: usize,
    /// For each line the cosines and the sines of all pairs of all shared heads, for rows from the top, and for columns.
    rows: Vec<Angles>,
    columns: Vec<Angles>,
}

#[derive(Debug)]
struct Angles {
    cosines: Vec<f32>,
    sines: Vec<f32>,
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
    pub(super) fn new(description: &Description, packing: &mut Packing<'_>) -> Self {
        let Description { channels: own, planes, globals, policy, value, .. } = description;
        let channels = padded(*own);
        let no_bias = |matrix: &description::Matrix| vec![0.0; matrix.outputs];
        let layer = |layer: &description::Layer, own| Dense::of(&layer.weights, &layer.bias, layer.activation, own);
        let blocks: Vec<Block> = description.blocks.iter().map(|block| Block::of(block, packing)).collect();
        let heads = Conv::of(&[&policy.conv.conv, &policy.conv.pooled, &value.conv], packing).precise();
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
                description::Tip::Norm(norm) => Tip::Norm(Norm::of(norm)),
                description::Tip::Rms { epsilon, is_spatial, norm } => {
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
    fn of(conv: &description::Conv, channels: usize) -> Self {
        let taps = conv.side * conv.side;
        let mut weights = vec![0.0; conv.inputs * taps * channels];
        for (row, numbers) in conv.weights.chunks(conv.outputs).enumerate() {
            let (tap, plane) = (row / conv.inputs, row % conv.inputs);
            weights[(plane * taps + tap) * channels..][..conv.outputs].copy_from_slice(numbers);
        }
        let mut inner = vec![0.0; channels];
        for weights in weights.chunks(channels).take(taps) {
            inner.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        Self { side: conv.side, weights, inner }
    }
}

impl Block {
    fn of(block: &description::Block, packing: &mut Packing<'_>) -> Self {
        match block {
            description::Block::Residual { norm, first, activation, second } => Self::Residual {
                norm: Norm::of(norm),
                first: Conv::of(&[first], packing),
                activation: *activation,
                second: Conv::of(&[second], packing),
            },
            description::Block::Pooling { norm, first, second } => Self::Pooling {
                norm: Norm::of(norm),
                first: PooledConv { both: Conv::of(&[&first.conv, &first.pooled], packing), pools: Pools::of(first) },
                second: Conv::of(&[second], packing),
            },
            description::Block::Nested { norm, first, blocks, inner_norm, second } => Self::Nested {
                norm: Norm::of(norm),
                first: Conv::of(&[first], packing).precise(),
                blocks: blocks.iter().map(|block| Self::of(block, packing)).collect(),
                inner_norm: Norm::of(inner_norm),
                second: Conv::of(&[second], packing),
            },
            description::Block::Attention(attention) => Self::Attention(Box::new(Attention::of(attention, packing))),
            description::Block::FeedForward { norm, hidden, gate, out } => Self::FeedForward {
                norm: RmsNorm::of(norm),
                both: Conv::of_matrices(&[hidden, gate], packing),
                out: Conv::of_matrices(&[out], packing),
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
        // Queries are quantised head by head.
        let inside = if let Self::Attention(layers) = self { (padded(layers.width), 0) } else { inside };
        self.convs().iter().fold(inside, |widest, conv| (widest.0.max(conv.inputs), widest.1.max(conv.outputs)))
    }

    /// The channels inside a nested block.
    fn inside(&self) -> usize {
        if let Self::Nested { first, .. } = self { first.outputs } else { 0 }
    }
}

impl Pools {
    fn of(conv: &description::PooledConv) -> Self {
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
    fn of(attention: &description::Attention, packing: &mut Packing<'_>) -> Self {
        let &description::Attention { heads, shared_heads, width, value_width, .. } = attention;
        let rotary = attention.rotary.as_ref().map(|rotary| Turns::of(rotary, shared_heads, width / 2));
        let sorted =
            |matrix: &description::Matrix| rotary.as_ref().map_or_else(|| matrix.clone(), |turns| turns.sorted(matrix));
        let (query, key) = (sorted(&attention.query), sorted(&attention.key));
        Self {
            norm: RmsNorm::of(&attention.norm),
            heads,
            shared_heads,
            width,
            value_width,
            all: Conv::of_matrices(&[&query, &key, &attention.value], packing),
            out: Conv::of_matrices(&[&attention.out], packing),
            rotary,
            is_integer: packing.is_integer,
        }
    }
}

impl Turns {
    fn of(rotary: &Rotary, shared_heads: usize, pairs: usize) -> Self {
        // Radians along columns and rows for each pair of each head.
        let mut frequencies: Vec<[f32; 2]> = match rotary {
            Rotary::Learned(frequencies) => frequencies.clone(),
            Rotary::Fixed(base) => {
                let power = |number: usize| libm::powf(*base, -2.0 * number as f32 / pairs as f32);
                let along_rows = (0..pairs / 2).map(|number| [0.0, power(number)]);
                along_rows.chain((0..pairs - pairs / 2).map(|number| [power(number), 0.0])).collect()
            }
        };
        if frequencies.len() == pairs {
            frequencies = frequencies.repeat(shared_heads);
        }
        let turns = |axis: usize| {
            let angles = |line: usize| {
                let angles = frequencies.iter().map(|frequency| line as f32 * frequency[axis]);
                Angles { cosines: angles.clone().map(libm::cosf).collect(), sines: angles.map(libm::sinf).collect() }
            };
            (0..BoardSize::MAIN.lines()).map(angles).collect()
        };
        Self { pairs, columns: turns(0), rows: turns(1) }
    }

    /// A matrix with the first outputs of the pairs of each head before the second ones.
    fn sorted(&self, matrix: &description::Matrix) -> description::Matrix {
        let mut sorted = matrix.clone();
        let width = 2 * self.pairs;
        for (sorted, row) in sorted.weights.chunks_mut(width).zip(matrix.weights.chunks(width)) {
            for (pair, numbers) in row.as_chunks::<2>().0.iter().enumerate() {
                [sorted[pair], sorted[self.pairs + pair]] = *numbers;
            }
        }
        sorted
    }

    /// Turns all queries, of `each` heads for each shared one, and all keys of a point.
    #[inline(always)]
    pub(super) fn apply(&self, row: usize, column: usize, each: usize, queries: &mut [f32], keys: &mut [f32]) {
        let (rows, columns) = (&self.rows[row], &self.columns[column]);
        let (pairs, width) = (self.pairs, 2 * self.pairs);
        let heads = keys.chunks_mut(width).zip(queries.chunks_mut(width * each));
        for (begin, (key, queries)) in (0..rows.cosines.len()).step_by(pairs).zip(heads) {
            let mut start = 0;
            while start < pairs {
                let at = begin + start;
                if start + AT_ONCE <= pairs {
                    let turn = Rotation::<AT_ONCE>::of(rows, columns, at);
                    turn.apply(key, start, pairs);
                    queries.chunks_mut(width).for_each(|query| turn.apply(query, start, pairs));
                    start += AT_ONCE;
                } else {
                    let turn = Rotation::<1>::of(rows, columns, at);
                    turn.apply(key, start, pairs);
                    queries.chunks_mut(width).for_each(|query| turn.apply(query, start, pairs));
                    start += 1;
                }
            }
        }
    }
}

/// Pairs that turn at once.
const AT_ONCE: usize = 8;

/// The cosines and sines of `N` pairs at a point.
struct Rotation<const N: usize> {
    cosines: [f32; N],
    sines: [f32; N],
}

impl<const N: usize> Rotation<N> {
    #[inline(always)]
    fn of(rows: &Angles, columns: &Angles, at: usize) -> Self {
        let (cos, sin): (&[f32; N], &[f32; N]) = (lane(&rows.cosines, at), lane(&rows.sines, at));
        let (other_cos, other_sin): (&[f32; N], &[f32; N]) = (lane(&columns.cosines, at), lane(&columns.sines, at));
        let mut turn = Self { cosines: [0.0; N], sines: [0.0; N] };
        for pair in 0..N {
            turn.cosines[pair] = cos[pair] * other_cos[pair] - sin[pair] * other_sin[pair];
            turn.sines[pair] = sin[pair] * other_cos[pair] + cos[pair] * other_sin[pair];
        }
        turn
    }

    /// Turns the pairs of a head from `start` on.
    #[inline(always)]
    fn apply(&self, numbers: &mut [f32], start: usize, pairs: usize) {
        let (first, second): ([f32; N], [f32; N]) = (*lane(numbers, start), *lane(numbers, pairs + start));
        let mut turned = [[0.0; N]; 2];
        for pair in 0..N {
            turned[0][pair] = first[pair] * self.cosines[pair] - second[pair] * self.sines[pair];
            turned[1][pair] = first[pair] * self.sines[pair] + second[pair] * self.cosines[pair];
        }
        *lane_mut(numbers, start) = turned[0];
        *lane_mut(numbers, pairs + start) = turned[1];
    }
}
