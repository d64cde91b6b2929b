//! Sources of lines: a text that is complete, or a controller that can write during a search.

use super::request::RequestLine;
use onepure_engine::engine::StopHandle;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use web_time::Instant;

pub(super) trait Input {
    /// The next line; `None` at the end.
    fn next_line(&mut self) -> io::Result<Option<RequestLine>>;

    /// Returns whether a line or the end of the input has arrived by `until`. Without `until` waits for it.
    fn has_come(&mut self, until: Option<Instant>) -> bool;
}

/// Lines that are read on demand.
pub(super) struct BufferedInput<R> {
    reader: R,
    /// The line that [`Input::has_come`] read ahead.
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

/// Lines that another thread reads as they arrive.
pub(super) struct LiveInput {
    lines: Receiver<io::Result<RequestLine>>,
    /// The line that [`Input::has_come`] received ahead.
    ahead: Option<io::Result<Option<RequestLine>>>,
    /// The bytes that were read and not taken. The thread ends when it holds the only strong reference.
    waiting: Arc<Waiting>,
}

/// The highest number of bytes of unanswered commands. The thread stops reading at this number, so that a controller that never
/// waits for answers cannot fill the memory. A confined session has less.
pub(super) const MOST_WAITING: usize = 1 << 22;
pub(super) const MOST_CONFINED_WAITING: usize = 1 << 17;

/// The memory of a line besides its bytes.
const OVERHEAD: usize = 64;

/// The bytes of lines that were read and not taken.
struct Waiting {
    bytes: Mutex<usize>,
    /// The highest number of bytes before [`Waiting::add`] blocks.
    most: usize,
    /// Notified when bytes are taken.
    fewer: Condvar,
}

impl Waiting {
    fn bytes(&self) -> MutexGuard<'_, usize> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a line, and blocks until there is room for the next.
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

/// The approximate memory of a line.
fn size(line: &RequestLine) -> usize {
    OVERHEAD + line.len()
}

impl LiveInput {
    /// Starts the thread. It reads until the input ends or the receiver is gone, and obeys `# interrupt` at once. While
    /// `most_waiting` bytes wait, it reads nothing. After the end of the input it stops searches whose answer may have no reader,
    /// and all searches once `is_read` returns false.
    pub(super) fn new(
        mut reader: impl BufRead + Send + 'static,
        most_waiting: usize,
        stop_handle: StopHandle,
        is_read: impl Fn() -> bool + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, lines) = mpsc::channel();
        let waiting = Arc::new(Waiting { bytes: Mutex::default(), most: most_waiting, fewer: Condvar::new() });
        let counter = Arc::downgrade(&waiting);
        let read = move || {
            while let Some(line) = RequestLine::read(&mut reader).transpose() {
                if line.as_ref().is_ok_and(RequestLine::interrupts) {
                    stop_handle.stop();
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
            stop_unattended(&stop_handle, input_end, &is_read, &|| counter.strong_count() > 0);
        };
        let started = thread::Builder::new().name("input".to_owned()).spawn(read);
        started.map_err(|error| {
            io::Error::new(error.kind(), format!("threads: expected one to read the input, got none: {error}"))
        })?;
        Ok(Self { lines, ahead: None, waiting })
    }
}

impl Drop for LiveInput {
    /// Wakes a thread that waits for room, so that it sees that the receiver is gone and ends.
    fn drop(&mut self) {
        self.waiting.take(usize::MAX);
    }
}

/// How often to check after the end of the input whether a search has to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Stops searches that no reader may wait for, until `goes_on` returns false. `input_end` is the time at which the input ended.
fn stop_unattended(
    stop_handle: &StopHandle,
    input_end: Instant,
    is_read: &impl Fn() -> bool,
    goes_on: &impl Fn() -> bool,
) {
    let mut has_said_so = false;
    while goes_on() {
        if !is_read() {
            stop_handle.stop();
        } else if stop_handle.stop_unattended(input_end) && !has_said_so {
            has_said_so = true;
            // If stderr cannot be written, nobody reads it.
            let _ = writeln!(io::stderr(), "onepure: {CUT_SHORT}");
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// The message after a search was stopped by the end of the input.
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
