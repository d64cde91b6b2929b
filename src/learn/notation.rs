//! The notation of points and turns in a lesson, and its errors.

use onepure_rules::geometry::{Point, PointSet};
use onepure_rules::rules::Move;

/// An error in the text of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct LessonError(pub(super) String);

/// Parses a turn: a point, or `pass`.
pub(super) fn action(word: &str) -> Result<Move, LessonError> {
    if word == "pass" { Ok(Move::Abstain) } else { point(word).map(Move::Place) }
}

/// Parses a point.
pub(super) fn point(word: &str) -> Result<Point, LessonError> {
    word.parse().map_err(|_| LessonError(format!("expected a point, got `{word}`")))
}

/// Parses points separated by blanks.
pub(super) fn points(text: &str) -> Result<PointSet, LessonError> {
    text.split_whitespace().map(point).collect()
}
