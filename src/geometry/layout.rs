//! The three widths in which boards are stored.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Index, IndexMut};

/// How the points of a board are laid out in words of 64 bits.
///
/// Row 0 is the lowest line, column 0 is A; the point at (column, row) is bit `row * STRIDE + column`. Every row is
/// followed by at least one padding bit, so that a shift by one column never reaches the next row.
///
/// | layout | board sizes | stride | words |
/// |---|---|---|---|
/// | [`Small`] | 2–9 | 10 | 2 |
/// | [`Medium`] | 10–13 | 14 | 3 |
/// | [`Large`] | 14–19 | 20 | 6 |
///
/// [`Large`] holds every size, and is what the public types use: a [`Point`](super::Point) without a parameter is a
/// point of the large layout. The narrower ones are for playouts and search, where small boards pay for small boards.
pub trait Layout: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// Bits from a point to the one above it.
    const STRIDE: usize;
    /// Words of a bitboard.
    const WORDS: usize;
    /// Bits that rows take: every point's index is below it.
    const BITS: usize;
    /// The largest board size in lines.
    const LINES: usize;

    /// The words of a bitboard: an array of [`Layout::WORDS`].
    type Words: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + AsRef<[u64]> + AsMut<[u64]>;

    /// An array with one entry a point, with a row and a point of padding below and above.
    type Cells<T: Copy + Send + Sync + Debug + PartialEq>: Copy
        + Send
        + Sync
        + Debug
        + PartialEq
        + Index<usize, Output = T>
        + IndexMut<usize>;

    /// Cells that all hold `value`.
    fn filled<T: Copy + Send + Sync + Debug + PartialEq>(value: T) -> Self::Cells<T>;
}

/// Work that is written once for every layout: [`BoardSize::with_layout`](super::BoardSize::with_layout) chooses.
pub trait LayoutTask {
    /// What the work yields.
    type Output;

    /// Does the work in this layout.
    fn run<L: Layout>(self) -> Self::Output;
}

macro_rules! layout {
    ($(#[$doc:meta])* $name:ident, lines $lines:literal, words $words:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name;

        impl Layout for $name {
            const LINES: usize = $lines;
            const STRIDE: usize = $lines + 1;
            const WORDS: usize = $words;
            const BITS: usize = $lines * ($lines + 1);

            type Words = [u64; $words];
            type Cells<T: Copy + Send + Sync + Debug + PartialEq> = [T; ($lines + 2) * ($lines + 1) + 2];

            fn filled<T: Copy + Send + Sync + Debug + PartialEq>(value: T) -> Self::Cells<T> {
                [value; ($lines + 2) * ($lines + 1) + 2]
            }
        }
    };
}

layout! {
    /// Boards of up to 9 lines: 2 words.
    Small, lines 9, words 2
}
layout! {
    /// Boards of up to 13 lines: 3 words.
    Medium, lines 13, words 3
}
layout! {
    /// Boards of up to 19 lines: 6 words.
    Large, lines 19, words 6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits<L: Layout>() {
        assert!(L::BITS <= L::WORDS * 64);
        assert_eq!(L::Words::default().as_ref().len(), L::WORDS);
    }

    #[test]
    fn every_row_and_its_padding_fits_in_the_words() {
        fits::<Small>();
        fits::<Medium>();
        fits::<Large>();
    }
}
