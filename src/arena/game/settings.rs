//! What is to be played.

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
    /// What moving first is worth, which GTP calls komi; `None` for what the rule system says.
    pub komi: Option<f64>,
    /// From where it is played.
    pub opening: Opening,
    /// How much time each player has.
    pub time: TimeControl,
    /// How far a player may overstep its time without losing, for the way to the referee.
    pub margin: Duration,
    /// How long a player may take for an answer where no clock runs: to a command other than `genmove`, and without a time
    /// control to `genmove` too. It is not counted against the time.
    pub patience: Duration,
    /// After so many turns, those of the opening included, the game has no result.
    pub most_turns: usize,
    /// Where random numbers start: those of built-in players, and those of the referee's playouts.
    pub seed: u64,
    /// The match, for the record.
    pub event: Option<String>,
    /// The file of the SGF record, written anew after each turn; `None` for no record.
    pub sgf: Option<PathBuf>,
    /// The file of the transcript of all GTP of both players, `None` for no transcript. It is kept if something was wrong
    /// with a player or the game has no result, and otherwise if [`GameSettings::keep_transcript`] says so.
    pub transcript: Option<PathBuf>,
    /// Whether a transcript is kept when nothing was wrong.
    pub keep_transcript: bool,
}

/// From where a game is played.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Opening {
    /// Its name, the same for the games that are played from it.
    pub id: String,
    /// The position that is set up, and who moves first; `None` for the empty board and Black.
    pub start: Option<(Position, Color)>,
    /// How many stones Black has as a handicap: among those that are set up, or where nothing is set up by the custom of the rules.
    pub handicap: u16,
    /// The first moves.
    pub moves: Vec<(Color, Move)>,
}

impl GameSettings {
    /// A game from the empty board without a clock, the defaults everywhere.
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
    /// The same with the handicap stones on these points.
    pub(in crate::arena) fn with_handicap_on(&self, stones: PointSet) -> Self {
        let position = Position { stones: PerColor { black: stones, white: PointSet::empty() } };
        Self { start: Some((position, Color::White)), handicap: stones.len() as u16, ..self.clone() }
    }

    /// How many handicap stones Black puts where it likes, under rules by which it may.
    pub(in crate::arena) fn free_handicap(&self, ruleset: Ruleset, size: BoardSize) -> Option<u16> {
        let is_free = ruleset.articles(size).places_handicap_freely();
        (self.start.is_none() && self.handicap > 0 && is_free).then_some(self.handicap)
    }

    /// The game after the opening; handicap stones that are not set up stand on the usual points. On an error, one line that says what cannot be played.
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
        game.set_komi(komi);
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

/// Who follows games while they are played, from any thread.
pub trait Watcher: Sync {
    /// Whether the game is to be broken off. Asked often, also while a player thinks.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Told after each turn, those of the opening excepted.
    fn turn(&self, settings: &GameSettings, game: &Game) {
        let _ = (settings, game);
    }
}

/// Nobody follows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watcher for Unwatched {}
