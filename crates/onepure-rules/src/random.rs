//! Seeded random numbers, the same on every machine.

use crate::geometry::{Bitboard, GOLDEN, Layout, Point, Portable, SelectBit, scrambled};
use rand_core::{Rng, SeedableRng, TryRng};
use rand_xoshiro::Xoroshiro128PlusPlus;
use std::convert::Infallible;

/// A stream of random numbers that depends only on the seed and the stream number, on every machine.
///
/// It is the only generator of the project. It implements [`rand_core::Rng`], so that it serves ranges and
/// distributions too.
#[derive(Clone, Debug)]
pub struct Randomness(Xoroshiro128PlusPlus);

impl Randomness {
    /// Stream number `stream` of a seed. The streams of one seed do not overlap, because each starts 2⁶⁴ numbers after
    /// the one before.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut generator = Xoroshiro128PlusPlus::seed_from_u64(seed);
        for _ in 0..stream {
            generator.jump();
        }
        Self(generator)
    }

    /// Two random 32-bit numbers.
    #[inline(always)]
    pub fn pair(&mut self) -> [u32; 2] {
        let both = self.0.next_u64();
        [(both >> 32) as u32, both as u32]
    }

    /// A random number below `bound`. Its distribution deviates from uniform by at most `bound` / 2³².
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        scale(self.pair()[0], bound) as usize
    }

    /// A random point of the set, uniformly distributed; `None` if the set is empty.
    #[inline]
    pub fn pick<L: Layout>(&mut self, set: &Bitboard<L>) -> Option<Point<L>> {
        pick(set, self.pair()[0], Portable)
    }
}

impl TryRng for Randomness {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

/// A seed derived from `seed` and `number`. Consecutive numbers give unrelated seeds.
///
/// The openings and seeds of a match come from this function. If it changed, a match continued by a newer version would
/// play other games than the one that started it.
pub fn mixed_seed(seed: u64, number: u64) -> u64 {
    split_mix(split_mix(seed) ^ number)
}

/// The first number of `SplitMix64` with this seed.
fn split_mix(seed: u64) -> u64 {
    scrambled(seed.wrapping_add(GOLDEN))
}

/// A random 32-bit number scaled to the range below `bound` (Lemire, "Fast Random Integer Generation in an Interval",
/// 2019, without the rejection step).
#[inline(always)]
pub fn scale(random: u32, bound: usize) -> u32 {
    ((u64::from(random) * bound as u64) >> 32) as u32
}

/// The point of the set that a random 32-bit number selects; `None` if the set is empty.
#[inline(always)]
pub fn pick<L: Layout>(set: &Bitboard<L>, random: u32, select: impl SelectBit) -> Option<Point<L>> {
    match set.len() {
        0 => None,
        count => Some(set.select(scale(random, count), select)),
    }
}

#[cfg(test)]
mod tests {
    use super::{mixed_seed, split_mix};

    /// The first number is that of the authors' program for seed 1234567.
    #[test]
    fn derived_seeds_stay_the_same() {
        assert_eq!(split_mix(1_234_567), 6_457_827_717_110_365_317);
        assert_eq!(
            [mixed_seed(0, 0), mixed_seed(7, 1), mixed_seed(24, 2)],
            [12_035_550_249_420_947_055, 4_414_019_431_610_648_415, 5_393_172_931_901_223_400]
        );
    }
}
