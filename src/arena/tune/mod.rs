//! Tuning: finding values of a player's parameters with which it wins more, by games.
//!
//! The method is SPSA (J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
//! approximation", IEEE Transactions on Automatic Control 37, 1992): each iteration moves *all* parameters a little from
//! where they stand, each up or down by chance, lets the player with them and the player with the opposite values play,
//! and goes towards the one that did better. Two players an iteration are enough, however many parameters there are.
//!
//! - [`TunedParameter`] is a parameter with its start, its range and how far it is moved to see what that does.
//! - [`Spsa`] is the arithmetic, which knows nothing of games.
//! - [`TuneSettings`] say what is tuned; they make a match whose players' values change from iteration to iteration.
//! - [`TuneState`] is how far it has come: it follows from the settings and the games played so far, and from nothing else.
//! - [`tune`] plays the games that are missing, and adds each to a file as it ends; [`report`] tells what came of them.

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
