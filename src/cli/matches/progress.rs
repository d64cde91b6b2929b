//! The progress of a match on stderr: a bar on a terminal, otherwise a line for each game.

use crate::arena::Played;
use crate::arena::schedule::{Observer, Results, Standing};
use crate::arena::statistics::{EloEstimate, Sprt};
use crate::cli::terminal::interrupt::Interrupt;
use crate::view::printable;
use indicatif::{ProgressBar, ProgressStyle};
use onepure_rules::board::Color;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// Shows the progress of a match.
pub(super) struct MatchProgress {
    interrupt: Interrupt,
    names: Vec<String>,
    sprt: Option<Sprt>,
    /// The bar, on a terminal.
    bar: Option<ProgressBar>,
}

impl MatchProgress {
    /// Shows the progress of `games` games between these players. The first interrupt stops the match in order, the second ends
    /// the program.
    pub(super) fn new(names: Vec<String>, games: usize, sprt: Option<Sprt>) -> anyhow::Result<Self> {
        let interrupt = Interrupt::taken()?;
        let bar = if io::stderr().is_terminal() { Some(bar(games)?) } else { None };
        Ok(Self { interrupt, names, sprt, bar })
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// The score so far, on one line.
    fn score(&self, standing: &Standing) -> String {
        let share = |player| {
            let estimate = EloEstimate::of(&standing.table.total(player));
            estimate.map(|estimate| format!("{} {:.1} %", self.names[player], 100.0 * estimate.score))
        };
        let players = if self.names.len() == 2 { 1 } else { self.names.len() };
        let mut parts: Vec<String> = (0..players).filter_map(share).collect();
        if let Some(sprt) = self.sprt {
            let state = sprt.state(&standing.tested);
            parts.push(format!("LLR {:.2} ({:.2} to {:.2})", state.llr, state.lower, state.upper));
        }
        parts.join(", ")
    }
}

fn bar(games: usize) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len} games, {elapsed}, {eta} to go  {wide_msg}")?;
    let bar = ProgressBar::new(games as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    Ok(bar)
}

impl Observer for MatchProgress {
    fn is_stopped(&self) -> bool {
        self.interrupt.has_come()
    }

    fn follow(&self, results: &Results, standing: &Standing, last: Option<&Played>) {
        let score = self.score(standing);
        if let Some(bar) = &self.bar {
            if last.is_none() {
                bar.reset_eta();
            }
            bar.set_position(results.games.len() as u64);
            bar.set_message(score);
            // A game with trouble stays on the screen above the bar.
            if let Some(game) = last.filter(|game| game.trouble.is_some()) {
                bar.println(line(game));
            }
            return;
        }
        let text = match last {
            Some(game) => format!("{}; {score}", line(game)),
            None if results.games.is_empty() => return,
            None => format!("taken up after {} games; {score}", results.games.len()),
        };
        // If stderr cannot be written, nobody reads it.
        let _ = writeln!(io::stderr(), "{text}");
    }
}

/// A game on one line.
pub(super) fn line(game: &Played) -> String {
    let [black, white] = Color::BOTH.map(|color| &game.players[color].name);
    let trouble = game.trouble.as_ref().map_or_else(String::new, |trouble| format!(": {}", trouble.detail));
    printable(&format!("game {}: {black} – {white} {} ({}{trouble})", game.number, game.result, game.reason))
}
