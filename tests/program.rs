//! The program as people and other programs use it: commands, protocols, pages, documents.

#[path = "common/fuzzing/analysis_query.rs"]
mod analysis_query;
#[path = "common/controller.rs"]
mod controller;
#[path = "common/corpus.rs"]
mod corpus;
#[path = "common/dialogue.rs"]
mod dialogue;
#[path = "common/fuzzing/file.rs"]
mod file;
#[path = "common/fuzzing/gtp_line.rs"]
mod gtp_line;
#[expect(dead_code, reason = "tests of the library spoil files")]
#[path = "common/katago_file.rs"]
mod katago_file;
#[cfg(unix)]
#[path = "common/killing.rs"]
mod killing;
#[path = "common/fuzzing/network.rs"]
mod network;
#[path = "common/fuzzing/options.rs"]
mod options;
#[path = "common/python.rs"]
mod python;
#[path = "common/fuzzing/results.rs"]
mod results;
#[path = "common/fuzzing/training_games.rs"]
mod training_games;

mod analysis;
mod cli;
mod docs;
mod gtp;
#[cfg(feature = "web")]
mod web;
