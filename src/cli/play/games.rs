//! Commands that change the game: a new one, handicap, komi, clocks, files.

use super::Table;
use super::clocks::Clocks;
use super::input::{Input, NewGame};
use crate::cli::game_file::GameFile;
use crate::cli::options::selection::MOST_KOMI;
use crate::view::{Terms, printable};
use onepure_engine::clock::TimeControl;
use onepure_rules::board::Color;
use onepure_rules::files;
use onepure_rules::geometry::BoardSize;
use onepure_rules::record::Record;
use onepure_rules::rules::{Game, Ruleset, fixed_handicap, most_handicap};
use std::io::{self, Write};
use std::path::Path;

impl<W: Write> Table<W> {
    /// Replaces the game.
    pub(super) fn change_game(&mut self, input: Input) -> anyhow::Result<()> {
        match input {
            Input::New(NewGame { size, human, ruleset }) => {
                let size = size.unwrap_or(self.engine.game().size());
                let ruleset = ruleset.unwrap_or(*self.engine.game().ruleset());
                self.human = human.unwrap_or(self.human);
                self.set_game(Game::new(size, ruleset));
                self.begin()
            }
            Input::Load(file) => match self.loaded(&file) {
                Ok((record, game)) => {
                    let what = self.phrases().record(game.size(), game.turns().len());
                    self.human = record_of_ours(&record).unwrap_or(self.human);
                    self.set_game(game);
                    self.screen.say(&self.words().loaded(&file, &what))?;
                    self.begin()
                }
                Err(error) => Ok(self.screen.say(&self.words().not_loaded(&printable(&format!("{error:#}"))))?),
            },
            _ => Ok(()),
        }
    }

    /// The game in a file, after its last move.
    fn loaded(&self, file: &str) -> anyhow::Result<(Record, Game)> {
        let GameFile { record, replayed, .. } = GameFile::read(file, &self.options)?;
        Ok((record, replayed.game))
    }

    /// Sets a game with fresh clocks. It counts as saved, because it is empty or in a file.
    fn set_game(&mut self, game: Game) {
        self.engine.set_game(game);
        self.clocks = Clocks::new(self.clocks.control());
        self.told.clear();
        (self.is_unsaved, self.saved) = (false, None);
    }

    /// Sets up handicap stones on the star points; 0 removes them.
    pub(super) fn set_handicap(&mut self, text: &str) -> anyhow::Result<()> {
        let game = self.engine.game();
        if !game.turns().is_empty() {
            return Ok(self.screen.say(&self.words().too_late_for_handicap())?);
        }
        let size = game.size();
        match handicap_game(size, *game.ruleset(), text) {
            Some(game) => {
                self.set_game(game);
                self.begin()
            }
            None => Ok(self.screen.say(&self.words().not_handicap(text, size, most_handicap(size, false)))?),
        }
    }

    /// Sets the komi if one is given, and prints it.
    pub(super) fn set_komi(&mut self, text: &str) -> io::Result<()> {
        if !text.is_empty() {
            match text.parse().ok().filter(|komi: &f64| komi.abs() <= MOST_KOMI) {
                // Adding 0.0 turns -0.0 into 0.0, which prints without a sign.
                Some(komi) => {
                    self.engine.set_komi(Some(komi + 0.0));
                    self.tell_komi()?;
                    // The end stays, but its result is another.
                    return self.tell_result();
                }
                None => return self.screen.say(&self.words().not_komi(text, MOST_KOMI)),
            }
        }
        self.tell_komi()
    }

    fn tell_komi(&mut self) -> io::Result<()> {
        let game = self.engine.game();
        self.screen.say(&self.words().komi(game.komi(), Terms::of(game)))
    }

    /// Sets the time control if one is given, and prints the time left.
    pub(super) fn set_clock(&mut self, text: &str) -> io::Result<()> {
        if !text.is_empty() {
            let Ok(control) = text.parse::<TimeControl>() else {
                return self.screen.say(&self.words().not_clock(text));
            };
            self.clocks = Clocks::new(control);
            self.engine.set_time_control(control);
        }
        self.screen.say(&self.clocks.text(self.words()))
    }

    /// Writes the game to a file, unless the file exists and is not from this game. Returns whether it was written.
    pub(super) fn save(&mut self, file: &str) -> io::Result<bool> {
        let is_ours = self.saved.as_deref() == Some(file);
        if !is_ours && Path::new(file).symlink_metadata().is_ok() {
            self.screen.say(&self.words().already_there(file))?;
            return Ok(false);
        }
        let written = files::replace(Path::new(file), self.record().to_string());
        let is_saved = written.is_ok();
        match written {
            Ok(()) => {
                self.saved = Some(file.to_owned());
                self.is_unsaved = false;
                self.screen.say(&self.words().saved(file))
            }
            Err(error) => self.screen.say(&self.words().not_saved(file, &error.to_string())),
        }?;
        Ok(is_saved)
    }

    fn record(&self) -> Record {
        let mut record = Record::from_game(self.engine.game());
        let engine = format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        record.info.players[!self.human].name = Some(engine);
        record.info.date = Some(jiff::Zoned::now().date().to_string());
        record
    }
}

/// A game with this number of handicap stones on the star points, and the komi of such a game; 0 stones are an even game. `None` if
/// the board has no places for them.
pub(super) fn handicap_game(size: BoardSize, ruleset: Ruleset, number: &str) -> Option<Game> {
    let points = match number.parse().ok()? {
        0 => Vec::new(),
        number => fixed_handicap(size, number)?,
    };
    let mut game = Game::with_handicap(size, ruleset, points.into_iter().collect()).ok()?;
    game.set_komi(game.articles().komi_in_handicap_game(game.handicap()));
    Some(game)
}

/// The colour of the person in a record that `play` wrote: the opponent of the engine.
fn record_of_ours(record: &Record) -> Option<Color> {
    let is_engine = |color: &Color| {
        let name = record.info.players[*color].name.as_deref();
        name.is_some_and(|name| name.split_whitespace().next() == Some(env!("CARGO_PKG_NAME")))
    };
    let mut engines = Color::BOTH.into_iter().filter(is_engine);
    engines.next().filter(|_| engines.next().is_none()).map(|engine| !engine)
}
