//! Analysis: what the engine thinks of positions, for people and for programs.
//!
//! A [`Position`] is a game as it stands after so many moves of a record; a [`Finding`] is what a search has found of it,
//! with what the rules have at stake there; [`look_into_all`] looks into many positions side by side. What was found is
//! told as text ([`Text`]), as pictures ([`picture_of_position`], [`picture_of_game`]), as JSON ([`json`]) and as a record with comments and variations ([`annotate`]).
//! [`protocol`] is the conversation in JSON that other programs know from `KataGo`'s analysis engine.

mod accuracy;
mod annotation;
mod chart;
mod document;
mod finding;
mod page;
mod pictures;
mod position;
pub mod protocol;
mod report;
mod side_by_side;
mod swing;
mod words;

pub use accuracy::Accuracy;
pub use annotation::annotate;
pub use document::json;
pub use finding::{Finding, LABELS};
pub use page::{game_page, position_page};
pub use pictures::{picture_of_game, picture_of_position};
pub use position::{Position, Positions};
pub use report::Text;
pub use side_by_side::look_into_all;
pub use swing::{Swing, largest, mistakes, swings};
pub use words::{Expected, Words, words};
