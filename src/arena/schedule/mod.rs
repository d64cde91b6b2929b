//! A match: many games by one schedule, in parallel, that can be interrupted, taken up again, and spread over machines.
//!
//! - [`MatchSettings`] say what is to be played. They alone decide which game has which number, who has which colour in
//!   it, from which opening it is played and where its random numbers start ([`Schedule`], [`Openings`]).
//! - [`play_match`] plays the games that are still missing, and adds each to the results file as it ends ([`ResultsFile`]).
//! - [`Results`] are what such a file holds; the results of shards are joined by [`Results::merge`].
//! - [`Standing`] is where the players stand after any of these games.

mod description;
mod openings;
mod pairings;
mod results;
mod run;
mod settings;
mod standing;

pub use description::{Entrant, MatchDescription, MatchHeader, OpeningsDescription};
pub(crate) use openings::place_at_random;
pub use openings::{HandicapError, Openings, OpeningsError};
pub use pairings::{Format, Schedule, ScheduledGame, Shard, ShardError};
pub use results::{Results, ResultsError, ResultsFile};
pub use run::{Ending, MatchError, Observer, Plan, play_match};
pub use settings::{MatchSettings, MatchSettingsError};
pub use standing::{Standing, points_of};
