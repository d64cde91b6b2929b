//! Playouts: from a position to the end of the game, by chance.
//!
//! A search starts from a [`PlayoutRoot`], made once from a [`Game`](crate::rules::Game). Each simulation goes back to it with a
//! [`PlayoutPosition`], plays on in the tree, and then by a [`Policy`]. There is one kind of root and position for each
//! [`Family`](crate::rules::Family) of rule sets: [`OnePurePosition`] and [`AreaPosition`]. Which stones live is judged by playouts
//! of its own kind, which answer ataris and leave sekis alone ([`Policy::JUDGEMENT`]).
//!
//! A position changes a plain copy without heap ([`State`]); what it must remember beside it (positions, retired chains,
//! abstentions) is in a history that each thread keeps and empties.
//!
//! [`uniform_playout`] and [`area_playout`] choose placements uniformly: they show the speed of the board, and that the choice is
//! right.

mod area;
mod area_playout;
mod capture;
mod choice;
mod eyes;
mod history;
mod one_pure;
mod policy;
mod position;
mod randomness;
mod root;
mod trace;
mod uniform;

pub use area::{AreaPosition, AreaRoot};
pub use area_playout::{AreaPlayout, area_playout};
pub use history::{History, PathHistory};
pub use one_pure::{OnePurePosition, OnePureRoot, State};
pub use policy::Policy;
pub use position::{PlayoutEnd, PlayoutPosition, Tried};
pub use randomness::Randomness;
pub use root::{PlayoutRoot, with_position};
pub use trace::Trace;
pub use uniform::uniform_playout;
