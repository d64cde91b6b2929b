//! The program as people run it: commands, options, files, matches, and what ends it.

mod chinese;
mod commands;
#[cfg(unix)]
#[path = "../common/controller.rs"]
mod controller;
#[cfg(unix)]
mod danger;
mod evaluator;
#[cfg(unix)]
#[path = "../common/killing.rs"]
mod killing;
mod matches;
mod packages;
mod play;
mod player_rules;
mod replay;
#[cfg(unix)]
mod resume;
mod rule_sets;
mod served;
#[cfg(unix)]
mod stopping;
#[cfg(unix)]
mod terminal;
