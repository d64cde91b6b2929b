//! The documents are correct: the names in `docs/rules.md` and `docs/reliability.md` exist, the diagrams of the rules are
//! correct, and Korean twins agree. `.ci/links` checks the links.

use super::files::{read, root};
use onepure::board::{Board, Color, PerColor, Position};
use onepure::geometry::{BoardSize, PointSet};
use onepure::rules::{Counting, Points};

/// A document in one language, with the words that introduce the code and the test of a decision.
struct Document {
    text: String,
    decision: &'static str,
    code: &'static str,
    test: &'static str,
}

impl Document {
    fn english() -> Self {
        Self { text: read("docs/rules.md"), decision: "Decision", code: "Code:", test: "Test:" }
    }

    fn korean() -> Self {
        Self { text: read("docs/rules.ko.md"), decision: "결정", code: "코드:", test: "시험:" }
    }

    /// The blocks that state a decision, in order.
    fn decisions(&self) -> Vec<String> {
        let opening = format!("> **{} ", self.decision);
        blocks(&self.text).into_iter().filter(|block| block.starts_with(&opening)).collect()
    }
}

/// A fenced block: the word after the fence, and the lines.
#[derive(PartialEq, Debug)]
struct Fenced<'a> {
    kind: &'a str,
    lines: Vec<&'a str>,
}

/// A file that a document names, and the items that it should contain.
#[derive(PartialEq, Debug)]
struct Reference {
    path: String,
    names: Vec<String>,
}

/// The blocks between blank lines, outside of fences; each row of a table is one.
fn blocks(text: &str) -> Vec<String> {
    let mut fenced = false;
    let mut blocks = vec![String::new()];
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        if fenced || line.starts_with("```") || line.is_empty() || line.starts_with('|') {
            blocks.push(if line.starts_with('|') { line.to_owned() } else { String::new() });
        } else if let Some(block) = blocks.last_mut() {
            block.push_str(line);
            block.push('\n');
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

fn fenced(text: &str) -> Vec<Fenced<'_>> {
    let mut found = Vec::new();
    let mut open: Option<Fenced> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(kind), None) => open = Some(Fenced { kind, lines: Vec::new() }),
            (None, Some(block)) => block.lines.push(line),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence is not closed");
    found
}

/// The files that a block names, each with the names after it.
fn references(block: &str) -> Vec<Reference> {
    let mut found: Vec<Reference> = Vec::new();
    for span in block.split('`').skip(1).step_by(2) {
        if ["src/", "crates/", "tests/", "gtp-scripts/"].iter().any(|folder| span.starts_with(folder)) {
            found.push(Reference { path: span.to_owned(), names: Vec::new() });
        } else if let Some(reference) = found.last_mut() {
            reference.names.push(span.to_owned());
        }
    }
    found
}

/// The files that the tables of a document name.
fn in_tables(path: &str) -> Vec<Reference> {
    blocks(&read(path)).iter().filter(|block| block.starts_with('|')).flat_map(|row| references(row)).collect()
}

/// Returns whether a file contains an item: in a source an item, a variant or a method (`Type::name` needs both), in test data
/// the case with this title.
fn has(path: &str, text: &str, name: &str) -> bool {
    if path.starts_with("tests/data/") {
        return text.lines().any(|line| line.strip_prefix("case ") == Some(name));
    }
    name.split("::").all(|name| {
        text.lines().any(|line| {
            let words: Vec<_> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            let item = words.windows(2).any(|pair| {
                ["fn", "struct", "enum", "const", "trait", "type", "mod"].contains(&pair[0]) && pair[1] == name
            });
            item || line.trim_start().strip_prefix(name).is_some_and(|rest| rest.starts_with([',', '(']))
        })
    })
}

#[test]
fn every_place_that_the_rules_name_exists() {
    let english = Document::english();
    let references: Vec<_> = blocks(&english.text).iter().flat_map(|block| references(block)).collect();
    assert!(references.len() > 60, "only {} references were found", references.len());
    for Reference { path, names } in references {
        let text = read(&path);
        for name in names {
            assert!(has(&path, &text, &name), "{path} has no {name}");
        }
    }
}

#[test]
fn every_decision_names_its_code_and_its_test() {
    for document in [Document::english(), Document::korean()] {
        let decisions = document.decisions();
        assert!(decisions.len() > 25, "only {} decisions were found", decisions.len());
        for (number, decision) in (1..).zip(&decisions) {
            let heading = format!("> **{} {number}: ", document.decision);
            assert!(decision.starts_with(&heading), "not numbered {number}: {decision}");
            let (_, places) = decision.split_once(document.code).expect("a decision names its code");
            let (code, test) = places.split_once(document.test).expect("a decision names its test");
            for Reference { path, names } in references(code) {
                assert!(
                    (path.starts_with("src/") || path.starts_with("crates/")) && !names.is_empty(),
                    "decision {number}: {path} {names:?}"
                );
            }
            assert!(!references(code).is_empty() && !references(test).is_empty(), "decision {number} names nothing");
            for Reference { path, names } in references(test) {
                let source = read(&path);
                let session = path.starts_with("gtp-scripts/");
                assert!(session || !names.is_empty(), "decision {number}: what of {path}?");
                for name in names {
                    let tested = path.starts_with("tests/data/") || source.contains(&format!("fn {name}("));
                    assert!(tested, "decision {number}: {path} has no test {name}");
                }
            }
        }
    }
}

/// The tests of every promise exist. The page in English alone names them.
#[test]
fn every_test_that_stands_for_a_promise_exists() {
    let references = in_tables("docs/reliability.md");
    assert!(references.len() > 30, "only {} references were found", references.len());
    for Reference { path, names } in references {
        let source = read(&path);
        for name in names {
            assert!(has(&path, &source, &name), "{path} has no {name}");
        }
    }
}

/// The tests on the page about rule sets exist, and both languages name the same ones.
#[test]
fn every_test_of_the_rule_systems_exists() {
    let english = in_tables("docs/rules-systems.md");
    assert_eq!(english, in_tables("docs/rules-systems.ko.md"), "the tests differ");
    assert!(english.len() > 50, "only {} references were found", english.len());
    for Reference { path, names } in english {
        let source = read(&path);
        for name in names {
            assert!(has(&path, &source, &name), "{path} has no {name}");
        }
    }
}

#[test]
fn both_languages_say_the_same() {
    let (english, korean) = (Document::english(), Document::korean());
    let levels = |text: &str| -> Vec<usize> {
        let headings = blocks(text).into_iter().filter(|block| block.starts_with('#'));
        headings.map(|block| block.bytes().take_while(|&byte| byte == b'#').count()).collect()
    };
    assert_eq!(levels(&english.text), levels(&korean.text), "the headings differ");
    assert_eq!(fenced(&english.text), fenced(&korean.text), "the diagrams differ");
    let references_of = |text: &str| -> Vec<Reference> { blocks(text).iter().flat_map(|it| references(it)).collect() };
    assert_eq!(references_of(&english.text), references_of(&korean.text), "the code or the tests differ");
    let words = |text: &str| -> Vec<String> {
        let rows = blocks(text).into_iter().filter(|block| block.starts_with('|'));
        rows.skip(2).map_while(|row| row.split('|').nth(1).map(|word| word.trim().to_owned())).take(22).collect()
    };
    assert_eq!(words(&english.text), words(&korean.text), "the words differ");
}

/// The stones of a diagram.
fn position(lines: &[&str]) -> (BoardSize, Position) {
    let size = BoardSize::for_play(lines.len()).expect("5 to 19 lines");
    let mut stones = PerColor::<PointSet>::default();
    for (row, line) in (0..).zip(lines.iter().rev()) {
        let contents: Vec<_> = line.split(' ').collect();
        assert_eq!(contents.len(), lines.len(), "a diagram is square: {line}");
        for (column, content) in contents.into_iter().enumerate() {
            let point = size.point(column, row).expect("on the board");
            match content {
                "#" => stones[Color::Black].insert(point),
                "O" => stones[Color::White].insert(point),
                "." | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" => {}
                _ => panic!("{content} in a diagram"),
            }
        }
    }
    (size, Position { stones })
}

#[test]
fn diagrams_can_be_read_and_their_points_are_right() {
    let english = Document::english();
    let fenced = fenced(&english.text);
    let mut pictures = 0;
    for pair in fenced.windows(2) {
        let (size, position) = match pair[0].kind {
            "board" => position(&pair[0].lines),
            "points" => continue,
            kind => panic!("a fenced block of the kind {kind:?}"),
        };
        if pair[1].kind == "points" {
            let points = Points::of(&Board::from_position(size, &position), Counting::Contact);
            let rows = (0..size.lines()).rev().map(|row| {
                let owners = (0..size.lines()).map(|column| match points.owner(size.point(column, row)?)? {
                    Color::Black => Some("B"),
                    Color::White => Some("W"),
                });
                owners.map(|owner| owner.unwrap_or(".")).collect::<Vec<_>>().join(" ")
            });
            assert_eq!(rows.collect::<Vec<_>>(), pair[1].lines);
            pictures += 1;
        }
    }
    assert_eq!(pictures, 2);
}

/// The numbers of a text, sorted, without those in code and in link targets.
fn figures(text: &str) -> Vec<String> {
    let prose = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let visible = prose.split("](").enumerate().map(|(number, part)| match part.split_once(')') {
        Some((_, rest)) if number > 0 => rest,
        _ => part,
    });
    let visible = visible.collect::<Vec<_>>().join(" ");
    let words = visible.split(|sign: char| !sign.is_ascii_digit() && !".,:".contains(sign));
    let words = words.map(|word| word.trim_matches(|sign: char| !sign.is_ascii_digit()));
    let mut figures: Vec<_> = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
    figures.sort_unstable();
    figures
}

/// The texts between backticks outside of fences, sorted.
fn code(text: &str) -> Vec<String> {
    let mut spans: Vec<_> = blocks(text)
        .iter()
        .flat_map(|block| block.split('`').skip(1).step_by(2).map(|span| span.replace('\n', " ")).collect::<Vec<_>>())
        .collect();
    spans.sort_unstable();
    spans
}

/// The fenced blocks without the comments of scripts and settings, which are translated.
fn commands(text: &str) -> Vec<Fenced<'_>> {
    let mut blocks = fenced(text);
    for block in blocks.iter_mut().filter(|block| ["sh", "toml"].contains(&block.kind)) {
        for line in &mut block.lines {
            *line = line.split(" # ").next().unwrap_or_default().trim_end();
        }
    }
    blocks
}

/// Documents translated line by line share headings, fences, code, and the figures in table rows.
#[test]
fn pages_that_are_told_line_by_line_are_the_same_in_both_languages() {
    let pages = [
        "clients",
        "cluster",
        "fuzzing",
        "gallery",
        "gogui",
        "gtp",
        "match",
        "network",
        "performance",
        "records",
        "referee",
        "sabaki",
        "search",
        "selfplay",
        "servers",
        "strength",
        "tactics",
        "training",
    ];
    for name in pages {
        let [english, korean] = ["", ".ko"].map(|language| read(format!("docs/{name}{language}.md")));
        let shape = |text: &str| -> Vec<String> {
            let kept = blocks(text).into_iter().filter(|block| block.starts_with(['#', '|', '-']));
            kept.map(|block| block.chars().filter(|c| ['#', '|'].contains(c)).collect()).collect()
        };
        assert_eq!(shape(&english), shape(&korean), "headings, tables and lists of {name}");
        assert_eq!(commands(&english), commands(&korean), "the commands of {name}");
        let rows = |text: &str| -> Vec<Vec<String>> {
            blocks(text).iter().filter(|block| block.starts_with('|')).map(|row| figures(row)).collect()
        };
        assert_eq!(rows(&english), rows(&korean), "the figures in the tables of {name}");
        // Parameters of servers' commands are in Korean, and so are the outputs in `records`.
        if !["servers", "records"].contains(&name) {
            assert_eq!(code(&english), code(&korean), "the code of {name}");
        }
    }
}

/// Every file and folder that the guides and the pages about the code name exists.
#[test]
fn every_place_that_the_guides_name_exists() {
    for guide in ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/search.md", "docs/network.md", "docs/fuzzing.md"] {
        let text = read(guide);
        let spans = text.split('`').skip(1).step_by(2);
        let folders = ["src/", "crates/", "tests/", "docs/", "packaging/", "examples/", "gtp-scripts/", "training/"];
        let is_place =
            |span: &&str| folders.iter().any(|folder| span.starts_with(folder)) && !span.contains(['*', ' ']);
        let places: Vec<_> = spans.filter(is_place).filter(|span| !span.contains("SUBJECT")).collect();
        assert!(!places.is_empty());
        for place in places {
            assert!(root().join(place).exists(), "{guide}: there is no {place}");
        }
    }
}
