//! Time: controls, what a player has left, and what a move may take of it.
//!
//! A [`TimeControl`] is the same for both sides of a match. The engine knows of both players' clocks what a [`GameClock`] holds, and
//! plans by [`GameClock::move_time`]; the referee of a match holds a [`RefereeClock`] for each, which decides.

mod control;
mod game;
mod plan;
mod referee;

pub use control::{Canadian, TimeControl, TimeControlError};
pub use game::GameClock;
pub use plan::{MoveTime, TimeLeft};
pub use referee::RefereeClock;

/// Seconds of a year: the longest time that can be set, so that every clock can count it.
pub const YEAR: f64 = 365.0 * 24.0 * 3600.0;
