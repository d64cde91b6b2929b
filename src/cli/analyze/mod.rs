//! `onepure analyze`: the best moves of a position, or of every position of a game.

mod journal;

use crate::analysis::{
    AnalysisText, PositionAnalysis, RecordPosition, RecordPositions, Source, Swing, annotate, game_page, json,
    look_into_all, mistakes, picture_of_game, picture_of_position, position_page, swings, words,
};
use crate::cli::CliError;
use crate::cli::game_file::{GameFile, about, named};
use crate::cli::options::selection::Selection;
use crate::cli::options::{self, Options};
use crate::cli::output::Output;
use crate::cli::terminal::interrupt::Interrupt;
use crate::cli::terminal::screen::Screen;
use crate::view::{GameChart, Look, Picture};
use crate::web::HtmlReport;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use journal::AnalysisJournal;
use onepure_engine::engine::Engine;
use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

/// The arguments of `onepure analyze`.
#[derive(Debug, Args)]
#[command(after_help = "\
FILE is a record (SGF, .gib, .ngf), a text diagram or a script of GTP commands,
whatever its name; - is stdin. The first line says by which rules and with which
komi it is read, and where they come from. Without --move and --all it is the
last position.

An sgf is the record with comments, marks and variations. A picture (svg, png)
shows the board, or with --all the chart of the game. A report (md) has its
pictures next to it, as FILE-board.svg or FILE-chart.svg. A page (html) has the
board, the chart and the better variations in one file.

With --all and --output, FILE.partial keeps the results so far: after an
interrupt or a kill, the same command continues from there.

Examples:
  onepure analyze game.sgf --visits 5000
  onepure analyze game.sgf --move 40 --lang ko
  onepure analyze games.sgf --game 3 --variation 2,1
  onepure analyze game.sgf --all --visits 500
  onepure analyze game.sgf --all --output annotated.sgf
  onepure analyze game.sgf --all --output report.html
  onepure analyze game.sgf --move 40 --output board.png --width 1600
  printf 'boardsize 9\\nplay b e5\\n' | onepure analyze - --json")]
pub(super) struct Analyze {
    /// Record, diagram or script; - for stdin
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    file: String,
    /// Analyse the position after N moves; 0 is the start
    #[arg(long = "move", value_name = "N", conflicts_with = "all", value_parser = turn, allow_negative_numbers = true)]
    number: Option<usize>,
    /// Analyse every position of the game
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    selection: Selection,
    /// text, json, sgf, svg, png, md, html [by --output]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    format: Option<Format>,
    /// Write JSON, as --format json does
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Colour to play in a diagram [default: black]
    #[arg(long, value_name = "COLOR", value_parser = options::color(), hide_possible_values = true)]
    to_play: Option<Color>,
    #[command(flatten)]
    output: Output,
}

/// The format of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    #[value(alias = "txt")]
    Text,
    Json,
    Sgf,
    Svg,
    Png,
    Md,
    Html,
}

/// Parses the number of a move.
pub(super) fn turn(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected the number of a move, or 0 for the first position".to_owned())
}

/// The visits of each position of a game, if neither visits nor time are given.
const VISITS: u64 = 1000;

/// The number of mistakes with a picture in a report.
const PICTURES: usize = 3;

impl Analyze {
    pub(super) fn run(&self, options: &Options) -> Result<(), CliError> {
        let outputs = self.output.each(self.format.or(self.json.then_some(Format::Json)), Format::Text)?;
        self.write(&outputs, options).map_err(CliError::Work)
    }

    fn write(&self, outputs: &[(Format, Output)], options: &Options) -> anyhow::Result<()> {
        let file = GameFile::read_selected(&self.file, &self.selection, self.to_play, options)?;
        // Pipes and devices have no folder for a journal.
        let is_file = |output: &&Path| output.metadata().map_or(true, |there| there.is_file());
        let output = self.output.file().filter(is_file);
        let task = Task { interrupt: Interrupt::taken()?, options, output };
        // Text on stdout appears line by line.
        let is_live = |(format, output): &&(Format, Output)| *format == Format::Text && output.file().is_none();
        let found = if outputs.iter().any(|output| is_live(&output)) {
            self.tell_live(&file, &mut Screen::stdout(options.lang(), options.ascii), &task)?
        } else if self.all {
            task.look_into_game(&file, |_, _, _| Ok(()))?
        } else {
            Found { positions: 1, analyses: vec![self.look(&file, &task)?], journal: None }
        };
        for (format, output) in outputs.iter().filter(|output| !is_live(output)) {
            self.tell(*format, output, &file, &found.analyses, options)?;
        }
        task.outcome(found)
    }

    /// Analyses one position.
    fn look(&self, file: &GameFile, task: &Task<'_>) -> anyhow::Result<PositionAnalysis> {
        let position = self.position(file)?;
        let (size, ruleset) = (position.game.size(), *position.game.ruleset());
        let mut engine = Engine::new(size, ruleset, task.options.analysis_settings());
        Ok(PositionAnalysis::of(position, &mut engine, || task.interrupt.has_come()))
    }

    /// The position that the options select.
    fn position(&self, file: &GameFile) -> anyhow::Result<RecordPosition> {
        let position = RecordPositions::by(&file.record, &file.basis).after(self.number);
        let position = position.map_err(|error| named(error, &file.name))?;
        match self.number {
            Some(number) if number != position.number => {
                bail!("{}: there is no move {number}; the record has {}", file.name, position.number)
            }
            _ => Ok(position),
        }
    }

    /// The analyses as text.
    fn text_of(&self, file: &GameFile, analyses: &[PositionAnalysis], options: &Options) -> anyhow::Result<String> {
        let mut bytes = Vec::new();
        let screen = &mut Screen::plain(&mut bytes, options.lang());
        let text = text(screen.look(), options);
        screen.say(&file.summary(options.lang()))?;
        screen.skip_line()?;
        if self.all {
            let swings = swings(analyses);
            screen.write_out(&text.game_heading())?;
            for analysis in analyses {
                let swing = swings.iter().find(|swing| swing.number == analysis.position.number);
                screen.write_out(&text.game_line(analysis, swing))?;
            }
            screen.skip_line()?;
            screen.write_out(&text.game(analyses, &swings, file.players()))?;
            screen.skip_line()?;
        }
        if let Some(last) = analyses.last() {
            screen.write_out(&if self.all { text.last(last) } else { text.position(last) })?;
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Prints the analysis as text while it is made.
    fn tell_live<W: Write>(&self, file: &GameFile, screen: &mut Screen<W>, task: &Task<'_>) -> anyhow::Result<Found> {
        let text = text(screen.look(), task.options);
        screen.say(&file.summary(task.options.lang()))?;
        screen.skip_line()?;
        if !self.all {
            let analysis = self.look(file, task)?;
            screen.write_out(&text.position(&analysis))?;
            return Ok(Found { positions: 1, analyses: vec![analysis], journal: None });
        }
        let mut is_first = true;
        let found = task.look_into_game(file, |bar, analysis, swing| {
            bar.suspend(|| {
                if std::mem::take(&mut is_first) {
                    screen.write_out(&text.game_heading())?;
                }
                screen.write_out(&text.game_line(analysis, swing.as_ref()))
            })
        })?;
        screen.skip_line()?;
        screen.write_out(&text.game(&found.analyses, &swings(&found.analyses), file.players()))?;
        screen.skip_line()?;
        if let Some(last) = found.analyses.last() {
            screen.write_out(&text.last(last))?;
        }
        Ok(found)
    }

    /// Writes the analysis in any other format.
    fn tell(
        &self,
        format: Format,
        output: &Output,
        file: &GameFile,
        analyses: &[PositionAnalysis],
        options: &Options,
    ) -> anyhow::Result<()> {
        let swings = swings(analyses);
        let perspective = options.display().perspective;
        match format {
            Format::Sgf => {
                let mut record = file.record.clone();
                annotate(&mut record, analyses, &swings, options.lang());
                output.write_text(&format!("{record}\n"))
            }
            Format::Text => output.write_text(&self.text_of(file, analyses, options)?),
            Format::Json => {
                let source = Source { name: &file.name, basis: &file.basis, stopped: file.replayed.stopped.as_ref() };
                output.write_text(&json(&source, analyses, &swings, perspective, options.lang()))
            }
            Format::Svg => output.write_svg(&self.picture(file, analyses, &swings, options)?),
            Format::Png => output.write_png(&self.picture(file, analyses, &swings, options)?),
            Format::Html => output.write_text(&self.page(file, analyses, &swings, options)?),
            Format::Md => self.report(output, file, analyses, &swings, options),
        }
    }

    /// The picture of the position, or the chart of the game.
    fn picture(
        &self,
        file: &GameFile,
        analyses: &[PositionAnalysis],
        swings: &[Swing],
        options: &Options,
    ) -> anyhow::Result<Picture> {
        if self.all {
            return Ok(self.chart(file, analyses, swings, options));
        }
        Ok(self.board(file, analyses.first().context("a position")?, options))
    }

    fn chart(&self, file: &GameFile, analyses: &[PositionAnalysis], swings: &[Swing], options: &Options) -> Picture {
        let title = file.title().unwrap_or_else(|| words(options.lang()).report(&file.name));
        let chart = picture_of_game(title, analyses, swings, file.players(), options.lang());
        GameChart { theme: self.output.theme, ..chart }.draw()
    }

    fn board(&self, file: &GameFile, analysis: &PositionAnalysis, options: &Options) -> Picture {
        let title = file.title();
        picture_of_position(title.as_deref(), analysis, options.lang()).with_theme(self.output.theme).draw()
    }

    /// The report as one HTML file.
    fn page(
        &self,
        file: &GameFile,
        analyses: &[PositionAnalysis],
        swings: &[Swing],
        options: &Options,
    ) -> anyhow::Result<String> {
        let (language, last) = (options.lang(), analyses.last().context("a position")?);
        let title = words(language).report(&file.title().unwrap_or_else(|| file.name.clone()));
        let board = (language.phrases().headings().board, self.board(file, last, options));
        let chart = (words(language).win_rate_chart(), self.chart(file, analyses, swings, options));
        let end = [language.end(last.game()), language.result_without(last.game(), PointSet::empty())];
        let report = HtmlReport {
            title,
            about: about(&file.record, &file.basis, options.lang()),
            players: file.players(),
            language,
            conclusion: std::iter::once(language.count(&last.count())).chain(end.into_iter().flatten()).collect(),
            pictures: if self.all { vec![chart, board] } else { vec![board] },
        };
        Ok(report.of_analyses(analyses, swings))
    }

    /// The report in Markdown, with its pictures in files beside it.
    fn report(
        &self,
        output: &Output,
        file: &GameFile,
        analyses: &[PositionAnalysis],
        swings: &[Swing],
        options: &Options,
    ) -> anyhow::Result<()> {
        let (text, preface) = (text(Look::PLAIN, options), [file.summary(options.lang())]);
        if !self.all {
            let only = analyses.first().context("a position")?;
            let pictures = [("board", self.board(file, only, options))];
            return output.write_report(&pictures, |[board]| position_page(&file.name, &preface, only, &board, text));
        }
        let before = |swing: Swing| {
            let before = analyses.iter().find(|analysis| analysis.position.number + 1 == swing.number);
            before.map(|before| (swing, before))
        };
        let named: Vec<(Swing, &PositionAnalysis)> =
            mistakes(swings).into_iter().take(PICTURES).filter_map(before).collect();
        let boards =
            named.iter().map(|(swing, before)| (format!("move-{}", swing.number), self.board(file, before, options)));
        let mut pictures = vec![("chart".to_owned(), self.chart(file, analyses, swings, options))];
        pictures.extend(boards);
        let pictures: Vec<(&str, Picture)> =
            pictures.iter().map(|(name, picture)| (name.as_str(), picture.clone())).collect();
        output.write_pages(&pictures, |files| {
            let boards = files.iter().skip(1).cloned();
            let named: Vec<_> =
                named.iter().zip(boards).map(|(&(swing, before), file)| (swing, before, file)).collect();
            game_page((&file.name, &preface), analyses, swings, file.players(), &files[0], &named, text)
        })
    }
}

/// The analyses that were made, and the number of positions they were made of.
struct Found {
    positions: usize,
    /// At least one.
    analyses: Vec<PositionAnalysis>,
    /// The journal, which is removed once all analyses are written.
    journal: Option<AnalysisJournal>,
}

/// An analysis that can be interrupted.
struct Task<'run> {
    interrupt: Interrupt,
    options: &'run Options,
    /// The file for the result.
    output: Option<&'run Path>,
}

impl Task<'_> {
    /// Analyses every position of a game, or the first ones until an interrupt. Calls `tell` for each with the change of value by
    /// its move.
    fn look_into_game(
        &self,
        file: &GameFile,
        mut tell: impl FnMut(&ProgressBar, &PositionAnalysis, Option<Swing>) -> io::Result<()>,
    ) -> anyhow::Result<Found> {
        let positions = || RecordPositions::by(&file.record, &file.basis).map_while(Result::ok);
        let number = positions().count();
        let mut settings = self.options.analysis_settings();
        if settings.visits.is_none() && settings.time.is_none() {
            settings.visits = Some(VISITS);
        }
        let bar = bar(number)?;
        let mut positions = positions();
        let mut analyses: Vec<PositionAnalysis> = Vec::new();
        let (mut journal, found_before) = match self.output {
            Some(output) => {
                AnalysisJournal::open(output, file, &settings).map(|(journal, found)| (Some(journal), found))?
            }
            None => (None, Vec::new()),
        };
        for (report, position) in found_before.into_iter().zip(&mut positions) {
            let known = PositionAnalysis::with_report(position, report);
            tell(&bar, &known, analyses.last().and_then(|before| Swing::between(before, &known)))?;
            analyses.push(known);
            bar.inc(1);
        }
        let mut told: anyhow::Result<()> = Ok(());
        look_into_all(
            positions,
            number,
            settings,
            || self.interrupt.has_come(),
            |analysis| {
                let swing = analyses.last().and_then(|before| Swing::between(before, &analysis));
                let kept = journal.as_mut().map_or(Ok(()), |journal| journal.keep(&analysis.report));
                told = kept.and_then(|()| Ok(tell(&bar, &analysis, swing)?));
                analyses.push(analysis);
                bar.inc(1);
                if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            },
        );
        bar.finish_and_clear();
        told?;
        if analyses.is_empty() {
            bail!("interrupted before the first position was looked into; nothing is written");
        }
        Ok(Found { positions: number, analyses, journal })
    }

    /// How to resume, if the journal was kept.
    fn how_to_go_on(&self) -> &'static str {
        if self.output.is_some() { ", and the same command goes on with the others" } else { "" }
    }

    /// Reports after writing whether an interrupt ended the analysis early. If not, deletes the journal.
    fn outcome(&self, found: Found) -> anyhow::Result<()> {
        let (done, all) = (found.analyses.len(), found.positions);
        if done == all
            && let Some(journal) = found.journal
        {
            journal.remove()?;
        }
        if !self.interrupt.has_come() {
            return Ok(());
        }
        match all {
            1 => bail!("interrupted: what was found until then is written"),
            all if done < all => {
                bail!(
                    "interrupted after {done} of {all} positions: what was found in them is written{}",
                    self.how_to_go_on()
                )
            }
            _ => Ok(()),
        }
    }
}

/// The form of printed analyses.
fn text(look: Look, options: &Options) -> AnalysisText {
    AnalysisText { language: options.lang(), look, perspective: options.display().perspective }
}

/// A progress bar on stderr; hidden if stderr is not a terminal.
fn bar(positions: usize) -> anyhow::Result<ProgressBar> {
    if !io::stderr().is_terminal() {
        return Ok(ProgressBar::hidden());
    }
    let style = ProgressStyle::with_template("{bar:32} {pos}/{len} positions, {elapsed}, {eta} to go")?;
    let bar = ProgressBar::new(positions as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    Ok(bar)
}
