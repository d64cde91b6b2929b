//! Playouts: from a position to the end of the game, by chance.
//!
//! [`play_on`] chooses placements by a [`Policy`]. Playouts with [`Policy::JUDGEMENT`], which answer ataris and leave sekis alone, show
//! which stones live.
//!
//! [`uniform_playout`] and [`area_playout`] choose placements uniformly: they show the speed of the board, and that the choice is
//! right.

mod area_playout;
mod choice;
mod policy;
mod uniform;

pub use area_playout::{AreaPlayout, area_playout};
pub use choice::play_on;
pub use policy::Policy;
pub use uniform::uniform_playout;
