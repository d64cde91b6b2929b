//! The positions that are to be looked into, by priority, and those that are being looked into.

use super::query::Query;
use onepure_rules::rules::Game;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// One position of a query.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) query: Arc<Query>,
    /// After how many moves.
    pub(super) turn: usize,
    pub(super) game: Game,
    /// Set when the task is to end. Relaxed: it stands for itself, and whoever searches looks at it again and again.
    terminated: AtomicBool,
}

/// Which tasks are meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TaskFilter {
    /// Those of the queries with this id; of all, if there is none.
    pub(super) id: Option<String>,
    /// Those after so many moves; all, if there are none.
    pub(super) turns: Option<Vec<usize>>,
}

/// Tasks that wait, the most urgent first, and tasks under way.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    /// Told when a task comes in, and when no more will.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// How many tasks have come in.
    number: u64,
    waiting: BTreeMap<(Reverse<i64>, u64), Arc<Task>>,
    running: Vec<Arc<Task>>,
    is_closed: bool,
}

impl Task {
    /// Whether it is to end.
    pub(super) fn is_terminated(&self) -> bool {
        self.terminated.load(Ordering::Relaxed)
    }
}

impl TaskFilter {
    fn means(&self, task: &Task) -> bool {
        self.id.as_ref().is_none_or(|id| *id == task.query.id)
            && self.turns.as_ref().is_none_or(|turns| turns.contains(&task.turn))
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets every position of a query wait. Of equally urgent ones the first come first.
    pub(super) fn add(&self, mut query: Query) {
        let positions = std::mem::take(&mut query.positions);
        let query = Arc::new(query);
        let mut state = self.state();
        for (turn, priority, game) in positions {
            let task = Task { query: Arc::clone(&query), turn, game, terminated: AtomicBool::new(false) };
            state.number += 1;
            let number = state.number;
            state.waiting.insert((Reverse(priority), number), Arc::new(task));
        }
        self.changed.notify_all();
    }

    /// The most urgent task, and how many there are with it and those under way; it counts as under way until
    /// [`Queue::finish`]. It waits for one; `None` when no more will come.
    pub(super) fn take(&self) -> Option<(Arc<Task>, usize)> {
        let mut state = self.state();
        loop {
            if let Some((_, task)) = state.waiting.pop_first() {
                state.running.push(Arc::clone(&task));
                let busy = state.running.len() + state.waiting.len();
                return Some((task, busy));
            }
            if state.is_closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A task is over.
    pub(super) fn finish(&self, task: &Arc<Task>) {
        self.state().running.retain(|running| !Arc::ptr_eq(running, task));
    }

    /// Ends tasks: those under way stop, and those that wait are given back, never to be looked into.
    pub(super) fn terminate(&self, which: &TaskFilter) -> Vec<Arc<Task>> {
        let mut state = self.state();
        for task in state.running.iter().filter(|task| which.means(task)) {
            task.terminated.store(true, Ordering::Relaxed);
        }
        let waiting = std::mem::take(&mut state.waiting);
        let (ended, waiting) = waiting.into_iter().partition(|(_, task)| which.means(task));
        state.waiting = waiting;
        BTreeMap::into_values(ended).collect()
    }

    /// No more tasks will come.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Nobody wants answers any more: whatever waits is dropped, and whatever is under way stops. Says whether there was
    /// anything.
    pub(super) fn abandon(&self) -> bool {
        let dropped = self.terminate(&TaskFilter { id: None, turns: None });
        self.close();
        !dropped.is_empty() || !self.state().running.is_empty()
    }
}
