//! Rejected arguments, and their errors.

use super::program::{lines, refusal, results, run, succeeds};
use std::fs;
use tempfile::TempDir;

const PLAYERS: [&str; 4] = ["--player", "a=builtin:visits=1", "--player", "b=builtin:visits=1"];

/// The error line, without the name of the program, of a run that ends with this code.
fn refused(folder: &TempDir, arguments: &[&str], code: i32) -> String {
    refusal(&run(folder.path(), arguments), arguments, code)
}

fn folder() -> TempDir {
    TempDir::new().expect("a folder for the test")
}

#[test]
fn wrong_arguments_are_refused_in_one_line() {
    let folder = folder();
    for (more, expected) in [
        (&["--sprt", "10", "0", "0.05", "0.05"][..], "--sprt: elo0 and elo1 are numbers from -1000 to 1000, and elo0"),
        (&["--sprt", "0", "10", "0.05", "0.7"], "--sprt: alpha and beta are above 0 and below 0.5, such as 0.05 0.05"),
        (&["--sprt", "0", "10"], "4 values required for '--sprt <E0> <E1> <A> <B>' but 2 were provided"),
        (&["--gauntlet", "c"], "--gauntlet: expected a, b; got c"),
        (&["--player", "a=cat"], "two players are called a: give them different names, such as --player a-2='command'"),
        (&["--player", "cat"], "`cat` is not a player: NAME=COMMAND, such as gnu='gnugo --mode gtp', or builtin"),
        (&["--player", "x.toml"], "x.toml: No such file or directory"),
        (
            &["--clock", "soon"],
            "invalid value 'soon' for '--clock <CLOCK>': `soon` is not a time control: none, 5/move",
        ),
        (&["--clock", "60", "--time", "3"], "the argument '--clock <CLOCK>' cannot be used with '--time <SECONDS>'"),
        (&["--komi", "seven"], "invalid value 'seven' for '--komi <POINTS>': expected a number of points, such as 7"),
        (&["--games", "0"], "invalid value '0' for '--games <N>': expected an integer from 1 to 1000000"),
        (&["--shard", "3/2"], "invalid value '3/2' for '--shard <I/N>': `3/2` is not a shard: I/N with I from 1 to N"),
        (&["--openings", "none.sgf"], "none.sgf: No such file or directory"),
        (&["--handicap", "4"], "--handicap: the rules one-pure know no handicap; rule sets with one: chinese, "),
        (
            &["--handicap", "10", "--rules", "aga"],
            "--handicap: handicap under the rules aga on 19 lines: expected 2 to 9 stones, got 10",
        ),
        (&["--threads", "2"], "a match has no --threads: say it of a player, as in builtin:visits=500,threads=…"),
        (
            &["--evaluator", "touch started"],
            "a match has no --evaluator: say it of a player, as in NAME='onepure gtp --evaluator COMMAND'",
        ),
        (&["--merge", "x.jsonl"], "the argument '--player <PLAYER>' cannot be used with '--merge <RESULTS>...'"),
    ] {
        let line = refused(&folder, &[&PLAYERS, more].concat(), 2);
        assert!(line.starts_with(expected), "{more:?}: {line}");
    }
    let line = refused(&folder, &PLAYERS, 2);
    assert!(line.starts_with("--output DIR is missing: "), "{line}");
    let line = refused(&folder, &PLAYERS[..2], 2);
    assert!(line.starts_with("a match has two or more players, and there is 1: "), "{line}");
    let line = refused(&folder, &[], 2);
    assert!(line.starts_with("a match has two or more players, and there is 0: "), "{line}");
    let test_of_three = [&PLAYERS[..], &["--player", "c=cat", "--sprt", "0", "10", "0.05", "0.05"]].concat();
    assert_eq!(refused(&folder, &test_of_three, 2), "sequential test: expected two players, got 3");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0, "something was written");
}

#[test]
fn descriptions_with_mistakes_are_refused_in_one_line() {
    let folder = folder();
    let players = "[[player]]\nname = \"a\"\ncommand = \"builtin:visits=1\"\n";
    for (text, expected) in [
        ("[match]\nfoo = 1\n", "match.toml: option: expected "),
        ("[match]\nround-robin = 3\n", "match.toml: `round-robin` is true or false"),
        ("[match]\nsprt = [0, 10]\n", "match.toml: `sprt` is a list of 4 numbers"),
        (
            "[match]\ngames = \"many\"\n",
            "match.toml: invalid value 'many' for '--games <N>': expected an integer from 1",
        ),
        ("[match]\nsize = 4\n", "match.toml: invalid value '4' for '--size <N>': board: expected 5 to 19 lines, got 4"),
        ("match = 3\n", "match.toml: `match` is a table: its options stand below [match]"),
        ("[match\n", "match.toml, line 1: "),
        ("[[player]]\nname = \"z\"\n", "match.toml, line 1: missing field `command`"),
    ] {
        fs::write(folder.path().join("match.toml"), format!("{text}{players}")).expect("the file can be written");
        let line = refused(&folder, &["match.toml"], 2);
        assert!(line.starts_with(expected), "{text:?}: {line}");
    }
}

#[test]
fn what_cannot_be_played_is_said() {
    let folder = folder();
    let player = "--player";
    let line = refused_at_work(&folder, &[player, "a=no-such-program", player, "b=builtin:visits=1", "--output", "x"]);
    assert!(line.starts_with("a cannot play: `no-such-program` cannot be started: "), "{line}");
    fs::write(folder.path().join("file"), "").expect("the file can be written");
    let line = refused(&folder, &[&PLAYERS[..], &["--output", "file"]].concat(), 2);
    assert_eq!(line, "invalid value 'file' for '--output <DIR>': it is a file, expected a folder");
    fs::write(folder.path().join("openings"), "E5 E5\n").expect("the file can be written");
    let line = refused(&folder, &[&PLAYERS[..], &["--output", "x", "--openings", "openings"]].concat(), 2);
    assert_eq!(line, "openings: the opening openings:1 cannot be played: move 2: E5 is occupied");
}

#[cfg(unix)]
#[test]
fn a_player_that_ends_at_every_start_ends_the_match() {
    let folder = folder();
    let player = "a=sh -c 'echo one >&2; echo the model is missing >&2; exit 3'";
    let arguments = ["--player", player, "--player", "b=builtin:visits=1", "--size", "5", "--output", "x"];
    let run = run(folder.path(), &arguments);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let expected = "onepure: a cannot play: the process ended with exit status: 3 at `list_commands`, \
                    before its first move and 3 times in a row; the end of its stderr:\n  one\n  the model is missing\n";
    assert!(run.stderr.ends_with(expected), "{}", run.stderr);
    // No game was played, so the results have none.
    assert_eq!(lines(&results(folder.path(), "x")).len(), 1);

    // A player that starts, and ends before its first move in every game.
    let script = "read c; echo '= boardsize'; echo; read c; echo =; echo; read c; echo =; echo; read c; exit 4";
    let player = format!("a=sh -c \"{script}\"");
    let arguments = ["--player", &player, "--player", "b=builtin:visits=1", "--size", "5", "--output", "y"];
    let run = super::program::run(folder.path(), &arguments);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains("at `boardsize 5`, before its first move and 3 times in a row"), "{}", run.stderr);
    assert!(lines(&results(folder.path(), "y")).len() < 5);
}

#[test]
fn a_result_of_a_game_that_the_match_does_not_have_is_refused() {
    let folder = folder();
    let arguments = [&PLAYERS[..], &["--size", "5", "--games", "2", "--output", "x"]].concat();
    succeeds(folder.path(), &arguments);
    let file = results(folder.path(), "x");
    let text = fs::read_to_string(&file).expect("results");
    let last = text.lines().last().expect("a game");
    let foreign = format!("{text}{}\n", last.replace("\"number\":2,", "\"number\":3,"));
    assert_ne!(foreign, format!("{text}{last}\n"));
    fs::write(&file, foreign).expect("the file can be written");
    let expected =
        "x/results.jsonl, line 4: there is no game 3 in this match, in which each two players who meet play 2";
    assert_eq!(refused_at_work(&folder, &arguments), expected);
    assert_eq!(refused_at_work(&folder, &["--merge", "x/results.jsonl"]), expected);
}

/// The last line on stderr of a run that fails.
fn refused_at_work(folder: &TempDir, arguments: &[&str]) -> String {
    let run = run(folder.path(), arguments);
    assert_eq!(run.code, Some(1), "{arguments:?}: {}", run.stderr);
    let last = run.stderr.lines().last().expect("a line");
    last.strip_prefix("onepure: ").expect("the name of the program").to_owned()
}
