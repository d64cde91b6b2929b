//! Problems with one right turn, for a board in a browser.

use super::learn::{answered, position};
use super::{Command, Topic};
use crate::document::{Object, line};
use crate::gtp::arguments::{Argument, Arguments};
use crate::gtp::failure::{CommandFailure, Message};
use crate::gtp::session::{CommandResult, Session};
use crate::learn::{ListedProblem, find_problem, problem_kinds, problems};
use crate::view::Language;

pub(super) const TOPIC: Topic = Topic {
    title: "Problems",
    introduction: introduction!("problems.md"),
    commands: &[
        Command {
            name: "opr-problems",
            arguments: "language",
            help: "Problems of each kind, as JSON. In their order, with the level of each, on one line.",
            run: list,
        },
        Command {
            name: "opr-problem",
            arguments: "language problem",
            help: "Problem with one right turn, as JSON. It has the texts, the stones, and the moves up to the \
                learner's turn. Nothing is played. The answer is one line.",
            run: show,
        },
        Command {
            name: "opr-problem_answer",
            arguments: "language problem",
            help: "Answer to the last turn in a problem, as JSON. One line; null before the first turn.",
            run: answer,
        },
    ],
};

/// The number of a problem, given by number or name.
struct Number(usize);

impl Argument for Number {
    fn read(word: &str) -> Result<Self, CommandFailure> {
        let wrong =
            || Message::Syntax.because(format!("expected a problem from 1 to {}, got `{word}`", problems().len()));
        find_problem(word).map(Self).ok_or_else(wrong)
    }
}

fn list(_: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let language: Language = arguments.take()?;
    let listed = problem_kinds().iter().map(|kind| {
        Object::default()
            .with("kind", &kind.name)
            .with("title", kind.title.of(language))
            .with("levels", kind.problems.iter().map(|problem| problem.level).collect::<Vec<_>>())
    });
    Ok(line(&listed.collect::<Vec<_>>()))
}

/// A problem with all that the page shows: `group` has the stones of the group in question, `hint` the points among which the right
/// turn is.
fn show(_: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let language: Language = arguments.take()?;
    let Number(problem_number) = arguments.take()?;
    let listed = problems()[problem_number - 1];
    let ListedProblem { kind, number, problem } = listed;
    let shown = Object::default()
        .with("problem", problem_number)
        .with("problems", problems().len())
        .with("name", listed.name())
        .with("kind", &kind.name)
        .with("title", kind.title.of(language))
        .with("number", number)
        .with("level", problem.level)
        .with("text", kind.text.paragraphs(language))
        .with("task", listed.task(language))
        .and(position(&problem.game))
        .with("group", problem.stones())
        .with("hint", problem.hint());
    Ok(line(&shown))
}

/// The answer to the learner's turn. `goes_on` says whether the learner plays on after the reply.
fn answer(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let language: Language = arguments.take()?;
    let Number(number) = arguments.take()?;
    let listed = problems()[number - 1];
    let game = session.engine.game();
    if !listed.problem.leads_to(game) {
        return Err(Message::refused("the game of the session is not that of the problem".to_owned()));
    }
    let answered = listed.judge(game, language).map(|judgement| {
        answered(&judgement, language).with("reply", judgement.reply).with("goes_on", judgement.goes_on)
    });
    Ok(line(&answered))
}
