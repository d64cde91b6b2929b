//! What the searches of several searchers share: turns at the processor, and memory for their trees.
//!
//! A server has a searcher for each of its sessions. Left to the system, the search for a move of one session gets the 64th part of
//! the processor while 63 others analyse. Here the search that has computed least goes first: a search for a move, which is short, is
//! as fast as on an idle machine, and analyses share what is left.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// The time after which a thread lets another one go on, if one waits.
const TURN: Duration = Duration::from_millis(3);

/// What several searchers share. Copies are the same commons.
#[derive(Clone, Debug)]
pub struct Commons {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    turns: Mutex<Turns>,
    /// Bytes of trees that may still be allocated. Relaxed: a plain counter.
    memory: AtomicUsize,
}

/// Who computes and who waits.
#[derive(Debug)]
struct Turns {
    /// How many more threads may compute.
    free: usize,
    /// In the order in which they came.
    waiting: Vec<Waiter>,
}

#[derive(Debug)]
struct Waiter {
    /// How long it has computed for its search.
    computed: Duration,
    thread: Thread,
    has_turn: Arc<AtomicBool>,
}

impl Commons {
    /// Commons in which this many threads compute at a time, with so many bytes for trees beside what every tree has.
    pub fn new(threads: usize, memory: usize) -> Self {
        let turns = Mutex::new(Turns { free: threads.max(1), waiting: Vec::new() });
        Self { shared: Arc::new(Shared { turns, memory: AtomicUsize::new(memory) }) }
    }

    fn turns(&self) -> MutexGuard<'_, Turns> {
        self.shared.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// So many bytes for a part of a tree; `None` if there are fewer left.
    pub(super) fn lend(&self, bytes: usize) -> Option<Loan> {
        let lent =
            self.shared.memory.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes));
        lent.ok().map(|_| Loan { commons: self.clone(), bytes })
    }

    /// Waits until this thread may begin a search. It computes until the turn is dropped.
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

    /// Gives a turn to whoever has computed least, if anybody waits.
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

/// Memory of a part of a tree, until it is dropped.
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

/// A turn of a thread at the processor.
pub(super) struct Turn<'commons> {
    commons: &'commons Commons,
    /// How long it had computed for its search before the turn began.
    computed: Duration,
    begin: Instant,
}

impl Turn<'_> {
    /// Lets others go on, if the turn has lasted long enough and somebody waits.
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
