//! What the fuzz targets in `fuzz/` do with the bytes that they are given: nothing may panic, and more than that has to
//! hold. The tests run the same code on the inputs in `tests/data/corpus`, without a fuzzer.

#![allow(unreachable_pub, reason = "nothing lies outside a test")]

pub mod analysis_query;
pub mod gtp_line;
pub mod moves;
pub mod sgf;
