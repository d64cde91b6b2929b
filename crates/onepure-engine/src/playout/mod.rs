//! Playouts: random games from a position to the end.
//!
//! [`play_on`] chooses placements by a [`Policy`]. Playouts by [`Policy::JUDGEMENT`] answer ataris and keep sekis, so they show which
//! stones live.
//!
//! [`uniform_playout`] and [`area_playout()`] draw placements uniformly: they measure the speed of the board and test the choice.

mod area_playout;
mod choice;
mod policy;
mod uniform;

pub use area_playout::{AreaPlayout, area_playout};
pub use choice::play_on;
pub use policy::Policy;
pub use uniform::uniform_playout;
