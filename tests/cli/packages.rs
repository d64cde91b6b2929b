//! Files for packages and shells: man pages and completions; and the options for JSON.

use super::commands::{commands, fails, run, succeeds};
use onepure::rules::Ruleset;
use std::path::Path;
use std::process::Command;

#[test]
fn packages_have_man_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("share/man1");
    assert_eq!(succeeds(&["generate", "man", pages.to_str().expect("UTF-8")], ""), "");
    for name in commands().iter().map(|name| format!("onepure-{name}")).chain(["onepure".to_owned()]) {
        let page = std::fs::read_to_string(pages.join(format!("{name}.1"))).expect("a page");
        assert!(page.contains(&format!(".TH {name} 1")) && page.contains(".SH OPTIONS"), "{name}: {page}");
    }
    let line = fails(&["generate", "man", "/dev/null/man"], 1);
    assert!(line.starts_with("man pages cannot be written into /dev/null/man: "), "{line}");
}

#[test]
fn packages_have_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = succeeds(&["generate", "completions", shell], "");
        for word in commands().iter().map(String::as_str).chain(["network", "resign-below"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let line = fails(&["generate", "completions", "csh"], 2);
    assert!(line.contains("bash") && line.contains("csh"), "{line}");
}

/// The completions of bash after these words, by the script in a file.
fn completed(script: &Path, words: &[&str]) -> Vec<String> {
    let last = words.last().unwrap_or(&"onepure");
    let program = format!(
        ". '{}'; COMP_WORDS=(onepure {}); COMP_CWORD=${{#COMP_WORDS[@]}}; _onepure onepure '' {last}; \
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script.display(),
        words.join(" "),
    );
    let output = Command::new("bash").args(["--norc", "-c", &program]).output().expect("bash");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn shells_complete_the_values_of_options() {
    let folder = tempfile::tempdir().expect("a folder");
    let bash = folder.path().join("onepure.bash");
    std::fs::write(&bash, succeeds(&["generate", "completions", "bash"], "")).expect("a file");
    let rules = Ruleset::ALL.map(|ruleset| ruleset.name);
    for before in [&[][..], &["play"], &["replay"], &["web"]] {
        let values = |option| completed(&bash, &[before, &[option]].concat());
        assert_eq!(values("--rules"), rules, "{before:?}");
        assert_eq!(values("--lang"), ["en", "ko"], "{before:?}");
        assert_eq!(values("--size"), ["9", "13", "19"], "{before:?}");
    }
    assert_eq!(completed(&bash, &["play", "--color"]), ["black", "white"]);
    assert!(completed(&bash, &["analyze", "--format"]).contains(&"json".to_owned()));
    assert!(completed(&bash, &["generate"]).contains(&"completions".to_owned()));
    // Completion offers the usual values; all others are accepted too.
    assert_eq!(succeeds(&["--size", "7"], "query_boardsize\n"), "= 7\n\n");
}

#[test]
fn generate_is_in_the_help() {
    assert!(commands().contains(&"generate".to_owned()));
}

#[test]
fn json_has_an_option_of_its_own() {
    let (game, quick) = ("lesser-board.sgf", ["--visits", "2", "--threads", "1", "--move", "2"]);
    let analyze = |more: &[&str]| succeeds(&[&["analyze", game], &quick[..], more].concat(), "");
    let expected = analyze(&["--format", "json"]);
    assert!(expected.starts_with('{'), "{expected}");
    assert_eq!(analyze(&["--json"]), expected);
    assert_eq!(analyze(&["--json", "--output", "-"]), expected);
    assert_eq!(succeeds(&[&["analyse", "--json", game], &quick[..]].concat(), ""), expected, "British spelling");
    let expected = succeeds(&["replay", "--format", "json", game], "");
    assert_eq!(succeeds(&["replay", "--json", game], ""), expected);
    assert_eq!(succeeds(&["replay", "--json", "--output", "-", game], ""), expected);
    assert!(fails(&["replay", "--json", "--format", "svg", game], 2).contains("--format <FORMAT>"));
}

#[test]
fn an_output_named_with_a_dash_is_stdout() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("game.sgf");
    std::fs::write(&record, "(;SZ[5];B[cc])").expect("a file");
    let text = run_in(folder.path(), &["replay", "game.sgf", "--output", "-"]);
    assert!(text.starts_with("game.sgf: 5×5, 1 turn; rules one-pure (default), komi 0 (default)\n"), "{text}");
    let svg = run_in(folder.path(), &["replay", "game.sgf", "--format", "svg", "--output", "-"]);
    assert!(svg.starts_with("<svg"), "{svg}");
    let files = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(files, 1, "no file is called -");
    let line = run(&["replay", "lesser-board.sgf", "--format", "md", "--output", "-"], "").stderr;
    assert!(line.contains("name a file, as in --output report.md"), "{line}");
}

#[test]
fn an_output_that_cannot_be_written_says_why() {
    let game = "lesser-board.sgf";
    assert_eq!(fails(&["replay", game, "--output", "none/a.txt"], 1), "none/a.txt: there is no folder none");
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().to_str().expect("UTF-8");
    let arguments = ["replay", game, "--format", "text", "--output", name];
    assert_eq!(fails(&arguments, 1), format!("{name}: it is a folder, expected the name of a file"));
}

/// The stdout of a run in a folder.
fn run_in(folder: &Path, arguments: &[&str]) -> String {
    let output = assert_cmd::cargo::cargo_bin_cmd!("onepure").current_dir(folder).args(arguments).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).expect("UTF-8")
}
