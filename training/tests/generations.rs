//! `onepure-training loop`: whole, killed anywhere, interrupted in its training, and with the games played in shards.

mod common;
#[path = "../../tests/common/killing.rs"]
mod killing;
#[path = "../../tests/common/python.rs"]
mod python;

use killing::{run_through, run_with_kills};
use onepure::arena::selfplay::SelfplaySettings;
use python::python;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The smallest loop that has everything: two generations of four games on 5×5, ten steps, matches of two games.
const LOOP: &str = r#"
name = "tiny"
generations = 2

[selfplay]
games = 4
full-visits = 6
fast-visits = 3
full-share = 0.5

[[selfplay.mix]]
rules = "chinese"
size = 5
komi = 2

[[selfplay.mix]]
rules = "one-pure"
size = 5
komi = 1

[training]
python = "PYTHON"
architecture = "1b16c"
steps = 10
batch = 8

[[match]]
rules = "chinese"
size = 5
visits = 3
games = 2

[[match]]
against = "playouts"
rules = "one-pure"
size = 5
visits = 3
games = 2
"#;

fn program(folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_onepure-training"));
    // With one game at a time, and one thread, the same numbers come in the same order.
    command.current_dir(folder).env("RAYON_NUM_THREADS", "1").env("OMP_NUM_THREADS", "1");
    command.args(["loop", "loop.toml", "--output", "run", "--parallel", "1"]).args(more);
    command
}

fn folder(python: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("loop.toml"), LOOP.replace("PYTHON", python)).expect("written");
    folder
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn succeeds(folder: &Path, more: &[&str]) -> String {
    let Output { status, stdout, stderr } = program(folder, more).output().expect("started");
    assert!(status.success(), "{}", text(&stderr));
    text(&stdout)
}

fn records(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("run/generations.jsonl")).expect("records")
}

/// Kills the program with the command that it runs when a path is there, or lets it end.
fn killed_when(folder: &Path, path: &str) {
    let mut child = program(folder, &[]).stdout(Stdio::null()).spawn().expect("started");
    let path: PathBuf = folder.join("run").join(path);
    while !path.exists() && child.try_wait().expect("a child").is_none() {
        sleep(Duration::from_millis(2));
    }
    // It may have ended by itself.
    let _ = child.kill();
    child.wait().expect("ended");
}

#[test]
fn a_loop_that_is_killed_anywhere_comes_to_the_same_end() {
    let Some(python) = python() else { return };
    let whole = folder(python);
    let table = succeeds(whole.path(), &[]);
    assert_eq!(table.lines().count(), 4, "{table}");
    assert!(table.contains("5x5 chinese, against the best: Elo") && table.contains("against playouts"), "{table}");
    assert_eq!(std::fs::read_to_string(whole.path().join("run/generations.md")).expect("a table"), table);
    assert_eq!(records(whole.path()).lines().count(), 2);

    let broken = folder(python);
    for path in [
        "generation-1/games.jsonl.gz",
        "generation-1/training",
        "generation-1/training/positions.safetensors",
        "generation-1/training/checkpoint.pt",
        "generation-1/training/network.safetensors",
        "generation-1/match-1/results.jsonl",
        "generation-1/match-2/games",
        "generations.md",
        "generation-2/selfplay.toml",
        "generation-2/training/weights.safetensors",
    ] {
        killed_when(broken.path(), path);
    }
    assert_eq!(succeeds(broken.path(), &[]), table);
    assert_eq!(records(broken.path()), records(whole.path()));
    // When all is done, it says so again.
    assert_eq!(succeeds(broken.path(), &[]), table);
}

#[test]
fn a_loop_that_is_killed_at_random_moments_comes_to_the_same_end() {
    let Some(python) = python() else { return };
    let (whole, broken) = (folder(python), folder(python));
    let length = run_through(program(whole.path(), &[]));
    let start_anew = || {
        // It may have been killed before it made the folder.
        let _ = std::fs::remove_dir_all(broken.path().join("run"));
    };
    run_with_kills(|| program(broken.path(), &[]), length, 1, start_anew);
    assert_eq!(records(broken.path()), records(whole.path()));
}

/// The steps after which the script says that it goes on, or stopped.
fn steps_after(said: &str, words: &str) -> u64 {
    let number = said.split(words).nth(1).and_then(|rest| rest.split(' ').next());
    number.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no `{words}` in: {said}"))
}

#[cfg(unix)]
#[test]
fn a_training_that_is_interrupted_goes_on_where_it_stood() {
    let Some(python) = python() else { return };
    let folder = folder(python);
    let file = folder.path().join("loop.toml");
    let settings = std::fs::read_to_string(&file).expect("settings");
    let long = settings.replace("generations = 2", "generations = 1").replace("steps = 10", "steps = 2000");
    std::fs::write(&file, long).expect("written");
    // What is said after a line that begins so, when the loop gets a signal. It ends when the script has ended too.
    let signalled = |signal: &str, beginning: &str| {
        let mut child = program(folder.path(), &[]).stderr(Stdio::piped()).spawn().expect("started");
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines().map(|line| line.expect("text"));
        assert!(lines.any(|line| line.starts_with(beginning)), "no line begins with {beginning}");
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
        let said = lines.collect::<Vec<_>>().join("\n");
        assert!(!child.wait().expect("ended").success() && !said.contains("step 2000 "), "{said}");
        said
    };
    signalled("KILL", "step 500 of 2000, ");
    let said = signalled("TERM", "goes on after ");
    assert!(said.contains("interrupted in the training"), "{said}");
    let stopped = steps_after(&said, "stopped after ");
    assert!((500..2000).contains(&stopped), "{said}");

    let Output { status, stderr, .. } = program(folder.path(), &[]).output().expect("started");
    let said = text(&stderr);
    assert!(status.success() && steps_after(&said, "goes on after ") == stopped, "{said}");
    assert!(said.contains("step 2000 of 2000, ") && records(folder.path()).contains("\"steps\":2000"), "{said}");
    // What only the training needs is removed.
    assert!(!folder.path().join("run/generation-1/training/checkpoint.pt").exists());
}

#[test]
fn a_python_without_pytorch_is_refused_before_any_game() {
    let folder = folder("no-python-of-this-name");
    let Output { status, stderr, .. } = program(folder.path(), &[]).output().expect("started");
    let said = text(&stderr);
    assert!(!status.success() && said.contains("no-python-of-this-name: expected a Python with PyTorch"), "{said}");
    assert!(said.lines().count() == 1 && !folder.path().join("run/generation-1").exists(), "{said}");
}

#[test]
fn games_can_be_played_elsewhere_in_shards() {
    let Some(python) = python() else { return };
    let folder = folder(python);
    let command = succeeds(folder.path(), &["--prepare"]);
    assert!(command.starts_with("onepure selfplay run/generation-1/selfplay.toml --network none"), "{command}");
    let output = folder.path().join("run/generation-1");
    let settings = SelfplaySettings::load(&output.join("selfplay.toml")).expect("settings");
    let play = |shard: &str| common::play(&settings, Some(shard.parse().expect("a shard")), &output);
    play("1/2");
    let Output { status, stderr, .. } = program(folder.path(), &[]).output().expect("started");
    assert!(!status.success() && text(&stderr).contains("2 of 4 games in 1 shards"), "{}", text(&stderr));
    play("2/2");
    assert_eq!(succeeds(folder.path(), &[]).lines().count(), 4);
    assert!(!output.join("games.jsonl.gz").exists());
}

#[test]
fn two_loops_do_not_share_a_folder() {
    let folder = folder("python3");
    let run = folder.path().join("run");
    std::fs::create_dir(&run).expect("a folder");
    let lock = std::fs::File::create(run.join("lock")).expect("a file");
    lock.try_lock().expect("nobody else");
    let Output { status, stderr, .. } = program(folder.path(), &[]).output().expect("started");
    assert!(!status.success() && text(&stderr).contains("run is in use by another loop"), "{}", text(&stderr));
}
