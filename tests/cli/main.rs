//! The program as users run it: commands, options, files, matches, and interrupts.

mod chinese;
mod commands;
#[cfg(unix)]
#[path = "../common/controller.rs"]
mod controller;
#[path = "../common/corpus.rs"]
mod corpus;
#[cfg(unix)]
mod danger;
mod evaluator;
#[path = "../common/fuzzing/file.rs"]
mod file;
mod help;
mod hostile_files;
#[cfg(unix)]
#[path = "../common/killing.rs"]
mod killing;
mod learn;
mod markup;
mod matches;
#[path = "../common/fuzzing/network.rs"]
mod network;
#[path = "../common/fuzzing/options.rs"]
mod options;
mod packages;
mod play;
mod player_rules;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod processor;
mod replay;
#[path = "../common/fuzzing/results.rs"]
mod results;
#[cfg(unix)]
mod resume;
mod rule_sets;
mod served;
mod solve;
#[cfg(unix)]
mod stopping;
#[cfg(unix)]
mod terminal;
#[path = "../common/fuzzing/training_games.rs"]
mod training_games;
