//! Connections beside those of sessions: a limited number at once. When it is reached, the one that has kept the server waiting
//! longest makes room for the next one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::time::sleep;

/// The most connections at once. A browser opens six for a page.
const MOST_CONNECTIONS: usize = 128;

/// How long a connection may keep the server waiting for the rest of a request, for the next request, or for room to answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// How often that is looked at.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// The connections there are.
#[derive(Debug, Default)]
pub(super) struct Connections {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    count: usize,
    /// Those that keep the server waiting, in the order in which they began to.
    waiting: BTreeMap<u64, Arc<Notify>>,
    next: u64,
}

impl Connections {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one connection more; `None` if there are too many and each of them is being answered.
    pub(super) fn admit(self: &Arc<Self>) -> Option<Arc<Connection>> {
        let mut state = self.state();
        if state.count >= MOST_CONNECTIONS {
            let (_, oldest) = state.waiting.pop_first()?;
            oldest.notify_one();
            state.count -= 1;
        }
        state.count += 1;
        drop(state);
        let connection = Connection {
            connections: Arc::clone(self),
            dismissed: Arc::new(Notify::new()),
            standing: Mutex::new(Standing { waiting: None, is_counted: true }),
        };
        connection.begin_waiting();
        Some(Arc::new(connection))
    }
}

/// A connection.
#[derive(Debug)]
pub(super) struct Connection {
    connections: Arc<Connections>,
    /// Told when it is to make room.
    dismissed: Arc<Notify>,
    standing: Mutex<Standing>,
}

#[derive(Debug)]
struct Standing {
    /// Its number among those that wait, and since when, while it keeps the server waiting.
    waiting: Option<(u64, Instant)>,
    /// Whether it counts among the connections that there are: one that was dismissed does not.
    is_counted: bool,
}

impl Connection {
    fn standing(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From here on the server waits for the other side.
    pub(super) fn begin_waiting(&self) {
        let mut standing = self.standing();
        if standing.is_counted && standing.waiting.is_none() {
            let mut state = self.connections.state();
            let number = state.next;
            state.next += 1;
            state.waiting.insert(number, Arc::clone(&self.dismissed));
            standing.waiting = Some((number, Instant::now()));
        }
    }

    /// From here on the other side waits for the server.
    pub(super) fn end_waiting(&self) {
        let mut standing = self.standing();
        if let Some((number, _)) = standing.waiting.take() {
            standing.is_counted = self.connections.state().waiting.remove(&number).is_some();
        }
    }

    /// Waits until the connection is to end: another one needs its room, or it has kept the server waiting for too long.
    pub(super) async fn is_to_end(&self) {
        tokio::select! {
            () = self.dismissed.notified() => {}
            () = self.is_overdue() => {}
        }
    }

    async fn is_overdue(&self) {
        let is_overdue = || self.standing().waiting.is_some_and(|(_, since)| since.elapsed() > PATIENCE);
        while !is_overdue() {
            sleep(LOOK_INTERVAL).await;
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.end_waiting();
        if self.standing().is_counted {
            self.connections.state().count -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_longest_makes_room() {
        let connections = Arc::new(Connections::default());
        let mut all: Vec<_> = (0..MOST_CONNECTIONS).map(|_| connections.admit().expect("room")).collect();
        let is_dismissed = |connection: &Connection| {
            let waiting = connection.standing().waiting;
            waiting.is_some_and(|(number, _)| !connections.state().waiting.contains_key(&number))
        };
        // The first one is being answered, and the second one has been.
        all[0].end_waiting();
        all[1].end_waiting();
        all[1].begin_waiting();
        all.push(connections.admit().expect("room"));
        let dismissed: Vec<usize> = (0..all.len()).filter(|&number| is_dismissed(&all[number])).collect();
        assert_eq!((dismissed, connections.state().count), (vec![2], MOST_CONNECTIONS));
        for connection in &all {
            connection.end_waiting();
        }
        assert!(connections.admit().is_none(), "all are being answered");
        all.truncate(2);
        assert_eq!(connections.state().count, 2);
        drop(all);
        let state = connections.state();
        assert_eq!((state.count, state.waiting.len()), (0, 0));
    }
}
