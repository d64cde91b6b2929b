//! Code for the instructions of the processor at hand, chosen at run time.
//!
//! Hot loops are compiled twice: for every processor, and for those with AVX2 and BMI2 (2013 and later). This file has
//! all `unsafe` code of the crate. Each piece has a safe twin, which the tests compare it with.

#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "instructions that not every processor has"))]

/// A way to find the `number`-th set bit of a word.
pub trait SelectBit: Copy {
    /// The position of the `number`-th set bit of `word`, counted from 0. The word must have more than `number` set
    /// bits; otherwise the result is meaningless.
    fn select_bit(self, word: u64, number: u32) -> u32;
}

/// A computation that is compiled twice.
pub trait ProcessorTask {
    /// The result.
    type Output;

    /// Runs the computation. Implementations must be `#[inline(always)]`; otherwise the compiler does not use the
    /// better instructions in them.
    fn run(self, select: impl SelectBit) -> Self::Output;
}

/// Runs a task with the best instructions that the processor has.
#[inline]
pub fn on_this_processor<T: ProcessorTask>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if x86::is_available() {
        // SAFETY: `is_available` was true, so the processor has these instructions.
        return unsafe { x86::run(task) };
    }
    task.run(Portable)
}

/// The implementation for every processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl SelectBit for Portable {
    /// Computes the bit counts of all bytes at once, then goes through the bits of one byte (Sebastiano Vigna,
    /// "Broadword Implementation of Rank/Select Queries", 2008).
    #[inline]
    fn select_bit(self, word: u64, number: u32) -> u32 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const TOPS: u64 = 0x8080_8080_8080_8080;
        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        // Each byte contains the number of set bits up to its end.
        let sums = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
        let passed = (u64::from(number).wrapping_mul(ONES) | TOPS).wrapping_sub(sums) & TOPS;
        let start = (passed.count_ones() * 8) & 63;
        let mut rest = word >> start;
        for _ in 0..number.wrapping_sub((sums << 8 >> start) as u32 & 0xff) & 7 {
            rest &= rest.wrapping_sub(1);
        }
        start + rest.trailing_zeros()
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{ProcessorTask, SelectBit};

    /// Proof that [`is_available`] returned true.
    #[derive(Clone, Copy)]
    struct Available(());

    #[inline]
    pub(super) fn is_available() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }

    /// Runs a task with AVX2 and BMI2. The caller must have checked [`is_available`].
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn run<T: ProcessorTask>(task: T) -> T::Output {
        task.run(Available(()))
    }

    impl SelectBit for Available {
        #[inline(always)]
        fn select_bit(self, word: u64, number: u32) -> u32 {
            // SAFETY: only `run` makes a value of this type, and it runs on a processor with BMI2.
            unsafe { std::arch::x86_64::_pdep_u64(1 << number, word) }.trailing_zeros()
        }
    }

    #[cfg(test)]
    mod tests {
        use super::super::{Portable, ProcessorTask, SelectBit, on_this_processor};
        use proptest::prelude::*;

        struct Select(u64, u32);

        impl ProcessorTask for Select {
            type Output = u32;

            fn run(self, select: impl SelectBit) -> u32 {
                select.select_bit(self.0, self.1)
            }
        }

        proptest! {
            #[test]
            fn both_find_the_same_bit(word in 1_u64.., choice in any::<u32>()) {
                let number = choice % word.count_ones();
                let expected = (0..64).filter(|&bit| word >> bit & 1 == 1).nth(number as usize);
                prop_assert_eq!(Some(Portable.select_bit(word, number)), expected);
                prop_assert_eq!(Some(on_this_processor(Select(word, number))), expected);
            }
        }
    }
}
