//! Code for the instructions of the processor at hand, chosen at run time.
//!
//! Hot loops are compiled twice: for every processor, and for those with AVX2 and BMI2 (2013 and later). This file has
//! all `unsafe` code of the crate. Each piece has a safe twin, which the tests compare it with.

#![cfg_attr(
    any(target_arch = "x86_64", all(target_arch = "aarch64", target_os = "linux")),
    expect(unsafe_code, reason = "instructions that not every processor has, and the question which it has")
)]

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

/// The name of an instruction set that the compiler was allowed to use everywhere, for example by `-C target-cpu=native`, and that
/// this processor lacks. `None` on systems other than x86-64 and 64-bit ARM with Linux, where it is not known.
///
/// A program has to ask before it does anything else. The check itself uses integers of at most 64 bits, for which the compiler has no
/// reason to use these instructions. `is_x86_feature_detected!` would not do: for what the compiler may use, it is true on every processor.
#[inline(never)]
pub fn missing_instructions() -> Option<&'static str> {
    #[cfg(target_arch = "x86_64")]
    return instructions::first_missing(&x86::SETS, x86::register);
    #[cfg(all(target_arch = "aarch64", target_os = "linux"))]
    return instructions::first_missing(&arm::SETS, arm::capabilities);
    #[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_os = "linux"))))]
    None
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

/// An instruction set of the name of a `target_feature`, its place and its bit.
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_os = "linux")))]
macro_rules! set {
    ($name:tt, $place:expr, $bit:expr) => {
        InstructionSet { name: $name, is_required: cfg!(target_feature = $name), place: $place, bit: $bit }
    };
}

/// The comparison of what a build uses with what the processor has.
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_os = "linux")))]
mod instructions {
    /// An instruction set, and the bit that reports it.
    #[derive(Debug)]
    pub(super) struct InstructionSet<Place> {
        pub(super) name: &'static str,
        /// Whether the compiler may use it everywhere.
        pub(super) is_required: bool,
        /// The word that has the bit.
        pub(super) place: Place,
        pub(super) bit: u32,
    }

    /// The first required instruction set whose bit is not set in its word.
    #[inline(always)]
    pub(super) fn first_missing<Place: Copy>(
        sets: &[InstructionSet<Place>],
        word: impl Fn(Place) -> u32,
    ) -> Option<&'static str> {
        for &InstructionSet { name, is_required, place, bit } in sets {
            if is_required && word(place) & 1 << bit == 0 {
                return Some(name);
            }
        }
        None
    }
}

#[cfg(all(target_arch = "aarch64", target_os = "linux"))]
mod arm {
    use super::instructions::InstructionSet;
    use std::ffi::c_ulong;

    unsafe extern "C" {
        /// The C library's answer to what the kernel told about the process.
        safe fn getauxval(kind: c_ulong) -> c_ulong;
    }

    /// Linux reports the older instruction sets by `AT_HWCAP`, the newer ones by `AT_HWCAP2`.
    const FIRST: c_ulong = 16;
    const SECOND: c_ulong = 26;

    /// The instruction sets beyond those of every 64-bit ARM processor, in the order in which processors got them. The bits are those of
    /// Linux's `arch/arm64/include/uapi/asm/hwcap.h`.
    pub(super) const SETS: [InstructionSet<c_ulong>; 16] = [
        set!("aes", FIRST, 3),
        set!("sha2", FIRST, 6),
        set!("crc", FIRST, 7),
        set!("lse", FIRST, 8),
        set!("rdm", FIRST, 12),
        set!("fp16", FIRST, 10),
        set!("rcpc", FIRST, 15),
        set!("dotprod", FIRST, 20),
        set!("fhm", FIRST, 23),
        set!("sha3", FIRST, 17),
        set!("fcma", FIRST, 14),
        set!("flagm", FIRST, 27),
        set!("sve", FIRST, 22),
        set!("i8mm", SECOND, 13),
        set!("bf16", SECOND, 14),
        set!("sve2", SECOND, 1),
    ];

    /// The bits that Linux reports by this word.
    pub(super) fn capabilities(kind: c_ulong) -> u32 {
        getauxval(kind) as u32
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::instructions::InstructionSet;
    use super::{ProcessorTask, SelectBit};

    /// Leaf 1 reports most instruction sets up to AVX, leaf 7 the later ones, and this one those that AMD had first.
    const EXTENDED: u32 = 0x8000_0001;

    /// The instruction sets beyond those of every x86-64 processor, in the order in which processors got them. A place is a leaf of
    /// `cpuid` and the number of its register, from `eax` to `edx`.
    pub(super) const SETS: [InstructionSet<(u32, u32)>; 16] = [
        set!("sse3", (1, 2), 0),
        set!("ssse3", (1, 2), 9),
        set!("sse4.1", (1, 2), 19),
        set!("sse4.2", (1, 2), 20),
        set!("popcnt", (1, 2), 23),
        set!("avx", (1, 2), 28),
        set!("fma", (1, 2), 12),
        set!("movbe", (1, 2), 22),
        set!("lzcnt", (EXTENDED, 2), 5),
        set!("bmi1", (7, 1), 3),
        set!("bmi2", (7, 1), 8),
        set!("avx2", (7, 1), 5),
        set!("avx512f", (7, 1), 16),
        set!("avx512bw", (7, 1), 30),
        set!("avx512vl", (7, 1), 31),
        set!("avx512vnni", (7, 2), 11),
    ];

    /// A register of a leaf of `cpuid`, by its number from `eax` to `edx`; 0 if the processor has no such leaf. Returns one register,
    /// because the compiler would clear an array of four by AVX.
    #[allow(unused_unsafe, reason = "later versions of Rust know that every x86-64 processor has cpuid")]
    pub(super) fn register((leaf, number): (u32, u32)) -> u32 {
        use std::arch::x86_64::{__cpuid, __cpuid_count};
        // SAFETY: every x86-64 processor has the instruction `cpuid`.
        let (last, found) = unsafe { (__cpuid(leaf & EXTENDED & !1).eax, __cpuid_count(leaf, 0)) };
        match number {
            _ if leaf > last => 0,
            0 => found.eax,
            1 => found.ebx,
            2 => found.ecx,
            _ => found.edx,
        }
    }

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
        use super::super::instructions::{InstructionSet, first_missing};
        use super::super::{Portable, ProcessorTask, SelectBit, missing_instructions, on_this_processor};
        use super::{EXTENDED, SETS, register};
        use proptest::prelude::*;

        #[test]
        #[cfg_attr(miri, ignore = "Miri cannot run the instruction cpuid")]
        fn the_processor_reports_what_the_standard_library_detects() {
            // These are not required by the build of the tests, so that the standard library does ask the processor.
            let detected = [
                ("sse4.2", is_x86_feature_detected!("sse4.2")),
                ("popcnt", is_x86_feature_detected!("popcnt")),
                ("avx", is_x86_feature_detected!("avx")),
                ("fma", is_x86_feature_detected!("fma")),
                ("lzcnt", is_x86_feature_detected!("lzcnt")),
                ("bmi1", is_x86_feature_detected!("bmi1")),
                ("bmi2", is_x86_feature_detected!("bmi2")),
                ("avx2", is_x86_feature_detected!("avx2")),
                ("avx512f", is_x86_feature_detected!("avx512f")),
                ("avx512bw", is_x86_feature_detected!("avx512bw")),
                ("avx512vnni", is_x86_feature_detected!("avx512vnni")),
            ];
            for (name, is_detected) in detected {
                let set = SETS.iter().find(|set| set.name == name).expect("a name of the table");
                let only = [InstructionSet { name, is_required: true, place: set.place, bit: set.bit }];
                assert_eq!(first_missing(&only, register).is_none(), is_detected, "{name}");
            }
            assert_eq!(missing_instructions(), None);
        }

        #[test]
        fn a_missing_instruction_set_is_named() {
            let set = |name, is_required, place, bit| InstructionSet { name, is_required, place, bit };
            let sets = [
                set("old", true, (1, 2), 0),
                set("not used", false, (7, 1), 0),
                set("lacking", true, (7, 1), 31),
                set("new", true, (EXTENDED, 2), 5),
            ];
            let processor = |bits: u32| move |(leaf, _)| if leaf == 7 { bits } else { 0x21 };
            assert_eq!(first_missing(&sets, processor(0)), Some("lacking"));
            assert_eq!(first_missing(&sets, processor(1 << 31)), None);
            assert_eq!(first_missing(&sets, |_| 0), Some("old"));
        }

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
