//! One word for one thing: White's compensation is *komi*, and a *lead* is the margin of the colour that is ahead.

use std::fs;
use std::path::{Path, PathBuf};

/// Phrases that would call komi a lead.
const KOMI_AS_LEAD: [&str; 5] = ["lead of article", "lead (komi)", "lead (km)", "and no lead", "lead may be set"];

/// The folders with texts for users and programmers.
const FOLDERS: [&str; 6] = ["src", "docs", "gtp-scripts", "tests/data", "examples", "training/src"];

fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            // Lab notes are not rewritten.
            if !path.ends_with("docs/lab") {
                texts(&path, found);
            }
        } else if ["rs", "md", "js", "html", "gtp", "tst", "txt", "expected", "svg"].contains(&ending.as_str()) {
            found.push(path);
        }
    }
}

/// Returns whether a line gives the lead a number, as only komi has one: `lead 7`, `the lead of 7`, `the lead is 7`.
fn has_number(line: &str) -> bool {
    line.match_indices("lead ").any(|(at, found)| {
        let rest = &line[at + found.len()..];
        let rest =
            rest.strip_prefix("of ").or_else(|| rest.strip_prefix("is ")).unwrap_or(rest).trim_start_matches('-');
        let is_word = !line[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
        // "A lead of 20 points" is a margin.
        is_word && rest.starts_with(|digit: char| digit.is_ascii_digit()) && !rest.contains("points")
    })
}

#[test]
fn komi_is_called_komi() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![root.join("README.md"), root.join("CHANGELOG.md")];
    for folder in FOLDERS {
        texts(&root.join(folder), &mut files);
    }
    assert!(files.len() > 400, "only {} files", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        for (number, line) in (1..).zip(text.lines().map(str::to_lowercase)) {
            if KOMI_AS_LEAD.iter().any(|phrase| line.contains(phrase)) || has_number(&line) {
                wrong.push(format!("{}:{number}: {line}", file.display()));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(has_number("with the lead of -8.5 every other move loses") && has_number("; the lead is 7"));
}
