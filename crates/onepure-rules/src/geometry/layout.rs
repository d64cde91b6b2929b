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

    /// Bit numbers are masked with it, so that what is computed from them needs no check.
    const MASK: usize;
    /// The number of cells: enough for every masked bit number with a border around.
    const CELLS: usize;
    /// Cells from the first on that may hold a point, in whole vector registers.
    const SWEPT: usize = (Self::BITS + Self::STRIDE + 1).next_multiple_of(32);

    /// An array of [`Layout::CELLS`]: one entry a point, and a border around them. See [`Layout::cell`].
    type Cells<T: Value>: Value + Index<usize, Output = T> + IndexMut<usize> + AsRef<[T]> + AsMut<[T]>;

    /// Cell numbers are masked with it, so that they are indices that need no check.
    const CELL_MASK: usize = <Self::Cell as CellNumber>::LIMIT - 1;

    /// The number of a cell, in as few bytes as it takes.
    type Cell: CellNumber;

    /// Cells that all hold `value`.
    fn filled<T: Value>(value: T) -> Self::Cells<T>;

    /// Random numbers, two for each point, the same for the same point in every layout, by the point's bit number.
    fn keys() -> [&'static [u64]; 2];

    /// Each point alone, and the points diagonally next to it, of which some may lie in the border; by its bit number, of
    /// which there are [`Layout::MASK`] + 1.
    fn sets() -> &'static [[Self::Words; 2]];

    /// The cell of the point with this bit number, which may be negative and wrapped for a point in the border.
    #[inline(always)]
    fn cell(index: u16) -> usize {
        (usize::from(index) & Self::MASK) + Self::STRIDE + 1
    }
}

/// What cells and other plain tables hold.
pub trait Value: Copy + Send + Sync + Debug + PartialEq {}

impl<T: Copy + Send + Sync + Debug + PartialEq> Value for T {}

/// The number of a cell as it is stored.
pub trait CellNumber: Value + Eq {
    /// Every number is below it: a power of two.
    const LIMIT: usize;

    /// Whether the marks of all cells of a board fit in a few vector registers, so that a sweep over all of them is quicker than a walk
    /// from cell to cell.
    const SWEEPS: bool;

    /// Stores a number.
    fn new(cell: usize) -> Self;

    /// The number, which is an index into cells that needs no check.
    fn get(self) -> usize;
}

macro_rules! cell_number {
    ($type:ty, below $limit:literal, sweeps $sweeps:literal) => {
        impl CellNumber for $type {
            const LIMIT: usize = $limit;
            const SWEEPS: bool = $sweeps;

            #[inline(always)]
            fn new(cell: usize) -> Self {
                cell as $type
            }

            #[inline(always)]
            fn get(self) -> usize {
                usize::from(self) & (Self::LIMIT - 1)
            }
        }
    };
}

cell_number!(u8, below 256, sweeps true);
cell_number!(u16, below 512, sweeps false);

/// One of the two random numbers of a point: the output of `SplitMix64` (Steele, Lea and Flood, "Fast Splittable
/// Pseudorandom Number Generators", 2014) for a state that depends on line and column only.
const fn key(color: usize, row: usize, column: usize) -> u64 {
    let number = (2 * (row * Large::STRIDE + column) + color + 1) as u64;
    let mut mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

macro_rules! layout {
    ($(#[$doc:meta])* $name:ident, lines $lines:literal, words $words:literal, mask $mask:literal, cells $cells:literal of $cell:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name;

        impl Layout for $name {
            const LINES: usize = $lines;
            const STRIDE: usize = $lines + 1;
            const WORDS: usize = $words;
            const BITS: usize = $lines * ($lines + 1);
            const MASK: usize = $mask;
            const CELLS: usize = $cells;

            type Words = [u64; $words];
            type Cells<T: Value> = [T; $cells];
            type Cell = $cell;

            #[inline]
            fn filled<T: Value>(value: T) -> Self::Cells<T> {
                [value; $cells]
            }

            #[inline]
            fn keys() -> [&'static [u64]; 2] {
                static KEYS: [[u64; $mask + 1]; 2] = {
                    let mut keys = [[0; $mask + 1]; 2];
                    let mut index = 0;
                    while index < $lines * ($lines + 1) {
                        let (row, column) = (index / ($lines + 1), index % ($lines + 1));
                        keys[0][index] = key(0, row, column);
                        keys[1][index] = key(1, row, column);
                        index += 1;
                    }
                    keys
                };
                [&KEYS[0], &KEYS[1]]
            }

            #[inline]
            fn sets() -> &'static [[Self::Words; 2]] {
                static SETS: [[[u64; $words]; 2]; $mask + 1] = {
                    let mut sets = [[[0; $words]; 2]; $mask + 1];
                    let stride = $lines + 1;
                    let mut index = 0;
                    while index < $lines * stride {
                        sets[index][0][index / 64] |= 1 << (index % 64);
                        // Counted from a row and a point below, so that nothing is negative.
                        let corners = [index, index + 2, index + 2 * stride, index + 2 * stride + 2];
                        let mut corner = 0;
                        while corner < 4 {
                            if corners[corner] > stride && corners[corner] - stride - 1 < 64 * $words {
                                let bit = corners[corner] - stride - 1;
                                sets[index][1][bit / 64] |= 1 << (bit % 64);
                            }
                            corner += 1;
                        }
                        index += 1;
                    }
                    sets
                };
                &SETS
            }
        }
    };
}

layout! {
    /// Boards of up to 9 lines: 2 words.
    Small, lines 9, words 2, mask 127, cells 256 of u8
}
layout! {
    /// Boards of up to 13 lines: 3 words.
    Medium, lines 13, words 3, mask 255, cells 288 of u8
}
layout! {
    /// Boards of up to 19 lines: 6 words.
    Large, lines 19, words 6, mask 511, cells 560 of u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits<L: Layout>() {
        assert!(L::BITS <= L::WORDS * 64);
        assert_eq!(L::Words::default().as_ref().len(), L::WORDS);
        // Every cell around a masked number exists, and every cell of a point can be stored and swept.
        assert!(L::BITS <= L::MASK && L::MASK + 1 == (L::MASK + 1).next_power_of_two());
        assert!(L::cell(u16::MAX) + L::STRIDE < L::CELLS);
        let last = L::cell(L::BITS as u16 - 1);
        assert!(L::Cell::new(last).get() == last && last < L::SWEPT && L::SWEPT <= L::CELLS);
    }

    #[test]
    fn every_row_and_its_padding_fits_in_the_words() {
        fits::<Small>();
        fits::<Medium>();
        fits::<Large>();
    }
}
