//! Lessons about the One Pure Rules, for a board in a browser.

use super::{Command, Topic};
use crate::gtp::arguments::{Argument, Arguments};
use crate::gtp::failure::{CommandFailure, Message};
use crate::gtp::json;
use crate::gtp::session::{CommandResult, Session};
use crate::learn::{Figure, Lesson, Reaction, Step, find, lessons};
use crate::view::Language;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::rules::Game;
use serde::Serialize;

pub(super) const TOPIC: Topic = Topic {
    title: "Lessons",
    introduction: include_str!("learn.md"),
    commands: &[
        Command {
            name: "opr-lessons",
            arguments: "language",
            help: "Lessons as JSON, on one line. About the One Pure Rules and ordinary Go, in their order.",
            run: list,
        },
        Command {
            name: "opr-lesson",
            arguments: "language lesson step",
            help: "Step of a lesson, as JSON. It has the texts, the stones, and the moves up to the learner's turn. \
                Nothing is played. The answer is one line.",
            run: show,
        },
        Command {
            name: "opr-lesson_answer",
            arguments: "language lesson step",
            help: "Answer to the learner's turn in a step, as JSON. The turn is what was played after the moves of \
                the step; null before it. The answer is one line.",
            run: answer,
        },
    ],
};

/// The step of a lesson that an argument names.
struct Asked {
    /// Counts from 1.
    number: usize,
    lesson: &'static Lesson,
    /// Counts from 1.
    step_number: usize,
    step: &'static Step,
}

/// The number of a lesson, given by number or name.
struct Number(usize);

impl Argument for Number {
    fn read(word: &str) -> Result<Self, CommandFailure> {
        let wrong =
            || Message::Syntax.because(format!("expected a lesson from 1 to {}, got `{word}`", lessons().len()));
        find(word).map(Self).ok_or_else(wrong)
    }
}

impl Asked {
    fn read(arguments: &mut Arguments<'_>) -> Result<Self, CommandFailure> {
        let Number(number) = arguments.take()?;
        let step_number: u32 = arguments.take()?;
        let (lesson, step_number) = (&lessons()[number - 1], step_number as usize);
        let steps = lesson.steps.len();
        let wrong = || Message::Syntax.because(format!("expected a step from 1 to {steps}, got {step_number}"));
        let step = step_number.checked_sub(1).and_then(|index| lesson.steps.get(index)).ok_or_else(wrong)?;
        Ok(Self { number, lesson, step_number, step })
    }
}

/// A lesson in the list.
#[derive(Serialize)]
struct Listed {
    name: &'static str,
    title: &'static str,
    steps: usize,
    rules: &'static str,
}

/// The position of a step or a problem, and the moves up to the learner's turn.
#[derive(Serialize)]
pub(super) struct Position {
    rules: &'static str,
    size: usize,
    stones: PerColor<Vec<String>>,
    first: Color,
    moves: Vec<(Color, String)>,
    learner: Color,
}

impl Position {
    pub(super) fn of(game: &Game) -> Self {
        Self {
            rules: game.ruleset().name,
            size: game.size().lines(),
            stones: PerColor::from_fn(|color| json::names(game.start().stones[color])),
            first: game.first_to_play(),
            moves: game.turns().iter().map(|turn| (turn.color, turn.action.to_string())).collect(),
            learner: game.to_play(),
        }
    }
}

/// A step with all that the page shows.
#[derive(Serialize)]
struct Shown {
    lesson: usize,
    lessons: usize,
    title: &'static str,
    step: usize,
    steps: usize,
    text: Vec<String>,
    task: Vec<String>,
    #[serde(flatten)]
    position: Position,
    komi: f64,
    engine: Option<u8>,
    /// Whether the step shows the count.
    count: bool,
}

/// The answer to a turn of the learner.
#[derive(Serialize)]
pub(super) struct Answered {
    right: bool,
    told: Vec<String>,
    text: Vec<String>,
}

impl Answered {
    pub(super) fn of(judgement: Reaction<'_>, language: Language) -> Self {
        let Reaction { is_right, told, text, .. } = judgement;
        Self { right: is_right, told, text: text.paragraphs(language) }
    }
}

fn list(_: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let language: Language = arguments.take()?;
    let listed = |lesson: &'static Lesson| Listed {
        name: &lesson.name,
        title: lesson.title.of(language),
        steps: lesson.steps.len(),
        rules: lesson.ruleset().name,
    };
    Ok(json::line(&lessons().iter().map(listed).collect::<Vec<_>>()))
}

fn show(_: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let language: Language = arguments.take()?;
    let Asked { number, lesson, step_number, step } = Asked::read(arguments)?;
    Ok(json::line(&Shown {
        lesson: number,
        lessons: lessons().len(),
        title: lesson.title.of(language),
        step: step_number,
        steps: lesson.steps.len(),
        text: step.text.paragraphs(language),
        task: step.task.paragraphs(language),
        position: Position::of(&step.game),
        komi: step.game.komi(),
        engine: step.engine,
        count: step.tells == Some(Figure::Count),
    }))
}

fn answer(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let language: Language = arguments.take()?;
    let Asked { step, .. } = Asked::read(arguments)?;
    let game = session.engine.game();
    if !step.leads_to(game) {
        return Err(Message::refused("the game of the session is not that of the step".to_owned()));
    }
    let dead = session.engine.stones_to_lift();
    let answered = step.judge_without(game, dead, language).map(|judgement| Answered::of(judgement, language));
    Ok(json::line(&answered))
}
