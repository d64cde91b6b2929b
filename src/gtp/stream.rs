//! Answers that are written during a search: analyses that run until the next line of input, and moves with an analysis.

use super::analysis::{StreamEnd, StreamedAnswer};
use super::failure::CommandFailure;
use super::input::Input;
use super::session::Session;
use onepure_engine::engine::{Decision, MoveSearch, Report, SearchLimit, SearchRequest};
use onepure_rules::rules::Move;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;
use web_time::Instant;

/// How long an analysis that ends at once waits for its first simulations. Without the wait it could end with no line.
const LAST_WAIT: Duration = Duration::from_millis(20);

/// How often a search for a move checks the input.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The answer instead of a move if the search was stopped before it had one.
const CANCELLED: &str = "cancelled";

impl StreamedAnswer {
    /// The request for the move of this answer.
    fn move_request(&self) -> SearchRequest {
        SearchRequest { is_advice: self.ending != StreamEnd::PlayedMove, ..self.request.clone() }
    }

    /// The time of the next analysis line; `None` without an interval.
    pub(super) fn next_line(&self) -> Option<Instant> {
        self.request.interval.and_then(|interval| Instant::now().checked_add(interval))
    }
}

/// A streamed answer with the id of its request.
#[derive(Debug)]
pub(super) struct RequestedStream {
    pub(super) id: Option<u32>,
    pub(super) answer: StreamedAnswer,
}

impl RequestedStream {
    /// Writes the first line of the answer. Without an analysis the move follows on it.
    fn write_status(&self, output: &mut impl Write) -> io::Result<()> {
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        match self.answer.analysis {
            Some(_) => writeln!(output, "={id}").and_then(|()| output.flush()),
            None => write!(output, "={id} "),
        }
    }
}

impl Session {
    /// Writes a streamed answer. A write error ends the search.
    pub(super) fn stream(
        &mut self,
        stream: &RequestedStream,
        input: &mut impl Input,
        output: &mut impl Write,
    ) -> io::Result<()> {
        if stream.answer.ending == StreamEnd::Input {
            return self.analyse(stream, input, output);
        }
        stream.write_status(output)?;
        let stream = &stream.answer;
        let vertex = self.move_with_analysis(stream, input, output)?;
        Self::write_move(stream, &vertex, output)
    }

    /// Ends a streamed answer with the chosen move.
    fn write_move(stream: &StreamedAnswer, vertex: &str, output: &mut impl Write) -> io::Result<()> {
        let play = if stream.analysis.is_some() { "play " } else { "" };
        write!(output, "{play}{vertex}\n\n")?;
        output.flush()
    }

    /// Starts the search for the move of a streamed answer, which is computed in slices.
    pub(super) fn begin_move(&mut self, stream: &RequestedStream, output: &mut impl Write) -> io::Result<MoveSearch> {
        stream.write_status(output)?;
        Ok(self.engine.begin_move(stream.answer.color, &stream.answer.move_request()))
    }

    /// Chooses the move of a streamed answer after its search, plays it unless it is only advice, and ends the answer.
    pub(super) fn finish_move(
        &mut self,
        stream: &StreamedAnswer,
        search: MoveSearch,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let decision = self.engine.finish_move(search);
        self.conclude(stream, decision, output)?;
        Self::write_move(stream, &decision.to_string(), output)
    }

    /// Prints the analysis line of the choice, and plays the move unless it is only advice.
    fn conclude(&mut self, stream: &StreamedAnswer, decision: Decision, output: &mut impl Write) -> io::Result<()> {
        if let Some(choice) = self.engine.last_choice() {
            self.write_line(stream, &choice.report, output)?;
        }
        if stream.ending == StreamEnd::PlayedMove {
            self.carry_out(stream.color, decision)
                .unwrap_or_else(|CommandFailure { reason, .. }| panic!("{decision}: {reason}"));
        }
        Ok(())
    }

    /// Analyses until a line of input arrives. Prints a line at each interval and one at the end.
    fn analyse(&mut self, stream: &RequestedStream, input: &mut impl Input, output: &mut impl Write) -> io::Result<()> {
        self.begin_analysis(stream, output)?;
        let stream = &stream.answer;
        let mut told = Ok(());
        while told.is_ok() && !input.has_come(stream.next_line()) {
            told = self.tell(stream, output);
        }
        if told.is_err() {
            self.engine.stop();
            return told;
        }
        self.end_analysis(stream, output)
    }

    /// Starts an analysis that runs until a line of input arrives.
    pub(super) fn begin_analysis(&mut self, stream: &RequestedStream, output: &mut impl Write) -> io::Result<()> {
        stream.write_status(output)?;
        let StreamedAnswer { color, request, .. } = &stream.answer;
        self.engine.analyze(*color, &SearchRequest { limit: SearchLimit::Unlimited, ..request.clone() });
        Ok(())
    }

    /// Stops the search of an analysis, and prints its last line.
    pub(super) fn end_analysis(&mut self, stream: &StreamedAnswer, output: &mut impl Write) -> io::Result<()> {
        self.engine.stop();
        self.engine.wait(Some(Instant::now() + LAST_WAIT));
        self.tell(stream, output)?;
        writeln!(output)?;
        output.flush()
    }

    /// Chooses a move, and prints an analysis meanwhile. Prints `cancelled` if a line that ends the search arrives first.
    fn move_with_analysis(
        &mut self,
        stream: &StreamedAnswer,
        input: &mut impl Input,
        output: &mut impl Write,
    ) -> io::Result<String> {
        let StreamedAnswer { color, request, analysis, ending } = stream;
        let interval = request.interval;
        let is_cancellable = *ending == StreamEnd::MoveOrInput;
        let mut request = stream.move_request();
        if is_cancellable {
            request.interval = Some(interval.map_or(POLL_INTERVAL, |interval| interval.min(POLL_INTERVAL)));
        }
        if !self.can_use_right(*color) {
            if *ending == StreamEnd::PlayedMove {
                self.pass_idly();
            }
            return Ok(Move::Abstain.to_string());
        }
        let game = self.engine.shared_game();
        let perspective = self.display.perspective;
        let (mut told, mut told_at, mut is_cancelled) = (Ok(()), Instant::now(), false);
        let mut write = |report: &Report| {
            let line = analysis.as_ref().and_then(|analysis| analysis.line(&game, report, perspective));
            line.map_or(Ok(()), |line| writeln!(output, "{line}").and_then(|()| output.flush()))
        };
        let watch = |report: &Report| {
            is_cancelled = is_cancellable && input.has_come(Some(Instant::now()));
            if !is_cancelled && interval.is_some_and(|interval| told_at.elapsed() >= interval) {
                told = write(report);
                told_at = Instant::now();
            }
            if told.is_ok() && !is_cancelled { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let decision = self.engine.best_move_with(*color, &request, watch);
        told?;
        self.conclude(stream, decision, output)?;
        Ok(if is_cancelled { CANCELLED.to_owned() } else { decision.to_string() })
    }

    /// Prints an analysis line of the search, unless it has no candidates.
    pub(super) fn tell(&self, stream: &StreamedAnswer, output: &mut impl Write) -> io::Result<()> {
        self.write_line(stream, &self.engine.report(stream.color), output)
    }

    /// Prints an analysis line of a report, unless it has no candidates or no analysis is printed.
    fn write_line(&self, stream: &StreamedAnswer, report: &Report, output: &mut impl Write) -> io::Result<()> {
        let (game, perspective) = (self.engine.game(), self.display.perspective);
        let line = stream.analysis.as_ref().and_then(|analysis| analysis.line(game, report, perspective));
        if let Some(line) = line {
            writeln!(output, "{line}")?;
            output.flush()?;
        }
        Ok(())
    }
}
