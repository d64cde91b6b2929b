//! The progress of a tuning on stderr: a bar on a terminal, otherwise a line for each game.

use super::interrupt::Interrupt;
use super::match_progress;
use crate::arena::Played;
use crate::arena::tune::{TuneObserver, TuneState};
use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Shows the progress of a tuning.
pub(super) struct TuneProgress {
    interrupt: Interrupt,
    /// The bar, on a terminal.
    bar: Option<ProgressBar>,
    /// The start of the first game of this run, and the number of games played before.
    began: OnceLock<(Instant, usize)>,
}

impl TuneProgress {
    /// Shows the progress of `games` games. The first interrupt stops the tuning in order, the second ends the program.
    pub(super) fn new(games: usize) -> anyhow::Result<Self> {
        let interrupt = Interrupt::taken()?;
        let bar = if io::stderr().is_terminal() { Some(bar(games)?) } else { None };
        Ok(Self { interrupt, bar, began: OnceLock::new() })
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// The expected time for the remaining games, at the speed of this run.
    fn time_left(&self, tuning: &TuneState<'_>) -> Duration {
        let &(began, before) = self.began.get_or_init(|| (Instant::now(), tuning.games()));
        let (played, left) = (tuning.games() - before, tuning.all_games() - tuning.games());
        if played == 0 { Duration::ZERO } else { began.elapsed().mul_f64(left as f64 / played as f64) }
    }
}

fn bar(games: usize) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len} games, {elapsed}, {eta} to go  {wide_msg}")?;
    let bar = ProgressBar::new(games as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    Ok(bar)
}

/// The current values, on one line.
fn values(tuning: &TuneState<'_>) -> String {
    let numbers = tuning.settings().parameters.iter().zip(tuning.spsa().place());
    let texts = numbers.map(|(parameter, &value)| format!("{} {}", parameter.name, parameter.text(value)));
    texts.collect::<Vec<_>>().join(", ")
}

impl TuneObserver for TuneProgress {
    fn is_stopped(&self) -> bool {
        self.interrupt.has_come()
    }

    fn follow(&self, tuning: &TuneState<'_>, last: Option<&Played>) {
        let time_left = FormattedDuration(self.time_left(tuning));
        if let Some(bar) = &self.bar {
            if last.is_none() {
                bar.reset_eta();
            }
            bar.set_position(tuning.games() as u64);
            bar.set_message(values(tuning));
            // A game with trouble stays on the screen above the bar.
            if let Some(game) = last.filter(|game| game.trouble.is_some()) {
                bar.println(match_progress::line(game));
            }
            return;
        }
        let text = match last {
            Some(game) => {
                let (line, all) = (match_progress::line(game), tuning.all_games());
                format!("{line}; {} of {all}, {time_left} to go; {}", tuning.games(), values(tuning))
            }
            None if tuning.games() == 0 => return,
            None => format!("taken up after {} games; {}", tuning.games(), values(tuning)),
        };
        // If stderr cannot be written, nobody reads it.
        let _ = writeln!(io::stderr(), "{text}");
    }
}
