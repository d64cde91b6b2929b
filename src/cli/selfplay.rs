//! `onepure selfplay`: games of the engine against itself, as training positions for a network.

use crate::arena::schedule::Shard;
use crate::arena::selfplay::{SelfplayObserver, SelfplayPlan, SelfplaySettings, SelfplayTally, selfplay};
use crate::cli::CliError;
use crate::cli::matches::games;
use crate::cli::options::{self, Options};
use crate::cli::terminal::interrupt::Interrupt;
use crate::cli::terminal::stdout::stdout;
use anyhow::anyhow;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `onepure selfplay`.
#[derive(Debug, Args)]
#[command(after_help = "\
The file says which games are played: docs/selfplay.md has all of it. A run that
was interrupted goes on with the same command. Each game is one core's work.

Examples:
  onepure selfplay selfplay.toml --output generation-1
  onepure selfplay selfplay.toml --shard 2/8 --output generation-1")]
pub(super) struct Selfplay {
    /// Settings of the games: visits, boards, rules
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Number of games, instead of the file's
    #[arg(long, value_name = "N", value_parser = games::number, allow_negative_numbers = true)]
    games: Option<usize>,
    /// Play one shard, such as 2/8
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Games in parallel [default: one a core]
    #[arg(long, value_name = "N", value_parser = games::number, allow_negative_numbers = true)]
    parallel: Option<usize>,
    /// Folder for the games
    #[arg(long, value_name = "DIR", value_parser = options::folder())]
    output: PathBuf,
}

impl Selfplay {
    pub(super) fn run(&self, options: &Options) -> Result<(), CliError> {
        let mut settings =
            SelfplaySettings::load(&self.file).map_err(|error| CliError::Arguments(error.to_string()))?;
        settings.games = self.games.unwrap_or(settings.games);
        let given = &options.parameters.given;
        if let Some(option) =
            given.iter().find(|name| ["level", "visits", "time", "seed", "threads", "resign-below"].contains(name))
        {
            let file = self.file.display();
            return Err(CliError::Arguments(format!(
                "self-play has no --{option}: {file} says full-visits, fast-visits, seed and resign-below, and a game has \
                 one thread"
            )));
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let plan = SelfplayPlan {
            shard: self.shard,
            parallel: self.parallel.unwrap_or(cores),
            output: self.output.clone(),
            network: options.settings().network.name(),
        };
        play(&settings, &plan, options).map_err(CliError::Work)
    }
}

fn play(settings: &SelfplaySettings, plan: &SelfplayPlan, options: &Options) -> anyhow::Result<()> {
    let progress = SelfplayProgress::new()?;
    let played = selfplay(settings, plan, &options.settings(), &progress);
    progress.finish();
    let tally = played?;
    writeln!(stdout(), "{}", line(&tally))?;
    if tally.games < tally.all {
        return Err(anyhow!("interrupted after {} of {} games; the same command goes on", tally.games, tally.all));
    }
    Ok(())
}

/// The progress so far, on one line.
fn line(tally: &SelfplayTally) -> String {
    let SelfplayTally { games, all, moves, targets, resigned, played_out, turned } = tally;
    let line = format!("{games} of {all} games, {moves} moves, {targets} policy targets");
    if resigned + played_out == 0 {
        return line;
    }
    format!("{line}; {resigned} given up, {turned} of {played_out} that were played on would have been so wrongly")
}

/// Shows the progress of self-play on stderr: a bar on a terminal, otherwise a line every `GAMES_A_LINE` games.
struct SelfplayProgress {
    interrupt: Interrupt,
    bar: Option<ProgressBar>,
}

const GAMES_A_LINE: usize = 100;

impl SelfplayProgress {
    fn new() -> anyhow::Result<Self> {
        let interrupt = Interrupt::taken()?;
        let bar = if io::stderr().is_terminal() { Some(bar()?) } else { None };
        Ok(Self { interrupt, bar })
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar() -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len} games, {elapsed}, {eta} to go  {wide_msg}")?;
    let bar = ProgressBar::new(0).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    Ok(bar)
}

impl SelfplayObserver for SelfplayProgress {
    fn is_stopped(&self) -> bool {
        self.interrupt.has_come()
    }

    fn follow(&self, tally: &SelfplayTally) {
        if let Some(bar) = &self.bar {
            bar.set_length(tally.all as u64);
            bar.set_position(tally.games as u64);
            bar.set_message(format!("{} moves, {} targets", tally.moves, tally.targets));
        } else if tally.games.is_multiple_of(GAMES_A_LINE) && tally.games > 0 {
            // If stderr cannot be written, nobody reads it.
            let _ = writeln!(io::stderr(), "{}", line(tally));
        }
    }
}
