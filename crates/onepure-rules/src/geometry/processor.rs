//! What the processor can do, found at run time.
//!
//! Work that is worth it is compiled twice: for every processor, and for those with the instructions of 2013 and later
//! (AVX2, BMI2). This file holds all `unsafe` code of the crate but that of
//! `network/kernel`; each piece has a twin without it.

#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "instructions that not every processor has"))]

/// How to find the `number`-th set bit of a word.
pub trait SelectBit: Copy {
    /// The place of the `number`-th set bit of `word`, counted from 0, which must have more set bits than that; without
    /// meaning otherwise.
    fn select_bit(self, word: u64, number: u32) -> u32;
}

/// Work that is compiled twice.
pub trait ProcessorTask {
    /// What the work yields.
    type Output;

    /// Does the work. It must be `#[inline(always)]` to be compiled for the better instructions.
    fn run(self, select: impl SelectBit) -> Self::Output;
}

/// Does work with the best instructions that the processor has.
#[inline]
pub fn on_this_processor<T: ProcessorTask>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if x86::is_available() {
        // SAFETY: the processor has the instructions.
        return unsafe { x86::run(task) };
    }
    task.run(Portable)
}

/// With what every processor has.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl SelectBit for Portable {
    /// Bit counts of all bytes at once, then a byte's own bits one by one (Sebastiano Vigna, "Broadword Implementation of
    /// Rank/Select Queries", 2008).
    #[inline]
    fn select_bit(self, word: u64, number: u32) -> u32 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const TOPS: u64 = 0x8080_8080_8080_8080;
        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        // In each byte the number of bits up to its end.
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

    /// Proof that [`is_available`] was true.
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

    /// Does work with the better instructions; the caller has asked [`is_available`].
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn run<T: ProcessorTask>(task: T) -> T::Output {
        task.run(Available(()))
    }

    impl SelectBit for Available {
        #[inline(always)]
        fn select_bit(self, word: u64, number: u32) -> u32 {
            // SAFETY: a value of this type is made only by `run`, on a processor with BMI2.
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
