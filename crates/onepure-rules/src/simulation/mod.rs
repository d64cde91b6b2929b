//! The fast position for search, networks and playouts.
//!
//! It uses the turn procedure of the rules, as a [`Game`](crate::rules::Game) does, but trusts 64-bit hashes. A search
//! makes one [`SimulationRoot`] from a game. Each simulation restarts its [`SimulationPosition`] at the root and plays
//! on. Each [`Family`](crate::rules::Family) of rule sets has its own root and position: [`OnePurePosition`] and
//! [`AreaPosition`].
//!
//! A simulation changes a [`State`], a plain copy without heap. Earlier positions, retired chains and abstentions go to
//! a history that each thread reuses.

mod area;
mod capture;
mod exact;
mod eyes;
mod facts;
mod frames;
mod history;
mod one_pure;
mod position;
mod root;
mod trace;
mod zone;

pub use area::{AreaPosition, AreaRoot};
pub use capture::{Capture, capture};
pub use exact::{Action, ExactPosition, Illegal};
pub use eyes::Eyes;
pub use facts::{Facts, Query, Trail};
pub use frames::Image;
pub use history::{History, PathHistory};
pub use one_pure::{OnePurePosition, OnePureRoot, State};
pub use position::{PlayEnd, SimulationPosition, Tried, turn_limit};
pub use root::{SimulationRoot, with_position};
pub use trace::Trace;
pub use zone::{Broken, ZonePosition};
