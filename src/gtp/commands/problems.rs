//! Problems with one right turn, for a board in a browser.

use super::learn::{Answered, Position};
use super::{Command, Topic};
use crate::gtp::arguments::{Argument, Arguments};
use crate::gtp::failure::{CommandFailure, Message};
use crate::gtp::json;
use crate::gtp::session::{CommandResult, Session};
use crate::learn::{ListedProblem, find_problem, problem_kinds, problems};
use crate::view::Language;
use serde::Serialize;

pub(super) const TOPIC: Topic = Topic {
    title: "Problems",
    introduction: include_str!("problems.md"),
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

/// A kind in the list.
#[derive(Serialize)]
struct Listed {
    kind: &'static str,
    title: &'static str,
    levels: Vec<u8>,
}

/// A problem with all that the page shows.
#[derive(Serialize)]
struct Shown {
    problem: usize,
    problems: usize,
    name: String,
    kind: &'static str,
    title: &'static str,
    number: usize,
    level: u8,
    text: Vec<String>,
    task: Vec<String>,
    #[serde(flatten)]
    position: Position,
    /// The stones of the group in question.
    group: Vec<String>,
    /// Points among which the right turn is.
    hint: Vec<String>,
}

/// The answer to a turn of the learner.
#[derive(Serialize)]
struct AnsweredWithReply {
    #[serde(flatten)]
    answered: Answered,
    reply: Option<String>,
    /// Whether the learner plays on after the reply.
    goes_on: bool,
}

fn list(_: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let language: Language = arguments.take()?;
    let listed = problem_kinds().iter().map(|kind| Listed {
        kind: &kind.name,
        title: kind.title.of(language),
        levels: kind.problems.iter().map(|problem| problem.level).collect(),
    });
    Ok(json::line(&listed.collect::<Vec<_>>()))
}

fn show(_: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let language: Language = arguments.take()?;
    let Number(problem_number) = arguments.take()?;
    let listed = problems()[problem_number - 1];
    let ListedProblem { kind, number, problem } = listed;
    Ok(json::line(&Shown {
        problem: problem_number,
        problems: problems().len(),
        name: listed.name(),
        kind: &kind.name,
        title: kind.title.of(language),
        number,
        level: problem.level,
        text: kind.text.paragraphs(language),
        task: listed.task(language),
        position: Position::of(&problem.game),
        group: json::names(problem.stones()),
        hint: json::names(problem.hint()),
    }))
}

fn answer(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let language: Language = arguments.take()?;
    let Number(number) = arguments.take()?;
    let listed = problems()[number - 1];
    let game = session.engine.game();
    if !listed.problem.leads_to(game) {
        return Err(Message::refused("the game of the session is not that of the problem".to_owned()));
    }
    let answered = listed.judge(game, language).map(|judgement| AnsweredWithReply {
        reply: judgement.reply.map(|reply| reply.to_string()),
        goes_on: judgement.goes_on,
        answered: Answered::of(judgement, language),
    });
    Ok(json::line(&answered))
}
