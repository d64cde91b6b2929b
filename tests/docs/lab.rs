//! The lab notes: dated entries of experiments in `docs/lab`.

use std::fs;
use std::path::{Path, PathBuf};

/// The parts of an entry, in order.
const PARTS: [&str; 5] = ["Question", "Set-up", "Command", "Result", "Decision"];

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// The Markdown files of a folder and its subfolders.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found
}

/// Returns whether a title starts with a date, as in `2026-11-21 The first network`.
fn is_dated(title: &str) -> bool {
    let form = "0000-00-00 ";
    title.len() > form.len()
        && title.chars().zip(form.chars()).all(|(sign, form)| match form {
            '0' => sign.is_ascii_digit(),
            form => sign == form,
        })
}

/// The errors in the entries of a file: missing dates or parts, or a wrong order.
fn faults(text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut dates: Vec<&str> = Vec::new();
    for section in text.split("\n## ").skip(1) {
        let (title, body) = section.split_once('\n').unwrap_or((section, ""));
        let parts: Vec<_> = body
            .lines()
            .filter_map(|line| line.strip_prefix("**")?.split_once(".**"))
            .map(|(part, _)| part)
            .filter(|part| PARTS.contains(part))
            .collect();
        if !is_dated(title) && parts.is_empty() {
            continue;
        }
        if !is_dated(title) {
            faults.push(format!("{title:?} has no date"));
        }
        if parts != PARTS {
            faults.push(format!("{title:?}: expected {PARTS:?}, got {parts:?}"));
        }
        dates.push(title.get(..10).unwrap_or(title));
    }
    if !dates.is_sorted() {
        faults.push(format!("the dates are not in order: {dates:?}"));
    }
    if dates.is_empty() {
        faults.push("no entry".to_owned());
    }
    faults
}

#[test]
fn every_entry_has_a_date_and_five_parts() {
    let lab = docs().join("lab");
    let index = lab.join("README.md");
    let mut entries = 0;
    for page in pages(&lab).into_iter().filter(|page| *page != index) {
        let text = fs::read_to_string(&page).expect("the page can be read");
        assert_eq!(faults(&text), Vec::<String>::new(), "{}", page.display());
        entries += text.matches("\n**Question.**").count();
    }
    assert!(entries > 60, "only {entries} entries");
}

#[test]
fn the_index_of_the_lab_has_every_file_of_it() {
    let lab = docs().join("lab");
    let index = fs::read_to_string(lab.join("README.md")).expect("the index can be read");
    for page in pages(&lab) {
        let name = page.strip_prefix(&lab).expect("in the lab").to_string_lossy().into_owned();
        assert!(!name.ends_with(".ko.md"), "{name}: lab notes are in English alone");
        assert!(name == "README.md" || index.contains(&format!("| [{name}]({name}) |")), "the index lacks {name}");
    }
}
