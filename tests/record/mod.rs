//! Records of games: SGF in every charset, and files with any other content.

mod charsets;
mod records;
mod rule_sets;
