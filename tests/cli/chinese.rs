//! Area rules on the command line: records, games, option files.

use assert_cmd::cargo::cargo_bin_cmd;
use std::time::Duration;

/// The exit code, and stdout with stderr.
fn run(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut command = cargo_bin_cmd!("onepure");
    command.env_remove("RUST_LOG").timeout(Duration::from_secs(60)).args(arguments).write_stdin(input);
    let output = command.output().expect("the program can be run");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("UTF-8"))
}

fn succeeds(arguments: &[&str], input: &str) -> String {
    let (code, text) = run(arguments, input);
    assert_eq!(code, Some(0), "{arguments:?}: {text}");
    text
}

/// A finished game with a dead black stone at G3: Black has 23 points, White 26.
fn finished() -> String {
    let rows = [
        ". # # O . O .",
        "# . # O O . O",
        "# # # O . O O",
        ". # # O O O .",
        "# # . # O . #",
        ". # # # O O .",
        "# . # O O . O",
    ];
    let stones = |wanted: &str| {
        let row = |(row, line): (char, &str)| {
            let points = ('a'..='g').zip(line.split(' ')).filter(|&(_, sign)| sign == wanted);
            points.map(|(column, _)| format!("[{column}{row}]")).collect::<Vec<_>>().concat()
        };
        ('a'..='g').zip(rows).map(row).collect::<String>()
    };
    format!("(;SZ[7]RU[Chinese]KM[0.5]RE[B+1]AB{}AW{}PL[B];B[];W[])", stones("#"), stones("O"))
}

#[test]
fn a_record_says_which_rules_it_follows() {
    let told = succeeds(&["replay", "-"], &finished());
    let end = "
Black's G3 is judged dead, and lifted before the count.
Area: Black 23, White 26; komi 0.5.
Play ends: Black and White have passed in a row (Chinese rules, the end).
Result W+3.5: White wins by 3.5 points.
The record gives the result as B+1; by these rules it is W+3.5.
";
    assert!(told.ends_with(end), "{told}");
    assert!(told.contains(" 3 B B B B W W W 3"), "the picture is without the dead stone: {told}");

    let told = succeeds(&["replay", "--lang", "ko", "-"], &finished());
    let end = "
흑 G3은 죽은 돌로 보아 들어내고 계가합니다.
집과 돌: 흑 23, 백 26, 덤 반집.
종국: 흑과 백이 잇달아 패스했습니다 (중국규칙, 종국).
";
    assert!(told.contains(end), "{told}");

    let told = succeeds(&["replay", "--rules", "one-pure", "-"], &finished());
    assert!(told.contains("(article 6 ①)") && !told.contains("Area"), "other rules can be asked for: {told}");
}

#[test]
fn records_of_cgos_are_refereed_by_the_rules_of_that_server() {
    // CGOS names the Chinese rules, counts without removing stones, and pads results with blanks. So the stone at G3 lives, and
    // Black has 24 points, White 22.
    let record = finished().replace("RE[B+1]", "RE[B+1.5      ]");
    let told = succeeds(&["replay", "--rules", "koPOSITIONALscoreAREAtaxNONEsui0", "-"], &record);
    assert!(told.contains("Result B+1.5: Black wins by 1.5 points.\n") && !told.contains("by these rules"), "{told}");
    let told = succeeds(&["replay", "-"], &record);
    assert!(told.ends_with("The record gives the result as B+1.5; by these rules it is W+3.5.\n"), "{told}");
    // In its records a resignation is an empty move. After a pass of the opponent it looks like a second pass.
    let record = |before: &str| {
        let end = "B[]BL[9]CC[{\"visits\":5}]\n;C[Resignation]\n)";
        format!("(;GM[1]FF[4]RU[Chinese]SZ[5]KM[7.0]RE[W+Resign  ];B[cc]BL[9];W[{before}]WL[9];{end}")
    };
    let told = succeeds(&["replay", "-"], &record("bb"));
    assert!(told.ends_with("Result W+Resign: White wins by resignation.\n"), "{told}");
    let told = succeeds(&["replay", "-"], &record(""));
    assert!(told.ends_with("The record gives the result as W+Resign; by these rules it is B+18.\n"), "{told}");
}

/// Black takes a ko at C3, and White retakes it at once.
const KO_RETAKEN: &str = "(;SZ[5]RU[Chinese];B[bb];W[cb];B[ac];W[dc];B[bd];W[cd];B[ea];W[bc];B[cc];W[bc])";

#[test]
fn a_capture_is_told_and_a_retaken_ko_refused() {
    let (code, told) = run(&["replay", "-"], KO_RETAKEN);
    assert_eq!(code, Some(0));
    assert!(told.contains("   9. Black C3: White's B3 is captured.\n"), "{told}");
    let stopped =
        "stdin, line 1, move 10: B3 would bring an earlier position back (superko); everything before it is read\n";
    assert!(told.contains(stopped), "{told}");
    let (_, told) = run(&["replay", "--lang", "ko", "-"], KO_RETAKEN);
    assert!(told.contains("   9. 흑 C3: 백 B3을 따냈습니다.\n"), "{told}");

    let told = succeeds(&["replay", "--rules", "one-pure", "-"], KO_RETAKEN);
    assert!(told.contains("Result B+Forfeit"), "under the One Pure Rules it is a dead end: {told}");
}

#[test]
fn a_file_of_options_names_the_rules() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("options.toml");
    std::fs::write(&file, "rules = \"chinese\"\nsize = 9\n").expect("the file can be written");
    let told = succeeds(&["gtp", "--config", file.to_str().expect("UTF-8")], "get_komi\nopr-option\n");
    assert_eq!(told, "= 7.5\n\n= removal on\n\n");
}

#[test]
fn a_game_in_the_terminal() {
    let arguments = ["play", "--rules", "chinese", "--size", "5", "--threads", "1", "--visits", "50"];
    let told = succeeds(&arguments, "C3\ncount\nundo\n");
    assert!(told.contains("2 turns, Black to play, komi 7.5\n"), "{told}");
    assert!(told.contains("\nArea: Black 1, White 1; komi 7.5.\n"), "{told}");

    let told = succeeds(&[&arguments[..], &["--color", "white", "--lang", "ko"]].concat(), "pass\n");
    assert!(told.contains("\n백 패스.\n"), "{told}");
}

#[test]
fn dead_stones_are_lifted_where_the_engine_is_asked() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("finished.sgf");
    std::fs::write(&file, finished()).expect("the file can be written");
    let asked = format!("loadsgf {}\nfinal_status_list dead\nfinal_score\nopr-score\n", file.display());
    let told = succeeds(&["gtp", "--rules", "chinese", "--threads", "1"], &asked);
    assert_eq!(told, "= \n\n= G3\n\n= W+3.5\n\n= B+1.5\n\n");
}
