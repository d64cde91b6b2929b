//! Reports on known results, to the letter. The counts can be checked by hand.

use super::program::{run, succeeds};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/match")
}

fn expected(file: &str) -> String {
    fs::read_to_string(data().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn reports_are_as_they_should_be() {
    for name in ["two", "three"] {
        let folder = TempDir::new().expect("a folder for the test");
        let results = data().join(name).with_extension("jsonl");
        let results = results.to_str().expect("UTF-8");
        let text = succeeds(folder.path(), &["--merge", results, "--output", "."]);
        assert_eq!(text, expected(&format!("{name}.txt")), "{name}");
        for (file, golden) in [("report.md", format!("{name}.md")), ("chart.svg", format!("{name}.svg"))] {
            let found = fs::read_to_string(folder.path().join(file)).expect("a report");
            assert_eq!(found, expected(&golden), "{golden}");
        }
    }
}

/// Counted by hand for the two players: x wins 1, 2, 4 and 9, loses 3 and 6, draws 5; both lose 7, and 8 is void. As Black in 1,
/// 3, 5, 7 and 9 it has won, lost both ways and drawn.
#[test]
fn the_counts_of_the_report_are_those_of_the_games() {
    let text = expected("two.txt");
    let (_, counts) = text.split_once("\nResult\n").expect("the result");
    let row = |name: &str| {
        let line = counts.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or_else(|| panic!("{name}"));
        let cells = line.trim_start().trim_start_matches(name).split_whitespace();
        cells.map_while(|cell| cell.parse::<f64>().ok()).collect::<Vec<_>>()
    };
    assert_eq!(row("x     "), [9.0, 4.0, 2.0, 1.0, 1.0, 1.0, 5.0, 62.5]);
    assert_eq!(row("x as Black"), [5.0, 2.0, 1.0, 1.0, 1.0, 0.0]);
    assert_eq!(row("x as White"), [4.0, 2.0, 1.0, 0.0, 0.0, 1.0]);
    assert!(text.contains("got 0, ½, 1, 1½, 2 points: 0, 1, 1, 0, 1; games without a partner: 2"));
}

#[test]
fn points_lost_in_overtime_have_a_line() {
    let folder = TempDir::new().expect("a folder for the test");
    let results = expected("two.jsonl");
    assert!(results.matches("\"wall\":").count() > 4);
    // The first two players in the file: Black and White of the first game.
    let results = results.replacen("\"wall\":", "\"penalty\":4,\"wall\":", 1);
    let (first, second) = results.split_at(results.find("\"penalty\":4").expect("a penalty") + 40);
    let second = second.replacen("\"wall\":", "\"penalty\":2,\"wall\":", 1);
    fs::write(folder.path().join("two.jsonl"), format!("{first}{second}")).expect("the file can be written");
    let text = succeeds(folder.path(), &["--merge", "two.jsonl"]);
    assert!(text.contains("Overtime cost x 4 points, in 1 game"), "{text}");
    assert!(text.contains("Overtime cost y 2 points, in 1 game"), "{text}");
}

#[test]
fn a_report_of_nothing_is_a_report() {
    let folder = TempDir::new().expect("a folder for the test");
    let header = expected("two.jsonl").lines().next().expect("a line").to_owned() + "\n";
    fs::write(folder.path().join("none.jsonl"), header).expect("the file can be written");
    let text = succeeds(folder.path(), &["--merge", "none.jsonl", "--output", "."]);
    assert!(text.contains("0 of 10 games played"), "{text}");
    let refused = run(folder.path(), &["--merge", "missing.jsonl"]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.starts_with("onepure: missing.jsonl: "), "{}", refused.stderr);
}
