//! The fast position on which searches, networks and playouts play.
//!
//! It plays by the turn procedure of the rules, as a [`Game`](crate::rules::Game) does, but trusts 64-bit hashes. A search starts from a
//! [`SimulationRoot`], made once from a game. Each simulation goes back to it with a [`SimulationPosition`] and plays on. There is one kind
//! of root and position for each [`Family`](crate::rules::Family) of rule sets: [`OnePurePosition`] and [`AreaPosition`].
//!
//! A position changes a plain copy without heap ([`State`]); what it must remember besides (positions, retired chains, abstentions) is
//! in a history that each thread keeps and empties.

mod area;
mod capture;
mod eyes;
mod history;
mod one_pure;
mod position;
mod root;
mod trace;

pub use area::{AreaPosition, AreaRoot};
pub use capture::{Capture, capture};
pub use eyes::Eyes;
pub use history::{History, PathHistory};
pub use one_pure::{OnePurePosition, OnePureRoot, State};
pub use position::{PlayEnd, SimulationPosition, Tried, turn_limit};
pub use root::{SimulationRoot, with_position};
pub use trace::Trace;
