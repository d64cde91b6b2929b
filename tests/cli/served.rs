//! Records in the form of servers: how their komi, rules and handicap are read, the warnings, and the sources of rules and komi
//! in the first line.

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/served")
}

/// The exit code, stdout and stderr.
fn run(arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let mut command = cargo_bin_cmd!("onepure");
    command.env_remove("RUST_LOG").current_dir(folder()).timeout(Duration::from_secs(120));
    let output = command.args(arguments).write_stdin(input).output().expect("the program can be run");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The first line, and the lines on stderr.
fn read(arguments: &[&str], input: &str) -> (String, String) {
    let (code, stdout, stderr) = run(arguments, input.as_bytes());
    assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
    (stdout.lines().next().unwrap_or_default().to_owned(), stderr)
}

const FEW_VISITS: [&str; 4] = ["--visits", "4", "--threads", "1"];

#[test]
fn the_first_line_says_rules_and_komi_and_where_they_come_from() {
    let few = FEW_VISITS;
    for (file, line, told) in [
        (
            "fox.sgf",
            "fox.sgf: 19×19, 8 turns; rules chinese (RU), komi 7.5 (KM)",
            "onepure: fox.sgf: KM[375] is read as a komi of 7.5: it is in hundredths of a stone, and a stone is two points\n",
        ),
        (
            "fox-handicap.sgf",
            "fox-handicap.sgf: 19×19, 6 turns; rules chinese (assumed for Fox), komi 0 (KM)",
            "onepure: fox-handicap.sgf: Black's first 4 moves are read as a handicap of 4 stones\n\
             onepure: fox-handicap.sgf: KM[375] is read as a komi of 0: Fox writes that of an even game into games with handicap\n\
             onepure: fox-handicap.sgf: no rules are named (RU): chinese is assumed, for these are the usual rules of Fox; \
             --rules one-pure says otherwise\n",
        ),
        (
            "tygem.gib",
            "tygem.gib: 19×19, 4 turns; rules korean (assumed by the komi), komi 6.5 (GONGJE)",
            "onepure: tygem.gib: GONGJE 65 is read as a komi of 6.5: Tygem writes tenths of a point\n\
             onepure: tygem.gib: no rules are named (RU): korean is assumed, for a komi of 6.5 is usual there; \
             --rules one-pure says otherwise\n",
        ),
        (
            "cyberoro.ngf",
            "cyberoro.ngf: 19×19, 3 turns; rules korean (assumed for CyberOro), komi 0 (line 8)",
            "onepure: cyberoro.ngf: the handicap of 3 stones is put on the star points\n\
             onepure: cyberoro.ngf: no rules are named (RU): korean is assumed, for these are the usual rules of CyberOro; \
             --rules one-pure says otherwise\n",
        ),
    ] {
        assert_eq!(read(&["replay", file], ""), (line.to_owned(), told.to_owned()));
        assert_eq!(read(&[&["analyze", file][..], &few].concat(), ""), (line.to_owned(), told.to_owned()));
    }
    let (line, told) = read(&["replay", "--rules", "one-pure", "tygem.gib"], "");
    assert_eq!(line, "tygem.gib: 19×19, 4 turns; rules one-pure (--rules), komi 6.5 (GONGJE)");
    assert!(!told.contains("assumed"), "{told}");
    let (line, told) = read(&["replay", "--lang", "ko", "tygem.gib"], "");
    assert_eq!(line, "tygem.gib: 19줄 바둑판, 4수; 규칙 korean(덤으로 미루어), 덤 6.5(GONGJE)");
    assert!(
        told.contains("GONGJE 65의 덤을 6.5로 읽습니다") && told.contains("달리 보려면 --rules one-pure"),
        "{told}"
    );
}

#[test]
fn a_record_without_rules_is_not_silently_one_pure() {
    for (root, rules, is_told) in [
        ("KM[6.5]", "rules japanese (assumed by the komi), komi 6.5 (KM)", true),
        ("KM[7.5]", "rules chinese (assumed by the komi), komi 7.5 (KM)", true),
        ("KM[3.75]", "rules chinese (assumed by the komi), komi 7.5 (KM)", true),
        ("PC[OGS: https://online-go.com/game/1]", "rules japanese (assumed for OGS), komi 6.5 (default)", true),
        ("RU[AGA]", "rules aga (RU), komi 7.5 (default)", false),
        ("KM[7]", "rules one-pure (default), komi 7 (KM)", false),
        ("", "rules one-pure (default), komi 7 (default)", false),
    ] {
        let (line, told) = read(&["replay", "-"], &format!("(;{root};B[pd])"));
        assert_eq!(line, format!("stdin: 19×19, 1 turn; {rules}"), "{root}");
        assert_eq!(told.contains("is assumed, for"), is_told, "{root}: {told}");
    }
    let (line, _) =
        read(&[&["analyze", "-"][..], &FEW_VISITS].concat(), "boardsize 9\nkata-set-rules aga\nkomi 5\nplay b e5\n");
    assert_eq!(line, "stdin: 9×9, 1 turn; rules aga (the script), komi 5 (the script)");
}

#[test]
fn json_and_reports_say_it_too() {
    let json = |arguments: &[&str], input: &str| -> Value {
        let (code, stdout, stderr) = run(arguments, input.as_bytes());
        assert_eq!(code, Some(0), "{stderr}");
        serde_json::from_str(&stdout).expect("JSON")
    };
    let analysis = json(&[&["analyze", "-", "--format", "json"][..], &FEW_VISITS].concat(), "(;SZ[9]KM[7.5];B[ee])");
    assert_eq!((&analysis["rules"], &analysis["rulesFrom"]), (&"chinese".into(), &"assumed".into()));
    assert_eq!((&analysis["komi"], &analysis["komiFrom"]), (&7.5.into(), &"record".into()));
    let account = json(&["replay", "-", "--format", "json"], "(;SZ[9]RU[AGA];B[ee])");
    assert_eq!((&account["rules_from"], &account["komi_from"]), (&"record".into(), &"default".into()));

    let written = tempfile::tempdir().expect("a folder for the test");
    for name in ["report.md", "report.html"] {
        let file = written.path().join(name);
        let file = file.to_str().expect("UTF-8");
        for command in ["replay", "analyze"] {
            let options: &[&str] = if command == "analyze" { &FEW_VISITS } else { &[] };
            let (code, _, told) = run(&[&[command, "fox.sgf", "--output", file], options].concat(), b"");
            assert_eq!(code, Some(0), "{told}");
            let report = fs::read_to_string(file).expect("a report");
            let begins = report.lines().take(12).collect::<Vec<_>>().join("\n");
            let place = if name == "report.md" { &begins } else { &report };
            let plain = place.replace(['\\'], "");
            assert!(plain.contains("chinese (RU), komi 7.5 (KM)"), "{command} {name}: {begins}");
        }
    }
}

#[test]
fn loadsgf_opens_them_and_tells() {
    let (code, stdout, told) =
        run(&["gtp"], b"loadsgf tygem.gib\nget_komi\nlist_stones black\nloadsgf cyberoro.ngf\nlist_stones black\n");
    assert_eq!(code, Some(0));
    assert_eq!(stdout, "= \n\n= 6.5\n\n= D16 Q16\n\n= \n\n= D4 Q4 D16 Q16\n\n", "{told}");
    assert!(told.contains("tygem.gib: GONGJE 65 is read as a komi of 6.5: Tygem writes tenths of a point"), "{told}");
    assert!(
        told.contains(
            "no rules are named (RU): korean is assumed, for a komi of 6.5 is usual there, but one-pure holds here"
        ),
        "{told}"
    );
}

#[test]
fn malformed_files_of_servers_are_refused_in_one_line() {
    let gib = fs::read(folder().join("tygem.gib")).expect("a file of this test");
    let gib = String::from_utf8_lossy(&gib).into_owned();
    let ngf = fs::read_to_string(folder().join("cyberoro.ngf")).expect("a file of this test");
    for (text, expected) in [
        (gib.replace("INI 0 1 0", "INI 0 1 x"), "stdin, line 14: INI 0 1 x &4: expected a handicap of 0 to 9"),
        ("\\HS\n\\HE\n".to_owned(), "stdin: expected a move, such as `STO 0 2 1 15 3`, found none"),
        (ngf.replacen("19", "199", 1), "stdin, line 2: board: expected 5 to 19 lines, got 199"),
    ] {
        for command in ["replay", "analyze"] {
            let (code, stdout, told) = run(&[command, "-"], text.as_bytes());
            assert_eq!((code, stdout.as_str()), (Some(1), ""), "{told}");
            assert_eq!(told, format!("onepure: {expected}\n"));
        }
    }
    for (text, expected) in [
        (
            gib.replace("STO 0 3 2 3 15", "STO 0 3 2 3 25"),
            "stdin, line 16, move 2: STO 0 3 2 3 25 is not on a board of 19 lines",
        ),
        (
            ngf.replace("PMACBQQQQ", "PMACBQ"),
            "stdin, line 14, move 2: PMACBQ: expected PM, two letters, B or W, the letters of column and row",
        ),
    ] {
        let (code, stdout, told) = run(&["replay", "-"], text.as_bytes());
        assert_eq!((code, stdout.is_empty()), (Some(0), false), "{told}");
        assert!(told.ends_with(&format!("onepure: {expected}; everything before it is read\n")), "{told}");
    }
}

#[test]
fn a_komi_beyond_reason_is_questioned() {
    let (line, told) = read(&["replay", "-"], "(;KM[65]RU[Japanese];B[pd])");
    assert_eq!(line, "stdin: 19×19, 1 turn; rules japanese (RU), komi 65 (KM)");
    assert_eq!(
        told,
        "onepure: stdin: KM[65]: no game on this board has such a komi; it is used as it stands, write the right one into the \
         record, such as KM[6.5]\n"
    );
}
