//! `onepure rules`: the rules for players, without a document beside the program.

use super::commands::{fails, succeeds};
use onepure::rules::Ruleset;
use unicode_width::UnicodeWidthStr;

#[test]
fn the_rules_are_a_screenful_for_every_rule_set() {
    for ruleset in Ruleset::ALL {
        for language in ["en", "ko"] {
            for size in ["9", "19"] {
                let arguments = ["rules", "--rules", ruleset.name, "--lang", language, "--size", size];
                let told = succeeds(&arguments, "");
                assert!((5..24).contains(&told.lines().count()), "{arguments:?}\n{told}");
                assert!(told.lines().all(|line| line.width() < 80), "{arguments:?}\n{told}");
                let has_more = told.contains("`onepure rules --full");
                assert_eq!(has_more, ruleset == Ruleset::one_pure(), "{arguments:?}\n{told}");
            }
        }
    }
    assert!(succeeds(&["rules"], "").starts_with("The One Pure Rules, 19×19:\n- Black and White alternately place"));
    assert!(succeeds(&["rules", "--lang", "ko", "--size", "9"], "").starts_with("One Pure Rules, 9줄 바둑판:\n- "));
}

#[test]
fn the_full_rules_are_the_document_for_players() {
    for (language, document, articles, board) in [
        ("en", include_str!("../../docs/rules.md"), "Article 9: Result", "    . # O # .\n"),
        ("ko", include_str!("../../docs/rules.ko.md"), "제9조", "    . # O # .\n"),
    ] {
        let told = succeeds(&["rules", "--full", "--lang", language], "");
        assert!(told.contains(articles) && told.contains(board), "{told}");
        let unfenced = document.split("```").step_by(2).flat_map(str::lines);
        let headings = unfenced.filter_map(|line| line.strip_prefix('#'));
        for heading in headings.map(|line| line.trim_start_matches('#').trim()) {
            assert!(told.lines().any(|line| line == heading), "{heading} is missing");
        }
        let fenced: Vec<&str> = document.split("```").skip(1).step_by(2).collect();
        assert!(fenced.len() > 8, "{}", fenced.len());
        for board in fenced {
            let rows = board.lines().skip(1).fold(String::new(), |rows, row| rows + "    " + row + "\n");
            assert!(told.contains(&rows), "{rows}");
        }
        // The text has no Markdown and no places in the code.
        for sign in ["**", "](", "```", "\n|", "\n> ", "Code:", "코드:"] {
            let line = told.lines().find(|line| format!("\n{line}").contains(sign));
            assert_eq!(line, None, "{sign}");
        }
        assert!(told.lines().all(|line| line.width() < 80), "{:?}", told.lines().find(|line| line.width() >= 80));
    }
}

#[test]
fn only_the_one_pure_rules_have_articles() {
    let expected = "--full: expected --rules one-pure, got chinese; without --full its rules fit on one screen";
    assert_eq!(fails(&["rules", "--full", "--rules", "chinese"], 2), expected);
}
