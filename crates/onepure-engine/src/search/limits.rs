//! The limits of a search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use web_time::Instant;

/// The limits of a search. Without any, it goes on until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The visits of the root at which the search ends, those kept from earlier searches included.
    pub visits: Option<u64>,
    /// The deadline.
    pub deadline: Option<Instant>,
    /// Hard deadline, used if no move clearly leads at `deadline`. Set only if unused time carries over. With it, the search also ends
    /// early once no other move can become the most visited one.
    pub extension: Option<Instant>,
}

/// The visits of the two most visited moves at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RootVisits {
    /// The visits of the most visited move.
    pub(super) best: u32,
    /// The visits of the second most visited move.
    pub(super) second: u32,
    /// Whether the most visited move also has the highest value.
    pub(super) is_best_by_value: bool,
}

impl RootVisits {
    /// Returns whether the most visited move clearly leads: it has at least 1.5 times the visits of the second one, and the highest value.
    fn is_clear(self) -> bool {
        self.is_best_by_value && 2 * u64::from(self.best) >= 3 * u64::from(self.second)
    }
}

/// The simulations of all threads of a search, and its limits.
#[derive(Debug)]
pub(super) struct SearchProgress {
    begin: Instant,
    limits: Limits,
    /// The visits of the root before the search.
    kept: u64,
    /// The simulations begun. Relaxed: a plain counter.
    begun: AtomicU64,
    /// Set by the owner of the search, or by a thread that sees a limit reached. Relaxed: threads may see it one simulation late.
    stop: AtomicBool,
    /// Whether the search goes on after the deadline. Relaxed: threads may see it one simulation late.
    is_extended: AtomicBool,
}

impl SearchProgress {
    /// The largest number of visits. Nodes count them in 32 bits: after an overflow the most visited move would look unvisited.
    const MOST_VISITS: u64 = 4_000_000_000;

    /// A search that begins at a root with `kept` visits.
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

    /// Returns whether one more simulation may begin, and counts it if so. The very first one always may: a search without a simulation has
    /// no result.
    pub(super) fn claim(&self) -> bool {
        let number = self.kept + self.begun.fetch_add(1, Ordering::Relaxed);
        let most = self.limits.visits.unwrap_or(Self::MOST_VISITS).min(Self::MOST_VISITS);
        let may = number == 0 || number < most && !self.is_stopped();
        if !may {
            self.begun.fetch_sub(1, Ordering::Relaxed);
        }
        may
    }

    /// Whether no simulation may begin any more.
    pub(super) fn is_over(&self) -> bool {
        let number = self.kept + self.begun();
        let most = self.limits.visits.unwrap_or(Self::MOST_VISITS).min(Self::MOST_VISITS);
        number > 0 && (number >= most || self.is_stopped())
    }

    /// Ends the search. Simulations that have begun finish; no other begins.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search was stopped or the deadline has passed.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.is_late()
    }

    /// Returns whether the search is for a move and a deadline ends it. An analysis goes on until it is stopped or has its visits.
    pub(super) fn ends_by_time(&self) -> bool {
        self.limits.deadline.is_some() && self.limits.visits.is_none()
    }

    /// Returns whether the search may end early, so that [`SearchProgress::consider`] has an effect.
    pub(super) fn may_end_early(&self) -> bool {
        self.limits.extension.is_some()
    }

    /// Ends the search if no other move can become the most visited one before the deadline. Near the deadline, decides whether to extend
    /// it.
    pub(super) fn consider(&self, visits: RootVisits) {
        let (Some(deadline), Some(_)) = (self.limits.deadline, self.limits.extension) else { return };
        let (elapsed, left) = (self.begin.elapsed(), deadline.saturating_duration_since(Instant::now()));
        let simulations_left = self.begun() as f64 / elapsed.as_secs_f64().max(1e-9) * left.as_secs_f64();
        if !left.is_zero() && f64::from(visits.best - visits.second) > simulations_left {
            self.stop();
        }
        if left <= elapsed / 10 {
            self.is_extended.store(!visits.is_clear(), Ordering::Relaxed);
        }
    }

    /// Returns whether the deadline has passed.
    pub(super) fn is_late(&self) -> bool {
        self.deadline().is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The deadline, or its extension once that is granted.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let is_extended = self.is_extended.load(Ordering::Relaxed);
        self.limits.extension.filter(|_| is_extended).or(self.limits.deadline)
    }

    /// The simulations begun.
    pub(super) fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    /// The time since the search began.
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

    /// A search with a deadline in `seconds` seconds and a much later extension.
    fn thrifty(seconds: u64) -> SearchProgress {
        let deadline = Instant::now() + Duration::from_secs(seconds);
        let extension = Some(deadline + Duration::from_secs(100));
        SearchProgress::new(Limits { deadline: Some(deadline), extension, ..Limits::default() }, 0)
    }

    #[test]
    fn a_search_ends_when_the_second_move_cannot_catch_up() {
        // 100 simulations in next to no time: a minute has room for many more.
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
        for (visits, is_over) in [
            (RootVisits { second: 41, ..clear }, false),
            (clear, true),
            (RootVisits { is_best_by_value: false, ..clear }, false),
        ] {
            progress.consider(visits);
            assert_eq!(progress.is_stopped(), is_over, "{visits:?}");
        }
    }

    #[test]
    fn the_very_first_simulation_always_may_begin() {
        let over = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        assert_eq!(simulations(&SearchProgress::new(over, 0)), 1);
        assert_eq!(simulations(&SearchProgress::new(over, 1)), 0);
        let stopped = SearchProgress::new(Limits::default(), 0);
        stopped.stop();
        assert_eq!(simulations(&stopped), 1);
    }
}
