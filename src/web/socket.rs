//! A GTP session over a WebSocket. The session has its own thread, because it blocks during a search.

use crate::gtp::Session;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::{Instant, interval, timeout};

/// The largest message, in bytes: that of the longest GTP line.
pub(super) const LARGEST_MESSAGE: usize = 1 << 16;

/// The highest number and size of messages that wait for the session. A client that exceeds them is disconnected as a flood.
const MOST_WAITING: usize = 64;
const MOST_WAITING_BYTES: usize = 4 * LARGEST_MESSAGE;

/// The largest message of an answer, in bytes, and the highest number of them that wait for the client. At the limit the session
/// waits.
const LARGEST_ANSWER: usize = 1 << 14;
const MOST_ANSWERS: usize = 16;

/// The interval between pings, and the time without a message after which the client counts as gone.
const HEARTBEAT: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(60);

/// The time limit for the client to receive a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// Creates the session of a tab.
pub(super) type MakeSession = Arc<dyn Fn() -> Session + Send + Sync>;

/// Relays messages until one side ends the connection. That ends the session and its search. The session holds `permit`.
pub(super) async fn talk(mut socket: WebSocket, make_session: MakeSession, permit: OwnedSemaphorePermit) {
    let (requests, received) = mpsc::channel(MOST_WAITING);
    let waiting = Arc::new(AtomicUsize::new(0));
    let requests = Sender { requests, waiting: Arc::clone(&waiting) };
    let (answers, mut answered) = mpsc::channel(MOST_ANSWERS);
    let started = thread::Builder::new().name("session".to_owned()).spawn(move || {
        // The thread that reads the input outlives the session by one line. Through a weak reference it does not keep the
        // connection open.
        let reader = answers.downgrade();
        let output = Answers { answers, line: Vec::new() };
        let input = BufReader::new(Requests { received, waiting, line: Vec::new(), read: 0 });
        // The only possible error is that the connection has ended.
        let _ = make_session()
            .converse(input, output, move || reader.upgrade().is_some_and(|answers| !answers.is_closed()));
        drop(permit);
    });
    if let Err(error) = started {
        tracing::error!("no thread for a session: {error}");
        let _ = close(socket, close_code::AGAIN, "no thread for another session").await;
        return;
    }
    let (code, reason) = relay(&mut socket, &requests, &mut answered).await;
    drop((requests, answered));
    let _ = close(socket, code, reason).await;
}

/// Relays messages both ways until there is a reason to end, and returns the reason.
async fn relay(
    socket: &mut WebSocket,
    requests: &Sender,
    answered: &mut mpsc::Receiver<String>,
) -> (u16, &'static str) {
    let mut heartbeat = interval(HEARTBEAT);
    let mut heard = Instant::now();
    loop {
        let sent = tokio::select! {
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(line))) => {
                        if !requests.send(line) {
                            return (close_code::POLICY, "too many commands at once, or the session has ended");
                        }
                        continue;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Binary(_))) => return (close_code::UNSUPPORTED, "commands are text"),
                    Some(Err(_)) => return (close_code::SIZE, "a message that is too large or broken"),
                    Some(Ok(Message::Close(_))) | None => return (close_code::NORMAL, ""),
                }
            }
            answer = answered.recv() => match answer {
                Some(answer) => socket.send(Message::Text(answer.into())),
                None => return (close_code::NORMAL, "the session has ended"),
            },
            _ = heartbeat.tick() => {
                if heard.elapsed() > SILENCE {
                    return (close_code::AWAY, "nothing was heard");
                }
                socket.send(Message::Ping(axum::body::Bytes::new()))
            }
        };
        if !matches!(timeout(SEND_TIMEOUT, sent).await, Ok(Ok(()))) {
            return (close_code::AWAY, "nothing is read");
        }
    }
}

/// Closes a connection with a reason.
pub(super) async fn close(mut socket: WebSocket, code: u16, reason: &'static str) -> Result<(), axum::Error> {
    let frame = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
    timeout(SEND_TIMEOUT, socket.send(frame)).await.unwrap_or(Ok(()))
}

/// The channel of messages to the session.
struct Sender {
    requests: mpsc::Sender<Utf8Bytes>,
    /// The bytes that the session has not taken. `Relaxed` is enough for a plain counter.
    waiting: Arc<AtomicUsize>,
}

impl Sender {
    /// Sends a message. Returns false if too many wait or the session has ended.
    fn send(&self, message: Utf8Bytes) -> bool {
        let waiting = self.waiting.fetch_add(message.len(), Ordering::Relaxed) + message.len();
        waiting <= MOST_WAITING_BYTES && self.requests.try_send(message).is_ok()
    }
}

/// Messages as the input of a session. Each message is at least one line.
struct Requests {
    received: mpsc::Receiver<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
    line: Vec<u8>,
    /// The number of bytes of the line that have been read.
    read: usize,
}

impl Read for Requests {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.line.len() {
            let Some(message) = self.received.blocking_recv() else { return Ok(0) };
            self.waiting.fetch_sub(message.len(), Ordering::Relaxed);
            self.line.clear();
            self.line.extend_from_slice(message.as_bytes());
            self.line.push(b'\n');
            self.read = 0;
        }
        let length = buffer.len().min(self.line.len() - self.read);
        buffer[..length].copy_from_slice(&self.line[self.read..self.read + length]);
        self.read += length;
        Ok(length)
    }
}

/// The output of a session as messages: one for each flush, or several if it is long.
struct Answers {
    answers: mpsc::Sender<String>,
    line: Vec<u8>,
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.line.is_empty() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let most = rest.len().min(LARGEST_ANSWER);
            let length = (0..=most).rev().find(|&length| rest.is_char_boundary(length)).unwrap_or(most);
            let (part, after) = rest.split_at(length);
            self.answers.blocking_send(part.to_owned()).map_err(|_| io::ErrorKind::BrokenPipe)?;
            rest = after;
        }
        Ok(())
    }
}
