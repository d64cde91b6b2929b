//! The walk over taps and inputs that both kernels of WebAssembly share.
//!
//! A browser refuses a module with instructions that it does not know. So nothing is detected at run time: a build has them or not.
//!
//! A tile of a few points of a row and of output channels stays in registers during all taps and input channels: of the 16 registers of
//! an x86-64 processor 12 hold sums.

#![expect(unsafe_code, reason = "loads by pointers")]

use super::{Frame, GROUP, LANES, Row};
use std::arch::wasm32::{i32x4_splat, v128, v128_load32_splat};

/// The points of the widest tile.
pub(super) const WIDEST: usize = 3;

/// The registers of weights for a group of inputs that a tile takes.
pub(super) const REGISTERS: usize = 4;

/// The instructions in which the kernels differ.
pub(super) trait WasmKernel {
    /// The output channels of a register of weights.
    const OUTPUTS: usize;

    /// Loads a register of weights.
    ///
    /// # Safety
    /// The weights of [`WasmKernel::OUTPUTS`] output channels for a group of inputs must be readable there.
    unsafe fn load(weights: *const i8) -> v128;

    /// A group of inputs, repeated in the whole register, in the form that the multiplication needs.
    fn spread(inputs: v128) -> v128;

    /// Adds the products of weights and inputs to the sums.
    fn add_products(weights: v128, inputs: v128, sums: v128) -> v128;

    /// Writes the sums of a point for all output channels of the tile.
    ///
    /// # Safety
    /// `REGISTERS * OUTPUTS` numbers must be writable there.
    unsafe fn store(registers: [v128; REGISTERS], sums: *mut i32);

    /// Computes the sums of a row, in tiles as evenly wide as possible.
    #[inline]
    fn row(row: &Row<'_>, sums: &mut [[i32; LANES]]) {
        assert!(row.is_whole(Frame::of_rows(row.lines)) && sums.len() == row.lines, "a whole row");
        super::tiles!(row, sums, Self::tile, WIDEST, 2 3);
    }

    /// The sums of `P` points of a row from a column on. `LEFT` and `RIGHT` say whether the tile is at an edge of the board.
    #[inline]
    fn tile<const P: usize, const LEFT: bool, const RIGHT: bool>(
        row: &Row<'_>,
        column: usize,
        sums: &mut [[i32; LANES]],
    ) {
        const { assert!(P <= WIDEST) };
        let Row { lines, channels, reach, .. } = *row;
        let side = 2 * reach + 1;
        let groups = channels / GROUP;
        for first_output in (0..LANES).step_by(REGISTERS * Self::OUTPUTS) {
            let mut tile = [[i32x4_splat(0); REGISTERS]; P];
            for down in row.taps() {
                for across in 0..side {
                    // The first point whose inputs the tap would read; it may lie off the board, and is skipped then.
                    let first = ((row.number + down) * lines + column + across).wrapping_sub(reach * lines + reach);
                    let inputs = row.input.as_ptr().wrapping_add(first.wrapping_mul(channels));
                    let weights = row.weights[(down * side + across) * groups..].as_ptr();
                    let (is_before, is_behind) = (LEFT && across < reach, RIGHT && across > reach);
                    for group in 0..groups {
                        // SAFETY: `is_whole` guarantees weights of all groups for each tap; those of a group have `LANES` output
                        // channels, and `first_output` is a multiple of the tile's.
                        let weights = unsafe {
                            let part = weights.add(group).cast::<i8>().add(first_output * GROUP);
                            [0, 1, 2, 3].map(|register| Self::load(part.add(register * Self::OUTPUTS * GROUP)))
                        };
                        let mut add = |point: usize| {
                            // SAFETY: the tap's row is on the board, and so is its column: points off the board are skipped.
                            // `is_whole` guarantees inputs for every point of the board.
                            let four = unsafe {
                                v128_load32_splat(inputs.wrapping_add(point * channels + group * GROUP).cast())
                            };
                            let four = Self::spread(four);
                            for register in 0..REGISTERS {
                                let sums = &mut tile[point][register];
                                *sums = Self::add_products(weights[register], four, *sums);
                            }
                        };
                        super::for_points!(add, P, is_before, is_behind);
                    }
                }
            }
            for (sums, tile) in sums[column..][..P].iter_mut().zip(tile) {
                let part = &mut sums[first_output..][..REGISTERS * Self::OUTPUTS];
                // SAFETY: the slice has this length.
                unsafe { Self::store(tile, part.as_mut_ptr()) };
            }
        }
    }
}
