//! The lines that a player can type.

use crate::cli::terminal::lines::Commands;
use crate::cli::terminal::words::Words;
use onepure_rules::board::Color;
use onepure_rules::geometry::{BoardSize, Point};
use onepure_rules::rules::{Move, Ruleset};

/// A line that was understood.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::cli) enum Input {
    Play(Move),
    Undo,
    Hint,
    Count,
    Resign,
    Board,
    Rules,
    Yes,
    No,
    New(NewGame),
    /// The number of stones, as typed.
    Handicap(String),
    /// The komi, as typed; empty to print it.
    Komi(String),
    /// The time control, as typed; empty to print it.
    Clock(String),
    Save(String),
    Load(String),
    Help,
    Quit,
}

/// The properties of a new game that were given.
#[derive(Clone, PartialEq, Debug, Default)]
pub(in crate::cli) struct NewGame {
    pub(in crate::cli) size: Option<BoardSize>,
    pub(in crate::cli) human: Option<Color>,
    pub(in crate::cli) ruleset: Option<Ruleset>,
}

/// Why a line was not understood.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::cli) enum Misread {
    Unknown,
    Column(char),
    Row(String),
    NeedsFile(String),
    New(String),
}

impl Misread {
    /// The error in this line, with what this board would accept.
    pub(in crate::cli) fn told(&self, line: &str, size: BoardSize, words: &dyn Words) -> String {
        match self {
            Self::Unknown => words.not_understood(line),
            Self::Column(column) => words.no_column(*column, size),
            Self::Row(row) => words.no_row(row, size),
            Self::NeedsFile(command) => words.needs_file(command),
            Self::New(word) => words.not_new(word),
        }
    }
}

/// The commands, for completion.
pub(super) const COMMANDS: Commands =
    Commands { all: &WORDS, with_rules: &["new", "새판"], with_file: &["save", "load", "저장", "열기"] };

/// The commands in English, then the same ones in Korean, where a pass has two names.
const WORDS: [&str; 33] = [
    "pass",
    "undo",
    "hint",
    "count",
    "board",
    "rules",
    "resign",
    "new",
    "handicap",
    "komi",
    "clock",
    "save",
    "load",
    "help",
    "quit",
    "yes",
    "불착",
    "패스",
    "무르기",
    "힌트",
    "계가",
    "반상",
    "규칙",
    "기권",
    "새판",
    "접바둑",
    "덤",
    "시계",
    "저장",
    "열기",
    "도움말",
    "끝",
    "예",
];

impl Input {
    /// Parses a line in English or Korean, in any language of the game. A point may have a blank between letter and number.
    pub(in crate::cli) fn read(line: &str, size: BoardSize) -> Result<Self, Misread> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let file = |input: fn(String) -> Self| match rest {
            "" => Err(Misread::NeedsFile(word.to_owned())),
            file => Ok(input(at_home(file))),
        };
        let input = match word.to_lowercase().as_str() {
            "save" | "저장" => return file(Self::Save),
            "load" | "열기" => return file(Self::Load),
            "new" | "새판" => return NewGame::read(rest).map(Self::New),
            "handicap" | "접바둑" => return Ok(Self::Handicap(rest.to_owned())),
            "komi" | "덤" | "선후차" => return Ok(Self::Komi(rest.to_owned())),
            "clock" | "시계" => return Ok(Self::Clock(rest.to_owned())),
            "pass" | "abstain" | "불착" | "패스" => Self::Play(Move::Abstain),
            "undo" | "무르기" => Self::Undo,
            "hint" | "힌트" => Self::Hint,
            "count" | "계가" => Self::Count,
            "resign" | "기권" => Self::Resign,
            "board" | "반상" => Self::Board,
            "rules" | "규칙" => Self::Rules,
            "yes" | "y" | "예" | "네" => Self::Yes,
            "no" | "n" | "아니요" | "아니오" => Self::No,
            "help" | "도움말" => Self::Help,
            "quit" | "exit" | "끝" => Self::Quit,
            _ => return point(line, size).map(|point| Self::Play(Move::Place(point))),
        };
        if rest.is_empty() { Ok(input) } else { Err(Misread::Unknown) }
    }
}

/// A path with the home folder in place of a `~` before the first separator, as shells write it.
pub(super) fn at_home(path: &str) -> String {
    let below = path.strip_prefix('~').filter(|below| below.is_empty() || below.starts_with(std::path::is_separator));
    match below.zip(std::env::home_dir()) {
        Some((below, home)) => format!("{}{below}", home.display()),
        None => path.to_owned(),
    }
}

impl NewGame {
    /// Parses a board size, a colour and rules, in any order.
    fn read(text: &str) -> Result<Self, Misread> {
        let mut game = Self::default();
        for word in text.split_whitespace() {
            match word.to_lowercase().as_str() {
                "black" | "흑" => game.human = Some(Color::Black),
                "white" | "백" => game.human = Some(Color::White),
                lower => {
                    let lines = word.parse().ok().and_then(|lines| BoardSize::for_play(lines).ok());
                    let ruleset = Ruleset::named(lower).and_then(|ruleset| ruleset.covered().ok());
                    if lines.is_none() && ruleset.is_none() {
                        return Err(Misread::New(word.to_owned()));
                    }
                    game.size = lines.or(game.size);
                    game.ruleset = ruleset.or(game.ruleset);
                }
            }
        }
        Ok(game)
    }
}

/// Parses a letter and a number as a point of this board.
fn point(text: &str, size: BoardSize) -> Result<Point, Misread> {
    let mut signs = text.chars();
    let column = signs.next().filter(char::is_ascii_alphabetic).ok_or(Misread::Unknown)?.to_ascii_uppercase();
    let row = signs.as_str().trim_start();
    if row.is_empty() || !row.chars().all(|sign| sign.is_ascii_digit()) {
        return Err(Misread::Unknown);
    }
    // Every board has row 1 and column A, so a failure tells which half is wrong.
    let known = |name: String| name.parse::<Point>().ok().filter(|&point| size.contains(point));
    known(format!("{column}1")).ok_or(Misread::Column(column))?;
    known(format!("A{row}")).ok_or(Misread::Row(row.to_owned()))?;
    known(format!("{column}{row}")).ok_or(Misread::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::terminal::words::words;
    use crate::view::{Language, Terms};
    use unicode_width::UnicodeWidthStr;

    fn read(line: &str, lines: usize) -> Result<Input, Misread> {
        Input::read(line, BoardSize::new(lines).expect("up to 19 lines"))
    }

    fn point(name: &str) -> Input {
        Input::Play(Move::Place(name.parse().expect("a point")))
    }

    #[test]
    fn a_point_may_have_a_space() {
        assert_eq!(
            [read("e 4", 19), read("E4", 19), read("t  19", 19)],
            [Ok(point("E4")), Ok(point("E4")), Ok(point("T19"))]
        );
        let unknown = || Err(Misread::Unknown);
        assert_eq!([read("e four", 19), read("e 4 5", 19), read("e4 5", 19)], [unknown(), unknown(), unknown()]);
        assert_eq!([read("y", 9), read("네", 9), read("n", 9)], [Ok(Input::Yes), Ok(Input::Yes), Ok(Input::No)]);
    }

    #[test]
    fn a_point_that_is_not_on_the_board_says_what_is() {
        let told = |line: &str, lines: usize, language| {
            let size = BoardSize::new(lines).expect("up to 19 lines");
            Input::read(line, size).expect_err("no point").told(line, size, words(language))
        };
        for (line, lines, english, korean) in [
            (
                "I5",
                9,
                "There is no column I. Columns go from A to J, without I.",
                "`I` 세로줄은 없습니다. 이 판의 세로줄은 A부터 J까지이며, I는 쓰지 않습니다.",
            ),
            (
                "i 5",
                19,
                "There is no column I. Columns go from A to T, without I.",
                "`I` 세로줄은 없습니다. 이 판의 세로줄은 A부터 T까지이며, I는 쓰지 않습니다.",
            ),
            (
                "K5",
                9,
                "There is no column K. Columns go from A to J, without I.",
                "`K` 세로줄은 없습니다. 이 판의 세로줄은 A부터 J까지이며, I는 쓰지 않습니다.",
            ),
            (
                "f2",
                5,
                "There is no column F. Columns go from A to E.",
                "`F` 세로줄은 없습니다. 이 판의 세로줄은 A부터 E까지입니다.",
            ),
            (
                "E10",
                9,
                "There is no row 10. Rows go from 1 to 9.",
                "`10` 가로줄은 없습니다. 이 판의 가로줄은 1부터 9까지입니다.",
            ),
            (
                "E0",
                9,
                "There is no row 0. Rows go from 1 to 9.",
                "`0` 가로줄은 없습니다. 이 판의 가로줄은 1부터 9까지입니다.",
            ),
        ] {
            assert_eq!(told(line, lines, Language::English), english);
            assert_eq!(told(line, lines, Language::Korean), korean);
        }
        let huge = "E99999999999999999999999";
        assert!(told(huge, 9, Language::English).starts_with("There is no row 9999"));
    }

    #[test]
    fn a_new_game_says_what_changes_in_any_order() {
        let new = |line: &str| read(line, 9);
        assert_eq!(new("new"), Ok(Input::New(NewGame::default())));
        let all =
            NewGame { size: BoardSize::new(13).ok(), human: Some(Color::White), ruleset: Some(Ruleset::chinese()) };
        for line in ["new 13 white chinese", "새판 chinese 백 13", "NEW White 13 Chinese"] {
            assert_eq!(new(line), Ok(Input::New(all.clone())), "{line}");
        }
        assert_eq!([new("new 20"), new("new red")], ["20", "red"].map(|word| Err(Misread::New(word.to_owned()))));
    }

    #[test]
    fn every_command_is_understood_explained_and_completed() {
        for command in WORDS {
            let line =
                if COMMANDS.with_file.contains(&command) { format!("{command} a.sgf") } else { command.to_owned() };
            assert!(read(&line, 9).is_ok(), "{command}");
        }
        let terms = [Terms::OnePure, Terms::Ordinary];
        for (language, terms) in Language::ALL.into_iter().flat_map(|language| terms.map(|terms| (language, terms))) {
            let help = words(language).help(terms);
            assert!(help.lines().all(|line| line.width() < 80), "{help}");
            for line in help.lines().skip(1) {
                let command = line.split_whitespace().next().expect("a command");
                assert!(WORDS.contains(&command), "{command} is not completed");
            }
            assert_eq!(help.lines().count(), WORDS.len() / 2, "the point, and every command but yes");
        }
    }
}
