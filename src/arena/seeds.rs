//! Derived seeds, equal on every machine and in every version.

use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

/// A seed derived from `seed` and `number`. Consecutive numbers give unrelated seeds.
///
/// The openings and seeds of a match come from this function. If it changed, a match continued by a newer version would
/// play other games than the one that started it.
pub(super) fn mixed_seed(seed: u64, number: u64) -> u64 {
    let seed = SplitMix64::seed_from_u64(seed).next_u64();
    SplitMix64::seed_from_u64(seed ^ number).next_u64()
}
