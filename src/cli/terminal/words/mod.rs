//! The texts of games, lessons, rules and proofs in the terminal, besides those of the game itself.

mod english;
mod korean;

use crate::learn::{Lesson, ListedProblem, ProblemKind};
use crate::view::{Language, Terms};
use onepure_engine::clock::{TimeControl, TimeLeft};
use onepure_engine::solve::{Effort, Status};
use onepure_rules::board::Color;
use onepure_rules::geometry::{BoardSize, PointSet};
use onepure_rules::rules::{Move, Ruleset};

/// A move that the engine would play.
pub(in crate::cli) struct Hint {
    pub(in crate::cli) action: Move,
    /// Its win rate in percent.
    pub(in crate::cli) wins: f64,
    /// The expected result, such as `B+3.5`.
    pub(in crate::cli) lead: String,
}

/// The texts of games, lessons, rules and proofs in the terminal, in one language.
pub(in crate::cli) trait Words {
    /// The greeting at the beginning of a game.
    fn welcome(&self, size: BoardSize, human: Color) -> String;
    /// The commands, one a line.
    fn help(&self, terms: Terms) -> String;
    /// The error for a line that is neither a point nor a command.
    fn not_understood(&self, line: &str) -> String;
    /// The error for a column that the board does not have.
    fn no_column(&self, column: char, size: BoardSize) -> String;
    /// The error for a row that the board does not have.
    fn no_row(&self, row: &str, size: BoardSize) -> String;
    /// The error for a command without its file.
    fn needs_file(&self, command: &str) -> String;
    /// The error for a word after `new`.
    fn not_new(&self, word: &str) -> String;
    /// The komi of the game.
    fn komi(&self, komi: f64, terms: Terms) -> String;
    /// The error for a komi.
    fn not_komi(&self, text: &str, most: f64) -> String;
    /// The error for a number of handicap stones. `most` is the highest number on this board.
    fn not_handicap(&self, text: &str, size: BoardSize, most: usize) -> String;
    /// The error for handicap stones after the first turn.
    fn too_late_for_handicap(&self) -> String;
    /// The time control, and the time left of both players.
    fn clocks(&self, control: TimeControl, left: [Option<TimeLeft>; 2]) -> String;
    /// The error for a time control.
    fn not_clock(&self, text: &str) -> String;
    /// The warning that a move loses at once.
    fn loses_at_once(&self) -> String;
    /// The question whether to play it anyway.
    fn is_meant(&self) -> String;
    /// The answer if the move is not played.
    fn not_played(&self) -> String;
    /// The question whether to leave an unsaved game.
    fn would_be_lost(&self) -> String;
    /// The answer if the game is not left.
    fn goes_on(&self) -> String;
    /// The error for a turn after an end from which only the other colour can resume play.
    fn not_your_right(&self, engine: Color) -> String;
    /// The text during a search.
    fn thinking(&self, engine: Color) -> String;
    /// The error if there is no turn to take back.
    fn nothing_to_undo(&self) -> String;
    /// The best moves.
    fn hint(&self, hints: &[Hint], terms: Terms) -> String;
    /// The game was saved to a file.
    fn saved(&self, file: &str) -> String;
    /// The error for a game that could not be saved.
    fn not_saved(&self, file: &str, why: &str) -> String;
    /// The error for a file that exists.
    fn already_there(&self, file: &str) -> String;
    /// The game was loaded from a file; `what` describes it.
    fn loaded(&self, file: &str, what: &str) -> String;
    /// The error for a game that could not be loaded.
    fn not_loaded(&self, why: &str) -> String;
    /// The commands that work after the end of play.
    fn after_the_end(&self) -> String;
    /// The question whether to save before leaving.
    fn offer_to_save(&self) -> String;
    /// The error for a command of the game in place of a file name.
    fn no_file_name(&self, command: &str) -> String;
    /// The farewell.
    fn farewell(&self) -> String;
    /// All lessons, one a line, and how to begin one.
    fn list(&self, lessons: &[Lesson]) -> String;
    /// All kinds of problems, one a line, with the names of their problems.
    fn list_problems(&self, kinds: &[ProblemKind]) -> String;
    /// The heading of a problem; the number counts from 0.
    fn problem_heading(&self, number: usize, problems: usize, problem: &ListedProblem) -> String;
    /// The points among which the right turn of a problem is.
    fn problem_hint(&self, points: PointSet) -> String;
    /// The error for a hint in a lesson.
    fn no_hint(&self) -> String;
    /// The prompt below the list of lessons.
    fn choose(&self, lessons: usize) -> String;
    /// The prompt after an answer.
    fn enter(&self, is_right: bool) -> String;
    /// The heading of a step; both numbers count from 0.
    fn heading(&self, number: usize, lesson: &Lesson, step: usize) -> String;
    /// The task of a step.
    fn task(&self, task: &str) -> String;
    /// The verdict on a turn, with the text of the answer.
    fn judged(&self, is_right: bool, text: &str) -> String;
    /// The commands in a lesson, one a line.
    fn lesson_help(&self) -> String;
    /// The error for a lesson that does not exist.
    fn not_lesson(&self, line: &str, lessons: usize) -> String;
    /// The error for undo in a game of a lesson.
    fn no_undo(&self) -> String;
    /// The error for a command of games in a lesson.
    fn not_here(&self, line: &str) -> String;
    /// The pointer from the One Pure Rules on one screen to their full text.
    fn full_rules(&self) -> &'static str;
    /// The nodes and the time of a proof.
    fn effort(&self, effort: Effort) -> String;
    /// The result in which a colour wins by a dead end.
    fn dead_end_win(&self, winner: Color) -> String;
    /// A proven result.
    fn proven_result(&self, result: &str, effort: Effort) -> String;
    /// The proven bounds of an unknown result for Black.
    fn result_bounds(&self, least: Option<&str>, most: Option<&str>, effort: Effort) -> String;
    /// The label of the moves to a result.
    fn line_label(&self) -> &'static str;
    /// What is proven about a group.
    fn status(&self, status: Status) -> &'static str;
    /// Whether a group is taken if `first` plays first; `None` if that is unknown.
    fn fate(&self, first: Color, is_taken: Option<bool>) -> String;
    /// The number of points in the zone of a proof.
    fn zone(&self, points: usize) -> String;
}

/// The numbers and titles of lessons in `language`, one a line, with `ordinary` before those of ordinary Go.
fn lesson_titles(lessons: &[Lesson], language: Language, ordinary: &str) -> String {
    let mut lines = Vec::new();
    let mut is_ordinary = false;
    for (number, lesson) in (1..).zip(lessons) {
        if *lesson.ruleset() != Ruleset::one_pure() && !std::mem::replace(&mut is_ordinary, true) {
            lines.push(ordinary.to_owned());
        }
        lines.push(format!("{number:>2}. {}", lesson.title.of(language)));
    }
    lines.join("\n")
}

/// The title of each kind of problems in `language`, with the names of its problems, one a line.
fn problem_names(kinds: &[ProblemKind], language: Language) -> Vec<String> {
    let line = |kind: &ProblemKind| {
        let name = &kind.name;
        format!("  {}: {name}-1 … {name}-{}", kind.title.of(language), kind.problems.len())
    };
    kinds.iter().map(line).collect()
}

/// The texts in `language`.
pub(in crate::cli) fn words(language: Language) -> &'static dyn Words {
    match language {
        Language::English => &english::English,
        Language::Korean => &korean::Korean,
    }
}

/// The time left on a clock: minutes and seconds, and the moves or periods of overtime.
pub(in crate::cli) fn time_left(left: TimeLeft, control: TimeControl) -> String {
    // Round up: a clock that shows 0:00 has run out.
    let seconds = left.time.as_secs() + u64::from(left.time.subsec_nanos() > 0);
    let time = match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    };
    match (left.stones, control) {
        (periods @ 1.., TimeControl::ByoYomi { .. }) => format!("{periods}×{time}"),
        (moves @ 1.., TimeControl::Canadian { .. }) => format!("{time}/{moves}"),
        _ => time,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_help_and_komi_have_the_words_of_their_game() {
        let hints = [Hint { action: Move::Abstain, wins: 60.0, lead: "B+2.0".to_owned() }];
        let hint = |terms| words(Language::Korean).hint(&hints, terms);
        assert_eq!(hint(Terms::Ordinary), "힌트: 패스 (승률 60 %, B+2.0)");
        assert_eq!(hint(Terms::OnePure), "힌트: 불착 (승률 60 %, B+2.0)");
        let told = |terms| words(Language::Korean).help(terms) + &words(Language::Korean).komi(6.5, terms);
        for word in ["불착", "선후차"] {
            assert!(told(Terms::OnePure).contains(word) && !told(Terms::Ordinary).contains(word), "{word}");
        }
        assert!(told(Terms::Ordinary).contains("패스         한 수 쉽니다 (pass)"), "{}", told(Terms::Ordinary));
    }
}
