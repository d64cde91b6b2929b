//! The table of commands: a file and a [`Topic`] for each subject.

/// The introduction in a file beside this one. A page, which prints no reference, is without it.
macro_rules! introduction {
    ($file:literal) => {
        if cfg!(feature = "native") { include_str!($file) } else { "" }
    };
}

mod administration;
mod analysis;
mod board;
mod browser;
mod clock;
mod display;
mod engine;
mod gnugo;
mod gogui;
mod handicap;
mod kgs;
mod learn;
mod one_pure;
mod options;
mod parameters;
mod play;
mod problems;
mod record;
mod ruler;
mod rules;
mod scoring;
mod set_up;

use super::arguments::Arguments;
use super::session::{CommandResult, Session};

/// Every command, by topic.
pub(super) static TOPICS: &[Topic] = &[
    administration::TOPIC,
    set_up::TOPIC,
    handicap::TOPIC,
    gogui::TOPIC,
    play::TOPIC,
    analysis::TOPIC,
    clock::TOPIC,
    board::TOPIC,
    record::TOPIC,
    scoring::TOPIC,
    one_pure::TOPIC,
    browser::TOPIC,
    learn::TOPIC,
    problems::TOPIC,
    options::TOPIC,
    rules::TOPIC,
    parameters::TOPIC,
    engine::TOPIC,
    ruler::TOPIC,
    display::TOPIC,
    gnugo::TOPIC,
    kgs::TOPIC,
];

/// Commands on one subject.
#[derive(Debug)]
pub(super) struct Topic {
    /// The heading on the reference page.
    pub(super) title: &'static str,
    /// The introduction on the reference page, in Markdown.
    pub(super) introduction: &'static str,
    pub(super) commands: &'static [Command],
}

/// A command: its name, arguments, help and function.
#[derive(Debug)]
pub(super) struct Command {
    /// The name in lower case.
    pub(super) name: &'static str,
    /// The arguments in words. One in square brackets is optional, one with `...` may be repeated.
    pub(super) arguments: &'static str,
    /// What the command does and answers.
    pub(super) help: &'static str,
    /// Runs the command. The caller has checked the number of arguments.
    pub(super) run: fn(&mut Session, &mut Arguments<'_>) -> CommandResult,
}

impl Command {
    /// Returns whether the command accepts this number of arguments.
    pub(super) fn takes(&self, number: usize) -> bool {
        let words = || self.arguments.split_whitespace();
        let needed = words().take_while(|word| !word.starts_with('[')).count();
        let repeated = words().any(|word| word.contains("..."));
        needed <= number && (repeated || number <= words().count())
    }

    /// The name with its arguments.
    pub(super) fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_owned()
    }
}

/// The command with this name.
pub(super) fn find(topics: &'static [Topic], name: &str) -> Option<&'static Command> {
    all(topics).find(|command| command.name == name)
}

/// All commands in the order of the table.
pub(super) fn all(topics: &'static [Topic]) -> impl Iterator<Item = &'static Command> {
    topics.iter().flat_map(|topic| topic.commands)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_command_is_there_once_and_explained() {
        let mut names = HashSet::new();
        for command in all(TOPICS) {
            assert!(names.insert(command.name), "{} is there twice", command.name);
            assert!(command.name.bytes().all(|byte| byte.is_ascii_lowercase() || b"-_".contains(&byte)));
            assert!(command.help.ends_with('.') && !command.help.contains('\n'), "{}", command.name);
        }
    }

    #[test]
    fn a_help_begins_with_a_sentence_of_at_most_ten_words() {
        for command in all(TOPICS) {
            let first = command.help.split_once(". ").map_or(command.help, |(first, _)| first);
            let words = first.split_whitespace().count();
            assert!(words <= 10, "{}: expected at most 10 words, got {words}: {first}", command.name);
        }
    }

    #[test]
    fn the_arguments_say_how_many_they_are() {
        let takes = |arguments| {
            let command = Command { name: "x", arguments, help: "X.", run: |_, _| Ok(String::new()) };
            (0..5).filter(|&number| command.takes(number)).collect::<Vec<_>>()
        };
        assert_eq!(takes(""), [0]);
        assert_eq!(takes("color vertex"), [2]);
        assert_eq!(takes("[color]"), [0, 1]);
        assert_eq!(takes("vertex [color]"), [1, 2]);
        assert_eq!(takes("[name value]"), [0, 1, 2]);
        assert_eq!(takes("vertex..."), [1, 2, 3, 4]);
        assert_eq!(takes("file... [move]"), [1, 2, 3, 4]);
    }
}
