//! A GTP program in a child process.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// The time limit of every answer.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A running program. Dropping it kills the process.
pub(crate) struct Program {
    name: String,
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Program {
    /// Starts a program.
    pub(crate) fn start(program: impl AsRef<OsStr>, arguments: &[&str]) -> io::Result<Self> {
        let name = program.as_ref().display().to_string();
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut process = command.spawn()?;
        let input = process.stdin.take().ok_or_else(|| io::Error::other("no way in"))?;
        let output = process.stdout.take().ok_or_else(|| io::Error::other("no way out"))?;
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.take_while(|line| sender.send(line.clone()).is_ok()).for_each(drop);
        });
        Ok(Self { name, process, input, lines })
    }

    /// The answer to a line. Panics if it is an error or does not arrive.
    pub(crate) fn ask(&mut self, line: &str) -> io::Result<String> {
        writeln!(self.input, "{line}")?;
        self.input.flush()?;
        let mut answer: Vec<String> = Vec::new();
        loop {
            let next = self.lines.recv_timeout(TIMEOUT);
            let next = next.map_err(|error| io::Error::other(format!("{}, `{line}`: {error}", self.name)))?;
            if !next.is_empty() {
                answer.push(next.trim_end().to_owned());
            } else if !answer.is_empty() {
                break;
            }
        }
        let answer = answer.join("\n");
        match answer.strip_prefix('=') {
            Some(text) => Ok(text.trim_start().to_owned()),
            None => Err(io::Error::other(format!("{}, `{line}`: {answer}", self.name))),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
