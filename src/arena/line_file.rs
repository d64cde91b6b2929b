//! An append-only file of JSON lines with one writer at a time.

use onepure_rules::files;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// An append-only file of JSON lines. An exclusive lock keeps a second run from writing to it.
#[derive(Debug)]
pub(crate) struct LineFile {
    file: File,
    path: PathBuf,
}

/// Why a file of lines cannot be read or written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineFileError {
    /// The operating system reports an error.
    #[error("{file}: {reason}")]
    System {
        /// The file.
        file: String,
        /// The error's text.
        reason: String,
    },
    /// Another process holds the lock.
    #[error("{0}: another run of the program is writing to it")]
    InUse(String),
    /// A line has no valid content.
    #[error("{file}, line {line}: {reason}")]
    Line {
        /// The file.
        file: String,
        /// The number of the line, from 1.
        line: usize,
        /// The reason.
        reason: String,
    },
}

impl LineFileError {
    /// The error that the operating system reports for `path`.
    pub(super) fn system(path: &Path, error: &io::Error) -> Self {
        Self::System { file: path.display().to_string(), reason: error.to_string() }
    }
}

impl LineFile {
    /// Opens the file, creating it if needed, and returns its complete lines. An incomplete last line stays in the file
    /// until [`LineFile::keep`] cuts it off.
    pub(crate) fn open(path: &Path) -> Result<(Self, String), LineFileError> {
        let failed = |error: io::Error| LineFileError::system(path, &error);
        let file = files::append(path).map_err(failed)?;
        if !lock(&file) {
            return Err(LineFileError::InUse(path.display().to_string()));
        }
        let mut text = files::read_own(path).map_err(failed)?;
        text.truncate(whole_lines(&text).len());
        Ok((Self { file, path: path.to_owned() }, text))
    }

    /// Truncates the file to `lines`, which must be its beginning.
    pub(crate) fn keep(&mut self, lines: &str) -> Result<(), LineFileError> {
        self.file.set_len(lines.len() as u64).map_err(|error| LineFileError::system(&self.path, &error))
    }

    /// Appends `value` as a line.
    pub(crate) fn append(&mut self, value: &impl Serialize) -> Result<(), LineFileError> {
        // One write per line: if the program is killed, at most the last line is incomplete.
        let written = self.file.write_all(line(value).as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| LineFileError::system(&self.path, &error))
    }
}

/// The text up to its last line break.
pub(super) fn whole_lines(text: &str) -> &str {
    &text[..text.rfind('\n').map_or(0, |end| end + 1)]
}

/// A value as a line of JSON. Serializing plain data does not fail.
pub(super) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// Takes an exclusive lock until the file is closed. Returns `false` if another process holds it.
#[cfg(unix)]
pub(super) fn lock(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    // A file system without locks counts as unlocked: it must not prevent a match.
    flock(file, FlockOperation::NonBlockingLockExclusive) != Err(rustix::io::Errno::WOULDBLOCK)
}

#[cfg(not(unix))]
pub(super) fn lock(_: &File) -> bool {
    true
}
