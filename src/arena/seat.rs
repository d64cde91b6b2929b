//! A seat: a player, alive from game to game.

use super::player::PlayerSettings;

/// A seat: a player that is started when it is first needed, kept from game to game, and started anew after a crash.
///
/// A match has as many seats for a player as it plays games side by side. When a seat is dropped, its process is asked to
/// quit, waited for a little, and then killed with all that it started.
#[derive(Debug)]
pub struct Seat {
    settings: PlayerSettings,
}

impl Seat {
    /// A seat for this player. Nothing is started yet.
    pub fn new(settings: PlayerSettings) -> Self {
        Self { settings }
    }

    /// The player.
    pub fn settings(&self) -> &PlayerSettings {
        &self.settings
    }
}
