//! Processor and memory shared by several searchers.
//!
//! A server has a searcher for each session. If the system schedules them, the search for a move gets a 64th of the processor while 63
//! other sessions analyse. Here the search with the least processor time goes first. So a search for a move, which is short, is as fast as
//! on an idle machine, and analyses share the rest.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;
use web_time::Instant;

/// The turn of a thread: after it, the thread lets a waiting one go on. It bounds the wait of a search for a move.
const TURN: Duration = Duration::from_millis(3);

/// The processor and memory shared by several searchers. A clone shares the same.
#[derive(Clone, Debug)]
pub struct Commons {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    turns: Mutex<Turns>,
    /// The bytes that trees may still allocate. Relaxed: a plain counter.
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
    /// The time that the thread has computed for its search.
    computed: Duration,
    thread: Thread,
    has_turn: Arc<AtomicBool>,
}

impl Commons {
    /// Commons for `threads` running threads and `memory` bytes, besides the first pieces of each tree.
    pub fn new(threads: usize, memory: usize) -> Self {
        let turns = Mutex::new(Turns { free: threads.max(1), waiting: Vec::new() });
        Self { shared: Arc::new(Shared { turns, memory: AtomicUsize::new(memory) }) }
    }

    fn turns(&self) -> MutexGuard<'_, Turns> {
        self.shared.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lends `bytes` bytes for a part of a tree; `None` if fewer are left.
    pub(super) fn lend(&self, bytes: usize) -> Option<Loan> {
        let lent =
            self.shared.memory.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes));
        lent.ok().map(|_| Loan { commons: self.clone(), bytes })
    }

    /// Waits until this thread may begin a search. The turn ends when the value is dropped.
    pub(super) fn turn(&self) -> Turn<'_> {
        self.wait(Duration::ZERO);
        Turn { commons: self, computed: Duration::ZERO, begin: Instant::now() }
    }

    fn wait(&self, computed: Duration) {
        let mut turns = self.turns();
        if turns.free > 0 {
            turns.free -= 1;
            return;
        }
        let has_turn = Arc::new(AtomicBool::new(false));
        turns.waiting.push(Waiter { computed, thread: thread::current(), has_turn: Arc::clone(&has_turn) });
        drop(turns);
        while !has_turn.load(Ordering::Acquire) {
            thread::park();
        }
    }

    /// Ends a turn. The waiting thread that has computed least goes on.
    fn give_back(&self) {
        let mut turns = self.turns();
        let Some(least) = (0..turns.waiting.len()).min_by_key(|&index| turns.waiting[index].computed) else {
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

/// Memory for a part of a tree. Returned to the commons on drop.
#[derive(Debug)]
pub(super) struct Loan {
    commons: Commons,
    bytes: usize,
}

impl Drop for Loan {
    fn drop(&mut self) {
        self.commons.shared.memory.fetch_add(self.bytes, Ordering::Relaxed);
    }
}

/// A turn of a thread on the processor.
pub(super) struct Turn<'commons> {
    commons: &'commons Commons,
    /// The time that the thread had computed for its search before this turn.
    computed: Duration,
    begin: Instant,
}

impl Turn<'_> {
    /// Pauses for another thread if the turn is over and one waits.
    pub(super) fn pass(&mut self) {
        let turn = self.begin.elapsed();
        if turn >= TURN {
            self.computed += turn;
            if self.commons.is_anybody_waiting() {
                self.commons.give_back();
                self.commons.wait(self.computed);
            }
            self.begin = Instant::now();
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.commons.give_back();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn who_has_computed_least_goes_first() {
        let commons = Commons::new(1, 0);
        let (sender, order) = mpsc::channel();
        thread::scope(|scope| {
            let first = commons.turn();
            for computed in [5, 0, 7, 3] {
                let (sender, commons) = (sender.clone(), &commons);
                scope.spawn(move || {
                    commons.wait(Duration::from_secs(computed));
                    sender.send(computed).expect("the test");
                    commons.give_back();
                });
            }
            while commons.turns().waiting.len() < 4 {
                thread::yield_now();
            }
            drop(first);
        });
        drop(sender);
        assert_eq!(order.iter().collect::<Vec<_>>(), [0, 3, 5, 7]);
        let turns = commons.turns();
        assert_eq!((turns.free, turns.waiting.len()), (1, 0));
    }

    #[test]
    fn a_long_turn_is_passed_on_and_comes_back() {
        let commons = Commons::new(1, 0);
        thread::scope(|scope| {
            let mut turn = commons.turn();
            scope.spawn(|| drop(commons.turn()));
            while !commons.is_anybody_waiting() {
                thread::yield_now();
            }
            while commons.is_anybody_waiting() {
                turn.pass();
            }
        });
        assert_eq!(commons.turns().free, 1);
    }

    #[test]
    fn memory_comes_back() {
        let commons = Commons::new(1, 21);
        let loans: Vec<Loan> = std::iter::from_fn(|| commons.lend(10)).collect();
        assert_eq!(loans.len(), 2);
        drop(loans);
        assert!(commons.lend(21).is_some());
    }
}
