//! How points and turns are written in a lesson, and what is wrong with a text that is no lesson.

use onepure_rules::geometry::{Point, PointSet};
use onepure_rules::rules::Move;

/// Why a text is no lesson.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct LessonError(pub(super) String);

/// Reads a turn: a point, or `pass`.
pub(super) fn action(word: &str) -> Result<Move, LessonError> {
    if word == "pass" { Ok(Move::Abstain) } else { point(word).map(Move::Place) }
}

/// Reads a point.
pub(super) fn point(word: &str) -> Result<Point, LessonError> {
    word.parse().map_err(|_| LessonError(format!("expected a point, got `{word}`")))
}

/// Reads points with blanks between them.
pub(super) fn points(text: &str) -> Result<PointSet, LessonError> {
    text.split_whitespace().map(point).collect()
}
