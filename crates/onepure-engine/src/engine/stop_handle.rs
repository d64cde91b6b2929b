//! Control of an engine from other threads during a search.

use crate::search::{Limits, Stopper};
use crate::solve::Control;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// A handle that stops the searches and proofs of an engine from other threads: at once, or when nobody may wait for them any more.
#[derive(Clone, Debug)]
pub struct StopHandle {
    stopper: Stopper,
    /// Stops the current proof.
    proof: Control,
    /// The current search for a move, or the current proof. The lock is held only to read or replace it.
    underway: Arc<Mutex<Option<Underway>>>,
}

/// A search for a move, or a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Underway {
    begin: Instant,
    limits: Limits,
}

/// The age of a search at the end of the input from which on its conversation broke off.
const BROKEN_OFF_AFTER: Duration = Duration::from_secs(1);

/// The time for which a search without a deadline continues after the end of the input.
const UNATTENDED: Duration = Duration::from_secs(5);

/// The limit of visits up to which a search always continues: it is soon over, and its result must not depend on the speed of the machine.
const FEW_VISITS: u64 = 10_000;

impl Underway {
    /// Returns whether the search may continue at `now`, after the input ended at `input_end`.
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

impl StopHandle {
    pub(super) fn new(stopper: Stopper) -> Self {
        Self { stopper, proof: Control::default(), underway: Arc::default() }
    }

    /// Stops the current search or proof, if there is one. Never blocks.
    pub fn stop(&self) {
        self.stopper.stop();
        self.proof.stop();
    }

    /// The control of proofs, which [`StopHandle::stop`] stops.
    pub(super) fn proof(&self) -> &Control {
        &self.proof
    }

    /// Stops the current search for a move or proof if it may not continue after the input of the program ended at `input_end`. Returns whether it
    /// did. Call it again for later searches: they have their limits too.
    ///
    /// A search that was a second old by then stops: its client is gone. One that began later, or just before, belongs to a script on a
    /// pipe. With a deadline, or at most 10,000 visits, it continues to its limits. With more visits, or without limits, it stops five
    /// seconds after the end of the input and after its own start.
    pub fn stop_unattended(&self, input_end: Instant) -> bool {
        let underway = self.underway();
        let stops = underway.is_some_and(|search| !search.may_go_on(input_end, Instant::now()));
        if stops {
            self.stop();
        }
        stops
    }

    /// Records the start of a search for a move.
    pub(super) fn begin(&self, begin: Instant, limits: Limits) {
        *self.underway() = Some(Underway { begin, limits });
    }

    /// Records the end of the search.
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

    /// The seconds for which a search continues after the end of the input, if it began `begin` seconds after that (before, if negative);
    /// 100 if it never stops.
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
