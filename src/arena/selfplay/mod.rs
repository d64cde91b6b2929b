//! Self-play: games of the engine with itself, written as training positions for a network.
//!
//! [`SelfplaySettings`] say which games are played, drawn game by game from a mix of boards and rule systems; [`selfplay`]
//! plays those that are missing in a file, and [`TrainingGames`] reads such files back. What moves are played and what is
//! written of them follows "Accelerating Self-Play Learning in Go" (Wu 2019): random openings, temperature, and many visits
//! for a share of the moves only (playout cap randomisation), which alone become targets of the policy, without the visits that noise
//! brought (policy target pruning). A colour may give up what is hopeless; some games are played to the end all the same.

mod file;
mod game;
mod run;
mod settings;

pub use file::{Resignation, TrainingEnd, TrainingFileError, TrainingGame, TrainingGames, TrainingTarget, TreeTarget};
pub use run::{SelfplayError, SelfplayObserver, SelfplayPlan, SelfplayTally, selfplay};
pub use settings::{Mix, SelfplaySettings, SelfplaySettingsError};
