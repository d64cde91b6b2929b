//! Networks, and the search with one.

mod evaluation;
mod katago;
mod search;
