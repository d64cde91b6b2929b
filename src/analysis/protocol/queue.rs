//! The tasks that wait, by priority, and those in progress.

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
    /// The number of moves before the position.
    pub(super) turn: usize,
    pub(super) game: Game,
    /// Set to end the task. Relaxed ordering suffices: no other data depends on it, and the search polls it.
    terminated: AtomicBool,
}

/// A selection of tasks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TaskFilter {
    /// The id of the query; `None` for all queries.
    pub(super) id: Option<String>,
    /// The numbers of moves; `None` for all turns.
    pub(super) turns: Option<Vec<usize>>,
}

/// A queue of tasks, the highest priority first, with the tasks in progress.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    /// Notified when tasks are added or the queue is closed.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The number of tasks added so far. It keeps tasks of equal priority in order.
    number: u64,
    waiting: BTreeMap<(Reverse<i64>, u64), Arc<Task>>,
    running: Vec<Arc<Task>>,
    is_closed: bool,
}

impl Task {
    /// Returns whether the task should end.
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

    /// Adds a task for each position of a query. Tasks of equal priority run in the order in which they were added.
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

    /// Takes the task with the highest priority. Waits for one; returns `None` once the queue is closed and empty. The
    /// number counts all tasks, waiting or in progress, including this one. The task is in progress until
    /// [`Queue::finish`].
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

    /// Marks a task as finished.
    pub(super) fn finish(&self, task: &Arc<Task>) {
        self.state().running.retain(|running| !Arc::ptr_eq(running, task));
    }

    /// Terminates tasks: those in progress stop, and those that wait are removed and returned.
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

    /// Closes the queue: no more tasks will be added.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Drops all tasks and closes the queue. Returns whether there was a task.
    pub(super) fn abandon(&self) -> bool {
        let dropped = self.terminate(&TaskFilter { id: None, turns: None });
        self.close();
        !dropped.is_empty() || !self.state().running.is_empty()
    }
}
