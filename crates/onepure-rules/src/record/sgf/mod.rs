//! SGF, the Smart Game Format.
//!
//! The crate `sgf-parse` interprets values and writes texts as values. This module reads and writes the tree around the
//! values, for three reasons: it does not recurse, so that a tree of a million nodes does not overflow the stack;
//! errors have line numbers; and unknown properties are written back exactly.

mod decode;
mod detect;
mod read;
mod scan;
mod write;

pub use decode::preview;
pub(super) use decode::{Decoded, decode, decode_without_name};
pub(super) use read::{read, read_all};
pub(super) use scan::begins_game;
pub use write::point_text;
