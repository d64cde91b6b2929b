//! Sessions for callers without threads, such as a Web Worker: the caller passes each line, and computes the searches between two
//! lines in slices.

use super::analysis::{StreamEnd, StreamedAnswer};
use super::input::Input;
use super::request::RequestLine;
use super::session::Session;
use super::stream::RequestedStream;
use onepure_engine::engine::{MoveSearch, NetworkChoice};
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
    under_way: Option<UnderWay>,
    is_searching: bool,
}

/// An answer that is computed in slices.
#[derive(Debug)]
struct UnderWay {
    stream: StreamedAnswer,
    /// The time of the next analysis line.
    next: Option<Instant>,
    /// The search for a move; `None` for an analysis that runs until the next line.
    search: Option<MoveSearch>,
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
        Self { session, under_way: None, is_searching: false }
    }

    /// The answer to a line, or to each of several lines. First ends the analysis or the search for a move that is under way, and
    /// returns the end of its answer too. A command that chooses a move searches until it has one; a command that analyses until the next line returns
    /// its first line, and [`SlicedSession::compute`] the others.
    pub fn answer(&mut self, lines: &str) -> String {
        self.answered(lines, false)
    }

    /// Like [`SlicedSession::answer`], but [`SlicedSession::compute`] also computes the moves of commands that print an analysis
    /// meanwhile, such as `kata-genmove_analyze`. The line `# interrupt` ends such a search with the best move so far.
    ///
    /// ```
    /// # use onepure::engine::{Engine, Settings};
    /// # use onepure::geometry::BoardSize;
    /// # use onepure::gtp::{Session, SlicedSession};
    /// # use onepure::rules::Ruleset;
    /// # use std::time::Duration;
    /// # let engine = Engine::new(BoardSize::MAIN, Ruleset::one_pure(), Settings { threads: 1, ..Settings::default() });
    /// # let mut session = SlicedSession::new(Session::new(engine));
    /// session.answer("boardsize 5");
    /// assert_eq!(session.begin("kata-genmove_analyze black 100"), "=\n");
    /// session.compute(Duration::from_millis(100));
    /// assert!(session.begin("# interrupt").contains("\nplay "));
    /// ```
    pub fn begin(&mut self, line: &str) -> String {
        self.answered(line, true)
    }

    /// Lets other networks evaluate. First ends the analysis or the search for a move that is under way, and returns the end of its answer.
    pub fn set_network(&mut self, network: NetworkChoice) -> String {
        let rest = self.answer("");
        self.session.set_network(network);
        rest
    }

    fn answered(&mut self, lines: &str, slices_moves: bool) -> String {
        written(|output| {
            let mut lines = lines.as_bytes();
            // The end of the lines, too, ends what is under way.
            let mut next = RequestLine::read(&mut lines)?;
            if slices_moves && next.as_ref().is_some_and(RequestLine::interrupts) {
                self.session.engine.stop();
            }
            self.end_under_way(output)?;
            while let Some(line) = next
                && !self.has_quit()
            {
                self.end_under_way(output)?;
                self.answer_line(&line, slices_moves, output)?;
                next = RequestLine::read(&mut lines)?;
            }
            // An analysis or pondering may have begun.
            self.is_searching = !self.has_quit();
            Ok(())
        })
    }

    fn answer_line(&mut self, line: &RequestLine, slices_moves: bool, output: &mut Vec<u8>) -> io::Result<()> {
        let Some(stream) = self.session.answer_line(line, output)? else { return Ok(()) };
        let search = match stream.answer.ending {
            StreamEnd::Input => {
                self.session.begin_analysis(&stream, output)?;
                None
            }
            StreamEnd::Move | StreamEnd::PlayedMove if slices_moves && self.may_search(&stream) => {
                Some(self.session.begin_move(&stream, output)?)
            }
            _ => return self.session.stream_or_restore(&stream, &mut NoInput, output),
        };
        let next = stream.answer.next_line();
        self.under_way = Some(UnderWay { stream: stream.answer, next, search });
        Ok(())
    }

    /// Returns whether a move needs a search. A colour that may not move passes at once.
    fn may_search(&self, stream: &RequestedStream) -> bool {
        self.session.can_use_right(stream.answer.color)
    }

    fn end_under_way(&mut self, output: &mut Vec<u8>) -> io::Result<()> {
        match self.under_way.take() {
            None => Ok(()),
            Some(UnderWay { stream, search: None, .. }) => self.session.end_analysis(&stream, output),
            Some(UnderWay { stream, search: Some(search), .. }) => {
                self.session.engine.wait(None);
                self.session.finish_move(&stream, search, output)
            }
        }
    }

    /// Computes an analysis, the search for a move, or pondering for at most this time. Returns the analysis lines that became due,
    /// and the move if its search is over; a line that becomes due ends the slice.
    pub fn compute(&mut self, time: Duration) -> String {
        let end = Instant::now().checked_add(time);
        let due = self.under_way.as_ref().and_then(|under_way| under_way.next);
        self.is_searching = !self.session.engine.wait(end.into_iter().chain(due).min());
        let is_due = due.is_some_and(|due| Instant::now() >= due) || !self.is_searching;
        written(|output| {
            if self.is_choosing() && !self.is_searching {
                self.end_under_way(output)?;
                // Pondering may have begun.
                self.is_searching = true;
            } else if let Some(UnderWay { stream, next, .. }) = &mut self.under_way
                && is_due
            {
                *next = stream.next_line();
                self.session.tell(stream, output)?;
            }
            Ok(())
        })
    }

    /// Returns whether the search for a move is under way, which only `# interrupt` ends early.
    pub fn is_choosing(&self) -> bool {
        self.under_way.as_ref().is_some_and(|under_way| under_way.search.is_some())
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
