//! Lessons about the One Pure Rules, for a board in a browser.

use super::{Command, Topic};
use crate::document::{Object, line};
use crate::gtp::arguments::{Argument, Arguments};
use crate::gtp::failure::{CommandFailure, Message};
use crate::gtp::session::{CommandResult, Session};
use crate::learn::{Figure, Lesson, Reaction, Step, find, lessons};
use crate::view::Language;
use onepure_rules::rules::Game;

pub(super) const TOPIC: Topic = Topic {
    title: "Lessons",
    introduction: introduction!("learn.md"),
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

/// The position of a step or a problem, and the moves up to the learner's turn.
pub(super) fn position(game: &Game) -> Object {
    Object::default()
        .with("rules", game.ruleset().name)
        .with("size", game.size().lines())
        .with("stones", game.start().stones)
        .with("first", game.first_to_play())
        .with("moves", game.turns().iter().map(|turn| (turn.color, turn.action)).collect::<Vec<_>>())
        .with("learner", game.to_play())
}

/// The answer to a turn of the learner.
pub(super) fn answered(judgement: &Reaction<'_>, language: Language) -> Object {
    Object::default()
        .with("right", judgement.is_right)
        .with("told", &judgement.told)
        .with("text", judgement.text.paragraphs(language))
}

fn list(_: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let language: Language = arguments.take()?;
    let listed = |lesson: &'static Lesson| {
        Object::default()
            .with("name", &lesson.name)
            .with("title", lesson.title.of(language))
            .with("steps", lesson.steps.len())
            .with("rules", lesson.ruleset().name)
    };
    Ok(line(&lessons().iter().map(listed).collect::<Vec<_>>()))
}

/// A step with all that the page shows. `count` says whether the step shows the count.
fn show(_: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let language: Language = arguments.take()?;
    let Asked { number, lesson, step_number, step } = Asked::read(arguments)?;
    let shown = Object::default()
        .with("lesson", number)
        .with("lessons", lessons().len())
        .with("title", lesson.title.of(language))
        .with("step", step_number)
        .with("steps", lesson.steps.len())
        .with("text", step.text.paragraphs(language))
        .with("task", step.task.paragraphs(language))
        .and(position(&step.game))
        .with("komi", step.game.komi())
        .with("engine", step.engine)
        .with("count", step.tells == Some(Figure::Count));
    Ok(line(&shown))
}

fn answer(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let language: Language = arguments.take()?;
    let Asked { step, .. } = Asked::read(arguments)?;
    let game = session.engine.game();
    if !step.leads_to(game) {
        return Err(Message::refused("the game of the session is not that of the step".to_owned()));
    }
    let dead = session.engine.stones_to_lift();
    Ok(line(&step.judge_without(game, dead, language).map(|judgement| answered(&judgement, language))))
}
