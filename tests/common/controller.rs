//! The program as a controller runs it: a process with its input and the times of its output.

#![allow(dead_code, reason = "not every test uses everything")]

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// The time after which missing output counts as a failure.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A running program.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
}

impl Program {
    /// Starts the program with a board of `lines` lines, one thread, and these options.
    pub(crate) fn start(lines: usize, options: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_onepure"));
        command.args(["gtp", "--threads", "1", "--size", &lines.to_string()]).args(options);
        Self::spawn(&mut command)
    }

    /// Starts a command.
    pub(crate) fn spawn(command: &mut Command) -> Self {
        command.env_remove("RUST_LOG").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program can be started");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send((Instant::now(), line)).is_err() {
                    break;
                }
            }
        });
        Self { child, input, lines }
    }

    /// The process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes text. Returns the time of writing.
    pub(crate) fn write(&mut self, text: &str) -> Instant {
        let input = self.input.as_mut().expect("an input that is open");
        input.write_all(text.as_bytes()).expect("the program reads");
        input.flush().expect("the program reads");
        Instant::now()
    }

    /// Writes text to a program that may have ended.
    pub(crate) fn try_write(&mut self, text: &str) -> io::Result<()> {
        self.input.as_mut().expect("an input that is open").write_all(text.as_bytes())
    }

    /// Closes the input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, and the time at which it arrived.
    pub(crate) fn line(&self) -> (Instant, String) {
        self.lines.recv_timeout(TIMEOUT).expect("a line comes")
    }

    /// The lines up to the empty one that ends an answer, and the time of that line.
    pub(crate) fn answer(&self) -> (Instant, Vec<String>) {
        let mut answer = Vec::new();
        loop {
            let (moment, line) = self.line();
            if line.is_empty() {
                return (moment, answer);
            }
            answer.push(line);
        }
    }

    /// The one-line answer to one line, which must succeed.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.write(&format!("{line}\n"));
        let (_, answer) = self.answer();
        assert_eq!(answer.len(), 1, "{line}: {answer:?}");
        answer[0].strip_prefix("= ").unwrap_or_else(|| panic!("{line}: {}", answer[0])).to_owned()
    }

    /// Sends lines that must succeed with empty answers.
    pub(crate) fn tell(&mut self, lines: &str) {
        for line in lines.lines() {
            assert_eq!(self.ask(line), "", "{line}");
        }
    }

    /// Waits for the end of the process and returns its status. Discards further output.
    pub(crate) fn end(mut self) -> ExitStatus {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            if let Some(status) = self.child.try_wait().expect("the program can be asked") {
                return status;
            }
            assert!(Instant::now() < deadline, "the program does not end");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Program {
    /// Kills a program that a failing test leaves running.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Threads that keep the machine busy until they are dropped.
pub(crate) struct Load {
    stop: std::sync::Arc<std::sync::atomic::AtomicBool>,
}

impl Load {
    /// Starts one thread for each core.
    pub(crate) fn on_every_core() -> Self {
        let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            let stop = std::sync::Arc::clone(&stop);
            thread::spawn(move || {
                let mut number = 1_u64;
                while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                    number = std::hint::black_box(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                }
            });
        }
        Self { stop }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}
