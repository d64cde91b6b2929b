//! The text of a record: SGF, the Smart Game Format.
//!
//! What a value means, and how a text is written as a value, is left to the crate `sgf-parse`. The tree around the
//! values is read and written here, step by step and without recursion, because a tree of a million nodes must not
//! exhaust the stack; because errors name the line; and because what is not understood has to be written back to the
//! letter.

mod decode;
mod read;
mod scan;
mod write;

pub(super) use decode::{Decoded, decode, decode_without_name};
pub(super) use read::{read, read_all};
pub use write::point_text;
