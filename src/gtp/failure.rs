//! The errors of commands.

use std::fmt::Display;

/// The message of an answer that begins with `?`, in the words of the GTP draft if it has any.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Message {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error")]
    Syntax,
    #[error("illegal move")]
    IllegalMove,
    #[error("unacceptable size")]
    UnacceptableSize,
    #[error("board not empty")]
    BoardNotEmpty,
    #[error("invalid number of stones")]
    InvalidNumberOfStones,
    #[error("bad vertex list")]
    BadVertexList,
    #[error("cannot undo")]
    CannotUndo,
    #[error("cannot load file")]
    CannotLoadFile,
    #[error("cannot save file")]
    CannotSaveFile,
    /// The line is longer than this number of bytes.
    #[error("line too long: at most {0} bytes")]
    LineTooLong(usize),
    /// The moves so far are illegal under the requested option. Holds the reason.
    #[error("the game so far is impossible under this option: {0}")]
    ImpossibleOption(String),
    /// The request cannot be met. Holds the whole message.
    #[error("{0}")]
    Refused(String),
    #[error("internal error")]
    Internal,
}

/// A failed command. The session is restored to its state before the command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CommandFailure {
    /// The text of the answer.
    pub(super) message: Message,
    /// The details for the log. The messages of the draft have no room for them.
    pub(super) reason: String,
}

impl Message {
    /// A failure with a message of our own, for cases that the draft does not name.
    pub(super) fn refused(reason: impl Display) -> CommandFailure {
        let reason = reason.to_string();
        Self::Refused(reason.clone()).because(reason)
    }

    /// A failure with this message, and the details for the log.
    pub(super) fn because(self, reason: impl Display) -> CommandFailure {
        CommandFailure { message: self, reason: reason.to_string() }
    }
}
