//! A player that stays alive between games.

use super::builtin::Builtin;
use super::gtp::GtpPlayer;
use super::player_settings::{PlayerSettings, Program};
use crate::arena::game::failure::PlayerFailure;
use crate::arena::game::player::{FailedStart, GameContext, Player};
use onepure_rules::board::Color;
use std::fmt;

/// A player that is started when it is first needed, kept between games, and restarted after a crash.
///
/// A match has one slot per player and parallel game. Dropping a slot sends `quit` to its process, waits briefly, and
/// kills it with all its descendants.
pub struct PlayerSlot {
    settings: PlayerSettings,
    player: Option<Box<dyn Player>>,
    /// Why the last start failed, if it did.
    failed_start: Option<String>,
    /// The end of its stderr when it failed at its start or was stopped.
    stderr_tail: Vec<String>,
}

impl PlayerSlot {
    /// A slot for this player, which is not started yet.
    pub fn new(settings: PlayerSettings) -> Self {
        Self { settings, player: None, failed_start: None, stderr_tail: Vec::new() }
    }

    /// The player's name and program.
    pub fn settings(&self) -> &PlayerSettings {
        &self.settings
    }

    /// The player, if it runs.
    pub(in crate::arena) fn player(&self) -> Option<&dyn Player> {
        self.player.as_deref()
    }

    /// Sends a request to the player, and starts it first if needed. If the player fails, the caller decides by
    /// [`PlayerSlot::stop_player`] whether the next game restarts it.
    pub(in crate::arena) fn ask<T>(
        &mut self,
        context: &GameContext<'_>,
        color: Color,
        question: impl FnOnce(&mut dyn Player) -> Result<T, PlayerFailure>,
    ) -> Result<T, PlayerFailure> {
        let player = match &mut self.player {
            Some(player) => player,
            none => {
                self.failed_start = None;
                none.insert(start(&self.settings, context, color).map_err(|FailedStart { failure, stderr_tail }| {
                    self.failed_start = described(&failure);
                    self.stderr_tail = stderr_tail;
                    failure
                })?)
            }
        };
        question(&mut **player)
    }

    /// Why the last start failed; `None` if it succeeded.
    pub(in crate::arena) fn failed_start(&self) -> Option<&str> {
        self.failed_start.as_deref()
    }

    /// The last lines of stderr, oldest first, when the player failed at its start or was stopped.
    pub(in crate::arena) fn stderr_tail(&self) -> &[String] {
        &self.stderr_tail
    }

    /// Ends the player. The next game starts it again.
    pub(in crate::arena) fn stop_player(&mut self) {
        if let Some(player) = self.player.take() {
            self.stderr_tail = player.stderr_tail();
        }
    }
}

/// Why a start failed; `None` if the player is not at fault.
fn described(failure: &PlayerFailure) -> Option<String> {
    match failure {
        PlayerFailure::Game(_) => None,
        PlayerFailure::Late => Some("no answer".to_owned()),
        PlayerFailure::Trouble(_, detail) => Some(detail.clone()),
    }
}

fn start(settings: &PlayerSettings, context: &GameContext<'_>, color: Color) -> Result<Box<dyn Player>, FailedStart> {
    Ok(match &settings.program {
        Program::Builtin(engine) => Box::new(Builtin::new(engine.as_ref().clone())),
        Program::Process(process) => Box::new(GtpPlayer::start(&settings.name, process, context, color)?),
    })
}

impl fmt::Debug for PlayerSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayerSlot")
            .field("settings", &self.settings)
            .field("is_alive", &self.player.is_some())
            .finish_non_exhaustive()
    }
}
