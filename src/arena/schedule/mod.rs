//! Matches: many games by one schedule, played in parallel. A match can be interrupted, continued, and split over
//! machines.
//!
//! - [`MatchSettings`] define a match. They alone decide each game's number, colours, opening and seed ([`Schedule`],
//!   [`Openings`]).
//! - [`play_match`] plays the missing games and appends each result to the results file ([`ResultsFile`]).
//! - [`Results`] are the content of such a file. [`Results::merge`] joins the results of shards.
//! - [`Standing`] is the score of the players after any of these games.

mod description;
mod match_settings;
mod openings;
mod pairings;
mod results;
mod run;
mod standing;

pub use description::{Entrant, MatchDescription, MatchHeader, OpeningsDescription};
pub use match_settings::{MatchSettings, MatchSettingsError};
pub(crate) use openings::place_at_random;
pub use openings::{HandicapError, Openings, OpeningsError};
pub use pairings::{Format, Schedule, ScheduledGame, Shard, ShardError};
pub use results::{Results, ResultsError, ResultsFile};
pub use run::{MatchEnd, MatchError, Observer, Plan, play_match};
pub use standing::{Standing, points_of};
