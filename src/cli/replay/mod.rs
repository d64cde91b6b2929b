//! `onepure replay`: referees a record.

mod account;
mod formats;

use crate::cli::CliError;
use crate::cli::options::Options;
use crate::cli::options::selection::Selection;
use crate::cli::output::Output;
use crate::cli::terminal::screen::Screen;
use account::Account;
use clap::{Args, ValueEnum};
use std::io::Write;

/// The arguments of `onepure replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
Prints retirements, quarantine, immovable stones and the end of play turn by
turn, each with its article; then the board, the points and the result.

A picture (svg, png) shows the count: the owner of each point, the stones in
contact, and the bowls. By Ing rules it shows the filled board and the stones
left over. With --numbers it shows the moves. A report (md) has both pictures
next to it, as FILE-moves.svg and FILE-count.svg. A page (html) has the whole
game in one file. Without --format the ending of the --output file decides;
without either, replay prints text.

Examples:
  onepure replay game.sgf
  onepure replay --all --lang ko game.sgf
  onepure replay games.sgf --game 3 --variation 2,1
  onepure replay game.sgf --output count.png --width 1600
  onepure replay game.sgf --output report.md
  onepure replay game.sgf --output game.html
  cat game.sgf | onepure replay - --json")]
pub(super) struct Replay {
    /// Record in SGF, .gib or .ngf; - for stdin
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    file: String,
    #[command(flatten)]
    selection: Selection,
    /// text, json, svg, png, md, html [default: see below]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    format: Option<Format>,
    /// Write JSON, as --format json does
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Print every turn, even without an event
    #[arg(long)]
    all: bool,
    /// Draw the moves instead of the count
    #[arg(long)]
    numbers: bool,
    #[command(flatten)]
    output: Output,
}

/// The format of the account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    #[value(alias = "txt")]
    Text,
    Json,
    Svg,
    Png,
    Md,
    Html,
}

impl Replay {
    pub(super) fn run(&self, options: &Options) -> Result<(), CliError> {
        let outputs = self.output.each(self.format.or(self.json.then_some(Format::Json)), Format::Text)?;
        let account = Account::of(&self.file, &self.selection, options, self.all).map_err(CliError::Work)?;
        let written = outputs.iter().try_for_each(|(format, output)| self.write(*format, output, &account, options));
        written.map_err(CliError::Work)
    }

    fn write(&self, format: Format, output: &Output, account: &Account, options: &Options) -> anyhow::Result<()> {
        match format {
            Format::Text => write_text(output, account, options),
            Format::Json => output.write_text(&formats::json(account)),
            Format::Svg => output.write_svg(&self.picture(account)),
            Format::Png => output.write_png(&self.picture(account)),
            Format::Html => output.write_text(&account.html(self.output.theme)),
            Format::Md => {
                let pictures = [("moves", account.picture_of_moves()), ("count", account.picture_of_count())];
                let pictures = pictures.map(|(name, picture)| (name, picture.with_theme(self.output.theme).draw()));
                output.write_report(&pictures, |[moves, count]| formats::markdown(account, &moves, &count))
            }
        }
    }

    fn picture(&self, account: &Account) -> crate::view::Picture {
        let picture = if self.numbers { account.picture_of_moves() } else { account.picture_of_count() };
        picture.with_theme(self.output.theme).draw()
    }
}

/// Prints the account on stdout, or writes it to a file.
fn write_text(output: &Output, account: &Account, options: &Options) -> anyhow::Result<()> {
    if output.file().is_none() {
        return tell(&mut Screen::stdout(options.lang(), options.ascii), account);
    }
    let mut text = Vec::new();
    tell(&mut Screen::plain(&mut text, options.lang()), account)?;
    output.write_text(&String::from_utf8_lossy(&text))
}

/// Prints the turns, the board, the points, the end and the result, and a remark if the record claims another.
fn tell<W: Write>(screen: &mut Screen<W>, account: &Account) -> anyhow::Result<()> {
    screen.say(&account.summary())?;
    for told in &account.told {
        screen.say_indented(&format!("{:>4}. {}", told.number, told.narration), 6)?;
    }
    let (game, dead) = (account.game(), account.dead);
    screen.skip_line()?;
    screen.draw_board(game)?;
    screen.skip_line()?;
    screen.draw_points(game, dead)?;
    screen.tell_end(game, dead)?;
    for remark in account.remarks() {
        screen.say(&remark)?;
    }
    Ok(())
}
