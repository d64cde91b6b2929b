//! The loop that reads requests and writes answers.

use super::arguments::Arguments;
use super::commands::{self, TOPICS, Topic};
use super::failure::{CommandFailure, Message};
use super::input::{BufferedInput, Input, LiveInput};
use super::request::{Request, RequestLine};
use super::session::{CommandResult, Session};
use super::stream::RequestedStream;
use std::any::Any;
use std::io::{self, BufRead, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

impl Session {
    /// Answers requests until `quit` or the end of the input, and flushes each answer. An analysis ends as soon as it has a
    /// result, because the next line counts as received already.
    pub fn run(&mut self, input: impl BufRead, output: impl Write) -> io::Result<()> {
        self.answer_all(BufferedInput::new(input), output)
    }

    /// Answers requests like [`Session::run`], and reads the input on a second thread during searches. An analysis runs until the
    /// next line. The comment `# interrupt` makes the engine move at once. If the session ends before the input does, the thread
    /// reads and drops one more line.
    ///
    /// The end of the input stops searches whose answer may have no reader: see
    /// [`StopHandle::stop_unattended`](onepure_engine::engine::StopHandle::stop_unattended). Once `is_read` returns false, every proof
    /// stops, and after the end of the input every search.
    pub fn converse(
        &mut self,
        input: impl BufRead + Send + 'static,
        output: impl Write,
        is_read: impl Fn() -> bool + Send + Sync + 'static,
    ) -> io::Result<()> {
        let is_read = Arc::new(is_read);
        let is_attended = Arc::clone(&is_read);
        self.engine.prove_while(move || is_attended());
        let input = LiveInput::new(input, self.most_waiting(), self.engine.stop_handle(), move || is_read())?;
        self.answer_all(input, output)
    }

    fn answer_all(&mut self, mut input: impl Input, mut output: impl Write) -> io::Result<()> {
        let ended = self.answer_until_the_end(&mut input, &mut output);
        self.engine.stop();
        ended
    }

    fn answer_until_the_end(&mut self, input: &mut impl Input, output: &mut impl Write) -> io::Result<()> {
        while !self.closing {
            let Some(line) = input.next_line()? else { break };
            if let Some(stream) = self.answer_line(&line, output)? {
                self.stream_or_restore(&stream, input, output)?;
            }
        }
        Ok(())
    }

    /// Answers a line. If its answer is written during a search, returns that answer and writes nothing.
    pub(super) fn answer_line(
        &mut self,
        line: &RequestLine,
        output: &mut impl Write,
    ) -> io::Result<Option<RequestedStream>> {
        let Some(Request { id, words, rest }) = line.request() else { return Ok(None) };
        let answer = words.and_then(|words| self.answer(TOPICS, &words, &rest));
        match self.stream.take() {
            Some(answer) => Ok(Some(RequestedStream { id, answer })),
            None => write_answer(output, id, &answer).map(|()| None),
        }
    }

    /// Writes a streamed answer. If that panics, restores the session and ends the answer.
    pub(super) fn stream_or_restore(
        &mut self,
        stream: &RequestedStream,
        input: &mut impl Input,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let before = self.snapshot();
        caught(|| self.stream(stream, input, output)).unwrap_or_else(|| {
            self.restore(before);
            write!(output, "\n\n").and_then(|()| output.flush())
        })
    }

    /// Runs one command; `rest` are its arguments as they stand on the line. If it panics, the session is restored: a half-executed command would leave game and clocks inconsistent.
    fn answer(&mut self, topics: &'static [Topic], words: &[String], rest: &str) -> CommandResult {
        let (name, arguments) = words.split_first().ok_or_else(|| Message::Syntax.because("an id and no command"))?;
        let command = commands::find(topics, name)
            .ok_or_else(|| Message::UnknownCommand.because(format!("`{name}`: list_commands has them all")))?;
        if !command.takes(arguments.len()) {
            return Err(Message::Syntax.because(format!("expected `{name} {}`", command.arguments)));
        }
        let before = self.snapshot();
        caught(|| (command.run)(self, &mut Arguments::new(arguments, rest))).unwrap_or_else(|| {
            tracing::error!("that was in `{}`", words.join(" "));
            self.stream = None;
            self.restore(before);
            Err(Message::Internal.because("the session is as it was before the command"))
        })
    }
}

/// Writes an answer and flushes it.
///
/// Drops empty lines inside the answer: in GTP an empty line ends it.
fn write_answer(output: &mut impl Write, id: Option<u32>, answer: &CommandResult) -> io::Result<()> {
    let id = id.map(|id| id.to_string()).unwrap_or_default();
    match answer {
        Ok(text) => {
            let mut lines = text.split('\n').map(str::trim_end);
            writeln!(output, "={id} {}", lines.next().unwrap_or_default())?;
            for line in lines.filter(|line| !line.is_empty()) {
                writeln!(output, "{line}")?;
            }
            writeln!(output)?;
        }
        Err(CommandFailure { message, reason }) => {
            tracing::info!("{message}: {reason}");
            write!(output, "?{id} {message}\n\n")?;
        }
    }
    output.flush()
}

/// The result of `work`, or `None` if it panicked. The panic goes to the log.
fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    let logged = |panic: Box<dyn Any + Send>| tracing::error!("a panic: {}", panic_text(&*panic));
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(logged).ok()
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::commands::Command;
    use onepure_engine::engine::{Engine, Settings, TimeLeft};
    use onepure_rules::board::Color;
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::{Move, Ruleset};
    use std::time::Duration;

    /// A command that changes everything a command can change, and then panics.
    static PANICS: &[Topic] = &[Topic {
        title: "Commands that exist only here",
        introduction: "",
        commands: &[Command {
            name: "panic",
            arguments: "",
            help: "Panics.",
            run: |session, _| {
                session.play(Color::Black, Move::Abstain)?;
                session.give_komi(99.0);
                session.removal = false;
                session.engine.set_time_left(Color::Black, TimeLeft { time: Duration::ZERO, stones: 0 });
                panic!("on purpose");
            },
        }],
    }];

    fn session() -> Session {
        Session::new(Engine::new(BoardSize::MAIN, Ruleset::one_pure(), Settings::default()))
    }

    fn ask(session: &mut Session, lines: &str) -> String {
        let mut output = Vec::new();
        session.run(lines.as_bytes(), &mut output).expect("memory can be written");
        String::from_utf8(output).expect("answers are text")
    }

    #[test]
    fn after_a_panic_everything_is_as_before() {
        const STATE: &str = "opr-state\nget_komi\nopr-option\nmove_history\n";
        let mut session = session();
        ask(&mut session, "boardsize 9\nkomi 2.5\nplay black E5\nplay white C5\ntime_left black 60 0\n");
        let before = ask(&mut session, STATE);
        let clocks = session.time_left();

        let failure = session.answer(PANICS, &["panic".to_owned()], "").expect_err("a panic");
        assert_eq!(failure.message, Message::Internal);

        assert_eq!(ask(&mut session, STATE), before);
        assert_eq!(session.time_left(), clocks);
        assert_eq!(ask(&mut session, "clear_board\nget_komi\nplay black E5\n"), "= \n\n= 2.5\n\n= \n\n");
    }

    #[test]
    fn asking_for_a_move_runs_no_clock() {
        let mut session = session();
        ask(&mut session, "boardsize 5\ntime_settings 1 0 0\nplay black C3\n");
        let clocks = session.time_left();
        ask(&mut session, "reg_genmove white\n");
        assert_eq!(session.time_left(), clocks);
        ask(&mut session, "genmove white\n");
        assert_ne!(session.time_left(), clocks);
    }

    #[test]
    fn no_answer_has_an_empty_line_inside() {
        let mut output = Vec::new();
        write_answer(&mut output, Some(3), &Ok("\none\n\ntwo \n".to_owned())).expect("memory can be written");
        assert_eq!(output, b"=3 \none\ntwo\n\n");
    }

    #[test]
    fn a_lead_from_outside_counts_as_given() {
        let mut engine = Engine::new(BoardSize::MAIN, Ruleset::one_pure(), Settings::default());
        engine.set_komi(Some(5.5));
        assert_eq!(ask(&mut Session::new(engine), "boardsize 9\nget_komi\n"), "= \n\n= 5.5\n\n");
        assert_eq!(ask(&mut session(), "boardsize 9\nget_komi\n"), "= \n\n= 0\n\n");
    }
}
