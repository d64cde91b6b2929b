//! Where lines come from: a text that is all there, or somebody who may say something while the engine thinks.

use super::request::RequestLine;
use onepure_engine::engine::Remote;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// Lines of input.
pub(super) trait Input {
    /// The next line; `None` at the end.
    fn next_line(&mut self) -> io::Result<Option<RequestLine>>;

    /// Whether there is a next line, or the end, already or until this moment. Without a moment it waits for it.
    fn has_come(&mut self, until: Option<Instant>) -> bool;
}

/// Lines that are read when they are asked for.
pub(super) struct BufferedInput<R> {
    reader: R,
    /// What was read ahead.
    ahead: Option<io::Result<Option<RequestLine>>>,
}

impl<R: BufRead> BufferedInput<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, ahead: None }
    }
}

impl<R: BufRead> Input for BufferedInput<R> {
    fn next_line(&mut self) -> io::Result<Option<RequestLine>> {
        self.ahead.take().unwrap_or_else(|| RequestLine::read(&mut self.reader))
    }

    fn has_come(&mut self, _: Option<Instant>) -> bool {
        let reader = &mut self.reader;
        self.ahead.get_or_insert_with(|| RequestLine::read(reader));
        true
    }
}

/// Lines that another thread reads as they come.
pub(super) struct LiveInput {
    lines: Receiver<io::Result<RequestLine>>,
    /// What was received ahead.
    ahead: Option<io::Result<Option<RequestLine>>>,
    /// What was read and has not been taken. The thread ends when there is no strong reference to it any more.
    waiting: Arc<Waiting>,
}

/// The most bytes of commands that wait to be answered before no more are read; and from a side that is confined.
pub(super) const MOST_WAITING: usize = 1 << 22;
pub(super) const MOST_CONFINED_WAITING: usize = 1 << 17;

/// What a line takes in memory beside its bytes.
const OVERHEAD: usize = 64;

/// The bytes of lines that were read and have not been taken.
struct Waiting {
    bytes: Mutex<usize>,
    /// The most of them.
    most: usize,
    /// Told when there are fewer.
    fewer: Condvar,
}

impl Waiting {
    fn bytes(&self) -> MutexGuard<'_, usize> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a line that was read, and waits until there is room for more.
    fn add(&self, bytes: usize) {
        let mut waiting = self.bytes();
        *waiting += bytes;
        while *waiting > self.most {
            waiting = self.fewer.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn take(&self, bytes: usize) {
        let mut waiting = self.bytes();
        *waiting = waiting.saturating_sub(bytes);
        self.fewer.notify_one();
    }
}

/// What a line takes in memory, about.
fn size(line: &RequestLine) -> usize {
    OVERHEAD + line.len()
}

impl LiveInput {
    /// Starts the thread. It reads until the input ends or nobody wants its lines any more; a line that asks to interrupt
    /// the engine, it obeys at once. After the end of the input it stops searches that nobody may wait for, and whatever
    /// goes on once `is_read` says that nobody reads the answers. It reads no more while `most_waiting` bytes of lines wait.
    pub(super) fn new(
        mut reader: impl BufRead + Send + 'static,
        most_waiting: usize,
        remote: Remote,
        is_read: impl Fn() -> bool + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, lines) = mpsc::channel();
        let waiting = Arc::new(Waiting { bytes: Mutex::default(), most: most_waiting, fewer: Condvar::new() });
        let counter = Arc::downgrade(&waiting);
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            while let Some(line) = RequestLine::read(&mut reader).transpose() {
                if line.as_ref().is_ok_and(RequestLine::interrupts) {
                    remote.stop();
                }
                let (is_last, size) = (line.is_err(), line.as_ref().map_or(0, size));
                if sender.send(line).is_err() || is_last {
                    break;
                }
                if let Some(waiting) = counter.upgrade() {
                    waiting.add(size);
                }
            }
            let input_end = Instant::now();
            drop(sender);
            stop_unattended(&remote, input_end, &is_read, &|| counter.strong_count() > 0);
        })?;
        Ok(Self { lines, ahead: None, waiting })
    }
}

impl Drop for LiveInput {
    /// A thread that waits for room sees that nobody wants its lines.
    fn drop(&mut self) {
        self.waiting.take(usize::MAX);
    }
}

/// How often it is looked whether a search is to stop after the end of the input.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// As long as the session goes on, stops searches that nobody may wait for: the input ended at this moment.
fn stop_unattended(remote: &Remote, input_end: Instant, is_read: &impl Fn() -> bool, goes_on: &impl Fn() -> bool) {
    let mut has_said_so = false;
    while goes_on() {
        if !is_read() {
            remote.stop();
        } else if remote.stop_unattended(input_end) && !has_said_so {
            has_said_so = true;
            // If stderr cannot take it, nobody is there to see it.
            let _ = writeln!(io::stderr(), "onepure: {CUT_SHORT}");
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// What is said when the end of the input has stopped a search.
pub(crate) const CUT_SHORT: &str = "the input has ended, and so a search was stopped before its limit of visits or time; \
    with a limit of time (--time 60) or of 10000 visits at most a script is answered in full";

impl Input for LiveInput {
    fn next_line(&mut self) -> io::Result<Option<RequestLine>> {
        let line = self.ahead.take().unwrap_or_else(|| self.lines.recv().ok().transpose());
        if let Some(line) = line.as_ref().ok().and_then(Option::as_ref) {
            self.waiting.take(size(line));
        }
        line
    }

    fn has_come(&mut self, until: Option<Instant>) -> bool {
        if self.ahead.is_none() {
            let patience = until.map_or(Duration::MAX, |until| until.saturating_duration_since(Instant::now()));
            self.ahead = match self.lines.recv_timeout(patience) {
                Ok(line) => Some(line.map(Some)),
                Err(RecvTimeoutError::Disconnected) => Some(Ok(None)),
                Err(RecvTimeoutError::Timeout) => None,
            };
        }
        self.ahead.is_some()
    }
}
