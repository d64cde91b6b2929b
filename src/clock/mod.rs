//! Time: controls, what a player has left, and what a move may take of it.
//!
//! [`TimeSettings`] are a control as an engine is told it, [`TimeControl`] one as people write it. The engine knows of both
//! players' clocks what a [`GameClock`] holds, and plans by [`GameClock::move_time`]; the referee of a match holds a
//! [`RefereeClock`] for each, which decides.

mod control;
mod game;
mod referee;
mod settings;

pub use control::{Canadian, TimeControl, TimeControlError};
pub use game::GameClock;
pub use referee::RefereeClock;
pub use settings::{MoveTime, Overtime, TimeLeft, TimeSettings};

/// Seconds of a year: the longest time that can be set, so that every clock can count it.
pub const YEAR: f64 = 365.0 * 24.0 * 3600.0;
