//! tmp
pub mod geometry;
