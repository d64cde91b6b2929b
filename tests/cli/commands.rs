//! The program as people run it: arguments, exit codes, and what is said on stdout and stderr.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use onepure::engine::PARAMETERS;
use std::path::Path;
use std::time::Duration;

/// What a run left behind.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the program in the folder of the test data, with this input.
pub(crate) fn run(arguments: &[&str], input: &str) -> Run {
    run_with(arguments, input, |_| {})
}

fn run_with(arguments: &[&str], input: &str, prepare: impl FnOnce(&mut Command)) -> Run {
    let mut command = cargo_bin_cmd!("onepure");
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cli"));
    command.env_remove("RUST_LOG").timeout(Duration::from_secs(60));
    command.args(arguments).write_stdin(input);
    prepare(&mut command);
    let output = command.output().expect("the program can be run");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// A run that does its work, and says nothing on stderr.
pub(crate) fn succeeds(arguments: &[&str], input: &str) -> String {
    let run = run(arguments, input);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    run.stdout
}

/// A run that ends with this code and one line on stderr, which is given without the name of the program.
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
        for parameter in PARAMETERS {
            let is_shown = help.contains(&format!("--{} ", parameter.name));
            assert_eq!(is_shown, parameter.is_common, "{arguments:?}: --{}", parameter.name);
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
    for parameter in PARAMETERS {
        let option = format!("--{}", parameter.name);
        let lines = page.lines().filter(|line| line.split_whitespace().next() == Some(&option));
        assert_eq!(lines.count(), usize::from(!parameter.is_common), "{option}\n{page}");
    }
    assert!(page.lines().all(|line| line.len() <= 80), "{page}");
    assert_eq!(succeeds(&["play", "--help-tuning"], ""), page);
    // They are options as before.
    assert_eq!(succeeds(&["--playout-shape", "0.5"], "quit\n"), "= \n\n");
}

#[test]
fn without_a_command_it_speaks_gtp() {
    assert_eq!(succeeds(&[], "name\nquit\n"), "= onepure\n\n= \n\n");
    assert_eq!(succeeds(&["gtp", "--size", "9"], "query_boardsize\n"), "= 9\n\n");
}

#[test]
fn wrong_arguments_are_refused_in_one_line() {
    for (arguments, expected) in [
        (&["--size", "4"][..], "invalid value '4' for '--size <N>': a board of 4 lines: 5 to 19 are possible"),
        (&["gtp", "--size", "20"], "invalid value '20' for '--size <N>': a board of 20 lines: 5 to 19 are possible"),
        (&["--size", "-5"], "invalid value '-5' for '--size <N>': a whole number from 5 to 19 is possible"),
        (&["--threads", "0"], "invalid value '0' for '--threads <N>': a whole number from 1 to 1024 is possible"),
        (&["--threads", "1025"], "invalid value '1025' for '--threads <N>': a whole number from 1 to 1024 is possible"),
        (
            &["--resign-below", "1.5"],
            "invalid value '1.5' for '--resign-below <SHARE>': a number from 0 to 1 is possible",
        ),
        (
            &["--visits", "many"],
            "invalid value 'many' for '--visits <N>': a whole number from 1 to 1000000000, or none, is possible",
        ),
        (
            &["--time", "nan"],
            "invalid value 'nan' for '--time <SECONDS>': a number from 0.001 to 31536000, or none, is possible",
        ),
        (
            &["--rules", "chess"],
            "invalid value 'chess' for '--rules <NAME>': there are one-pure, chinese, tromp-taylor, new-zealand, aga, \
             stone-scoring, japanese, korean, ing, ing1986",
        ),
        (&["--lang", "de"], "invalid value 'de' for '--lang <en|ko>'; possible values: en, ko"),
        (&["play", "--color", "red"], "invalid value 'red' for '--color <black|white>'; possible values: black, white"),
        (&["--sise", "9"], "unexpected argument '--sise' found; a similar argument exists: '--size'"),
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
    let parameters: Vec<_> = PARAMETERS.iter().map(|parameter| parameter.name).collect();
    let there_are = format!("rules, size, lang, ascii, verbose, {}", parameters.join(", "));
    let line = format!("FILE: `sise` is not an option; there are {there_are}");
    assert_eq!(with_config("sise = 9\n", &[]), refused(&line));
    assert_eq!(
        with_config("size = 21\n", &[]),
        refused("FILE: invalid value '21' for '--size <N>': a board of 21 lines: 5 to 19 are possible")
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
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), "onepure: stdin, line 1, move 2: D6 is occupied\n"));
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
    assert_eq!(fails(&["replay", "occupied.sgf"], 1), "occupied.sgf, line 2, move 3: D4 is occupied");
    assert_eq!(
        fails(&["replay", "missing.sgf"], 1),
        "missing.sgf: the file cannot be read: No such file or directory (os error 2)"
    );
    assert_eq!(
        fails(&["replay", "dead-end.en.txt"], 1),
        "dead-end.en.txt: no game in it: an SGF game begins with `(;`"
    );
}

/// The arguments of a game that is the same every time.
const PLAY: [&str; 7] = ["play", "--size", "5", "--threads", "1", "--visits", "20"];

fn plays(more: &[&str], input: &str) -> String {
    succeeds(&[&PLAY, more].concat(), input)
}

#[test]
fn play_draws_the_board_and_answers() {
    let told = plays(&[], "c 3\n");
    assert!(told.starts_with("You play Black on 5×5. Type a point such as D4, or help, or rules.\n"), "{told}");
    assert!(
        told.contains(
            "
   A B C D E     # Black
 5 . . . . . 5       on the board    0
 4 . . . . . 4
 3 . . + . . 3   O White
 2 . . . . . 2       on the board    0
 1 . . . . . 1
   A B C D E     0 turns, Black to play
"
        ),
        "{told}"
    );
    assert!(told.contains("\nBlack C3.\n\n   A B C D E"), "the own turn is told before the board: {told}");
    assert!(told.contains("2 turns, Black to play\nWhite "), "the engine answers: {told}");
    assert_eq!(told.matches(" turns, Black to play\n").count(), 2, "a board a turn: {told}");
    assert!(told.ends_with("\nGoodbye.\n"), "the end of the input ends the game politely: {told}");
}

#[test]
fn play_as_white() {
    let told = plays(&["--color", "white"], "quit\n");
    assert!(told.contains("1 turn, White to play\nBlack "), "{told}");
    assert_eq!(told.matches("A B C D E").count(), 2, "one board: {told}");
}

#[test]
fn play_to_the_end_and_back() {
    // Black abstains first and has lost; takes that back, and resigns.
    let told = plays(&[], "pass\nyes\npass\nD2\nundo\nundo\nresign\nresign\n");
    let lost = "\
Black abstains, and loses at once. Play ends: Black, who alone may make the first placement, has abstained, so the right \
cannot circulate (articles 2 ③, 6 ②).
Points: Black 0, White 0 (article 7).
Result W+Forfeit: White wins, because Black made circulation impossible (article 9 ②).
You can still use undo, count, save FILE and quit.
Play has ended; undo takes the end back.
Play has ended; undo takes the end back.
";
    assert!(told.contains(lost), "{told}");
    let resigned = "\
0 turns, Black to play
You have no turn to take back yet.
Play ends: Black resigns.
Result W+Resign: White wins by resignation.
You can still use undo, count, save FILE and quit.
Play has ended; undo takes the end back.
Goodbye.
";
    let told: String =
        told.lines().map(|line| line.trim_start_matches("   A B C D E     ").to_owned() + "\n").collect();
    assert!(told.ends_with(resigned), "{told}");
}

#[test]
fn play_asks_before_what_loses_at_once() {
    let told = plays(&[], "yes\npass\nno\npass\nC3\nyes\n");
    let asked = "Black abstains, and loses at once. Play ends: Black, who alone may make the first placement, has \
                 abstained, so the right cannot circulate (articles 2 ③, 6 ②). Play it all the same (yes or no)?\n";
    assert!(told.contains(&format!("{asked}Not played; it is still your turn.\n{asked}Black C3.\n")), "{told}");
    assert_eq!(told.matches("`yes` is neither").count(), 2, "nothing is asked before and after: {told}");
    assert!(told.contains("2 turns, Black to play\nWhite "), "another move is an answer too: {told}");
}

#[test]
fn play_explains_the_rules() {
    let told = plays(&[], "rules\n규칙\n");
    assert_eq!(told.matches("The One Pure Rules, 5×5:\n- Black and White place a stone").count(), 2, "{told}");
    let told = plays(&["--rules", "chinese", "--lang", "ko"], "rules\n");
    assert!(told.contains("집과 돌을 세는 규칙(chinese), 5줄 바둑판:\n- 흑과 백이"), "{told}");
}

#[test]
fn play_goes_on_after_a_resignation_is_taken_back() {
    let told = plays(&[], "C3\nresign\nundo\nresign\nC2\n");
    let (_, resigned) = told.split_once("Play ends: Black resigns.").expect("Black resigns");
    assert!(resigned.contains("2 turns, Black to play\nPlay ends: Black resigns."), "only the resignation: {told}");
    assert!(resigned.contains("Play has ended; undo takes the end back."), "{told}");
}

#[test]
fn play_in_korean() {
    let told = plays(&["--lang", "ko"], "C3\nc3\n힌트\n무르기\n계가\n도움말\n뭐\n끝\nD4\n");
    assert!(
        told.starts_with("5줄 바둑판에서 흑으로 둡니다. D4 같은 점이나 `도움말`, `규칙`을 입력하세요.\n"),
        "{told}"
    );
    for expected in [
        " 3 . . + . . 3   O 백\n",
        "\n흑 C3.\n",
        "2수, 흑 차례\n백 ",
        "\nC3에는 이미 돌이 있습니다. 빈 점에 두세요.\n",
        "\n힌트: ",
        "\n득점: 흑 0, 백 0 (제7조).\n",
        "\n불착         두지 않고",
        "\n`뭐`: 알 수 없는 입력입니다.",
    ] {
        assert!(told.contains(expected), "{expected} is missing in\n{told}");
    }
    assert_eq!(told.matches("0수, 흑 차례\n").count(), 2, "both turns are taken back: {told}");
    assert!(told.ends_with("\n안녕히 가세요.\n"), "{told}");
    assert!(!told.contains("흑 D4"), "nothing is read after the end: {told}");
}

#[test]
fn the_engine_resigns_below_a_share_of_wins() {
    // In so many playouts nobody wins all the time: each move seems lost. The engine resigns with White's third, when the
    // five turns that are a fifth of the board have been.
    let resigned = |share: &str| {
        let arguments = ["gtp", "--size", "5", "--threads", "1", "--visits", "200", "--resign-below", share];
        let answers = succeeds(&arguments, &"genmove black\ngenmove white\n".repeat(3));
        answers.split_terminator("\n\n").map(|answer| answer == "= resign").collect::<Vec<_>>()
    };
    assert_eq!(resigned("1"), [false, false, false, false, false, true]);
    assert_eq!(resigned("0"), [false; 6]);
    // Nobody takes the corners so early.
    let told = plays(&["--visits", "200", "--resign-below", "1"], "C3\nA1\nE5\nundo\n");
    assert!(told.contains("Play ends: White resigns.\nResult B+Resign"), "{told}");
    assert!(told.contains("4 turns, Black to play\n"), "the turn before goes back too: {told}");
}

#[test]
fn play_saves_a_record_that_replays() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("a game.sgf");
    let file = file.to_str().expect("UTF-8");
    let told = plays(&[], &format!("C3\nsave\nsave {file}\nsave {file}/inside\n"));
    assert!(told.contains("`save` is neither a point such as D4 nor one of"), "{told}");
    assert!(told.contains(&format!("\nSaved to {file}.\n")), "{told}");
    let record = std::fs::read_to_string(file).expect("a record");
    assert!(record.contains("PW[onepure ") && record.contains("DT["), "{record}");
    assert!(told.contains(&format!("\nNot saved to {file}/inside: Not a directory (os error 20).\n")), "{told}");
    let replayed = succeeds(&["replay", "--all", file], "");
    assert!(replayed.contains("5×5, 2 turns\n   1. Black C3.\n   2. White "), "{replayed}");
}

#[test]
fn play_replaces_no_file_but_its_own() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let [ours, other] =
        ["ours.sgf", "other.sgf"].map(|name| folder.path().join(name).to_str().expect("UTF-8").to_owned());
    std::fs::write(&other, "precious").expect("a file can be written");
    let told = plays(&[], &format!("C3\nsave {ours}\nB2\nsave {other}\nsave {ours}\n"));
    assert_eq!(told.matches(&format!("Saved to {ours}.")).count(), 2, "{told}");
    assert!(told.contains(&format!("Not saved: {other} is there already; choose another name.")), "{told}");
    assert_eq!(std::fs::read_to_string(&other).expect("a file"), "precious");
    assert!(succeeds(&["replay", &ours], "").contains(", 4 turns"), "the whole game");
}

#[test]
fn play_draws_the_board_again() {
    let told = plays(&["--lang", "ko"], "board\n반상\n패스\n예\n");
    assert_eq!(told.matches("0수, 흑 차례").count(), 3, "at the start, and twice when asked for: {told}");
    assert!(told.contains("흑 불착."), "{told}");
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

    let all = succeeds(&["bench", "--json", "--seconds", "0.1", "--threads", "1"], "");
    let keys = ["signature", "light", "ordinary", "search", "network", "ns_per_placement"]
        .map(|key| all.find(&format!("\"{key}\":")));
    assert!(keys.is_sorted() && keys[0] == Some(1), "{all}");
    for key in ["light", "ordinary", "search", "network", "ns_per_placement"] {
        for size in ["9", "13", "19"] {
            assert!(figures(&all)[key][size].as_u64().is_some_and(|figure| figure > 0), "{key} {size}: {all}");
        }
    }
}
