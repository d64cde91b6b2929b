//! With AVX-512 and its instruction for neural networks (VNNI), `vpdpbusd`: 64 products of 8 bits, added up in fours.
//!
//! A tile of up to 13 points of a row and 32 output channels stays in registers during all taps and input
//! channels: of 32 registers 26 hold sums, two weights, and one the inputs of a point.

#![expect(unsafe_code, reason = "instructions that not every processor has")]

use super::{Frame, GROUP, Kernel, KernelTask, LANES, Row, avx2};
use std::arch::x86_64::{
    __m512i, _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_storeu_si512,
};

/// Proof that the processor has the instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

/// The points of the widest tile.
const WIDEST: usize = 13;

impl Avx512 {
    pub(super) fn new() -> Option<Self> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }

    /// Does work, compiled for these instructions.
    pub(super) fn run<T: KernelTask>(self, task: T) -> T::Output {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { run(self, task) }
    }
}

/// Does work with a kernel, compiled for these instructions.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn run<T: KernelTask>(kernel: impl Kernel, task: T) -> T::Output {
    task.run(kernel)
}

impl Kernel for Avx512 {
    fn apart<T: KernelTask>(self, task: T) -> T::Output {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { run(self, task) }
    }

    #[inline(always)]
    fn sums(self, row: &Row<'_>, sums: &mut [[i32; LANES]]) {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { sums_of_row(row, sums) }
    }

    #[inline(always)]
    fn sum_of_lanes(self, numbers: [f32; 16]) -> f32 {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { avx2::sum_of_lanes(numbers) }
    }
}

/// Splits a row into tiles: one, or two of which each has one edge of the board.
#[target_feature(enable = "avx512f,avx512vnni")]
fn sums_of_row(row: &Row<'_>, sums: &mut [[i32; LANES]]) {
    assert!(row.is_whole(Frame::of_rows(row.lines)) && sums.len() == row.lines, "a whole row");
    macro_rules! tiles {
        ($(whole $whole:literal)* $(halves $left:literal $right:literal)*) => {
            match row.lines {
                $($whole => tile::<$whole, true, true>(row, 0, sums),)*
                $(lines if lines == $left + $right => {
                    tile::<$left, true, false>(row, 0, sums);
                    tile::<$right, false, true>(row, $left, sums);
                })*
                lines => unreachable!("a board of {lines} lines"),
            }
        };
    }
    tiles!(
        whole 2 whole 3 whole 4 whole 5 whole 6 whole 7 whole 8 whole 9 whole 10 whole 11 whole 12 whole 13
        halves 7 7 halves 8 7 halves 8 8 halves 9 8 halves 9 9 halves 10 9
    );
}

/// The sums of `P` points of a row from a column on. `LEFT` and `RIGHT` say whether the tile is at an edge of the board.
#[target_feature(enable = "avx512f,avx512vnni")]
fn tile<const P: usize, const LEFT: bool, const RIGHT: bool>(row: &Row<'_>, column: usize, sums: &mut [[i32; LANES]]) {
    const { assert!(P <= WIDEST) };
    let Row { lines, channels, reach, .. } = *row;
    let side = 2 * reach + 1;
    let mut tile = [[_mm512_setzero_si512(); 2]; P];
    for down in row.taps() {
        for across in 0..side {
            // The first point whose inputs the tap would read; it may lie off the board, and is skipped then.
            let first = ((row.number + down) * lines + column + across).wrapping_sub(reach * lines + reach);
            let inputs = row.input.as_ptr().wrapping_add(first.wrapping_mul(channels));
            let weights = row.weights[(down * side + across) * channels / GROUP..].as_ptr();
            let (is_before, is_behind) = (LEFT && across < reach, RIGHT && across > reach);
            for group in 0..channels / GROUP {
                // SAFETY: `is_whole` guarantees weights of all channels for each tap.
                let [low, high] = unsafe {
                    let pair = weights.add(group).cast::<__m512i>();
                    [_mm512_loadu_si512(pair), _mm512_loadu_si512(pair.add(1))]
                };
                let mut add = |point: usize| {
                    // SAFETY: the tap's row is on the board, and so is its column: points off the board are skipped.
                    // `is_whole` guarantees inputs for every point of the board.
                    let four =
                        unsafe { inputs.wrapping_add(point * channels + group * GROUP).cast::<i32>().read_unaligned() };
                    let four = _mm512_set1_epi32(four);
                    tile[point] = [
                        _mm512_dpbusd_epi32(tile[point][0], four, low),
                        _mm512_dpbusd_epi32(tile[point][1], four, high),
                    ];
                };
                super::for_points!(add, P, is_before, is_behind);
            }
        }
    }
    for (sums, tile) in sums[column..][..P].iter_mut().zip(tile) {
        // SAFETY: the sums of a point are two registers long, and these stores need no alignment.
        #[expect(clippy::cast_ptr_alignment, reason = "unaligned stores")]
        unsafe {
            let pair = sums.as_mut_ptr().cast::<__m512i>();
            _mm512_storeu_si512(pair, tile[0]);
            _mm512_storeu_si512(pair.add(1), tile[1]);
        }
    }
}
