//! Commands for what only the One Pure Rules have.

use super::{Command, Topic};
use crate::document::{self, line, loses_at_once, rows};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::Message;
use crate::gtp::session::{CommandResult, Session};
use crate::view::Language;
use onepure_rules::board::Color;
use onepure_rules::geometry::{Point, PointSet};
use onepure_rules::rules::{Game, Move};

pub(super) const TOPIC: Topic = Topic {
    title: "The One Pure Rules",
    introduction: introduction!("one_pure.md"),
    commands: &[
        Command {
            name: "opr-state",
            arguments: "",
            help: "All facts about the game, as JSON. The answer is one line.",
            run: |session, _| Ok(state(session)),
        },
        Command {
            name: "opr-abstain",
            arguments: "[color]",
            help: "Pass, and answer as opr-state does. The colour to play, unless another is named.",
            run: abstain,
        },
        Command {
            name: "opr-abstentions",
            arguments: "",
            help: "Move number and position of every pass, as JSON. Also whether a pass would end play now. The \
                answer is one line.",
            run: |session, _| Ok(line(&document::abstentions(session.engine.game()))),
        },
        Command {
            name: "opr-explain",
            arguments: "vertex [color]",
            help: "Effects of a move, without playing it, as JSON. The answer is one line.",
            run: explain,
        },
        Command {
            name: "opr-dead_ends",
            arguments: "color",
            help: "Points where this colour's placement loses as a dead end. In the last turn of the annex there are \
                none.",
            run: |session, arguments| points_where(session, arguments, loses_at_once),
        },
        Command {
            name: "opr-self_fills",
            arguments: "color",
            help: "Points where this colour's placement would retire its own chain.",
            run: |session, arguments| points_where(session, arguments, Game::is_self_fill),
        },
        Command {
            name: "opr-retired",
            arguments: "",
            help: "Chains that have retired, as JSON. In the order of their first retirement: a chain that retires \
                there again goes to quarantine. The answer is one line.",
            run: |session, _| Ok(retired(session.engine.game())),
        },
        Command {
            name: "opr-points",
            arguments: "",
            help: "Owner of each point (article 7). Rows from the top line down: B and W for points of a colour, a \
                dot for others.",
            run: |session, _| Ok(points(session.engine.game())),
        },
        Command {
            name: "opr-score",
            arguments: "",
            help: "Result of counting the board as it is now.",
            run: |session, _| Ok(session.engine.game().count().verdict().to_string()),
        },
        Command {
            name: "opr-solve",
            arguments: "[vertex]",
            help: "Proofs about the group or the result, as JSON. Each answer takes up to the time of a move, 10 seconds \
                unless `--time` is given. The answer is one line.",
            run: solve,
        },
    ],
};

fn state(session: &Session) -> String {
    line(&document::state(session.engine.game()))
}

fn solve(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let limits = session.proof_limits();
    let Some(action) = arguments.take_optional::<Move>()? else {
        let answer = session.engine.prove_result(limits).map_err(Message::refused)?;
        return Ok(line(&document::solved_result(&answer)));
    };
    let game = session.engine.game();
    let stone = match action {
        Move::Place(point) if game.size().contains(point) => game.board().stone(point).map(|color| (point, color)),
        _ => None,
    };
    let (group, color) =
        stone.ok_or_else(|| Message::refused(format_args!("group: expected a point with a stone, got {action}")))?;
    let answers = session.engine.prove_group(group, limits).map_err(Message::refused)?;
    Ok(line(&document::solved_group(group, color, &answers)))
}

fn abstain(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let color = arguments.take_optional()?.unwrap_or(session.engine.game().to_play());
    session.play(color, Move::Abstain)?;
    Ok(state(session))
}

fn explain(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let action = arguments.take()?;
    let mut game = session.engine.game().clone();
    let color = arguments.take_optional()?.unwrap_or(game.to_play());
    let ruleset = *game.ruleset();
    game.play_as(color, action).map_err(|error| match error.forbidden_point() {
        // The command asks which rule forbids the move, so the answer names it.
        Some(_) => {
            let told = Language::English.refused(&ruleset, error);
            Message::refused(format_args!("illegal move: {told}"))
        }
        None => Message::IllegalMove.because(error),
    })?;
    Ok(line(&document::explanation(&game)))
}

fn points_where(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    holds: fn(&Game, Color, Point) -> bool,
) -> CommandResult {
    let color = arguments.take()?;
    let game = session.engine.game();
    Ok(game.board().empty().iter().filter(|&point| holds(game, color, point)).collect::<PointSet>().names(" "))
}

fn retired(game: &Game) -> String {
    line(&game.retired().iter().map(document::retired_chain).collect::<Vec<_>>())
}

fn points(game: &Game) -> String {
    let points = game.points();
    let letter = |point| match points.owner(point) {
        Some(Color::Black) => "B",
        Some(Color::White) => "W",
        None => ".",
    };
    rows(game.size(), " ", letter).join("\n")
}
