//! A hash that is equal on every machine and in every version.

use std::fmt;

/// The 64-bit FNV-1a hash (Fowler, Noll and Vo). Displays as 16 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fnv(u64);

impl Fnv {
    /// The hash of the empty input.
    pub(crate) const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    /// The hash of the bytes so far followed by `bytes`.
    #[must_use]
    pub(crate) fn with(self, bytes: impl AsRef<[u8]>) -> Self {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        Self(bytes.as_ref().iter().fold(self.0, step))
    }
}

impl fmt::Display for Fnv {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv_1a() {
        // Published test vectors.
        assert_eq!(Fnv::EMPTY.to_string(), "cbf29ce484222325");
        assert_eq!(Fnv::EMPTY.with("a").to_string(), "af63dc4c8601ec8c");
        assert_eq!(Fnv::EMPTY.with("foo").with("bar").to_string(), "85944171f73967e8");
    }
}
