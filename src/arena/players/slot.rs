//! A player that stays alive from game to game.

use super::builtin::Builtin;
use super::gtp::GtpPlayer;
use super::settings::{PlayerSettings, Program};
use crate::arena::game::failure::PlayerFailure;
use crate::arena::game::player::{FailedStart, GameContext, Player};
use onepure_rules::board::Color;
use std::fmt;

/// A place for a player, which is started when it is first needed, kept from game to game, and started anew after a crash.
///
/// A match has as many slots for a player as it plays games in parallel. When a slot is dropped, its process is asked to
/// quit, waited for a little, and then killed with all that it started.
pub struct PlayerSlot {
    settings: PlayerSettings,
    player: Option<Box<dyn Player>>,
    /// What went wrong when it was started last, if anything did.
    failed_start: Option<String>,
    /// What it had said last on its stderr when it failed at its start or was stopped.
    stderr_tail: Vec<String>,
}

impl PlayerSlot {
    /// A slot for this player. Nothing is started yet.
    pub fn new(settings: PlayerSettings) -> Self {
        Self { settings, player: None, failed_start: None, stderr_tail: Vec::new() }
    }

    /// The player.
    pub fn settings(&self) -> &PlayerSettings {
        &self.settings
    }

    /// The player, if it is alive.
    pub(in crate::arena) fn player(&self) -> Option<&dyn Player> {
        self.player.as_deref()
    }

    /// Asks the player something, and starts it first if need be. A player who could not do it is stopped: nobody knows
    /// what state it is in.
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

    /// What went wrong when the player was started last; `None` if it answered what it was asked at its start.
    pub(in crate::arena) fn failed_start(&self) -> Option<&str> {
        self.failed_start.as_deref()
    }

    /// What the player had said last on its stderr when it failed at its start or was stopped, the last line last.
    pub(in crate::arena) fn stderr_tail(&self) -> &[String] {
        &self.stderr_tail
    }

    /// Ends the player; the next game starts it anew.
    pub(in crate::arena) fn stop_player(&mut self) {
        if let Some(player) = self.player.take() {
            self.stderr_tail = player.stderr_tail();
        }
    }
}

/// What went wrong at a start, where that was the player's doing.
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
