//! A limit on the connections that are not sessions. At the limit, the connection that has kept the server waiting longest is
//! closed to admit the next one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::time::sleep;

/// The highest number of connections. A browser opens six for a page.
const MOST_CONNECTIONS: usize = 128;

/// The time limit for a connection to send the rest of a request or the next request, or to take an answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// The interval between checks of the time limit.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// The open connections.
#[derive(Debug, Default)]
pub(super) struct Connections {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    count: usize,
    /// The connections that keep the server waiting, the longest first.
    waiting: BTreeMap<u64, Arc<Notify>>,
    next: u64,
}

impl Connections {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a connection. Returns `None` at the limit if every connection is being answered.
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

#[derive(Debug)]
pub(super) struct Connection {
    connections: Arc<Connections>,
    /// Notified when the connection has to make room.
    dismissed: Arc<Notify>,
    standing: Mutex<Standing>,
}

#[derive(Debug)]
struct Standing {
    /// The number among the waiting connections and the start of the wait, while the connection keeps the server waiting.
    waiting: Option<(u64, Instant)>,
    /// Whether the connection counts towards the limit. A dismissed one does not.
    is_counted: bool,
}

impl Connection {
    fn standing(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks that the server waits for the client.
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

    /// Marks that the client waits for the server.
    pub(super) fn end_waiting(&self) {
        let mut standing = self.standing();
        if let Some((number, _)) = standing.waiting.take() {
            standing.is_counted = self.connections.state().waiting.remove(&number).is_some();
        }
    }

    /// Waits until the connection has to end: another one needs its room, or it has exceeded the time limit.
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
        // The first connection is being answered; the second was answered and waits again.
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
