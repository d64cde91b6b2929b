//! The network in 32-bit floats, layer by layer as in `docs/network.md`. The integer path is compared with it.

use super::architecture::{ACTIVATIONS, Architecture, OUTCOMES};
use super::file::Contents;
use super::math::{softmax, softplus, tanh};
use super::output::{NetworkOutput, SCORE_SCALE};
use super::{GLOBALS, Inputs};
use onepure_rules::geometry::Layout;
use std::sync::Arc;

/// A network, evaluated in floats.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    contents: Arc<Contents>,
}

/// A layer: for each channel a number for each point, row by row.
#[derive(Clone, Debug)]
struct Layer {
    lines: usize,
    channels: Vec<Vec<f32>>,
}

impl Layer {
    fn map(&self, function: impl Fn(f32) -> f32) -> Self {
        let map = |channel: &Vec<f32>| channel.iter().map(|&number| function(number)).collect();
        Self { lines: self.lines, channels: self.channels.iter().map(map).collect() }
    }

    fn relu(&self) -> Self {
        self.map(|number| number.max(0.0))
    }

    fn most(&self) -> f32 {
        self.channels.iter().flatten().fold(0.0, |most, &number| most.max(number))
    }

    fn add(&mut self, other: &Self) {
        for (channel, others) in self.channels.iter_mut().zip(&other.channels) {
            for (number, other) in channel.iter_mut().zip(others) {
                *number += other;
            }
        }
    }

    /// Adds a number to each channel.
    fn raise(&mut self, by: &[f32]) {
        for (channel, by) in self.channels.iter_mut().zip(by) {
            for number in channel {
                *number += by;
            }
        }
    }

    /// The convolution with weights [out, in, k, k].
    fn convolved(&self, weight: &[f32], bias: &[f32], kernel: usize) -> Self {
        let (lines, reach) = (self.lines, kernel / 2);
        let mut channels = Vec::with_capacity(bias.len());
        for (weight, &bias) in weight.chunks(self.channels.len() * kernel * kernel).zip(bias) {
            let mut out = vec![bias; lines * lines];
            for (channel, weight) in self.channels.iter().zip(weight.chunks(kernel * kernel)) {
                for (tap, &weight) in weight.iter().enumerate() {
                    let (down, across) = (tap / kernel, tap % kernel);
                    for row in reach.saturating_sub(down)..lines.min(lines + reach - down) {
                        let columns = reach.saturating_sub(across)..lines.min(lines + reach - across);
                        let from = (row + down - reach) * lines + columns.start + across - reach;
                        let sums = &mut out[row * lines..][columns];
                        for (sum, number) in sums.iter_mut().zip(&channel[from..]) {
                            *sum += weight * number;
                        }
                    }
                }
            }
            channels.push(out);
        }
        Self { lines, channels }
    }

    /// The pools of each channel: the mean, the mean weighted by the size of the board, and the maximum.
    fn pooled(&self) -> Vec<f32> {
        let means = self.channels.iter().map(|channel| channel.iter().sum::<f32>() / channel.len() as f32);
        let scaled = means.clone().map(|mean| mean * (self.lines as f32 - 14.0) / 10.0);
        let most = self.channels.iter().map(|channel| channel.iter().fold(f32::MIN, |most, &number| most.max(number)));
        means.chain(scaled).chain(most).collect()
    }

    /// The weighted sum of the channels at each point.
    fn weighed(&self, weight: &[f32]) -> Vec<f32> {
        let mut sums = vec![0.0; self.lines * self.lines];
        for (channel, weight) in self.channels.iter().zip(weight) {
            for (sum, number) in sums.iter_mut().zip(channel) {
                *sum += number * weight;
            }
        }
        sums
    }
}

/// The product of a matrix, stored row by row, and a vector.
fn product<'numbers>(matrix: &'numbers [f32], vector: &'numbers [f32]) -> impl Iterator<Item = f32> + 'numbers {
    matrix.chunks(vector.len()).map(move |row| row.iter().zip(vector).map(|(one, other)| one * other).sum())
}

fn sum(one: impl IntoIterator<Item = f32>, other: &[f32]) -> Vec<f32> {
    one.into_iter().zip(other).map(|(one, other)| one + other).collect()
}

impl Reference {
    pub(super) fn new(contents: &Arc<Contents>) -> Self {
        Self { contents: contents.clone() }
    }

    /// Evaluates a position. Writes to `ranges` the largest activation at each place where the integer path quantises.
    pub(super) fn evaluate<L: Layout>(
        &self,
        inputs: &Inputs<L>,
        output: &mut NetworkOutput<L>,
        ranges: Option<&mut Vec<f32>>,
    ) {
        let Contents { architecture, tensors, .. } = &*self.contents;
        let mut seen = Vec::with_capacity(tensors.get(ACTIVATIONS).len());
        let trunk = self.trunk(architecture, inputs, &mut seen);
        self.policy(inputs, &trunk, output);
        self.value(inputs, &trunk, output);
        if let Some(ranges) = ranges {
            *ranges = seen;
        }
    }

    fn weight(&self, name: &str) -> &[f32] {
        self.contents.tensors.get(name)
    }

    fn conv(&self, layer: &Layer, name: &str, kernel: usize) -> Layer {
        layer.convolved(self.weight(&format!("{name}.weight")), self.weight(&format!("{name}.bias")), kernel)
    }

    fn trunk<L: Layout>(&self, architecture: &Architecture, inputs: &Inputs<L>, seen: &mut Vec<f32>) -> Layer {
        let lines = inputs.size.lines();
        let plane = |plane: &onepure_rules::geometry::Bitboard<L>| {
            inputs.size.points().map(|point| f32::from(u8::from(plane.contains(point)))).collect()
        };
        let planes = Layer { lines, channels: inputs.planes.iter().map(plane).collect() };
        let mut x = self.conv(&planes, "stem.conv", 3);
        let globals: Vec<f32> = product(self.weight("stem.globals.weight"), &inputs.globals).collect();
        x.raise(&globals);
        for block in 0..architecture.blocks {
            let entry = x.relu();
            seen.push(entry.most());
            let mut h = self.conv(&entry, &format!("blocks.{block}.conv1"), 3);
            if architecture.pooled.contains(&block) {
                let pooled = h.relu().pooled();
                let raise: Vec<f32> = product(self.weight(&format!("blocks.{block}.pool.weight")), &pooled).collect();
                h.raise(&raise);
            }
            let h = h.relu();
            seen.push(h.most());
            x.add(&self.conv(&h, &format!("blocks.{block}.conv2"), 3));
        }
        let x = x.relu();
        seen.push(x.most());
        x
    }

    fn policy<L: Layout>(&self, inputs: &Inputs<L>, trunk: &Layer, output: &mut NetworkOutput<L>) {
        let mut p = self.conv(trunk, "policy.conv", 1);
        let pooled = p.relu().pooled();
        let raise: Vec<f32> = product(self.weight("policy.pool.weight"), &pooled).collect();
        p.raise(&raise);
        for (point, logit) in inputs.size.points().zip(p.relu().weighed(self.weight("policy.point.weight"))) {
            output.policy[point] = logit;
        }
        let abstain: f32 = product(self.weight("policy.abstain.weight"), &pooled).sum();
        output.abstain = abstain + self.weight("policy.abstain.bias")[0];
    }

    fn value<L: Layout>(&self, inputs: &Inputs<L>, trunk: &Layer, output: &mut NetworkOutput<L>) {
        let v = self.conv(trunk, "value.conv", 1).relu();
        let mut pooled = v.pooled();
        pooled.extend::<[f32; GLOBALS]>(inputs.globals);
        let hidden = sum(product(self.weight("value.hidden.weight"), &pooled), self.weight("value.hidden.bias"));
        let hidden: Vec<f32> = hidden.into_iter().map(|number| number.max(0.0)).collect();
        let outcome = sum(product(self.weight("value.outcome.weight"), &hidden), self.weight("value.outcome.bias"));
        output.outcome = softmax::<OUTCOMES>(std::array::from_fn(|outcome_of| outcome[outcome_of]));
        let score = sum(product(self.weight("value.score.weight"), &hidden), self.weight("value.score.bias"));
        output.score = score[0] * SCORE_SCALE;
        output.deviation = softplus(score[1]) * SCORE_SCALE;
        let bias = self.weight("ownership.bias")[0];
        for (point, owned) in inputs.size.points().zip(v.weighed(self.weight("ownership.weight"))) {
            output.ownership[point] = tanh(owned + bias);
        }
    }
}
