//! The progress of `analyze --all --output FILE`, in a file next to the output. A run that is killed loses only the position in
//! analysis; the same command resumes with it.

use crate::analysis::RecordPositions;
use crate::arena::LineFile;
use crate::cli::game_file::GameFile;
use anyhow::{Context, bail};
use onepure_engine::engine::{PARAMETERS, Report, Settings};
use onepure_rules::files;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The reports on the first positions of a game, one a line. The first line holds the game and the settings.
#[derive(Debug)]
pub(super) struct AnalysisJournal {
    file: LineFile,
    path: PathBuf,
}

/// Everything that the reports depend on. Reports found under another header must not be reused.
#[derive(PartialEq, Debug, Serialize, Deserialize)]
struct Header {
    version: String,
    record: String,
    rules: String,
    /// The value of each engine parameter, by name.
    settings: BTreeMap<String, String>,
}

impl AnalysisJournal {
    /// Opens the journal of an output, or creates one. Returns its reports from the first position on. If it belongs to another
    /// game or other settings, prints a notice and starts it again.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use, or is not a journal. It stays unchanged then.
    pub(super) fn open(output: &Path, game: &GameFile, settings: &Settings) -> anyhow::Result<(Self, Vec<Report>)> {
        let mut name = output.file_name().unwrap_or(OsStr::new("analysis")).to_owned();
        name.push(".partial");
        let path = output.with_file_name(name);
        let header = Header {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            record: game.record.to_string(),
            rules: game.basis.ruleset.name.to_owned(),
            settings: PARAMETERS
                .iter()
                .map(|parameter| (parameter.name.to_owned(), parameter.get(settings).to_string()))
                .collect(),
        };
        if !is_journal(&path, &header).with_context(|| path.display().to_string())? {
            bail!(
                "{}: it is no journal of an analysis, and what was found would be kept there; move it away, or choose another --output",
                path.display()
            );
        }
        let (mut file, text) = LineFile::open(&path)?;
        let mut lines = text.split_inclusive('\n');
        let first = lines.next();
        let mut reports = Vec::new();
        let mut kept = 0;
        if first.and_then(|line| serde_json::from_str(line).ok()).is_some_and(|found: Header| found == header) {
            let positions = RecordPositions::by(&game.record, &game.basis).map_while(Result::ok);
            kept = first.map_or(0, str::len);
            for (line, position) in lines.zip(positions) {
                let report = serde_json::from_str(line).ok().filter(|report: &Report| {
                    let is_legal = |action| position.game.check(report.color, action).is_ok();
                    report.color == position.color && report.candidates.iter().all(|one| is_legal(one.action))
                });
                let Some(report) = report else { break };
                reports.push(report);
                kept += line.len();
            }
        } else if first.is_some() {
            crate::cli::complain(&format!("{}: of another game or other settings; beginning again", path.display()));
        }
        file.keep(&text[..kept])?;
        if kept == 0 {
            file.append(&header)?;
        }
        Ok((Self { file, path }, reports))
    }

    /// Appends the report on the next position.
    pub(super) fn keep(&mut self, report: &Report) -> anyhow::Result<()> {
        Ok(self.file.append(report)?)
    }

    /// Deletes the journal after the output has been written.
    pub(super) fn remove(self) -> anyhow::Result<()> {
        fs::remove_file(&self.path).with_context(|| self.path.display().to_string())
    }
}

/// Returns whether the file may be overwritten by a journal with this header. True if it does not exist, is empty, begins with
/// any header, or holds only the beginning of this one because the program was killed or the disk was full. Otherwise it may be a
/// file of the user.
fn is_journal(path: &Path, header: &Header) -> anyhow::Result<bool> {
    let file = match files::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        opened => opened?,
    };
    // A header holds the record as a JSON string, where escapes make it longer: read at most 3 bytes for each byte of a record.
    let mut first = Vec::new();
    BufReader::new(file.take(3 * files::MOST_BYTES)).read_until(b'\n', &mut first)?;
    let has_header = serde_json::from_slice::<Header>(&first).is_ok();
    Ok(has_header || serde_json::to_vec(header)?.starts_with(&first))
}
