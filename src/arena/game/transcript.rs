//! The transcript of a game: all GTP of both players.

use super::failure::GameError;
use onepure_rules::board::Color;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// After so many characters of a line the rest is left out.
const LONGEST: usize = 4096;

/// The transcript of a game, a line for each line of GTP: whose, `>` to the player or `<` from it, the text.
///
/// ```text
/// black > genmove black
/// black < = D4  (0.532 s)
/// ```
#[derive(Debug, Default)]
pub(in crate::arena) struct Transcript {
    file: Option<(PathBuf, Mutex<BufWriter<File>>)>,
}

impl Transcript {
    /// Begins a transcript in this file, if there is one.
    pub(in crate::arena) fn begin(path: Option<&Path>) -> Result<Self, GameError> {
        let open = |path: &Path| {
            let file = File::create(path).map_err(|error| GameError::file(path, &error))?;
            Ok((path.to_owned(), Mutex::new(BufWriter::new(file))))
        };
        Ok(Self { file: path.map(open).transpose()? })
    }

    /// A command to a player.
    pub(in crate::arena) fn asked(&self, color: Color, command: &str) {
        self.write(format_args!("{color} > {}\n", excerpt(command)));
    }

    /// A line of the answer; the last with the time that the answer took.
    pub(in crate::arena) fn answered(&self, color: Color, line: &str, took: Option<Duration>) {
        let line = excerpt(line);
        match took {
            Some(took) => self.write(format_args!("{color} < {line}  ({:.3} s)\n", took.as_secs_f64())),
            None => self.write(format_args!("{color} < {line}\n")),
        }
    }

    /// What the referee has to say.
    pub(in crate::arena) fn note(&self, text: &str) {
        self.write(format_args!("# {text}\n"));
    }

    /// A transcript that cannot be written is no reason to break the game off: what is lost is seen when it is closed.
    fn write(&self, line: std::fmt::Arguments<'_>) {
        if let Some((_, file)) = &self.file {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            // Each line at once, so that nothing is lost when the match is killed.
            let _ = file.write_fmt(line).and_then(|()| file.flush());
        }
    }

    /// Keeps the file or removes it. Gives the path if it was kept.
    pub(in crate::arena) fn close(self, keep: bool) -> Result<Option<PathBuf>, GameError> {
        let Some((path, file)) = self.file else { return Ok(None) };
        let closed = file.into_inner().unwrap_or_else(PoisonError::into_inner).into_inner();
        closed.map_err(|error| GameError::file(&path, error.error()))?;
        if keep {
            return Ok(Some(path));
        }
        std::fs::remove_file(&path).map_err(|error| GameError::file(&path, &error))?;
        Ok(None)
    }
}

/// The line, or the start of it.
fn excerpt(line: &str) -> &str {
    line.char_indices().nth(LONGEST).map_or(line, |(end, _)| &line[..end])
}
