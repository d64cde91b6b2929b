//! With the matrix extensions of x86-64 (AMX), `tdpbusd`: the products of a tile of 16 × 64 inputs and one of 64 × 16 weights,
//! added up in fours to 16 × 16 sums.
//!
//! The inputs of a row of taps lie one after the other, and so do their weights. So each is one long row of inputs, which is cut into
//! equal parts of up to 64. Four tiles hold the sums of 32 places and 32 output channels during all of them, two hold inputs, and
//! two weights. The margin of zeros around the board makes all places alike. Some of the places lie in the margin themselves: their sums mean
//! nothing.

#![expect(unsafe_code, reason = "instructions that not every processor has")]

use super::avx512::{self, Avx512};
use super::{Frame, GROUP, Kernel, KernelTask, LANES, Row, avx2};
use std::arch::asm;

/// Proof that the processor has the instructions, and that the system lets this process use them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amx(());

/// The rows of a tile.
const ROWS: usize = 16;

/// The bytes of the row of a tile.
const ROW: usize = 64;

/// The places whose sums are computed at a time.
const PLACES: usize = 2 * ROWS;

/// The shapes of the eight tiles, as `ldtilecfg` reads them (Intel, "Architecture Instruction Set Extensions", 3.3).
#[repr(C, align(64))]
struct Shapes {
    palette: u8,
    start: u8,
    reserved: [u8; 14],
    bytes: [u16; 16],
    rows: [u8; 16],
}

impl Amx {
    pub(super) fn new() -> Option<Self> {
        (Avx512::new().is_some() && is_permitted()).then_some(Self(()))
    }

    /// Does work, compiled for these instructions.
    pub(super) fn run<T: KernelTask>(self, task: T) -> T::Output {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        let output = unsafe { avx512::run(self, task) };
        // SAFETY: as above. Without this the system would save empty tiles at each change of threads.
        unsafe { asm!("tilerelease", options(nostack, nomem)) };
        output
    }
}

/// Asks once whether the processor has AMX with 8-bit integers, and the system for the permission to use it.
#[cfg(target_os = "linux")]
fn is_permitted() -> bool {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    use std::sync::OnceLock;

    /// Bits of EDX in leaf 7: AMX-TILE and AMX-INT8.
    const NEEDED: u32 = 1 << 24 | 1 << 25;
    /// See arch/x86/include/uapi/asm/prctl.h and Documentation/arch/x86/xstate.rst of Linux.
    const ARCH_REQ_XCOMP_PERM: libc::c_long = 0x1023;
    const XFEATURE_XTILEDATA: libc::c_long = 18;

    static PERMITTED: OnceLock<bool> = OnceLock::new();
    *PERMITTED.get_or_init(|| {
        let has_instructions = __cpuid(0).eax >= 7 && __cpuid_count(7, 0).edx & NEEDED == NEEDED;
        // SAFETY: the call reads nothing of this process, and only permits it more registers.
        has_instructions && unsafe { libc::syscall(libc::SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) } == 0
    })
}

/// Other systems have other ways to ask.
#[cfg(not(target_os = "linux"))]
fn is_permitted() -> bool {
    false
}

/// The bytes of each part into which the inputs of a row of taps are cut: as few parts as possible, with whole groups.
fn part(bytes: usize) -> usize {
    let groups = bytes / GROUP;
    let parts = (bytes.div_ceil(ROW)..=groups).find(|&parts| groups.is_multiple_of(parts)).unwrap_or(groups);
    bytes / parts
}

impl Kernel for Amx {
    fn apart<T: KernelTask>(self, task: T) -> T::Output {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { avx512::run(self, task) }
    }

    #[inline(always)]
    fn frame(self, lines: usize) -> Frame {
        Frame::of_runs(lines, PLACES)
    }

    #[inline(always)]
    fn start(self, channels: usize, reach: usize) {
        let part = part((2 * reach + 1) * channels);
        let mut shapes = Shapes { palette: 1, start: 0, reserved: [0; 14], bytes: [0; 16], rows: [0; 16] };
        for (tile, (rows, bytes)) in
            [(ROWS, ROW); 4].into_iter().chain([(ROWS, part); 2]).chain([(part / GROUP, ROW); 2]).enumerate()
        {
            shapes.bytes[tile] = bytes as u16;
            shapes.rows[tile] = rows as u8;
        }
        // SAFETY: a value of this type exists only if the processor has the instructions; the shapes are within its limits.
        unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const shapes, options(nostack, readonly)) };
    }

    #[inline(always)]
    fn sums(self, row: &Row<'_>, sums: &mut [[i32; LANES]]) {
        let frame = self.frame(row.lines);
        assert!(row.is_whole(frame) && sums.len() == PLACES, "a whole run of places");
        let Row { channels, reach, .. } = *row;
        let side = 2 * reach + 1;
        let part = part(side * channels);
        let parts = side * channels / part;
        let first = frame.first() + row.number * PLACES - reach * (frame.stride() + 1);
        let inputs = row.input[first * channels..].as_ptr();
        // SAFETY: a value of this type exists only if the processor has the instructions, and `start` was called for this layer.
        // `is_whole` guarantees inputs for all taps of all places of the run, and weights for all taps. The sums are `PLACES`
        // times `LANES` numbers. No other code uses the tiles.
        unsafe {
            asm!(
                "tilezero tmm0",
                "tilezero tmm1",
                "tilezero tmm2",
                "tilezero tmm3",
                "2:",
                "mov {left}, {parts}",
                "3:",
                "tileloadd tmm4, [{near} + {channels}]",
                "tileloadd tmm6, [{weights} + {row}]",
                "tdpbusd tmm0, tmm4, tmm6",
                "tileloadd tmm7, [{weights} + {row} + 64]",
                "tdpbusd tmm1, tmm4, tmm7",
                "tileloadd tmm5, [{far} + {channels}]",
                "tdpbusd tmm2, tmm5, tmm6",
                "tdpbusd tmm3, tmm5, tmm7",
                "add {near}, {part}",
                "add {far}, {part}",
                "add {weights}, {weights_of_part}",
                "dec {left}",
                "jnz 3b",
                "add {near}, {to_next_row}",
                "add {far}, {to_next_row}",
                "dec {rows}",
                "jnz 2b",
                "tilestored [{sums} + {row}], tmm0",
                "tilestored [{sums} + {row} + 64], tmm1",
                "tilestored [{sums} + {row} + 2048], tmm2",
                "tilestored [{sums} + {row} + 2112], tmm3",
                left = out(reg) _,
                parts = in(reg) parts,
                near = inout(reg) inputs => _,
                far = inout(reg) inputs.wrapping_add(ROWS * channels) => _,
                channels = in(reg) channels,
                weights = inout(reg) row.weights.as_ptr() => _,
                row = in(reg) size_of::<[i32; LANES]>(),
                part = in(reg) part,
                weights_of_part = in(reg) part / GROUP * size_of::<super::KernelWeights>(),
                to_next_row = in(reg) (frame.stride() * channels).wrapping_sub(parts * part),
                rows = inout(reg) side => _,
                sums = in(reg) sums.as_mut_ptr(),
                out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                options(nostack)
            );
        }
    }

    #[inline(always)]
    fn sum_of_lanes(self, numbers: [f32; 16]) -> f32 {
        // SAFETY: a value of this type exists only if the processor has the instructions.
        unsafe { avx2::sum_of_lanes(numbers) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_equal_and_fit_into_a_tile() {
        for (channels, reach, expected) in
            [(24, 1, 36), (32, 1, 48), (64, 1, 64), (96, 1, 48), (32, 0, 32), (128, 0, 64)]
        {
            let bytes = (2 * reach + 1) * channels;
            let part = part(bytes);
            assert_eq!(part, expected, "{channels} channels, reach {reach}");
            assert!(part <= ROW && part.is_multiple_of(GROUP) && bytes.is_multiple_of(part));
        }
    }
}
