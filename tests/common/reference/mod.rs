//! A naive reference engine for the One Pure Rules, and for ordinary rules by
//! area and by territory.
//!
//! It is the judge in differential tests. It is written from the rules text
//! alone, and as plainly as possible: chains are found by flood fill, positions
//! are whole boards that are stored and compared whole, and nothing is kept up
//! to date that can be computed again.
//!
//! * `board`: a position, its chains, and the points of article 7.
//! * `ing`: the ko of the Ing rules.
//! * `words`: the rules that may be chosen, and what a turn reports.
//! * `engine`: one turn, step by step, and the game as it stands.
//! * `diagram`: reading vertices and diagrams, for tests.

#![allow(dead_code, unused_imports, reason = "not every test uses everything")]
#![allow(unreachable_pub, reason = "nothing lies outside a test")]

mod board;
mod diagram;
mod engine;
mod ing;
mod words;

pub use board::{Board, Colour, Vertex};
pub use diagram::{numbered_points, stones, vertex};
pub use engine::Engine;
pub use words::{
    Action, Cause, Counting, End, Event, Reason, Refusal, Repetition, Retired, Rules, Sharing, Suicide, Tax, Winner,
};
