//! The documents of readers without the repository: those of the packages, and the page of a crate registry.

use super::imports::{read, root};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The files below a name of the list, as paths from the root.
fn files_below(name: &Path, found: &mut BTreeSet<PathBuf>) {
    if !root().join(name).is_dir() {
        assert!(root().join(name).is_file(), "packaging/documents: there is no {}", name.display());
        found.insert(name.to_owned());
        return;
    }
    for entry in fs::read_dir(root().join(name)).expect("a folder") {
        files_below(&name.join(entry.expect("an entry").file_name()), found);
    }
}

/// The documents of the packages.
fn packaged() -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    read("packaging/documents").lines().for_each(|name| files_below(Path::new(name), &mut found));
    found
}

/// The targets of the links and pictures of a text, without their anchors.
fn targets(text: &str) -> Vec<&str> {
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let pictures = text.split("<img src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links
        .chain(pictures)
        .map(|link| link.split('#').next().unwrap_or_default())
        .filter(|target| !target.is_empty())
        .collect()
}

/// The path without `..`.
fn resolved(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for component in path.components() {
        if component == Component::ParentDir {
            resolved.pop();
        } else {
            resolved.push(component);
        }
    }
    resolved
}

#[test]
fn every_link_of_a_packaged_document_leads_to_a_packaged_file() {
    let packaged = packaged();
    let mut links = 0;
    for document in packaged.iter().filter(|path| path.extension().is_some_and(|extension| extension == "md")) {
        let text = read(document);
        for target in targets(&text).into_iter().filter(|target| !target.contains("://")) {
            let file = resolved(&document.parent().unwrap_or(Path::new("")).join(target));
            let is_there = packaged.contains(&file) || packaged.iter().any(|other| other.starts_with(&file));
            assert!(is_there, "{}: {target} is not in the packages; see packaging/documents", document.display());
            links += 1;
        }
    }
    assert!(links > 200, "only {links} links were found");
    for rules in ["docs/rules.md", "docs/rules.ko.md"] {
        assert!(packaged.contains(Path::new(rules)), "the packages have no {rules}");
    }
}

#[test]
fn all_packages_have_the_documents() {
    let build = read("packaging/build");
    // Of the archives, of the package for Windows and of that for Debian.
    for place in ["documents \"$work/$name\"", "documents \"$stage\"", "documents \"$work/documents\""] {
        assert_eq!(build.matches(place).count(), 1, "packaging/build: {place}");
    }
    assert!(read("Cargo.toml").contains("[\"target/packages/documents/**/*\", \"usr/share/doc/onepure/\", \"644\"]"));
    let test = read("packaging/test");
    let checks = test.lines().filter(|line| line.trim_start().starts_with("check_links "));
    assert_eq!(checks.count(), 5, "each package is tried: Linux, ARM, macOS, Windows, Debian");
}

#[test]
fn the_page_of_a_registry_has_no_link_that_breaks_there() {
    let manifest = read("Cargo.toml");
    let readme = manifest.lines().find_map(|line| line.strip_prefix("readme = \"")?.strip_suffix('"'));
    let page = read(readme.expect("Cargo.toml names a readme"));
    for target in targets(&page) {
        assert!(target.starts_with("https://"), "{target} leads nowhere without the repository");
    }
    assert!(page.contains("onepure rules"), "where the rules are");
    // There is no public address yet, and a wrong one would be worse than none.
    for field in ["repository", "documentation", "homepage"] {
        let value = manifest.lines().find(|line| line.starts_with(&format!("{field} = ")));
        assert!(value.is_none_or(|value| value.contains("\"https://")), "{value:?}");
    }
}
