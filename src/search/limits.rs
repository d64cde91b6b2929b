//! When a search ends.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a search may go on. Without any limit it goes on until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Runs at most.
    pub visits: Option<u64>,
    /// Time at most.
    pub time: Option<Duration>,
}

/// The runs of all threads together, against the limits.
#[derive(Debug)]
pub(super) struct Progress<'search> {
    limits: Limits,
    deadline: Option<Instant>,
    /// Runs that were begun. Relaxed: a plain counter.
    begun: AtomicU64,
    /// Set once, by whoever sees a limit reached or by the owner of the search. Relaxed: threads may see it a run late.
    stop: &'search AtomicBool,
}

impl<'search> Progress<'search> {
    /// Starts the clock.
    pub(super) fn start(limits: Limits, stop: &'search AtomicBool) -> Self {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Self { limits, deadline, begun: AtomicU64::new(0), stop }
    }

    /// Whether one more run may begin; if so, it counts. The first run always may, so that there is always a result.
    pub(super) fn claim(&self) -> bool {
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        let may = number == 0
            || !self.stop.load(Ordering::Relaxed)
                && self.limits.visits.is_none_or(|visits| number < visits)
                && self.deadline.is_none_or(|deadline| Instant::now() < deadline);
        if !may {
            self.begun.fetch_sub(1, Ordering::Relaxed);
        }
        may
    }

    /// Runs that were begun.
    pub(super) fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }
}
