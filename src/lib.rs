//! A Go engine for the One Pure Rules.

pub mod board;
pub mod cli;
pub mod engine;
pub mod geometry;
pub mod gtp;
pub mod playout;
pub mod record;
pub mod rules;
pub mod search;
pub mod view;
