//! When a search ends.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a search may go on. Without any limit it goes on until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Runs through the position at most, those kept from earlier searches included.
    pub visits: Option<u64>,
    /// When it ends.
    pub deadline: Option<Instant>,
    /// Where time that it does not use is saved for later moves, the moment when it ends at the latest, if at the deadline it is
    /// unclear which move is best. Then it also ends as soon as no other move can become the most visited one.
    pub extension: Option<Instant>,
}

/// How the moves of a position stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RootVisits {
    /// Runs through the most visited move.
    pub(super) best: u32,
    /// Runs through the next one.
    pub(super) second: u32,
    /// Whether the most visited move has the highest value too.
    pub(super) is_best_by_value: bool,
}

impl RootVisits {
    /// The most visited move is clearly the best one if it has three visits for two of the next one, and the highest value.
    fn is_clear(self) -> bool {
        self.is_best_by_value && 2 * u64::from(self.best) >= 3 * u64::from(self.second)
    }
}

/// The simulations of all threads of a search together, against its limits.
#[derive(Debug)]
pub(super) struct SearchProgress {
    begin: Instant,
    limits: Limits,
    /// Runs through the position before the search.
    kept: u64,
    /// Runs that were begun. Relaxed: a plain counter.
    begun: AtomicU64,
    /// Set once, by whoever sees a limit reached or by the owner of the search. Relaxed: threads may see it a simulation late.
    stop: AtomicBool,
    /// Whether it goes on after the deadline. Relaxed: threads may see it a simulation late.
    is_extended: AtomicBool,
}

impl SearchProgress {
    /// Nodes count their visits in 32 bits: before that is too little, a search ends.
    const MOST_VISITS: u64 = 4_000_000_000;

    /// The beginning of a search of a position that `kept` simulations have come through before.
    pub(super) fn new(limits: Limits, kept: u64) -> Self {
        Self {
            begin: Instant::now(),
            limits,
            kept,
            begun: AtomicU64::new(0),
            stop: AtomicBool::default(),
            is_extended: AtomicBool::default(),
        }
    }

    /// Whether one more simulation may begin; if so, it counts. The very first one always may, so that there is a result.
    pub(super) fn claim(&self) -> bool {
        let number = self.kept + self.begun.fetch_add(1, Ordering::Relaxed);
        let most = self.limits.visits.unwrap_or(Self::MOST_VISITS).min(Self::MOST_VISITS);
        let may = number == 0 || number < most && !self.is_stopped();
        if !may {
            self.begun.fetch_sub(1, Ordering::Relaxed);
        }
        may
    }

    /// Ends the search: simulations that have begun come to their end, no other begins.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was stopped, or its time is up.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.is_late()
    }

    /// Whether [`SearchProgress::consider`] is worth while.
    pub(super) fn depends_on_standing(&self) -> bool {
        self.limits.extension.is_some()
    }

    /// Ends the search if no other move can become the most visited one before the deadline; near the deadline decides whether to go
    /// on after it.
    pub(super) fn consider(&self, standing: RootVisits) {
        let (Some(deadline), Some(_)) = (self.limits.deadline, self.limits.extension) else { return };
        let (elapsed, left) = (self.begin.elapsed(), deadline.saturating_duration_since(Instant::now()));
        let runs_to_come = self.begun() as f64 / elapsed.as_secs_f64().max(1e-9) * left.as_secs_f64();
        if !left.is_zero() && f64::from(standing.best - standing.second) > runs_to_come {
            self.stop();
        }
        if left <= elapsed / 10 {
            self.is_extended.store(!standing.is_clear(), Ordering::Relaxed);
        }
    }

    /// Whether the time is up.
    pub(super) fn is_late(&self) -> bool {
        self.deadline().is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// When the search ends, as it stands.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let is_extended = self.is_extended.load(Ordering::Relaxed);
        self.limits.extension.filter(|_| is_extended).or(self.limits.deadline)
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

    fn simulations(progress: &SearchProgress) -> usize {
        (0..100).take_while(|_| progress.claim()).count()
    }

    #[test]
    fn what_was_kept_counts_against_the_visits() {
        let limits = Limits { visits: Some(10), ..Limits::default() };
        let progress = SearchProgress::new(limits, 4);
        assert_eq!((simulations(&progress), progress.begun()), (6, 6));
        assert_eq!(simulations(&SearchProgress::new(limits, 40)), 0);
    }

    /// A search that ends after so many seconds, or much later.
    fn thrifty(seconds: u64) -> SearchProgress {
        let deadline = Instant::now() + Duration::from_secs(seconds);
        let extension = Some(deadline + Duration::from_secs(100));
        SearchProgress::new(Limits { deadline: Some(deadline), extension, ..Limits::default() }, 0)
    }

    #[test]
    fn a_search_ends_when_the_second_move_cannot_catch_up() {
        // A hundred simulations in next to no time: in a minute there are many more.
        let progress = thrifty(60);
        assert_eq!(simulations(&progress), 100);
        progress.consider(RootVisits { best: 90, second: 10, is_best_by_value: true });
        assert!(!progress.is_stopped());
        let progress = thrifty(60);
        assert_eq!(simulations(&progress), 100);
        std::thread::sleep(Duration::from_millis(20));
        progress.consider(RootVisits { best: 1_000_000, second: 10, is_best_by_value: true });
        assert!(progress.is_stopped());
    }

    #[test]
    fn a_search_goes_on_while_it_is_unclear_which_move_is_best() {
        let clear = RootVisits { best: 60, second: 40, is_best_by_value: true };
        let progress = thrifty(0);
        assert!(progress.is_stopped());
        for (standing, is_over) in [
            (RootVisits { second: 41, ..clear }, false),
            (clear, true),
            (RootVisits { is_best_by_value: false, ..clear }, false),
        ] {
            progress.consider(standing);
            assert_eq!(progress.is_stopped(), is_over, "{standing:?}");
        }
    }

    #[test]
    fn the_very_first_run_always_may_begin() {
        let over = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        assert_eq!(simulations(&SearchProgress::new(over, 0)), 1);
        assert_eq!(simulations(&SearchProgress::new(over, 1)), 0);
        let stopped = SearchProgress::new(Limits::default(), 0);
        stopped.stop();
        assert_eq!(simulations(&stopped), 1);
    }
}
