//! What people see: boards as text, [pictures](BoardPicture) of boards and [charts](GameChart) of games, and everything
//! that happens in a game told in sentences.
//!
//! Facts and wording are kept apart: an [`Event`] says what happened and by which article, a [`RuleNotice`] what would happen,
//! and a [`Language`] has the words. Every text that a person reads about a game is in `language/english.rs` and, in the
//! same order, in `language/korean.rs`.

mod board;
mod conclusion;
mod events;
mod illustrations;
mod language;
mod mark;
mod narration;
mod picture;
mod rule_notices;
mod text;

pub use board::{Look, board, bowls, labelled, ownership, points};
pub use events::{End, Event, SuddenLoss};
pub use illustrations::{Illustration, illustrations};
pub use language::{Headings, Language, Phrases, Primer, RuleTopic};
pub use mark::Mark;
pub use narration::Narration;
#[cfg(feature = "native")]
pub(crate) use picture::drawing;
pub use picture::{
    BoardPicture, CandidateLabel, ChartPoint, GameChart, LeftOver, Mistake, Mistakes, Picture, PngError, Side, Theme,
};
pub use rule_notices::{RuleNotice, rule_notices};
pub use text::{beside, printable, protected, wrap};
