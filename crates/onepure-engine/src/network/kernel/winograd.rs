//! Convolutions of 3×3 in transformed tiles of 2×2 points (Winograd, "Arithmetic Complexity of Computations", 1980; Lavin and Gray, "Fast
//! Algorithms for Convolutional Neural Networks", 2016). A tile needs 16 products for an input and an output channel, and not 36.
//!
//! The transformation of the weights has halves; here it is doubled for rows and for columns. So all numbers are integers of 16 bits, inputs
//! up to 4 · 127 and weights up to 9 · 127, and each result is four times its sum: the sums are those of every other kernel, bit for bit.

#![expect(unsafe_code, reason = "loads by pointers, and registers that not every processor has")]
#![expect(clippy::needless_range_loop, reason = "loops over registers, which compilers unroll")]

use super::{GROUP, KernelWeights, LANES};

/// The numbers of a transformed tile: four rows of four.
pub(super) const CELLS: usize = 16;

/// Input channels that are multiplied and added by one instruction.
pub(super) const PAIR: usize = 2;

/// The rows, and the columns, of points in a tile.
pub(super) const SIDE: usize = 2;

/// The tiles in a row of the largest board.
const MOST_TILES: usize = 19_usize.div_ceil(SIDE);

/// The transformed weights of [`LANES`] outputs for a pair of inputs, output by output.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub(in crate::network) struct PairWeights(pub(super) [i16; LANES * PAIR]);

/// The number of tiles in a row of tiles.
#[inline(always)]
pub(super) fn tiles_across(lines: usize) -> usize {
    lines.div_ceil(SIDE)
}

/// Transforms the weights of nine taps, each of all groups of `channels`: for each cell all pairs.
pub(super) fn transformed_weights(taps: &[KernelWeights], channels: usize) -> Vec<PairWeights> {
    let weight = |tap: usize, channel: usize, output: usize| {
        i16::from(taps[(tap * channels + channel) / GROUP].0[output * GROUP + channel % GROUP])
    };
    let doubled = |[a, b, c]: [i16; 3]| [2 * a, a + b + c, a - b + c, 2 * c];
    let mut weights = vec![PairWeights([0; LANES * PAIR]); CELLS * channels / PAIR];
    for channel in 0..channels {
        for output in 0..LANES {
            let rows: [_; 3] = std::array::from_fn(|row| {
                doubled(std::array::from_fn(|column| weight(3 * row + column, channel, output)))
            });
            for column in 0..4 {
                for (row, weight) in doubled(rows.map(|row| row[column])).into_iter().enumerate() {
                    let cell = 4 * row + column;
                    weights[(cell * channels + channel) / PAIR].0[output * PAIR + channel % PAIR] = weight;
                }
            }
        }
    }
    weights
}

/// A register of integers, of which those of 32 bits are half as many as those of 16 bits. Additions wrap around. Methods are inlined always, into
/// functions that are compiled for the instructions.
pub(super) trait Registers: Copy {
    /// The integers of 16 bits.
    const SHORTS: usize;

    /// Zeros.
    fn zero() -> Self;

    /// The first [`Registers::SHORTS`] bytes as integers of 16 bits.
    fn bytes(numbers: &[u8]) -> Self;

    /// Writes integers of 16 bits.
    fn store_shorts(self, numbers: &mut [i16]);

    /// Integers of 32 bits.
    fn load(numbers: &[i32]) -> Self;

    /// Writes integers of 32 bits.
    fn store(self, numbers: &mut [i32]);

    /// Adds integers of 16 bits.
    fn add_shorts(self, other: Self) -> Self;

    /// Subtracts integers of 16 bits.
    fn subtract_shorts(self, other: Self) -> Self;

    /// Adds integers of 32 bits.
    fn add(self, other: Self) -> Self;

    /// Subtracts integers of 32 bits.
    fn subtract(self, other: Self) -> Self;

    /// A quarter of each integer of 32 bits.
    fn quarter(self) -> Self;

    /// Adds the products of integers of 16 bits, in pairs, to integers of 32 bits.
    fn add_products(self, some: Self, others: Self) -> Self;

    /// Integers of 16 bits.
    ///
    /// # Safety
    /// [`Registers::SHORTS`] of them must be readable there.
    unsafe fn shorts(numbers: *const i16) -> Self;

    /// A pair of integers of 16 bits, repeated.
    ///
    /// # Safety
    /// The pair must be readable there.
    unsafe fn pair(numbers: *const i16) -> Self;
}

/// Transforms the inputs of a board, point by point with all `channels`, at least [`Registers::SHORTS`]: for each row of tiles and each cell all
/// tiles, each with all channels.
#[inline(always)]
pub(super) fn transform_inputs<R: Registers>(inputs: &[u8], channels: usize, lines: usize, transformed: &mut [i16]) {
    let tiles = tiles_across(lines);
    for row in 0..tiles {
        let transformed = &mut transformed[row * CELLS * tiles * channels..];
        for part in 0..channels.div_ceil(R::SHORTS) {
            // The last part may overlap the one before it.
            let start = (part * R::SHORTS).min(channels - R::SHORTS);
            transform_row::<R>(inputs, channels, lines, row, start, transformed);
        }
    }
}

/// Transforms a register of channels from `start` on, of a row of tiles.
#[inline(always)]
fn transform_row<R: Registers>(
    inputs: &[u8],
    channels: usize,
    lines: usize,
    row: usize,
    start: usize,
    transformed: &mut [i16],
) {
    // The columns of the board, with one before the first and up to two behind the last, transformed down.
    let mut columns = [[R::zero(); 4]; SIDE * MOST_TILES + 2];
    for column in 0..lines {
        let mut numbers = [R::zero(); 4];
        for down in 0..4 {
            let line = (SIDE * row + down).wrapping_sub(1);
            if line < lines {
                numbers[down] = R::bytes(&inputs[(line * lines + column) * channels + start..]);
            }
        }
        columns[1 + column] = transformed_line(numbers);
    }
    let tiles = tiles_across(lines);
    for tile in 0..tiles {
        for down in 0..4 {
            let mut numbers = [R::zero(); 4];
            for across in 0..4 {
                numbers[across] = columns[SIDE * tile + across][down];
            }
            let numbers = transformed_line(numbers);
            for across in 0..4 {
                let place = ((4 * down + across) * tiles + tile) * channels + start;
                numbers[across].store_shorts(&mut transformed[place..]);
            }
        }
    }
}

/// Transforms the inputs of a row or a column of a tile.
#[inline(always)]
fn transformed_line<R: Registers>([a, b, c, d]: [R; 4]) -> [R; 4] {
    [a.subtract_shorts(c), b.add_shorts(c), c.subtract_shorts(b), b.subtract_shorts(d)]
}

/// Computes the sums of a row of tiles, which are those of two rows of the board or of its last one, from the sums of each cell for all tiles.
#[inline(always)]
pub(super) fn restore<R: Registers>(cells: &[[i32; LANES]], lines: usize, row: usize, sums: &mut [[i32; LANES]]) {
    let tiles = tiles_across(lines);
    let rows = SIDE.min(lines - SIDE * row);
    for tile in 0..tiles {
        let columns_on_board = SIDE.min(lines - SIDE * tile);
        for start in (0..LANES).step_by(R::SHORTS / 2) {
            let mut columns = [[R::zero(); SIDE]; 4];
            for across in 0..4 {
                let mut numbers = [R::zero(); 4];
                for down in 0..4 {
                    numbers[down] = R::load(&cells[(4 * down + across) * tiles + tile][start..]);
                }
                columns[across] = restored_line(numbers);
            }
            for down in 0..rows {
                let [a, b, c, d] = columns;
                let restored = restored_line([a[down], b[down], c[down], d[down]]);
                for across in 0..columns_on_board {
                    let sums = &mut sums[down * lines + SIDE * tile + across];
                    restored[across].quarter().store(&mut sums[start..]);
                }
            }
        }
    }
}

/// Twice the results of a row or a column of a tile. Parts of a sum of [`restore`] may exceed 32 bits, and then wrap around; the whole does not.
#[inline(always)]
fn restored_line<R: Registers>([a, b, c, d]: [R; 4]) -> [R; SIDE] {
    [a.add(b).add(c), b.subtract(c).subtract(d)]
}

/// Computes the sums of products for up to `WIDEST` tiles at a time, as evenly as possible: see [`Kernel::sums_of_pairs`](super::Kernel::sums_of_pairs).
/// For each of them the sums of `N` registers are computed together.
#[inline(always)]
pub(super) fn sums_of_pairs<R: Registers, const N: usize, const WIDEST: usize>(
    mut inputs: &[i16],
    weights: &[PairWeights],
    mut sums: &mut [[i32; LANES]],
) {
    let channels = weights.len() * PAIR;
    for parts in (1..=sums.len().div_ceil(WIDEST)).rev() {
        let tiles = sums.len().div_ceil(parts);
        match tiles {
            1 => sums_of_tiles::<R, N, 1>(inputs, weights, sums),
            2 => sums_of_tiles::<R, N, 2>(inputs, weights, sums),
            3 => sums_of_tiles::<R, N, 3>(inputs, weights, sums),
            4 => sums_of_tiles::<R, N, 4>(inputs, weights, sums),
            _ => sums_of_tiles::<R, N, WIDEST>(inputs, weights, sums),
        }
        (inputs, sums) = (&inputs[tiles * channels..], &mut sums[tiles..]);
    }
}

/// The sums of the first `TILES` tiles.
#[inline(always)]
fn sums_of_tiles<R: Registers, const N: usize, const TILES: usize>(
    inputs: &[i16],
    weights: &[PairWeights],
    sums: &mut [[i32; LANES]],
) {
    let channels = weights.len() * PAIR;
    let inputs = inputs[..TILES * channels].as_ptr();
    let outputs = N * R::SHORTS / 2;
    for start in (0..LANES).step_by(outputs) {
        let mut found = [[R::zero(); N]; TILES];
        for pair in 0..weights.len() {
            let weights = weights[pair].0[start * PAIR..][..N * R::SHORTS].as_ptr();
            let mut registers = [R::zero(); N];
            for number in 0..N {
                // SAFETY: the slice has the integers of `N` registers.
                registers[number] = unsafe { R::shorts(weights.add(number * R::SHORTS)) };
            }
            for tile in 0..TILES {
                // SAFETY: the slice has all channels of `TILES` tiles, and the pair is one of them.
                let two = unsafe { R::pair(inputs.add(tile * channels + pair * PAIR)) };
                for number in 0..N {
                    found[tile][number] = found[tile][number].add_products(two, registers[number]);
                }
            }
        }
        for tile in 0..TILES {
            for number in 0..N {
                found[tile][number].store(&mut sums[tile][start + number * R::SHORTS / 2..]);
            }
        }
    }
}
