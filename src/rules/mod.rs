//! The rules: what a turn does ([`Game::play`]), who has which points ([`Points`]), how a game ends ([`Outcome`]).
//!
//! The turn procedure stands in one place, `turn`, and is used by [`Game`], which remembers everything and compares
//! positions stone by stone, and by playouts, which trust 64-bit hashes.

mod errors;
mod events;
mod game;
mod outcome;
mod points;
mod positions;
mod ruleset;
pub(crate) mod turn;

pub use errors::{PlayError, SetUpError};
pub use events::{Abstention, Move, RetiredChain, Retirement, Stones, Turn};
pub use game::Game;
pub use outcome::{Article, Outcome, Reason, Verdict, WonBy};
pub use points::{Count, Points, areas};
pub use ruleset::{Articles, Counting, EndOfPlay, Repetition, Ruleset, Suicide};
pub use turn::Cause;
