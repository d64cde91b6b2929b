//! The documents about matches tell the truth.

use super::program::{command, finished};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The fenced block that begins with this word behind the fence, and holds this text.
fn block<'d>(document: &'d str, kind: &str, text: &str) -> &'d str {
    let fence = format!("```{kind}\n");
    let mut blocks = document.split(fence.as_str()).skip(1).filter_map(|rest| rest.split("```").next());
    blocks.find(|block| block.contains(text)).unwrap_or_else(|| panic!("no block with {text}"))
}

#[test]
fn every_option_is_explained() {
    let help = finished(&mut command(&["match", "--help"])).stdout;
    let own = help.split("Options of all commands:").next().expect("the options of a match");
    let options = own.lines().filter_map(|line| line.trim().split(' ').next().filter(|word| word.starts_with("--")));
    let text = document("match.md");
    let mut number = 0;
    for option in options {
        assert!(text.contains(&format!("`{option}")), "docs/match.md says nothing of {option}");
        number += 1;
    }
    assert!(number > 15, "{number} options:\n{own}");
}

/// Every kind of end and trouble that can stand in a results file is in the document.
#[test]
fn every_verdict_is_explained() {
    let text = document("match.md");
    for word in [
        "abstentions",
        "black-abstained-first",
        "dead-end",
        "annihilation",
        "exhaustion",
        "identical-placement",
        "repetition",
        "resignation",
        "time",
        "forfeit",
        "void",
        "illegal-move",
        "crash",
        "silence",
        "garbage",
        "no-move",
        "panic",
        "legal-move-refused",
        "move-refused",
        "set-up-refused",
        "turn-limit",
        "as-it-stands",
        "agreement",
        "playouts",
    ] {
        assert!(text.contains(&format!("`{word}`")), "docs/match.md says nothing of {word}");
    }
}

/// The example with GNU parallel in docs/cluster.md, as it stands there.
#[test]
fn the_example_with_gnu_parallel_works() {
    let version = Command::new("parallel").arg("--version").output();
    let is_gnu = version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU parallel"));
    if !is_gnu {
        assert!(
            std::env::var_os("CI").is_none(),
            "GNU parallel is not installed, and CI is set: apt-get install parallel"
        );
        eprintln!("skipped: GNU parallel is not installed");
        return;
    }
    let folder = TempDir::new().expect("a folder for the test");
    let text = document("cluster.md");
    fs::write(folder.path().join("league.toml"), block(&text, "toml", "[match]")).expect("the file can be written");
    let programs = Path::new(env!("CARGO_BIN_EXE_onepure")).parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(programs).chain(std::env::split_paths(&path));
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", block(&text, "sh", "parallel ")]).current_dir(folder.path());
    shell.env("PATH", std::env::join_paths(paths).expect("a path")).env("HOME", folder.path());
    let run = finished(&mut shell);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("24 of 24 games played"), "{}{}", run.stdout, run.stderr);
    assert!(folder.path().join("league/report.md").exists());
}
