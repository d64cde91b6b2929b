//! A player, as the referee uses it.

use super::failure::PlayerFailure;
use super::game_settings::{GameSettings, Watcher};
use super::transcript::Transcript;
use onepure_engine::clock::RefereeClock;
use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{Game, Move};
use std::time::Duration;

/// The requests of the referee to a player.
pub(in crate::arena) trait Player: Send {
    /// The program's name and version, as it reports them.
    fn program(&self) -> (Option<&str>, Option<&str>);

    /// Places up to `stones` handicap stones of the player's choice, as Black before the first move. `None` if the
    /// player leaves the choice to the referee. `game` has the stones on the usual points.
    fn place_handicap(
        &mut self,
        context: &GameContext<'_>,
        game: &Game,
        stones: u16,
    ) -> Result<Option<PointSet>, PlayerFailure>;

    /// Begins a game as `color` from the position of `game`.
    fn begin(&mut self, context: &GameContext<'_>, color: Color, game: &Game) -> Result<(), PlayerFailure>;

    /// Chooses a move with the time left on `clock`. It is the player's turn.
    fn choose(
        &mut self,
        context: &GameContext<'_>,
        game: &Game,
        clock: &RefereeClock,
    ) -> Result<ChosenMove, PlayerFailure>;

    /// Updates the player after the last turn of `game`. It has chosen the turn itself if the turn has its colour.
    fn follow(&mut self, context: &GameContext<'_>, game: &Game) -> Result<(), PlayerFailure>;

    /// The player's explanation of its last move.
    fn explain(&mut self, context: &GameContext<'_>) -> Result<Option<String>, PlayerFailure>;

    /// The stones that the player judges dead at the end; `None` if it cannot say.
    fn dead_stones(&mut self, context: &GameContext<'_>, game: &Game) -> Result<Option<PointSet>, PlayerFailure>;

    /// Chooses a move after the end of play, without a clock, that shows which stones are dead: the player captures
    /// stones of the other colour that it judges dead, answers threats, and passes when nothing is left to do. `None`
    /// if it has no command for this.
    fn clean_up(&mut self, context: &GameContext<'_>, game: &Game) -> Result<Option<Move>, PlayerFailure>;

    /// The last lines that the player wrote to stderr, oldest first.
    fn stderr_tail(&self) -> Vec<String>;

    /// CPU time since the player was started; `None` if unknown.
    fn cpu(&self) -> Option<Duration>;
}

/// A player's move and its time.
#[derive(Clone, Copy, Debug)]
pub(in crate::arena) struct ChosenMove {
    /// The move; `None` to resign.
    pub(in crate::arena) action: Option<Move>,
    pub(in crate::arena) took: Duration,
}

/// The part of a game that its players share.
pub(in crate::arena) struct GameContext<'game> {
    pub(in crate::arena) settings: &'game GameSettings,
    /// The watcher, which may stop the game.
    pub(in crate::arena) watcher: &'game dyn Watcher,
    /// The transcript of all GTP.
    pub(in crate::arena) transcript: Transcript,
}

/// The reason why a player could not be started, and the end of its stderr.
#[derive(Debug)]
pub(in crate::arena) struct FailedStart {
    pub(in crate::arena) failure: PlayerFailure,
    /// The last lines, oldest first.
    pub(in crate::arena) stderr_tail: Vec<String>,
}
