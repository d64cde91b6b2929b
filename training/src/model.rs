//! The network's forward and backward pass for one position, as `docs/network.md` describes it.

use crate::board::Grid;
use crate::kernels::{Forward, WeightGradient};
use crate::parameters::Prepared;
use onepure::network::{GLOBALS, OUTCOMES, PLANES};
use std::ops::Range;

/// A prediction of the network.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Prediction {
    /// A logit for each point, row by row from A1, and for the pass.
    pub(crate) policy: Vec<f32>,
    /// The logits of the outcomes: the mover wins, the opponent wins, a draw, both lose.
    pub(crate) outcome: [f32; OUTCOMES],
    /// The mover's score lead in units of 20 points, and its expected absolute error before the softplus.
    pub(crate) score: [f32; 2],
    /// The ownership of each point before the hyperbolic tangent: positive for the mover.
    pub(crate) ownership: Vec<f32>,
}

/// The activations of one position, and buffers for the backward pass.
#[derive(Debug)]
pub(crate) struct Workspace {
    grid: Grid,
    channels: usize,
    /// The binary planes as numbers.
    planes: Vec<f32>,
    globals: [f32; GLOBALS],
    /// The trunk between two blocks.
    trunk: Vec<f32>,
    /// The inputs of the convolutions of each block.
    blocks: Vec<BlockActivations>,
    /// The end of the trunk after `ReLU`.
    end: Vec<f32>,
    policy: HeadActivations,
    /// The policy head after pooling and `ReLU`.
    policy_points: Vec<f32>,
    value: HeadActivations,
    /// The units of the hidden layer after `ReLU`.
    hidden: Vec<f32>,
    /// The inputs of the hidden layer.
    hidden_inputs: Vec<f32>,
    /// Buffers for sums of a convolution and for gradients of activations (slopes).
    sums: Vec<f32>,
    slopes: Vec<f32>,
    trunk_slopes: Vec<f32>,
}

#[derive(Debug)]
struct BlockActivations {
    first: Vec<f32>,
    /// The pooled activations between the convolutions, if the block pools.
    pooled: Option<HeadActivations>,
    second: Vec<f32>,
}

/// Activations after `ReLU`, and their pooled values.
#[derive(Debug)]
struct HeadActivations {
    channels: usize,
    points: Vec<f32>,
    pool: Pool,
}

/// Pooled values of each channel: the mean, the mean weighted by board size, and the maximum, with the place of the
/// maximum.
#[derive(Debug)]
struct Pool {
    numbers: Vec<f32>,
    greatest: Vec<usize>,
}

impl HeadActivations {
    fn new(places: usize, channels: usize) -> Self {
        let pool = Pool { numbers: vec![0.0; 3 * channels], greatest: vec![0; channels] };
        Self { channels, points: vec![0.0; places * channels], pool }
    }

    /// Applies bias and `ReLU` to sums, and pools the result.
    fn set(&mut self, grid: &Grid, sums: &[f32], bias: &[f32]) {
        rectify(grid, sums, Some(bias), &mut self.points);
        let channels = self.channels;
        let Pool { numbers, greatest } = &mut self.pool;
        let (means, rest) = numbers.split_at_mut(channels);
        let (weighed, most) = rest.split_at_mut(channels);
        means.fill(0.0);
        most.fill(f32::NEG_INFINITY);
        for &place in &grid.points {
            for channel in 0..channels {
                let number = self.points[place * channels + channel];
                means[channel] += number;
                if number > most[channel] {
                    (most[channel], greatest[channel]) = (number, place);
                }
            }
        }
        for channel in 0..channels {
            means[channel] /= grid.points.len() as f32;
            weighed[channel] = means[channel] * size_weight(grid);
        }
    }

    /// Propagates gradients of pooled values to the points. The gradient is 0 at activations that are not positive.
    fn add_slopes(&self, grid: &Grid, pooled: &[f32], slopes: &mut [f32]) {
        let channels = self.channels;
        let points = grid.points.len() as f32;
        let even: Vec<f32> = (0..channels)
            .map(|channel| (pooled[channel] + pooled[channels + channel] * size_weight(grid)) / points)
            .collect();
        for &place in &grid.points {
            for channel in 0..channels {
                slopes[place * channels + channel] += even[channel];
            }
        }
        for channel in 0..channels {
            slopes[self.pool.greatest[channel] * channels + channel] += pooled[2 * channels + channel];
        }
        mask(grid, &self.points, slopes);
    }
}

/// The weight of the second pooled mean.
fn size_weight(grid: &Grid) -> f32 {
    (grid.lines as f32 - 14.0) / 10.0
}

/// Computes `max(0, sums + bias)` on the points.
fn rectify(grid: &Grid, sums: &[f32], bias: Option<&[f32]>, into: &mut [f32]) {
    let channels = into.len() / grid.places();
    for &place in &grid.points {
        let range = place * channels..(place + 1) * channels;
        let (sums, into) = (&sums[range.clone()], &mut into[range]);
        match bias {
            Some(bias) => {
                for ((into, sum), bias) in into.iter_mut().zip(sums).zip(bias) {
                    *into = (sum + bias).max(0.0);
                }
            }
            None => {
                for (into, sum) in into.iter_mut().zip(sums) {
                    *into = sum.max(0.0);
                }
            }
        }
    }
}

/// Sets gradients to 0 at activations that are not positive, and outside the points.
fn mask(grid: &Grid, activations: &[f32], slopes: &mut [f32]) {
    let channels = activations.len() / grid.places();
    let sweep = grid.sweep();
    let range = sweep.start * channels..sweep.end * channels;
    for (slope, &activation) in slopes[range.clone()].iter_mut().zip(&activations[range]) {
        *slope = if activation > 0.0 { *slope } else { 0.0 };
    }
}

/// The sum of each channel over the points.
fn total(grid: &Grid, numbers: &[f32], channels: usize) -> Vec<f32> {
    let mut total = vec![0.0; channels];
    for &place in &grid.points {
        for (total, number) in total.iter_mut().zip(&numbers[place * channels..(place + 1) * channels]) {
            *total += number;
        }
    }
    total
}

/// `matrix · vector` for a matrix `[out][in]`.
fn product(matrix: &[f32], vector: &[f32]) -> Vec<f32> {
    matrix.chunks_exact(vector.len()).map(|row| dot(row, vector)).collect()
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Adds the gradient of a matrix `[out][in]`, and returns the gradient of its inputs.
fn back_through(matrix: &[f32], inputs: &[f32], slopes: &[f32], gradient: &mut [f32]) -> Vec<f32> {
    let mut back = vec![0.0; inputs.len()];
    let rows = matrix.chunks_exact(inputs.len()).zip(gradient.chunks_exact_mut(inputs.len()));
    for ((row, gradient), &slope) in rows.zip(slopes) {
        for (((back, weight), gradient), input) in back.iter_mut().zip(row).zip(gradient).zip(inputs) {
            *back += weight * slope;
            *gradient += input * slope;
        }
    }
    back
}

fn add(to: &mut [f32], numbers: &[f32]) {
    for (to, number) in to.iter_mut().zip(numbers) {
        *to += number;
    }
}

/// The only tap of a 1×1 convolution.
const ALONE: [isize; 1] = [0];

impl Workspace {
    /// Buffers for positions on boards with this number of lines.
    pub(crate) fn new(prepared: &Prepared<'_>, lines: usize) -> Self {
        let architecture = &prepared.places.architecture;
        let (grid, channels) = (Grid::new(lines), architecture.channels);
        let places = grid.places();
        let (policy, value) = (architecture.policy_channels, architecture.value_channels);
        let block = |block: usize| BlockActivations {
            first: vec![0.0; places * channels],
            pooled: architecture.pooled.contains(&block).then(|| HeadActivations::new(places, channels)),
            second: vec![0.0; places * channels],
        };
        let widest = channels.max(policy).max(value);
        Self {
            channels,
            planes: vec![0.0; places * PLANES],
            globals: [0.0; GLOBALS],
            trunk: vec![0.0; places * channels],
            blocks: (0..architecture.blocks).map(block).collect(),
            end: vec![0.0; places * channels],
            policy: HeadActivations::new(places, policy),
            policy_points: vec![0.0; places * policy],
            value: HeadActivations::new(places, value),
            hidden: vec![0.0; architecture.hidden],
            hidden_inputs: Vec::new(),
            sums: vec![0.0; places * widest],
            slopes: vec![0.0; places * widest],
            trunk_slopes: vec![0.0; places * channels],
            grid,
        }
    }

    /// Calls `visit` with the site and the value of each positive activation that the engine quantizes: before both
    /// convolutions of each block, and after the trunk.
    pub(crate) fn visit_activations(&self, mut visit: impl FnMut(usize, f32)) {
        let blocks = self.blocks.iter().flat_map(|block| [&block.first, &block.second]);
        for (site, activations) in blocks.chain([&self.end]).enumerate() {
            for &activation in activations.iter().filter(|&&activation| activation > 0.0) {
                visit(site, activation);
            }
        }
    }

    fn convolve(grid: &Grid, taps: &[isize], input: &[f32], weights: &[f32], output: &mut Vec<f32>) {
        let inputs = input.len() / grid.places();
        let outputs = weights.len() / (taps.len() * inputs);
        output.resize(grid.places() * outputs, 0.0);
        Forward { taps, sweep: grid.sweep(), inputs, outputs, input, weights, output }.run();
    }

    /// The prediction for a position with its binary planes as bits of each point, row by row from A1.
    pub(crate) fn predict(&mut self, prepared: &Prepared<'_>, points: &[u32], globals: &[f32; GLOBALS]) -> Prediction {
        let Self { grid, channels, planes, trunk, blocks, end, sums, .. } = self;
        let channels = *channels;
        for (&place, &bits) in grid.points.iter().zip(points) {
            for (plane, number) in planes[place * PLANES..(place + 1) * PLANES].iter_mut().enumerate() {
                *number = (bits >> plane & 1) as f32;
            }
        }
        self.globals = *globals;
        Self::convolve(grid, &grid.taps, planes, prepared.of("stem.conv.weight"), sums);
        let mut raise = product(prepared.of("stem.globals.weight"), globals);
        add(&mut raise, prepared.of("stem.conv.bias"));
        for &place in &grid.points {
            let range = place * channels..(place + 1) * channels;
            for ((trunk, sum), raise) in trunk[range.clone()].iter_mut().zip(&sums[range]).zip(&raise) {
                *trunk = sum + raise;
            }
        }
        for (number, block) in blocks.iter_mut().enumerate() {
            let tensor = |name: &str| prepared.of(&format!("blocks.{number}.{name}"));
            rectify(grid, trunk, None, &mut block.first);
            Self::convolve(grid, &grid.taps, &block.first, tensor("conv1.weight"), sums);
            let mut bias = tensor("conv1.bias").to_vec();
            if let Some(pooled) = &mut block.pooled {
                pooled.set(grid, sums, &bias);
                add(&mut bias, &product(tensor("pool.weight"), &pooled.pool.numbers));
            }
            rectify(grid, sums, Some(&bias), &mut block.second);
            Self::convolve(grid, &grid.taps, &block.second, tensor("conv2.weight"), sums);
            let bias = tensor("conv2.bias");
            for &place in &grid.points {
                let range = place * channels..(place + 1) * channels;
                for ((trunk, sum), bias) in trunk[range.clone()].iter_mut().zip(&sums[range]).zip(bias) {
                    *trunk += sum + bias;
                }
            }
        }
        rectify(grid, trunk, None, end);
        self.predict_heads(prepared)
    }

    fn predict_heads(&mut self, prepared: &Prepared<'_>) -> Prediction {
        let Self { grid, end, policy, policy_points, value, hidden, hidden_inputs, sums, globals, .. } = self;
        let mut bias = prepared.of("policy.conv.bias").to_vec();
        Self::convolve(grid, &ALONE, end, prepared.of("policy.conv.weight"), sums);
        policy.set(grid, sums, &bias);
        add(&mut bias, &product(prepared.of("policy.pool.weight"), &policy.pool.numbers));
        rectify(grid, sums, Some(&bias), policy_points);
        let weights = prepared.of("policy.point.weight");
        let mut logits: Vec<f32> = of_points(grid, policy_points, weights, 0.0).collect();
        logits.push(
            dot(prepared.of("policy.abstain.weight"), &policy.pool.numbers) + prepared.of("policy.abstain.bias")[0],
        );

        Self::convolve(grid, &ALONE, end, prepared.of("value.conv.weight"), sums);
        value.set(grid, sums, prepared.of("value.conv.bias"));
        hidden_inputs.clear();
        hidden_inputs.extend(value.pool.numbers.iter().chain(globals.iter()));
        let mut units = product(prepared.of("value.hidden.weight"), hidden_inputs);
        add(&mut units, prepared.of("value.hidden.bias"));
        for (hidden, unit) in hidden.iter_mut().zip(units) {
            *hidden = unit.max(0.0);
        }
        let last = |name: &str| {
            let mut numbers = product(prepared.of(&format!("{name}.weight")), hidden);
            add(&mut numbers, prepared.of(&format!("{name}.bias")));
            numbers
        };
        let (outcome, score) = (last("value.outcome"), last("value.score"));
        let bias = prepared.of("ownership.bias")[0];
        Prediction {
            policy: logits,
            outcome: std::array::from_fn(|number| outcome[number]),
            score: [score[0], score[1]],
            ownership: of_points(grid, &value.points, prepared.of("ownership.weight"), bias).collect(),
        }
    }

    /// Adds the gradient of all parameters, given the gradient of the loss by the last prediction.
    pub(crate) fn learn(&mut self, prepared: &Prepared<'_>, slopes: &Prediction, gradient: &mut [f32]) {
        self.trunk_slopes.fill(0.0);
        self.learn_policy(prepared, slopes, gradient);
        self.learn_value(prepared, slopes, gradient);
        let Self { grid, trunk_slopes, end, .. } = self;
        mask(grid, end, trunk_slopes);
        self.learn_trunk(prepared, gradient);
    }

    fn learn_policy(&mut self, prepared: &Prepared<'_>, slopes: &Prediction, gradient: &mut [f32]) {
        let places = prepared.places;
        let Self { grid, policy, policy_points, slopes: point_slopes, .. } = self;
        let channels = policy.channels;
        let (points, abstention) = slopes.policy.split_at(grid.points.len());
        // Through the final product of each point.
        point_slopes.clear();
        point_slopes.resize(grid.places() * channels, 0.0);
        let weights = prepared.of("policy.point.weight");
        back_from_points(
            grid,
            points,
            weights,
            policy_points,
            point_slopes,
            share(gradient, places.of("policy.point.weight")),
        );
        mask(grid, policy_points, point_slopes);
        // Through pooling, which feeds both the points and the pass.
        let raise = total(grid, point_slopes, channels);
        let numbers = &policy.pool.numbers;
        let mut pooled = back_through(
            prepared.of("policy.pool.weight"),
            numbers,
            &raise,
            share(gradient, places.of("policy.pool.weight")),
        );
        let alone = back_through(
            prepared.of("policy.abstain.weight"),
            numbers,
            abstention,
            share(gradient, places.of("policy.abstain.weight")),
        );
        add(&mut pooled, &alone);
        add(share(gradient, places.of("policy.abstain.bias")), abstention);
        let mut through_pool = vec![0.0; point_slopes.len()];
        policy.add_slopes(grid, &pooled, &mut through_pool);
        add(point_slopes, &through_pool);
        add(share(gradient, places.of("policy.conv.bias")), &total(grid, point_slopes, channels));
        self.learn_head("policy.conv.weight", prepared, gradient);
    }

    fn learn_value(&mut self, prepared: &Prepared<'_>, slopes: &Prediction, gradient: &mut [f32]) {
        let places = prepared.places;
        let Self { grid, value, hidden, hidden_inputs, slopes: point_slopes, .. } = self;
        let channels = value.channels;
        let mut units = vec![0.0; hidden.len()];
        for (name, slopes) in [("value.outcome", &slopes.outcome[..]), ("value.score", &slopes.score[..])] {
            let weight = format!("{name}.weight");
            add(&mut units, &back_through(prepared.of(&weight), hidden, slopes, share(gradient, places.of(&weight))));
            add(share(gradient, places.of(&format!("{name}.bias"))), slopes);
        }
        for (unit, &hidden) in units.iter_mut().zip(&*hidden) {
            *unit = if hidden > 0.0 { *unit } else { 0.0 };
        }
        let weights = prepared.of("value.hidden.weight");
        let pooled = back_through(weights, hidden_inputs, &units, share(gradient, places.of("value.hidden.weight")));
        add(share(gradient, places.of("value.hidden.bias")), &units);
        point_slopes.clear();
        point_slopes.resize(grid.places() * channels, 0.0);
        let weights = prepared.of("ownership.weight");
        back_from_points(
            grid,
            &slopes.ownership,
            weights,
            &value.points,
            point_slopes,
            share(gradient, places.of("ownership.weight")),
        );
        share(gradient, places.of("ownership.bias"))[0] += slopes.ownership.iter().sum::<f32>();
        value.add_slopes(grid, &pooled[..3 * channels], point_slopes);
        add(share(gradient, places.of("value.conv.bias")), &total(grid, point_slopes, channels));
        self.learn_head("value.conv.weight", prepared, gradient);
    }

    /// Propagates gradients through the 1×1 convolution of a head to the end of the trunk.
    fn learn_head(&mut self, name: &str, prepared: &Prepared<'_>, gradient: &mut [f32]) {
        let Self { grid, end, slopes, sums, trunk_slopes, .. } = self;
        let gradient = share(gradient, prepared.places.of(name));
        add_weight_gradient(grid, &ALONE, end, slopes, gradient);
        Self::convolve(grid, &ALONE, slopes, prepared.backwards(name), sums);
        let sweep = grid.sweep();
        let range = sweep.start * self.channels..sweep.end * self.channels;
        add(&mut trunk_slopes[range.clone()], &sums[range]);
    }

    fn learn_trunk(&mut self, prepared: &Prepared<'_>, gradient: &mut [f32]) {
        let Self { grid, channels, planes, globals, blocks, slopes, sums, trunk_slopes, .. } = self;
        let places = prepared.places;
        for (number, block) in blocks.iter().enumerate().rev() {
            let name = |name: &str| format!("blocks.{number}.{name}");
            add(share(gradient, places.of(&name("conv2.bias"))), &total(grid, trunk_slopes, *channels));
            let weight = name("conv2.weight");
            add_weight_gradient(grid, &grid.taps, &block.second, trunk_slopes, share(gradient, places.of(&weight)));
            Self::convolve(grid, &grid.taps, trunk_slopes, prepared.backwards(&weight), slopes);
            clear_borders(grid, slopes);
            mask(grid, &block.second, slopes);
            if let Some(pooled) = &block.pooled {
                let raise = total(grid, slopes, *channels);
                let weight = name("pool.weight");
                let gradient = share(gradient, places.of(&weight));
                let back = back_through(prepared.of(&weight), &pooled.pool.numbers, &raise, gradient);
                let mut through_pool = vec![0.0; slopes.len()];
                pooled.add_slopes(grid, &back, &mut through_pool);
                add(slopes, &through_pool);
            }
            add(share(gradient, places.of(&name("conv1.bias"))), &total(grid, slopes, *channels));
            let weight = name("conv1.weight");
            add_weight_gradient(grid, &grid.taps, &block.first, slopes, share(gradient, places.of(&weight)));
            Self::convolve(grid, &grid.taps, slopes, prepared.backwards(&weight), sums);
            mask(grid, &block.first, sums);
            let sweep = grid.sweep();
            let range = sweep.start * *channels..sweep.end * *channels;
            add(&mut trunk_slopes[range.clone()], &sums[range]);
        }
        let raise = total(grid, trunk_slopes, *channels);
        add(share(gradient, places.of("stem.conv.bias")), &raise);
        back_through(
            prepared.of("stem.globals.weight"),
            globals,
            &raise,
            share(gradient, places.of("stem.globals.weight")),
        );
        add_weight_gradient(grid, &grid.taps, planes, trunk_slopes, share(gradient, places.of("stem.conv.weight")));
    }
}

/// Sets the places outside the sweep to 0. A sweep also writes there, and the next one reads them as the border.
fn clear_borders(grid: &Grid, numbers: &mut [f32]) {
    let channels = numbers.len() / grid.places();
    let sweep = grid.sweep();
    numbers[..sweep.start * channels].fill(0.0);
    numbers[sweep.end * channels..].fill(0.0);
}

/// The part of the gradient that belongs to a tensor.
fn share(gradient: &mut [f32], range: Range<usize>) -> &mut [f32] {
    &mut gradient[range]
}

fn add_weight_gradient(grid: &Grid, taps: &[isize], input: &[f32], slope: &[f32], gradient: &mut [f32]) {
    let inputs = input.len() / grid.places();
    let outputs = gradient.len() / (taps.len() * inputs);
    WeightGradient { taps, sweep: grid.sweep(), inputs, outputs, input, slope, gradient }.run();
}

/// The product of each point's channels with weights.
fn of_points<'a>(grid: &'a Grid, numbers: &'a [f32], weights: &'a [f32], bias: f32) -> impl Iterator<Item = f32> + 'a {
    let channels = weights.len();
    grid.points.iter().map(move |&place| dot(&numbers[place * channels..(place + 1) * channels], weights) + bias)
}

/// The backward pass of [`of_points`].
fn back_from_points(
    grid: &Grid,
    slopes: &[f32],
    weights: &[f32],
    numbers: &[f32],
    back: &mut [f32],
    gradient: &mut [f32],
) {
    let channels = weights.len();
    for (&place, &slope) in grid.points.iter().zip(slopes) {
        let range = place * channels..(place + 1) * channels;
        for (((back, number), weight), gradient) in
            back[range.clone()].iter_mut().zip(&numbers[range]).zip(weights).zip(gradient.iter_mut())
        {
            *back += slope * weight;
            *gradient += slope * number;
        }
    }
}
