//! The shape of a network: the number and width of its layers.

use super::features::{GLOBALS, PLANES};
use serde::{Deserialize, Serialize};

/// The shape of a network.
///
/// ```
/// use onepure_engine::network::Architecture;
///
/// let small = Architecture::standard(4, 32);
/// assert_eq!(small.to_string(), "4b32c");
/// assert_eq!(small.pooled, [2]);
/// assert_eq!(small.parameters(), 88_696);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Architecture {
    /// The number of residual blocks.
    pub blocks: usize,
    /// The channels of the trunk.
    pub channels: usize,
    /// The blocks with global pooling, numbered from 0, in rising order.
    pub pooled: Vec<usize>,
    /// The channels of the policy head.
    pub policy_channels: usize,
    /// The channels of the value head.
    pub value_channels: usize,
    /// The units of the hidden layer of the value head.
    pub hidden: usize,
}

/// The largest numbers of blocks and channels: a file cannot demand more memory or time than is sensible.
const MOST_BLOCKS: usize = 40;
const MOST_CHANNELS: usize = 512;

/// The number of outcomes: the mover wins, the opponent wins, a draw, both lose.
pub const OUTCOMES: usize = 4;

impl Architecture {
    /// The standard shape with `blocks` blocks and `channels` channels, as of 4b32c, 6b64c and 6b96c.
    pub fn standard(blocks: usize, channels: usize) -> Self {
        let head = (channels / 2).clamp(8, 32);
        Self {
            blocks,
            channels,
            pooled: (2..blocks).step_by(2).collect(),
            policy_channels: head,
            value_channels: head,
            hidden: channels.min(64),
        }
    }

    /// The fault of the shape, if it has one.
    pub(super) fn fault(&self) -> Option<String> {
        let within = |name: &str, number: usize, most: usize| {
            (number == 0 || number > most).then(|| format!("`{name}` is {number}, and may be 1 to {most}"))
        };
        within("blocks", self.blocks, MOST_BLOCKS)
            .or_else(|| within("channels", self.channels, MOST_CHANNELS))
            .or_else(|| within("policy_channels", self.policy_channels, MOST_CHANNELS))
            .or_else(|| within("value_channels", self.value_channels, MOST_CHANNELS))
            .or_else(|| within("hidden", self.hidden, MOST_CHANNELS))
            .or_else(|| {
                let rise = self.pooled.is_sorted_by(|one, next| one < next);
                let exist = self.pooled.iter().all(|&block| block < self.blocks);
                (!rise || !exist)
                    .then(|| format!("`pooled` is {:?}, and must be rising numbers below {}", self.pooled, self.blocks))
            })
    }

    /// The number of places where activations are quantised: before both convolutions of each block, and after the trunk.
    pub fn sites(&self) -> usize {
        2 * self.blocks + 1
    }

    /// The number of weights.
    pub fn parameters(&self) -> usize {
        let tensors = self.tensors();
        let weights = tensors.iter().filter(|(name, _)| name != ACTIVATIONS);
        weights.map(|(_, shape)| shape.iter().product::<usize>()).sum()
    }

    /// The tensors of a file of this shape, with their shapes.
    pub fn tensors(&self) -> Vec<(String, Vec<usize>)> {
        let &Self { channels, policy_channels: policy, value_channels: value, hidden, .. } = self;
        let mut tensors = Vec::new();
        let mut tensor = |name: String, shape: &[usize]| tensors.push((name, shape.to_vec()));
        tensor("stem.conv.weight".into(), &[channels, PLANES, 3, 3]);
        tensor("stem.conv.bias".into(), &[channels]);
        tensor("stem.globals.weight".into(), &[channels, GLOBALS]);
        for block in 0..self.blocks {
            for conv in ["conv1", "conv2"] {
                tensor(format!("blocks.{block}.{conv}.weight"), &[channels, channels, 3, 3]);
                tensor(format!("blocks.{block}.{conv}.bias"), &[channels]);
            }
            if self.pooled.contains(&block) {
                tensor(format!("blocks.{block}.pool.weight"), &[channels, 3 * channels]);
            }
        }
        tensor("policy.conv.weight".into(), &[policy, channels]);
        tensor("policy.conv.bias".into(), &[policy]);
        tensor("policy.pool.weight".into(), &[policy, 3 * policy]);
        tensor("policy.point.weight".into(), &[policy]);
        tensor("policy.abstain.weight".into(), &[3 * policy]);
        tensor("policy.abstain.bias".into(), &[1]);
        tensor("value.conv.weight".into(), &[value, channels]);
        tensor("value.conv.bias".into(), &[value]);
        tensor("value.hidden.weight".into(), &[hidden, 3 * value + GLOBALS]);
        tensor("value.hidden.bias".into(), &[hidden]);
        tensor("value.outcome.weight".into(), &[OUTCOMES, hidden]);
        tensor("value.outcome.bias".into(), &[OUTCOMES]);
        tensor("value.score.weight".into(), &[2, hidden]);
        tensor("value.score.bias".into(), &[2]);
        tensor("ownership.weight".into(), &[value]);
        tensor("ownership.bias".into(), &[1]);
        tensor(ACTIVATIONS.into(), &[self.sites()]);
        tensors
    }
}

/// The tensor of the calibrated ranges of activations.
pub(super) const ACTIVATIONS: &str = "activations";

impl std::fmt::Display for Architecture {
    /// Writes the shape as `6b64c`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}b{}c", self.blocks, self.channels)
    }
}
