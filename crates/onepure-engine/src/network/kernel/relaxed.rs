//! With relaxed SIMD of WebAssembly: `i32x4.relaxed_dot_i8x16_i7x16_add_s` multiplies 16 weights of 8 bits with inputs of 7, and adds
//! four products to each sum. Its results depend on the processor for inputs of 8 bits and for sums that overflow: neither occurs.

#![expect(unsafe_code, reason = "loads and stores by pointers")]

use super::wasm::{REGISTERS, WasmKernel};
use super::{Kernel, LANES, Row};
use std::arch::wasm32::{i32x4_relaxed_dot_i8x16_i7x16_add, v128, v128_load, v128_store};

/// The instructions, which this build has.
#[derive(Clone, Copy, Debug)]
pub(super) struct RelaxedSimd;

impl Kernel for RelaxedSimd {
    #[inline]
    fn sums(self, row: &Row<'_>, sums: &mut [[i32; LANES]]) {
        Self::row(row, sums);
    }
}

impl WasmKernel for RelaxedSimd {
    const OUTPUTS: usize = 4;

    #[inline(always)]
    unsafe fn load(weights: *const i8) -> v128 {
        // SAFETY: the caller has made sure of 16 weights, and the load needs no alignment.
        unsafe { v128_load(weights.cast()) }
    }

    #[inline(always)]
    fn spread(inputs: v128) -> v128 {
        inputs
    }

    #[inline(always)]
    fn add_products(weights: v128, inputs: v128, sums: v128) -> v128 {
        i32x4_relaxed_dot_i8x16_i7x16_add(weights, inputs, sums)
    }

    #[inline(always)]
    unsafe fn store(registers: [v128; REGISTERS], sums: *mut i32) {
        for (register, numbers) in registers.into_iter().enumerate() {
            // SAFETY: the caller has made sure of 16 numbers, and the store needs no alignment.
            unsafe { v128_store(sums.add(register * Self::OUTPUTS).cast(), numbers) };
        }
    }
}
