//! Attention: each point takes a mean of the values of all points, weighed by how well its query fits their keys.
//!
//! Both products are computed by the kernels of convolutions: keys, and then values, are packed as the weights of a layer. The shares of
//! the points are exponentials of at most 1, quantised as two integers of 0 to 127 each, and divided by the sum of the integers.

use super::layers::padded;
use super::packed::Attention;
use super::quantised::{Bounds, LARGEST, Memory, Quantised, halves, join, largest_of, whole};
use crate::network::integer::{lane, lane_mut};
use crate::network::kernel::{Aligned, GROUP, Kernel, KernelWeights, LANES, Row, Stretch};
use crate::network::math::exp;
use crate::network::packed::MOST;

/// The working memory of attention.
#[derive(Clone, Debug)]
pub(super) struct AttentionMemory {
    packed_keys: PackedVectors,
    packed_values: PackedVectors,
    /// The logits of a point.
    logits: Vec<f32>,
    /// The shares of all points for each place: their high halves, and their low ones.
    high: Aligned<u8>,
    low: Aligned<u8>,
    /// The factor of the integers of each point that makes their sum 1.
    parts: Vec<f32>,
}

impl Default for AttentionMemory {
    fn default() -> Self {
        Self {
            packed_keys: PackedVectors::default(),
            packed_values: PackedVectors::default(),
            logits: Vec::new(),
            high: Aligned::new(0),
            low: Aligned::new(0),
            parts: Vec::new(),
        }
    }
}

/// Vectors as the weights of a layer.
#[derive(Clone, Debug, Default)]
struct PackedVectors {
    weights: Vec<KernelWeights>,
    /// The factor of each output, and the sum of its integers.
    scale: Vec<f32>,
    sums: Vec<i32>,
}

/// A part of the numbers of each point.
#[derive(Clone, Copy)]
struct Part<'layer> {
    /// All numbers of all points.
    all: &'layer [f32],
    /// The numbers of a point.
    stride: usize,
    /// The first number of the part.
    begin: usize,
    /// The length of the part.
    own: usize,
}

impl<'layer> Part<'layer> {
    /// The numbers at a point.
    #[inline(always)]
    fn at(self, point: usize) -> &'layer [f32] {
        &self.all[point * self.stride + self.begin..][..self.own]
    }

    /// [`LANES`] numbers at a point from the number `start` of the part on, with zeros behind its end.
    #[inline(always)]
    fn lanes(self, point: usize, start: usize) -> [f32; LANES] {
        let numbers = &self.at(point)[start..];
        if let Some(numbers) = numbers.first_chunk() {
            return *numbers;
        }
        let mut lanes = [0.0; LANES];
        lanes[..numbers.len()].copy_from_slice(numbers);
        lanes
    }
}

#[inline(always)]
fn larger(most: f32, number: f32) -> f32 {
    let size = number.abs();
    if size > most { size } else { most }
}

#[inline(always)]
fn factor(most: f32) -> f32 {
    if most > 0.0 { MOST / most } else { 0.0 }
}

impl PackedVectors {
    fn clear(&mut self, inputs: usize, outputs: usize) {
        self.weights.resize(inputs / GROUP * outputs / LANES, KernelWeights([0; LANES * GROUP]));
        self.scale.resize(outputs, 0.0);
        self.sums.resize(outputs, 0);
    }

    /// Packs vectors of points as outputs: the weights of an output are the numbers of its point.
    #[inline(always)]
    fn pack_outputs(&mut self, part: Part<'_>, points: usize) {
        let width = padded(part.own);
        self.clear(width, padded(points));
        for point in 0..padded(points) {
            let weights = &mut self.weights[point / LANES * (width / GROUP)..][..width / GROUP];
            let place = point % LANES * GROUP;
            if point >= points {
                for weights in weights {
                    weights.0[place..place + GROUP].fill(0);
                }
                (self.scale[point], self.sums[point]) = (0.0, 0);
                continue;
            }
            let mut bounds = Bounds::new();
            for start in (0..width).step_by(LANES) {
                bounds.add(&part.lanes(point, start));
            }
            let most = bounds.size();
            let (factor, mut sums) = (factor(most), [0; LANES]);
            for (vector, weights) in weights.chunks_mut(LANES / GROUP).enumerate() {
                let numbers = part.lanes(point, vector * LANES);
                let mut quantised = [0; LANES];
                for lane in 0..LANES {
                    quantised[lane] = whole(numbers[lane] * factor) as i8;
                    sums[lane] += i32::from(quantised[lane]);
                }
                for (weights, four) in weights.iter_mut().zip(quantised.as_chunks::<GROUP>().0) {
                    *lane_mut(&mut weights.0, place) = *four;
                }
            }
            (self.scale[point], self.sums[point]) = (most / MOST, sums.iter().sum());
        }
    }

    /// Packs vectors of points as inputs: the weights of an output are one of the numbers of all points.
    #[inline(always)]
    fn pack_inputs(&mut self, part: Part<'_>, points: usize) {
        let groups = padded(points) / GROUP;
        self.clear(padded(points), padded(part.own));
        for (vector, weights) in self.weights.chunks_mut(groups).enumerate() {
            let start = vector * LANES;
            let mut most = [0.0; LANES];
            for point in 0..points {
                let numbers = part.lanes(point, start);
                for lane in 0..LANES {
                    most[lane] = larger(most[lane], numbers[lane]);
                }
            }
            let mut factors = [0.0; LANES];
            for lane in 0..LANES {
                factors[lane] = factor(most[lane]);
            }
            for (group, weights) in weights.iter_mut().enumerate() {
                let mut words = [0_u32; LANES];
                for (number, point) in (group * GROUP..points.min((group + 1) * GROUP)).enumerate() {
                    let numbers = part.lanes(point, start);
                    for lane in 0..LANES {
                        words[lane] |= u32::from(whole(numbers[lane] * factors[lane]) as u8) << (8 * number);
                    }
                }
                for (weights, word) in weights.0.as_chunks_mut::<GROUP>().0.iter_mut().zip(words) {
                    for (number, weight) in weights.iter_mut().enumerate() {
                        *weight = (word >> (8 * number)) as i8;
                    }
                }
            }
            for (scale, most) in self.scale[start..].iter_mut().zip(most) {
                *scale = most / MOST;
            }
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
        all: &mut [f32],
        memory: &mut Memory,
        mixed: &mut [f32],
    ) {
        let lines = memory.lines;
        let points = lines * lines;
        let stride = layers.all.outputs;
        let keys = padded(layers.heads * layers.width);
        let values = keys + padded(layers.shared_heads * layers.width);
        let mixed_width = layers.out.inputs;
        let each = layers.heads / layers.shared_heads;
        let all = &mut all[..points * stride];
        if let Some(turns) = &layers.rotary {
            for (point, numbers) in all.chunks_mut(stride).enumerate() {
                let (queries, keys) = numbers.split_at_mut(keys);
                turns.apply(point / lines, point % lines, each, queries, keys);
            }
        }
        mixed[..points * mixed_width].fill(0.0);
        for shared in 0..layers.shared_heads {
            let keys = Part { all, stride, begin: keys + shared * layers.width, own: layers.width };
            let width = layers.value_width;
            let values = Part { all, stride, begin: values + shared * width, own: width };
            if layers.is_integer {
                self.packed_keys.pack_outputs(keys, points);
                self.packed_values.pack_inputs(values, points);
            }
            for head in shared * each..(shared + 1) * each {
                let queries = Part { all, stride, begin: head * layers.width, own: layers.width };
                let mut write = |point: usize, channel: usize, values: &[f32]| {
                    let begin = point * mixed_width + head * width + channel;
                    let length = values.len().min(width - channel);
                    mixed[begin..begin + length].copy_from_slice(&values[..length]);
                };
                if layers.is_integer {
                    self.shares(kernel, queries, memory);
                    self.mix(kernel, width, memory, &mut write);
                } else {
                    mix_in_floats([queries, keys, values], points, &mut write);
                }
            }
        }
    }

    /// Computes the shares of all points for each query of a head.
    #[inline(always)]
    fn shares(&mut self, kernel: impl Kernel, queries: Part<'_>, memory: &mut Memory) {
        let Self { packed_keys, logits, high, low, parts, .. } = self;
        let lines = memory.lines;
        let (points, width) = (lines * lines, padded(queries.own));
        let places = padded(points);
        let frame = kernel.frame(lines);
        let Memory { quantised, steps, work, .. } = memory;
        let (quantised, sums) = (quantised.numbers(), work.sums(frame));
        frame.clear_margin(quantised, width);
        for Stretch { point, place, length, .. } in frame.rows() {
            for (point, quantised) in (point..point + length).zip(quantised[place * width..].chunks_mut(width)) {
                let mut bounds = Bounds::new();
                for start in (0..width).step_by(LANES) {
                    bounds.add(&queries.lanes(point, start));
                }
                let step = bounds.quantised(MOST);
                steps[point] = step;
                for (vector, quantised) in quantised.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
                    let whole = step.apply(&queries.lanes(point, vector * LANES), MOST);
                    for lane in 0..LANES {
                        quantised[lane] = whole[lane] as u8;
                    }
                }
            }
        }
        logits.resize(frame.run() * places, 0.0);
        parts.resize(points, 0.0);
        high.grow(frame.places() * places);
        low.grow(frame.places() * places);
        let (high, low) = (high.numbers(), low.numbers());
        frame.clear_margin(high, places);
        frame.clear_margin(low, places);
        let root = 1.0 / (queries.own as f32).sqrt();
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
                    let from = (place + number) * places;
                    parts[point + number] =
                        quantised_shares(logits, &mut high[from..from + places], &mut low[from..from + places]);
                }
            }
        }
    }

    /// Mixes the values for a head, and calls `write` with a point, the number of the first channel, and numbers.
    #[inline(always)]
    fn mix(
        &mut self,
        kernel: impl Kernel,
        value_width: usize,
        memory: &mut Memory,
        write: &mut impl FnMut(usize, usize, &[f32]),
    ) {
        let Self { packed_values, high, low, parts, .. } = self;
        let lines = memory.lines;
        let places = padded(lines * lines);
        let frame = kernel.frame(lines);
        let (high, low) = (high.numbers(), low.numbers());
        let (sums, low_sums) = (memory.work.sums(frame), memory.low_work.sums(frame));
        kernel.start(places, 0);
        for vector in 0..padded(value_width) / LANES {
            let weights = packed_values.of(vector, places);
            let scale: &[f32; LANES] = lane(&packed_values.scale, vector * LANES);
            for (number, start) in frame.runs() {
                let row = |input| Row { input, channels: places, lines, number, reach: 0, weights };
                kernel.sums(&row(high), sums);
                kernel.sums(&row(low), low_sums);
                join(sums, low_sums);
                for Stretch { index, point, length, .. } in frame.stretches(start) {
                    for (point, sums) in (point..).zip(&sums[index..][..length]) {
                        let part = parts[point];
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
}

/// The same in floats, slowly, of the queries, keys and values of a head.
#[inline(never)]
fn mix_in_floats([queries, keys, values]: [Part<'_>; 3], points: usize, write: &mut impl FnMut(usize, usize, &[f32])) {
    let root = 1.0 / (queries.own as f32).sqrt();
    for point in 0..points {
        let query = queries.at(point);
        let logit = |key: usize| query.iter().zip(keys.at(key)).map(|(one, other)| one * other).sum::<f32>() * root;
        let logits: Vec<f32> = (0..points).map(logit).collect();
        let most = logits.iter().fold(f32::MIN, |most, &logit| most.max(logit));
        let shares: Vec<f32> = logits.iter().map(|logit| exp(logit - most)).collect();
        let total: f32 = shares.iter().sum();
        let mut mixed = vec![0.0; values.own];
        for (from, share) in shares.iter().enumerate() {
            mixed.iter_mut().zip(values.at(from)).for_each(|(value, number)| *value += share / total * number);
        }
        write(point, 0, &mixed);
    }
}

/// Writes the exponentials of logits as two halves each. Returns the factor that makes the sum of the integers 1.
#[inline(always)]
fn quantised_shares(logits: &[f32], high: &mut [u8], low: &mut [u8]) -> f32 {
    let mut most = [f32::MIN; LANES];
    for logits in logits.as_chunks::<LANES>().0 {
        for lane in 0..LANES {
            most[lane] = if logits[lane] > most[lane] { logits[lane] } else { most[lane] };
        }
    }
    let most = largest_of(most);
    let mut sums = [0; LANES];
    let vectors = high.as_chunks_mut::<LANES>().0.iter_mut().zip(low.as_chunks_mut::<LANES>().0);
    for (logits, (high, low)) in logits.as_chunks::<LANES>().0.iter().zip(vectors) {
        for lane in 0..LANES {
            let share = exp(logits[lane] - most) * LARGEST;
            let share = whole(if share < LARGEST { share } else { LARGEST });
            sums[lane] += share;
            [high[lane], low[lane]] = halves(share);
        }
    }
    1.0 / sums.iter().sum::<i32>() as f32
}
