//! The form of help and errors: a line of help has at most ten words, and an error says what was expected.

use super::commands::succeeds;
use onepure::view::UserParameter;

/// The highest number of words in a line of help.
const WORDS: usize = 10;

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
