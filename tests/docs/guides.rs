//! The guides of ARCHITECTURE.md ("Where to change what") name every file that has to change.
//!
//! Each test takes an existing item of the kind that a guide adds, and searches the sources for its name. A file with the name
//! must be in the guide's row, or be a test or a document that uses the item as an example.

use super::imports::{SOURCE_FOLDERS, read, root, rust_files};
use std::fs;
use std::path::PathBuf;

/// A row of the guide, words that name an item of its kind, and files that use it as an example.
struct Guide {
    row: &'static str,
    names: &'static [&'static str],
    examples: &'static [&'static str],
}

const GUIDES: [Guide; 5] = [
    Guide {
        row: "a rule set that is a combination of fields",
        names: &["new_zealand", "new-zealand", "New Zealand"],
        // The servers' names for it, and the help of a command.
        examples: &["src/arena/players/gtp.rs", "src/gtp/commands/rules.rs"],
    },
    Guide { row: "how playouts answer moves", names: &["other_liberty:", "policy.other_liberty"], examples: &[] },
    Guide { row: "a parameter: option, GTP parameter", names: &["fpu_reduction", "fpu-reduction"], examples: &[] },
    Guide { row: "a GTP command", names: &["opr-points"], examples: &["src/gtp/commands/display.rs"] },
    Guide { row: "a mark on a picture", names: &["Mark::SelfFill"], examples: &[] },
];

#[test]
fn guides_name_every_file_that_has_to_change() {
    let page = read("ARCHITECTURE.md");
    let mut missing = Vec::new();
    for guide in GUIDES {
        let row = page.lines().find(|line| line.starts_with(&format!("| {}", guide.row))).expect(guide.row);
        let places = places(row);
        let mut found = 0;
        for path in sources() {
            let text = read(&path);
            if !guide.names.iter().any(|name| text.contains(name)) {
                continue;
            }
            found += 1;
            let name = path.strip_prefix(root()).expect("a file of the project").to_string_lossy().into_owned();
            let is_named = places.iter().any(|place| name.starts_with(place.as_str()));
            if !is_named && !guide.examples.contains(&name.as_str()) {
                missing.push(format!("{}: {name}", guide.row));
            }
        }
        assert!(found > 0, "no source names {:?}", guide.names);
    }
    assert!(missing.is_empty(), "not in ARCHITECTURE.md:\n{}", missing.join("\n"));
}

/// The files and folders in backticks in a row. A file name alone is in the folder of the file before it.
fn places(row: &str) -> Vec<String> {
    let mut places: Vec<String> = Vec::new();
    for name in row.split('`').skip(1).step_by(2) {
        if name.contains('/') {
            places.push(name.to_owned());
        } else if let Some((folder, _)) = places.last().and_then(|last| last.rsplit_once('/'))
            && name.contains('.')
        {
            places.push(format!("{folder}/{name}"));
        }
    }
    places
}

/// The program's own sources: Rust, and the modules of the page.
fn sources() -> Vec<PathBuf> {
    let mut files: Vec<_> = SOURCE_FOLDERS.iter().flat_map(|folder| rust_files(&root().join(folder))).collect();
    let pages = fs::read_dir(root().join("src/web/pages")).expect("the pages");
    let modules = pages.map(|entry| entry.expect("a file").path());
    files.extend(modules.filter(|path| path.extension().is_some_and(|extension| extension == "js")));
    files
}

#[test]
fn places_are_read_from_a_row() {
    assert_eq!(places("| a | `src/a/b.rs`, `c.rs`; `Ruleset::ALL`, `src/d` |"), ["src/a/b.rs", "src/a/c.rs", "src/d"]);
}
