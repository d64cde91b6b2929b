//! When a search ends.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a search may go on. Without any limit it goes on until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Runs through the position at most, those kept from earlier searches included.
    pub visits: Option<u64>,
    /// When it ends at the latest.
    pub deadline: Option<Instant>,
}

/// The runs of all threads of a search together, against its limits.
#[derive(Debug)]
pub(super) struct Progress {
    begin: Instant,
    limits: Limits,
    /// Runs through the position before the search.
    kept: u64,
    /// Runs that were begun. Relaxed: a plain counter.
    begun: AtomicU64,
    /// Set once, by whoever sees a limit reached or by the owner of the search. Relaxed: threads may see it a run late.
    stop: AtomicBool,
}

impl Progress {
    /// Nodes count their runs in 32 bits: before that is too little, a search ends.
    const MOST_VISITS: u64 = 4_000_000_000;

    /// The beginning of a search of a position that `kept` runs have come through before.
    pub(super) fn new(limits: Limits, kept: u64) -> Self {
        Self { begin: Instant::now(), limits, kept, begun: AtomicU64::new(0), stop: AtomicBool::new(false) }
    }

    /// Whether one more run may begin; if so, it counts. The very first run always may, so that there is a result.
    pub(super) fn claim(&self) -> bool {
        let number = self.kept + self.begun.fetch_add(1, Ordering::Relaxed);
        let most = self.limits.visits.unwrap_or(Self::MOST_VISITS).min(Self::MOST_VISITS);
        let may = number == 0 || number < most && !self.is_stopped();
        if !may {
            self.begun.fetch_sub(1, Ordering::Relaxed);
        }
        may
    }

    /// Ends the search: runs that have begun come to their end, no other begins.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was stopped, or its time is up.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.is_late()
    }

    /// Whether the time is up.
    pub(super) fn is_late(&self) -> bool {
        self.deadline().is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// When the search ends at the latest.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.limits.deadline
    }

    /// Runs that were begun.
    pub(super) fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    /// How long ago the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(progress: &Progress) -> usize {
        (0..100).take_while(|_| progress.claim()).count()
    }

    #[test]
    fn what_was_kept_counts_against_the_visits() {
        let limits = Limits { visits: Some(10), ..Limits::default() };
        let progress = Progress::new(limits, 4);
        assert_eq!((runs(&progress), progress.begun()), (6, 6));
        assert_eq!(runs(&Progress::new(limits, 40)), 0);
    }

    #[test]
    fn the_very_first_run_always_may_begin() {
        let over = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        assert_eq!(runs(&Progress::new(over, 0)), 1);
        assert_eq!(runs(&Progress::new(over, 1)), 0);
        let stopped = Progress::new(Limits::default(), 0);
        stopped.stop();
        assert_eq!(runs(&stopped), 1);
    }
}
