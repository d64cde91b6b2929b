//! With NEON alone, without dot products: `smull` and `smlal` add products of 8 bits of two groups of inputs, `sadalp` adds
//! these in pairs to sums.
//!
//! A tile of up to five points of a row and eight output channels stays in registers during all taps and input
//! channels: of 32 registers 20 hold sums, two for each four output channels, whose pairs are added at the end.

#![expect(unsafe_code, reason = "instructions that not every processor has")]

use super::{Frame, GROUP, Kernel, KernelTask, LANES, Row};
use std::arch::aarch64::{
    int8x16_t, int32x4_t, vdupq_n_s32, vget_low_s8, vld1q_dup_s32, vld1q_s8, vmlal_high_s8, vmlal_s8, vmull_high_s8,
    vmull_s8, vpadalq_s16, vpaddq_s32, vreinterpretq_s8_s32, vst1q_s32,
};
use std::arch::is_aarch64_feature_detected;

/// Proof that the processor has the instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neon(());

/// The points of the widest tile.
const WIDEST: usize = 5;

/// The output channels of a register of weights.
const OUTPUTS: usize = 4;

/// The registers of weights for a group of inputs that a tile takes: a quarter of the output channels.
const REGISTERS: usize = 2;

impl Neon {
    pub(super) fn new() -> Option<Self> {
        is_aarch64_feature_detected!("neon").then_some(Self(()))
    }

    /// Does work, compiled for these instructions.
    pub(super) fn run<T: KernelTask>(self, task: T) -> T::Output {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { run(self, task) }
    }
}

#[target_feature(enable = "neon")]
fn run<T: KernelTask>(kernel: Neon, task: T) -> T::Output {
    task.run(kernel)
}

impl Kernel for Neon {
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
#[target_feature(enable = "neon")]
fn sums_of_row(row: &Row<'_>, sums: &mut [[i32; LANES]]) {
    assert!(row.is_whole(Frame::of_rows(row.lines)) && sums.len() == row.lines, "a whole row");
    assert!(row.channels.is_multiple_of(2 * GROUP), "groups in pairs");
    super::tiles!(row, sums, self::tile, WIDEST, 2 3 4 5);
}

/// The sums of `P` points of a row from a column on. `LEFT` and `RIGHT` say whether the tile is at an edge of the board.
#[target_feature(enable = "neon")]
fn tile<const P: usize, const LEFT: bool, const RIGHT: bool>(row: &Row<'_>, column: usize, sums: &mut [[i32; LANES]]) {
    const { assert!(P <= WIDEST) };
    let Row { lines, channels, reach, .. } = *row;
    let side = 2 * reach + 1;
    let groups = channels / GROUP;
    for first_output in (0..LANES).step_by(REGISTERS * OUTPUTS) {
        // Of the first and of the last two outputs of a register of weights, two sums each.
        let mut tile = [[[vdupq_n_s32(0); 2]; REGISTERS]; P];
        for down in row.taps() {
            for across in 0..side {
                // The first point whose inputs the tap would read; it may lie off the board, and is skipped then.
                let first = ((row.number + down) * lines + column + across).wrapping_sub(reach * lines + reach);
                let inputs = row.input.as_ptr().wrapping_add(first.wrapping_mul(channels));
                let weights = row.weights[(down * side + across) * groups..].as_ptr();
                let (is_before, is_behind) = (LEFT && across < reach, RIGHT && across > reach);
                for group in (0..groups).step_by(2) {
                    // SAFETY: `is_whole` guarantees weights of all channels for each tap; those of a group are
                    // eight registers long.
                    let weights = unsafe {
                        let first = weights.add(group).cast::<i8>().add(first_output * GROUP);
                        let second = weights.add(group + 1).cast::<i8>().add(first_output * GROUP);
                        [[vld1q_s8(first), vld1q_s8(second)], [vld1q_s8(first.add(16)), vld1q_s8(second.add(16))]]
                    };
                    let mut add = |point: usize| {
                        // SAFETY: the tap's row is on the board, and so is its column: points off the board are skipped.
                        // `is_whole` guarantees inputs for every point of the board.
                        let (first, second) = unsafe {
                            let first = inputs.wrapping_add(point * channels + group * GROUP);
                            (vld1q_dup_s32(first.cast()), vld1q_dup_s32(first.wrapping_add(GROUP).cast()))
                        };
                        let inputs = [vreinterpretq_s8_s32(first), vreinterpretq_s8_s32(second)];
                        let [first, second] = tile[point];
                        tile[point] =
                            [add_products(first, inputs, weights[0]), add_products(second, inputs, weights[1])];
                    };
                    super::for_points!(add, P, is_before, is_behind);
                }
            }
        }
        for (sums, tile) in sums[column..][..P].iter_mut().zip(tile) {
            for (register, [low, high]) in tile.into_iter().enumerate() {
                // SAFETY: the sums of a point are eight registers long.
                unsafe {
                    vst1q_s32(sums.as_mut_ptr().add(first_output + register * OUTPUTS), vpaddq_s32(low, high));
                }
            }
        }
    }
}

/// Adds the products of two groups of inputs and their weights for four outputs: to the sums of the first two outputs, and to those
/// of the last two. The sum of two products fits into 16 bits.
#[inline]
#[target_feature(enable = "neon")]
fn add_products(sums: [int32x4_t; 2], inputs: [int8x16_t; 2], weights: [int8x16_t; 2]) -> [int32x4_t; 2] {
    let low = vmull_s8(vget_low_s8(inputs[0]), vget_low_s8(weights[0]));
    let low = vmlal_s8(low, vget_low_s8(inputs[1]), vget_low_s8(weights[1]));
    let high = vmull_high_s8(inputs[0], weights[0]);
    let high = vmlal_high_s8(high, inputs[1], weights[1]);
    [vpadalq_s16(sums[0], low), vpadalq_s16(sums[1], high)]
}
