//! Interrupts: long work stops at a point from which it can continue.

use crate::say;
use anyhow::Context;
use onepure::arena::Played;
use onepure::arena::schedule::{Observer, Results, Standing};
use onepure::arena::selfplay::{SelfplayObserver, SelfplayTally};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set when an interrupt arrives. Relaxed ordering suffices: no other data depends on it.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Installs the handler of this process. Works once.
    pub(crate) fn install() -> anyhow::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed)).context("interrupts cannot be caught")?;
        Ok(Self(stop))
    }

    /// An interrupt that never arrives.
    #[cfg(test)]
    pub(crate) fn never() -> Self {
        Self(Arc::default())
    }

    /// Returns whether an interrupt has arrived.
    pub(crate) fn has_arrived(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Games between two lines of progress.
const GAMES_A_LINE: usize = 100;

impl SelfplayObserver for Interrupt {
    fn is_stopped(&self) -> bool {
        self.has_arrived()
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
        self.has_arrived()
    }

    fn follow(&self, results: &Results, standing: &Standing, _last: Option<&Played>) {
        let games = results.games.len();
        if games > 0 && games.is_multiple_of(GAMES_A_LINE) {
            say(&format!("match: {games} games, {} points", standing.table.total(0).points()));
        }
    }
}
