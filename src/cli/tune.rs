//! `onepure tune`: finds parameter values with which a player wins more.

use super::games::Games;
use super::options::Options;
use super::stdout::stdout;
use super::tune_progress::TuneProgress;
use super::{CliError, games};
use crate::arena::PlayerSettings;
use crate::arena::schedule::Plan;
use crate::arena::tune::{TuneSettings, TunedParameter, report, tune};
use anyhow::anyhow;
use clap::Args;
use std::io::Write;

/// The arguments of `onepure tune`.
#[derive(Debug, Args)]
#[command(after_help = "\
The player plays against itself with other values, or with --opponent against
that. Clocks are those of `onepure match --help`.

A tuning that was interrupted goes on with the same command. The values go to
stdout; docs/tune.md has all of this at length.

Examples:
  onepure tune --size 9 --player builtin:visits=500 --random-opening 4 \\
    --parameter exploration=0.45,0.0..2.0,step=0.1 \\
    --parameter expand-after=2,0..20,step=2 --iterations 1000 --output tuned
  onepure tune --size 9 --time 0.1 --opponent gnu='gnugo --mode gtp' \\
    --parameter exploration=0.45,0.0..2.0,step=0.2 --output against-gnu")]
pub(super) struct Tune {
    /// NAME=START,LOW..HIGH,step=STEP
    #[arg(long = "parameter", value_name = "PARAMETER", allow_hyphen_values = true)]
    parameters: Vec<TunedParameter>,
    /// Player to tune
    #[arg(long, value_name = "PLAYER", default_value = "builtin")]
    player: String,
    /// Opponent of both sides [default: each other]
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<String>,
    /// Number of changes of the values
    #[arg(long, value_name = "N", default_value = "500", value_parser = games::number, allow_negative_numbers = true)]
    iterations: usize,
    /// Openings per iteration
    #[arg(long, value_name = "N", default_value = "1", value_parser = games::number, allow_negative_numbers = true)]
    rounds: usize,
    /// Steps per won iteration
    #[arg(long, value_name = "STEPS", default_value = "1", allow_negative_numbers = true)]
    gain: f64,
    #[command(flatten)]
    how: Games,
}

impl Tune {
    pub(super) fn run(&self, options: &Options) -> Result<(), CliError> {
        let wrong = |error: anyhow::Error| CliError::Arguments(error.to_string());
        let settings = self.settings(options).map_err(wrong)?;
        let output = self.how.output().ok_or_else(|| {
            wrong(anyhow!("--output DIR is missing: the games go there, and from there a tuning goes on"))
        })?;
        let plan = Plan {
            shard: None,
            parallel: self.how.parallel(),
            output: output.to_owned(),
            transcripts: self.how.transcripts,
        };
        play(&settings, &plan).map_err(CliError::Work)
    }

    /// The settings of the tuning. The error is one line.
    fn settings(&self, options: &Options) -> anyhow::Result<TuneSettings> {
        games::refuse_settings_of_players(options, "a tuning")?;
        let player = one_player(&self.player, options)?;
        let opponent = self.opponent.as_deref().map(|text| one_player(text, options)).transpose()?;
        let games = self.how.settings(options, Vec::new())?;
        let mut settings = TuneSettings::new(&player, opponent, self.parameters.clone(), games)?;
        settings.iterations = self.iterations;
        settings.rounds = self.rounds;
        settings.gain = self.gain;
        settings.check()?;
        Ok(settings)
    }
}

fn play(settings: &TuneSettings, plan: &Plan) -> anyhow::Result<()> {
    let progress = TuneProgress::new(settings.iterations * settings.games_of_iteration())?;
    let tuned = tune(settings, plan, &progress);
    progress.finish();
    let tuning = tuned?;
    stdout().write_all(report(&tuning).as_bytes())?;
    if tuning.trial().is_some() {
        let (games, all) = (tuning.games(), tuning.all_games());
        return Err(anyhow!("interrupted after {games} of {all} games; the same command goes on with them"));
    }
    Ok(())
}

/// The one player that a text describes.
fn one_player(text: &str, options: &Options) -> anyhow::Result<PlayerSettings> {
    let mut players = games::players(text)?;
    games::give_visits(&mut players, options);
    match <[PlayerSettings; 1]>::try_from(players) {
        Ok([player]) => Ok(player),
        Err(players) => Err(anyhow!("{text}: expected one player, got {}", players.len())),
    }
}
