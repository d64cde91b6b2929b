//! Where lines come from: a text that is all there, or somebody who may say something while the engine thinks.

use super::request::Line;
use crate::engine::Stopper;
use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Lines of input.
pub(super) trait Input {
    /// The next line; `None` at the end.
    fn next_line(&mut self) -> io::Result<Option<Line>>;

    /// Whether there is a next line, or the end, already or until this moment. Without a moment it waits for it.
    fn has_come(&mut self, until: Option<Instant>) -> bool;
}

/// Lines that are read when they are asked for.
pub(super) struct Text<R> {
    reader: R,
    /// What was read ahead.
    ahead: Option<io::Result<Option<Line>>>,
}

impl<R: BufRead> Text<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, ahead: None }
    }
}

impl<R: BufRead> Input for Text<R> {
    fn next_line(&mut self) -> io::Result<Option<Line>> {
        self.ahead.take().unwrap_or_else(|| Line::read(&mut self.reader))
    }

    fn has_come(&mut self, _: Option<Instant>) -> bool {
        let reader = &mut self.reader;
        self.ahead.get_or_insert_with(|| Line::read(reader));
        true
    }
}

/// Lines that another thread reads as they come.
pub(super) struct Live {
    lines: Receiver<io::Result<Line>>,
    /// What was received ahead.
    ahead: Option<io::Result<Option<Line>>>,
}

/// How many lines wait to be answered before no more are read.
const MOST_WAITING: usize = 256;

impl Live {
    /// Starts the thread. It reads until the input ends or nobody wants its lines any more; a line that asks to interrupt
    /// the engine, it obeys at once.
    pub(super) fn new(mut reader: impl BufRead + Send + 'static, stopper: Stopper) -> io::Result<Self> {
        let (sender, lines) = mpsc::sync_channel(MOST_WAITING);
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            while let Some(line) = Line::read(&mut reader).transpose() {
                if line.as_ref().is_ok_and(Line::interrupts) {
                    stopper.stop();
                }
                let is_last = line.is_err();
                if sender.send(line).is_err() || is_last {
                    break;
                }
            }
        })?;
        Ok(Self { lines, ahead: None })
    }
}

impl Input for Live {
    fn next_line(&mut self) -> io::Result<Option<Line>> {
        self.ahead.take().unwrap_or_else(|| self.lines.recv().ok().transpose())
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
