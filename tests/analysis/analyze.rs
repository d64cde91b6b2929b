//! `onepure analyze` as users run it: input, output and errors.
//!
//! Files that are compared to the letter depend on the search. Set `ONEPURE_WRITE_EXPECTED` to write them again, and read them:
//! `ONEPURE_WRITE_EXPECTED=1 cargo test --test program analyze`. All other tests hold for any search.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use onepure::record::Record;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn command(arguments: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("onepure");
    command.current_dir(data("analyze")).env_remove("RUST_LOG").timeout(Duration::from_secs(120));
    command.arg("analyze").args(arguments);
    command
}

/// The stdout of a run that succeeds without a line on stderr, but for the one about more threads than cores.
fn analyze(arguments: &[&str], input: &str) -> String {
    let output = command(arguments).write_stdin(input).output().expect("the program can be run");
    let errors = String::from_utf8_lossy(&output.stderr);
    let errors: Vec<_> = errors.lines().filter(|line| !line.contains("more threads than cores")).collect();
    assert_eq!((output.status.code(), errors), (Some(0), Vec::new()), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The error line of a run, without the name of the program.
fn refused(arguments: &[&str], input: impl Into<Vec<u8>>) -> String {
    let output = command(arguments).write_stdin(input).output().expect("the program can be run");
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
    let line = errors.strip_prefix("onepure: ").and_then(|rest| rest.strip_suffix('\n')).expect("a line");
    assert!(!line.contains('\n'), "more than a line for {arguments:?}: {line}");
    line.to_owned()
}

#[test]
fn an_illegal_move_ends_the_analysis_and_not_the_record() {
    let steady = ["-", "--format", "json", "--visits", "10", "--threads", "1"];
    for (more, positions) in [(&["--all"][..], &[0, 1, 2][..]), (&[], &[2])] {
        let output = command(&[&steady, more].concat()).write_stdin("(;SZ[9];B[ee];W[cc];B[ee];W[gg])").output();
        let output = output.expect("the program can be run");
        let told = "onepure: stdin, line 1, move 3: E5 is occupied; everything before it is read\n";
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), told));
        let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(json["stopped"], serde_json::json!({"move": 3, "line": 1, "reason": "E5 is occupied"}));
        let found: Vec<_> = json["positions"].as_array().expect("positions").iter().map(|one| &one["move"]).collect();
        assert_eq!(found, positions.iter().collect::<Vec<_>>());
    }
    assert_eq!(
        command(&["-", "--move", "5"]).write_stdin("(;SZ[9];B[ee];W[ee])").output().expect("a run").status.code(),
        Some(1)
    );
}

#[test]
fn several_outputs_come_from_one_analysis() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let [table, annotated] = ["a.txt", "a.sgf"].map(|name| folder.path().join(name).display().to_string());
    let steady = ["--all", "--visits", "20", "--threads", "1", "--seed", "3"];
    let to = ["short.sgf", "--output", &table, "--output", &annotated];
    assert_eq!(analyze(&[&to[..], &steady].concat(), ""), "");
    let live = analyze(&[&["short.sgf"][..], &steady].concat(), "");
    assert_eq!(fs::read_to_string(&table).expect("a table"), live);
    let annotated = Record::load(&annotated).expect("a record");
    assert!(annotated.root().comment.is_some() || annotated.main_line().nodes().any(|node| node.comment.is_some()));
    assert!(!folder.path().join("a.txt.partial").exists());
}

fn json(arguments: &[&str], input: &str) -> Value {
    let arguments = [arguments, &["--format", "json", "--visits", "30", "--threads", "1"]].concat();
    serde_json::from_str(&analyze(&arguments, input)).expect("JSON")
}

/// Compares a text with a file, or writes the file.
fn agrees(name: &str, written: &str) {
    let file = data("analyze").join(name);
    if std::env::var_os("ONEPURE_WRITE_EXPECTED").is_some() {
        fs::write(&file, written).expect("the file can be written");
    }
    let expected = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
    let line = written.lines().zip(expected.lines()).take_while(|(one, other)| one == other).count();
    assert!(
        written == expected,
        "{name}, line {}: {:?} instead of {:?}",
        line + 1,
        written.lines().nth(line),
        expected.lines().nth(line)
    );
}

#[test]
fn what_is_written_is_as_expected() {
    let steady = ["--threads", "1", "--visits", "60", "--seed", "7"];
    for (name, arguments) in [
        ("position.en.txt", &["short.sgf", "--move", "4"][..]),
        ("position.ko.txt", &["short.sgf", "--move", "4", "--lang", "ko"]),
        ("game.en.txt", &["short.sgf", "--all"]),
        ("game.ko.txt", &["short.sgf", "--all", "--lang", "ko"]),
        ("position.json", &["short.sgf", "--move", "4", "--format", "json"]),
        ("game.json", &["short.sgf", "--all", "--format", "json"]),
        ("position.sgf", &["short.sgf", "--format", "sgf"]),
        ("game.sgf", &["short.sgf", "--all", "--format", "sgf"]),
        ("game.svg", &["short.sgf", "--all", "--format", "svg", "--theme", "plain"]),
    ] {
        agrees(name, &analyze(&[arguments, &steady].concat(), ""));
    }
}

#[test]
fn threads_share_the_positions_and_find_the_same() {
    let with =
        |threads| analyze(&["short.sgf", "--all", "--visits", "50", "--format", "json", "--threads", threads], "");
    assert_eq!(with("1"), with("3"));
}

#[test]
fn the_same_position_comes_from_every_kind_of_text() {
    let record = "(;SZ[5]KM[0]RU[one-pure]AB[cc]AW[cd]PL[B];B[dd])";
    let diagram = ". . . . .\n. . . . .\n. . # . .\n. . O 1 .\n. . . . .\n";
    let drawn =
        "   A B C D E\n 5 . . . . . 5\n 4 . . . . . 4\n 3 . . # . . 3\n 2 . .(O)1 . 2\n 1 . . . . . 1\n   A B C D E\n";
    let found = [record, diagram, drawn].map(|text| json(&["-"], text));
    assert_eq!(found[0]["name"], "stdin");
    assert_eq!(found[0]["positions"], found[1]["positions"]);
    assert_eq!(found[1], found[2]);
    let position = &found[0]["positions"][0];
    assert_eq!((&position["move"], &position["toPlay"]), (&1.into(), &"white".into()));

    // A script, and the record of the same moves.
    let script = json(&["-"], "# five lines\n1 boardsize 5\nkomi 0\nplay b c3\nplay w c2\n");
    assert_eq!(script["positions"], json(&["-"], "(;SZ[5]KM[0]RU[one-pure];B[cc];W[cd])")["positions"]);

    // `--to-play` sets the colour to play in a diagram, which plays the numbered moves.
    let white = json(&["-", "--to-play", "white"], diagram);
    assert_eq!(white["positions"][0]["toPlay"], "black");
}

#[test]
fn the_rules_are_those_that_are_asked_for_or_named() {
    let rules = |arguments: &[&str], input: &str| json(arguments, input)["rules"].clone();
    assert_eq!(rules(&["-"], "(;SZ[5]RU[Chinese])"), "chinese");
    assert_eq!(rules(&["-", "--rules", "chinese"], "(;SZ[5]RU[Chinese])"), "chinese");
    assert_eq!(rules(&["-", "--network", "none"], "(;SZ[5]RU[Korean])"), "korean");
    // A contradiction between the two gets a line on stderr.
    let mut other = command(&["-", "--rules", "one-pure", "--format", "json", "--visits", "30", "--threads", "1"]);
    let output = other.write_stdin("(;SZ[5]RU[Chinese])").output().expect("the program can be run");
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(told, "onepure: stdin: its rules are Chinese, but --rules one-pure holds here\n");
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(found["rules"], "one-pure");
    assert_eq!(rules(&["-"], "boardsize 5\nkata-set-rules chinese\n"), "chinese");
    assert_eq!(rules(&["-", "--rules", "chinese"], ". . . . .\n".repeat(5).as_str()), "chinese");
}

#[test]
fn a_position_is_told_in_full() {
    let found = json(&["short.sgf", "--move", "3"], "");
    let position = &found["positions"][0];
    let candidates = position["candidates"].as_array().expect("candidates");
    assert_eq!(position["visits"], 30);
    let visits: Vec<u64> = candidates.iter().map(|one| one["visits"].as_u64().expect("a number")).collect();
    assert!(visits.iter().sum::<u64>() <= 30 && visits.is_sorted_by(|one, other| one >= other), "{visits:?}");
    for candidate in candidates {
        let share = candidate["winRate"].as_f64().expect("a number");
        assert!((0.0..=1.0).contains(&share) && candidate["variation"][0] == candidate["move"], "{candidate}");
    }
    let ownership = position["ownership"].as_array().expect("ownership");
    assert!(ownership.iter().all(|one| (-1.0..=1.0).contains(&one.as_f64().expect("a number"))));
    assert_eq!(ownership.len(), 25);
    let number = |key: &str, color: &str| position[key][color].as_f64().expect("a number");
    assert!(number("held", "black") + number("held", "white") <= 25.0 + 1e-6);
    // The expected points minus the komi are the lead. On this board the first move is worth nothing.
    let lead = number("expectedPoints", "white") - number("expectedPoints", "black");
    assert_eq!((&position["perspective"], &position["points"]["komi"]), (&"white".into(), &0.0.into()));
    assert!((lead - position["lead"].as_f64().expect("a number")).abs() < 0.001, "{position}");
}

#[test]
fn what_the_rules_have_at_stake_is_named() {
    // White has taken the ko at A1 for the second time; see the record.
    let text = analyze(&["../cli/dead-end.sgf", "--move", "22", "--visits", "10"], "");
    for sentence in [
        "- Black at B1 loses at once: it retakes the ko, and White's A1 is immovable (articles 3 ④, 4, 9 ②).",
        "- White's A1 has retired twice; if it retires again, it goes to quarantine (article 3 ③).",
        "waiting       170",
    ] {
        assert!(text.contains(sentence), "{sentence}\n{text}");
    }
    // White has abstained, and Black may.
    let text = analyze(&["../cli/lesser-board.sgf", "--move", "12", "--visits", "10", "--lang", "ko"], "");
    assert!(
        text.contains("- 흑이 불착하면 종국입니다. 백이 이 국면에서 이미 불착했습니다: W+1 (제6조 ①항)."),
        "{text}"
    );
}

#[test]
fn under_ordinary_rules_nobody_reads_about_stakes() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.md").display().to_string();
    for (rules, has_stakes) in [("Chinese", false), ("Japanese", false), ("one-pure", true)] {
        let record = format!("(;SZ[9]RU[{rules}];B[ee];W[cc])");
        for (language, word) in [("en", "at stake"), ("ko", "걸려 있는")] {
            let quick = ["-", "--visits", "10", "--threads", "1", "--lang", language];
            let told = analyze(&quick, &record);
            assert_eq!(told.to_lowercase().contains(word), has_stakes, "{told}");
            analyze(&[&quick[..], &["--output", &report]].concat(), &record);
            let told = fs::read_to_string(&report).expect("a report");
            assert_eq!(told.to_lowercase().contains(word), has_stakes, "{told}");
        }
    }
}

#[test]
fn after_the_end_there_is_nothing_to_search() {
    let text = analyze(&["../cli/lesser-board.sgf"], "");
    assert!(text.contains("After 13 moves, play has ended.") && text.contains("(article 6 ①)"), "{text}");
    let found = json(&["../cli/lesser-board.sgf"], "");
    let position = &found["positions"][0];
    assert_eq!((&position["result"], &position["toPlay"]), (&"W+1".into(), &Value::Null));
    assert_eq!((&position["perspective"], &position["winRate"]), (&"white".into(), &1.0.into()));
    assert_eq!(position["candidates"].as_array().map(Vec::len), Some(0));
}

#[test]
fn an_annotated_record_is_the_same_game() {
    let original = Record::load(data("analyze/short.sgf")).expect("a record");
    for arguments in [&["short.sgf", "--all"][..], &["short.sgf", "--move", "2"], &["short.sgf"]] {
        let text = analyze(&[arguments, &["--visits", "40", "--format", "sgf"]].concat(), "");
        let annotated: Record = text.parse().expect("a record");
        let moves = |record: &Record| record.main_line().moves().collect::<Vec<_>>();
        assert_eq!(moves(&annotated), moves(&original), "{arguments:?}");
        assert_eq!(annotated.info, original.info);
        assert!(text.contains("C[Beside it.") && text.contains("another way"), "what was said is kept");
        for identifier in ["SBKV", "SBKS", "LB"] {
            assert!(text.contains(&format!("{identifier}[")), "{identifier} is missing from {text}");
        }
        // The text says where the record ends, because the engine's variations follow.
        assert_eq!(text.contains("Here the record ends."), arguments.len() != 3, "{text}");
    }
}

#[test]
fn a_swing_within_the_noise_of_its_visits_is_no_mistake() {
    // At two visits a position, half of the win rate is noise, so no mistake is certain.
    let arguments = ["short.sgf", "--all", "--threads", "1", "--network", "none", "--visits"];
    let with = |visits: &'static str, format| analyze(&[&arguments[..], &[visits, "--format", format]].concat(), "");
    let text = with("2", "text");
    assert!(text.contains("-50.0\n") && text.contains("\n백 (White): no mistakes.\n"), "{text}");
    let record = with("2", "sgf");
    let judged = |record: &str| record.matches("BM[").count() + record.matches("DO[").count();
    assert_eq!(judged(&record), text.matches("- Move ").count(), "{record}");
    let found: Value = serde_json::from_str(&with("2", "json")).expect("JSON");
    for swing in found["swings"].as_array().expect("a list") {
        let number = |key: &str| swing[key].as_f64().expect("a number");
        assert!(number("winRateLost").abs() > 2.0 * number("standardError"), "{swing}");
    }
    // With more visits Black's pass is a mistake.
    let text = with("200", "text");
    assert!(text.contains("- Move 7 pass: lost "), "{text}");
}

#[test]
fn marks_of_others_are_left_alone() {
    let text = analyze(&["short.sgf", "--move", "2", "--visits", "40", "--format", "sgf"], "");
    let annotated: Record = text.parse().expect("a record");
    let place = annotated.main_line_ids()[2];
    let values = |identifier: &str| -> Vec<String> {
        let named = annotated.node(place).other.iter().filter(|property| property.identifier == identifier);
        named.flat_map(|property| property.values.clone()).collect()
    };
    let labelled: Vec<String> = values("LB").iter().map(|label| label[..2].to_owned()).collect();
    let once: std::collections::BTreeSet<_> = labelled.iter().collect();
    assert_eq!(once.len(), labelled.len(), "one label a point: {labelled:?}");
    assert!(values("LB").contains(&"dd:1".to_owned()) && values("TR") == ["cc"]);
}

#[test]
fn reports_have_their_pictures_beside_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    assert_eq!(analyze(&["short.sgf", "--visits", "20", "--output", &path("one.md")], ""), "");
    let report = fs::read_to_string(path("one.md")).expect("a report");
    assert!(report.contains("](<one-board.svg>)") && Path::new(&path("one-board.svg")).is_file(), "{report}");
    analyze(&["short.sgf", "--all", "--visits", "20", "--output", &path("all.md"), "--lang", "ko"], "");
    let report = fs::read_to_string(path("all.md")).expect("a report");
    assert!(report.contains("](<all-chart.svg>)"), "{report}");
    for picture in report.split("](<").skip(1).filter_map(|rest| rest.split_once(">)")) {
        assert!(Path::new(&path(picture.0)).is_file(), "{}", picture.0);
    }
    analyze(&["short.sgf", "--visits", "20", "--output", &path("board.png"), "--width", "300"], "");
    assert!(fs::read(path("board.png")).expect("a picture").starts_with(b"\x89PNG"));
}

#[test]
fn what_cannot_be_read_is_refused_in_one_line() {
    for (arguments, input, expected) in [
        (
            &["-"][..],
            "",
            "stdin: it is empty; an SGF record, which begins with `(;`, a .gib or .ngf file, a text diagram or a script of GTP commands is expected",
        ),
        (
            &["-"],
            "Dear friend,\n",
            "stdin: an SGF record, which begins with `(;`, a .gib or .ngf file, a text diagram or a script of GTP commands is expected; this is none",
        ),
        (
            &["-"],
            "(;SZ[9];B[ee",
            "stdin, line 1: expected `]` after the value that begins on this line, found the end of the text",
        ),
        (&["-"], ". . .\n. # .\n. . .\n", "stdin: board: expected 5 to 19 lines, got 3"),
        (&["-"], "boardsize 9\nplay b z1\n", "stdin, line 2: `play b z1`: illegal move"),
        (
            &["-"],
            "# # O\n. . .\n. . x\n",
            "stdin: line 3, column 5: expected move `1` before `x`, because moves are numbered from 1 without a gap",
        ),
        (&["short.sgf", "--move", "8"], "", "short.sgf: there is no move 8; the record has 7"),
        (
            &["short.sgf", "--format", "md"],
            "",
            "a report in Markdown has its pictures beside it; name a file, as in --output report.md",
        ),
    ] {
        let arguments = [arguments, &["--visits", "5"]].concat();
        assert_eq!(refused(&arguments, input), expected);
    }
    assert!(refused(&["no-such-file"], "").starts_with("no-such-file: "));
}

#[test]
fn large_files_are_read_or_refused_at_once() {
    // Ten million letters outside of a record, and inside a comment.
    let letters = "x".repeat(10_000_000);
    assert!(refused(&["-"], letters.clone()).ends_with("this is none"));
    assert!(refused(&["-"], "(;".repeat(5_000_000)).starts_with("stdin"));
    let record = format!("(;SZ[5];B[cc]C[{letters}];W[dd])");
    assert_eq!(json(&["-"], &record)["positions"][0]["move"], 2);
}

/// The points of a board of 19 lines, for alternate moves. Black fills every fourth column, and White the columns in the middle
/// between them. Then both fill the rest except the last rows. So every stone touches a column of its colour, and nothing is
/// enclosed.
/// nothing is enclosed.
fn stripes() -> impl Iterator<Item = (usize, usize)> {
    let column = |first: usize| (first..19).step_by(4).flat_map(|column| (0..19).map(move |row| (column, row)));
    let walls = column(0).zip(column(2)).flat_map(|(black, white)| [black, white]);
    let between = (0..13).flat_map(|row| (1..19).step_by(2).map(move |column| (column, row)));
    walls.chain(between)
}

/// The node of a placement, with alternate colours.
fn placement(index: usize, column: usize, row: usize) -> String {
    let letter = |number: usize| char::from(b'a' + number as u8);
    format!(";{}[{}{}]", ["B", "W"][index % 2], letter(column), letter(row))
}

#[test]
fn a_long_record_with_variations_is_analysed_along_its_main_line() {
    let mut record = "(;SZ[19]".to_owned();
    let mut open = String::new();
    for (index, (column, row)) in stripes().take(300).enumerate() {
        let color = ["B", "W"][index % 2];
        if index % 10 == 9 {
            record += "(";
            // Each variation starts at the move before which it was opened.
            open.extend([")(;", color, "[]C[a variation])"]);
        }
        record += &placement(index, column, row);
    }
    record += &open;
    record += ")";
    let few = ["--format", "json", "--visits", "2", "--threads", "1", "--network", "small"];
    let found: Value = serde_json::from_str(&analyze(&[&["-", "--all"][..], &few].concat(), &record)).expect("JSON");
    let positions = found["positions"].as_array().expect("positions");
    assert_eq!(positions.len(), 301);
    assert!(positions.iter().enumerate().all(|(index, position)| position["move"] == index));
}

/// During an analysis, the number of threads that compute or wait for a core is that of `--threads`.
#[test]
#[cfg(target_os = "linux")]
fn every_thread_is_busy() -> std::io::Result<()> {
    use std::collections::HashMap;
    use std::process::Stdio;
    use std::time::Instant;

    let moves: String =
        stripes().take(100).enumerate().map(|(index, (column, row))| placement(index, column, row)).collect();
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("game.sgf");
    fs::write(&file, format!("(;SZ[19]{moves})"))?;
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_onepure"));
    program.arg("analyze").arg(&file).args([
        "--all",
        "--visits",
        "40",
        "--network",
        "small",
        "--threads",
        "2",
        "--format",
        "json",
    ]);
    let mut program = program.stdout(Stdio::null()).spawn()?;
    let begin = Instant::now();
    let mut threads: HashMap<std::ffi::OsString, u64> = HashMap::new();
    let elapsed = loop {
        let elapsed = begin.elapsed();
        if program.try_wait()?.is_some() {
            break elapsed;
        }
        // Keep the last value of a thread that has ended.
        for task in fs::read_dir(format!("/proc/{}/task", program.id())).into_iter().flatten().flatten() {
            let statistics = fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
            let nanoseconds: u64 =
                statistics.split_whitespace().take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
            threads.entry(task.file_name()).and_modify(|seen| *seen = nanoseconds.max(*seen)).or_insert(nanoseconds);
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let busy = Duration::from_nanos(threads.values().sum());
    assert!(busy >= elapsed.mul_f64(1.8), "{busy:?} of two threads in {elapsed:?}");
    Ok(())
}
