//! With SIMD of WebAssembly: `i32x4.dot_i16x8_s` adds products of 16 bits in pairs.
//!
//! A module that has these instructions is refused by a browser that does not know them. So there is nothing to find at run
//! time: a build has them or not.
//!
//! A tile of a few points of a row and of output channels stays in registers while all taps and input channels are gone through: of
//! the 16 registers of an x86-64 processor 12 hold sums, two for each four output channels, whose pairs are added at the end.

#![expect(unsafe_code, reason = "loads and stores by pointers")]

use super::{GROUP, Kernel, KernelTask, LANES, Row};
use std::arch::wasm32::{
    i16x8_load_extend_i8x8, i32x4_add, i32x4_dot_i16x8, i32x4_shuffle, i32x4_splat, u16x8_extend_low_u8x16,
    v128_load32_splat, v128_store,
};

/// The instructions, which this build has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simd128;

/// The points of the widest tile.
const WIDEST: usize = 3;

/// The output channels of a register of weights.
const OUTPUTS: usize = 2;

/// The registers of weights for a group of inputs that a tile takes.
const REGISTERS: usize = 4;

impl Simd128 {
    /// Does work with these instructions.
    pub(super) fn run<T: KernelTask>(self, task: T) -> T::Output {
        task.run(self)
    }
}

impl Kernel for Simd128 {
    /// Splits a row into tiles, as evenly as it goes.
    #[inline]
    fn sums(self, row: &Row<'_>, sums: &mut [[i32; LANES]]) {
        assert!(row.is_whole() && sums.len() == row.lines, "a whole row");
        super::tiles!(row, sums, tile, WIDEST, 2 3);
    }
}

/// The sums of `P` points of a row from a column on, which may be beside the left and the right edge of the board.
fn tile<const P: usize, const LEFT: bool, const RIGHT: bool>(row: &Row<'_>, column: usize, sums: &mut [[i32; LANES]]) {
    const { assert!(P <= WIDEST) };
    let Row { lines, channels, reach, .. } = *row;
    let side = 2 * reach + 1;
    let groups = channels / GROUP;
    for first_output in (0..LANES).step_by(REGISTERS * OUTPUTS) {
        let mut tile = [[i32x4_splat(0); REGISTERS]; P];
        for down in row.taps() {
            for across in 0..side {
                // The first point whose inputs the tap would read; it may lie off the board, and is skipped then.
                let first = ((row.number + down) * lines + column + across).wrapping_sub(reach * lines + reach);
                let inputs = row.input.as_ptr().wrapping_add(first.wrapping_mul(channels));
                let weights = row.weights[(down * side + across) * groups..].as_ptr();
                let (is_before, is_behind) = (LEFT && across < reach, RIGHT && across > reach);
                for group in 0..groups {
                    // SAFETY: `is_whole` says that there are as many weights as channels for each tap; those of a group are
                    // 16 times eight numbers.
                    let weights = unsafe {
                        let part = weights.add(group).cast::<i8>().add(first_output * GROUP);
                        [0, 1, 2, 3].map(|register| i16x8_load_extend_i8x8(part.add(register * OUTPUTS * GROUP)))
                    };
                    let mut add = |point: usize| {
                        // SAFETY: the tap's row is on the board, and so is its column: the points beside an edge of which it is
                        // not are left out. `is_whole` says that there are inputs for every point of the board.
                        let four =
                            unsafe { v128_load32_splat(inputs.wrapping_add(point * channels + group * GROUP).cast()) };
                        let four = u16x8_extend_low_u8x16(four);
                        for register in 0..REGISTERS {
                            let sums = &mut tile[point][register];
                            *sums = i32x4_add(*sums, i32x4_dot_i16x8(four, weights[register]));
                        }
                    };
                    if !is_before {
                        add(0);
                    }
                    for point in 1..P - 1 {
                        add(point);
                    }
                    if !is_behind {
                        add(P - 1);
                    }
                }
            }
        }
        for (sums, tile) in sums[column..][..P].iter_mut().zip(tile) {
            for (number, pair) in tile.as_chunks::<2>().0.iter().enumerate() {
                let [low, high] = *pair;
                let even = i32x4_shuffle::<0, 2, 4, 6>(low, high);
                let odd = i32x4_shuffle::<1, 3, 5, 7>(low, high);
                // SAFETY: the sums of a point are eight registers long, and this store needs no alignment.
                unsafe {
                    v128_store(sums.as_mut_ptr().add(first_output + number * 2 * OUTPUTS).cast(), i32x4_add(even, odd));
                }
            }
        }
    }
}
