//! A naive reference engine for the One Pure Rules, and for ordinary rules by area and by territory.
//!
//! Differential tests trust it. It is written from the text of the rules alone, as plainly as possible: chains are
//! found by flood fill, positions are whole boards that are stored and compared whole, and no state is updated
//! incrementally that can be recomputed.
//!
//! * `board`: a position, its chains, and the points of article 7.
//! * `ing`: the ko rule of Ing.
//! * `words`: the configurable rules, and the report of a turn.
//! * `engine`: one turn, step by step, and the state of the game.
//! * `diagram`: parsing of vertices and diagrams, for tests.

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
