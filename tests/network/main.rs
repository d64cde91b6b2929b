//! Networks, and the search with one.

mod evaluation;
mod katago;
#[path = "../common/mirror.rs"]
mod mirror;
#[path = "../common/random_moves.rs"]
mod random_moves;
mod search;
#[path = "../common/trouble/mod.rs"]
mod trouble;
