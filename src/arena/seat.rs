//! A seat: a player, alive from game to game.

use super::builtin::Builtin;
use super::gtp_player::GtpPlayer;
use super::player::{PlayerSettings, Program};
use super::table::{FailedStart, Mishap, Table};
use crate::board::Color;
use crate::clock::RefereeClock;
use crate::geometry::PointSet;
use crate::rules::{Game, Move};
use std::fmt;
use std::time::Duration;

/// A seat: a player that is started when it is first needed, kept from game to game, and started anew after a crash.
///
/// A match has as many seats for a player as it plays games side by side. When a seat is dropped, its process is asked to
/// quit, waited for a little, and then killed with all that it started.
pub struct Seat {
    settings: PlayerSettings,
    player: Option<Box<dyn Player>>,
    /// What went wrong when it was started last, if anything did.
    failed_start: Option<String>,
    /// What it had said last on its stderr when it failed at its start or was sent away.
    last_words: Vec<String>,
}

/// What the referee asks of a player.
pub(super) trait Player: Send {
    /// What the program calls itself, and its version.
    fn program(&self) -> (Option<&str>, Option<&str>);

    /// Begins a game of this colour from where `game` stands.
    fn begin(&mut self, table: &Table<'_>, color: Color, game: &Game) -> Result<(), Mishap>;

    /// Chooses a move for its colour, which is to play, with what is left on its clock.
    fn choose(&mut self, table: &Table<'_>, game: &Game, clock: &RefereeClock) -> Result<Chosen, Mishap>;

    /// Is told of a turn: `game` stands just after it. A turn of its own colour is one that it chose.
    fn follow(&mut self, table: &Table<'_>, game: &Game) -> Result<(), Mishap>;

    /// What it has to say about the move that it chose last.
    fn explain(&mut self, table: &Table<'_>) -> Result<Option<String>, Mishap>;

    /// The stones that it holds to be dead at the end; `None` if it does not say.
    fn dead_stones(&mut self, table: &Table<'_>, game: &Game) -> Result<Option<PointSet>, Mishap>;

    /// What it has said last on its stderr, the last line last, if it has one.
    fn last_words(&self) -> Vec<String>;

    /// The time that it has computed since it was started; `None` where that is not known.
    fn cpu(&self) -> Option<Duration>;
}

/// What a player chose, and how long it took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen {
    /// The move; `None` to resign.
    pub(super) action: Option<Move>,
    /// The time that it took.
    pub(super) took: Duration,
}

impl Seat {
    /// A seat for this player. Nothing is started yet.
    pub fn new(settings: PlayerSettings) -> Self {
        Self { settings, player: None, failed_start: None, last_words: Vec::new() }
    }

    /// The player.
    pub fn settings(&self) -> &PlayerSettings {
        &self.settings
    }

    /// The player, if it is alive.
    pub(super) fn player(&self) -> Option<&dyn Player> {
        self.player.as_deref()
    }

    /// Asks the player something, and starts it first if need be. A player who could not do it is dismissed: nobody knows
    /// what state it is in.
    pub(super) fn ask<T>(
        &mut self,
        table: &Table<'_>,
        color: Color,
        question: impl FnOnce(&mut dyn Player) -> Result<T, Mishap>,
    ) -> Result<T, Mishap> {
        let player = match &mut self.player {
            Some(player) => player,
            none => {
                self.failed_start = None;
                none.insert(start(&self.settings, table, color).map_err(|FailedStart { mishap, last_words }| {
                    self.failed_start = described(&mishap);
                    self.last_words = last_words;
                    mishap
                })?)
            }
        };
        question(&mut **player)
    }

    /// What went wrong when the player was started last; `None` if it answered what it was asked at its start.
    pub(super) fn failed_start(&self) -> Option<&str> {
        self.failed_start.as_deref()
    }

    /// What the player had said last on its stderr when it failed at its start or was sent away, the last line last.
    pub(super) fn last_words(&self) -> &[String] {
        &self.last_words
    }

    /// Sends the player away; the next game starts it anew.
    pub(super) fn dismiss(&mut self) {
        if let Some(player) = self.player.take() {
            self.last_words = player.last_words();
        }
    }
}

/// What went wrong at a start, where that was the player's doing.
fn described(mishap: &Mishap) -> Option<String> {
    match mishap {
        Mishap::Game(_) => None,
        Mishap::Late => Some("no answer".to_owned()),
        Mishap::Trouble(_, detail) => Some(detail.clone()),
    }
}

fn start(settings: &PlayerSettings, table: &Table<'_>, color: Color) -> Result<Box<dyn Player>, FailedStart> {
    Ok(match &settings.program {
        Program::Builtin(engine) => Box::new(Builtin::new(engine.clone())),
        Program::Process(process) => Box::new(GtpPlayer::start(&settings.name, process, table, color)?),
    })
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat")
            .field("settings", &self.settings)
            .field("is_alive", &self.player.is_some())
            .finish_non_exhaustive()
    }
}
