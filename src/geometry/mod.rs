//! Points, board sizes, sets of points as bits, and symmetries. Imports nothing from the rest of the crate.

mod bitboard;
mod layout;
mod point;
mod size;
mod symmetry;

pub use bitboard::{Bitboard, PointSet, Points};
pub use layout::{CellNumber, Large, Layout, LayoutTask, Medium, Small, Value};
pub use point::{PerPoint, Point, PointError, column_letter};
pub use size::{BoardSize, SizeError};
pub use symmetry::Symmetry;
