//! Processor and memory shared by several searches and proofs.
//!
//! A server has an engine for each session. If the system schedules them, the search for a move gets a 64th of the processor while 63
//! other sessions analyse. Here the search with the least processor time goes first. So a search for a move, which is short, is as fast as
//! on an idle machine, and analyses and proofs share the rest. When many analyses begin at once, none has computed anything: so the search
//! for a move goes first of all, and is not interrupted in its first milliseconds.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;
use web_time::Instant;

/// The turn of a thread: after it, the thread lets a waiting one go on. It bounds the wait of a search for a move.
const TURN: Duration = Duration::from_millis(3);

/// The time for which a search for a move goes before all others, without a pause. It is that of a level that answers at once.
const HEAD_START: Duration = Duration::from_millis(10);

/// How often a thread that waits for its turn looks whether its work is still wanted.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// The processor and memory shared by several engines. A clone shares the same.
#[derive(Clone, Debug)]
pub struct Budget {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    turns: Mutex<Turns>,
    /// The bytes that trees and tables may still allocate. Relaxed: a plain counter.
    memory: AtomicUsize,
}

/// The running and the waiting threads.
#[derive(Debug)]
struct Turns {
    /// The number of threads that may still start.
    free: usize,
    /// The waiting threads, in the order in which they came.
    waiting: Vec<Waiter>,
}

#[derive(Debug)]
struct Waiter {
    priority: Priority,
    thread: Thread,
    has_turn: Arc<AtomicBool>,
}

/// Who goes first: the least one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Priority {
    /// The time that the thread has computed for its search; zero during the head start of a search for a move.
    computed: Duration,
    is_endless: bool,
}

impl Priority {
    fn of(computed: Duration, is_endless: bool) -> Self {
        let has_head_start = !is_endless && computed < HEAD_START;
        Self { computed: if has_head_start { Duration::ZERO } else { computed }, is_endless }
    }
}

impl Budget {
    /// A budget for `threads` running threads and `memory` bytes, besides the first pieces of each tree.
    pub fn new(threads: usize, memory: usize) -> Self {
        let turns = Mutex::new(Turns { free: threads.max(1), waiting: Vec::new() });
        Self { shared: Arc::new(Shared { turns, memory: AtomicUsize::new(memory) }) }
    }

    fn turns(&self) -> MutexGuard<'_, Turns> {
        self.shared.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reserves `bytes` bytes for a part of a tree or a table; `None` if fewer are left.
    pub(crate) fn reserve(&self, bytes: usize) -> Option<Reservation> {
        let reserved =
            self.shared.memory.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes));
        reserved.ok().map(|_| Reservation { budget: self.clone(), bytes })
    }

    /// Waits until this thread may begin a search, which is endless unless it has a limit. The turn ends when the value is dropped.
    pub(crate) fn turn(&self, is_endless: bool) -> ProcessorTurn {
        self.wait(Priority::of(Duration::ZERO, is_endless), None);
        let (budget, begin) = (self.clone(), Instant::now());
        ProcessorTurn { budget, computed: Duration::ZERO, is_endless, begin, is_held: true }
    }

    /// Waits until this thread may begin a proof, or until `is_wanted` returns false. Then the turn is not held.
    pub(crate) fn turn_while(&self, is_wanted: &dyn Fn() -> bool) -> ProcessorTurn {
        let is_held = self.wait(Priority::of(Duration::ZERO, true), Some(is_wanted));
        let (budget, begin) = (self.clone(), Instant::now());
        ProcessorTurn { budget, computed: Duration::ZERO, is_endless: true, begin, is_held }
    }

    /// Waits for the turn of a thread. Returns whether it has the turn: not if `is_wanted` returns false first.
    fn wait(&self, priority: Priority, is_wanted: Option<&dyn Fn() -> bool>) -> bool {
        let mut turns = self.turns();
        if turns.free > 0 {
            turns.free -= 1;
            return true;
        }
        let has_turn = Arc::new(AtomicBool::new(false));
        turns.waiting.push(Waiter { priority, thread: thread::current(), has_turn: Arc::clone(&has_turn) });
        drop(turns);
        while !has_turn.load(Ordering::Acquire) {
            let Some(is_wanted) = is_wanted else {
                thread::park();
                continue;
            };
            if !is_wanted() && self.leave(&has_turn) {
                return false;
            }
            thread::park_timeout(LOOK_INTERVAL);
        }
        true
    }

    /// Takes a thread out of those that wait. Returns false if its turn has come meanwhile.
    fn leave(&self, has_turn: &Arc<AtomicBool>) -> bool {
        let mut turns = self.turns();
        let place = turns.waiting.iter().position(|waiter| Arc::ptr_eq(&waiter.has_turn, has_turn));
        place.map(|place| turns.waiting.remove(place)).is_some()
    }

    /// Ends a turn. The waiting thread with the least priority value goes on.
    fn give_back(&self) {
        let mut turns = self.turns();
        let Some(least) = (0..turns.waiting.len()).min_by_key(|&index| turns.waiting[index].priority) else {
            turns.free += 1;
            return;
        };
        let waiter = turns.waiting.remove(least);
        drop(turns);
        waiter.has_turn.store(true, Ordering::Release);
        waiter.thread.unpark();
    }

    fn is_anybody_waiting(&self) -> bool {
        !self.turns().waiting.is_empty()
    }
}

/// Memory for a part of a tree or a table. Returned to the budget on drop.
#[derive(Debug)]
pub(crate) struct Reservation {
    budget: Budget,
    bytes: usize,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.budget.shared.memory.fetch_add(self.bytes, Ordering::Relaxed);
    }
}

/// A turn of a thread on the processor.
#[derive(Debug)]
pub(crate) struct ProcessorTurn {
    budget: Budget,
    /// The time that the thread had computed for its search before this turn.
    computed: Duration,
    is_endless: bool,
    begin: Instant,
    /// False if the work was no longer wanted before its turn came.
    is_held: bool,
}

impl ProcessorTurn {
    /// Pauses for another thread if the turn is over and one waits.
    pub(crate) fn pass(&mut self) {
        self.pass_by(None);
    }

    /// Pauses as [`ProcessorTurn::pass`] does, but no longer than `is_wanted` returns true. Returns whether the thread has its turn.
    pub(crate) fn pass_while(&mut self, is_wanted: &dyn Fn() -> bool) -> bool {
        self.pass_by(Some(is_wanted));
        self.is_held
    }

    fn pass_by(&mut self, is_wanted: Option<&dyn Fn() -> bool>) {
        let turn = self.begin.elapsed();
        if self.is_held && turn >= TURN {
            self.computed += turn;
            let priority = Priority::of(self.computed, self.is_endless);
            let has_head_start = priority.computed.is_zero();
            if !has_head_start && self.budget.is_anybody_waiting() {
                self.budget.give_back();
                self.is_held = self.budget.wait(priority, is_wanted);
            }
            self.begin = Instant::now();
        }
    }
}

impl Drop for ProcessorTurn {
    fn drop(&mut self) {
        if self.is_held {
            self.budget.give_back();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn who_has_computed_least_goes_first() {
        let budget = Budget::new(1, 0);
        let (sender, order) = mpsc::channel();
        thread::scope(|scope| {
            let first = budget.turn(false);
            for (computed, is_endless) in [(5, true), (0, true), (7, false), (3, false), (0, false)] {
                let (sender, budget) = (sender.clone(), &budget);
                scope.spawn(move || {
                    budget.wait(Priority::of(Duration::from_secs(computed), is_endless), None);
                    sender.send((computed, is_endless)).expect("the test");
                    budget.give_back();
                });
            }
            while budget.turns().waiting.len() < 5 {
                thread::yield_now();
            }
            drop(first);
        });
        drop(sender);
        let expected = [(0, false), (0, true), (3, false), (5, true), (7, false)];
        assert_eq!(order.iter().collect::<Vec<_>>(), expected);
        let turns = budget.turns();
        assert_eq!((turns.free, turns.waiting.len()), (1, 0));
    }

    #[test]
    fn a_long_turn_is_passed_on_and_comes_back() {
        let budget = Budget::new(1, 0);
        thread::scope(|scope| {
            let mut turn = budget.turn(true);
            scope.spawn(|| drop(budget.turn(false)));
            while !budget.is_anybody_waiting() {
                thread::yield_now();
            }
            while budget.is_anybody_waiting() {
                turn.pass();
            }
        });
        assert_eq!(budget.turns().free, 1);
    }

    #[test]
    fn the_first_milliseconds_of_a_search_for_a_move_are_not_interrupted() {
        let budget = Budget::new(1, 0);
        thread::scope(|scope| {
            let mut turn = budget.turn(false);
            scope.spawn(|| drop(budget.turn(true)));
            while !budget.is_anybody_waiting() {
                thread::yield_now();
            }
            let begin = Instant::now();
            while budget.is_anybody_waiting() {
                turn.pass();
            }
            assert!(turn.computed >= HEAD_START, "{:?} of {:?}", turn.computed, begin.elapsed());
        });
    }

    #[test]
    fn work_that_nobody_wants_any_more_does_not_wait_for_its_turn() {
        let budget = Budget::new(1, 0);
        let mut turn = budget.turn(true);
        let unwanted = budget.turn_while(&|| false);
        assert!(!unwanted.is_held && budget.turns().waiting.is_empty());
        drop(unwanted);
        assert_eq!(budget.turns().free, 0, "a turn that was never held is not given back");
        assert!(turn.pass_while(&|| false), "nobody waits");
        drop(turn);
        assert!(budget.turn_while(&|| false).is_held, "the turn is free");
        assert_eq!(budget.turns().free, 1);
    }

    #[test]
    fn memory_comes_back() {
        let budget = Budget::new(1, 21);
        let reservations: Vec<Reservation> = std::iter::from_fn(|| budget.reserve(10)).collect();
        assert_eq!(reservations.len(), 2);
        drop(reservations);
        assert!(budget.reserve(21).is_some());
    }
}
