//! The commands in a lesson.

use crate::cli::terminal::lines::Commands;
use crate::learn::{find, find_problem};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// An empty line.
    GoOn,
    /// The number of a lesson.
    Lesson(usize),
    /// The number of a problem, given by its name.
    Problem(usize),
    Problems,
    Next,
    Back,
    Again,
    Undo,
    Board,
    Hint,
    List,
    Help,
    Quit,
}

/// The commands, for completion.
pub(super) const COMMANDS: Commands = Commands { all: &WORDS, with_rules: &[], with_file: &[] };

/// The commands in English, then the same ones in Korean.
pub(super) const WORDS: [&str; 18] = [
    "pass",
    "next",
    "back",
    "again",
    "hint",
    "list",
    "problems",
    "help",
    "quit",
    "불착",
    "다음",
    "이전",
    "다시",
    "힌트",
    "목록",
    "문제",
    "도움말",
    "끝",
];

impl Input {
    /// Parses a command; `None` if the line may be a turn.
    pub(super) fn read(line: &str) -> Option<Self> {
        Some(match line.to_lowercase().as_str() {
            "" => Self::GoOn,
            "next" | "다음" => Self::Next,
            "back" | "이전" => Self::Back,
            "again" | "다시" => Self::Again,
            "undo" | "무르기" => Self::Undo,
            "board" | "반상" => Self::Board,
            "hint" | "힌트" => Self::Hint,
            "list" | "목록" => Self::List,
            "problems" | "문제" => Self::Problems,
            "help" | "도움말" => Self::Help,
            "quit" | "exit" | "끝" => Self::Quit,
            word => {
                return find(word).map(Self::Lesson).or_else(|| {
                    // A number is that of a lesson.
                    find_problem(word).filter(|_| word.contains('-')).map(Self::Problem)
                });
            }
        })
    }

    /// Returns whether the command may be an argument of the program.
    pub(super) fn is_first(self) -> bool {
        matches!(self, Self::Lesson(_) | Self::Problem(_) | Self::Problems)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::terminal::words::words;
    use crate::view::Language;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn every_command_is_understood_and_explained() {
        for word in WORDS {
            assert!(Input::read(word).is_some() || ["pass", "불착"].contains(&word), "{word}");
        }
        for language in Language::ALL {
            let help = words(language).lesson_help();
            assert!(help.lines().all(|line| line.width() < 80), "{help}");
            let explained = help.lines().filter_map(|line| line.split_whitespace().next());
            assert_eq!(explained.filter(|word| WORDS.contains(word)).count(), WORDS.len() / 2, "{help}");
        }
    }

    #[test]
    fn a_lesson_has_a_number_and_a_name() {
        assert_eq!([Input::read("7"), Input::read("abstaining")], [Some(Input::Lesson(7)); 2]);
        assert_eq!([Input::read("0"), Input::read("22"), Input::read("C3")], [None; 3]);
    }

    #[test]
    fn a_problem_has_a_name() {
        assert_eq!(Input::read("retirements-2"), Some(Input::Problem(2)));
        assert_eq!([Input::read("retirements-0"), Input::read("retirements"), Input::read("-1")], [None; 3]);
    }
}
