//! Analysis: search results of positions, for readers and for programs.
//!
//! A [`RecordPosition`] is the game after some moves of a record. A [`PositionAnalysis`] is the search result for it,
//! with the rule notices. [`look_into_all`] analyses positions in parallel. The output is text ([`AnalysisText`]),
//! pictures ([`picture_of_position`], [`picture_of_game`]), JSON ([`json`]) or a record with comments and variations
//! ([`annotate`]). [`protocol`] is the JSON protocol of `KataGo`'s analysis engine.

mod accuracy;
mod annotation;
mod chart;
mod json;
mod page;
mod parallel;
mod pictures;
mod position_analysis;
pub mod protocol;
mod reason;
mod record_positions;
mod report;
mod swing;
mod words;

pub use accuracy::Accuracy;
pub use annotation::annotate;
pub use json::{Source, json};
pub use page::{game_page, position_page};
pub use parallel::look_into_all;
pub use pictures::{picture_of_game, picture_of_position};
pub use position_analysis::{LABELS, PositionAnalysis};
pub use reason::{MistakeReason, Removal};
pub use record_positions::{RecordPosition, RecordPositions};
pub use report::AnalysisText;
pub use swing::{MistakeSize, Swing, largest, mistakes, swings};
pub use words::{Expected, Words, mistake_reason, score_lead, words};
