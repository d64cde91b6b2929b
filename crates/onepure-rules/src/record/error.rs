//! What can be wrong with a record.

use crate::geometry::SizeError;
use crate::rules::{PlayError, SetUpError};
use std::fmt;

/// Why a record could not be read or replayed.
///
/// It is written as one line: where, then what, such as `game.sgf, line 3, move 12: D4 is occupied`.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{}{problem}", self.place())]
pub struct RecordError {
    /// The file, if the record came from one.
    pub file: Option<String>,
    /// The line of the text, from 1, where it can be named.
    pub line: Option<usize>,
    /// The number of the move, from 1, counted from the start of the record along the line that leads to it. Where
    /// something else than a move is wrong, it is the last move before it.
    pub move_number: Option<usize>,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Problem {
    /// The file cannot be read; what the operating system says.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// There is no game in the text.
    #[error("no game in it: an SGF game begins with `(;`")]
    NoGame,
    /// There is no move in a file of a server, of which this is one.
    #[error("no move in it: a line such as `{0}` is one")]
    NoMoves(&'static str),
    /// The text is not SGF.
    #[error("{expected} expected, found {}", Found(*found))]
    Syntax {
        /// What could have followed.
        expected: &'static str,
        /// What stands there; `None` for the end of the text.
        found: Option<char>,
    },
    /// More nodes than are read.
    #[error("more than {0} nodes: no more are read")]
    TooManyNodes(usize),
    /// A size on which the game is not played.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A property on which the game depends has a value that is of no use: another game than Go, a board that is not a
    /// square, a komi that is not a number, a move that is not a point.
    #[error("{property} is not {expected}")]
    Value {
        /// The property as it is written, shortened if it is long.
        property: String,
        /// What would be right.
        expected: &'static str,
    },
    /// A point outside the board.
    #[error("{property} is not on a board of {lines} lines")]
    Outside {
        /// The property as it is written, shortened if it is long.
        property: String,
        /// The number of lines of the board.
        lines: usize,
    },
    /// Two moves in one node.
    #[error("a second move in one node: each move needs a `;` before it")]
    TwoMoves,
    /// A move that cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A position that cannot be set up.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// A variation that does not exist.
    #[error("variation {asked} was asked for; 1 to {available} are there")]
    NoVariation {
        /// The number that was asked for.
        asked: usize,
        /// How many variations there are.
        available: usize,
    },
    /// More variation numbers than places where the line branches.
    #[error("variation {0} was asked for; the line does not branch any more")]
    NoBranch(usize),
}

/// Why the texts of a record may have been misread, or even moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CharsetWarning {
    /// The record names no charset, and is not UTF-8.
    #[error(
        "no charset is named (CA) and the text is not UTF-8: it was read as Latin-1; if it is in another one, texts are wrong \
         and moves may be missing"
    )]
    Unnamed,
    /// The record names no charset, and is Korean in EUC-KR.
    #[error("no charset is named (CA) and the text is not UTF-8: it was read as EUC-KR, as it is Korean")]
    Korean,
    /// The record names a charset that is not known here, and is not UTF-8.
    #[error(
        "the charset `{0}` (CA) is not known: the text was read as UTF-8; if it is in another one, texts are wrong and moves may \
         be missing"
    )]
    Unknown(String),
    /// The record is in UTF-8, although it names this charset.
    #[error("the charset is said to be `{0}` (CA), but the text is UTF-8 and was read as such")]
    Utf8(String),
    /// The record has bytes that mean nothing in the charset that it names.
    #[error("not all of the text is `{0}`, as it says (CA): what could not be read is replaced by \u{FFFD}")]
    Malformed(String),
}

impl RecordError {
    /// The problem, not knowing where.
    pub(super) const fn new(problem: Problem) -> Self {
        Self { file: None, line: None, move_number: None, problem }
    }

    /// The same in this line of the text.
    pub(super) const fn on_line(mut self, line: Option<usize>) -> Self {
        self.line = line;
        self
    }

    /// The same at this move; 0 for before the first.
    pub(super) const fn at_move(mut self, number: usize) -> Self {
        self.move_number = if number == 0 { None } else { Some(number) };
        self
    }

    /// The same in this file.
    pub(super) fn in_file(mut self, file: Option<String>) -> Self {
        self.file = file;
        self
    }

    /// Where it is, as the beginning of a message.
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

/// A character of the text, or its end, in words.
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
