//! Tuning: playing games to find parameter values with which a player wins more.
//!
//! The method is SPSA (J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
//! approximation", IEEE Transactions on Automatic Control 37, 1992). Each iteration moves all parameters at once by a
//! small step, each in a random direction. The player with these values plays the player with the opposite steps, and
//! the values move towards the winner. Two players per iteration suffice for any number of parameters.
//!
//! - [`TunedParameter`] is a parameter with its start, range and step.
//! - [`Spsa`] is the optimizer, without any knowledge of games.
//! - [`TuneSettings`] are the parameters and the games. They define a match whose players' values change with each
//!   iteration.
//! - [`TuneState`] is the progress. It depends on the settings and the results alone.
//! - [`tune`] plays the missing games and appends each result to a file; [`report`] prints the tuned values.

mod parameter;
mod report;
mod run;
mod settings;
mod spsa;
mod tune_state;

pub use parameter::{TunedParameter, TunedParameterError};
pub use report::report;
pub use run::{TuneError, TuneObserver, tune};
pub use settings::{TuneDescription, TuneHeader, TuneSettings, TuneSettingsError};
pub use spsa::{Dimension, Spsa, Trial};
pub use tune_state::{TuneState, TuneStateError};
