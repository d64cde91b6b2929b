//! Playouts: one fast run to the end under the exact rules.
//!
//! A search starts from a [`Root`], made once from a [`Game`](crate::rules::Game); each run copies its [`State`] into a
//! [`Line`] and plays on from there, first in the tree, then at random ([`light`]). The state is a plain copy without
//! heap; what a line must remember beside it (positions, retired chains, abstentions) is in a journal that each thread
//! keeps and empties.

mod eyes;
mod journal;
mod light;
mod line;
mod ordinary;
mod randomness;

pub use journal::{History, Journal};
pub use light::light;
pub use line::{End, Line, Root, State};
pub use ordinary::{OrdinaryEnd, ordinary};
pub use randomness::Randomness;
