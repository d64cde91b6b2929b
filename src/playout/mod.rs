//! Playouts: one fast run to the end.
//!
//! A search starts from a [`Root`], made once from a [`Game`](crate::rules::Game); each run copies its [`State`] into a
//! [`Line`] and plays on from there, first in the tree, then at random ([`light`]). That is under the exact rules, where
//! stones can be immovable; where none can, the same is done by [`OrdinaryRoot`], [`OrdinaryLine`] and [`ordinary`].
//! A [`Course`] is either kind of line, a [`CourseRoot`] either kind of root. Which stones live is judged by playouts of
//! its own kind, which answer ataris and leave sekis alone ([`Policy::JUDGEMENT`]).
//!
//! The state is a plain copy without heap; what a line must remember beside it (positions, retired chains, abstentions)
//! is in a journal that each thread keeps and empties.

mod course;
mod eyes;
mod journal;
mod light;
mod line;
mod ordinary;
mod ordinary_line;
mod policy;
mod randomness;
mod trace;

pub use course::{Course, CourseRoot, CourseTask};
pub use journal::{History, Journal};
pub use light::light;
pub use line::{End, Line, Root, State, Tried};
pub use ordinary::{OrdinaryEnd, ordinary};
pub use ordinary_line::{OrdinaryLine, OrdinaryRoot};
pub use policy::Policy;
pub use randomness::Randomness;
pub use trace::Trace;
