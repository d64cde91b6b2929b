//! The program as users run it: arguments, exit codes, stdout and stderr.

use super::play::plays;
use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use onepure::view::UserParameter;
use std::path::Path;
use std::time::Duration;

/// The outcome of a run.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the program with this input, in the folder of the test data.
pub(crate) fn run(arguments: &[&str], input: &str) -> Run {
    run_with(arguments, input, |_| {})
}

pub(crate) fn run_with(arguments: &[&str], input: &str, prepare: impl FnOnce(&mut Command)) -> Run {
    let mut command = cargo_bin_cmd!("onepure");
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cli"));
    command.env_remove("RUST_LOG").timeout(Duration::from_secs(60));
    command.args(arguments).write_stdin(input);
    prepare(&mut command);
    let output = command.output().expect("the program can be run");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// The stdout of a run that succeeds without a line on stderr.
pub(crate) fn succeeds(arguments: &[&str], input: &str) -> String {
    let run = run(arguments, input);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    run.stdout
}

/// The error line, without the name of the program, of a run that ends with this code.
pub(crate) fn fails(arguments: &[&str], code: i32) -> String {
    let run = run(arguments, "");
    assert_eq!(run.code, Some(code), "{arguments:?}: {}", run.stderr);
    let line = run.stderr.strip_prefix("onepure: ").and_then(|rest| rest.strip_suffix('\n')).expect("a line");
    assert!(!line.contains('\n'), "more than a line for {arguments:?}: {line}");
    line.to_owned()
}

/// The commands that the help lists.
pub(crate) fn commands() -> Vec<String> {
    let help = succeeds(&["--help"], "");
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    listed.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn version() {
    assert_eq!(succeeds(&["--version"], ""), concat!("onepure ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn every_command_has_help_with_an_example_that_fits_on_a_screen() {
    for name in commands().iter().map(String::as_str).chain([""]) {
        let mut arguments: Vec<_> = name.split_whitespace().collect();
        arguments.push("--help");
        let help = succeeds(&arguments, "");
        assert!(help.contains("Example"), "{arguments:?}");
        assert!(help.contains("--lang <en|ko>"), "{arguments:?}");
        for parameter in UserParameter::all() {
            let is_shown = help.contains(&format!("--{} ", parameter.name()));
            assert_eq!(is_shown, parameter.is_common(), "{arguments:?}: --{}", parameter.name());
        }
        let [named @ .., _] = &arguments[..] else { continue };
        assert_eq!(succeeds(&[&["help"], named].concat(), ""), help, "onepure help {named:?}");
        let widest = help.lines().map(unicode_width::UnicodeWidthStr::width).max();
        assert!(widest <= Some(80), "{arguments:?}: {widest:?} columns\n{help}");
    }
}

#[test]
fn the_options_that_few_need_have_a_page_of_their_own() {
    let page = succeeds(&["--help-tuning"], "");
    for parameter in UserParameter::all() {
        let option = format!("--{}", parameter.name());
        let lines = page.lines().filter(|line| line.split_whitespace().next() == Some(&option));
        assert_eq!(lines.count(), usize::from(!parameter.is_common()), "{option}\n{page}");
    }
    assert!(page.lines().all(|line| line.len() <= 80), "{page}");
    assert_eq!(succeeds(&["play", "--help-tuning"], ""), page);
    // They work like all other options.
    assert_eq!(succeeds(&["--puct-growth", "0.5"], "quit\n"), "= \n\n");
}

#[test]
fn resign_below_says_when_it_does_not_act() {
    let help = succeeds(&["gtp", "--help"], "");
    let said = help.split("--resign-below").nth(1).and_then(|rest| rest.split("--seed").next()).expect("the option");
    assert!(said.contains("after the opening"), "{help}");
    // The figure of docs/command-line.md: turn 17 on 9×9, not before.
    let script = "boardsize 9\n".to_owned() + &"genmove b\ngenmove w\n".repeat(15);
    let answers = succeeds(&["gtp", "--resign-below", "1", "--visits", "2", "--threads", "1"], &script);
    let moves: Vec<_> = answers.split("\n\n").skip(1).map(|answer| answer.trim_start_matches("= ")).collect();
    assert_eq!(moves.iter().position(|&action| action == "resign"), Some(17), "{moves:?}");
}

#[test]
fn without_a_command_it_speaks_gtp() {
    assert_eq!(succeeds(&[], "name\nquit\n"), "= onepure\n\n= \n\n");
    assert_eq!(succeeds(&["gtp", "--size", "9"], "query_boardsize\n"), "= 9\n\n");
}

#[test]
fn wrong_arguments_are_refused_in_one_line() {
    for (arguments, expected) in [
        (&["--size", "4"][..], "invalid value '4' for '--size <N>': board: expected 5 to 19 lines, got 4"),
        (&["gtp", "--size", "20"], "invalid value '20' for '--size <N>': board: expected 5 to 19 lines, got 20"),
        (&["--size", "-5"], "invalid value '-5' for '--size <N>': expected an integer from 5 to 19"),
        (&["--threads", "0"], "invalid value '0' for '--threads <N>': expected an integer from 1 to 1024"),
        (&["--threads", "1025"], "invalid value '1025' for '--threads <N>': expected an integer from 1 to 1024"),
        (&["--resign-below", "1.5"], "invalid value '1.5' for '--resign-below <SHARE>': expected a number from 0 to 1"),
        (
            &["--visits", "many"],
            "invalid value 'many' for '--visits <N>': expected an integer from 1 to 1000000000 or none",
        ),
        (
            &["--time", "nan"],
            "invalid value 'nan' for '--time <SECONDS>': expected a number from 0.001 to 31536000 or none",
        ),
        (&["--lang", "de"], "invalid value 'de' for '--lang <en|ko>'; possible values: en, ko"),
        (&["play", "--color", "red"], "invalid value 'red' for '--color <black|white>'; possible values: black, white"),
        (&["--sise", "9"], "unexpected argument '--sise' found; a similar argument exists: '--size'"),
        (&["generate"], "generate: expected man or completions; `onepure help generate` explains them"),
        (
            &["analyze", "a.sgf", "--move", "-1"],
            "invalid value '-1' for '--move <N>': expected the number of a move, or 0 for the first position",
        ),
        (&["web", "--port", "99999"], "invalid value '99999' for '--port <N>': expected an integer from 0 to 65535"),
        (&["web", "--port", "-1"], "invalid value '-1' for '--port <N>': expected an integer from 0 to 65535"),
        (
            &["web", "--host", "here"],
            "invalid value 'here' for '--host <ADDRESS>': expected an address such as 127.0.0.1, or 0.0.0.0 for all of this \
             machine",
        ),
        (
            &["bench", "--seconds", "-1"],
            "invalid value '-1' for '--seconds <SECONDS>': expected a number of seconds above 0 and up to a year, such as 2.5",
        ),
        (
            &["match", "--output", "occupied.sgf"],
            "invalid value 'occupied.sgf' for '--output <DIR>': it is a file, expected a folder",
        ),
        (
            &["generate", "man", "occupied.sgf"],
            "invalid value 'occupied.sgf' for '<DIR>': it is a file, expected a folder",
        ),
        (&["replay"], "the following required arguments were not provided: <FILE>"),
        (&["sing"], "unrecognized subcommand 'sing'; `onepure --help` lists what there is"),
        (&["--config", "missing.toml"], "missing.toml: No such file or directory (os error 2)"),
    ] {
        assert_eq!(fails(arguments, 2), expected, "{arguments:?}");
    }
}

#[test]
fn options_from_a_file() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let with_config = |text: &str, after: &[&str]| {
        let file = folder.path().join("options.toml");
        std::fs::write(&file, text).expect("a file can be written");
        let file = file.to_str().expect("UTF-8").to_owned();
        let arguments = [&["--config", &file], after].concat();
        let run = run(&arguments, "query_boardsize\n");
        (run.code, run.stdout, run.stderr.replace(&file, "FILE"))
    };
    let done = |stdout: &str| (Some(0), stdout.to_owned(), String::new());
    let refused = |line: &str| (Some(2), String::new(), format!("onepure: {line}\n"));
    let options = "size = 9\ntime = 2.5\nlang = \"ko\"\nverbose = false\n";
    assert_eq!(with_config(options, &[]), done("= 9\n\n"));
    assert_eq!(with_config(options, &["gtp"]), done("= 9\n\n"));
    assert_eq!(with_config(options, &["--size", "13"]), done("= 13\n\n"));
    assert_eq!(with_config(options, &["gtp", "--size", "13"]), done("= 13\n\n"));
    let parameters: Vec<_> = UserParameter::all().map(UserParameter::name).collect();
    let there_are = format!("rules, size, lang, ascii, verbose, evaluator, {}", parameters.join(", "));
    let line = format!("FILE: option: expected {there_are}; got `sise`");
    assert_eq!(with_config("sise = 9\n", &[]), refused(&line));
    assert_eq!(
        with_config("size = 21\n", &[]),
        refused("FILE: invalid value '21' for '--size <N>': board: expected 5 to 19 lines, got 21")
    );
    assert_eq!(with_config("verbose = 1\n", &[]), refused("FILE: `verbose` is true or false"));
    assert_eq!(with_config("size = [9]\n", &[]), refused("FILE: `size` is a number or a text in quotation marks"));
    assert_eq!(with_config("size = 9\nsize = 13\n", &[]), refused("FILE, line 2: duplicate key"));
    let (code, _, stderr) = with_config("lang = \"ko\"\nsize 9\n", &[]);
    assert_eq!(code, Some(2));
    assert!(stderr.starts_with("onepure: FILE, line 2: ") && stderr.lines().count() == 1, "{stderr}");
}

#[test]
fn replay_tells_a_record_in_both_languages() {
    for (record, language, expected) in [
        ("dead-end.sgf", "en", include_str!("../data/cli/dead-end.en.txt")),
        ("dead-end.sgf", "ko", include_str!("../data/cli/dead-end.ko.txt")),
        ("lesser-board.sgf", "en", include_str!("../data/cli/lesser-board.en.txt")),
        ("lesser-board.sgf", "ko", include_str!("../data/cli/lesser-board.ko.txt")),
    ] {
        assert_eq!(succeeds(&["replay", "--lang", language, record], ""), expected);
    }
}

#[test]
fn replay_lists_every_turn_when_asked_to() {
    let told = succeeds(&["replay", "--all", "lesser-board.sgf"], "");
    let turns: Vec<&str> = told.lines().skip(1).take(13).collect();
    assert_eq!(turns[0], "   1. Black A8.");
    assert_eq!(turns[6], "   7. Black B9: White's A9 retires, enclosed (article 3 ①).");
    assert_eq!(turns[11], "  12. White abstains.");
}

#[test]
fn replay_reads_stdin() {
    let record = include_str!("../data/cli/lesser-board.sgf");
    let told = succeeds(&["replay", "-"], record);
    assert_eq!(told.replacen("stdin", "lesser-board.sgf", 1), include_str!("../data/cli/lesser-board.en.txt"));
    let run = run(&["replay", "-"], "(;SZ[9];B[dd];W[dd])");
    let told = "onepure: stdin, line 1, move 2: D6 is occupied; everything before it is read\n";
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), told));
}

#[test]
fn options_of_katago_are_accepted_with_a_word() {
    let arguments = ["analysis", "-config", "analysis.cfg", "-model", "net.bin.gz", "-override-config", "a=b"];
    let query = r#"{"id":"a","rules":"chinese","boardXSize":9,"boardYSize":9,"moves":[],"maxVisits":2}"#;
    let run = run(&arguments, &format!("{query}\n"));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains(r#""id":"a""#), "{}", run.stdout);
    let said: Vec<&str> = run.stderr.lines().collect();
    let no_effect = |option: &str| format!("onepure: {option} is an option of KataGo; it has no effect here");
    assert_eq!(said, ["-config analysis.cfg", "-model net.bin.gz", "-override-config a=b"].map(no_effect));
}

#[test]
fn replay_of_a_game_that_goes_on() {
    let told = succeeds(&["replay", "-"], "(;SZ[9];B[ee])");
    let end = "Points: Black 81, White 0 (article 7).\n\
               Play has not ended; this is the count of the board as it stands.\n";
    assert!(told.ends_with(end), "{told}");
}

#[test]
fn a_record_that_cannot_be_replayed_is_a_failure() {
    assert_eq!(fails(&["replay", "missing.sgf"], 1), "missing.sgf: No such file or directory (os error 2)");
    let none = fails(&["replay", "dead-end.en.txt"], 1);
    assert!(none.starts_with("dead-end.en.txt: "), "{none}");
}

#[test]
fn output_that_is_not_a_terminal_has_no_colours() {
    assert!(!plays(&[], "C3\ncount\n").contains('\x1b'));
    for variable in ["NO_COLOR", "CLICOLOR_FORCE"] {
        let run = run_with(&["replay", "lesser-board.sgf"], "", |command| {
            command.env(variable, "1").env("TERM", "xterm-256color");
        });
        assert_eq!(run.code, Some(0));
        assert!(!run.stdout.contains('\x1b') && !run.stderr.contains('\x1b'), "{variable}");
    }
}

#[test]
fn bench_prints_json() {
    let figures = |text: &str| -> serde_json::Value { serde_json::from_str(text).expect("JSON") };
    let signature = succeeds(&["bench", "--json", "--only", "signature"], "");
    let hash = figures(&signature)["signature"].as_str().map(str::to_owned).expect("a signature");
    assert!(hash.len() == 16 && hash.chars().all(|digit| digit.is_ascii_hexdigit()), "{hash}");
    assert_eq!(signature, format!("{{\"signature\":\"{hash}\"}}\n"));
    assert_eq!(succeeds(&["bench", "--only", "signature"], ""), format!("signature {hash}\n"), "the same every time");

    let all = succeeds(&["bench", "--json", "--seconds", "0.3", "--threads", "1"], "");
    let keys = ["signature", "light", "ordinary", "search", "network", "ns_per_placement"]
        .map(|key| all.find(&format!("\"{key}\":")));
    assert!(keys.is_sorted() && keys[0] == Some(1), "{all}");
    for key in ["light", "ordinary", "search", "network", "ns_per_placement"] {
        for size in ["9", "13", "19"] {
            assert!(figures(&all)[key][size].as_u64().is_some_and(|figure| figure > 0), "{key} {size}: {all}");
        }
    }
}
