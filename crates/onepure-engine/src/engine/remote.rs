//! What reaches an engine from other threads while it searches.

use crate::search::{Limits, Stopper};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Stops the searches of an engine from other threads, at once or when nobody may be left who waits for them.
#[derive(Clone, Debug)]
pub struct Remote {
    stopper: Stopper,
    /// The search for a move that is under way. Locked only to be read or replaced.
    underway: Arc<Mutex<Option<Underway>>>,
}

/// A search for a move that is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Underway {
    begin: Instant,
    limits: Limits,
}

/// A search that had gone on for so long when the input ended belongs to a conversation that broke off.
const BROKEN_OFF_AFTER: Duration = Duration::from_secs(1);

/// After the end of the input a search without a limit of time goes on for so long.
const UNATTENDED: Duration = Duration::from_secs(5);

/// Unless its limit of visits is as low as this: it is soon over, and its result must not depend on the machine's speed.
const FEW_VISITS: u64 = 10_000;

impl Underway {
    /// Whether it may go on at this moment although the input ended at another.
    fn may_go_on(&self, input_end: Instant, now: Instant) -> bool {
        if self.limits.visits.is_some_and(|visits| visits <= FEW_VISITS) {
            return true;
        }
        let unattended_since = self.begin.max(input_end);
        let broke_off = input_end.saturating_duration_since(self.begin) >= BROKEN_OFF_AFTER;
        let has_time = self.limits.deadline.is_some() || now.saturating_duration_since(unattended_since) < UNATTENDED;
        !broke_off && has_time
    }
}

impl Remote {
    pub(super) fn new(stopper: Stopper) -> Self {
        Self { stopper, underway: Arc::default() }
    }

    /// Stops the search that is going on, if there is one. It never blocks.
    pub fn stop(&self) {
        self.stopper.stop();
    }

    /// Stops the search for a move that is under way if it may not go on, the input of the program having ended at this
    /// moment, and says whether it did. To be asked again and again: later searches have their limits too.
    ///
    /// A search that had gone on for a second by then stops: whoever wanted its move is gone. One that began later, or just
    /// before, is part of a script that was handed over as a whole. It goes on to its limits if they are of time, or of
    /// 10000 visits at most; with more visits, or none of both, it stops five seconds after the end of the input and after
    /// its own beginning.
    pub fn stop_unattended(&self, input_end: Instant) -> bool {
        let underway = self.underway();
        let stops = underway.is_some_and(|search| !search.may_go_on(input_end, Instant::now()));
        if stops {
            self.stopper.stop();
        }
        stops
    }

    /// A search for a move begins.
    pub(super) fn begin(&self, begin: Instant, limits: Limits) {
        *self.underway() = Some(Underway { begin, limits });
    }

    /// It is over.
    pub(super) fn end(&self) {
        *self.underway() = None;
    }

    fn underway(&self) -> MutexGuard<'_, Option<Underway>> {
        self.underway.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const MANY: Option<u64> = Some(FEW_VISITS + 1);

    /// For how many seconds after the end of the input a search goes on that began so many seconds before it, or after;
    /// 100 for one that is never stopped.
    fn goes_on(begin: i32, visits: Option<u64>, has_deadline: bool) -> u32 {
        let start = Instant::now();
        let input_end = start + 50 * SECOND;
        let begin = start + SECOND * (50 + begin).cast_unsigned();
        let deadline = has_deadline.then_some(start + 1000 * SECOND);
        let search = Underway { begin, limits: Limits { visits, deadline, extension: None } };
        (0..100).find(|&second| !search.may_go_on(input_end, input_end + second * SECOND)).unwrap_or(100)
    }

    #[test]
    fn a_search_that_nobody_may_wait_for_stops() {
        assert_eq!(goes_on(-1, MANY, false), 0);
        assert_eq!(goes_on(-1, None, true), 0);
        assert_eq!(goes_on(-30, MANY, true), 0);
    }

    #[test]
    fn a_search_of_a_script_goes_on_to_its_limits_or_for_a_while() {
        for begin in [0, 3] {
            assert_eq!(goes_on(begin, MANY, true), 100);
            assert_eq!(goes_on(begin, None, true), 100);
            assert_eq!(goes_on(begin, MANY, false), begin.cast_unsigned() + 5);
        }
    }

    #[test]
    fn few_visits_are_always_made() {
        for begin in [-30, 0, 3] {
            assert_eq!(goes_on(begin, Some(FEW_VISITS), false), 100);
        }
    }
}
