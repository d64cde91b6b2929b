//! The transcript of a game: the GTP of both players.

use super::failure::GameError;
use onepure_rules::board::Color;
use onepure_rules::files;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Characters of a line that the transcript keeps.
const LONGEST: usize = 4096;

/// The transcript of a game. Each line of GTP has the player's colour, `>` for a command or `<` for an answer, and the
/// text.
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
    /// Opens the file, if there is one.
    pub(in crate::arena) fn begin(path: Option<&Path>) -> Result<Self, GameError> {
        let open = |path: &Path| {
            let file = files::create(path).map_err(|error| GameError::file(path, &error))?;
            Ok((path.to_owned(), Mutex::new(BufWriter::new(file))))
        };
        Ok(Self { file: path.map(open).transpose()? })
    }

    /// Adds a command to a player.
    pub(in crate::arena) fn asked(&self, color: Color, command: &str) {
        self.write(format_args!("{color} > {}\n", excerpt(command)));
    }

    /// Adds a line of an answer; the last one with the duration.
    pub(in crate::arena) fn answered(&self, color: Color, line: &str, took: Option<Duration>) {
        let line = excerpt(line);
        match took {
            Some(took) => self.write(format_args!("{color} < {line}  ({:.3} s)\n", took.as_secs_f64())),
            None => self.write(format_args!("{color} < {line}\n")),
        }
    }

    /// Adds a remark of the referee.
    pub(in crate::arena) fn note(&self, text: &str) {
        self.write(format_args!("# {text}\n"));
    }

    /// Write errors do not stop the game. [`Transcript::close`] reports them.
    fn write(&self, line: std::fmt::Arguments<'_>) {
        if let Some((_, file)) = &self.file {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            // Flush each line, so that a killed match loses none.
            let _ = file.write_fmt(line).and_then(|()| file.flush());
        }
    }

    /// Closes the file, and deletes it unless `keep`. Returns the path if the file was kept.
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

/// The first [`LONGEST`] characters of the line.
fn excerpt(line: &str) -> &str {
    line.char_indices().nth(LONGEST).map_or(line, |(end, _)| &line[..end])
}
