//! Moves, colours and rule sets as Python names them, and the errors.

use onepure::board::Color;
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::rules::{Move, PlayError, Ruleset};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::{FromPyObject, PyErr, PyResult};

pyo3::create_exception!(
    onepure,
    IllegalMove,
    PyValueError,
    "A move that the rules do not allow. The game is unchanged."
);

/// A move as Python gives it.
#[derive(FromPyObject)]
pub(super) enum MoveWord {
    /// A point such as `E5`, or `pass`.
    Text(String),
    /// The number of the point, row by row from A1; the number of points is a pass.
    Number(usize),
}

impl MoveWord {
    /// The move on a board of this size. The point may lie outside.
    pub(super) fn on(self, size: BoardSize) -> PyResult<Move> {
        let lines = size.lines();
        match self {
            Self::Text(text) if text.eq_ignore_ascii_case("pass") => Ok(Move::Abstain),
            Self::Text(text) => text.parse().map(Move::Place).map_err(|_| {
                PyValueError::new_err(format!("move: expected a point such as E5, or pass, got {text:?}"))
            }),
            Self::Number(number) if number == lines * lines => Ok(Move::Abstain),
            Self::Number(number) => size.point(number % lines, number / lines).map(Move::Place).ok_or_else(|| {
                PyValueError::new_err(format!(
                    "move: expected an integer from 0 to {} (pass), got {number}",
                    lines * lines
                ))
            }),
        }
    }
}

/// The point with this name.
pub(super) fn point(text: &str) -> PyResult<Point> {
    text.parse().map_err(|_| PyValueError::new_err(format!("point: expected one such as E5, got {text:?}")))
}

/// The colour with this name, or `default` without a name.
pub(super) fn color(name: Option<&str>, default: Color) -> PyResult<Color> {
    match name {
        None => Ok(default),
        Some(name) if name.eq_ignore_ascii_case("black") => Ok(Color::Black),
        Some(name) if name.eq_ignore_ascii_case("white") => Ok(Color::White),
        Some(name) => Err(PyValueError::new_err(format!("color: expected black or white, got {name:?}"))),
    }
}

/// The rule set with this name.
pub(super) fn ruleset(name: &str) -> PyResult<Ruleset> {
    Ruleset::named(name)
        .ok_or_else(|| PyValueError::new_err(format!("rules: expected one of {}, got {name:?}", Ruleset::names())))
}

/// The names of points, row by row from A1.
pub(super) fn names(points: PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

/// The Python error for an illegal move.
pub(super) fn illegal(error: PlayError) -> PyErr {
    IllegalMove::new_err(error.to_string())
}
