//! With AVX2: `vpmaddubsw` adds products of 8 bits in pairs, `vpmaddwd` the pairs.
//!
//! A tile of up to five points of a row and 16 output channels stays in registers during all taps and input
//! channels: of 16 registers ten hold sums.

#![expect(unsafe_code, reason = "instructions that not every processor has")]

use super::{Frame, GROUP, Kernel, KernelTask, LANES, Row};
use std::arch::x86_64::{
    __m256i, _mm_add_ps, _mm_add_ss, _mm_cvtss_f32, _mm_movehdup_ps, _mm_movehl_ps, _mm256_add_epi32, _mm256_add_ps,
    _mm256_castps256_ps128, _mm256_extractf128_ps, _mm256_loadu_ps, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_maddubs_epi16, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256,
};

/// Proof that the processor has the instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

/// The points of the widest tile.
const WIDEST: usize = 5;

impl Avx2 {
    pub(super) fn new() -> Option<Self> {
        (is_x86_feature_detected!("avx2")
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

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<T: KernelTask>(kernel: Avx2, task: T) -> T::Output {
    task.run(kernel)
}

impl Kernel for Avx2 {
    #[inline(always)]
    fn sums(self, row: &Row<'_>, sums: &mut [[i32; LANES]]) {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { sums_of_row(row, sums) }
    }

    #[inline(always)]
    fn sum_of_lanes(self, numbers: [f32; 16]) -> f32 {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { sum_of_lanes(numbers) }
    }
}

/// The sum in vector instructions: compilers would add the numbers one by one.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sum_of_lanes(numbers: [f32; 16]) -> f32 {
    // SAFETY: the arrays have the length of the loads, which need no alignment.
    let [low, high] = unsafe { [_mm256_loadu_ps(numbers.as_ptr()), _mm256_loadu_ps(numbers.as_ptr().add(8))] };
    let eight = _mm256_add_ps(low, high);
    let four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
    let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
}

/// Splits a row into tiles, as evenly as possible.
#[target_feature(enable = "avx2")]
fn sums_of_row(row: &Row<'_>, sums: &mut [[i32; LANES]]) {
    assert!(row.is_whole(Frame::of_rows(row.lines)) && sums.len() == row.lines, "a whole row");
    super::tiles!(row, sums, self::tile, WIDEST, 2 3 4 5);
}

/// The sums of `P` points of a row from a column on. `LEFT` and `RIGHT` say whether the tile is at an edge of the board.
#[target_feature(enable = "avx2")]
fn tile<const P: usize, const LEFT: bool, const RIGHT: bool>(row: &Row<'_>, column: usize, sums: &mut [[i32; LANES]]) {
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
                        // SAFETY: the tap's row is on the board, and so is its column: points off the board are skipped.
                        // `is_whole` guarantees inputs for every point of the board.
                        let four = unsafe {
                            inputs.wrapping_add(point * channels + group * GROUP).cast::<i32>().read_unaligned()
                        };
                        let four = _mm256_set1_epi32(four);
                        let [first, second] = tile[point];
                        tile[point] = [add_products(first, four, low), add_products(second, four, high)];
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

/// Adds the products of four inputs and their weights for eight outputs to the sums of these. A closure in `map` would be a call for
/// each sum without LTO: `map` is compiled for every processor, so that a closure with AVX2 is not inlined into it.
#[inline]
#[target_feature(enable = "avx2")]
fn add_products(sums: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
    let pairs = _mm256_maddubs_epi16(inputs, weights);
    _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
}
