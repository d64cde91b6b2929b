//! The referee: one game between two players.

use super::played::Played;
use super::seat::Seat;
use super::settings::{GameSettings, Watcher};
use crate::board::PerColor;

/// Why a game was not played to any result. What a player does wrong is never among it.
#[derive(Debug, thiserror::Error)]
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

/// Plays one game between two seats.
///
/// After an error the seats can be used for other games.
pub fn play_game(
    settings: &GameSettings,
    seats: PerColor<&mut Seat>,
    watcher: &dyn Watcher,
) -> Result<Played, GameError> {
    let _ = (settings, seats, watcher);
    unimplemented!("the referee comes with the next commits")
}
