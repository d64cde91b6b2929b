//! Attention: each point takes a mean of the values of all points, weighed by how well its query fits their keys.
//!
//! Both products are computed by the kernels of convolutions: keys, and then values, are packed as the weights of a layer. The shares of
//! the points are exponentials of at most 1, quantised to 0 to 127, and divided by the sum of these integers.

use super::layers::{Memory, Quantised, padded};
use super::packed::Attention;
use crate::network::integer::{Aligned, lane, lane_mut};
use crate::network::kernel::{GROUP, Kernel, KernelWeights, LANES, Row, Stretch};
use crate::network::math::exp;
use crate::network::packed::MOST;

/// The working memory of attention.
#[derive(Clone, Debug, Default)]
pub(super) struct AttentionMemory {
    /// The queries of a head: of each point all numbers, padded.
    queries: Vec<f32>,
    /// The keys, and the values, of a shared head.
    keys: Vec<f32>,
    values: Vec<f32>,
    packed_keys: PackedVectors,
    packed_values: PackedVectors,
    /// The logits of a run of places.
    logits: Vec<f32>,
    /// The shares of all points for each place.
    shares: Option<Aligned<u8>>,
    /// The sum of the shares for each point.
    totals: Vec<f32>,
}

/// Vectors as the weights of a layer.
#[derive(Clone, Debug, Default)]
struct PackedVectors {
    weights: Vec<KernelWeights>,
    /// The factor of each output, and the sum of its integers.
    scale: Vec<f32>,
    sums: Vec<i32>,
}

impl PackedVectors {
    /// Packs a layer from `inputs` to `outputs`, both multiples of [`LANES`]; `at` returns a weight.
    #[inline(always)]
    fn pack(&mut self, inputs: usize, outputs: usize, at: impl Fn(usize, usize) -> f32) {
        self.weights.clear();
        self.weights.resize(inputs / GROUP * outputs / LANES, KernelWeights([0; LANES * GROUP]));
        self.scale.clear();
        self.sums.clear();
        for output in 0..outputs {
            let mut most = 0.0_f32;
            for input in 0..inputs {
                let size = at(input, output).abs();
                most = if size > most { size } else { most };
            }
            let factor = if most > 0.0 { MOST / most } else { 0.0 };
            let weights = &mut self.weights[output / LANES * (inputs / GROUP)..][..inputs / GROUP];
            let mut sum = 0;
            for input in 0..inputs {
                let weight = (at(input, output) * factor).round_ties_even() as i8;
                weights[input / GROUP].0[output % LANES * GROUP + input % GROUP] = weight;
                sum += i32::from(weight);
            }
            self.scale.push(most / MOST);
            self.sums.push(sum);
        }
    }

    /// The weights of a vector of outputs.
    #[inline(always)]
    fn of(&self, vector: usize, inputs: usize) -> &[KernelWeights] {
        &self.weights[vector * (inputs / GROUP)..][..inputs / GROUP]
    }
}

impl AttentionMemory {
    /// Writes for each point the mixed values of all heads. `all` has the queries, keys and values of each point.
    #[inline(always)]
    pub(super) fn compute(
        &mut self,
        kernel: impl Kernel,
        layers: &Attention,
        all: &[f32],
        memory: &mut Memory,
        mixed: &mut [f32],
    ) {
        let lines = memory.lines;
        let (points, width) = (lines * lines, padded(layers.width));
        let outputs = layers.all.outputs;
        let keys_begin = padded(layers.heads * layers.width);
        let values_begin = keys_begin + padded(layers.shared_heads * layers.width);
        let mixed_width = layers.out.inputs;
        mixed[..points * mixed_width].fill(0.0);
        let each = layers.heads / layers.shared_heads;
        for shared in 0..layers.shared_heads {
            let take = |into: &mut Vec<f32>, begin: usize, own: usize| {
                let width = padded(own);
                into.clear();
                into.resize(points * width, 0.0);
                for (into, all) in into.chunks_mut(width).zip(all.chunks(outputs)) {
                    into[..own].copy_from_slice(&all[begin..begin + own]);
                }
            };
            let turn = |numbers: &mut [f32]| {
                if let Some(turns) = &layers.rotary {
                    for (point, numbers) in numbers.chunks_mut(width).enumerate() {
                        turns.apply(shared, point, lines, &mut numbers[..layers.width]);
                    }
                }
            };
            take(&mut self.keys, keys_begin + shared * layers.width, layers.width);
            turn(&mut self.keys);
            take(&mut self.values, values_begin + shared * layers.value_width, layers.value_width);
            if layers.is_integer {
                self.pack(points, width, padded(layers.value_width));
            }
            for head in shared * each..(shared + 1) * each {
                take(&mut self.queries, head * layers.width, layers.width);
                turn(&mut self.queries);
                let mut write = |point: usize, channel: usize, values: &[f32]| {
                    let begin = point * mixed_width + head * layers.value_width + channel;
                    let length = values.len().min(layers.value_width - channel);
                    mixed[begin..begin + length].copy_from_slice(&values[..length]);
                };
                if layers.is_integer {
                    self.mix(kernel, layers, memory, &mut write);
                } else {
                    self.mix_in_floats(layers, points, &mut write);
                }
            }
        }
    }

    /// Packs the keys and values of a shared head.
    #[inline(always)]
    fn pack(&mut self, points: usize, width: usize, value_width: usize) {
        let of = |numbers: &[f32], point: usize, width: usize, number: usize| {
            if point < points { numbers[point * width + number] } else { 0.0 }
        };
        let (keys, values) = (&self.keys, &self.values);
        self.packed_keys.pack(width, padded(points), |number, point| of(keys, point, width, number));
        self.packed_values.pack(padded(points), value_width, |point, number| of(values, point, value_width, number));
    }

    /// Mixes the values for a head of queries, and calls `write` with a point, the number of the first channel, and numbers.
    #[inline(always)]
    fn mix(
        &mut self,
        kernel: impl Kernel,
        layers: &Attention,
        memory: &mut Memory,
        write: &mut impl FnMut(usize, usize, &[f32]),
    ) {
        let Self { queries, packed_keys, packed_values, logits, shares, totals, .. } = self;
        let lines = memory.lines;
        let (points, width) = (lines * lines, padded(layers.width));
        let places = padded(points);
        let frame = kernel.frame(lines);
        memory.quantise(kernel, queries, width, true);
        let Memory { quantised, steps, sums, .. } = memory;
        let (quantised, sums) = (quantised.numbers(), &mut sums[..frame.run()]);
        logits.resize(frame.run() * places, 0.0);
        totals.resize(points, 0.0);
        let shares = shares.get_or_insert_with(|| Aligned::new(0));
        shares.grow(frame.places() * places);
        let shares = shares.numbers();
        frame.clear_margin(shares, places);
        let root = 1.0 / (layers.width as f32).sqrt();
        kernel.start(width, 0);
        for (number, start) in frame.runs() {
            for vector in 0..places / LANES {
                let weights = packed_keys.of(vector, width);
                kernel.sums(&Row { input: quantised, channels: width, lines, number, reach: 0, weights }, sums);
                let scale: &[f32; LANES] = lane(&packed_keys.scale, vector * LANES);
                let taps: &[i32; LANES] = lane(&packed_keys.sums, vector * LANES);
                for Stretch { index, point, length, .. } in frame.stretches(start) {
                    for (number, sums) in sums[index..][..length].iter().enumerate() {
                        let Quantised { step, zero } = steps[point + number];
                        let step = step * root;
                        let logits: &mut [f32; LANES] = lane_mut(logits, (index + number) * places + vector * LANES);
                        for lane in 0..LANES {
                            logits[lane] = (sums[lane] - zero * taps[lane]) as f32 * (scale[lane] * step);
                        }
                    }
                }
            }
            for Stretch { index, point, place, length } in frame.stretches(start) {
                for number in 0..length {
                    let logits = &mut logits[(index + number) * places..][..places];
                    logits[points..].fill(f32::MIN);
                    totals[point + number] =
                        quantised_shares(logits, &mut shares[(place + number) * places..][..places]);
                }
            }
        }
        kernel.start(places, 0);
        for vector in 0..padded(layers.value_width) / LANES {
            let weights = packed_values.of(vector, places);
            let scale: &[f32; LANES] = lane(&packed_values.scale, vector * LANES);
            for (number, start) in frame.runs() {
                kernel.sums(&Row { input: shares, channels: places, lines, number, reach: 0, weights }, sums);
                for Stretch { index, point, length, .. } in frame.stretches(start) {
                    for (point, sums) in (point..).zip(&sums[index..][..length]) {
                        let part = 1.0 / totals[point];
                        let mut values = [0.0; LANES];
                        for lane in 0..LANES {
                            values[lane] = sums[lane] as f32 * (scale[lane] * part);
                        }
                        write(point, vector * LANES, &values);
                    }
                }
            }
        }
    }

    /// The same in floats, slowly.
    #[inline(never)]
    fn mix_in_floats(&self, layers: &Attention, points: usize, write: &mut impl FnMut(usize, usize, &[f32])) {
        let (width, value_width) = (padded(layers.width), padded(layers.value_width));
        let root = 1.0 / (layers.width as f32).sqrt();
        for (point, query) in self.queries.chunks(width).enumerate().take(points) {
            let logits = self
                .keys
                .chunks(width)
                .map(|key| query.iter().zip(key).map(|(one, other)| one * other).sum::<f32>() * root);
            let logits: Vec<f32> = logits.collect();
            let most = logits.iter().fold(f32::MIN, |most, &logit| most.max(logit));
            let shares: Vec<f32> = logits.iter().map(|logit| exp(logit - most)).collect();
            let total: f32 = shares.iter().sum();
            let mut values = vec![0.0; value_width];
            for (share, numbers) in shares.iter().zip(self.values.chunks(value_width)) {
                values.iter_mut().zip(numbers).for_each(|(value, number)| *value += share / total * number);
            }
            write(point, 0, &values);
        }
    }
}

/// Writes the exponentials of logits, the largest of which is quantised as [`MOST`]. Returns the sum of the integers.
#[inline(always)]
fn quantised_shares(logits: &[f32], shares: &mut [u8]) -> f32 {
    let mut most = [f32::MIN; LANES];
    for logits in logits.as_chunks::<LANES>().0 {
        for lane in 0..LANES {
            most[lane] = if logits[lane] > most[lane] { logits[lane] } else { most[lane] };
        }
    }
    let most = most.iter().fold(f32::MIN, |most, &logit| if logit > most { logit } else { most });
    let mut sums = [0_i32; LANES];
    let as_it_is = Quantised { step: 1.0 / MOST, zero: 0 };
    for (logits, shares) in logits.as_chunks::<LANES>().0.iter().zip(shares.as_chunks_mut::<LANES>().0) {
        *shares = as_it_is.apply(&logits.map(|logit| exp(logit - most)));
        for lane in 0..LANES {
            sums[lane] += i32::from(shares[lane]);
        }
    }
    sums.iter().sum::<i32>() as f32
}
