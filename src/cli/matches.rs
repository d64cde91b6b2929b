//! `onepure match`: games between programs.

use super::Failure;
use super::match_progress::Progress;
use super::options::{self, Options};
use crate::arena::report::{Report, chart};
use crate::arena::schedule::{Ending, MatchSettings, Openings, Plan, Results, Shard, play_match};
use crate::arena::statistics::Sprt;
use crate::arena::{PlayerSettings, Program, TimeControl, load_players};
use anyhow::{Context, anyhow};
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The arguments of `onepure match`.
#[derive(Debug, Args)]
#[command(after_help = "\
A clock: 5/move for each move, 600 for a game, 600+30/25 for 25 moves in each 30
seconds after it (Canadian), 600+3x30 for three periods (byo-yomi), 600+5 for
5 seconds more with each move (Fischer). --time S is --clock S/move. --visits is
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
    /// The match: [match] with these options, [[player]]
    #[arg(value_name = "FILE.toml")]
    pub(super) file: Option<PathBuf>,
    /// NAME='command', builtin:visits=N, or FILE.toml
    #[arg(long = "player", value_name = "PLAYER")]
    players: Vec<String>,
    /// Everybody plays everybody [the default]
    #[arg(long, overrides_with = "gauntlet")]
    round_robin: bool,
    /// This player plays each of the others
    #[arg(long, value_name = "NAME", overrides_with = "round_robin")]
    gauntlet: Option<String>,
    /// What moving first is worth [default: by rules]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = komi)]
    komi: Option<f64>,
    /// Time of each player; see below
    #[arg(long, value_name = "CLOCK", conflicts_with = "time")]
    clock: Option<TimeControl>,
    /// Games of each two players [default: 100]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    games: Option<usize>,
    /// Stop when an SPRT of Elo E0 and E1 decides
    #[arg(long, num_args = 4, value_names = ["E0", "E1", "A", "B"], allow_negative_numbers = true)]
    #[arg(action = clap::ArgAction::Set)]
    sprt: Option<Vec<f64>>,
    /// Openings: SGF, or a line of points each
    #[arg(long, value_name = "FILE", overrides_with = "random_opening")]
    openings: Option<PathBuf>,
    /// Openings of N random placements
    #[arg(long, value_name = "N", value_parser = number, overrides_with = "openings", allow_negative_numbers = true)]
    random_opening: Option<usize>,
    /// Games side by side [default: half the cores]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    parallel: Option<usize>,
    /// Where results, games and report go
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Keep the GTP of every game
    #[arg(long)]
    transcripts: bool,
    /// Play only this share, such as 2/8
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Overtime that costs nothing [default: 0.05]
    #[arg(long, value_name = "SECONDS", value_parser = overtime, allow_negative_numbers = true)]
    margin: Option<Duration>,
    /// Wait for answers off the clock [default: 120]
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds, allow_negative_numbers = true)]
    patience: Option<Duration>,
    /// Turns after which a game is void
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    most_turns: Option<usize>,
    /// Join results, and report on them
    #[arg(long, value_name = "RESULTS", num_args = 1.., action = clap::ArgAction::Append)]
    #[arg(conflicts_with_all = ["file", "players", "shard"])]
    merge: Vec<PathBuf>,
}

/// Games at most of a sequential test.
const MOST_GAMES_OF_TEST: usize = 100_000;

impl Match {
    pub(super) fn run(&self, options: &Options) -> Result<(), Failure> {
        if !self.merge.is_empty() {
            return self.join().map_err(Failure::Work);
        }
        let wrong = |error: &dyn std::fmt::Display| Failure::Arguments(error.to_string());
        let settings = self.settings(options).map_err(|error| wrong(&error))?;
        let output = self.output.clone().ok_or_else(|| {
            wrong(&"--output DIR is missing: results, records and the report go there, and from there a match goes on")
        })?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let parallel = self.parallel.unwrap_or((cores / 2).max(1));
        let plan = Plan { shard: self.shard, parallel, output, transcripts: self.transcripts };
        play(&settings, &plan).map_err(Failure::Work)
    }

    /// The match. On an error, one line that says what is wrong.
    fn settings(&self, options: &Options) -> anyhow::Result<MatchSettings> {
        let given = &options.parameters.given;
        if let Some(option) = given.iter().find(|name| !["visits", "time", "seed"].contains(name)) {
            return Err(anyhow!("a match has no --{option}: say it of a player, as in builtin:visits=500,{option}=…"));
        }
        let common = options.settings();
        let (ruleset, size) = (options.rules(), options.size);
        let defaults = MatchSettings::new(self.players(options)?, ruleset, size);
        let sprt = self.sprt.as_deref().map(|numbers| match numbers {
            &[elo0, elo1, alpha, beta] => {
                Sprt::new(elo0, elo1, alpha, beta).map_err(|error| anyhow!("--sprt: {error}"))
            }
            _ => Err(anyhow!("--sprt has four numbers: elo0, elo1, alpha and beta")),
        });
        let sprt = sprt.transpose()?;
        let openings = match (&self.openings, self.random_opening) {
            (Some(file), _) => Openings::load(file, ruleset, size)?,
            (None, Some(placements)) => Openings::Random(placements),
            (None, None) => Openings::Empty,
        };
        let mut settings = MatchSettings {
            komi: self.komi,
            time: self.clock.or(common.time.map(TimeControl::EachMove)).unwrap_or_default(),
            margin: self.margin.unwrap_or(defaults.margin),
            patience: self.patience.unwrap_or(defaults.patience),
            most_turns: self.most_turns.unwrap_or(defaults.most_turns),
            games: self.games.unwrap_or(if sprt.is_some() { MOST_GAMES_OF_TEST } else { defaults.games }),
            sprt,
            openings,
            seed: common.seed,
            ..defaults
        };
        if let Some(one) = &self.gauntlet {
            settings.set_gauntlet(one)?;
        }
        settings.check()?;
        Ok(settings)
    }

    /// The players of the description of the match, then those that are typed.
    fn players(&self, options: &Options) -> anyhow::Result<Vec<PlayerSettings>> {
        let mut players = Vec::new();
        if let Some(file) = &self.file {
            players.extend(load_players(file)?);
        }
        for text in &self.players {
            let file = Path::new(text);
            let is_file = file.extension().is_some_and(|extension| extension == "toml") && !text.contains('=');
            if is_file {
                players.extend(load_players(file)?);
            } else {
                players.push(text.parse()?);
            }
        }
        for player in &mut players {
            if let Program::Builtin(settings) = &mut player.program {
                settings.visits = settings.visits.or(options.settings().visits);
            }
        }
        Ok(players)
    }

    /// Joins results, and reports on them.
    fn join(&self) -> anyhow::Result<()> {
        let results = Results::merge(&self.merge)?;
        if let Some(output) = &self.output {
            fs::create_dir_all(output).with_context(|| output.display().to_string())?;
            let plan = Plan { shard: None, parallel: 1, output: output.clone(), transcripts: false };
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
    let progress = Progress::new(names, games, sprt)?;
    let played = play_match(settings, plan, &progress);
    progress.finish();
    let (results, ending) = played?;
    write_report(&results, plan)?;
    print_report(&results)?;
    match ending {
        Ending::Complete | Ending::Decided(_) => Ok(()),
        Ending::Stopped => {
            let done = results.games.len();
            Err(anyhow!("interrupted after {done} of {games} games; the same command goes on with them"))
        }
    }
}

/// Writes the report and its chart beside the results.
fn write_report(results: &Results, plan: &Plan) -> anyhow::Result<()> {
    let picture = plan.file("chart", "svg");
    let name = picture.file_name().map(|name| name.to_string_lossy().into_owned());
    for (file, text) in
        [(plan.file("report", "md"), Report::of(results).markdown(name.as_deref())), (picture, chart(results))]
    {
        fs::write(&file, text).with_context(|| file.display().to_string())?;
    }
    Ok(())
}

fn print_report(results: &Results) -> anyhow::Result<()> {
    io::stdout().write_all(Report::of(results).text().as_bytes())?;
    Ok(())
}

fn number(text: &str) -> Result<usize, String> {
    const MOST: usize = 1_000_000;
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("a whole number from 1 to {MOST} is possible"))
}

fn komi(text: &str) -> Result<f64, String> {
    let komi = text.parse().ok().filter(|komi: &f64| komi.is_finite());
    komi.ok_or_else(|| "a number of points is possible, such as 7 or -0.5".to_owned())
}

/// A number of seconds, none allowed.
fn overtime(text: &str) -> Result<Duration, String> {
    if text.parse() == Ok(0.0) { Ok(Duration::ZERO) } else { options::seconds(text) }
}
