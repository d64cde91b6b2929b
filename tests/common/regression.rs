//! Regression scripts in the format of GNU Go and `GoGui`: GTP commands, and after a numbered command a comment with
//! the expectation. `#? [answer]` is the right answer, `#? [one|other]` several right answers, `#? [!answer]` a wrong
//! one.

#![allow(dead_code, reason = "not every program uses everything")]

use super::dialogue::Dialogue;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The folder of the tactical scripts.
const FOLDER: &str = "gtp-scripts/tactics";

/// A script, and the kind of its questions, which is its file name.
pub(crate) struct Script {
    pub(crate) kind: String,
    pub(crate) text: String,
}

/// The answer to a question.
pub(crate) struct Answered {
    /// The number of the command.
    pub(crate) number: u32,
    pub(crate) answer: String,
    pub(crate) expected: Expected,
}

/// The expectation of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expected {
    /// One of these answers.
    Right(Vec<String>),
    /// Any answer except this one.
    Wrong(String),
}

/// The tactical scripts, sorted by kind.
pub(crate) fn tactics() -> io::Result<Vec<Script>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    let files =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    let mut scripts = Vec::new();
    for file in files.into_iter().filter(|file| file.extension() == Some(OsStr::new("tst"))) {
        let kind = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        scripts.push(Script { kind, text: fs::read_to_string(&file)? });
    }
    scripts.sort_by(|one, other| one.kind.cmp(&other.kind));
    Ok(scripts)
}

impl Script {
    /// Asks all questions.
    ///
    /// # Errors
    /// The command that failed or the expectation that cannot be parsed, with its line.
    pub(crate) fn ask(&self, dialogue: &mut Dialogue) -> Result<Vec<Answered>, String> {
        let mut answered = Vec::new();
        let mut last = None;
        for (number, line) in (1..).zip(self.text.lines()) {
            let wrong = |what: &str| format!("{}, line {number}: `{line}`: {what}", self.kind);
            if line.starts_with("#?") {
                let expected = Expected::read(line).ok_or_else(|| wrong("not an expectation such as #? [A1]"))?;
                let (number, answer) = last.take().ok_or_else(|| wrong("no numbered command before it"))?;
                answered.push(Answered { number, answer, expected });
            } else if let [answer] = &dialogue.answers(line)[..] {
                let answer = answer.strip_prefix('=').ok_or_else(|| wrong(answer))?;
                let (number, answer) = answer.split_once(' ').unwrap_or((answer, ""));
                last = number.parse().ok().map(|number: u32| (number, answer.to_owned()));
            }
        }
        Ok(answered)
    }

    /// The parts between empty lines that have a question.
    pub(crate) fn positions(&self) -> impl Iterator<Item = &str> {
        self.text.split("\n\n").filter(|part| part.contains("\n#? ["))
    }
}

impl Answered {
    /// Returns whether the answer is right.
    pub(crate) fn is_right(&self) -> bool {
        self.expected.is_met(&self.answer)
    }
}

impl Expected {
    /// Parses a line; `None` if it has no expectation.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let text = line.strip_prefix("#? [")?.trim_end().strip_suffix(']')?;
        let is_plain = |text: &str| !text.is_empty() && text.chars().all(|sign| sign.is_alphanumeric() || sign == ' ');
        if let Some(wrong) = text.strip_prefix('!') {
            return is_plain(wrong).then(|| Self::Wrong(wrong.to_owned()));
        }
        let answers: Vec<&str> = text.split('|').collect();
        let are_plain = answers.iter().all(|answer| is_plain(answer));
        are_plain.then(|| Self::Right(answers.into_iter().map(str::to_owned).collect()))
    }

    /// Returns whether an answer meets the expectation.
    pub(crate) fn is_met(&self, answer: &str) -> bool {
        match self {
            Self::Right(right) => right.iter().any(|right| right == answer),
            Self::Wrong(wrong) => answer != wrong,
        }
    }
}
