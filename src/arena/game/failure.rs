//! Failures of a game: of the game itself, or of a player.

use super::played::TroubleKind;
use std::io;
use std::path::Path;

/// Why a game has no result of any kind. A player's fault during the game is a result instead.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The watcher stopped the game.
    #[error("the game was broken off")]
    Stopped,
    /// A player cannot be started, rejects a start-up command, or plays by other rules. No game with it is possible.
    #[error("{player} cannot play: {reason}")]
    Player {
        /// The player's name.
        player: String,
        /// The reason.
        reason: String,
    },
    /// The opening cannot be played.
    #[error("{0}")]
    Opening(String),
    /// A record or a transcript cannot be written.
    #[error("{file}: {reason}")]
    File {
        /// The file.
        file: String,
        /// The error that the operating system reports.
        reason: String,
    },
}

impl GameError {
    pub(in crate::arena) fn file(path: &Path, error: &io::Error) -> Self {
        Self::File { file: path.display().to_string(), reason: error.to_string() }
    }
}

/// Why a player did not answer a request.
#[derive(Debug)]
pub(in crate::arena) enum PlayerFailure {
    /// The game cannot go on, and the player is not at fault.
    Game(GameError),
    /// The player exceeded its time.
    Late,
    /// The player's fault, described on one line.
    Trouble(TroubleKind, String),
}

impl From<GameError> for PlayerFailure {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}
