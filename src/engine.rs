//! The engine as front ends see it: a game, a clock and a search. It speaks types, no text.

use crate::board::{Color, PerColor};
use crate::geometry::{BoardSize, PointSet};
use crate::rules::{Game, Move, PlayError, Ruleset, Turn};
use std::time::Duration;

/// How an engine is set up. Every field can be set on the command line.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Threads that run playouts.
    pub threads: usize,
    /// Playouts a move, unless the clock ends the search before.
    pub visits: Option<u64>,
    /// Time a move, unless the clock of the game gives less.
    pub time: Option<Duration>,
    /// Memory for the search tree, in MiB.
    pub memory: usize,
    /// Where random numbers start: with one thread, the same seed gives the same search.
    pub seed: u64,
    /// The win rate below which the engine resigns; 0 for never.
    pub resign_below: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            visits: None,
            time: None,
            memory: 256,
            seed: 0,
            resign_below: 0.0,
        }
    }
}

/// The time control of a game, as GTP's `time_settings` has it: Canadian overtime. All times are a player's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeSettings {
    /// Main time.
    pub main: Duration,
    /// Length of an overtime period; zero for none.
    pub overtime: Duration,
    /// Moves to be made in each overtime period; zero (with a positive `overtime`) for no limit at all.
    pub stones: u32,
}

/// What a player has left on the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// Time left in the main time or in this overtime period.
    pub time: Duration,
    /// Moves to be made in it; zero in main time.
    pub stones: u32,
}

/// What the engine wants to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Play this.
    Play(Move),
    /// Give up.
    Resign,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Playouts that were run for it.
    pub playouts: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// The expected share of wins of the colour that moves, 0 to 1.
    pub win_rate: f64,
    /// The moves that were considered, the best first; never empty unless play has ended.
    pub candidates: Vec<Candidate>,
}

/// A move that a search considered.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub action: Move,
    /// Playouts that began with it.
    pub visits: u64,
    /// The expected share of wins of the colour that moves, 0 to 1.
    pub win_rate: f64,
    /// The move and the expected answers to it.
    pub variation: Vec<Move>,
}

/// A game, a clock and a search.
#[derive(Debug)]
pub struct Engine {
    game: Game,
    settings: Settings,
    time_settings: Option<TimeSettings>,
    time_left: PerColor<Option<TimeLeft>>,
}

impl Engine {
    /// An engine with a new game.
    pub fn new(size: BoardSize, ruleset: Ruleset, settings: Settings) -> Self {
        Self { game: Game::new(size, ruleset), settings, time_settings: None, time_left: PerColor::default() }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Puts another game in place of this one. The time control stays; the time left is forgotten.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
        self.time_left = PerColor::default();
    }

    /// How the engine is set up.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Plays a move; see [`Game::play_as`].
    pub fn play_as(&mut self, color: Color, action: Move) -> Result<&Turn, PlayError> {
        self.game.play_as(color, action)
    }

    /// Takes the last turn back; see [`Game::undo`].
    pub fn undo(&mut self) -> Option<Turn> {
        self.game.undo()
    }

    /// Ends the game with a loss of `color`; see [`Game::resign`].
    pub fn resign(&mut self, color: Color) -> Result<(), PlayError> {
        self.game.resign(color)
    }

    /// Sets the lead of article 8; see [`Game::set_lead`].
    pub fn set_lead(&mut self, lead: Option<f64>) {
        self.game.set_lead(lead);
    }

    /// Sets the time control; `None` for no limit.
    pub fn set_time_settings(&mut self, settings: Option<TimeSettings>) {
        self.time_settings = settings;
        self.time_left = PerColor::default();
    }

    /// Says what a player has left.
    pub fn set_time_left(&mut self, color: Color, left: TimeLeft) {
        self.time_left[color] = Some(left);
    }

    /// Chooses a move for `color`, within the settings and the clock, without playing it. After play has ended that is
    /// an abstention.
    pub fn choose(&mut self, color: Color) -> Decision {
        let empty = self.game.board().empty();
        let found = empty
            .iter()
            .find(|&point| self.game.check(color, Move::Place(point)).is_ok() && !self.game.is_dead_end(color, point));
        Decision::Play(found.map_or(Move::Abstain, Move::Place))
    }

    /// Searches for `color`, and says what was found.
    pub fn think(&mut self, color: Color) -> Report {
        let Decision::Play(action) = self.choose(color) else { unreachable!("the engine does not resign yet") };
        let candidates = vec![Candidate { action, visits: 1, win_rate: 0.5, variation: vec![action] }];
        Report { playouts: 1, elapsed: Duration::ZERO, win_rate: 0.5, candidates }
    }

    /// The stones that the engine holds to be lost at the end: both colours', judged by playouts.
    pub fn lost_stones(&mut self) -> PointSet {
        PointSet::empty()
    }
}
