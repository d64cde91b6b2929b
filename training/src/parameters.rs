//! The trainable parameters in one vector (row), and the place of each tensor in it.

use crate::kernels::{LANES, transposed};
use anyhow::anyhow;
use onepure::network::{Architecture, Network};
use onepure::random::Randomness;
use rand::RngExt;
use std::collections::BTreeMap;
use std::ops::Range;

/// The name of the tensor that is calibrated instead of trained.
pub(crate) const ACTIVATIONS: &str = "activations";

/// The standard architecture with this number of blocks and channels. Heads are widened to a multiple of [`LANES`],
/// which the kernels require.
pub(crate) fn shape(blocks: usize, channels: usize) -> Architecture {
    let standard = Architecture::standard(blocks, channels);
    Architecture {
        policy_channels: standard.policy_channels.next_multiple_of(LANES),
        value_channels: standard.value_channels.next_multiple_of(LANES),
        ..standard
    }
}

/// The place of each tensor of an architecture in the row.
///
/// In the row, convolutions are `[tap][in][out]`, and other matrices `[out][in]`, as in files.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Places {
    /// The architecture of the network.
    pub(crate) architecture: Architecture,
    tensors: BTreeMap<String, (Range<usize>, Vec<usize>)>,
    numbers: usize,
}

impl Places {
    /// The places for an architecture.
    pub(crate) fn new(architecture: &Architecture) -> Self {
        let mut numbers = 0;
        let mut tensors = BTreeMap::new();
        for (name, shape) in architecture.tensors() {
            if name != ACTIVATIONS {
                let range = numbers..numbers + shape.iter().product::<usize>();
                numbers = range.end;
                tensors.insert(name, (range, shape));
            }
        }
        Self { architecture: architecture.clone(), tensors, numbers }
    }

    /// The places for a network, and its row.
    pub(crate) fn of_network(network: &Network) -> anyhow::Result<(Self, Vec<f32>)> {
        let places = Self::new(network.architecture());
        let row = places.row_of(|name| network.tensor(name));
        Ok((places, row.ok_or_else(|| anyhow!("{}: a tensor is missing", network.name()))?))
    }

    /// The number of parameters.
    pub(crate) fn numbers(&self) -> usize {
        self.numbers
    }

    /// The place of a tensor in the row.
    ///
    /// # Panics
    /// If the architecture has no such tensor.
    pub(crate) fn of(&self, name: &str) -> Range<usize> {
        self.tensors[name].0.clone()
    }

    /// Random initial parameters, scaled by the number of inputs (He et al., "Delving Deep into Rectifiers", 2015). The
    /// last convolutions of residual blocks are smaller, so that the sum over the blocks does not grow with their
    /// number (Zhang, Dauphin and Ma, "Fixup Initialization", 2019).
    pub(crate) fn random(&self, seed: u64) -> Vec<f32> {
        let mut random = Randomness::new(seed, 0);
        let mut row = vec![0.0; self.numbers];
        for (name, (range, shape)) in &self.tensors {
            if name.ends_with("bias") {
                continue;
            }
            let inputs = if shape.len() == 1 { shape[0] } else { shape[1..].iter().product() };
            let gain = if name.ends_with("conv2.weight") {
                0.5 / (self.architecture.blocks as f32).sqrt()
            } else if name.contains("pool") || name.starts_with("policy.point") || name.starts_with("ownership") {
                0.3
            } else {
                1.0
            };
            // Uniform with variance `gain² · 2 / inputs`.
            let most = gain * (6.0 / inputs as f32).sqrt();
            row[range.clone()].fill_with(|| random.random_range(-most..most));
        }
        row
    }

    /// The tensors of a row in the file's layout.
    pub(crate) fn to_tensors(&self, row: &[f32]) -> BTreeMap<String, Vec<f32>> {
        let tensor = |(name, (range, shape)): (&String, &(Range<usize>, Vec<usize>))| {
            let numbers = &row[range.clone()];
            let numbers = match shape[..] {
                [outputs, inputs, 3, 3] => permuted(numbers, inputs, outputs, Direction::ToFile),
                [outputs, inputs] if is_convolution(name) => permuted(numbers, inputs, outputs, Direction::ToFile),
                _ => numbers.to_vec(),
            };
            (name.clone(), numbers)
        };
        self.tensors.iter().map(tensor).collect()
    }

    /// The row of a file's tensors; `None` if one is missing or has the wrong size.
    pub(crate) fn row_of<'t>(&self, tensors: impl Fn(&str) -> Option<&'t [f32]>) -> Option<Vec<f32>> {
        let mut row = vec![0.0; self.numbers];
        for (name, (range, shape)) in &self.tensors {
            let numbers = tensors(name).filter(|numbers| numbers.len() == range.len())?;
            let numbers = match shape[..] {
                [outputs, inputs, 3, 3] => permuted(numbers, inputs, outputs, Direction::FromFile),
                [outputs, inputs] if is_convolution(name) => permuted(numbers, inputs, outputs, Direction::FromFile),
                _ => numbers.to_vec(),
            };
            row[range.clone()].copy_from_slice(&numbers);
        }
        Some(row)
    }
}

/// Returns whether a matrix is a 1×1 convolution.
fn is_convolution(name: &str) -> bool {
    name.ends_with("conv.weight")
}

#[derive(Clone, Copy)]
enum Direction {
    ToFile,
    FromFile,
}

/// The weights of a convolution, from `[tap][in][out]` to `[out][in][tap]` or back.
fn permuted(numbers: &[f32], inputs: usize, outputs: usize, direction: Direction) -> Vec<f32> {
    let taps = numbers.len() / (inputs * outputs);
    let mut permuted = vec![0.0; numbers.len()];
    for tap in 0..taps {
        for input in 0..inputs {
            for output in 0..outputs {
                let (ours, file) = ((tap * inputs + input) * outputs + output, (output * inputs + input) * taps + tap);
                match direction {
                    Direction::ToFile => permuted[file] = numbers[ours],
                    Direction::FromFile => permuted[ours] = numbers[file],
                }
            }
        }
    }
    permuted
}

/// A row with transposed convolutions for the backward pass.
#[derive(Debug)]
pub(crate) struct Prepared<'a> {
    /// The places of the tensors.
    pub(crate) places: &'a Places,
    /// All parameters.
    pub(crate) row: &'a [f32],
    backwards: BTreeMap<String, Vec<f32>>,
}

impl<'a> Prepared<'a> {
    /// Transposes the convolutions for the backward pass.
    pub(crate) fn new(places: &'a Places, row: &'a [f32]) -> Self {
        let convolutions = places.tensors.iter().filter(|(name, _)| {
            name.ends_with("conv1.weight")
                || name.ends_with("conv2.weight")
                || is_convolution(name) && !name.starts_with("stem")
        });
        let backwards = convolutions.map(|(name, (range, shape))| {
            let (outputs, inputs) = (shape[0], shape[1]);
            (name.clone(), transposed(&row[range.clone()], range.len() / (inputs * outputs), inputs, outputs))
        });
        Self { places, row, backwards: backwards.collect() }
    }

    /// The numbers of a tensor.
    pub(crate) fn of(&self, name: &str) -> &[f32] {
        &self.row[self.places.of(name)]
    }

    /// A convolution for the backward pass: see [`transposed`].
    pub(crate) fn backwards(&self, name: &str) -> &[f32] {
        &self.backwards[name]
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "numbers that are only moved stay the same")]
mod tests {
    use super::*;

    #[test]
    fn tensors_go_to_files_and_back() {
        let places = Places::new(&shape(3, 16));
        let row = places.random(1);
        let tensors = places.to_tensors(&row);
        assert_eq!(places.numbers(), places.architecture.parameters());
        assert_eq!(places.row_of(|name| tensors.get(name).map(Vec::as_slice)), Some(row.clone()));
        // [tap][in][out] becomes [out][in][tap].
        let range = places.of("blocks.0.conv1.weight");
        let (tap, input, output) = (5, 3, 7);
        let file = &tensors["blocks.0.conv1.weight"];
        assert_eq!(row[range][(tap * 16 + input) * 16 + output], file[(output * 16 + input) * 9 + tap]);
        assert_eq!(places.row_of(|_| None), None);
    }
}
