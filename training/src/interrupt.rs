//! Interrupts: what is under way is brought to an end that can be taken up again.

use crate::say;
use anyhow::Context;
use onepure::arena::Played;
use onepure::arena::schedule::{Observer, Results, Standing};
use onepure::arena::selfplay::{SelfplayObserver, SelfplayTally};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set when an interrupt has come. Nothing else is read by it.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Takes the interrupts of this process: once.
    pub(crate) fn taken() -> anyhow::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed)).context("interrupts cannot be caught")?;
        Ok(Self(stop))
    }

    /// One that never comes.
    #[cfg(test)]
    pub(crate) fn never() -> Self {
        Self(Arc::default())
    }

    /// Whether one has come.
    pub(crate) fn has_come(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Games between two lines.
const GAMES_A_LINE: usize = 100;

impl SelfplayObserver for Interrupt {
    fn is_stopped(&self) -> bool {
        self.has_come()
    }

    fn follow(&self, tally: &SelfplayTally) {
        let SelfplayTally { games, all, moves, targets, .. } = tally;
        if games.is_multiple_of(GAMES_A_LINE) || games == all {
            say(&format!("self-play: {games} of {all} games, {moves} moves, {targets} policy targets"));
        }
    }
}

impl Observer for Interrupt {
    fn is_stopped(&self) -> bool {
        self.has_come()
    }

    fn follow(&self, results: &Results, standing: &Standing, _last: Option<&Played>) {
        let games = results.games.len();
        if games > 0 && games.is_multiple_of(GAMES_A_LINE) {
            say(&format!("match: {games} games, {} points", standing.table.total(0).points()));
        }
    }
}
