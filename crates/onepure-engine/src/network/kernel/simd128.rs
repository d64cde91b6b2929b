//! With SIMD of WebAssembly: `i32x4.dot_i16x8_s` adds products of 16 bits in pairs. So convolutions of 3×3 are computed in transformed
//! tiles; in others each output channel has two sums in a register, which are added at the end.

#![expect(unsafe_code, reason = "loads and stores by pointers")]

use super::wasm::{REGISTERS, WIDEST, WasmKernel};
use super::winograd::{self, PairWeights, Registers};
use super::{Kernel, LANES, Row};
use std::arch::wasm32::{
    i16x8_add, i16x8_load_extend_i8x8, i16x8_load_extend_u8x8, i16x8_sub, i32x4_add, i32x4_dot_i16x8, i32x4_shr,
    i32x4_shuffle, i32x4_splat, i32x4_sub, u16x8_extend_low_u8x16, v128, v128_load, v128_load32_splat, v128_store,
};

/// The instructions, which this build has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simd128;

impl Kernel for Simd128 {
    #[inline]
    fn sums(self, row: &Row<'_>, sums: &mut [[i32; LANES]]) {
        Self::row(row, sums);
    }

    #[inline(always)]
    fn least_row_in_tiles(self) -> usize {
        0
    }

    fn transform_inputs(self, inputs: &[u8], channels: usize, lines: usize, transformed: &mut [i16]) {
        winograd::transform_inputs::<Register>(inputs, channels, lines, transformed);
    }

    fn sums_of_pairs(self, inputs: &[i16], weights: &[PairWeights], sums: &mut [[i32; LANES]]) {
        winograd::sums_of_pairs::<Register, REGISTERS, WIDEST>(inputs, weights, sums);
    }

    fn restore(self, cells: &[[i32; LANES]], lines: usize, row: usize, sums: &mut [[i32; LANES]]) {
        winograd::restore::<Register>(cells, lines, row, sums);
    }
}

/// A register of 128 bits.
#[derive(Clone, Copy, Debug)]
struct Register(v128);

impl Registers for Register {
    const SHORTS: usize = 8;

    #[inline(always)]
    fn zero() -> Self {
        Self(i32x4_splat(0))
    }

    #[inline(always)]
    fn bytes(numbers: &[u8]) -> Self {
        let numbers = numbers[..Self::SHORTS].as_ptr();
        // SAFETY: the slice is as long as the load.
        Self(unsafe { i16x8_load_extend_u8x8(numbers) })
    }

    #[inline(always)]
    fn store_shorts(self, numbers: &mut [i16]) {
        let numbers = numbers[..Self::SHORTS].as_mut_ptr();
        // SAFETY: the slice is as long as the store.
        unsafe { v128_store(numbers.cast(), self.0) }
    }

    #[inline(always)]
    fn load(numbers: &[i32]) -> Self {
        let numbers = numbers[..Self::SHORTS / 2].as_ptr();
        // SAFETY: the slice is as long as the load.
        Self(unsafe { v128_load(numbers.cast()) })
    }

    #[inline(always)]
    fn store(self, numbers: &mut [i32]) {
        let numbers = numbers[..Self::SHORTS / 2].as_mut_ptr();
        // SAFETY: the slice is as long as the store.
        unsafe { v128_store(numbers.cast(), self.0) }
    }

    #[inline(always)]
    fn add_shorts(self, other: Self) -> Self {
        Self(i16x8_add(self.0, other.0))
    }

    #[inline(always)]
    fn subtract_shorts(self, other: Self) -> Self {
        Self(i16x8_sub(self.0, other.0))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(i32x4_add(self.0, other.0))
    }

    #[inline(always)]
    fn subtract(self, other: Self) -> Self {
        Self(i32x4_sub(self.0, other.0))
    }

    #[inline(always)]
    fn quarter(self) -> Self {
        Self(i32x4_shr(self.0, 2))
    }

    #[inline(always)]
    fn add_products(self, some: Self, others: Self) -> Self {
        Self(i32x4_add(self.0, i32x4_dot_i16x8(some.0, others.0)))
    }

    #[inline(always)]
    unsafe fn shorts(numbers: *const i16) -> Self {
        // SAFETY: the caller has made sure of as many numbers.
        Self(unsafe { v128_load(numbers.cast()) })
    }

    #[inline(always)]
    unsafe fn pair(numbers: *const i16) -> Self {
        // SAFETY: the caller has made sure of two numbers.
        Self(unsafe { v128_load32_splat(numbers.cast()) })
    }
}

impl WasmKernel for Simd128 {
    const OUTPUTS: usize = 2;

    #[inline(always)]
    unsafe fn load(weights: *const i8) -> v128 {
        // SAFETY: the caller has made sure of eight weights, and the load needs no alignment.
        unsafe { i16x8_load_extend_i8x8(weights) }
    }

    #[inline(always)]
    fn spread(inputs: v128) -> v128 {
        u16x8_extend_low_u8x16(inputs)
    }

    #[inline(always)]
    fn add_products(weights: v128, inputs: v128, sums: v128) -> v128 {
        i32x4_add(sums, i32x4_dot_i16x8(inputs, weights))
    }

    #[inline(always)]
    unsafe fn store(registers: [v128; REGISTERS], sums: *mut i32) {
        for (number, pair) in registers.as_chunks::<2>().0.iter().enumerate() {
            let [low, high] = *pair;
            let even = i32x4_shuffle::<0, 2, 4, 6>(low, high);
            let odd = i32x4_shuffle::<1, 3, 5, 7>(low, high);
            // SAFETY: the caller has made sure of eight numbers, and the store needs no alignment.
            unsafe { v128_store(sums.add(number * 2 * Self::OUTPUTS).cast(), i32x4_add(even, odd)) };
        }
    }
}
