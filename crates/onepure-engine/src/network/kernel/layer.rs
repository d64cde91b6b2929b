//! A convolution as the kernels compute it: by rows of the board, or in transformed tiles.

use super::winograd::{self, CELLS, PAIR, PairWeights};
use super::{Frame, GROUP, Kernel, KernelWeights, LANES, Row};
use std::sync::OnceLock;

/// The weights of a convolution.
#[derive(Debug)]
pub(in crate::network) struct LayerWeights {
    /// The number of input channels, a multiple of [`GROUP`].
    pub(in crate::network) inputs: usize,
    /// The number of output channels, a multiple of [`LANES`].
    pub(in crate::network) outputs: usize,
    /// The reach of the kernel: 1 for 3×3, 0 for 1×1.
    pub(in crate::network) reach: usize,
    /// By [`LANES`] outputs, then by tap, then by group of inputs.
    groups: Vec<KernelWeights>,
    /// For tiles: by [`LANES`] outputs, then by cell, then by pair of inputs. Made when they are first needed.
    pairs: OnceLock<Vec<PairWeights>>,
}

impl LayerWeights {
    /// Weights of zero.
    pub(in crate::network) fn zeros(inputs: usize, outputs: usize, reach: usize) -> Self {
        let groups = vec![KernelWeights([0; LANES * GROUP]); outputs / LANES * taps(reach) * inputs / GROUP];
        Self { inputs, outputs, reach, groups, pairs: OnceLock::new() }
    }

    /// The number of taps.
    pub(in crate::network) fn taps(&self) -> usize {
        taps(self.reach)
    }

    /// The groups of [`LANES`] outputs.
    fn groups_of_vector(&self) -> usize {
        self.taps() * self.inputs / GROUP
    }

    /// The weight of an input for an output at a tap. Taps are numbered row by row.
    pub(in crate::network) fn at(&mut self, tap: usize, input: usize, output: usize) -> &mut i8 {
        self.pairs = OnceLock::new();
        let group = (output / LANES * self.taps() + tap) * (self.inputs / GROUP) + input / GROUP;
        &mut self.groups[group].0[output % LANES * GROUP + input % GROUP]
    }

    fn pairs(&self) -> &[PairWeights] {
        self.pairs.get_or_init(|| {
            let vectors = self.groups.chunks(self.groups_of_vector());
            vectors.flat_map(|taps| winograd::transformed_weights(taps, self.inputs)).collect()
        })
    }
}

/// The number of taps of a convolution with this reach.
pub(super) fn taps(reach: usize) -> usize {
    (2 * reach + 1).pow(2)
}

/// The memory for one layer at a time.
#[derive(Clone, Debug)]
pub(in crate::network) struct Work {
    /// The sums of a run of places.
    sums: Aligned<i32>,
    /// The transformed inputs: by row of tiles, then by cell, then by tile all channels.
    tiles: Vec<i16>,
    /// The sums of a row of tiles, by cell and then by tile.
    cells: Vec<[i32; LANES]>,
}

impl Work {
    /// Memory for the longest run; tiles get theirs when a layer first needs it.
    pub(in crate::network) fn new() -> Self {
        Self { sums: Aligned::new(Frame::LONGEST_RUN * LANES), tiles: Vec::new(), cells: Vec::new() }
    }

    /// Room for the sums of a run.
    #[inline(always)]
    pub(in crate::network) fn sums(&mut self, frame: Frame) -> &mut [[i32; LANES]] {
        room(&mut self.sums, frame)
    }
}

/// Room for the sums of a run.
#[inline(always)]
fn room(sums: &mut Aligned<i32>, frame: Frame) -> &mut [[i32; LANES]] {
    &mut sums.numbers().as_chunks_mut::<LANES>().0[..frame.run()]
}

/// Numbers that begin at a cache line: kernels with tiles of that width would read two lines otherwise.
#[derive(Clone, Debug)]
pub(in crate::network) struct Aligned<T>(Vec<T>);

/// The bytes of a cache line.
const CACHE_LINE: usize = 64;

impl<T: Copy + Default> Aligned<T> {
    pub(in crate::network) fn new(length: usize) -> Self {
        Self(vec![T::default(); length + CACHE_LINE / size_of::<T>()])
    }

    /// Makes room for at least `length` numbers. What was there is lost.
    pub(in crate::network) fn grow(&mut self, length: usize) {
        if self.0.len() < length + CACHE_LINE / size_of::<T>() {
            *self = Self::new(length);
        }
    }

    /// The numbers. They are lost when the memory is cloned, because the clone begins elsewhere in a cache line.
    pub(in crate::network) fn numbers(&mut self) -> &mut [T] {
        let start = self.0.as_ptr().align_offset(CACHE_LINE).min(CACHE_LINE / size_of::<T>());
        &mut self.0[start..]
    }
}

/// A convolution of the activations of a board.
#[derive(Debug)]
pub(in crate::network) struct Layer<'layer> {
    weights: &'layer LayerWeights,
    input: &'layer [u8],
    lines: usize,
    /// The runs whose sums are computed at a time.
    frame: Frame,
    /// The transformed weights, if it is computed in tiles.
    pairs: Option<&'layer [PairWeights]>,
    work: &'layer mut Work,
}

impl<'layer> Layer<'layer> {
    /// The layer by the way that is the fastest with the kernel. `input` has all channels of each place ([`Frame`]).
    #[inline(always)]
    pub(in crate::network) fn new(
        kernel: impl Kernel,
        weights: &'layer LayerWeights,
        input: &'layer [u8],
        lines: usize,
        work: &'layer mut Work,
    ) -> Self {
        let frame = kernel.frame(lines);
        if weights.reach == 0 || weights.inputs * lines < kernel.least_row_in_tiles() {
            kernel.start(weights.inputs, weights.reach);
            return Self { weights, input, lines, frame, pairs: None, work };
        }
        let tiles = winograd::tiles_across(lines);
        work.tiles.resize(tiles * CELLS * tiles * weights.inputs, 0);
        work.cells.resize(CELLS * tiles, [0; LANES]);
        kernel.transform_inputs(input, weights.inputs, lines, &mut work.tiles);
        let frame = Frame { run: winograd::SIDE * lines, ..frame };
        Self { weights, input, lines, frame, pairs: Some(weights.pairs()), work }
    }

    /// The frame with the runs whose sums are computed at a time.
    #[inline(always)]
    pub(in crate::network) fn frame(&self) -> Frame {
        self.frame
    }

    /// Computes the sums of a run for the outputs from `vector` times [`LANES`] on.
    #[inline(always)]
    pub(in crate::network) fn sums(
        &mut self,
        kernel: impl Kernel,
        vector: usize,
        number: usize,
    ) -> &mut [[i32; LANES]] {
        let Self { weights, input, lines, frame, .. } = *self;
        let inputs = weights.inputs;
        let Work { sums, tiles, cells } = &mut *self.work;
        let sums = room(sums, frame);
        if let Some(pairs) = self.pairs {
            let across = winograd::tiles_across(lines);
            for cell in 0..CELLS {
                let tiles = &tiles[(number * CELLS + cell) * across * inputs..][..across * inputs];
                let weights = &pairs[(vector * CELLS + cell) * inputs / PAIR..][..inputs / PAIR];
                kernel.sums_of_pairs(tiles, weights, &mut cells[cell * across..][..across]);
            }
            kernel.restore(cells, lines, number, sums);
        } else {
            let of_vector = weights.groups_of_vector();
            let groups = &weights.groups[vector * of_vector..][..of_vector];
            kernel.sums(&Row { input, channels: inputs, lines, number, reach: weights.reach, weights: groups }, sums);
        }
        sums
    }
}
