//! `onepure replay` in every format, and records with errors.

use assert_cmd::cargo::cargo_bin_cmd;
use resvg::tiny_skia::Pixmap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cli").join(file)
}

/// Exit code, stdout and stderr of a run in the folder of the test data.
fn run(arguments: &[&str], input: &[u8]) -> (Option<i32>, Vec<u8>, String) {
    let mut command = cargo_bin_cmd!("onepure");
    command.current_dir(data("")).env_remove("RUST_LOG").timeout(Duration::from_secs(60));
    let output = command.args(arguments).write_stdin(input).output().expect("the program can be run");
    (output.status.code(), output.stdout, String::from_utf8(output.stderr).expect("UTF-8"))
}

fn succeeds(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let (code, stdout, stderr) = run(arguments, input);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}");
    stdout
}

/// The error line of a run that fails.
fn fails(arguments: &[&str], input: &[u8]) -> String {
    let (code, _, stderr) = run(arguments, input);
    assert_eq!(code, Some(1), "{arguments:?}: {stderr}");
    let line = stderr.strip_prefix("onepure: ").and_then(|rest| rest.strip_suffix('\n')).expect("a line");
    assert!(!line.contains('\n'), "{line}");
    line.to_owned()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn json() {
    let json = text(succeeds(&["replay", "lesser-board.sgf", "--format", "json"], b""));
    assert_eq!(json, include_str!("../data/cli/lesser-board.json"));
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["events"][0]["move"], 7);
    assert_eq!(value["events"][0]["retired"][0]["points"][0], "A9");
    assert_eq!((&value["result"], &value["claimed"], &value["differs"]), (&"W+1".into(), &"W+2".into(), &true.into()));
    assert_eq!(value["counted"]["white"], serde_json::json!(["B9"]), "the point that is White's");
}

#[test]
fn a_report_has_its_pictures_beside_it() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let report = folder.path().join("the game.md");
    let report = report.to_str().expect("UTF-8");
    assert!(succeeds(&["replay", "lesser-board.sgf", "--lang", "ko", "--output", report], b"").is_empty());
    let written = fs::read_to_string(report).expect("a report");
    assert_eq!(written, include_str!("../data/cli/lesser-board.ko.md"));
    for (picture, shown) in [("the game-moves.svg", "numbers"), ("the game-count.svg", "count")] {
        let drawn = fs::read_to_string(folder.path().join(picture)).expect("a picture");
        assert!(written.contains(&format!("](<{picture}>)")), "{picture}");
        let mut arguments = vec!["replay", "lesser-board.sgf", "--lang", "ko", "--format", "svg"];
        arguments.extend((shown == "numbers").then_some("--numbers"));
        assert!(text(succeeds(&arguments, b"")) == drawn, "{picture} is what --format svg draws");
    }
    let line = fails(&["replay", "lesser-board.sgf", "--format", "md"], b"");
    assert_eq!(line, "a report in Markdown has its pictures beside it; name a file, as in --output report.md");
}

#[test]
fn the_ending_of_the_file_says_the_format() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let written = |name: &str, more: &[&str]| {
        let file = folder.path().join(name);
        let file = file.to_str().expect("UTF-8");
        succeeds(&[&["replay", "dead-end.sgf", "--output", file], more].concat(), b"");
        fs::read(file).expect("a file")
    };
    assert_eq!(text(written("account.txt", &[])), include_str!("../data/cli/dead-end.en.txt"));
    assert_eq!(text(written("account", &["--lang", "ko"])), include_str!("../data/cli/dead-end.ko.txt"));
    assert!(written("a.SVG", &[]).starts_with(b"<svg "));
    assert!(written("a.png", &[]).starts_with(b"\x89PNG"));
    assert!(written("a.json", &[]).starts_with(b"{\"record\":\"dead-end.sgf\""));
    assert!(written("b.png", &["--format", "svg"]).starts_with(b"<svg "), "what is asked for goes before");
    assert_eq!(
        fails(&["replay", "dead-end.sgf", "--output", "/nowhere/a.svg"], b""),
        "/nowhere/a.svg: there is no folder /nowhere"
    );
}

/// The colours of a picture of a board of nine lines whose first line is `margin` from the edge.
struct Pixels(Pixmap);

impl Pixels {
    fn of(png: &[u8]) -> Self {
        Self(Pixmap::decode_png(png).expect("a PNG"))
    }

    fn at(&self, x: u32, y: u32) -> [u8; 3] {
        let pixel = self.0.pixel(x, y).map(|pixel| pixel.demultiply()).expect("a place in the picture");
        assert_eq!(pixel.alpha(), 255, "nothing is transparent");
        [pixel.red(), pixel.green(), pixel.blue()]
    }
}

#[test]
fn a_png_shows_the_stones() {
    // In units of the picture, the board begins at 20 and 20 below a title of 24 × 1.4. Its first line is 46 further, and lines
    // are 40 apart. Nothing is beside it.
    let record = b"(;SZ[9]EV[T];B[ee];W[cc])";
    for (theme, page) in [("wood", [0xfa, 0xf6, 0xee]), ("plain", [0xff, 0xff, 0xff])] {
        let png =
            succeeds(&["replay", "-", "--format", "png", "--numbers", "--width", "904", "--theme", theme], record);
        let pixels = Pixels::of(&png);
        let (width, height) = (pixels.0.width(), pixels.0.height());
        assert_eq!(width, 904);
        let scale = 904.0 / 452.0;
        for (x, y) in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)] {
            assert_eq!(pixels.at(x, y), page, "{theme}, {x}, {y}");
        }
        // Next to the number, in the left half of the stone.
        let stone = |column: f64, row: f64| {
            let (x, y) = (20.0 + 46.0 + 40.0 * column - 13.0, 20.0 + 33.6 + 46.0 + 40.0 * row);
            pixels.at((x * scale) as u32, (y * scale) as u32)
        };
        assert!(stone(4.0, 4.0).iter().all(|&part| part < 0x70), "{theme}: E5 is black: {:?}", stone(4.0, 4.0));
        assert!(stone(2.0, 2.0).iter().all(|&part| part > 0xd8), "{theme}: C7 is white: {:?}", stone(2.0, 2.0));
        let empty = stone(6.5, 6.5);
        assert!(empty[0] > 0xc8, "{theme}: nothing stands between the lines: {empty:?}");
    }
}

#[test]
fn widths() {
    let png = |width: &str| run(&["replay", "lesser-board.sgf", "--format", "png", "--width", width], b"");
    assert_eq!(Pixels::of(&png("16").1).0.width(), 16);
    for width in ["15", "8193", "-1", "wide"] {
        let (code, _, line) = png(width);
        assert_eq!(code, Some(2));
        assert_eq!(
            line,
            format!("onepure: invalid value '{width}' for '--width <PIXELS>': expected an integer from 16 to 8192\n")
        );
    }
}

#[test]
fn a_record_of_three_hundred_moves_with_variations() {
    let record = fs::read_to_string(data("../../../docs/gallery/triple-ko.sgf")).expect("a record");
    let (moves, _) = record.trim_end().rsplit_once(')').expect("a record");
    let branched = format!("{moves}(;C[the main line ends here])(;W[tt];B[aa])(;W[ss](;B[rr])(;B[qq])))");
    let drawn = |record: &str| succeeds(&["replay", "-", "--format", "svg"], record.as_bytes());
    assert!(drawn(&branched) == drawn(&record), "variations are not looked at");
    let told = text(succeeds(&["replay", "-", "--all"], branched.as_bytes()));
    assert!(told.contains("\n 303. "), "{told}");
}

#[test]
fn records_of_no_use_get_a_line() {
    const MILLIONS: usize = 10_000_000;
    let large = |begin: &str, middle: &str, end: &str| {
        let middle = middle.repeat((MILLIONS - begin.len() - end.len()) / middle.len());
        [begin, &middle, end].concat().into_bytes()
    };
    let none = "an SGF record, which begins with `(;`, a .gib or .ngf file, a text diagram or a script of GTP commands is \
                expected; this is none";
    for (record, expected) in [
        (b"hello".to_vec(), none),
        (large("(", "(", ""), none),
        (
            large("(;SZ[9]C[", "never ends ", ""),
            "line 1: expected `]` after the value that begins on this line, found the end of the text",
        ),
        (large("(;SZ[9]", ";B[];W[]", ")"), "line 1: expected at most 2000000 nodes, found more"),
    ] {
        for format in ["text", "json", "svg", "png"] {
            let line = fails(&["replay", "-", "--format", format], &record);
            assert_eq!(line.strip_prefix("stdin").map(|line| line.trim_start_matches([':', ',', ' '])), Some(expected));
        }
    }
    // This record is valid.
    let commented = large("(;SZ[9];B[ee]C[", "long ", "])");
    assert!(succeeds(&["replay", "-", "--format", "svg"], &commented).starts_with(b"<svg "));
}

#[test]
fn what_came_before_an_illegal_move_is_told() {
    let record = b"(;SZ[9];B[ee];W[cc];B[ee];W[gg])";
    let (code, stdout, stderr) = run(&["replay", "-", "--all"], record);
    let told = "onepure: stdin, line 1, move 3: E5 is occupied; everything before it is read\n";
    assert_eq!((code, stderr.as_str()), (Some(0), told));
    let begin = "stdin: 9×9, 4 turns; rules one-pure (default), komi 0 (default)\n   1. Black E5.\n   2. White C7.\n";
    assert!(text(stdout).starts_with(begin));
    for format in ["svg", "png", "html"] {
        let (code, stdout, _) = run(&["replay", "-", "--format", format], record);
        assert_eq!((code, stdout.is_empty()), (Some(0), false), "{format}");
    }
    let (_, json, _) = run(&["replay", "-", "--json"], record);
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    assert_eq!(json["stopped"], serde_json::json!({"move": 3, "line": 1, "reason": "E5 is occupied"}));
    assert_eq!(json["state"]["moves"], 2);
}

#[test]
fn notices_are_in_the_account() {
    let record = "(;SZ[9]RU[Japanese]PL[X];B[ee];W[ec];B[];W[];B[]".as_bytes();
    let (code, json, stderr) = run(&["replay", "-", "--json"], record);
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    let notices: Vec<_> = json["notices"].as_array().expect("notices").iter().filter_map(|one| one.as_str()).collect();
    assert_eq!(
        notices,
        [
            "line 1: the last `)` is missing; the game is read as if it were there",
            "line 1: PL[X] is left out, because its value means nothing here",
            "line 1, move 5 comes after the end of play and is ignored",
        ]
    );
    let told: Vec<String> = notices.iter().map(|notice| format!("onepure: stdin: {notice}\n")).collect();
    assert_eq!((code, stderr, &json["stopped"]), (Some(0), told.concat(), &serde_json::Value::Null));
    let (_, json, _) = run(&["replay", "-", "--json", "--lang", "ko"], record);
    assert!(text(json).contains("5수는 종국 뒤의 수이므로 무시합니다"));
}

#[test]
fn a_game_a_line_and_a_komi_can_be_chosen() {
    let collection =
        b"(;SZ[9]RE[W+9];B[ee];W[cc]) (;SZ[9]KM[6.5]RE[B+R];B[aa](;W[bb])(;W[cc];B[dd](;W[ee])(;W[ff];B[gg])))";
    let told = |more: &[&str]| text(run(&[&["replay", "-", "--all"], more].concat(), collection).1);
    assert!(told(&[]).contains("   2. White C7."));
    let second = told(&["--game", "2"]);
    assert!(second.contains("rules japanese (assumed by the komi), komi 6.5 (KM)"), "{second}");
    assert!(second.contains("   2. White B8.") && !second.contains("   3. "), "{second}");
    let line = told(&["--game", "2", "--variation", "2,2", "--komi", "-3.5"]);
    assert!(line.contains("   5. Black G3."), "{line}");
    assert!(line.contains("rules japanese (assumed by the komi), komi -3.5 (--komi)"), "{line}");
    assert!(line.contains("Play has not ended"), "the result belongs to the main line: {line}");
    for (arguments, expected) in [
        (["--game", "3"], "stdin: game: expected 1 to 2, got 3"),
        (
            ["--variation", "2"],
            "stdin: variation: expected no further number, because the line does not branch again, got 2",
        ),
    ] {
        assert_eq!(fails(&[&["replay", "-"][..], &arguments].concat(), collection), expected);
    }
    for wrong in [["--game", "0"], ["--komi", "much"], ["--variation", "1,x"]] {
        assert_eq!(run(&[&["replay", "-"][..], &wrong].concat(), collection).0, Some(2), "{wrong:?}");
    }
}

/// Two walls of nine stones, with one open point between them at E7.
const ONE_OPEN_POINT: &[u8] = b"(;SZ[9]RU[Korean]KM[6.5]RE[B+1.5]\
    AB[ea][eb][fc][ed][ee][ef][eg][eh][ei]AW[da][db][dc][dd][de][df][dg][dh][di]PL[B];B[];W[])";

#[test]
fn a_neutral_point_counts_as_filled() {
    let (_, json, _) = run(&["replay", "-", "--json"], ONE_OPEN_POINT);
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    assert_eq!((&json["result"], &json["differs"]), (&"B+1.5".into(), &false.into()));
    assert_eq!(json["filled"], serde_json::json!(["E7"]));
    let told = text(run(&["replay", "-"], ONE_OPEN_POINT).1);
    assert!(told.contains("E7 is neutral and counts as filled."), "{told}");
}

#[test]
fn a_game_without_its_end_is_estimated_and_not_corrected() {
    let open = String::from_utf8_lossy(ONE_OPEN_POINT).replace(";B[];W[])", ";B[cc])").replace("B+1.5", "B+3.5");
    let (code, json, _) = run(&["replay", "-", "--json"], open.as_bytes());
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    assert_eq!((code, &json["result"], &json["differs"]), (Some(0), &serde_json::Value::Null, &false.into()));
    // The lone stone is dead.
    assert_eq!(json["estimate"], serde_json::json!({"result": "B+0.5", "lost": ["C7"]}));
    let told = text(run(&["replay", "-"], open.as_bytes()).1);
    assert!(told.ends_with("An estimate, if play ended here, with C7 lifted as dead: B+0.5.\n"), "{told}");
}

#[test]
fn a_file_alone_is_replayed() {
    assert_eq!(text(succeeds(&["lesser-board.sgf"], b"")), include_str!("../data/cli/lesser-board.en.txt"));
    let korean = text(succeeds(&["--lang", "ko", "lesser-board.sgf"], b""));
    assert_eq!(korean, include_str!("../data/cli/lesser-board.ko.txt"));
    assert_eq!(fails(&["missing.sgf"], b""), "missing.sgf: No such file or directory (os error 2)");
}

#[test]
fn several_outputs_are_all_written() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let files = ["a.txt", "a.json", "a.svg"].map(|name| folder.path().join(name).display().to_string());
    let mut arguments = vec!["replay", "dead-end.sgf", "--output", "-"];
    arguments.extend(files.iter().flat_map(|file| ["--output", file]));
    assert_eq!(text(succeeds(&arguments, b"")), include_str!("../data/cli/dead-end.en.txt"));
    let [account, json, picture] = files.map(|file| fs::read_to_string(file).expect("a file"));
    assert_eq!(account, include_str!("../data/cli/dead-end.en.txt"));
    assert!(json.starts_with("{\"record\":") && picture.starts_with("<svg "));
    let unknown = folder.path().join("a.doc").display().to_string();
    let (code, ..) = run(&["replay", "dead-end.sgf", "--output", "-", "--output", &unknown], b"");
    assert_eq!(code, Some(2), "all formats are known before anything is written");
}
