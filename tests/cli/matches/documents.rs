//! The documents about matches are correct.

use super::program::{Run, command, finished};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The fenced block with this word after the fence that contains this text.
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

/// The document has every kind of end and trouble in a results file.
#[test]
fn every_verdict_is_explained() {
    let text = document("referee.md");
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
        "clean-up",
        "playouts",
    ] {
        assert!(text.contains(&format!("`{word}`")), "docs/referee.md says nothing of {word}");
    }
}

/// Runs commands that use GNU parallel, in a folder with a settings file; `None` if it is not installed.
fn in_parallel(folder: &Path, (name, settings): (&str, &str), commands: &str) -> Option<Run> {
    let version = Command::new("parallel").arg("--version").output();
    let is_gnu = version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU parallel"));
    if !is_gnu {
        assert!(
            std::env::var_os("CI").is_none(),
            "GNU parallel is not installed, and CI is set: apt-get install parallel"
        );
        eprintln!("skipped: GNU parallel is not installed");
        return None;
    }
    fs::write(folder.join(name), settings).expect("the file can be written");
    let programs = Path::new(env!("CARGO_BIN_EXE_onepure")).parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(programs).chain(std::env::split_paths(&path));
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", commands]).current_dir(folder);
    shell.env("PATH", std::env::join_paths(paths).expect("a path")).env("HOME", folder);
    let run = finished(&mut shell);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    Some(run)
}

/// The example with GNU parallel in docs/cluster.md.
#[test]
fn the_example_with_gnu_parallel_works() {
    let folder = TempDir::new().expect("a folder for the test");
    let text = document("cluster.md");
    let settings = ("league.toml", block(&text, "toml", "[match]"));
    let Some(run) = in_parallel(folder.path(), settings, block(&text, "sh", "parallel ")) else { return };
    assert!(run.stdout.contains("24 of 24 games played"), "{}{}", run.stdout, run.stderr);
    assert!(folder.path().join("league/report.md").exists());
}

/// Self-play in shards as in docs/training.md, with the smallest games.
#[test]
fn self_play_with_gnu_parallel_works() {
    let folder = TempDir::new().expect("a folder for the test");
    let text = document("training.md");
    let example = block(&text, "sh", "parallel onepure selfplay");
    let command =
        example.split("onepure-training loop").nth(1).and_then(|rest| rest.split_once('\n')).expect("lines").1;
    let command = command
        .replace("run/generation-1/selfplay.toml", "tiny.toml")
        .replace("crates/onepure-engine/networks/4b32c-20.safetensors", "none");
    let settings = "games = 8\nfull-visits = 4\nfast-visits = 2\n[[mix]]\nrules = \"chinese\"\nsize = 5\nkomi = 2\n";
    let Some(_) = in_parallel(folder.path(), ("tiny.toml", settings), &command) else { return };
    for shard in 1..=8 {
        assert!(folder.path().join(format!("run/generation-1/games.{shard}-of-8.jsonl.gz")).exists());
    }
}
