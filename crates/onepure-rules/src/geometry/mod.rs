//! Points, board sizes, bitboards and symmetries. Imports nothing from the rest of the crate.

mod bitboard;
mod hash;
mod layout;
mod point;
mod processor;
mod size;
mod symmetry;

pub use bitboard::{Bitboard, PointSet, Points};
pub(crate) use hash::{GOLDEN, scrambled};
pub use layout::{CellNumber, Large, Layout, Medium, Small, Value};
pub use point::{PerPoint, Point, PointError, column_letter};
pub use processor::{Portable, ProcessorTask, SelectBit, missing_instructions, on_this_processor};
pub use size::{BoardSize, SizeError, with_layout};
pub use symmetry::Symmetry;
