//! `onepure analyze`: the best moves of a position, or of every position of a game.

use super::game_file::{GameFile, named};
use super::options::{self, Options};
use super::screen::Screen;
use crate::analysis::{Finding, Position, Positions, Swing, Text, annotate, json, look_into_all, swings};
use crate::board::Color;
use crate::engine::Engine;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::Duration;

/// The arguments of `onepure analyze`.
#[derive(Debug, Args)]
#[command(after_help = "\
FILE is an SGF record, a text diagram or a script of GTP commands, whatever its
name; - is stdin. Without --move and --all it is the last position.

Examples:
  onepure analyze game.sgf --visits 5000
  onepure analyze game.sgf --move 40 --lang ko
  onepure analyze game.sgf --all --visits 500
  onepure analyze game.sgf --all --format sgf > annotated.sgf
  printf 'boardsize 9\\nplay b e5\\n' | onepure analyze - --format json")]
pub(super) struct Analyze {
    /// The game; - for stdin
    #[arg(value_name = "FILE")]
    file: String,
    /// The position after this many moves; 0 for the first
    #[arg(long = "move", value_name = "N", conflicts_with = "all")]
    number: Option<usize>,
    /// Every position of the game
    #[arg(long)]
    all: bool,
    /// text, json, or sgf: the record with comments
    #[arg(long, value_name = "FORMAT", default_value = "text", value_enum, hide_possible_values = true)]
    format: Format,
    /// Who is to play in a diagram [default: black]
    #[arg(long, value_name = "COLOR", value_parser = options::color(), hide_possible_values = true)]
    to_play: Option<Color>,
}

/// How what was found is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    Text,
    Json,
    Sgf,
}

/// Visits a position of a whole game, where neither visits nor time are said.
const VISITS: u64 = 1000;

impl Analyze {
    pub(super) fn run(&self, options: &Options) -> anyhow::Result<()> {
        let file = GameFile::read(&self.file, self.to_play, options)?;
        if self.all { self.whole_game(file, options) } else { self.one_position(file, options) }
    }

    fn one_position(&self, file: GameFile, options: &Options) -> anyhow::Result<()> {
        let position = self.position(&file)?;
        let (size, ruleset) = (position.game.size(), *position.game.ruleset());
        let finding = Finding::of(position, &mut Engine::new(size, ruleset, options.settings()));
        if self.format == Format::Text {
            let mut screen = Screen::stdout(options.lang);
            return Ok(screen.show(&text(&screen, options).position(&finding))?);
        }
        self.tell(file, &[finding], options)
    }

    /// The position that was asked for.
    fn position(&self, file: &GameFile) -> anyhow::Result<Position> {
        let mut moves = 0;
        let mut last = None;
        for position in Positions::of(&file.record, file.ruleset) {
            let position = position.map_err(|error| named(error, &file.name))?;
            moves = position.number;
            let is_asked_for = self.number == Some(moves);
            last = Some(position);
            if is_asked_for {
                return last.context("a position");
            }
        }
        match self.number {
            Some(number) => bail!("{}: there is no move {number}; the record has {moves}", file.name),
            None => last.context("every record has a position"),
        }
    }

    fn whole_game(&self, file: GameFile, options: &Options) -> anyhow::Result<()> {
        // A record that cannot be played to its end is refused before anything is looked into.
        let mut number = 0;
        for position in Positions::of(&file.record, file.ruleset) {
            position.map_err(|error| named(error, &file.name))?;
            number += 1;
        }
        let mut settings = options.settings();
        if settings.visits.is_none() && settings.time.is_none() {
            settings.visits = Some(VISITS);
        }
        let bar = bar(number)?;
        let mut screen = (self.format == Format::Text).then(|| Screen::stdout(options.lang));
        if let Some(screen) = &mut screen {
            let heading = text(screen, options).game_heading();
            screen.show(&heading)?;
        }
        let positions = Positions::of(&file.record, file.ruleset).map_while(Result::ok);
        let mut findings: Vec<Finding> = Vec::new();
        let mut written = Ok(());
        look_into_all(positions, number, settings, |finding| {
            if let Some(screen) = &mut screen {
                let swing = findings.last().and_then(|before| Swing::between(before, &finding));
                let line = text(screen, options).game_line(&finding, swing.as_ref());
                written = bar.suspend(|| screen.show(&line));
            }
            findings.push(finding);
            bar.inc(1);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        bar.finish_and_clear();
        written?;
        match &mut screen {
            Some(screen) => {
                screen.skip_line()?;
                let text = text(screen, options);
                screen.show(&text.game(&findings, &swings(&findings)))?;
                screen.skip_line()?;
                Ok(findings.last().map_or(Ok(()), |last| screen.show(&text.last(last)))?)
            }
            None => self.tell(file, &findings, options),
        }
    }

    /// Writes what was found where no text is wanted.
    fn tell(&self, file: GameFile, findings: &[Finding], options: &Options) -> anyhow::Result<()> {
        let GameFile { name, mut record, .. } = file;
        let swings = swings(findings);
        let written = match self.format {
            Format::Sgf => {
                annotate(&mut record, findings, &swings, options.lang);
                format!("{record}\n")
            }
            Format::Json | Format::Text => json(&name, findings, &swings, options.settings().perspective, options.lang),
        };
        io::stdout().write_all(written.as_bytes())?;
        Ok(())
    }
}

/// How texts are told on a screen.
fn text<W: Write>(screen: &Screen<W>, options: &Options) -> Text {
    Text { language: options.lang, colours: screen.colours(), perspective: options.settings().perspective }
}

/// A bar on stderr that says how many positions have been looked into; nothing, where nobody sees it.
fn bar(positions: usize) -> anyhow::Result<ProgressBar> {
    if !io::stderr().is_terminal() {
        return Ok(ProgressBar::hidden());
    }
    let style = ProgressStyle::with_template("{bar:32} {pos}/{len} positions, {elapsed}, {eta} to go")?;
    let bar = ProgressBar::new(positions as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    Ok(bar)
}
