//! The library: rules against a second implementation, playouts, records, networks and searches.

#[path = "common/checker/mod.rs"]
mod checker;
#[path = "common/comparison/mod.rs"]
mod comparison;
#[path = "common/corpus.rs"]
mod corpus;
#[path = "common/dialogue.rs"]
mod dialogue;
#[path = "common/held_out.rs"]
mod held_out;
#[path = "common/katago_answer.rs"]
mod katago_answer;
#[path = "common/katago_file.rs"]
mod katago_file;
#[path = "common/kos.rs"]
mod kos;
#[path = "common/mirror.rs"]
mod mirror;
#[path = "common/fuzzing/moves.rs"]
mod moves;
#[path = "common/problems.rs"]
mod problems;
#[path = "common/random_moves.rs"]
mod random_moves;
#[path = "common/reference/mod.rs"]
mod reference;
#[path = "common/regression.rs"]
mod regression;
#[path = "common/right_turn.rs"]
mod right_turn;
#[path = "common/sentences.rs"]
mod sentences;
#[path = "common/fuzzing/sgf.rs"]
mod sgf;
#[path = "common/trouble/mod.rs"]
mod trouble;
#[path = "common/turns.rs"]
mod turns;

mod network;
mod playout;
mod record;
mod rules;
mod search;
