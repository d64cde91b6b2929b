//! The mixing of 64 bits behind hashes and derived seeds.

/// 2⁶⁴ divided by the golden ratio: multiples of it are spread over all numbers of 64 bits.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A bijective scramble of 64 bits: the finalizer of `SplitMix64` (Steele, Lea and Flood, "Fast Splittable Pseudorandom
/// Number Generators", 2014).
pub(crate) const fn scrambled(mut key: u64) -> u64 {
    key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ (key >> 31)
}
