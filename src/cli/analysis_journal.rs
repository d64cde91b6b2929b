//! What `analyze --all --output FILE` has found so far, in a file beside it: whoever kills the program loses the positions that were
//! being looked into, and the same command goes on with them.

use super::game_file::GameFile;
use crate::analysis::RecordPositions;
use crate::arena::LineFile;
use anyhow::{Context, bail};
use onepure_engine::engine::{PARAMETERS, Report, Settings};
use onepure_rules::files;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The reports on the first positions of a game, a line each, below a line that says of which game and how they were found.
#[derive(Debug)]
pub(super) struct AnalysisJournal {
    file: LineFile,
    path: PathBuf,
}

/// All that the reports depend on.
#[derive(PartialEq, Debug, Serialize, Deserialize)]
struct Header {
    /// The version of the program.
    version: String,
    record: String,
    rules: String,
    /// The value of each of the engine's parameters, by name.
    settings: BTreeMap<String, String>,
}

impl AnalysisJournal {
    /// Takes up the journal of an output, or begins one. Gives also what it has, from the first position on. One of another game or of
    /// other settings is begun anew, and that is told.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use, or is no journal: then it stays as it is.
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
            let positions = RecordPositions::of(&game.record, game.basis.ruleset).map_while(Result::ok);
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
            super::complain(&format!("{}: of another game or other settings; it is begun anew", path.display()));
        }
        file.keep(&text[..kept])?;
        if kept == 0 {
            file.append(&header)?;
        }
        Ok((Self { file, path }, reports))
    }

    /// Adds what was found of the next position.
    pub(super) fn keep(&mut self, report: &Report) -> anyhow::Result<()> {
        Ok(self.file.append(report)?)
    }

    /// Removes it: everything is written where it belongs.
    pub(super) fn remove(self) -> anyhow::Result<()> {
        fs::remove_file(&self.path).with_context(|| self.path.display().to_string())
    }
}

/// Whether a file may be written to as a journal with this header: it is not there, is empty, begins with a header, or has no more than
/// the beginning of this one, because the program was killed or the disk was full.
fn is_journal(path: &Path, header: &Header) -> anyhow::Result<bool> {
    let file = match files::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        opened => opened?,
    };
    // A record has up to so many bytes, and some of them are two in a string.
    let mut first = Vec::new();
    BufReader::new(file.take(3 * files::MOST_BYTES)).read_until(b'\n', &mut first)?;
    let has_header = serde_json::from_slice::<Header>(&first).is_ok();
    Ok(has_header || serde_json::to_vec(header)?.starts_with(&first))
}
