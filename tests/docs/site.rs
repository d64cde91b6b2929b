//! The documentation site has every page: `docs/SUMMARY.md`, its table of contents, is complete and valid for mdBook.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// The Markdown files of a folder and its subfolders, relative to `docs`.
fn pages(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            found.append(&mut pages(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.insert(path.strip_prefix(docs()).expect("in docs").to_string_lossy().into_owned());
        }
    }
    found
}

/// The page that a line of the table of contents names. mdBook accepts only such lines, empty ones and headings.
fn target(line: &str) -> Option<&str> {
    line.trim_start_matches([' ', '-']).strip_prefix('[')?.split_once("](")?.1.strip_suffix(')')
}

#[test]
fn the_table_of_contents_has_every_page_once() {
    let text = fs::read_to_string(docs().join("SUMMARY.md")).expect("the table of contents can be read");
    let mut listed = BTreeSet::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        let page = target(line).unwrap_or_else(|| panic!("SUMMARY.md: expected [title](page), got {line:?}"));
        assert!(docs().join(page).is_file(), "SUMMARY.md: there is no {page}");
        assert!(listed.insert(page.to_owned()), "SUMMARY.md: {page} is there twice");
    }
    let guides = ["README.md", "README.ko.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    let mut expected = pages(&docs());
    expected.remove("SUMMARY.md");
    expected.extend(guides.map(|guide| format!("../{guide}")));
    expected.insert("../assets/font/README.md".to_owned());
    assert_eq!(listed, expected);
}
