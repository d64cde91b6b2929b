//! Lessons about the One Pure Rules and about ordinary Go: a board, a turn to play, and an answer to every turn.
//!
//! A lesson is a TOML file in `lessons` with both languages. Each statement of its texts about a position has a [`Claim`] beside
//! it, which tests check against the rules. [`Condition`]s on the effects of a turn choose its answer, so every placement and
//! every pass gets a true one.
//!
//! A [`Problem`] has one right turn, and a reply to every other one.

mod claim;
mod condition;
mod effects;
mod endgame;
mod file;
mod notation;
mod problem;

pub use claim::Claim;
pub use condition::Condition;
pub use endgame::wins_endgame;
pub use notation::LessonError;
pub use problem::{Goal, ListedProblem, Problem, ProblemKind, find_problem, problem_kinds, problems};

use crate::view::Language;
use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{Game, Move, Ruleset};
use serde::Deserialize;
use std::sync::LazyLock;

/// A lesson: a list of steps.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The name, for commands.
    pub name: String,
    /// The title.
    pub title: Text,
    /// The steps, at least one.
    #[serde(rename = "step")]
    pub steps: Vec<Step>,
}

impl Lesson {
    /// The rules that the lesson teaches.
    pub fn ruleset(&self) -> &Ruleset {
        self.steps[0].game.ruleset()
    }
}

/// A position with an explanation, and one turn to take.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "file::StepOfFile")]
pub struct Step {
    /// The explanation.
    pub text: Text,
    /// The task.
    pub task: Text,
    /// The game to play in. The colour to move is the learner's.
    pub game: Game,
    /// The level of the engine that plays the other colour to the end; `None` if the learner takes one turn.
    pub engine: Option<u8>,
    /// The figure to report after each turn.
    pub tells: Option<Figure>,
    /// The answers. The first one whose conditions hold is given; the last one has none.
    pub answers: Vec<Answer>,
    /// The claims of the texts about the position.
    pub claims: Vec<Claim>,
}

/// A figure that is reported after each turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Figure {
    /// The liberties of the chain that was placed.
    Liberties,
    /// The points of each colour.
    Count,
}

/// An answer to a turn.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The conditions on the turn.
    pub when: Vec<Condition>,
    /// Whether the turn does the task.
    pub is_right: bool,
    /// The text of the answer.
    pub text: Text,
    /// The claims of the text about the game after the turn.
    pub claims: Vec<Claim>,
}

/// A text in both languages, with blank lines between paragraphs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    en: String,
    ko: String,
}

impl Text {
    /// The text in one language.
    pub fn of(&self, language: Language) -> &str {
        match language {
            Language::English => self.en.trim(),
            Language::Korean => self.ko.trim(),
        }
    }

    /// The paragraphs in one language, each on one line.
    pub fn paragraphs(&self, language: Language) -> Vec<String> {
        let paragraphs = self.of(language).split("\n\n");
        paragraphs.map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }
}

/// The reaction to a turn: the answer, and the effects of the turn.
#[derive(Clone, Debug)]
pub struct Reaction<'learn> {
    /// Whether the turn does the task.
    pub is_right: bool,
    /// The effects of the turn, one sentence each; in a problem also those of the reply.
    pub told: Vec<String>,
    /// The text of the answer.
    pub text: &'learn Text,
    /// The opponent's reply in a problem; `None` in a lesson, after the last turn of the variation, and if play has ended.
    pub reply: Option<Move>,
    /// Whether the learner plays on after the reply.
    pub goes_on: bool,
}

impl Step {
    /// The colour of the learner, who moves first in the step.
    pub fn learner(&self) -> Color {
        self.game.to_play()
    }

    /// Returns whether a game begins with the position and the moves of this step.
    pub fn leads_to(&self, game: &Game) -> bool {
        begins_with(game, &self.game)
    }

    /// The answer to the last turn of a game of this step; `None` before the learner's turn. Against the engine `None` until the
    /// end of the game.
    pub fn judge(&self, game: &Game, language: Language) -> Option<Reaction<'_>> {
        self.judge_without(game, PointSet::empty(), language)
    }

    /// The answer as by [`Step::judge`], where an end by passes is counted without the `dead` stones.
    pub fn judge_without(&self, game: &Game, dead: PointSet, language: Language) -> Option<Reaction<'_>> {
        let taken = game.turns().len() - self.game.turns().len();
        let is_done = if self.engine.is_some() { game.is_over() } else { taken > 0 };
        if !is_done {
            return None;
        }
        let holds = |answer: &&Answer| answer.when.iter().all(|condition| condition.holds(game, dead));
        let answer = self.answers.iter().find(holds)?;
        let told = effects::turn(game, dead, self.tells, language);
        Some(Reaction { is_right: answer.is_right, told, text: &answer.text, reply: None, goes_on: false })
    }
}

/// Returns whether a game begins with the position and the moves of another.
fn begins_with(game: &Game, own: &Game) -> bool {
    let moves = |game: &Game| game.turns().iter().map(|turn| (turn.color, turn.action)).collect::<Vec<_>>();
    own.size() == game.size()
        && own.ruleset() == game.ruleset()
        && own.start() == game.start()
        && moves(game).starts_with(&moves(own))
}

/// The files in the order of the lessons.
const FILES: [&str; 21] = [
    include_str!("lessons/01-placing.toml"),
    include_str!("lessons/02-retirement.toml"),
    include_str!("lessons/03-self-fill.toml"),
    include_str!("lessons/04-anywhere.toml"),
    include_str!("lessons/05-dead-ends.toml"),
    include_str!("lessons/06-quarantine.toml"),
    include_str!("lessons/07-abstaining.toml"),
    include_str!("lessons/08-the-end.toml"),
    include_str!("lessons/09-exhaustion.toml"),
    include_str!("lessons/10-contact.toml"),
    include_str!("lessons/11-shared-points.toml"),
    include_str!("lessons/12-komi.toml"),
    include_str!("lessons/13-no-points.toml"),
    include_str!("lessons/14-lesser-boards.toml"),
    include_str!("lessons/15-a-game.toml"),
    include_str!("lessons/16-capturing.toml"),
    include_str!("lessons/17-eyes.toml"),
    include_str!("lessons/18-ladder.toml"),
    include_str!("lessons/19-counting.toml"),
    include_str!("lessons/20-ko.toml"),
    include_str!("lessons/21-ordinary-game.toml"),
];

/// All lessons in their order.
///
/// ```
/// use onepure::learn::lessons;
/// use onepure::rules::Move;
/// use onepure::view::Language;
///
/// let step = &lessons()[1].steps[0];
/// let mut game = step.game.clone();
/// game.play(Move::Place("C2".parse()?))?;
/// let judgement = step.judge(&game, Language::English).expect("a turn was taken");
/// assert!(judgement.is_right);
/// assert_eq!(judgement.told, ["Black C2: White's C3 retires, enclosed (article 3 ①)."]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lessons() -> &'static [Lesson] {
    static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
        let lessons = FILES.iter().map(|text| Lesson::read(text));
        // A test reads every file.
        lessons.collect::<Result<_, _>>().expect("the lessons are part of the program")
    });
    &LESSONS
}

/// The number of a lesson by name or number, counted from 1.
pub fn find(word: &str) -> Option<usize> {
    let by_number = word.parse().ok().filter(|number| (1..=lessons().len()).contains(number));
    by_number.or_else(|| lessons().iter().position(|lesson| lesson.name == word).map(|index| index + 1))
}
