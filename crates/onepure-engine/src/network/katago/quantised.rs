//! Activations as 8-bit integers, and the memory for them.
//!
//! Activations are quantised for each evaluation: over a whole layer before a convolution of 3×3, point by point before one of 1×1. Their
//! zero is an integer too, because activations such as Mish and SiLU fall below it.

use crate::network::integer::{lane, lane_mut};
use crate::network::kernel::{Aligned, Frame, Kernel, LANES, Stretch, Work};
use crate::network::packed::MOST;

/// A high half of a number in two halves is worth this number of low ones.
pub(super) const HALF: i32 = 128;

/// The largest number in two halves.
pub(super) const LARGEST: f32 = (HALF * HALF - 1) as f32;

/// The halves of a number from 0 on: the high one, and the low one.
#[inline(always)]
pub(super) fn halves(number: i32) -> [u8; 2] {
    [(number >> HALF.ilog2()) as u8, (number & (HALF - 1)) as u8]
}

/// Adds the sums of low halves to those of high ones.
#[inline(always)]
pub(super) fn join(high: &mut [[i32; LANES]], low: &[[i32; LANES]]) {
    for (high, low) in high.iter_mut().zip(low) {
        for lane in 0..LANES {
            high[lane] = high[lane] * HALF + low[lane];
        }
    }
}

/// How activations were quantised: an activation is `step` times the difference of the integer to `zero`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quantised {
    /// The difference of activations by 1 as an integer.
    pub(super) step: f32,
    /// The integer of 0.
    pub(super) zero: i32,
}

impl Quantised {
    /// For numbers between these, one of which is at most 0 and the other at least 0, as integers up to `largest`.
    #[inline(always)]
    fn between(least: f32, most: f32, largest: f32) -> Self {
        let range = most - least;
        let step = if range > 0.0 { range / largest } else { 1.0 };
        let zero = -least / step;
        // Not `min`: numbers of a damaged network may be infinite, and then this is not a number.
        Self { step, zero: whole(if zero < largest { zero } else { largest }) }
    }

    /// The results for integer sums, whose weights have the sums `taps`.
    #[inline(always)]
    pub(super) fn values(
        self,
        found: &[i32; LANES],
        taps: &[i32; LANES],
        scale: &[f32; LANES],
        bias: &[f32; LANES],
    ) -> [f32; LANES] {
        let mut values = [0.0; LANES];
        for lane in 0..LANES {
            values[lane] = (found[lane] - self.zero * taps[lane]) as f32 * (scale[lane] * self.step) + bias[lane];
        }
        values
    }

    /// Quantises numbers as integers up to `largest`.
    #[inline(always)]
    pub(super) fn apply<const N: usize>(self, numbers: &[f32; N], largest: f32) -> [i32; N] {
        let (factor, zero) = (1.0 / self.step, self.zero as f32);
        let mut quantised = [0; N];
        for lane in 0..N {
            let number = numbers[lane] * factor + zero;
            let number = if number > 0.0 { number } else { 0.0 };
            quantised[lane] = whole(if number < largest { number } else { largest });
        }
        quantised
    }
}

/// The nearest integer of a small number, ties to even.
#[inline(always)]
pub(super) fn whole(number: f32) -> i32 {
    // Adding this rounds to an integer, in the lowest bits of the sum.
    const WHOLE: f32 = 12_582_912.0;
    (number + WHOLE).to_bits() as i32 - WHOLE.to_bits() as i32
}

/// The least and the largest of some numbers and 0, lane by lane.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// The largest of the negated numbers.
    below: [f32; LANES],
    above: [f32; LANES],
}

impl Bounds {
    /// Of no numbers.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { below: [0.0; LANES], above: [0.0; LANES] }
    }

    /// Takes in numbers.
    #[inline(always)]
    pub(super) fn add(&mut self, numbers: &[f32; LANES]) {
        for (lane, &number) in numbers.iter().enumerate() {
            self.below[lane] = if -number > self.below[lane] { -number } else { self.below[lane] };
            self.above[lane] = if number > self.above[lane] { number } else { self.above[lane] };
        }
    }

    /// How to quantise the numbers as integers up to `largest`.
    #[inline(always)]
    pub(super) fn quantised(&self, largest: f32) -> Quantised {
        Quantised::between(-largest_of(self.below), largest_of(self.above), largest)
    }

    /// The largest size of the numbers.
    #[inline(always)]
    pub(super) fn size(&self) -> f32 {
        let (below, above) = (largest_of(self.below), largest_of(self.above));
        if below > above { below } else { above }
    }
}

/// The largest of all lanes: in halves, because one after the other would take longer.
#[inline(always)]
pub(super) fn largest_of(mut lanes: [f32; LANES]) -> f32 {
    const { assert!(LANES == 32) };
    for width in [16, 8, 4, 2, 1] {
        for lane in 0..width {
            let other = lanes[lane + width];
            lanes[lane] = if other > lanes[lane] { other } else { lanes[lane] };
        }
    }
    lanes[0]
}

/// [`LANES`] numbers from `start` on, each times its factor.
#[inline(always)]
fn balanced(numbers: &[f32], factors: &[f32], start: usize) -> [f32; LANES] {
    let (numbers, factors): (&[f32; LANES], &[f32; LANES]) = (lane(numbers, start), lane(factors, start));
    let mut balanced = [0.0; LANES];
    for lane in 0..LANES {
        balanced[lane] = numbers[lane] * factors[lane];
    }
    balanced
}

/// The memory for one layer at a time.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// The lines of the board.
    pub(super) lines: usize,
    /// For each place ([`Frame`]) all quantised channels.
    pub(super) quantised: Aligned<u8>,
    /// Their low halves, for precise layers: then `quantised` has the high ones.
    pub(super) low: Aligned<u8>,
    /// How they were quantised: for each point, or for the first one alone.
    pub(super) steps: Vec<Quantised>,
    pub(super) work: Work,
    /// For low halves.
    pub(super) low_work: Work,
    /// The largest size of each input of each layer, if they are recorded.
    pub(super) largest: Option<Vec<Vec<f32>>>,
}

impl Memory {
    /// Memory for boards of up to `lines` lines and layers of up to `inputs` channels.
    pub(super) fn new(lines: usize, inputs: usize) -> Self {
        let places = Frame::most_places(lines);
        Self {
            lines,
            quantised: Aligned::new(places * inputs),
            low: Aligned::new(places * inputs),
            steps: vec![Quantised::default(); lines * lines],
            work: Work::new(),
            low_work: Work::new(),
            largest: None,
        }
    }

    /// Quantises the channels of each point, each times its factor: each point by itself or all alike.
    #[inline(always)]
    pub(super) fn quantise(
        &mut self,
        kernel: impl Kernel,
        input: &[f32],
        factors: &[f32],
        is_by_point: bool,
        is_precise: bool,
    ) {
        let (frame, channels) = (kernel.frame(self.lines), factors.len());
        let (quantised, low) = (self.quantised.numbers(), self.low.numbers());
        frame.clear_margin(quantised, channels);
        if is_precise {
            frame.clear_margin(low, channels);
        }
        let largest = if is_precise { LARGEST } else { MOST };
        let mut step = Quantised::default();
        if !is_by_point {
            let mut bounds = Bounds::new();
            for numbers in input.chunks(channels) {
                for start in (0..channels).step_by(LANES) {
                    bounds.add(&balanced(numbers, factors, start));
                }
            }
            step = bounds.quantised(largest);
            self.steps[0] = step;
        }
        for Stretch { point, place, length, .. } in frame.rows() {
            for number in 0..length {
                let numbers = &input[(point + number) * channels..][..channels];
                if is_by_point {
                    let mut bounds = Bounds::new();
                    for start in (0..channels).step_by(LANES) {
                        bounds.add(&balanced(numbers, factors, start));
                    }
                    step = bounds.quantised(largest);
                    self.steps[point + number] = step;
                }
                let begin = (place + number) * channels;
                for start in (0..channels).step_by(LANES) {
                    let whole = step.apply(&balanced(numbers, factors, start), largest);
                    let quantised: &mut [u8; LANES] = lane_mut(quantised, begin + start);
                    if is_precise {
                        let low: &mut [u8; LANES] = lane_mut(low, begin + start);
                        for lane in 0..LANES {
                            [quantised[lane], low[lane]] = halves(whole[lane]);
                        }
                    } else {
                        for lane in 0..LANES {
                            quantised[lane] = whole[lane] as u8;
                        }
                    }
                }
            }
        }
    }
}
