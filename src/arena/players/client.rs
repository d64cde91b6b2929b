//! The GTP client of a player's process.

use super::player_settings::Process;
use super::process::PlayerProcess;
use crate::arena::game::failure::{GameError, PlayerFailure};
use crate::arena::game::played::TroubleKind;
use crate::arena::game::player::GameContext;
use onepure_rules::board::Color;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// The longest line that a player may write, in bytes.
const LONGEST_LINE: usize = 1 << 16;

/// The longest answer that a player may give, in bytes.
const LONGEST_ANSWER: usize = 1 << 20;

/// Lines buffered ahead of the referee. More wait in the pipe.
const LINES_AHEAD: usize = 16;

/// The interval at which a wait for an answer checks whether to stop.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Time for a process to end after `quit`, or after it closed its output.
const EXIT_WAIT: Duration = Duration::from_secs(1);

/// The GTP client of a player's process.
///
/// A thread reads stdout until the process ends. Dropping the client sends `quit`, unless the last command is
/// unanswered, and kills the process if it does not end within [`EXIT_WAIT`].
#[derive(Debug)]
pub(super) struct Client {
    process: PlayerProcess,
    /// `None` while the client is being dropped.
    stdin: Option<ChildStdin>,
    lines: Receiver<OutputLine>,
    /// Whether a command was left unanswered. Its answer could be taken for the next one, so `drop` sends nothing more.
    is_lost: bool,
}

/// A line of the reader thread.
#[derive(Debug)]
enum OutputLine {
    Text(String),
    /// A line longer than [`LONGEST_LINE`]. The thread stops reading after it.
    TooLong,
}

/// A player's answer.
#[derive(Debug)]
pub(super) struct Response {
    /// Whether the answer began with `=` instead of `?`.
    pub(super) is_success: bool,
    /// The text after that sign, with lines separated by `\n`.
    pub(super) text: String,
    /// The duration from the command to the end of the answer.
    pub(super) took: Duration,
}

impl Client {
    /// Starts the process without sending a command.
    pub(super) fn start(process: &Process) -> io::Result<Self> {
        let (process, stdin, stdout) = PlayerProcess::start(process)?;
        let (sender, lines) = sync_channel(LINES_AHEAD);
        std::thread::Builder::new().name("player".to_owned()).spawn(move || read_lines(stdout, &sender))?;
        Ok(Self { process, stdin: Some(stdin), lines, is_lost: false })
    }

    /// Sends a command and waits for the answer, for at most `limit`.
    pub(super) fn ask(
        &mut self,
        context: &GameContext<'_>,
        color: Color,
        command: &str,
        limit: Duration,
    ) -> Result<Response, PlayerFailure> {
        context.transcript.asked(color, command);
        let start = Instant::now();
        self.is_lost = true;
        if self.send(command).is_err() {
            return Err(self.ended(context, command));
        }
        let mut answer = PartialResponse::default();
        loop {
            // Check before every line: a player that keeps writing must not delay the stop.
            if context.watcher.is_stopped() {
                return Err(GameError::Stopped.into());
            }
            let left = limit.saturating_sub(start.elapsed());
            if left.is_zero() {
                return Err(PlayerFailure::Late);
            }
            match self.lines.recv_timeout(left.min(STOP_CHECK_INTERVAL)) {
                Ok(OutputLine::Text(line)) => {
                    let took = start.elapsed();
                    let is_last = line.is_empty() && answer.has_begun();
                    if !line.is_empty() || is_last {
                        context.transcript.answered(color, &line, is_last.then_some(took));
                    }
                    if is_last {
                        self.is_lost = false;
                        return Ok(answer.finish(took));
                    }
                    answer.add(&line).map_err(|detail| garbage(&format!("{detail} to `{command}`")))?;
                }
                Ok(OutputLine::TooLong) => {
                    let detail = format!("answered a line of more than {LONGEST_LINE} bytes to `{command}`");
                    context.transcript.note(&format!("{color} {detail}"));
                    return Err(garbage(&detail));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(context, command)),
            }
        }
    }

    /// The last lines of stderr, oldest first.
    pub(super) fn stderr_tail(&self) -> Vec<String> {
        self.process.stderr_tail()
    }

    /// CPU time of the processes; `None` if the system does not report it.
    pub(super) fn cpu(&self) -> Option<Duration> {
        self.process.cpu()
    }

    fn send(&mut self, command: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(format!("{command}\n").as_bytes())?;
        stdin.flush()
    }

    /// The fault of a process that closed its output.
    fn ended(&mut self, context: &GameContext<'_>, command: &str) -> PlayerFailure {
        let has_ended = self.process.wait(EXIT_WAIT);
        let how = match self.process.end() {
            Ok(status) if has_ended => format!("ended with {status}"),
            _ => "closed its output".to_owned(),
        };
        context.transcript.note(&format!("the process {how}"));
        PlayerFailure::Trouble(TroubleKind::Crash, format!("the process {how} at `{command}`"))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let asked = !self.is_lost && self.send("quit").is_ok();
        // Closing stdin ends programs that ignore `quit`.
        self.stdin = None;
        if asked {
            self.process.wait(EXIT_WAIT);
        }
        // Dropping `process` kills what is left.
    }
}

fn garbage(detail: &str) -> PlayerFailure {
    PlayerFailure::Trouble(TroubleKind::Garbage, detail.to_owned())
}

/// The lines of an answer so far.
#[derive(Debug, Default)]
struct PartialResponse {
    is_success: Option<bool>,
    text: String,
}

impl PartialResponse {
    fn has_begun(&self) -> bool {
        self.is_success.is_some()
    }

    /// Adds a line. Returns an error if it is not part of a GTP answer.
    fn add(&mut self, line: &str) -> Result<(), String> {
        if self.has_begun() {
            self.text.push('\n');
            self.text.push_str(line);
        } else if !line.is_empty() {
            let is_success = line.starts_with('=');
            if !is_success && !line.starts_with('?') {
                let excerpt: String = line.chars().take(40).collect();
                return Err(format!("answered `{excerpt}`, which is not GTP,"));
            }
            let text = line[1..].trim_start_matches(|sign: char| sign.is_ascii_digit());
            let id = &line[1..line.len() - text.len()];
            if !id.is_empty() {
                return Err(format!("answered with the id {id}, where none was given,"));
            }
            self.is_success = Some(is_success);
            text.trim().clone_into(&mut self.text);
        }
        if self.text.len() > LONGEST_ANSWER {
            return Err(format!("answered more than {LONGEST_ANSWER} bytes"));
        }
        Ok(())
    }

    fn finish(self, took: Duration) -> Response {
        Response { is_success: self.is_success == Some(true), text: self.text, took }
    }
}

/// Reads lines until the output ends, a line is too long, or the receiver is gone.
fn read_lines(stdout: ChildStdout, lines: &SyncSender<OutputLine>) {
    let mut reader = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = reader.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            return;
        }
        let line = if bytes.len() > LONGEST_LINE { OutputLine::TooLong } else { OutputLine::Text(text(&bytes)) };
        let is_last = matches!(line, OutputLine::TooLong);
        if lines.send(line).is_err() || is_last {
            return;
        }
    }
}

/// A line by GTP's rules: without control characters and trailing blanks.
fn text(bytes: &[u8]) -> String {
    let line = String::from_utf8_lossy(bytes);
    let line = line.replace('\t', " ");
    let visible: String = line.chars().filter(|sign| !sign.is_control()).collect();
    visible.trim_end().to_owned()
}
