//! Records of games: SGF in every charset, and files with any other content.

mod charsets;
#[path = "../common/corpus.rs"]
mod corpus;
mod records;
mod rule_sets;
#[path = "../common/fuzzing/sgf.rs"]
mod sgf;
