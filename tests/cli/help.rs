//! The form of help and errors: a line of help has at most ten words, and an error says what was expected.

use super::commands::succeeds;
use onepure::view::UserParameter;
use std::fs;
use std::path::{Path, PathBuf};

/// The highest number of words in a line of help.
const WORDS: usize = 10;

/// Phrases that have to be read twice.
const PARAPHRASES: [&str; 8] =
    ["so many", "as many", "so much", "the same", "at the least", "is possible", "are possible", "anew"];

/// The lines of help on a page: the first line, and the texts beside commands, arguments and options. A text in brackets is a
/// default.
fn lines(page: &str) -> Vec<String> {
    let mut found: Vec<String> = page.lines().take(1).map(str::to_owned).collect();
    let mut is_list = false;
    let mut waits = false;
    for line in page.lines().skip(1) {
        if !line.starts_with(' ') {
            is_list = ["Commands:", "Arguments:", "Options:", "Options of all commands:"].contains(&line);
            continue;
        }
        if !is_list {
            continue;
        }
        let text = line.trim();
        let help = match text.split_once("  ") {
            Some((_, help)) => help.trim(),
            // The help of a long option is on the next line.
            None if text.starts_with('-') => {
                waits = true;
                continue;
            }
            None => {
                assert!(waits, "a help of two lines: {text}");
                text
            }
        };
        waits = false;
        found.push(help.split(" [").next().unwrap_or(help).to_owned());
    }
    found
}

/// The help pages of all commands and their subcommands.
fn pages(command: &[&str]) -> Vec<String> {
    let page = succeeds(&[command, &["--help"]].concat(), "");
    let listed = page.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<_> =
        listed.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect();
    let mut found: Vec<String> = names.iter().flat_map(|name| pages(&[command, &[name]].concat())).collect();
    found.push(page);
    found
}

#[test]
fn a_line_of_help_has_at_most_ten_words() {
    let mut pages = pages(&[]);
    pages.push(succeeds(&["--help-tuning"], ""));
    let mut helps: Vec<String> = pages.iter().flat_map(|page| lines(page)).collect();
    // The introduction of the tuning page is not a line of help.
    helps.retain(|help| !help.starts_with("Options of time, display"));
    helps.extend(UserParameter::all().map(|parameter| parameter.help().to_owned()));
    assert!(helps.len() > 200, "only {} lines", helps.len());
    for help in helps {
        let words = help.split_whitespace().count();
        assert!(words <= WORDS, "expected at most {WORDS} words, got {words}: {help}");
        assert!(!PARAPHRASES.iter().any(|phrase| help.to_lowercase().contains(phrase)), "{help}");
        assert!(help.starts_with(|sign: char| !sign.is_lowercase()) || help.starts_with("text, json"), "{help}");
        assert!(!help.ends_with('.'), "{help}");
    }
}

#[test]
fn a_number_that_steers_the_search_says_what_raising_it_does() {
    for parameter in UserParameter::all().filter(|parameter| !parameter.is_common()) {
        let is_number = parameter.read("1").is_ok();
        let says = ["higher", "raising"].iter().any(|word| parameter.help().contains(word));
        assert!(says || !is_number, "{}: {}", parameter.name(), parameter.help());
    }
}

#[test]
fn a_value_that_a_parameter_cannot_have_is_refused_with_what_it_can() {
    for parameter in UserParameter::all() {
        let error = parameter.read("\u{7f}").expect_err("no parameter has this value").to_string();
        assert!(error.contains("expected "), "{}: {error}", parameter.name());
    }
}

/// The Rust sources below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Not every error can be caused here, so read their texts in the sources.
#[test]
fn no_message_says_what_is_possible_without_what_was_expected() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["src", "crates", "training/src"] {
        if root.join(folder).is_dir() {
            sources(&root.join(folder), &mut files);
        }
    }
    assert!(files.len() > 200, "only {} files", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        for (number, line) in (1..).zip(text.lines()) {
            let is_message = line.contains('"') && !line.trim_start().starts_with("//");
            let phrases = ["is possible", "are possible", "right is:", "; there are {", ": there are {", "so many "];
            if is_message && phrases.iter().any(|phrase| line.contains(phrase)) {
                wrong.push(format!("{}:{number}: {}", file.display(), line.trim()));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
