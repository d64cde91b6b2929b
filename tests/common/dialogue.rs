//! A dialogue with a GTP session, including its notices outside the answers.

#![allow(dead_code, reason = "not every test uses everything")]

use onepure::engine::{Engine, Settings};
use onepure::geometry::BoardSize;
use onepure::gtp::Session;
use onepure::rules::Ruleset;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// A session and its notices.
pub(crate) struct Dialogue {
    session: Session,
    aside: Shared,
}

impl Dialogue {
    /// A session on a board of `lines` lines whose engine uses `visits` visits a move.
    pub(crate) fn new(lines: usize, visits: u64) -> Self {
        let settings = Settings { threads: 1, visits: Some(visits), ..Settings::default() };
        let size = BoardSize::for_play(lines).expect("a size that is played");
        let aside = Shared::default();
        let session = Session::new(Engine::new(size, Ruleset::one_pure(), settings)).with_side_output(aside.clone());
        Self { session, aside }
    }

    /// The answers to some lines, each with its `=` or `?` and without the empty line at the end.
    pub(crate) fn answers(&mut self, lines: &str) -> Vec<String> {
        let mut output = Vec::new();
        self.session.run(lines.as_bytes(), &mut output).expect("memory can be written");
        let text = String::from_utf8(output).expect("answers are text");
        text.split_terminator("\n\n").map(|answer| answer.trim_end().to_owned()).collect()
    }

    /// The answer to one line, which must succeed.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        let answers = self.answers(line);
        assert_eq!(answers.len(), 1, "{line}");
        let answer = answers[0].strip_prefix('=').unwrap_or_else(|| panic!("{line}: {}", answers[0]));
        answer.strip_prefix(' ').unwrap_or(answer).to_owned()
    }

    /// Sends lines that must succeed.
    pub(crate) fn tell(&mut self, lines: &str) {
        for (line, answer) in lines.lines().zip(self.answers(lines)) {
            assert!(answer.starts_with('='), "{line}: {answer}");
        }
    }

    /// Plays alternate moves, Black first.
    pub(crate) fn play(&mut self, vertices: &str) {
        for (vertex, color) in vertices.split_whitespace().zip(["black", "white"].into_iter().cycle()) {
            self.tell(&format!("play {color} {vertex}"));
        }
    }

    /// The notices so far.
    pub(crate) fn aside(&self) -> String {
        String::from_utf8(self.aside.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
            .expect("notices are text")
    }
}

/// A writer whose contents can be read at any time.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
