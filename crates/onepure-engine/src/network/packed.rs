//! The weights in the layout of the integer path.

use super::architecture::{ACTIVATIONS, Architecture};
use super::file::{Contents, Tensors};
use super::kernel::{LANES, LayerWeights};
use super::{GLOBALS, PLANES};

/// The multiple to which the channels of heads are padded: a vector register of floats.
pub(super) const HEAD_LANES: usize = 16;

/// The largest quantised activation and weight.
pub(super) const MOST: f32 = 127.0;

/// All weights of a network. Channels are padded with zeros to multiples of [`LANES`], those of each head to multiples of [`HEAD_LANES`].
#[derive(Debug)]
pub(super) struct Packed {
    pub(super) channels: usize,
    pub(super) stem: Conv,
    /// The weight of each global in each channel.
    pub(super) globals: Matrix,
    pub(super) blocks: Vec<Block>,
    /// The quantisation factor of the activations after the trunk.
    pub(super) factor: f32,
    /// The convolution of both heads: the channels of the policy, then those of the value.
    pub(super) heads: Conv,
    pub(super) policy: PolicyHead,
    pub(super) value: ValueHead,
}

/// A residual block.
#[derive(Debug)]
pub(super) struct Block {
    /// The quantisation factor of the activations before the first convolution.
    pub(super) first_factor: f32,
    pub(super) first: Conv,
    pub(super) pool: Option<Matrix>,
    /// The quantisation factor of the activations before the second convolution.
    pub(super) second_factor: f32,
    pub(super) second: Conv,
}

#[derive(Debug)]
pub(super) struct PolicyHead {
    pub(super) channels: usize,
    pub(super) pool: Matrix,
    pub(super) point: Vec<f32>,
    pub(super) abstain: Vec<f32>,
    pub(super) abstain_bias: f32,
}

#[derive(Debug)]
pub(super) struct ValueHead {
    pub(super) channels: usize,
    pub(super) hidden: Matrix,
    pub(super) hidden_bias: Vec<f32>,
    /// The logits of the outcomes, then the score and its deviation.
    pub(super) results: Matrix,
    pub(super) results_bias: Vec<f32>,
    pub(super) ownership: Vec<f32>,
    pub(super) ownership_bias: f32,
}

/// A convolution in 8-bit integers.
#[derive(Debug)]
pub(super) struct Conv {
    pub(super) weights: LayerWeights,
    /// The factor of the integer sum of each output.
    pub(super) scale: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

/// A matrix of floats: a row of all outputs for each input, padded to a multiple of [`HEAD_LANES`].
#[derive(Debug)]
pub(super) struct Matrix {
    pub(super) outputs: usize,
    pub(super) numbers: Vec<f32>,
}

impl Packed {
    pub(super) fn new(contents: &Contents) -> Self {
        let Contents { architecture, tensors, .. } = contents;
        let ranges = tensors.get(ACTIVATIONS);
        let channels = architecture.channels.next_multiple_of(LANES);
        let conv = |name: String, range: f32| {
            let mut conv = Conv::zeros(channels, channels, 1);
            conv.fill(tensors, &name, 0, range);
            conv
        };
        let mut stem = Conv::zeros(PLANES, channels, 1);
        // The inputs are 0 and 1, so their weights need no range of activations.
        stem.fill(tensors, "stem.conv", 0, MOST);
        let block = |number: usize| {
            let ranges = &ranges[2 * number..];
            Block {
                first_factor: MOST / ranges[0],
                first: conv(format!("blocks.{number}.conv1"), ranges[0]),
                pool: architecture.pooled.contains(&number).then(|| {
                    let weight = tensors.get(&format!("blocks.{number}.pool.weight"));
                    Matrix::pooled(weight, architecture.channels, channels, channels, 0)
                }),
                second_factor: MOST / ranges[1],
                second: conv(format!("blocks.{number}.conv2"), ranges[1]),
            }
        };
        let range = ranges[2 * architecture.blocks];
        let (policy, value) = (PolicyHead::new(architecture, tensors), ValueHead::new(architecture, tensors));
        let mut heads = Conv::zeros(channels, (policy.channels + value.channels).next_multiple_of(LANES), 0);
        heads.fill(tensors, "policy.conv", 0, range);
        heads.fill(tensors, "value.conv", policy.channels, range);
        Self {
            channels,
            stem,
            globals: Matrix::of(tensors.get("stem.globals.weight"), GLOBALS, channels),
            blocks: (0..architecture.blocks).map(block).collect(),
            factor: MOST / range,
            heads,
            policy,
            value,
        }
    }
}

impl PolicyHead {
    fn new(architecture: &Architecture, tensors: &Tensors) -> Self {
        let own = architecture.policy_channels;
        let channels = own.next_multiple_of(HEAD_LANES);
        Self {
            channels,
            pool: Matrix::pooled(tensors.get("policy.pool.weight"), own, channels, channels, 0),
            point: padded(tensors.get("policy.point.weight"), channels),
            abstain: tensors.get("policy.abstain.weight").chunks(own).flat_map(|run| padded(run, channels)).collect(),
            abstain_bias: tensors.get("policy.abstain.bias")[0],
        }
    }
}

impl ValueHead {
    fn new(architecture: &Architecture, tensors: &Tensors) -> Self {
        let own = architecture.value_channels;
        let channels = own.next_multiple_of(HEAD_LANES);
        let hidden = architecture.hidden.next_multiple_of(HEAD_LANES);
        let both = |name: &str| {
            let of = |head| tensors.get(&format!("value.{head}.{name}"));
            [of("outcome"), of("score")].concat()
        };
        let mut results = Matrix::of(&both("weight"), architecture.hidden, HEAD_LANES);
        results.numbers.resize(hidden * HEAD_LANES, 0.0);
        Self {
            channels,
            hidden: Matrix::pooled(tensors.get("value.hidden.weight"), own, channels, hidden, GLOBALS),
            hidden_bias: padded(tensors.get("value.hidden.bias"), hidden),
            results,
            results_bias: padded(&both("bias"), HEAD_LANES),
            ownership: padded(tensors.get("ownership.weight"), channels),
            ownership_bias: tensors.get("ownership.bias")[0],
        }
    }
}

impl Conv {
    fn zeros(inputs: usize, outputs: usize, reach: usize) -> Self {
        Self {
            weights: LayerWeights::zeros(inputs, outputs, reach),
            scale: vec![0.0; outputs],
            bias: vec![0.0; outputs],
        }
    }

    /// Quantises the weights of a layer, for the outputs from `first` on. The activation `range` is quantised as [`MOST`].
    fn fill(&mut self, tensors: &Tensors, name: &str, first: usize, range: f32) {
        let bias = tensors.get(&format!("{name}.bias"));
        let weight = tensors.get(&format!("{name}.weight"));
        let taps = self.weights.taps();
        for (number, (weight, &bias)) in weight.chunks(weight.len() / bias.len()).zip(bias).enumerate() {
            let output = first + number;
            let most = weight.iter().fold(0.0_f32, |most, number| most.max(number.abs()));
            let factor = if most > 0.0 { MOST / most } else { 0.0 };
            for (input, weight) in weight.chunks(taps).enumerate() {
                for (tap, weight) in weight.iter().enumerate() {
                    *self.weights.at(tap, input, output) = (weight * factor).round_ties_even().clamp(-MOST, MOST) as i8;
                }
            }
            self.scale[output] = most / MOST * (range / MOST);
            self.bias[output] = bias;
        }
    }
}

impl Matrix {
    /// The matrix [outputs, inputs], with padded outputs.
    fn of(weight: &[f32], inputs: usize, outputs: usize) -> Self {
        let mut numbers = vec![0.0; inputs * outputs];
        for (output, row) in weight.chunks(inputs).enumerate() {
            for (input, &weight) in row.iter().enumerate() {
                numbers[input * outputs + output] = weight;
            }
        }
        Self { outputs, numbers }
    }

    /// The matrix [outputs, 3 · own + more]. Its inputs are the three pools of `own` channels, each padded to `channels`, and then `more`
    /// numbers.
    fn pooled(weight: &[f32], own: usize, channels: usize, outputs: usize, more: usize) -> Self {
        let mut numbers = vec![0.0; (3 * channels + more) * outputs];
        for (output, row) in weight.chunks(3 * own + more).enumerate() {
            let (runs, rest) = row.split_at(3 * own);
            let padded = runs.chunks(own).enumerate().flat_map(|(run, numbers)| (run * channels..).zip(numbers));
            for (input, &weight) in padded.chain((3 * channels..).zip(rest)) {
                numbers[input * outputs + output] = weight;
            }
        }
        Self { outputs, numbers }
    }
}

/// The numbers, padded with zeros to `length`.
fn padded(numbers: &[f32], length: usize) -> Vec<f32> {
    let mut padded = numbers.to_vec();
    padded.resize(length, 0.0);
    padded
}
