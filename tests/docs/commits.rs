//! `.ci/commits`, which checks the form of commit messages, accepts what CONTRIBUTING.md shows and refuses the rest.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The complaints of `.ci/commits` about a message; empty if it is in form.
fn faults(message: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("message");
    fs::write(&file, message).expect("a message can be written");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("bash").arg(root.join(".ci/commits")).arg(&file).output().expect("bash runs");
    let faults = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.success(), faults.is_empty(), "{faults}");
    faults
}

#[test]
fn the_commit_in_the_guide_is_in_form() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_to_string(root.join("CONTRIBUTING.md")).expect("the guide");
    let (_, section) = guide.split_once("## Commits\n").expect("a section about commits");
    let (_, message) = section.split_once("```text\n").expect("an example");
    let (message, _) = message.split_once("```").expect("its end");
    assert_eq!(faults(message), "");
    assert_eq!(faults("gtp: answer a query without an id\n\nSabaki sends one.\n"), "");
}

#[test]
fn what_is_out_of_form_is_named() {
    let long = format!("docs: {}\n\nWhy.\n", "a".repeat(67));
    for (message, fault) in [
        ("The surest move on 19x19\n\nWhy.\n", "subject: expected 'area: imperative', got 'The surest move on 19x19'"),
        ("docs: GNU Go on 19x19\n\nWhy.\n", "subject: expected 'area: imperative'"),
        (long.as_str(), "subject: expected at most 72 characters, got 73"),
        ("docs: show the rules\nWhy.\n", "second line: expected an empty line, got 'Why.'"),
        ("docs: show the rules\n", "body: expected the reason for the change, got none"),
        ("docs: show the rules\n\nSignature: unchanged\n", "body: expected the reason for the change, got none"),
        ("search: sort\n\nWhy.\nSignature: the same\n", "signature: expected 'Signature: unchanged' or 16"),
    ] {
        assert!(faults(message).contains(fault), "{message}: {}", faults(message));
    }
}
