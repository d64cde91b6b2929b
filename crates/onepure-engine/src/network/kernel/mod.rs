//! Sums of products of 8-bit integers, by the best instructions that the processor has.
//!
//! Activations are 0 to 127 and weights −127 to 127. So the sum of two products fits into 16 bits, no order of additions saturates, and
//! all [`Instructions`] give the same sums. The rest of the evaluation is plain Rust, compiled once for each of them. It adds and
//! multiplies floats in a fixed order, so that its results are the same everywhere too.

#[cfg(target_arch = "x86_64")]
mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx_vnni;
#[cfg(target_arch = "aarch64")]
mod dotprod;
mod layer;
#[cfg(target_arch = "aarch64")]
mod neon;
// A build for WebAssembly has the one kernel that it uses: others would be a tenth of a page's download.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
mod relaxed;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(target_feature = "relaxed-simd")))]
mod simd128;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg_attr(
    not(any(target_arch = "x86_64", all(target_feature = "simd128", not(target_feature = "relaxed-simd")))),
    expect(dead_code, reason = "of the kernels for this target none computes in tiles")
)]
mod winograd;

pub(super) use layer::{Aligned, Layer, LayerWeights, Work};

use super::math;
use winograd::PairWeights;

/// Output channels that are computed together.
pub(super) const LANES: usize = 32;

/// Input channels that are multiplied and added by one instruction.
pub(super) const GROUP: usize = 4;

/// The weights of [`LANES`] outputs for a group of inputs, output by output.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub(super) struct KernelWeights(pub(super) [i8; LANES * GROUP]);

/// Instructions that compute the sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instructions {
    /// AMX with 8-bit integers, of about 2023 and later, on Linux.
    Amx,
    /// AVX-512 with VNNI, of about 2019 and later.
    Avx512,
    /// AVX2 with VNNI, of about 2021 and later.
    AvxVnni,
    /// AVX2, of 2013 and later.
    Avx2,
    /// NEON with dot products, of about 2018 and later.
    NeonDotProducts,
    /// NEON, which every 64-bit ARM processor has.
    Neon,
    /// Relaxed SIMD of WebAssembly, if the build has it.
    RelaxedSimd,
    /// SIMD of WebAssembly, if the build has it and no relaxed SIMD.
    Simd128,
    /// Plain Rust, for every processor. Builds with SIMD of WebAssembly are without it.
    Portable,
}

impl Instructions {
    /// All of them, the fastest first.
    pub const ALL: [Self; 9] = [
        Self::Amx,
        Self::Avx512,
        Self::AvxVnni,
        Self::Avx2,
        Self::NeonDotProducts,
        Self::Neon,
        Self::RelaxedSimd,
        Self::Simd128,
        Self::Portable,
    ];

    /// Returns whether this processor has them.
    pub fn are_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Amx => amx::Amx::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => avx512::Avx512::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::AvxVnni => avx2::Avx2::with_vnni().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::Avx2::new().is_some(),
            #[cfg(target_arch = "aarch64")]
            Self::NeonDotProducts => dotprod::DotProducts::new().is_some(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => neon::Neon::new().is_some(),
            Self::RelaxedSimd => cfg!(all(target_arch = "wasm32", target_feature = "relaxed-simd")),
            Self::Simd128 => {
                cfg!(all(target_arch = "wasm32", target_feature = "simd128", not(target_feature = "relaxed-simd")))
            }
            Self::Portable => cfg!(not(all(target_arch = "wasm32", target_feature = "simd128"))),
            _ => false,
        }
    }

    /// The fastest that this processor has.
    pub fn best() -> Self {
        Self::ALL.into_iter().find(|instructions| instructions.are_available()).unwrap_or(Self::Portable)
    }
}

/// The memory of activations: the places of points, row by row. With a margin of 1 there is a place with zeros after each row, which
/// is left of the next row too, and a row of such places above the board and one below: then no tap of a point is outside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    lines: usize,
    margin: usize,
    /// The number of places whose sums are computed at a time.
    run: usize,
}

impl Frame {
    /// The longest run: two rows of the largest board.
    pub(super) const LONGEST_RUN: usize = winograd::SIDE * 19;

    /// A board without a margin. A run is a row.
    #[inline(always)]
    pub(super) fn of_rows(lines: usize) -> Self {
        Self { lines, margin: 0, run: lines }
    }

    /// A board with a margin, and runs of this length, at most [`Frame::LONGEST_RUN`].
    #[inline(always)]
    fn of_runs(lines: usize, run: usize) -> Self {
        Self { lines, margin: 1, run }
    }

    /// The most places that a kernel reads, whatever the length of its runs: the last run may reach beyond the board by all places but one.
    pub(super) fn most_places(lines: usize) -> usize {
        let frame = Self::of_runs(lines, Self::LONGEST_RUN);
        2 * frame.first() + frame.extent() + frame.run - 1
    }

    /// The number of places of a run.
    #[inline(always)]
    pub(super) fn run(self) -> usize {
        self.run
    }

    /// The runs, each with its number and its first place, counted from that of the first point.
    #[inline(always)]
    pub(super) fn runs(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.extent()).step_by(self.run).enumerate()
    }

    /// The places from one row to the next.
    #[inline(always)]
    pub(super) fn stride(self) -> usize {
        self.lines + self.margin
    }

    /// The place of the first point.
    #[inline(always)]
    pub(super) fn first(self) -> usize {
        self.margin * (self.stride() + 1)
    }

    /// The places from the first point to the last one.
    #[inline(always)]
    pub(super) fn extent(self) -> usize {
        self.lines * self.stride() - self.margin
    }

    /// The number of places that a kernel reads.
    #[inline(always)]
    pub(super) fn places(self) -> usize {
        2 * self.first() + self.extent().next_multiple_of(self.run)
    }

    /// The stretches of points of the board among the places of the run that begins at `start`.
    #[inline(always)]
    pub(super) fn stretches(self, start: usize) -> Stretches {
        Stretches { frame: self, start, next: start, end: (start + self.run).min(self.extent()) }
    }

    /// The stretches of all points of the board.
    #[inline(always)]
    pub(super) fn rows(self) -> Stretches {
        Stretches { frame: self, start: 0, next: 0, end: self.extent() }
    }

    /// Writes zeros into the margin.
    #[inline(always)]
    pub(super) fn clear_margin(self, activations: &mut [u8], channels: usize) {
        if self.margin == 0 {
            return;
        }
        let (first, stride) = (self.first(), self.stride());
        let mut clear = |from: usize, to: usize| activations[from * channels..to * channels].fill(0);
        clear(0, first);
        for row in 0..self.lines {
            let end = first + row * stride + self.lines;
            clear(end, end + self.margin);
        }
        clear(first + self.extent(), 2 * first + self.extent());
    }
}

/// Points of a row of the board that lie one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// The index of the first one's place in the run.
    pub(super) index: usize,
    /// The first one's index among all points.
    pub(super) point: usize,
    /// The first one's place.
    pub(super) place: usize,
    /// The number of points.
    pub(super) length: usize,
}

/// The stretches of a run.
#[derive(Clone, Debug)]
pub(super) struct Stretches {
    frame: Frame,
    start: usize,
    next: usize,
    end: usize,
}

impl Iterator for Stretches {
    type Item = Stretch;

    #[inline(always)]
    fn next(&mut self) -> Option<Stretch> {
        let Frame { lines, .. } = self.frame;
        let stride = self.frame.stride();
        let (row, column) = (self.next / stride, self.next % stride);
        // A run may begin in the margin.
        let (row, column) = if column < lines { (row, column) } else { (row + 1, 0) };
        let from = row * stride + column;
        let length = (lines - column).min(self.end.saturating_sub(from));
        self.next = (row + 1) * stride;
        let (index, point, place) = (from - self.start, row * lines + column, self.frame.first() + from);
        (length > 0).then_some(Stretch { index, point, place, length })
    }
}

/// A row of a convolution: the sums of a tile's output channels at each of its points. For a kernel whose [`Frame`] has runs of another
/// length it is a run of places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'layer> {
    /// The activations of the whole board, place by place ([`Frame`]), for each all channels.
    pub(super) input: &'layer [u8],
    /// The input channels: a multiple of [`GROUP`].
    pub(super) channels: usize,
    /// The lines of the board.
    pub(super) lines: usize,
    /// The number of the row, or of the run.
    pub(super) number: usize,
    /// 1 for a convolution of 3×3, 0 for one of 1×1.
    pub(super) reach: usize,
    /// For each of the 9 points around, row by row, or the 1, the weights of each group of inputs.
    pub(super) weights: &'layer [KernelWeights],
}

impl Row<'_> {
    /// Returns whether the slices have everything that a kernel with this frame reads. Kernels read by pointers: without this check they
    /// would read outside the slices.
    #[inline(always)]
    #[cfg_attr(
        not(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128")),
        expect(dead_code, reason = "the portable kernel checks each access")
    )]
    fn is_whole(&self, frame: Frame) -> bool {
        self.reach <= 1
            && self.channels.is_multiple_of(GROUP)
            && (2..=19).contains(&self.lines)
            && self.number * frame.run < frame.extent()
            && self.input.len() >= frame.places() * self.channels
            && self.weights.len() >= layer::taps(self.reach) * self.channels / GROUP
    }

    /// The rows of taps on the board. Tap `tap` reads row `number + tap - reach`.
    #[inline(always)]
    fn taps(&self) -> std::ops::Range<usize> {
        let above = self.lines - 1 - self.number;
        self.reach.saturating_sub(self.number)..self.reach + 1 + self.reach.min(above)
    }
}

/// A way to compute sums.
pub(super) trait Kernel: Copy {
    /// The frame of the inputs.
    #[inline(always)]
    fn frame(self, lines: usize) -> Frame {
        Frame::of_rows(lines)
    }

    /// Prepares for the sums of a layer.
    #[inline(always)]
    fn start(self, _channels: usize, _reach: usize) {}

    /// Computes the sums of a row: for each point of it, of all output channels.
    fn sums(self, row: &Row<'_>, sums: &mut [[i32; LANES]]);

    /// The fewest inputs of a row of points from which on convolutions of 3×3 are computed in transformed tiles. Kernels that do so have the three
    /// methods below; their layers have at least as many channels as a register integers of 16 bits.
    #[inline(always)]
    fn least_row_in_tiles(self) -> usize {
        usize::MAX
    }

    /// See [`winograd::transform_inputs`].
    fn transform_inputs(self, _inputs: &[u8], _channels: usize, _lines: usize, _transformed: &mut [i16]) {}

    /// Computes the sums of products of 16 bits for each tile. `inputs` has all channels of each tile, and `weights` those of all pairs of
    /// channels.
    fn sums_of_pairs(self, _inputs: &[i16], _weights: &[PairWeights], _sums: &mut [[i32; LANES]]) {}

    /// See [`winograd::restore`].
    fn restore(self, _cells: &[[i32; LANES]], _lines: usize, _row: usize, _sums: &mut [[i32; LANES]]) {}

    /// Does a part of the work in a function of its own, compiled for the same instructions. What is inlined in each place where it is called
    /// would be compiled as often.
    fn apart<T: KernelTask>(self, task: T) -> T::Output {
        task.run(self)
    }

    /// The sum of numbers, added to each other in the order of [`math::sum_of_lanes`].
    #[inline(always)]
    fn sum_of_lanes(self, numbers: [f32; 16]) -> f32 {
        math::sum_of_lanes(numbers)
    }
}

/// Work with a kernel. [`KernelTask::run`] must be `#[inline(always)]`, or it is compiled without the better instructions.
pub(super) trait KernelTask {
    /// The result of the work.
    type Output;

    /// Does the work.
    fn run(self, kernel: impl Kernel) -> Self::Output;
}

/// Does work with these instructions, or with those that every build for this target has if they are not available.
pub(super) fn with<T: KernelTask>(instructions: Instructions, task: T) -> T::Output {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        Instructions::Amx => {
            if let Some(kernel) = amx::Amx::new() {
                return kernel.run(task);
            }
        }
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 => {
            if let Some(kernel) = avx512::Avx512::new() {
                return kernel.run(task);
            }
        }
        #[cfg(target_arch = "x86_64")]
        Instructions::AvxVnni => {
            if let Some(kernel) = avx2::Avx2::with_vnni() {
                return kernel.run(task);
            }
        }
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => {
            if let Some(kernel) = avx2::Avx2::new() {
                return kernel.run(task);
            }
        }
        #[cfg(target_arch = "aarch64")]
        Instructions::NeonDotProducts => {
            if let Some(kernel) = dotprod::DotProducts::new() {
                return kernel.run(task);
            }
        }
        #[cfg(target_arch = "aarch64")]
        Instructions::Neon => {
            if let Some(kernel) = neon::Neon::new() {
                return kernel.run(task);
            }
        }
        _ => {}
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
    return task.run(relaxed::RelaxedSimd);
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(target_feature = "relaxed-simd")))]
    return task.run(simd128::Simd128);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    task.run(portable::PortableKernel)
}

/// Splits a row into tiles of up to `$widest` points, as evenly as possible, and calls `$tile` for each. Its number of points (one of
/// `$points`) and whether it is at the left and the right edge are constants, so that the compiler unrolls each case.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
macro_rules! tiles {
    ($row:ident, $sums:ident, $of:ident::$tile:ident, $widest:ident, $($points:literal)*) => {
        let mut column = 0;
        for tiles in (1..=$row.lines.div_ceil($widest)).rev() {
            let points = ($row.lines - column).div_ceil(tiles);
            match (points, column == 0, tiles == 1) {
                $(
                    ($points, false, false) => $of::$tile::<$points, false, false>($row, column, $sums),
                    ($points, false, true) => $of::$tile::<$points, false, true>($row, column, $sums),
                    ($points, true, false) => $of::$tile::<$points, true, false>($row, column, $sums),
                    ($points, true, true) => $of::$tile::<$points, true, true>($row, column, $sums),
                )*
                _ => unreachable!("a tile of {points} points"),
            }
            column += points;
        }
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
use tiles;

/// Calls a closure for each of the `$points` points of a tile: not for the first one if the tap is off the board before it, nor for the
/// last one if the tap is off the board behind it.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
macro_rules! for_points {
    ($call:ident, $points:ident, $is_before:ident, $is_behind:ident) => {
        if !$is_before {
            $call(0);
        }
        for point in 1..$points - 1 {
            $call(point);
        }
        if !$is_behind {
            $call($points - 1);
        }
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
use for_points;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_is_enough_for_runs_of_each_length() {
        for lines in 2..=19 {
            let most = Frame::most_places(lines);
            assert!(Frame::of_rows(lines).places() <= most, "{lines} lines");
            for run in 1..=Frame::LONGEST_RUN {
                let frame = Frame::of_runs(lines, run);
                let last = frame.runs().map(|(_, start)| frame.first() + start + run).max().expect("a run");
                assert!(
                    last + frame.first() <= frame.places() && frame.places() <= most,
                    "{lines} lines, runs of {run}"
                );
            }
        }
    }

    /// The sums of all points of a layer with [`LANES`] outputs.
    struct Sums<'layer> {
        input: &'layer [u8],
        lines: usize,
        weights: &'layer LayerWeights,
    }

    impl KernelTask for Sums<'_> {
        type Output = Vec<[i32; LANES]>;

        #[inline(always)]
        fn run(self, kernel: impl Kernel) -> Self::Output {
            let Self { input, lines, weights } = self;
            let (frame, channels) = (kernel.frame(lines), weights.inputs);
            // Everything but the points is wrong until the margin is cleared.
            let mut activations = vec![99; frame.places() * channels];
            for Stretch { point, place, length, .. } in frame.rows() {
                activations[place * channels..][..length * channels]
                    .copy_from_slice(&input[point * channels..][..length * channels]);
            }
            frame.clear_margin(&mut activations, channels);
            let (mut found, mut work) = (vec![[0; LANES]; lines * lines], Work::new());
            let mut layer = Layer::new(kernel, weights, &activations, lines, &mut work);
            for (number, start) in layer.frame().runs() {
                let stretches = layer.frame().stretches(start);
                let sums = layer.sums(kernel, 0, number);
                for Stretch { index, point, length, .. } in stretches {
                    found[point..][..length].copy_from_slice(&sums[index..][..length]);
                }
            }
            found
        }
    }

    /// The sum of the products at a point, one after the other.
    fn expected(
        &Sums { input, lines, weights }: &Sums<'_>,
        numbers: &[i8],
        row: usize,
        column: usize,
        output: usize,
    ) -> i32 {
        let &LayerWeights { inputs: channels, reach, .. } = weights;
        let side = 2 * reach + 1;
        let mut sum = 0;
        for (down, across) in (0..side).flat_map(|down| (0..side).map(move |across| (down, across))) {
            let (row, column) = ((row + down).wrapping_sub(reach), (column + across).wrapping_sub(reach));
            if row < lines && column < lines {
                for channel in 0..channels {
                    let input = input[(row * lines + column) * channels + channel];
                    let weight = numbers[((down * side + across) * channels + channel) * LANES + output];
                    sum += i32::from(input) * i32::from(weight);
                }
            }
        }
        sum
    }

    #[test]
    fn each_kernel_adds_up_the_products() {
        let mut state = 1_u32;
        let mut number = |most: i32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // One in four is the largest number, so that sums of 16 bits reach their limits.
            if state >> 30 == 0 { most } else { (state >> 8) as i32 % (most + 1) }
        };
        for lines in 2..=19 {
            for (channels, reach) in [(24, 1), (32, 1), (32, 0), (64, 1)] {
                if cfg!(miri) && (channels == 64 || lines % 6 != 0) {
                    continue;
                }
                let input: Vec<u8> = (0..lines * lines * channels).map(|_| number(127) as u8).collect();
                let mut weights = LayerWeights::zeros(channels, LANES, reach);
                let mut numbers = vec![0; weights.taps() * channels * LANES];
                for (place, weight) in numbers.iter_mut().enumerate() {
                    *weight = (if number(1) == 0 { number(127) } else { -number(127) }) as i8;
                    *weights.at(place / LANES / channels, place / LANES % channels, place % LANES) = *weight;
                }
                let layer = || Sums { input: &input, lines, weights: &weights };
                let sums = with(Instructions::Portable, layer());
                for (row, column) in [(0, 0), (lines / 2, lines / 2), (lines - 1, lines - 1), (0, lines - 1)] {
                    for (output, &sum) in sums[row * lines + column].iter().enumerate() {
                        let expected = expected(&layer(), &numbers, row, column, output);
                        assert_eq!(sum, expected, "output {output} on {lines} lines");
                    }
                }
                for instructions in Instructions::ALL.into_iter().filter(|instructions| instructions.are_available()) {
                    let found = with(instructions, layer());
                    assert!(found == sums, "{instructions:?}: {channels} channels on {lines} lines, reach {reach}");
                }
            }
        }
    }

    /// Plain Rust runs on every processor, NEON on all 64-bit ARM ones, and none has the instructions of another kind.
    #[test]
    fn a_processor_has_the_instructions_of_its_kind() {
        assert!(Instructions::Portable.are_available());
        assert_eq!(Instructions::Neon.are_available(), cfg!(target_arch = "aarch64"));
        let is_foreign = |instructions: Instructions| match instructions {
            Instructions::Amx | Instructions::Avx512 | Instructions::AvxVnni | Instructions::Avx2 => {
                cfg!(not(target_arch = "x86_64"))
            }
            Instructions::NeonDotProducts | Instructions::Neon => cfg!(not(target_arch = "aarch64")),
            Instructions::RelaxedSimd | Instructions::Simd128 => cfg!(not(target_arch = "wasm32")),
            Instructions::Portable => false,
        };
        for instructions in Instructions::ALL.into_iter().filter(|&instructions| is_foreign(instructions)) {
            assert!(!instructions.are_available(), "{instructions:?}");
        }
    }
}
