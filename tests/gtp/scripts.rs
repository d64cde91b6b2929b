//! Every script in `gtp-scripts` gets the answers in the file with the same name and the extension `.expected`.
//!
//! The scripts are documentation too: their comments explain them. Expected answers follow from the rules. Set
//! `ONEPURE_WRITE_EXPECTED` to write them again, and check them by hand.

use onepure::engine::{Engine, Settings};
use onepure::geometry::BoardSize;
use onepure::gtp::Session;
use onepure::rules::Ruleset;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The answers of a new session to the script.
fn answers(script: &Path) -> io::Result<String> {
    let settings = Settings { threads: 1, visits: Some(1), ..Settings::default() };
    let engine = Engine::new(BoardSize::MAIN, Ruleset::one_pure(), settings);
    let mut output = Vec::new();
    Session::new(engine).with_side_output(io::sink()).run(io::BufReader::new(fs::File::open(script)?), &mut output)?;
    String::from_utf8(output).map_err(io::Error::other)
}

fn files(extension: &str) -> io::Result<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-scripts");
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    let mut files: Vec<_> =
        entries.into_iter().filter(|path| path.extension() == Some(OsStr::new(extension))).collect();
    files.sort();
    Ok(files)
}

#[test]
fn scripts_are_answered_as_expected() -> io::Result<()> {
    let scripts = files("gtp")?;
    assert!(!scripts.is_empty());
    for script in scripts {
        let expected = script.with_extension("expected");
        let answers = answers(&script)?;
        if std::env::var_os("ONEPURE_WRITE_EXPECTED").is_some() {
            fs::write(&expected, &answers)?;
        }
        let expected = fs::read_to_string(&expected)
            .map_err(|error| io::Error::other(format!("{}: {error}", expected.display())))?;
        let line = answers.lines().zip(expected.lines()).take_while(|(answer, expected)| answer == expected).count();
        assert!(
            answers == expected,
            "{}, line {} of the answers: {:?} instead of {:?}",
            script.display(),
            line + 1,
            answers.lines().nth(line),
            expected.lines().nth(line)
        );
    }
    Ok(())
}

#[test]
fn every_expected_answer_has_its_script() -> io::Result<()> {
    for expected in files("expected")? {
        assert!(expected.with_extension("gtp").exists(), "{} belongs to no script", expected.display());
    }
    Ok(())
}
