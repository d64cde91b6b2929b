//! The three widths in which boards are stored: 2, 3 or 6 words a bitboard.

use super::hash::{GOLDEN, scrambled};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Index, IndexMut};

/// The arrangement of a board's points in words of 64 bits.
///
/// Row 0 is the lowest line, column 0 is A. The point at (column, row) is bit `row * STRIDE + column`. At least one
/// padding bit follows each row; without it a shift by one column would carry points into the next row.
///
/// | layout | board sizes | stride | words |
/// |---|---|---|---|
/// | [`Small`] | 2–9 | 10 | 2 |
/// | [`Medium`] | 10–13 | 14 | 3 |
/// | [`Large`] | 14–19 | 20 | 6 |
///
/// [`Large`] holds every size. Public types use it by default: a [`Point`](super::Point) without a parameter is a point
/// of the large layout. Search and playouts use the narrowest layout that holds the board, because shorter sets are
/// faster.
pub trait Layout: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// The number of bits from a point to the one above it.
    const STRIDE: usize;
    /// The number of 64-bit words of a bitboard.
    const WORDS: usize;
    /// The number of bits of all rows with their padding. Every point's index is below it.
    const BITS: usize;
    /// The largest board size in lines.
    const LINES: usize;

    /// The words of a bitboard: an array of [`Layout::WORDS`].
    type Words: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + AsRef<[u64]> + AsMut<[u64]>;

    /// The mask for bit numbers, one less than a power of two. A masked number needs no bounds check.
    const MASK: usize;
    /// The number of cells: one for each masked bit number, and a border around them.
    const CELLS: usize;
    /// The length of a prefix of the cells that contains every point, rounded up to whole vector registers of 32
    /// entries.
    const SWEPT: usize = (Self::BITS + Self::STRIDE + 1).next_multiple_of(32);

    /// An array of [`Layout::CELLS`] entries: one for each point, and a border around them. See [`Layout::cell`].
    type Cells<T: Value>: Value + Index<usize, Output = T> + IndexMut<usize> + AsRef<[T]> + AsMut<[T]>;

    /// The mask for cell numbers. A masked number is an index that needs no bounds check.
    const CELL_MASK: usize = <Self::Cell as CellNumber>::LIMIT - 1;

    /// The stored form of a cell number: one byte on small boards, two on larger ones.
    type Cell: CellNumber;

    /// Cells that all contain `value`.
    fn filled<T: Value>(value: T) -> Self::Cells<T>;

    /// Two random numbers for each point, indexed by its bit number. A point has the same numbers in every layout.
    fn keys() -> [&'static [u64]; 2];

    /// For each bit number up to [`Layout::MASK`], the set of that point alone and the set of the points diagonally
    /// adjacent to it, some of which may lie in the border.
    fn sets() -> &'static [[Self::Words; 2]];

    /// The cell of the point with this bit number. For a point in the border the number may be negative, wrapped to
    /// `u16`.
    #[inline(always)]
    fn cell(index: u16) -> usize {
        (usize::from(index) & Self::MASK) + Self::STRIDE + 1
    }
}

/// A value that a cell or another flat table can contain.
pub trait Value: Copy + Send + Sync + Debug + PartialEq {}

impl<T: Copy + Send + Sync + Debug + PartialEq> Value for T {}

/// A cell number as it is stored.
pub trait CellNumber: Value + Eq {
    /// The exclusive upper bound of the stored numbers, a power of two.
    const LIMIT: usize;

    /// True if the marks of all cells fit in a few vector registers, so that a pass over all of them is faster than a
    /// walk along a chain.
    const SWEEPS: bool;

    /// Stores a number.
    fn new(cell: usize) -> Self;

    /// The number, as an index into cells that needs no bounds check.
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

/// One of the two random numbers of a point, made from colour, row and column. The number uses the large stride in every
/// layout, so that a position has one hash.
const fn key(color: usize, row: usize, column: usize) -> u64 {
    let number = (2 * (row * Large::STRIDE + column) + color + 1) as u64;
    scrambled(number.wrapping_mul(GOLDEN))
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
                        // The corners are counted from one row and one column below the point, so that no index is
                        // negative.
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
