//! `onepure tune`: kills and resumption, opponents, and errors.

use super::program::{Run, command, finished, games, lines, refusal, start, wait_for_games};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Five iterations of two very short games.
const TUNING: [&str; 16] = [
    "--size",
    "5",
    "--player",
    "builtin:visits=8,memory=1",
    "--random-opening",
    "4",
    "--parameter",
    "exploration=0.45,0.0..2.0,step=0.4",
    "--parameter",
    "expand-after=3,0..20,step=2",
    "--iterations",
    "5",
    "--gain",
    "2",
    "--seed",
    "5",
];

fn folder() -> TempDir {
    TempDir::new().expect("a folder for the test")
}

fn with<'a>(arguments: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [arguments, more].concat()
}

/// The file with the games of a tuning.
fn file(folder: &Path, output: &str) -> PathBuf {
    folder.join(output).join("tune.jsonl")
}

fn run(folder: &Path, arguments: &[&str]) -> Run {
    finished(command(&["tune"]).args(arguments).current_dir(folder))
}

/// The stdout of a run that succeeds.
fn succeeds(folder: &Path, arguments: &[&str]) -> String {
    let run = run(folder, arguments);
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
    run.stdout
}

#[test]
fn a_killed_tuning_that_goes_on_equals_one_in_one_go() {
    let folder = folder();
    let whole = run(folder.path(), &with(&TUNING, &["--output", "whole", "--parallel", "1"]));
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    let expected = games(&file(folder.path(), "whole"));
    assert_eq!(expected.len(), 10);
    assert!(whole.stdout.starts_with("5 of 5 iterations, 10 games: 5×5, rules one-pure\n\n"), "{}", whole.stdout);
    let last_line = whole.stdout.lines().last().expect("a line");
    assert!(last_line.starts_with("--player tuned=builtin:visits=8,memory=1,"), "{last_line}");
    assert!(last_line.contains(",exploration=") && last_line.contains(",expand-after="), "{last_line}");
    // A line for each game, with the time left and the current values.
    assert_eq!(whole.stderr.lines().count(), 10, "{}", whole.stderr);
    let told = whole.stderr.lines().last().expect("a line");
    assert!(told.contains("; 10 of 10, 00:00:00 to go; exploration "), "{told}");

    let arguments = with(&TUNING, &["--output", "killed", "--parallel", "1"]);
    let file = file(folder.path(), "killed");
    for games in [1, 4, 7] {
        let mut child = start(folder.path(), "tune", &arguments);
        wait_for_games(&file, games);
        child.kill().expect("it was started");
        child.wait().expect("it was started");
        // As after a kill during a write.
        let mut half = OpenOptions::new().append(true).open(&file).expect("the games");
        half.write_all(br#"{"number":12,"players":{"black":"#).expect("the games can be written");
    }
    assert_eq!(succeeds(folder.path(), &arguments), whole.stdout);
    assert_eq!(games(&file), expected);

    // After the last game only the values are left to print.
    let before = fs::read(&file).expect("the games");
    assert_eq!(succeeds(folder.path(), &arguments), whole.stdout);
    assert_eq!(fs::read(&file).expect("the games"), before);
}

/// Kills after each game: cut off after any line, a tuning gets to the same end, also with games in parallel.
#[test]
fn a_tuning_goes_on_from_every_game() {
    let folder = folder();
    let whole = succeeds(folder.path(), &with(&TUNING, &["--output", "whole"]));
    let text = lines(&file(folder.path(), "whole"));
    for kept in 0..text.len() {
        let output = kept.to_string();
        fs::create_dir(folder.path().join(&output)).expect("a new folder");
        fs::write(file(folder.path(), &output), text[..kept].concat()).expect("the games can be written");
        let arguments = with(&TUNING, &["--output", &output, "--parallel", "2"]);
        assert_eq!(succeeds(folder.path(), &arguments), whole, "{kept} lines were kept");
    }
}

#[test]
fn both_sides_can_play_an_opponent() {
    let folder = folder();
    let program = format!("other='{}' gtp --visits 2 --threads 1 --memory 1", env!("CARGO_BIN_EXE_onepure"));
    let more = ["--opponent", &program, "--iterations", "2", "--parallel", "3", "--output", "against"];
    let report = succeeds(folder.path(), &with(&TUNING, &more));
    assert!(report.starts_with("2 of 2 iterations, 8 games: "), "{report}");
    let games = games(&file(folder.path(), "against"));
    let other =
        |game: &&serde_json::Value| ["black", "white"].iter().any(|color| game["players"][color]["name"] == "other");
    assert_eq!(games.iter().filter(other).count(), 8, "{games:?}");
    assert!(games.iter().all(|game| game["trouble"].is_null()), "{games:?}");
    assert!(folder.path().join("against/games/000008.sgf").exists());

    // Another process can be tuned too: it gets its values by GTP.
    let player = ["--player", &program, "--iterations", "1", "--output", "program"];
    let report = succeeds(folder.path(), &with(&TUNING, &player));
    assert!(report.contains("\nkata-set-param expand-after ") && !report.contains("--player"), "{report}");
}

/// The error line, without the name of the program, of a run that ends with this code.
fn refused(folder: &TempDir, arguments: &[&str], code: i32) -> String {
    refusal(&run(folder.path(), arguments), arguments, code)
}

#[test]
fn wrong_arguments_are_refused_in_one_line() {
    let folder = folder();
    let parameter = ["--parameter", "exploration=0.45,0..2,step=0.1"];
    for (arguments, expected) in [
        (&["--output", "x"][..], "nothing to tune: --parameter exploration=0.45,0..2,step=0.1 for each parameter"),
        (&parameter, "--output DIR is missing: "),
        (&with(&parameter, &parameter), "`exploration` is tuned twice: "),
        (
            &["--parameter", "exploration=0.45"],
            "invalid value 'exploration=0.45' for '--parameter <PARAMETER>': `exploration=0.45` is not a parameter to",
        ),
        (&["--parameter", "ponder=1,0..2,step=1"], "parameter to tune: expected threads, level, "),
        (&with(&parameter, &["--gain", "0"]), "a gain is above 0 and at most 100, and 0 is not"),
        (
            &with(&parameter, &["--iterations", "0"]),
            "invalid value '0' for '--iterations <N>': expected an integer from 1",
        ),
        (&with(&parameter, &["--player", "cat"]), "`cat` is not a player: "),
        (&with(&parameter, &["--opponent", "plus=cat"]), "two players are called plus: "),
        (&with(&parameter, &["--evaluator", "touch started"]), "a tuning has no --evaluator: say it of a player, "),
        (&with(&parameter, &["--threads", "2"]), "a tuning has no --threads: say it of a player, as in builtin:"),
    ] {
        let line = refused(&folder, arguments, 2);
        assert!(line.starts_with(expected), "{arguments:?}: {line}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0, "something was written");
}

#[test]
fn another_tuning_and_broken_files_are_refused() {
    let folder = folder();
    let fast = with(&TUNING, &["--iterations", "1", "--output", "out"]);
    succeeds(folder.path(), &fast);
    let path = file(folder.path(), "out");
    let remedy = "give the settings with which it was begun, or another --output";
    for (more, difference) in [
        (&["--iterations", "2"][..], "its iterations is 1, not 2"),
        (&["--gain", "1"], "its gain is 2, not 1"),
        (&["--seed", "6"], "its seed is 5, not 6"),
    ] {
        let line = refused(&folder, &with(&fast, more), 1);
        assert_eq!(line, format!("out/tune.jsonl is of another tuning: {difference}; {remedy}"));
    }
    let text = lines(&path);
    let broken = |text: String| {
        fs::write(&path, text).expect("the file can be written");
        refused(&folder, &fast, 1)
    };
    assert!(broken("{}\n".to_owned()).starts_with("out/tune.jsonl, line 1: not the first line of a tuning ("));
    let nonsense = broken(format!("{}nonsense\n", text[0]));
    assert!(nonsense.starts_with("out/tune.jsonl, line 2: not the result of a game ("), "{nonsense}");
    assert_eq!(
        broken([&text[0], &text[1], &text[1]].map(String::as_str).concat()),
        "out/tune.jsonl, line 3: game 1 is none of those that iteration 1 still has to play"
    );
}

#[test]
fn every_option_is_explained() {
    let help = finished(&mut command(&["tune", "--help"])).stdout;
    let own = help.split("Options of all commands:").next().expect("the options of a tuning");
    let options = own.lines().filter_map(|line| line.trim().split(' ').next().filter(|word| word.starts_with("--")));
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tune.md");
    let text = fs::read_to_string(document).expect("the document");
    let mut number = 0;
    for option in options {
        assert!(text.contains(&format!("`{option}")), "docs/tune.md says nothing of {option}");
        number += 1;
    }
    assert!(number > 12, "{number} options:\n{own}");
}
