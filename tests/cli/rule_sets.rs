//! Every rule set on the command line: matches, records, and warnings if a record and an option contradict each other.

use assert_cmd::cargo::cargo_bin_cmd;
use onepure::geometry::PointSet;
use onepure::record::Record;
use onepure::rules::{Counting, Ruleset};
use onepure::view::{BoardPicture, Language, LeftOver, Mark};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// The exit code, stdout and stderr.
fn run(folder: &Path, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = cargo_bin_cmd!("onepure");
    command.env_remove("RUST_LOG").current_dir(folder).timeout(Duration::from_secs(120));
    let output = command.args(arguments).write_stdin(input).output().expect("the program can be run");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The named rule sets, and two unnamed combinations.
fn rule_sets() -> impl Iterator<Item = Ruleset> {
    let combinations = ["koSIMPLEscoreAREAtaxSEKIsui1", "koSITUATIONALscoreTERRITORYtaxALLsui1"];
    let combinations = combinations.map(|name| Ruleset::named(name).expect("a combination"));
    Ruleset::ALL.into_iter().chain(combinations)
}

/// The first words of the count in an account.
fn words_of_count(ruleset: &Ruleset) -> &'static str {
    match ruleset.lesser_board.counting {
        Counting::Contact => "Points: ",
        Counting::Area => "Area: ",
        Counting::Territory => "Territory and prisoners: ",
    }
}

#[test]
fn every_rule_set_has_a_picture_with_its_count() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for ruleset in rule_sets() {
        // Play ends after four passes under Ing rules, otherwise after two.
        let passes = if ruleset.name.starts_with("ing") { ";W[];B[];W[];B[]" } else { ";W[];B[]" };
        let record = format!("(;SZ[5]RU[{}];B[cc]{passes})", ruleset.record_name);
        let (code, picture, told) = run(folder.path(), &["replay", "--format", "svg", "-"], &record);
        assert_eq!((code, told.as_str()), (Some(0), ""), "{}", ruleset.name);
        let (words, name) = (words_of_count(&ruleset), ruleset.name);
        assert!(picture.starts_with("<svg ") && picture.contains("<circle "), "{name}: {picture}");
        assert!(picture.contains(&format!("<desc>{words}")), "{name}: {picture}");
    }
}

#[test]
fn every_rule_set_plays_a_match_whose_records_can_be_refereed() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for ruleset in rule_sets() {
        let players = [
            "--player",
            "a=builtin:visits=40,threads=1,network=small",
            "--player",
            "b=builtin:visits=20,threads=1,network=small",
        ];
        let games = ["--games", "2", "--parallel", "1", "--seed", "7", "--size", "5", "--output", ruleset.name];
        let arguments = [&["match", "--rules", ruleset.name][..], &players, &games].concat();
        let (code, _, told) = run(folder.path(), &arguments, "");
        assert_eq!(code, Some(0), "{}: {told}", ruleset.name);
        let results = folder.path().join(ruleset.name).join("results.jsonl");
        let results = fs::read_to_string(results).expect("results");
        let played: Vec<Value> =
            results.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(played.len(), 2, "{results}");
        for game in played {
            assert!(game["trouble"].is_null() && game["rules"] == ruleset.name, "{game}");
        }
        let mut records = 0;
        for entry in walk(&folder.path().join(ruleset.name)) {
            let record = fs::read_to_string(&entry).expect("a record");
            assert!(record.contains(&format!("RU[{}]", ruleset.record_name)), "{record}");
            let (code, account, told) = run(folder.path(), &["replay", entry.to_str().expect("UTF-8")], "");
            assert_eq!((code, told.as_str()), (Some(0), ""), "{}", ruleset.name);
            assert!(account.contains(words_of_count(&ruleset)), "{account}");
            assert_eq!(account.contains("By territory, with"), ruleset == Ruleset::aga(), "{account}");
            records += 1;
        }
        assert_eq!(records, 2);
    }
}

/// The records in a folder and its subfolders.
fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = folder.read_dir().expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "sgf"))
        .collect()
}

#[test]
fn a_record_of_other_rules_than_those_asked_for_is_told() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let told = |arguments: &[&str], record: &str| {
        let (code, _, told) = run(folder.path(), arguments, record);
        assert_eq!(code, Some(0), "{told}");
        told
    };
    let record = "(;SZ[5]RU[Japanese];B[cc];W[];B[])";
    assert_eq!(told(&["replay", "-"], record), "");
    assert_eq!(told(&["replay", "--rules", "japanese", "-"], record), "");
    assert_eq!(
        told(&["replay", "--rules", "chinese", "-"], record),
        "onepure: stdin: its rules are Japanese, but --rules chinese holds here\n"
    );
    assert_eq!(
        told(&["replay", "-"], "(;SZ[5]RU[Atari Go];B[cc];W[];B[])"),
        "onepure: stdin: its rules Atari Go are not known here; it is read by one-pure, --rules says otherwise\n"
    );
    std::fs::write(folder.path().join("game.sgf"), record).expect("a record");
    for (rules, expected) in [
        ("japanese", ""),
        ("chinese", "game.sgf: its rules are Japanese, but chinese holds here; kata-set-rules sets others\n"),
    ] {
        let (_, _, told) = run(folder.path(), &["gtp", "--rules", rules], "loadsgf game.sgf\n");
        assert!(told.ends_with(expected) && told.is_empty() == expected.is_empty(), "{rules}: {told}");
    }
}

#[test]
fn rules_are_asked_for_by_name_or_by_their_fields() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let record = "(;SZ[5];B[cc];W[];B[])";
    let asked = |rules: &str| run(folder.path(), &["replay", "--rules", rules, "-"], record);
    let by_fields = asked(r#"{"ko":"SIMPLE","scoring":"TERRITORY","tax":"NONE","suicide":true}"#);
    assert_eq!(by_fields.0, Some(0), "{by_fields:?}");
    assert_eq!(by_fields, asked("koSIMPLEscoreTERRITORYtaxNONEsui1"));
    let names = format!("expected {}", Ruleset::names());
    for (wrong, why) in [
        ("chess", names.as_str()),
        (r#"{"ko":"SIMPLE","hasButton":true}"#, "`hasButton` is false: rules with a button are not played here"),
        (
            r#"{"ko":"SIMPLE","quota":180}"#,
            "`quota` clashes with the other keys: with these it is null, and 180 under ",
        ),
        (r#"{"ko":"SIMPLE""#, "no JSON object: "),
    ] {
        let (code, _, told) = asked(wrong);
        let expected = format!("onepure: invalid value '{wrong}' for '--rules <NAME>': {why}");
        assert!(code == Some(2) && told.starts_with(&expected), "{told}");
    }
}

#[test]
fn captured_stones_are_beside_the_board_where_they_count() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let record = |rules: &str| format!("(;SZ[5]RU[{rules}];B[ab];W[aa];B[ba];W[ee];B[];W[])");
    for (rules, counted) in [("Japanese", true), ("Korean", true), ("Chinese", false)] {
        let (_, account, _) = run(folder.path(), &["replay", "-"], &record(rules));
        assert!(account.contains("captured"), "the capture is told: {account}");
        // Letters are drawn as outlines, stones in a bowl as discs.
        let game = record(rules).parse::<Record>().expect("a record");
        let ruleset = game.info.known_ruleset().expect("rules that are known");
        let mut picture = BoardPicture::of(&game.replay(ruleset).expect("legal moves"), Language::English);
        let drawn = picture.draw().svg().len();
        let sides = picture.sides.as_mut().expect("both colours");
        assert_eq!(sides.black.captured, counted.then_some(1), "{rules}");
        (sides.black.captured, sides.white.captured) = (None, None);
        assert_eq!(drawn > picture.draw().svg().len(), counted, "{rules}");
        let script = format!(
            "boardsize 5\nkata-set-rules {rules}\nplay b a4\nplay w a5\nplay b b5\nshowboard\ncaptures black\n"
        );
        let (_, answers, _) = run(folder.path(), &["gtp", "--threads", "1"], &script);
        assert_eq!(answers.contains("black: 2 on the board, 1 captured"), counted, "{answers}");
        assert!(answers.ends_with("= 1\n\n"), "{answers}");
    }
}

/// Black has the columns A to C, White D and E: with a komi of 8 White wins by 3.
const FINISHED: &str = "(;SZ[5]RU[RULES];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[];B[];W[])";

#[test]
fn a_finished_board_is_shown_filled_under_ing_rules() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let record = FINISHED.replace("RULES", "GOE");
    let (_, account, _) = run(folder.path(), &["replay", "-"], &record);
    let sentence = "By filling: 4 stones of White's go into Black's area, then each colour fills its own with its 12: \
                    Black has 1 left, White lacks 2.";
    assert!(account.split_whitespace().collect::<Vec<_>>().join(" ").contains(sentence), "{account}");

    let game = record.parse::<Record>().expect("a record").replay(Ruleset::ing()).expect("legal moves");
    let filling = game.filling(PointSet::empty()).expect("a count by halves");
    let picture = BoardPicture::of(&game, Language::English).with_filling(&game, PointSet::empty(), &filling);
    let stones = picture.stones.stones;
    assert_eq!((stones.black.len(), stones.white.len()), (11, 12), "Black has 1 left of 12");
    assert_eq!(picture.marks.len(), 4 + 6 + 3, "White's in Black's area, then what each fills");
    assert!(picture.marks.iter().all(|&(point, mark)| mark == Mark::Filling && game.board().stone(point).is_none()));
    let sides = picture.sides.as_ref().expect("both colours");
    let left = |stones| Some(LeftOver { of: 12, stones });
    assert_eq!((sides.black.left, sides.white.left), (left(1), left(-2)));

    // Under Ing rules the command draws the filled board with title and captions. Under other rules and during play it draws the
    // owner of each point.
    let drawn = |record: &str| {
        let (code, svg, told) = run(folder.path(), &["replay", "-", "--format", "svg"], record);
        assert_eq!((code, told.as_str()), (Some(0), ""));
        let stones = |color: &str| svg.matches(&format!("<use href=\"#{color}\" x=")).count();
        (stones("black"), stones("white"))
    };
    assert_eq!(drawn(&record), (11, 12 + 1), "the legend has a white stone too");
    let others = [
        FINISHED.replace("RULES", "Ing 1986"),
        FINISHED.replace("RULES", "Chinese").replace(";B[];W[])", ")"),
        record.replace(";W[])", ")"),
    ];
    for other in others {
        assert_eq!(drawn(&other), (5, 5), "{other}");
    }
}
