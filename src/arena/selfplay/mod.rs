//! Self-play: games of the engine against itself, written as training data for a network.
//!
//! [`SelfplaySettings`] define the games, each drawn from a mix of boards and rule sets. [`selfplay`] plays the games
//! that a file lacks, [`TrainingGames`] reads such files, and [`keep_games`] writes small ones. The method follows "Accelerating Self-Play Learning in
//! Go" (Wu 2019): random openings, temperature, and playout cap randomization, in which only a fraction of the moves
//! get a full search. Only full searches become policy targets, after policy target pruning removes the visits that
//! noise caused. Some of the other positions are searched again after the game. A colour resigns hopeless games, except in a fraction of games.

mod file;
mod game;
mod keep;
mod reanalysis;
mod run;
mod selfplay_settings;

pub use file::{Resignation, TrainingEnd, TrainingFileError, TrainingGame, TrainingGames, TrainingTarget, TreeTarget};
pub use keep::{KeptGames, keep_games};
pub use run::{SelfplayError, SelfplayObserver, SelfplayPlan, SelfplayTally, selfplay};
pub use selfplay_settings::{Mix, SelfplaySettings, SelfplaySettingsError};
