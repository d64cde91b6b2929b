//! Sessions for callers without threads, such as a Web Worker: the caller passes each line, and computes the searches between two
//! lines in slices.

use super::analysis::{StreamEnd, StreamedAnswer};
use super::input::Input;
use super::request::RequestLine;
use super::session::Session;
use std::io;
use std::time::Duration;
use web_time::Instant;

/// A GTP session whose caller computes analyses and pondering in slices.
///
/// ```
/// use onepure::engine::{Engine, Settings};
/// use onepure::geometry::BoardSize;
/// use onepure::gtp::{Session, SlicedSession};
/// use onepure::rules::Ruleset;
/// use std::time::Duration;
///
/// let engine = Engine::new(BoardSize::MAIN, Ruleset::one_pure(), Settings { threads: 1, ..Settings::default() });
/// let mut session = SlicedSession::new(Session::new(engine));
/// assert_eq!(session.answer("1 boardsize 5"), "=1 \n\n");
/// // An analysis goes on from slice to slice, until the next line.
/// assert_eq!(session.answer("2 lz-analyze 1"), "=2\n");
/// assert!(session.compute(Duration::from_millis(100)).starts_with("info move "));
/// assert!(session.answer("3 name").ends_with("\n\n=3 onepure\n\n"));
/// ```
#[derive(Debug)]
pub struct SlicedSession {
    session: Session,
    /// The analysis that runs until the next line, and the time of its next output.
    analysis: Option<(StreamedAnswer, Option<Instant>)>,
    is_searching: bool,
}

/// The input during a command: the next line comes only after the answer.
struct NoInput;

impl Input for NoInput {
    fn next_line(&mut self) -> io::Result<Option<RequestLine>> {
        Ok(None)
    }

    fn has_come(&mut self, _: Option<Instant>) -> bool {
        false
    }
}

impl SlicedSession {
    /// A session that passes its lines to this one.
    pub fn new(session: Session) -> Self {
        Self { session, analysis: None, is_searching: false }
    }

    /// The answer to a line, or to each of several lines. First ends the analysis that is under way, and returns the end of its
    /// answer too. A command that chooses a move searches until it has one; a command that analyses until the next line returns
    /// its first line, and [`SlicedSession::compute`] the others.
    pub fn answer(&mut self, lines: &str) -> String {
        written(|output| {
            self.end_analysis(output)?;
            let mut lines = lines.as_bytes();
            while let Some(line) = RequestLine::read(&mut lines)?
                && !self.has_quit()
            {
                self.end_analysis(output)?;
                self.answer_line(&line, output)?;
            }
            // An analysis or pondering may have begun.
            self.is_searching = !self.has_quit();
            Ok(())
        })
    }

    fn answer_line(&mut self, line: &RequestLine, output: &mut Vec<u8>) -> io::Result<()> {
        let Some(stream) = self.session.answer_line(line, output)? else { return Ok(()) };
        if stream.answer.ending != StreamEnd::Input {
            return self.session.stream_or_restore(&stream, &mut NoInput, output);
        }
        self.session.begin_analysis(&stream, output)?;
        let next = stream.answer.next_line();
        self.analysis = Some((stream.answer, next));
        Ok(())
    }

    fn end_analysis(&mut self, output: &mut Vec<u8>) -> io::Result<()> {
        let Some((stream, _)) = self.analysis.take() else { return Ok(()) };
        self.session.end_analysis(&stream, output)
    }

    /// Computes an analysis or pondering for at most this time. Returns the analysis lines that became due; a line that becomes due
    /// ends the slice.
    pub fn compute(&mut self, time: Duration) -> String {
        let end = Instant::now().checked_add(time);
        let due = self.analysis.as_ref().and_then(|(_, next)| *next);
        self.is_searching = !self.session.engine.wait(end.into_iter().chain(due).min());
        let is_due = due.is_some_and(|due| Instant::now() >= due) || !self.is_searching;
        written(|output| {
            if let Some((stream, next)) = &mut self.analysis
                && is_due
            {
                *next = stream.next_line();
                self.session.tell(stream, output)?;
            }
            Ok(())
        })
    }

    /// Returns whether [`SlicedSession::compute`] has something to compute. It is true after each line, until `compute` finds that
    /// no search is left.
    pub fn is_searching(&self) -> bool {
        self.is_searching
    }

    /// Returns whether `quit` was received. The session answers no line after it.
    pub fn has_quit(&self) -> bool {
        self.session.closing
    }
}

/// What `write` writes.
fn written(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut output = Vec::new();
    // Memory can always be read and written.
    let _ = write(&mut output);
    String::from_utf8_lossy(&output).into_owned()
}
