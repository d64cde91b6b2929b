//! Networks, and the search with one.

mod evaluation;
mod search;
#[path = "../common/trouble/mod.rs"]
mod trouble;
