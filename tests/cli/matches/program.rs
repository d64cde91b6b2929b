//! Running the program.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The outcome of a run.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program with these arguments.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_onepure"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

/// Runs `onepure match` with these arguments in a folder.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Run {
    finished(command(&["match"]).args(arguments).current_dir(folder))
}

/// Runs a command to its end.
pub(crate) fn finished(command: &mut Command) -> Run {
    let Output { status, stdout, stderr } = command.output().expect("the program can be run");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run { code: status.code(), stdout: text(stdout), stderr: text(stderr) }
}

/// The stdout of a run that succeeds.
pub(crate) fn succeeds(folder: &Path, arguments: &[&str]) -> String {
    let run = run(folder, arguments);
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
    run.stdout
}

/// Starts `onepure match` in a folder. Its stderr goes to the file `stderr` there: nobody reads a pipe meanwhile,
/// and a full one would block the program.
pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = command(&["match"]);
    let stderr = fs::File::create(folder.join("stderr")).expect("a file in the folder");
    command.args(arguments).current_dir(folder).stdout(Stdio::piped()).stderr(stderr);
    command.spawn().expect("the program can be started")
}

/// Waits until a results file holds this number of games. Panics if no game is added for `LONGEST_GAME`.
pub(crate) fn wait_for_games(file: &Path, games: usize) {
    const LONGEST_GAME: Duration = Duration::from_secs(120);
    let mut last = (0, Instant::now());
    loop {
        let there = lines(file).len();
        if there > games {
            return;
        }
        if there > last.0 {
            last = (there, Instant::now());
        }
        assert!(last.1.elapsed() < LONGEST_GAME, "{} has no {games} games", file.display());
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The complete lines of a file; empty if it does not exist.
pub(crate) fn lines(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(str::to_owned).collect()
}

/// The games of a results file in their order, without measured values, which differ from run to run.
pub(crate) fn games(file: &Path) -> Vec<Value> {
    let game = |line: &String| {
        let mut game: Value = serde_json::from_str(line).expect("JSON");
        let fields = game.as_object_mut().expect("an object");
        for measured in ["started", "seconds"] {
            fields.remove(measured).expect("a field");
        }
        for color in ["black", "white"] {
            let player = fields["players"][color].as_object_mut().expect("a player");
            for measured in ["wall", "cpu"] {
                player.remove(measured).expect("a field");
            }
        }
        game
    };
    lines(file).iter().skip(1).map(game).collect()
}

/// The games of a results file, sorted by number.
pub(crate) fn sorted_games(file: &Path) -> Vec<Value> {
    let mut games = games(file);
    games.sort_by_key(|game| game["number"].as_u64());
    games
}

/// The file of results of a match.
pub(crate) fn results(folder: &Path, output: &str) -> PathBuf {
    folder.join(output).join("results.jsonl")
}

/// A report without measured values.
pub(crate) fn without_times(report: &str) -> String {
    let sections = report.split("\n\n").filter(|section| !section.starts_with("Times"));
    sections.collect::<Vec<_>>().join("\n\n")
}

/// The error line, without the name of the program, of a run that ended with this code.
pub(crate) fn refusal(run: &Run, arguments: &[&str], code: i32) -> String {
    assert_eq!((run.code, run.stdout.as_str()), (Some(code), ""), "{arguments:?}: {}", run.stderr);
    let line = run.stderr.strip_prefix("onepure: ").and_then(|rest| rest.strip_suffix('\n')).expect("a line");
    assert!(!line.contains('\n'), "more than a line for {arguments:?}: {line}");
    line.to_owned()
}
