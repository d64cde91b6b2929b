//! Lessons about the One Pure Rules: a board, something to play, and an answer to whatever is played.
//!
//! A lesson is a file in `lessons`, TOML with both languages side by side. What it says of a position or a move stands beside its texts
//! as a [`Claim`] in a small language, and tests ask the rules about every claim. Which answer a turn gets is decided by [`Condition`]s
//! on what the turn did, so that every placement and every abstention has a true one.

mod claim;
mod condition;
mod file;
mod notation;
mod told;

pub use claim::Claim;
pub use condition::Condition;
pub use notation::LessonError;

use crate::view::Language;
use onepure_rules::board::Color;
use onepure_rules::rules::Game;
use serde::Deserialize;
use std::sync::LazyLock;

/// A lesson: some steps, one after the other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its name, by which it is asked for.
    pub name: String,
    /// Its title.
    pub title: Text,
    /// Its steps; there is at least one.
    #[serde(rename = "step")]
    pub steps: Vec<Step>,
}

/// A position, what is to be known about it, and one turn to take.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "file::StepOfFile")]
pub struct Step {
    /// What is to be known.
    pub text: Text,
    /// What to do.
    pub task: Text,
    /// The game in which to do it; the colour to play is the learner's.
    pub game: Game,
    /// The level of the engine that plays the other colour to the end of the game; without one the learner takes one turn.
    pub engine: Option<u8>,
    /// What is told of each turn besides what happened.
    pub tells: Option<Figure>,
    /// The answers, of which the first that fits is given. The last one fits everything.
    pub answers: Vec<Answer>,
    /// What the texts say of the position.
    pub claims: Vec<Claim>,
}

/// A figure that is told of each turn.
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
    /// What a turn must have done to get this answer.
    pub when: Vec<Condition>,
    /// Whether that was the task.
    pub is_right: bool,
    /// What is said.
    pub text: Text,
    /// What the text says of the game after such a turn.
    pub claims: Vec<Claim>,
}

/// A text in both languages; blank lines stand between its paragraphs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    en: String,
    ko: String,
}

impl Text {
    /// The text in a language.
    pub fn of(&self, language: Language) -> &str {
        match language {
            Language::English => self.en.trim(),
            Language::Korean => self.ko.trim(),
        }
    }

    /// Its paragraphs in a language, each in one line.
    pub fn paragraphs(&self, language: Language) -> Vec<String> {
        let paragraphs = self.of(language).split("\n\n");
        paragraphs.map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }
}

/// The answer to a turn, and what the turn did.
#[derive(Clone, Debug)]
pub struct Judgement<'step> {
    /// Whether the task is done.
    pub is_right: bool,
    /// What happened, a sentence each.
    pub told: Vec<String>,
    /// What is said of it.
    pub text: &'step Text,
}

impl Step {
    /// The colour of the learner.
    pub fn learner(&self) -> Color {
        self.game.to_play()
    }

    /// Whether a game comes from this step: from its position, by its moves.
    pub fn leads_to(&self, game: &Game) -> bool {
        let own = &self.game;
        let moves = |game: &Game| game.turns().iter().map(|turn| (turn.color, turn.action)).collect::<Vec<_>>();
        own.size() == game.size()
            && own.ruleset() == game.ruleset()
            && own.start() == game.start()
            && moves(game).starts_with(&moves(own))
    }

    /// The answer to the last turn of a game that comes from this step. None before the learner's turn; against the engine none before
    /// the end.
    pub fn judge(&self, game: &Game, language: Language) -> Option<Judgement<'_>> {
        let taken = game.turns().len() - self.game.turns().len();
        let is_done = if self.engine.is_some() { game.is_over() } else { taken > 0 };
        if !is_done {
            return None;
        }
        let answer = self.answers.iter().find(|answer| answer.when.iter().all(|condition| condition.holds(game)))?;
        let told = told::turn(game, self.tells, language);
        Some(Judgement { is_right: answer.is_right, told, text: &answer.text })
    }
}

/// The files, in the order of the lessons.
const FILES: [&str; 15] = [
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
];

/// All lessons, in their order.
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
        // The tests read every file.
        lessons.collect::<Result<_, _>>().expect("the lessons are part of the program")
    });
    &LESSONS
}

/// The number of the lesson of this name or with this number, counted from 1.
pub fn find(word: &str) -> Option<usize> {
    let by_number = word.parse().ok().filter(|number| (1..=lessons().len()).contains(number));
    by_number.or_else(|| lessons().iter().position(|lesson| lesson.name == word).map(|index| index + 1))
}
