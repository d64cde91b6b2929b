//! What can go wrong in a game: with the game itself, or with one of its players.

use super::played::TroubleKind;
use std::io;
use std::path::Path;

/// Why a game was not played to any result. What a player does wrong is never among it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The watcher broke it off.
    #[error("the game was broken off")]
    Stopped,
    /// A player cannot be started, or refuses what it is to be given at the start, or plays by other rules: nothing would
    /// come of any game with it.
    #[error("{player} cannot play: {reason}")]
    Player {
        /// Its name.
        player: String,
        /// Why.
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
        /// What the operating system says.
        reason: String,
    },
}

impl GameError {
    pub(in crate::arena) fn file(path: &Path, error: &io::Error) -> Self {
        Self::File { file: path.display().to_string(), reason: error.to_string() }
    }
}

/// Why a player did not do what it was asked.
#[derive(Debug)]
pub(in crate::arena) enum PlayerFailure {
    /// The game cannot go on, and that is not the player's doing in this game.
    Game(GameError),
    /// No answer in the time that it had.
    Late,
    /// What the player did wrong, on one line.
    Trouble(TroubleKind, String),
}

impl From<GameError> for PlayerFailure {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}
