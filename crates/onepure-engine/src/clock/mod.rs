//! Time: time controls, clocks, and the time for a move.
//!
//! Both sides of a match have the same [`TimeControl`]. A [`GameClock`] holds the engine's view of both clocks, and
//! [`GameClock::move_time`] plans by it. The referee of a match holds a [`RefereeClock`] for each player, which decides.

mod control;
mod game;
mod plan;
mod referee;

pub use control::{Canadian, TimeControl, TimeControlError};
pub use game::GameClock;
pub use plan::{MoveTime, TimeLeft};
pub use referee::RefereeClock;

/// The seconds of a year: the longest time that can be set, so that no clock overflows.
pub const YEAR: f64 = 365.0 * 24.0 * 3600.0;
