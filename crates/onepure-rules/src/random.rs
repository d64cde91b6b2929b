//! Random numbers that are the same on every machine for the same seed.

use crate::geometry::{Bitboard, Layout, Point, Portable, SelectBit};
use rand::{Rng, SeedableRng, TryRng};
use rand_xoshiro::Xoroshiro128PlusPlus;
use std::convert::Infallible;

/// A stream of random numbers that is the same on every machine for the same seed.
///
/// It is the only generator of the crate, and implements [`rand::Rng`] for ranges and distributions.
#[derive(Clone, Debug)]
pub struct Randomness(Xoroshiro128PlusPlus);

impl Randomness {
    /// The stream with this number of a seed: streams of one seed are independent.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut generator = Xoroshiro128PlusPlus::seed_from_u64(seed);
        for _ in 0..stream {
            generator.jump();
        }
        Self(generator)
    }

    /// Two numbers of 32 bits.
    #[inline(always)]
    pub fn pair(&mut self) -> [u32; 2] {
        let both = self.0.next_u64();
        [(both >> 32) as u32, both as u32]
    }

    /// A number below `bound`, uniform up to one part in 2³²/bound.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        scale(self.pair()[0], bound) as usize
    }

    /// A point of the set, each as likely as the others; `None` if it is empty.
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

/// A random number of 32 bits brought below `bound` (Lemire, "Fast Random Integer Generation in an Interval", 2019, without
/// the rejection).
#[inline(always)]
pub fn scale(random: u32, bound: usize) -> u32 {
    ((u64::from(random) * bound as u64) >> 32) as u32
}

/// The point of the set that a random number of 32 bits chooses; `None` if the set is empty.
#[inline(always)]
pub fn pick<L: Layout>(set: &Bitboard<L>, random: u32, select: impl SelectBit) -> Option<Point<L>> {
    match set.len() {
        0 => None,
        count => Some(set.select(scale(random, count), select)),
    }
}
