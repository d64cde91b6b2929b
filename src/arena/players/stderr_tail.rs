//! The end of a player's stderr.

use onepure_rules::files;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::process::ChildStderr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Lines kept.
const LINES: usize = 5;

/// Bytes of a line that are kept.
const LONGEST_LINE: u64 = 400;

/// Time to wait for the lines that an ended process left in the pipe.
const LONGEST_WAIT: Duration = Duration::from_millis(300);

/// The last lines of a player's stderr.
#[derive(Debug, Default)]
pub(super) enum StderrTail {
    /// No stderr.
    #[default]
    None,
    /// The lines of a file from this byte on.
    File(PathBuf, u64),
    /// The lines of a pipe, and the thread that reads it until it is closed.
    Pipe(Arc<Mutex<VecDeque<String>>>, JoinHandle<()>),
}

impl StderrTail {
    /// The last lines of a pipe. A thread reads it from now on: a full pipe would block the player.
    pub(super) fn of_pipe(stderr: ChildStderr) -> std::io::Result<Self> {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&lines);
        let thread = std::thread::Builder::new().name("stderr".to_owned());
        let reader = thread.spawn(move || read(BufReader::new(stderr), |line| keep(&mut locked(&kept), line)))?;
        Ok(Self::Pipe(lines, reader))
    }

    /// The last lines so far, oldest first. After the end of the process they are complete.
    pub(super) fn lines(&self) -> Vec<String> {
        match self {
            Self::None => Vec::new(),
            Self::File(path, from) => {
                let mut lines = VecDeque::new();
                if let Ok(mut file) = files::open(path)
                    && file.seek(SeekFrom::Start(*from)).is_ok()
                {
                    read(BufReader::new(file), |line| keep(&mut lines, line));
                }
                lines.into()
            }
            Self::Pipe(lines, reader) => {
                let deadline = Instant::now() + LONGEST_WAIT;
                while !reader.is_finished() && Instant::now() < deadline {
                    std::thread::sleep(Duration::from_millis(5));
                }
                locked(lines).iter().cloned().collect()
            }
        }
    }
}

fn locked(lines: &Mutex<VecDeque<String>>) -> MutexGuard<'_, VecDeque<String>> {
    lines.lock().unwrap_or_else(PoisonError::into_inner)
}

fn keep(lines: &mut VecDeque<String>, line: String) {
    if lines.len() == LINES {
        lines.pop_front();
    }
    lines.push_back(line);
}

/// Reads all lines that are not blank, each cut to [`LONGEST_LINE`] bytes.
fn read(mut text: impl BufRead, mut take: impl FnMut(String)) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if !matches!(text.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes), Ok(1..)) {
            return;
        }
        if bytes.last() != Some(&b'\n') && text.skip_until(b'\n').is_err() {
            return;
        }
        let line = String::from_utf8_lossy(&bytes);
        let visible: String = line.chars().filter(|sign| !sign.is_control()).collect();
        if !visible.trim().is_empty() {
            take(visible.trim_end().to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_long_ones_cut() {
        let mut lines = VecDeque::new();
        let text = format!("1\n\n2\n3\n{}\n\x1b4\t\r\n5\n6", "x".repeat(1000));
        read(text.as_bytes(), |line| keep(&mut lines, line));
        assert_eq!(Vec::from(lines), ["3", &"x".repeat(400), "4", "5", "6"]);
    }
}
