//! `onepure match`: games between programs.

pub(super) mod file;
pub(super) mod games;
mod progress;

use crate::arena::report::{MatchReport, chart};
use crate::arena::schedule::{MatchEnd, MatchSettings, Plan, Results, Shard, play_match};
use crate::arena::statistics::Sprt;
use crate::arena::{PlayerSettings, load_players};
use crate::cli::CliError;
use crate::cli::options::Options;
use crate::cli::terminal::stdout::stdout;
use anyhow::{Context, anyhow};
use clap::Args;
use games::Games;
use onepure_rules::files;
use progress::MatchProgress;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// The arguments of `onepure match`.
#[derive(Debug, Args)]
#[command(after_help = "\
A clock: 5/move for each move, 600 for a game, 600+30/25 for 25 moves in each 30
seconds after it (Canadian), 600+3x30 for three periods (byo-yomi), 600+5 for
5 seconds more with each move (Fischer), 600+2x60@2 for two extensions that
cost two points each (Ing). --time S is --clock S/move. --visits is
for built-in players that name none.

A match that was interrupted goes on with the same command. The report goes to
stdout; docs/match.md has all of this at length.

Examples:
  onepure match --size 9 --player gnu='gnugo --mode gtp' \\
    --player builtin:visits=2000 --random-opening 4 --output gnu
  onepure match --player new='onepure-new' --player old='onepure-old' \\
    --clock 60+1 --sprt 0 10 0.05 0.05 --openings book.sgf --output test
  onepure match league.toml --gauntlet new --games 40 --output league
  onepure match league.toml --shard 2/8 --output league
  onepure match --merge league/results.*.jsonl --output league")]
pub(super) struct Match {
    /// Match file: [match] with these options, [[player]]
    #[arg(value_name = "FILE.toml")]
    pub(super) file: Option<PathBuf>,
    /// NAME='command', builtin:visits=N, or FILE.toml
    #[arg(long = "player", value_name = "PLAYER")]
    players: Vec<String>,
    /// Let every player meet every other [the default]
    #[arg(long, overrides_with = "gauntlet")]
    round_robin: bool,
    /// Let one player meet each of the others
    #[arg(long, value_name = "NAME", overrides_with = "round_robin")]
    gauntlet: Option<String>,
    /// Games per pair of players [default: 100]
    #[arg(long, value_name = "N", value_parser = games::number, allow_negative_numbers = true)]
    games: Option<usize>,
    /// Stop when an SPRT of Elo E0 and E1 decides
    #[arg(long, num_args = 4, value_names = ["E0", "E1", "A", "B"], allow_negative_numbers = true)]
    #[arg(action = clap::ArgAction::Set)]
    sprt: Option<Vec<f64>>,
    /// Play one shard, such as 2/8
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    how: Games,
    /// Join results and report on them
    #[arg(long, value_name = "RESULTS", num_args = 1.., action = clap::ArgAction::Append)]
    #[arg(conflicts_with_all = ["file", "players", "shard"])]
    merge: Vec<PathBuf>,
}

/// The highest number of games of a sequential test.
const MOST_GAMES_OF_TEST: usize = 100_000;

impl Match {
    pub(super) fn run(&self, options: &Options) -> Result<(), CliError> {
        if !self.merge.is_empty() {
            return self.join().map_err(CliError::Work);
        }
        let wrong = |error: &dyn std::fmt::Display| CliError::Arguments(error.to_string());
        let settings = self.settings(options).map_err(|error| wrong(&error))?;
        let output = self.how.output().ok_or_else(|| {
            wrong(&"--output DIR is missing: results, records and the report go there, and from there a match goes on")
        })?;
        let plan = Plan {
            shard: self.shard,
            parallel: self.how.parallel(),
            output: output.to_owned(),
            transcripts: self.how.transcripts,
        };
        play(&settings, &plan).map_err(CliError::Work)
    }

    /// The settings of the match. The error is one line.
    fn settings(&self, options: &Options) -> anyhow::Result<MatchSettings> {
        games::refuse_settings_of_players(options)?;
        let sprt = self.sprt.as_deref().map(|numbers| match numbers {
            &[elo0, elo1, alpha, beta] => {
                Sprt::new(elo0, elo1, alpha, beta).map_err(|error| anyhow!("--sprt: {error}"))
            }
            _ => Err(anyhow!("--sprt has four numbers: elo0, elo1, alpha and beta")),
        });
        let sprt = sprt.transpose()?;
        let defaults = self.how.settings(options, self.players(options)?)?;
        let games = self.games.unwrap_or(if sprt.is_some() { MOST_GAMES_OF_TEST } else { defaults.games });
        let mut settings = MatchSettings { games, sprt, ..defaults };
        if let Some(one) = &self.gauntlet {
            settings.set_gauntlet(one)?;
        }
        settings.check()?;
        Ok(settings)
    }

    /// The players of the match file, then the typed ones.
    fn players(&self, options: &Options) -> anyhow::Result<Vec<PlayerSettings>> {
        let mut players = Vec::new();
        if let Some(file) = &self.file {
            players.extend(load_players(file)?);
        }
        for text in &self.players {
            players.extend(games::players(text)?);
        }
        games::give_visits(&mut players, options);
        Ok(players)
    }

    /// Merges results, and reports on them.
    fn join(&self) -> anyhow::Result<()> {
        let results = Results::merge(&self.merge)?;
        if let Some(output) = self.how.output() {
            fs::create_dir_all(output).with_context(|| output.display().to_string())?;
            let plan = Plan { shard: None, parallel: 1, output: output.to_owned(), transcripts: false };
            results.write(&plan.results_file())?;
            write_report(&results, &plan)?;
        }
        print_report(&results)
    }
}

fn play(settings: &MatchSettings, plan: &Plan) -> anyhow::Result<()> {
    let names = settings.players.iter().map(|player| player.name.clone()).collect();
    let games = settings.schedule().len(plan.shard);
    let sprt = settings.sprt.filter(|_| plan.shard.is_none());
    let progress = MatchProgress::new(names, games, sprt)?;
    let played = play_match(settings, plan, &progress);
    progress.finish();
    let (results, ending) = played?;
    write_report(&results, plan)?;
    print_report(&results)?;
    match ending {
        MatchEnd::Complete | MatchEnd::Decided(_) => Ok(()),
        MatchEnd::Stopped => {
            let done = results.games.len();
            Err(anyhow!("interrupted after {done} of {games} games; the same command goes on with them"))
        }
    }
}

/// Writes the report and its chart next to the results.
fn write_report(results: &Results, plan: &Plan) -> anyhow::Result<()> {
    let picture = plan.file("chart", "svg");
    let name = picture.file_name().map(|name| name.to_string_lossy().into_owned());
    for (file, text) in
        [(plan.file("report", "md"), MatchReport::of(results).markdown(name.as_deref())), (picture, chart(results))]
    {
        files::replace(&file, text).with_context(|| file.display().to_string())?;
    }
    Ok(())
}

fn print_report(results: &Results) -> anyhow::Result<()> {
    stdout().write_all(MatchReport::of(results).text().as_bytes())?;
    Ok(())
}
