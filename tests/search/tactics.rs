//! The positions in `gtp-scripts/tactics` are valid and match their comments. `examples/tactics.rs` prints how many of them the
//! engine solves; no test depends on it.

use crate::dialogue::Dialogue;
use crate::regression::{Expected, Script, tactics};
use std::collections::BTreeSet;
use std::io;

/// Enough for an answer, too few for a good one.
const VISITS: u64 = 10;

fn dialogue() -> Dialogue {
    Dialogue::new(19, VISITS)
}

#[test]
fn every_script_runs_without_an_error() -> io::Result<()> {
    for script in tactics()? {
        let answered = script.ask(&mut dialogue()).unwrap_or_else(|error| panic!("{error}"));
        let numbers: Vec<u32> = answered.iter().map(|answered| answered.number).collect();
        let expected: Vec<u32> = (1..=answered.len() as u32).map(|number| 10 * number).collect();
        assert_eq!(numbers, expected, "{}: the numbers go up by 10", script.kind);
        for answered in answered {
            assert!(!answered.answer.is_empty(), "{} {}: no answer", script.kind, answered.number);
        }
    }
    Ok(())
}

#[test]
fn every_kind_has_enough_positions() -> io::Result<()> {
    let mut sum = 0;
    for script in tactics()? {
        let number = script.positions().count();
        assert!(number >= 9, "{}: {number} positions", script.kind);
        sum += number;
    }
    assert!(sum >= 120, "{sum} positions");
    assert_eq!(tactics()?.len(), 11);
    Ok(())
}

/// The rows of the picture in a position's comment, from the top.
fn picture(position: &str) -> Vec<Vec<&str>> {
    let rows = position.lines().filter_map(|line| line.strip_prefix("#   "));
    rows.map(|row| row.split_whitespace().collect()).collect()
}

/// The vertices of a picture with this sign.
fn vertices(picture: &[Vec<&str>], sign: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (line, row) in (1..).zip(picture.iter().rev()) {
        for (column, content) in ('A'..).filter(|&letter| letter != 'I').zip(row) {
            if *content == sign {
                found.insert(format!("{column}{line}"));
            }
        }
    }
    found
}

#[test]
fn the_pictures_show_the_positions() -> io::Result<()> {
    let mut shown = 0;
    for script in tactics()? {
        for position in script.positions() {
            let picture = picture(position);
            let (set_up, _) = position.split_once("\nkomi ").unwrap_or((position, ""));
            if !set_up.contains("\ngogui-setup ") {
                continue;
            }
            let place = format!("{}: {position}", script.kind);
            assert!(picture.iter().all(|row| row.len() == picture.len()), "not square: {place}");
            let mut dialogue = dialogue();
            dialogue.tell(&commands(set_up));
            assert_eq!(dialogue.ask("query_boardsize"), picture.len().to_string(), "{place}");
            for (color, sign) in [("black", "#"), ("white", "O")] {
                let stones = dialogue.ask(&format!("list_stones {color}"));
                let stones: BTreeSet<String> = stones.split_whitespace().map(str::to_owned).collect();
                assert_eq!(stones, vertices(&picture, sign), "{color} in {place}");
            }
            shown += 1;
        }
    }
    assert!(shown >= 120, "{shown} pictures");
    Ok(())
}

/// The lines of a text without comments.
fn commands(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n")
}

/// Every expected answer is legal and does not lose at once.
#[test]
fn what_is_right_can_be_played() -> io::Result<()> {
    let mut tried = 0;
    for Script { kind, text } in tactics()? {
        let mut dialogue = dialogue();
        let mut color = None;
        for line in text.lines() {
            if let Some(expected) = Expected::read(line) {
                let color: Option<String> = color.take();
                let (Expected::Right(vertices), Some(color)) = (expected, color) else { continue };
                for vertex in vertices {
                    let dead_ends = dialogue.ask(&format!("opr-dead_ends {color}"));
                    assert!(!dead_ends.split_whitespace().any(|dead_end| dead_end == vertex), "{kind}: {vertex}");
                    dialogue.tell(&format!("play {color} {vertex}\nundo"));
                    tried += 1;
                }
            } else if let Some((_, asked)) = line.split_once(" reg_genmove ") {
                color = Some(asked.to_owned());
            } else {
                dialogue.tell(line);
            }
        }
    }
    assert!(tried >= 120, "{tried} answers");
    Ok(())
}

#[test]
fn expectations_are_read() {
    assert_eq!(Expected::read("10 genmove b"), None);
    assert_eq!(Expected::read("# a comment"), None);
    assert_eq!(Expected::read("#? [A.*]"), None);
    let right = Expected::read("#? [A1 B2]").expect("what is right");
    assert!(right.is_met("A1 B2") && !right.is_met("A1"));
    let several = Expected::read("#? [A1|B2]").expect("what is right");
    assert!(several.is_met("A1") && several.is_met("B2") && !several.is_met("A1|B2"));
    let wrong = Expected::read("#? [!pass]").expect("what is wrong");
    assert!(wrong.is_met("A1") && !wrong.is_met("pass"));
}

#[test]
fn what_cannot_be_asked_is_named() {
    let ask = |text: &str| {
        let script = Script { kind: "test".to_owned(), text: text.to_owned() };
        script.ask(&mut dialogue()).err()
    };
    let error = ask("boardsize 9\nplay black A0\n").expect("an error");
    assert!(error.starts_with("test, line 2: `play black A0`: ?"), "{error}");
    let error = ask("boardsize 9\n#? [A1]").expect("an error");
    assert_eq!(error, "test, line 2: `#? [A1]`: no numbered command before it");
    let error = ask("10 name\n#? [A1").expect("an error");
    assert_eq!(error, "test, line 2: `#? [A1`: not an expectation such as #? [A1]");
    assert_eq!(ask("10 name\n#? [onepure]\n"), None);
}
