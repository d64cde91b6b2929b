//! Every long command can be killed at any moment, and the same command gets to the same end. `training/tests` has the same test
//! for training.

use super::matches::program::{command, sorted_games};
use crate::killing::{run_through, run_with_kills};
use onepure::arena::selfplay::TrainingGames;
use std::fs;
use std::path::Path;

/// A long command, and the part of its output in the folder `OUTPUT` that must not depend on kills.
struct LongCommand {
    arguments: &'static [&'static str],
    left: fn(&Path) -> String,
}

/// The placeholder for the folder of results in the arguments.
const OUTPUT: &str = "OUTPUT";

const SELFPLAY: &str =
    "games = 8\nfull-visits = 20\nfast-visits = 5\n[[mix]]\nrules = \"one-pure\"\nsize = 6\nkomi = 1\n";

const RECORD: &str =
    "(;GM[1]FF[4]SZ[7];B[dd];W[dc];B[ec];W[cd];B[de];W[eb];B[fc];W[fb];B[ce];W[bd];B[be];W[ed];B[ee];W[fd])";

const COMMANDS: [LongCommand; 3] = [
    LongCommand {
        arguments: &[
            "match",
            "--size",
            "6",
            "--games",
            "12",
            "--random-opening",
            "3",
            "--parallel",
            "2",
            "--player",
            "a=builtin:visits=30,memory=4,network=small",
            "--player",
            "b=builtin:level=3,memory=4",
            "--output",
            OUTPUT,
        ],
        left: |folder| format!("{:?}", sorted_games(&folder.join("results.jsonl"))),
    },
    LongCommand {
        arguments: &["selfplay", "selfplay.toml", "--parallel", "2", "--memory", "4", "--output", OUTPUT],
        left: |folder| {
            let games = TrainingGames::open(&folder.join("games.jsonl.gz")).expect("a file of games");
            let mut games: Vec<_> = games.map(|game| game.expect("a game")).collect();
            games.sort_by_key(|game| game.game);
            format!("{games:?}")
        },
    },
    LongCommand {
        arguments: &[
            "analyze",
            "game.sgf",
            "--all",
            "--visits",
            "60",
            "--network",
            "small",
            "--threads",
            "2",
            "--output",
            "OUTPUT/found.json",
        ],
        left: |folder| {
            assert!(!folder.join("found.json.partial").exists(), "what was found so far is not removed at the end");
            fs::read_to_string(folder.join("found.json")).expect("what was found")
        },
    },
];

#[test]
fn every_long_command_goes_on_wherever_it_was_killed() {
    for (seed, LongCommand { arguments, left }) in (1..).zip(COMMANDS) {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("selfplay.toml"), SELFPLAY).expect("a file");
        fs::write(folder.path().join("game.sgf"), RECORD).expect("a file");
        let output = |name: &str| {
            let output = folder.path().join(name);
            fs::create_dir_all(&output).expect("a folder");
            output
        };
        let run = |name: &str| {
            let arguments: Vec<_> = arguments.iter().map(|argument| argument.replace(OUTPUT, name)).collect();
            let mut command = command(&[]);
            command.args(arguments).current_dir(folder.path());
            command
        };
        output("whole");
        let length = run_through(run("whole"));
        output("killed");
        run_with_kills(
            || run("killed"),
            length,
            seed,
            || {
                fs::remove_dir_all(output("killed")).expect("the folder");
                output("killed");
            },
        );
        assert_eq!(left(&output("killed")), left(&output("whole")), "{arguments:?}");
    }
}

#[test]
fn an_analysis_goes_on_only_with_what_is_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    fs::write(file("game.sgf"), RECORD).expect("a file");
    let analyze = |visits: &str, output: &str| {
        let mut command =
            command(&["analyze", "game.sgf", "--all", "--threads", "1", "--visits", visits, "--output", output]);
        let left = command.current_dir(folder.path()).output().expect("the program can be run");
        assert!(left.status.success());
        String::from_utf8(left.stderr).expect("UTF-8")
    };
    assert_eq!(analyze("20", "whole.json"), "");
    let whole = fs::read_to_string(file("whole.json")).expect("what was found");

    // A journal of other settings, with a half-written line.
    let partial = "{\"version\":\"0\",\"record\":\"\",\"rules\":\"one-pure\",\"settings\":{}}\n{\"color\":\"bl";
    fs::write(file("other.json.partial"), partial).expect("a file");
    let told = analyze("20", "other.json");
    assert_eq!(told, "onepure: other.json.partial: of another game or other settings; beginning again\n");
    assert_eq!(fs::read_to_string(file("other.json")).expect("what was found"), whole);
    assert!(!file("other.json.partial").exists());
}

#[test]
fn what_is_no_journal_is_not_written_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    fs::write(file("game.sgf"), RECORD).expect("a file");
    let analyze = || {
        let mut command = command(&["analyze", "game.sgf", "--all", "--visits", "5", "--output", "found.json"]);
        let left = command.current_dir(folder.path()).output().expect("the program can be run");
        (left.status.code(), String::from_utf8(left.stderr).expect("UTF-8"))
    };
    let foreign: [&[u8]; 6] = [
        b"a letter\n",
        b"a letter without an end",
        b"\n",
        b"{\"version\":\"1\"}\n",
        b"\xff\xfe\x00\n",
        b"\"a\"\n{\"version\":\"0\",\"record\":\"\",\"rules\":\"one-pure\",\"settings\":{}}\n",
    ];
    for contents in foreign {
        fs::write(file("found.json.partial"), contents).expect("a file");
        let (code, told) = analyze();
        let why = "it is no journal of an analysis, and what was found would be kept there; move it away, or choose another --output";
        assert_eq!(told, format!("onepure: found.json.partial: {why}\n"));
        assert_eq!(code, Some(1));
        assert_eq!(fs::read(file("found.json.partial")).expect("the file"), contents);
        assert!(!file("found.json").exists());
    }
    fs::remove_file(file("found.json.partial")).expect("the file");
    fs::create_dir(file("found.json.partial")).expect("a folder");
    let wanted = "onepure: found.json.partial: expected a regular file, got a folder\n".to_owned();
    assert_eq!(analyze(), (Some(1), wanted));
    fs::remove_dir(file("found.json.partial")).expect("the folder");
    fs::write(file("found.json.partial"), "").expect("a file");
    assert_eq!(analyze(), (Some(0), String::new()), "an empty file is nobody's");
    assert!(file("found.json").exists() && !file("found.json.partial").exists());
}
