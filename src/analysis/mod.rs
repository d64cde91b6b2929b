//! Analysis: what the engine thinks of positions, for people and for programs.
//!
//! A [`RecordPosition`] is a game as it stands after so many moves of a record; a [`PositionAnalysis`] is what a search has found of it,
//! with what the rules have at stake there; [`look_into_all`] looks into many positions in parallel. What was found is
//! told as text ([`AnalysisText`]), as pictures ([`picture_of_position`], [`picture_of_game`]), as JSON ([`json`]) and as a record with comments and variations ([`annotate`]).
//! [`protocol`] is the conversation in JSON that other programs know from `KataGo`'s analysis engine.

mod accuracy;
mod annotation;
mod chart;
mod document;
mod page;
mod parallel;
mod pictures;
mod position_analysis;
pub mod protocol;
mod record_positions;
mod report;
mod swing;
mod words;

pub use accuracy::Accuracy;
pub use annotation::annotate;
pub use document::json;
pub use page::{game_page, position_page};
pub use parallel::look_into_all;
pub use pictures::{picture_of_game, picture_of_position};
pub use position_analysis::{LABELS, PositionAnalysis};
pub use record_positions::{RecordPosition, RecordPositions};
pub use report::AnalysisText;
pub use swing::{MistakeSize, Swing, largest, mistakes, swings};
pub use words::{Expected, Words, words};
