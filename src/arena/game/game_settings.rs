//! The settings of a game.

use onepure_engine::clock::TimeControl;
use onepure_rules::board::{Color, PerColor, Position};
use onepure_rules::geometry::{BoardSize, PointSet};
use onepure_rules::rules::{Game, Move, Ruleset, usual_handicap};
use std::path::PathBuf;
use std::time::Duration;

/// One game of a schedule.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSettings {
    /// Its number in the schedule.
    pub number: usize,
    /// The rule system.
    pub ruleset: Ruleset,
    /// The number of lines of the board.
    pub size: BoardSize,
    /// White's compensation in points; `None` for that of the rule set.
    pub komi: Option<f64>,
    /// The start of the game.
    pub opening: Opening,
    /// Each player's time.
    pub time: TimeControl,
    /// The overrun that does not lose on time. It covers the way to the referee.
    pub margin: Duration,
    /// Time for an answer without a clock: to every command but `genmove`, and to `genmove` without a time control. It
    /// does not count against the player's time.
    pub patience: Duration,
    /// The number of turns, including the opening, after which the game has no result.
    pub most_turns: usize,
    /// The seed of built-in players and of the referee's playouts.
    pub seed: u64,
    /// The name of the match, for the record.
    pub event: Option<String>,
    /// The file of the SGF record, rewritten after each turn; `None` for no record.
    pub sgf: Option<PathBuf>,
    /// The file of the transcript with the GTP of both players; `None` for no transcript. It is kept after a fault or a
    /// game without a result. Otherwise [`GameSettings::keep_transcript`] decides.
    pub transcript: Option<PathBuf>,
    /// Whether to keep the transcript of a game without faults.
    pub keep_transcript: bool,
}

/// The start of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Opening {
    /// The name, shared by all games from this opening.
    pub id: String,
    /// The position and the colour to play; `None` for the empty board and Black.
    pub start: Option<(Position, Color)>,
    /// The number of handicap stones: already in `start`, or else placed as the rules say.
    pub handicap: u16,
    /// The first moves.
    pub moves: Vec<(Color, Move)>,
}

impl GameSettings {
    /// A game from the empty board without a clock, with defaults for all other fields.
    pub fn new(ruleset: Ruleset, size: BoardSize) -> Self {
        let points = size.lines() * size.lines();
        Self {
            number: 0,
            ruleset,
            size,
            komi: None,
            opening: Opening::default(),
            time: TimeControl::None,
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(120),
            most_turns: 4 * points,
            seed: 0,
            event: None,
            sgf: None,
            transcript: None,
            keep_transcript: false,
        }
    }
}

impl Opening {
    /// This opening with the handicap stones on the given points.
    pub(in crate::arena) fn with_handicap_on(&self, stones: PointSet) -> Self {
        let position = Position { stones: PerColor { black: stones, white: PointSet::empty() } };
        Self { start: Some((position, Color::White)), handicap: stones.len() as u16, ..self.clone() }
    }

    /// The number of handicap stones that Black places freely; `None` if the rules or the opening fix their points.
    pub(in crate::arena) fn free_handicap(&self, ruleset: Ruleset, size: BoardSize) -> Option<u16> {
        let is_free = ruleset.articles(size).places_handicap_freely();
        (self.start.is_none() && self.handicap > 0 && is_free).then_some(self.handicap)
    }

    /// The game after the opening. Handicap stones that are not in `start` are placed on the usual points. An error is
    /// one line with the reason why the opening cannot be played.
    pub fn game(&self, ruleset: Ruleset, size: BoardSize, komi: Option<f64>) -> Result<Game, String> {
        let start = match self.start {
            None if self.handicap > 0 => {
                self.with_handicap_on(usual_handicap(size, self.handicap.into()).into_iter().collect()).start
            }
            start => start,
        };
        let mut game = match start {
            None => Game::new(size, ruleset),
            Some((position, to_play)) => Game::set_up(size, ruleset, position, to_play)
                .map_err(|error| format!("the opening {} cannot be set up: {error}", self.id))?,
        };
        game.set_handicap(self.handicap);
        game.set_komi(komi.or_else(|| game.articles().komi_in_handicap_game(self.handicap)));
        for (number, &(color, action)) in (1..).zip(&self.moves) {
            let played = game.play_as(color, action).map(|_| ());
            played.map_err(|error| format!("the opening {} cannot be played: move {number}: {error}", self.id))?;
        }
        if game.is_over() {
            return Err(format!("the opening {} leaves nothing to play: the game ends in it", self.id));
        }
        Ok(game)
    }
}

/// An observer of games in progress, called from any thread.
pub trait Watcher: Sync {
    /// Returns whether to stop the game. Called often, also while a player thinks.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Called after each turn, except those of the opening.
    fn turn(&self, settings: &GameSettings, game: &Game) {
        let _ = (settings, game);
    }
}

/// An observer that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watcher for Unwatched {}
