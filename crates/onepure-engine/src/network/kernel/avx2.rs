//! With AVX2: `vpmaddubsw` adds products of 8 bits in pairs, `vpmaddwd` the pairs. With AVX-VNNI one instruction does both. Without it
//! convolutions of 3×3 are computed in transformed tiles: `vpmaddwd` adds products of 16 bits in pairs.
//!
//! A tile of up to five points of a row and 16 output channels stays in registers during all taps and input
//! channels: of 16 registers ten hold sums.

#![expect(unsafe_code, reason = "instructions that not every processor has")]

use super::avx_vnni::{self, AvxVnni, sums_by_256_bits};
use super::winograd::{self, PairWeights, Registers};
use super::{Frame, GROUP, Kernel, KernelTask, LANES, Row};
use std::arch::x86_64::{
    __m256i, _mm_add_ps, _mm_add_ss, _mm_cvtss_f32, _mm_loadu_si128, _mm_movehdup_ps, _mm_movehl_ps, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_add_ps, _mm256_castps256_ps128, _mm256_cvtepu8_epi16, _mm256_extractf128_ps,
    _mm256_loadu_ps, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_set1_epi16, _mm256_set1_epi32,
    _mm256_setzero_si256, _mm256_srai_epi32, _mm256_storeu_si256, _mm256_sub_epi16, _mm256_sub_epi32,
};

/// Proof that the processor has the instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2 {
    /// Adds the products if it is there. As a kernel of its own it would compile everything else of an evaluation again: 100 kB.
    vnni: Option<AvxVnni>,
}

impl Avx2 {
    pub(super) fn new() -> Option<Self> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self { vnni: None })
    }

    /// The kernel with the instruction of AVX-VNNI.
    pub(super) fn with_vnni() -> Option<Self> {
        Self::new().and(AvxVnni::new()).map(|vnni| Self { vnni: Some(vnni) })
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
    fn apart<T: KernelTask>(self, task: T) -> T::Output {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { run(self, task) }
    }

    #[inline(always)]
    fn sums(self, row: &Row<'_>, sums: &mut [[i32; LANES]]) {
        match self.vnni {
            Some(vnni) => avx_vnni::sums(vnni, row, sums),
            // SAFETY: a value of this type exists only if the processor has the instructions.
            None => unsafe { sums_of_row(row, sums) },
        }
    }

    #[inline(always)]
    fn least_row_in_tiles(self) -> usize {
        if self.vnni.is_none() { 14 * 32 } else { usize::MAX }
    }

    #[inline(always)]
    fn transform_inputs(self, inputs: &[u8], channels: usize, lines: usize, transformed: &mut [i16]) {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { transform_inputs(inputs, channels, lines, transformed) }
    }

    #[inline(always)]
    fn sums_of_pairs(self, inputs: &[i16], weights: &[PairWeights], sums: &mut [[i32; LANES]]) {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { sums_of_pairs(inputs, weights, sums) }
    }

    #[inline(always)]
    fn restore(self, cells: &[[i32; LANES]], lines: usize, row: usize, sums: &mut [[i32; LANES]]) {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { restore(cells, lines, row, sums) }
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

sums_by_256_bits!("avx2", add_products);

/// Adds the products of four inputs and their weights for eight outputs to the sums of these. A closure in `map` would be a call for
/// each sum without LTO: `map` is compiled for every processor, so that a closure with AVX2 is not inlined into it.
#[inline]
#[target_feature(enable = "avx2")]
fn add_products(sums: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
    let pairs = _mm256_maddubs_epi16(inputs, weights);
    _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
}

/// A register of 256 bits.
#[derive(Clone, Copy, Debug)]
struct Register(__m256i);

// All methods are inlined into the three functions below, which are called only if the processor has AVX2.
impl Registers for Register {
    const SHORTS: usize = 16;

    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: the processor has AVX2.
        Self(unsafe { _mm256_setzero_si256() })
    }

    #[inline(always)]
    fn bytes(numbers: &[u8]) -> Self {
        let numbers = numbers[..Self::SHORTS].as_ptr();
        // SAFETY: the processor has AVX2, and the slice is as long as the load.
        Self(unsafe { _mm256_cvtepu8_epi16(_mm_loadu_si128(numbers.cast())) })
    }

    #[inline(always)]
    fn store_shorts(self, numbers: &mut [i16]) {
        let numbers = numbers[..Self::SHORTS].as_mut_ptr();
        // SAFETY: the processor has AVX2, and the slice is as long as the store.
        unsafe { _mm256_storeu_si256(numbers.cast(), self.0) }
    }

    #[inline(always)]
    fn load(numbers: &[i32]) -> Self {
        let numbers = numbers[..Self::SHORTS / 2].as_ptr();
        // SAFETY: the processor has AVX2, and the slice is as long as the load.
        Self(unsafe { _mm256_loadu_si256(numbers.cast()) })
    }

    #[inline(always)]
    fn store(self, numbers: &mut [i32]) {
        let numbers = numbers[..Self::SHORTS / 2].as_mut_ptr();
        // SAFETY: the processor has AVX2, and the slice is as long as the store.
        unsafe { _mm256_storeu_si256(numbers.cast(), self.0) }
    }

    #[inline(always)]
    fn add_shorts(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2.
        Self(unsafe { _mm256_add_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn subtract_shorts(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2.
        Self(unsafe { _mm256_sub_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2.
        Self(unsafe { _mm256_add_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn subtract(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2.
        Self(unsafe { _mm256_sub_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn quarter(self) -> Self {
        // SAFETY: the processor has AVX2.
        Self(unsafe { _mm256_srai_epi32::<2>(self.0) })
    }

    #[inline(always)]
    fn add_products(self, some: Self, others: Self) -> Self {
        // SAFETY: the processor has AVX2.
        Self(unsafe { _mm256_add_epi32(self.0, _mm256_madd_epi16(some.0, others.0)) })
    }

    #[inline(always)]
    unsafe fn shorts(numbers: *const i16) -> Self {
        // SAFETY: the processor has AVX2, and the caller has made sure of as many numbers.
        Self(unsafe { _mm256_loadu_si256(numbers.cast()) })
    }

    #[inline(always)]
    unsafe fn pair(numbers: *const i16) -> Self {
        // SAFETY: the processor has AVX2, and the caller has made sure of two numbers.
        Self(unsafe { _mm256_set1_epi32(numbers.cast::<i32>().read_unaligned()) })
    }
}

#[target_feature(enable = "avx2")]
fn transform_inputs(inputs: &[u8], channels: usize, lines: usize, transformed: &mut [i16]) {
    winograd::transform_inputs::<Register>(inputs, channels, lines, transformed);
}

#[target_feature(enable = "avx2")]
fn sums_of_pairs(inputs: &[i16], weights: &[PairWeights], sums: &mut [[i32; LANES]]) {
    winograd::sums_of_pairs::<Register, 2, WIDEST>(inputs, weights, sums);
}

#[target_feature(enable = "avx2")]
fn restore(cells: &[[i32; LANES]], lines: usize, row: usize, sums: &mut [[i32; LANES]]) {
    winograd::restore::<Register>(cells, lines, row, sums);
}
