//! Why a command fails.

use std::fmt::Display;

/// The message of an answer that begins with `?`: wherever the GTP draft has words for a case, those.
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
    /// A line longer than this number of bytes.
    #[error("line too long: at most {0} bytes")]
    LineTooLong(usize),
    /// An option under which the game so far could not have been played; why not.
    #[error("the game so far is impossible under this option: {0}")]
    ImpossibleOption(String),
    /// What was asked for is not there; what is there instead.
    #[error("{0}")]
    Refused(String),
    #[error("internal error")]
    Internal,
}

/// A command that failed. The session is as it was before the command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CommandFailure {
    /// What the other side is told.
    pub(super) message: Message,
    /// What was wrong, or what would have been right: for the log, where the draft leaves no room for it.
    pub(super) reason: String,
}

impl Message {
    /// The failure where something was asked for that is not there: what is there instead.
    pub(super) fn refused(reason: impl Display) -> CommandFailure {
        let reason = reason.to_string();
        Self::Refused(reason.clone()).because(reason)
    }

    /// The failure with this message, and its reason for the log.
    pub(super) fn because(self, reason: impl Display) -> CommandFailure {
        CommandFailure { message: self, reason: reason.to_string() }
    }
}
