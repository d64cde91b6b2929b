//! Random numbers.

use crate::geometry::{Bitboard, Layout, Point, Portable, SelectBit};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of random numbers that is the same on every machine for the same seed.
#[derive(Clone, Debug)]
pub struct Randomness(Xoshiro256PlusPlus);

impl Randomness {
    /// The stream with this number of a seed: streams of one seed are independent.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..stream {
            generator.jump();
        }
        Self(generator)
    }

    /// A number below `bound`, uniform up to one part in 2³²/bound.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }

    /// A point of the set, each as likely as the others; `None` if it is empty.
    #[inline]
    pub fn pick<L: Layout>(&mut self, set: &Bitboard<L>) -> Option<Point<L>> {
        self.pick_with(set, Portable)
    }

    /// A point of the set, each as likely as the others, found with what the processor has; `None` if it is empty.
    #[inline(always)]
    pub(super) fn pick_with<L: Layout>(&mut self, set: &Bitboard<L>, select: impl SelectBit) -> Option<Point<L>> {
        match set.len() {
            0 => None,
            count => Some(set.select(self.below(count) as u32, select)),
        }
    }
}
