//! Output for readers: boards as text, [pictures](BoardPicture) of boards, [charts](GameChart) of games, and the events
//! of a game in sentences.
//!
//! Facts and wording are separate. An [`Event`] is a fact with its article, a [`RuleNotice`] a possible one, and a
//! [`Language`] has the text. All text about games is in `language/english` and, in the same order, in
//! `language/korean`.

mod board;
mod conclusion;
mod display;
mod events;
mod illustrations;
mod language;
mod mark;
mod narration;
mod picture;
mod rule_notices;
mod text;

pub use board::{Look, board, board_with_dead, bowls, labelled, ownership, points};
pub use display::{Display, Perspective, UserParameter, UserSettings};
pub use events::{End, Event, SuddenLoss};
pub use illustrations::{Illustration, illustrations};
pub use language::{Headings, Language, Phrases, Primer, Remarks, RuleTopic, Terms};
pub use mark::Mark;
pub use narration::Narration;
#[cfg(feature = "native")]
pub(crate) use picture::drawing;
pub use picture::{
    BoardPicture, CandidateLabel, ChartPoint, GameChart, LeftOver, Mistake, Mistakes, Picture, PngError, Side, Theme,
};
pub use rule_notices::{RuleNotice, rule_notices};
pub use text::{beside, image, printable, protected, wrap};
