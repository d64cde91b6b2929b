//! What a player has said last on its stderr.

use onepure_rules::files;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::process::ChildStderr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// So many lines are kept.
const LINES: usize = 5;

/// After so many bytes a line is cut.
const LONGEST_LINE: u64 = 400;

/// How long lines are waited for that a process has left behind.
const LONGEST_WAIT: Duration = Duration::from_millis(300);

/// The last lines that a player has written to its stderr.
#[derive(Debug, Default)]
pub(super) enum StderrTail {
    /// There are none.
    #[default]
    None,
    /// They are in a file, from this byte on.
    File(PathBuf, u64),
    /// A thread reads them, and ends with the stderr.
    Pipe(Arc<Mutex<VecDeque<String>>>, JoinHandle<()>),
}

impl StderrTail {
    /// Those of a pipe, which is read from now on, so that it never fills up.
    pub(super) fn of_pipe(stderr: ChildStderr) -> std::io::Result<Self> {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&lines);
        let thread = std::thread::Builder::new().name("stderr".to_owned());
        let reader = thread.spawn(move || read(BufReader::new(stderr), |line| keep(&mut locked(&kept), line)))?;
        Ok(Self::Pipe(lines, reader))
    }

    /// The lines so far, the last one last. Of a process that has ended, all of them are there.
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

/// Reads lines with something on them to the end, each cut to its longest.
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
