//! With the instruction of 256 bits for neural networks (AVX-VNNI), `vpdpbusd`: 32 products of 8 bits, added up in fours. Desktop
//! processors of Intel have it from the twelfth generation on, but no AVX-512.

#![expect(unsafe_code, reason = "instructions that not every processor has")]

use super::{Frame, GROUP, LANES, Row};
use std::arch::x86_64::{
    __m256i, _mm256_dpbusd_avx_epi32, _mm256_loadu_si256, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256,
};

/// Proof that the processor has the instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct AvxVnni(());

impl AvxVnni {
    pub(super) fn new() -> Option<Self> {
        (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("avxvnni")).then_some(Self(()))
    }
}

/// Computes the sums of a row: see [`super::Kernel::sums`].
#[inline(always)]
pub(super) fn sums(_proof: AvxVnni, row: &Row<'_>, sums: &mut [[i32; LANES]]) {
    // SAFETY: a value of this type exists only if the processor has the instructions.
    unsafe { sums_of_row(row, sums) }
}

/// Defines the sums of a row by instructions of 256 bits, compiled for `$features`. `$add_products` adds the products of four inputs and
/// their weights for eight outputs to the sums of these.
macro_rules! sums_by_256_bits {
    ($features:literal, $add_products:ident) => {
        /// The points of the widest tile. AVX-VNNI has registers for six, which on 9, 13 and 19 lines need as many tiles.
        const WIDEST: usize = 5;

        /// Splits a row into tiles, as evenly as possible.
        #[target_feature(enable = $features)]
        fn sums_of_row(row: &Row<'_>, sums: &mut [[i32; LANES]]) {
            assert!(row.is_whole(Frame::of_rows(row.lines)) && sums.len() == row.lines, "a whole row");
            super::tiles!(row, sums, self::tile, WIDEST, 2 3 4 5);
        }

        /// The sums of `P` points of a row from a column on. `LEFT` and `RIGHT` say whether the tile is at an edge of the board.
        #[target_feature(enable = $features)]
        fn tile<const P: usize, const LEFT: bool, const RIGHT: bool>(
            row: &Row<'_>,
            column: usize,
            sums: &mut [[i32; LANES]],
        ) {
            const { assert!(P <= WIDEST) };
            let Row { lines, channels, reach, .. } = *row;
            let side = 2 * reach + 1;
            for half in 0..2 {
                let mut tile = [[_mm256_setzero_si256(); 2]; P];
                for down in row.taps() {
                    for across in 0..side {
                        // The first point whose inputs the tap would read; it may lie off the board, and is skipped then.
                        let first = ((row.number + down) * lines + column + across).wrapping_sub(reach * lines + reach);
                        let inputs = row.input.as_ptr().wrapping_add(first.wrapping_mul(channels));
                        let weights = row.weights[(down * side + across) * channels / GROUP..].as_ptr();
                        let (is_before, is_behind) = (LEFT && across < reach, RIGHT && across > reach);
                        for group in 0..channels / GROUP {
                            // SAFETY: `is_whole` guarantees weights of all channels for each tap; they are four
                            // registers long.
                            let [low, high] = unsafe {
                                let pair = weights.add(group).cast::<__m256i>().add(2 * half);
                                [_mm256_loadu_si256(pair), _mm256_loadu_si256(pair.add(1))]
                            };
                            let mut add = |point: usize| {
                                // SAFETY: the tap's row is on the board, and so is its column: points off the board are
                                // skipped. `is_whole` guarantees inputs for every point of the board.
                                let four = unsafe {
                                    inputs.wrapping_add(point * channels + group * GROUP).cast::<i32>().read_unaligned()
                                };
                                let four = _mm256_set1_epi32(four);
                                let [first, second] = tile[point];
                                tile[point] = [$add_products(first, four, low), $add_products(second, four, high)];
                            };
                            super::for_points!(add, P, is_before, is_behind);
                        }
                    }
                }
                for (sums, tile) in sums[column..][..P].iter_mut().zip(tile) {
                    // SAFETY: the sums of a point are four registers long, and these stores need no alignment.
                    #[expect(clippy::cast_ptr_alignment, reason = "unaligned stores")]
                    unsafe {
                        let pair = sums.as_mut_ptr().cast::<__m256i>().add(2 * half);
                        _mm256_storeu_si256(pair, tile[0]);
                        _mm256_storeu_si256(pair.add(1), tile[1]);
                    }
                }
            }
        }
    };
}
pub(super) use sums_by_256_bits;

sums_by_256_bits!("avx2,avxvnni", _mm256_dpbusd_avx_epi32);
