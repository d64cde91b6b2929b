//! Networks, and the search with one.

mod evaluation;
mod search;
