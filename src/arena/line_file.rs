//! A file of lines of JSON that grows, one writer at a time.

use onepure_rules::files;
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file of lines of JSON that grows by whole lines. As long as it is open, nobody else can open it in this way.
#[derive(Debug)]
pub(crate) struct LineFile {
    file: File,
    path: PathBuf,
}

/// Why a file of lines cannot be read or written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineFileError {
    /// What the operating system says of it.
    #[error("{file}: {reason}")]
    System {
        /// The file.
        file: String,
        /// What it says.
        reason: String,
    },
    /// Somebody else writes to it.
    #[error("{0}: another run of the program is writing to it")]
    InUse(String),
    /// A line that does not belong there.
    #[error("{file}, line {line}: {reason}")]
    Line {
        /// The file.
        file: String,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

impl LineFileError {
    /// What the operating system says of a file.
    pub(super) fn system(path: &Path, error: &io::Error) -> Self {
        Self::System { file: path.display().to_string(), reason: error.to_string() }
    }
}

impl LineFile {
    /// Opens the file, which is made if it is not there. Gives also its whole lines; a last line that was only half written
    /// stays until [`LineFile::keep`] cuts it off.
    pub(crate) fn open(path: &Path) -> Result<(Self, String), LineFileError> {
        let failed = |error: io::Error| LineFileError::system(path, &error);
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        if !lock(&file) {
            return Err(LineFileError::InUse(path.display().to_string()));
        }
        let mut text = files::read_own(path).map_err(failed)?;
        text.truncate(whole_lines(&text).len());
        Ok((Self { file, path: path.to_owned() }, text))
    }

    /// Cuts off all that follows these lines, with which the file begins.
    pub(crate) fn keep(&mut self, lines: &str) -> Result<(), LineFileError> {
        self.file.set_len(lines.len() as u64).map_err(|error| LineFileError::system(&self.path, &error))
    }

    /// Adds a line.
    pub(crate) fn append(&mut self, value: &impl Serialize) -> Result<(), LineFileError> {
        // In one piece: whoever kills the program leaves whole lines, but for the last.
        let written = self.file.write_all(line(value).as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| LineFileError::system(&self.path, &error))
    }
}

/// The text up to its last whole line.
pub(super) fn whole_lines(text: &str) -> &str {
    &text[..text.rfind('\n').map_or(0, |end| end + 1)]
}

/// A value as a line of JSON. Plain data always has one.
pub(super) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// Keeps others from locking the file, until it is closed; says whether nobody else had done so.
#[cfg(unix)]
pub(super) fn lock(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    // A file system that cannot lock does not keep anybody from playing.
    flock(file, FlockOperation::NonBlockingLockExclusive) != Err(rustix::io::Errno::WOULDBLOCK)
}

#[cfg(not(unix))]
pub(super) fn lock(_: &File) -> bool {
    true
}
