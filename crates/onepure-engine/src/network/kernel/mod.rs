//! Sums of products of 8-bit integers, by the best instructions that the processor has.
//!
//! Activations are 0 to 127 and weights −127 to 127. So the sum of two products fits into 16 bits, no way of adding them up
//! saturates, and each [`Instructions`] gives the same sums. What is done with the sums is plain Rust, compiled once for each:
//! additions and multiplications of floats one by one, which are the same everywhere too.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use super::math;

/// Output channels that are computed together.
pub(super) const LANES: usize = 32;

/// Input channels that are multiplied and added by one instruction.
pub(super) const GROUP: usize = 4;

/// Weights of so many outputs for a group of inputs: output by output.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub(super) struct KernelWeights(pub(super) [i8; LANES * GROUP]);

/// The instructions by which sums are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instructions {
    /// AVX-512 with VNNI, of about 2019 and later.
    Avx512,
    /// AVX2, of 2013 and later.
    Avx2,
    /// What every processor has.
    Portable,
}

impl Instructions {
    /// All of them, the fastest first.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Portable];

    /// Whether this processor has them.
    pub fn are_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => avx512::Avx512::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::Avx2::new().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx512 | Self::Avx2 => false,
            Self::Portable => true,
        }
    }

    /// The fastest that this processor has.
    pub fn best() -> Self {
        Self::ALL.into_iter().find(|instructions| instructions.are_available()).unwrap_or(Self::Portable)
    }
}

/// A row of a convolution: for each point of it the sums of so many output channels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'layer> {
    /// The activations of the whole board, row by row, for each point all channels.
    pub(super) input: &'layer [u8],
    /// The input channels: a multiple of [`GROUP`].
    pub(super) channels: usize,
    /// The lines of the board.
    pub(super) lines: usize,
    /// The number of the row.
    pub(super) number: usize,
    /// 1 for a convolution of 3×3, 0 for one of 1×1.
    pub(super) reach: usize,
    /// For each of the 9 points around, row by row, or the 1, the weights of each group of inputs.
    pub(super) weights: &'layer [KernelWeights],
}

impl Row<'_> {
    /// Whether everything that is read lies in the slices.
    #[cfg(target_arch = "x86_64")]
    fn is_whole(&self) -> bool {
        let taps = (2 * self.reach + 1).pow(2);
        self.reach <= 1
            && self.channels.is_multiple_of(GROUP)
            && (2..=19).contains(&self.lines)
            && self.number < self.lines
            && self.input.len() >= self.lines * self.lines * self.channels
            && self.weights.len() >= taps * self.channels / GROUP
    }

    /// The rows of taps that lie on the board: row `number + tap - reach` of the board for each.
    #[inline(always)]
    fn taps(&self) -> std::ops::Range<usize> {
        let above = self.lines - 1 - self.number;
        self.reach.saturating_sub(self.number)..self.reach + 1 + self.reach.min(above)
    }
}

/// A way to compute sums.
pub(super) trait Kernel: Copy {
    /// Computes the sums of a row: for each point of it, of all output channels.
    fn sums(self, row: &Row<'_>, sums: &mut [[i32; LANES]]);

    /// The sum of numbers, added to each other in the order of [`math::sum_of_lanes`].
    #[inline(always)]
    fn sum_of_lanes(self, numbers: [f32; 16]) -> f32 {
        math::sum_of_lanes(numbers)
    }
}

/// Work with a kernel. It must be `#[inline(always)]` to be compiled for the better instructions.
pub(super) trait KernelTask {
    /// What the work yields.
    type Output;

    /// Does the work.
    fn run(self, kernel: impl Kernel) -> Self::Output;
}

/// Does work with these instructions, or with what every processor has if they are not available.
pub(super) fn with<T: KernelTask>(instructions: Instructions, task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    match instructions {
        Instructions::Avx512 => {
            if let Some(kernel) = avx512::Avx512::new() {
                return kernel.run(task);
            }
        }
        Instructions::Avx2 => {
            if let Some(kernel) = avx2::Avx2::new() {
                return kernel.run(task);
            }
        }
        Instructions::Portable => {}
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = instructions;
    task.run(portable::PortableKernel)
}
