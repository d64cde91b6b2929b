//! A player as the referee sees it.

use super::failure::PlayerFailure;
use super::settings::{GameSettings, Watcher};
use super::transcript::Transcript;
use onepure_engine::clock::RefereeClock;
use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{Game, Move};
use std::time::Duration;

/// What the referee asks of a player.
pub(in crate::arena) trait Player: Send {
    /// What the program calls itself, and its version.
    fn program(&self) -> (Option<&str>, Option<&str>);

    /// Puts so many handicap stones, or fewer, where it likes, as Black in a game that begins; `None` if it does not say where. `game`
    /// has them on the usual points.
    fn place_handicap(
        &mut self,
        context: &GameContext<'_>,
        game: &Game,
        stones: u16,
    ) -> Result<Option<PointSet>, PlayerFailure>;

    /// Begins a game of this colour from where `game` stands.
    fn begin(&mut self, context: &GameContext<'_>, color: Color, game: &Game) -> Result<(), PlayerFailure>;

    /// Chooses a move for its colour, which is to play, with what is left on its clock.
    fn choose(
        &mut self,
        context: &GameContext<'_>,
        game: &Game,
        clock: &RefereeClock,
    ) -> Result<ChosenMove, PlayerFailure>;

    /// Is told of a turn: `game` stands just after it. A turn of its own colour is one that it chose.
    fn follow(&mut self, context: &GameContext<'_>, game: &Game) -> Result<(), PlayerFailure>;

    /// What it has to say about the move that it chose last.
    fn explain(&mut self, context: &GameContext<'_>) -> Result<Option<String>, PlayerFailure>;

    /// The stones that it judges to be dead at the end; `None` if it does not say.
    fn dead_stones(&mut self, context: &GameContext<'_>, game: &Game) -> Result<Option<PointSet>, PlayerFailure>;

    /// Goes on after the end of play, off the clock, to show which stones are dead: captures what it judges dead of the other colour,
    /// answers what that asks for, and passes where nothing is left to do. `None` if it does not know how.
    fn clean_up(&mut self, context: &GameContext<'_>, game: &Game) -> Result<Option<Move>, PlayerFailure>;

    /// What it has said last on its stderr, the last line last, if it has one.
    fn stderr_tail(&self) -> Vec<String>;

    /// The time that it has computed since it was started; `None` where that is not known.
    fn cpu(&self) -> Option<Duration>;
}

/// What a player chose, and how long it took.
#[derive(Clone, Copy, Debug)]
pub(in crate::arena) struct ChosenMove {
    /// The move; `None` to resign.
    pub(in crate::arena) action: Option<Move>,
    /// The time that it took.
    pub(in crate::arena) took: Duration,
}

/// What the players of a game share.
pub(in crate::arena) struct GameContext<'game> {
    /// What is played.
    pub(in crate::arena) settings: &'game GameSettings,
    /// Who may break it off.
    pub(in crate::arena) watcher: &'game dyn Watcher,
    /// Where all GTP is written down.
    pub(in crate::arena) transcript: Transcript,
}

/// Why a player could not be started, and what it has said last on its stderr.
#[derive(Debug)]
pub(in crate::arena) struct FailedStart {
    pub(in crate::arena) failure: PlayerFailure,
    /// Lines, the last one last.
    pub(in crate::arena) stderr_tail: Vec<String>,
}
