//! The tactics in `gtp-scripts/tactics`, in the form in which GNU Go and `GoGui` keep their regression tests: GTP commands, and
//! behind a numbered one a comment `#? [answer]` with what is right, or `#? [!answer]` with what is wrong.
//!
//! The engine makes as many visits as `gogui-regress` is given in `tests/clients.rs`.

mod dialogue;

use dialogue::Dialogue;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

const VISITS: u64 = 2000;

/// What is expected of the answer before it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Expected {
    Right(String),
    Wrong(String),
}

impl Expected {
    /// Reads a line; `None` if it expects nothing.
    fn read(line: &str) -> Option<Self> {
        let text = line.strip_prefix("#? [")?.trim_end().strip_suffix(']').expect("a bracket that closes");
        assert!(
            text.chars().all(|letter| letter.is_alphanumeric() || " !".contains(letter)),
            "{line}: not a plain text"
        );
        Some(match text.strip_prefix('!') {
            Some(wrong) => Self::Wrong(wrong.to_owned()),
            None => Self::Right(text.to_owned()),
        })
    }

    fn is_met(&self, answer: &str) -> bool {
        match self {
            Self::Right(right) => answer == right,
            Self::Wrong(wrong) => answer != wrong,
        }
    }
}

fn files() -> io::Result<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-scripts/tactics");
    let files = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    Ok(files.into_iter().filter(|file| file.extension() == Some(OsStr::new("tst"))).collect())
}

#[test]
fn the_engine_finds_the_tactics() -> io::Result<()> {
    let mut expectations = 0;
    for file in files()? {
        let mut dialogue = Dialogue::new(19, VISITS);
        let mut last = (String::new(), String::new());
        for line in fs::read_to_string(&file)?.lines() {
            if let Some(expected) = Expected::read(line) {
                let (command, answer) = &last;
                let answer = answer.strip_prefix('=').and_then(|answer| answer.split_once(' ')).map(|(_, text)| text);
                let answer = answer.unwrap_or_else(|| panic!("{}: `{command}` fails", file.display()));
                assert!(expected.is_met(answer), "{}: `{command}` is {answer}, not {expected:?}", file.display());
                expectations += 1;
            } else if let [answer] = &dialogue.answers(line)[..] {
                assert!(answer.starts_with('='), "{}: `{line}`: {answer}", file.display());
                last = (line.to_owned(), answer.clone());
            }
        }
    }
    assert!(expectations >= 13, "there are {expectations} expectations");
    Ok(())
}

#[test]
fn expectations_are_read() {
    assert_eq!(Expected::read("10 genmove b"), None);
    assert_eq!(Expected::read("# a comment"), None);
    let right = Expected::read("#? [A1 B2]").expect("what is right");
    assert!(right.is_met("A1 B2") && !right.is_met("A1"));
    let wrong = Expected::read("#? [!pass]").expect("what is wrong");
    assert!(wrong.is_met("A1") && !wrong.is_met("pass"));
}
