//! With NEON and its dot products, `sdot`: 16 products of 8 bits, added up in fours.
//!
//! A tile of up to five points of a row and 16 output channels stays in registers during all taps and input
//! channels: of 32 registers 20 hold sums, five hold 16 input channels of a point each, and four hold weights. `sdot` takes a group
//! of inputs from a register by its number, so that no instruction has to repeat it.

#![expect(unsafe_code, reason = "instructions that not every processor has")]

use super::{Frame, GROUP, Kernel, KernelTask, KernelWeights, LANES, Row};
use std::arch::aarch64::{
    int8x16_t, int32x4_t, vdupq_n_s8, vdupq_n_s32, vld1q_dup_s32, vld1q_s8, vreinterpretq_s8_s32, vst1q_s32,
};
use std::arch::asm;
use std::arch::is_aarch64_feature_detected;

/// Proof that the processor has the instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct DotProducts(());

/// The points of the widest tile.
const WIDEST: usize = 5;

/// The groups of inputs in a register.
const GROUPS: usize = 4;

/// The output channels of a register of weights or sums.
const OUTPUTS: usize = 4;

/// The registers of sums for a point of a tile: half of the output channels.
const SUMS: usize = LANES / OUTPUTS / 2;

impl DotProducts {
    pub(super) fn new() -> Option<Self> {
        is_aarch64_feature_detected!("dotprod").then_some(Self(()))
    }

    /// Does work, compiled for these instructions.
    pub(super) fn run<T: KernelTask>(self, task: T) -> T::Output {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { run(self, task) }
    }
}

#[target_feature(enable = "neon,dotprod")]
fn run<T: KernelTask>(kernel: DotProducts, task: T) -> T::Output {
    task.run(kernel)
}

impl Kernel for DotProducts {
    fn apart<T: KernelTask>(self, task: T) -> T::Output {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { run(self, task) }
    }

    #[inline(always)]
    fn sums(self, row: &Row<'_>, sums: &mut [[i32; LANES]]) {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { sums_of_row(row, sums) }
    }
}

/// Splits a row into tiles, as evenly as possible.
#[target_feature(enable = "neon,dotprod")]
fn sums_of_row(row: &Row<'_>, sums: &mut [[i32; LANES]]) {
    assert!(row.is_whole(Frame::of_rows(row.lines)) && sums.len() == row.lines, "a whole row");
    super::tiles!(row, sums, self::tile, WIDEST, 2 3 4 5);
}

/// The sums of `P` points of a row from a column on. `LEFT` and `RIGHT` say whether the tile is at an edge of the board.
#[target_feature(enable = "neon,dotprod")]
fn tile<const P: usize, const LEFT: bool, const RIGHT: bool>(row: &Row<'_>, column: usize, sums: &mut [[i32; LANES]]) {
    const { assert!(P <= WIDEST) };
    let Row { lines, channels, reach, .. } = *row;
    let side = 2 * reach + 1;
    let groups = channels / GROUP;
    for half in 0..2 {
        let mut tile = [[vdupq_n_s32(0); SUMS]; P];
        for down in row.taps() {
            for across in 0..side {
                // The first point whose inputs the tap would read; it may lie off the board, and is skipped then.
                let first = ((row.number + down) * lines + column + across).wrapping_sub(reach * lines + reach);
                let inputs = row.input.as_ptr().wrapping_add(first.wrapping_mul(channels));
                let weights = &row.weights[(down * side + across) * groups..][..groups];
                let (is_before, is_behind) = (LEFT && across < reach, RIGHT && across > reach);
                for group in (0..groups - groups % GROUPS).step_by(GROUPS) {
                    let mut numbers = [vdupq_n_s8(0); P];
                    let mut load = |point: usize| {
                        // SAFETY: the tap's row is on the board, and so is its column: points off the board are skipped.
                        // `is_whole` guarantees inputs for every point of the board, and
                        // this group and the next three are of the point.
                        numbers[point] =
                            unsafe { vld1q_s8(inputs.wrapping_add(point * channels + group * GROUP).cast()) };
                    };
                    super::for_points!(load, P, is_before, is_behind);
                    macro_rules! add {
                        ($($lane:literal)*) => {$(
                            let four = weights_of(weights, group + $lane, half);
                            let mut add = |point: usize| {
                                tile[point] = dot_products::<$lane>(tile[point], four, numbers[point]);
                            };
                            super::for_points!(add, P, is_before, is_behind);
                        )*};
                    }
                    add!(0 1 2 3);
                }
                for group in groups - groups % GROUPS..groups {
                    let four = weights_of(weights, group, half);
                    let mut add = |point: usize| {
                        // SAFETY: as above, of one group.
                        let numbers =
                            unsafe { vld1q_dup_s32(inputs.wrapping_add(point * channels + group * GROUP).cast()) };
                        tile[point] = dot_products::<0>(tile[point], four, vreinterpretq_s8_s32(numbers));
                    };
                    super::for_points!(add, P, is_before, is_behind);
                }
            }
        }
        for (sums, tile) in sums[column..][..P].iter_mut().zip(tile) {
            for (register, numbers) in tile.into_iter().enumerate() {
                // SAFETY: the sums of a point are eight registers long.
                unsafe { vst1q_s32(sums.as_mut_ptr().add((half * SUMS + register) * OUTPUTS), numbers) };
            }
        }
    }
}

/// The weights of a group of inputs for a half of the output channels.
#[inline]
#[target_feature(enable = "neon,dotprod")]
fn weights_of(weights: &[KernelWeights], group: usize, half: usize) -> [int8x16_t; SUMS] {
    let weights = &weights[group].0[half * SUMS * OUTPUTS * GROUP..][..SUMS * OUTPUTS * GROUP];
    let weights = weights.as_ptr();
    // SAFETY: the weights fill four registers.
    unsafe { [vld1q_s8(weights), vld1q_s8(weights.add(16)), vld1q_s8(weights.add(32)), vld1q_s8(weights.add(48))] }
}

/// Adds to each of the sums the products of four weights and of the four inputs with this number: `vdotq_laneq_s32`, which the
/// compiler does not offer yet.
#[inline]
#[target_feature(enable = "neon,dotprod")]
fn dot_products<const LANE: i32>(
    sums: [int32x4_t; SUMS],
    weights: [int8x16_t; SUMS],
    inputs: int8x16_t,
) -> [int32x4_t; SUMS] {
    let [mut a, mut b, mut c, mut d] = sums;
    // SAFETY: the instructions read and write only these registers, and the caller has made sure that the processor has them.
    unsafe {
        asm!(
            "sdot {a:v}.4s, {e:v}.16b, {inputs:v}.4b[{lane}]",
            "sdot {b:v}.4s, {f:v}.16b, {inputs:v}.4b[{lane}]",
            "sdot {c:v}.4s, {g:v}.16b, {inputs:v}.4b[{lane}]",
            "sdot {d:v}.4s, {h:v}.16b, {inputs:v}.4b[{lane}]",
            a = inout(vreg) a,
            b = inout(vreg) b,
            c = inout(vreg) c,
            d = inout(vreg) d,
            e = in(vreg) weights[0],
            f = in(vreg) weights[1],
            g = in(vreg) weights[2],
            h = in(vreg) weights[3],
            inputs = in(vreg) inputs,
            lane = const LANE,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    [a, b, c, d]
}
