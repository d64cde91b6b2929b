//! The options that say how the games of a match are played.

use crate::arena::schedule::{MatchSettings, Openings};
use crate::arena::{PlayerSettings, Program, TimeControl, load_players};
use crate::cli::options::{self, Options};
use anyhow::anyhow;
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How games are played.
#[derive(Debug, Args)]
pub(in crate::cli) struct Games {
    /// Komi in points [default: by rules]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = komi)]
    komi: Option<f64>,
    /// Time control of each player; see below
    #[arg(long, value_name = "CLOCK", conflicts_with = "time")]
    clock: Option<TimeControl>,
    /// Openings: SGF, or one line of points each
    #[arg(long, value_name = "FILE", overrides_with_all = ["random_opening", "handicap"])]
    openings: Option<PathBuf>,
    /// Openings of N random placements
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    #[arg(overrides_with = "openings")]
    random_opening: Option<usize>,
    /// Black begins with N handicap stones
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    #[arg(overrides_with = "openings")]
    handicap: Option<usize>,
    /// Games in parallel [default: half the cores]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    parallel: Option<usize>,
    /// Folder for results, games and the report
    #[arg(long, value_name = "DIR", value_parser = options::folder())]
    output: Option<PathBuf>,
    /// Keep the GTP of every game
    #[arg(long)]
    pub(in crate::cli) transcripts: bool,
    /// Overtime without a penalty [default: 0.05]
    #[arg(long, value_name = "SECONDS", value_parser = overtime, allow_negative_numbers = true)]
    margin: Option<Duration>,
    /// Longest wait without a clock [default: 120]
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds, allow_negative_numbers = true)]
    patience: Option<Duration>,
    /// Turns after which a game is void
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    most_turns: Option<usize>,
}

impl Games {
    /// The settings of a match of these players. The error is one line.
    pub(in crate::cli) fn settings(
        &self,
        options: &Options,
        players: Vec<PlayerSettings>,
    ) -> anyhow::Result<MatchSettings> {
        let common = options.settings();
        let (ruleset, size) = (options.rules(), options.size);
        let defaults = MatchSettings::new(players, ruleset, size);
        let openings = match (&self.openings, self.random_opening, self.handicap) {
            (Some(file), ..) => Openings::load(file, ruleset, size)?,
            (_, placements, Some(stones)) => Openings::with_handicap(stones, placements.unwrap_or(0), ruleset, size)
                .map_err(|error| anyhow!("--handicap: {error}"))?,
            (_, Some(placements), None) => Openings::Random(placements),
            (None, None, None) => Openings::Empty,
        };
        Ok(MatchSettings {
            komi: self.komi,
            time: self.clock.or(common.time.map(TimeControl::EachMove)).unwrap_or_default(),
            margin: self.margin.unwrap_or(defaults.margin),
            patience: self.patience.unwrap_or(defaults.patience),
            most_turns: self.most_turns.unwrap_or(defaults.most_turns),
            openings,
            seed: common.seed,
            ..defaults
        })
    }

    /// The number of games in parallel.
    pub(in crate::cli) fn parallel(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.parallel.unwrap_or((cores / 2).max(1))
    }

    /// The folder for all output, if given.
    pub(in crate::cli) fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }
}

/// The players that a text describes: one, or all of a file.
pub(in crate::cli) fn players(text: &str) -> anyhow::Result<Vec<PlayerSettings>> {
    let file = Path::new(text);
    let is_file = file.extension().is_some_and(|extension| extension == "toml") && !text.contains('=');
    Ok(if is_file { load_players(file)? } else { vec![text.parse()?] })
}

/// Gives the visits of the options to built-in players without their own.
pub(in crate::cli) fn give_visits(players: &mut [PlayerSettings], options: &Options) {
    for player in players {
        if let Program::Builtin(settings) = &mut player.program {
            settings.visits = settings.visits.or(options.settings().visits);
        }
    }
}

/// Rejects engine options that belong to a player.
pub(in crate::cli) fn refuse_settings_of_players(options: &Options) -> anyhow::Result<()> {
    let given = &options.parameters.given;
    match given.iter().find(|name| !["visits", "time", "seed"].contains(name)) {
        Some(option) => {
            Err(anyhow!("a match has no --{option}: say it of a player, as in builtin:visits=500,{option}=…"))
        }
        None => Ok(()),
    }
}

/// Parses a positive integer.
pub(in crate::cli) fn number(text: &str) -> Result<usize, String> {
    const MOST: usize = 1_000_000;
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("expected an integer from 1 to {MOST}"))
}

fn komi(text: &str) -> Result<f64, String> {
    let komi = text.parse().ok().filter(|komi: &f64| komi.is_finite());
    komi.ok_or_else(|| "expected a number of points, such as 7 or -0.5".to_owned())
}

/// Parses a number of seconds, where 0 is allowed.
fn overtime(text: &str) -> Result<Duration, String> {
    if text.parse() == Ok(0.0) { Ok(Duration::ZERO) } else { options::seconds(text) }
}
