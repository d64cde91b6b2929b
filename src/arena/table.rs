//! What the players of a game share, and what can go wrong with one of them.

use super::played::TroubleKind;
use super::referee::GameError;
use super::settings::{GameSettings, Watcher};
use super::transcript::Transcript;

/// What the players of a game share.
pub(super) struct Table<'game> {
    /// What is played.
    pub(super) settings: &'game GameSettings,
    /// Who may break it off.
    pub(super) watcher: &'game dyn Watcher,
    /// Where all GTP is written down.
    pub(super) transcript: Transcript,
}

/// Why a player did not do what it was asked.
#[derive(Debug)]
pub(super) enum Mishap {
    /// The game cannot go on, and that is not the player's doing in this game.
    Game(GameError),
    /// No answer in the time that it had.
    Late,
    /// What the player did wrong, on one line.
    Trouble(TroubleKind, String),
}

/// Why a player could not be started, and what it has said last on its stderr.
#[derive(Debug)]
pub(super) struct FailedStart {
    pub(super) mishap: Mishap,
    /// Lines, the last one last.
    pub(super) last_words: Vec<String>,
}

impl From<GameError> for Mishap {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}
