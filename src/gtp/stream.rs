//! Answers that take their time: analyses that go on until somebody says something, and moves that come with what the
//! engine thinks meanwhile.

use super::analysis::Telling;
use super::failure::Failure;
use super::input::Input;
use super::session::Session;
use crate::board::Color;
use crate::engine::{Inquiry, Report};
use crate::rules::Move;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How long an analysis that is to end waits for runs that have begun: so there is always something to tell.
const PATIENCE: Duration = Duration::from_millis(20);

/// How often a search for a move looks whether anything was said.
const GLANCE: Duration = Duration::from_millis(20);

/// What stands for a move where a search was ended before it had one.
const CANCELLED: &str = "cancelled";

/// An answer that is written while the engine thinks.
#[derive(Clone, Debug)]
pub(super) struct Stream {
    /// The colour that is to move.
    pub(super) color: Color,
    /// What is looked into.
    pub(super) inquiry: Inquiry,
    /// How it is told; `None` if nothing is told but the move.
    pub(super) telling: Option<Telling>,
    /// How it ends.
    pub(super) ending: Ending,
}

/// How an answer that takes its time ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// When anything is said, be it an empty line.
    Input,
    /// With a move, which is not played.
    Move,
    /// With a move, which is not played, unless anything is said before there is one.
    MoveOrInput,
    /// With a move that is played.
    PlayedMove,
}

impl Session {
    /// Writes such an answer. The error of an output that cannot be written ends the search.
    pub(super) fn stream(
        &mut self,
        stream: &Stream,
        id: Option<u32>,
        input: &mut impl Input,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let id = id.map(|id| id.to_string()).unwrap_or_default();
        match stream.telling {
            Some(_) => writeln!(output, "={id}").and_then(|()| output.flush())?,
            None => write!(output, "={id} ")?,
        }
        match stream.ending {
            Ending::Input => self.analyse(stream, input, output)?,
            Ending::Move | Ending::MoveOrInput | Ending::PlayedMove => {
                let vertex = self.move_with_analysis(stream, input, output)?;
                let play = if stream.telling.is_some() { "play " } else { "" };
                writeln!(output, "{play}{vertex}")?;
            }
        }
        writeln!(output)?;
        output.flush()
    }

    /// Analyses until something has come, and tells what was found: every now and then, and in the end.
    fn analyse(&mut self, stream: &Stream, input: &mut impl Input, output: &mut impl Write) -> io::Result<()> {
        let Stream { color, inquiry, .. } = stream;
        self.engine.analyse(*color, inquiry);
        let next = || inquiry.interval.and_then(|interval| Instant::now().checked_add(interval));
        let mut told = Ok(());
        while told.is_ok() && !input.has_come(next()) {
            told = self.tell(stream, &self.engine.report(*color), output);
        }
        self.engine.stop();
        self.engine.wait(Some(Instant::now() + PATIENCE));
        told.and_then(|()| self.tell(stream, &self.engine.report(*color), output))
    }

    /// Decides on a move, and tells what was found meanwhile; `cancelled` if something was said first that ends the search.
    fn move_with_analysis(
        &mut self,
        stream: &Stream,
        input: &mut impl Input,
        output: &mut impl Write,
    ) -> io::Result<String> {
        let Stream { color, inquiry, telling, ending } = stream;
        let interval = inquiry.interval;
        let is_cancellable = *ending == Ending::MoveOrInput;
        let inquiry = if is_cancellable {
            Inquiry { interval: Some(interval.map_or(GLANCE, |interval| interval.min(GLANCE))), ..inquiry.clone() }
        } else {
            inquiry.clone()
        };
        if !self.can_use_right(*color) {
            if *ending == Ending::PlayedMove {
                self.pass_idly();
            }
            return Ok(Move::Abstain.to_string());
        }
        let game = self.engine.game().clone();
        let perspective = self.engine.settings().perspective;
        let (mut told, mut told_at, mut is_cancelled) = (Ok(()), Instant::now(), false);
        let mut write = |report: &Report| {
            let line = telling.as_ref().and_then(|telling| telling.line(&game, report, perspective));
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
        let decision = if *ending == Ending::PlayedMove {
            self.engine.choose_watched(*color, &inquiry, watch)
        } else {
            self.engine.consider(*color, &inquiry, watch)
        };
        told?;
        if let Some(choice) = self.engine.last_choice() {
            write(&choice.report)?;
        }
        if *ending == Ending::PlayedMove {
            self.carry_out(*color, decision).unwrap_or_else(|Failure { reason, .. }| panic!("{decision}: {reason}"));
        }
        Ok(if is_cancelled { CANCELLED.to_owned() } else { decision.to_string() })
    }

    /// Writes a line of what was found, if anything was.
    fn tell(&self, stream: &Stream, report: &Report, output: &mut impl Write) -> io::Result<()> {
        let perspective = self.engine.settings().perspective;
        let line = stream.telling.as_ref().and_then(|telling| telling.line(self.engine.game(), report, perspective));
        if let Some(line) = line {
            writeln!(output, "{line}")?;
            output.flush()?;
        }
        Ok(())
    }
}
