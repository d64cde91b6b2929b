//! Errors of records.

use crate::geometry::SizeError;
use crate::rules::{PlayError, SetUpError};
use std::fmt;

/// The reason why a record could not be read or replayed.
///
/// Its text is one line, the place and then the problem: `game.sgf, line 3, move 12: D4 is occupied`.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{}{problem}", self.place())]
pub struct RecordError {
    /// The file, if the record was read from one.
    pub file: Option<String>,
    /// The line of the text, from 1, if it is known.
    pub line: Option<usize>,
    /// The number of the move, from 1, along the line that leads to it. For a problem outside a move it is the last
    /// move before.
    pub move_number: Option<usize>,
    /// The problem.
    pub problem: Problem,
}

/// The problem of a record.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The file cannot be read. The text is the operating system's message.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// The text has no game.
    #[error("expected an SGF game, which begins with `(;`, found none")]
    NoGame,
    /// A server's file has no move. The text is an example of one.
    #[error("expected a move, such as `{0}`, found none")]
    NoMoves(&'static str),
    /// The text is not valid SGF.
    #[error("expected {expected}, found {}", Found(*found))]
    Syntax {
        /// The expected syntax.
        expected: &'static str,
        /// The character found instead; `None` for the end of the text.
        found: Option<char>,
    },
    /// The text has more nodes than this limit.
    #[error("expected at most {0} nodes, found more")]
    TooManyNodes(usize),
    /// The rules do not allow this board size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A property that the game depends on has an unusable value: another game than Go, a board that is not a square, a
    /// komi that is not a number, a move that is not a point.
    #[error("{property}: expected {expected}")]
    Value {
        /// The property as written, shortened if it is long.
        property: String,
        /// The expected value.
        expected: &'static str,
    },
    /// A point outside the board.
    #[error("{property} is not on a board of {lines} lines")]
    Outside {
        /// The property as written, shortened if it is long.
        property: String,
        /// The number of lines of the board.
        lines: usize,
    },
    /// An illegal move.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// An invalid set-up position.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// The collection has no game with this number.
    #[error("game: expected 1 to {available}, got {asked}")]
    NoGameWithNumber {
        /// The number of the game.
        asked: usize,
        /// The number of games.
        available: usize,
    },
    /// The variation does not exist.
    #[error("variation: expected 1 to {available}, got {asked}")]
    NoVariation {
        /// The number of the variation.
        asked: usize,
        /// The number of variations.
        available: usize,
    },
    /// There are more variation numbers than branches along the line.
    #[error("variation: expected no further number, because the line does not branch again, got {0}")]
    NoBranch(usize),
}

/// The reason why texts, or even moves, may have been misread.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CharsetWarning {
    /// The record names no charset and is not UTF-8.
    #[error(
        "charset: the record names none (CA) and is not UTF-8, so it was read as Latin-1; if it is in another charset, \
         texts are wrong and moves may be missing"
    )]
    Unnamed,
    /// The record names no charset and is not UTF-8. Its bytes look like this charset.
    #[error("charset: the record names none (CA) and is not UTF-8, so it was read as {0}, which its bytes look like")]
    Detected(&'static str),
    /// The record is UTF-16.
    #[error("charset: the record is UTF-16 and was read as such")]
    Utf16,
    /// The record names an unknown charset and is not UTF-8.
    #[error(
        "charset: the record names `{0}` (CA), which is unknown, so it was read as UTF-8; if it is in another charset, \
         texts are wrong and moves may be missing"
    )]
    Unknown(String),
    /// The record is UTF-8, although it names this charset.
    #[error("charset: the record names `{0}` (CA), but it is UTF-8 and was read as such")]
    Utf8(String),
    /// The record has bytes that are invalid in the charset that it names.
    #[error(
        "charset: the record names `{0}` (CA), but has bytes that are invalid in it, which were replaced by \u{FFFD}"
    )]
    Malformed(String),
}

impl RecordError {
    /// The error without a place.
    pub(super) const fn new(problem: Problem) -> Self {
        Self { file: None, line: None, move_number: None, problem }
    }

    /// Adds the line of the text.
    pub(super) const fn on_line(mut self, line: Option<usize>) -> Self {
        self.line = line;
        self
    }

    /// Adds the number of the move; 0 means before the first.
    pub(super) const fn at_move(mut self, number: usize) -> Self {
        self.move_number = if number == 0 { None } else { Some(number) };
        self
    }

    /// Adds the file.
    pub(super) fn in_file(mut self, file: Option<String>) -> Self {
        self.file = file;
        self
    }

    /// The place, as a prefix of the message.
    fn place(&self) -> String {
        let places = [
            self.file.clone(),
            self.line.map(|line| format!("line {line}")),
            self.move_number.map(|number| format!("move {number}")),
        ];
        let place = places.into_iter().flatten().collect::<Vec<_>>().join(", ");
        if place.is_empty() { place } else { place + ": " }
    }
}

/// A character or the end of the text, in words.
struct Found(Option<char>);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(character) if character.is_control() => write!(f, "{character:?}"),
            Some(character) => write!(f, "`{character}`"),
            None => f.write_str("the end of the text"),
        }
    }
}
