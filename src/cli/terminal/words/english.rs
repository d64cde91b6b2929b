//! The English text.

use super::{Hint, Words, time_left};
use crate::learn::{Lesson, ListedProblem, ProblemKind};
use crate::view::{Language, Terms};
use onepure_engine::clock::{TimeControl, TimeLeft};
use onepure_engine::solve::{Effort, Status};
use onepure_rules::board::Color;
use onepure_rules::geometry::{BoardSize, PointSet, column_letter};
use onepure_rules::rules::Ruleset;

/// The English text.
pub(in crate::cli) struct English;

fn name(color: Color) -> &'static str {
    Language::English.phrases().color(color)
}

impl Words for English {
    fn welcome(&self, size: BoardSize, human: Color) -> String {
        let color = name(human);
        format!("You play {color} on {size}×{size}. Type a point such as D4, or help, or rules.")
    }

    fn help(&self, _: Terms) -> String {
        "\
D4            place a stone on the point
pass          place no stone
undo          take your last turn back
hint          what the engine would do
count         the points of the board as it stands
board         the board again
rules         the rules in a screenful
resign        give the game up
new           begin again; `new 13 white chinese` sets board, colour, rules
handicap N    begin with N stones on the star points; 0 for none
komi [N]      show the komi, or set it
clock [TIME]  show the clocks, or set them: `clock 600+3x30`, `clock none`
save FILE     write the game to an SGF file
load FILE     go on with the game in a file
help          this list
quit          leave"
            .to_owned()
    }

    fn not_understood(&self, line: &str) -> String {
        format!("`{line}` is neither a point such as D4 nor a command. Type help for the commands.")
    }

    fn no_column(&self, column: char, size: BoardSize) -> String {
        let last = column_letter(size.lines() - 1);
        let without = if last > 'I' { ", without I" } else { "" };
        format!("There is no column {column}. Columns go from A to {last}{without}.")
    }

    fn no_row(&self, row: &str, size: BoardSize) -> String {
        format!("There is no row {row}. Rows go from 1 to {size}.")
    }

    fn needs_file(&self, command: &str) -> String {
        format!("{command}: expected a file, as in `{command} game.sgf`.")
    }

    fn not_new(&self, word: &str) -> String {
        let rules = Ruleset::names();
        format!("new: expected lines from 5 to 19, black or white, or one of {rules}; got `{word}`.")
    }

    fn komi(&self, komi: f64, _: Terms) -> String {
        format!("The komi is {komi}.")
    }

    fn not_komi(&self, text: &str, most: f64) -> String {
        format!("komi: expected a number from -{most} to {most}, got `{text}`.")
    }

    fn not_handicap(&self, text: &str, size: BoardSize, most: usize) -> String {
        if most == 0 {
            return format!("handicap: a board of {size}×{size} has no star points.");
        }
        format!("handicap: expected a number from 2 to {most}, or 0 for none; got `{text}`.")
    }

    fn too_late_for_handicap(&self) -> String {
        "handicap: this game has begun; `new` begins another.".to_owned()
    }

    fn clocks(&self, control: TimeControl, left: [Option<TimeLeft>; 2]) -> String {
        let [Some(black), Some(white)] = left.map(|left| left.map(|left| time_left(left, control))) else {
            return "There is no clock. `clock 600+3x30` gives each player ten minutes, then three periods of 30 seconds."
                .to_owned();
        };
        format!("Clock {control}: Black {black}, White {white}.")
    }

    fn not_clock(&self, text: &str) -> String {
        const FORMS: &str = "none, 5/move, 600, 600+30/25, 600+3x30, 600+5";
        format!("clock: expected seconds in one of the forms {FORMS}; got `{text}`.")
    }

    fn loses_at_once(&self) -> String {
        "That loses at once.".to_owned()
    }

    fn is_meant(&self) -> String {
        "Play it anyway (yes or no)?".to_owned()
    }

    fn not_played(&self) -> String {
        "Not played; it is still your turn.".to_owned()
    }

    fn would_be_lost(&self) -> String {
        "This game is not saved. Leave it anyway (yes or no)?".to_owned()
    }

    fn goes_on(&self) -> String {
        "The game goes on.".to_owned()
    }

    fn not_your_right(&self, engine: Color) -> String {
        let color = name(engine);
        format!("Play has ended, and {color} has the right; undo takes your last turn back.")
    }

    fn thinking(&self, engine: Color) -> String {
        let color = name(engine);
        format!("{color} is thinking")
    }

    fn nothing_to_undo(&self) -> String {
        "You have no turn to take back yet.".to_owned()
    }

    fn hint(&self, hints: &[Hint], _: Terms) -> String {
        let listed = hints.iter().map(|Hint { action, wins, lead }| format!("{action} ({wins:.0} % wins, {lead})"));
        format!("Hint: {}.", listed.collect::<Vec<_>>().join(", "))
    }

    fn saved(&self, file: &str) -> String {
        format!("Saved to {file}.")
    }

    fn not_saved(&self, file: &str, why: &str) -> String {
        format!("Not saved to {file}: {why}.")
    }

    fn already_there(&self, file: &str) -> String {
        format!("Not saved: {file} is there already; choose another name.")
    }

    fn loaded(&self, file: &str, what: &str) -> String {
        format!("Loaded {file}: {what}.")
    }

    fn not_loaded(&self, why: &str) -> String {
        format!("Not loaded: {why}.")
    }

    fn after_the_end(&self) -> String {
        "You can still use undo, count, save FILE, new and quit.".to_owned()
    }

    fn offer_to_save(&self) -> String {
        "Save the game before you leave? Type a file name; an empty line leaves without saving.".to_owned()
    }

    fn no_file_name(&self, command: &str) -> String {
        format!("`{command}` is a command of the game, not a file name; `save {command}` saves to such a file.")
    }

    fn farewell(&self) -> String {
        "Goodbye.".to_owned()
    }

    fn list(&self, lessons: &[Lesson]) -> String {
        let titles = super::lesson_titles(lessons, Language::English, "Lessons of ordinary Go:");
        format!(
            "Lessons about the One Pure Rules:\n{titles}\n\
             Type a number, or press Enter to begin with the first; problems lists the problems, help the commands."
        )
    }

    fn list_problems(&self, kinds: &[ProblemKind]) -> String {
        let names = super::problem_names(kinds, Language::English);
        format!("Problems with one right turn:\n{}\nType a name such as {}-1.", names.join("\n"), kinds[0].name)
    }

    fn problem_heading(&self, number: usize, problems: usize, problem: &ListedProblem) -> String {
        let (title, own, level) = (problem.kind.title.of(Language::English), problem.number, problem.problem.level);
        format!("Problem {} of {problems}: {title} {own} (level {level} of 3)", number + 1)
    }

    fn problem_hint(&self, points: PointSet) -> String {
        format!("The right turn is on one of these points: {}.", points.names(", "))
    }

    fn no_hint(&self) -> String {
        "Only problems have a hint.".to_owned()
    }

    fn choose(&self, lessons: usize) -> String {
        format!("Lesson 1-{lessons}")
    }

    fn enter(&self, is_right: bool) -> String {
        if is_right { "Enter: go on" } else { "Try again" }.to_owned()
    }

    fn heading(&self, number: usize, lesson: &Lesson, step: usize) -> String {
        let (number, step, steps, title) =
            (number + 1, step + 1, lesson.steps.len(), lesson.title.of(Language::English));
        format!("Lesson {number}: {title} ({step} of {steps})")
    }

    fn task(&self, task: &str) -> String {
        format!("Your turn: {task}")
    }

    fn judged(&self, is_right: bool, text: &str) -> String {
        format!("{} {text}", if is_right { "Right." } else { "Not yet." })
    }

    fn lesson_help(&self) -> String {
        "\
C3        place a stone on the point
pass      abstain
Enter     go on after a right answer, else see the step again
next      the next step
back      the step before
again     begin the step again
hint      points among which the right turn of a problem is
7         go to lesson 7
list      all lessons
problems  all problems
help      this list
quit      leave"
            .to_owned()
    }

    fn not_lesson(&self, line: &str, lessons: usize) -> String {
        format!("`{line}` is no lesson. Type a number from 1 to {lessons}, or help.")
    }

    fn no_undo(&self) -> String {
        "This game has no undo. Type again to start over.".to_owned()
    }

    fn not_here(&self, line: &str) -> String {
        format!("`{line}` has no use in a lesson. Type help for the commands.")
    }

    fn full_rules(&self) -> &'static str {
        "`onepure rules --full` prints every article, with examples."
    }

    fn effort(&self, effort: Effort) -> String {
        format!("{} nodes, {:.1} s", effort.nodes, effort.time.as_secs_f64())
    }

    fn dead_end_win(&self, winner: Color) -> String {
        format!("{} wins by a dead end", name(winner))
    }

    fn proven_result(&self, result: &str, effort: Effort) -> String {
        format!("Result: {result}, proven ({})", self.effort(effort))
    }

    fn result_bounds(&self, least: Option<&str>, most: Option<&str>, effort: Effort) -> String {
        let [least, most] = [least, most].map(|bound| bound.unwrap_or("nothing"));
        format!("Result: unknown ({}); proven for Black: at least {least}, at most {most}", self.effort(effort))
    }

    fn line_label(&self) -> &'static str {
        "Line"
    }

    fn status(&self, status: Status) -> &'static str {
        status.name()
    }

    fn fate(&self, first: Color, is_taken: Option<bool>) -> String {
        let fate = match is_taken {
            Some(true) => "taken, proven",
            Some(false) => "lives, proven",
            None => "unknown",
        };
        format!("{} first: {fate}", name(first))
    }

    fn zone(&self, points: usize) -> String {
        format!("zone of {points} points")
    }
}
