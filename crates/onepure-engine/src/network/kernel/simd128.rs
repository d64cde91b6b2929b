//! With SIMD of WebAssembly: `i32x4.dot_i16x8_s` adds products of 16 bits in pairs. So each output channel has two sums in a register,
//! which are added at the end.

#![expect(unsafe_code, reason = "loads and stores by pointers")]

use super::wasm::{REGISTERS, WasmKernel};
use super::{Kernel, LANES, Row};
use std::arch::wasm32::{
    i16x8_load_extend_i8x8, i32x4_add, i32x4_dot_i16x8, i32x4_shuffle, u16x8_extend_low_u8x16, v128, v128_store,
};

/// The instructions, which this build has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simd128;

impl Kernel for Simd128 {
    #[inline]
    fn sums(self, row: &Row<'_>, sums: &mut [[i32; LANES]]) {
        Self::row(row, sums);
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
