//! tmp
pub mod geometry;
pub mod board;
