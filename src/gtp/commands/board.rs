//! Looking at the game.

use super::{Command, Topic, vertices};
use crate::gtp::arguments::Arguments;
use crate::gtp::session::{CommandResult, Session};
use crate::view::{self, Look};
use onepure_rules::board::Color;
use onepure_rules::rules::{Game, Stones, Turn};

pub(super) const TOPIC: Topic = Topic {
    title: "The game so far",
    introduction: "",
    commands: &[
        Command {
            name: "showboard",
            arguments: "",
            help: "A picture: the board, the stones of both colours, whose turn it is, the last move, and the result of a game that is over.",
            run: |session, _| Ok(format!("\n{}", picture(session.engine.game()).join("\n"))),
        },
        Command {
            name: "list_stones",
            arguments: "color",
            help: "The stones of a colour on the board.",
            run: |session, arguments| {
                let color = arguments.take()?;
                Ok(vertices(session.engine.game().board().stones(color)))
            },
        },
        Command {
            name: "captures",
            arguments: "color",
            help: "How many stones of the other colour have left the board so far, whether they wait again or are in quarantine.",
            run: captures,
        },
        Command {
            name: "move_history",
            arguments: "",
            help: "Every placement and abstention, the last one first, a line each: colour and vertex.",
            run: |session, _| Ok(move_history(session.engine.game())),
        },
    ],
};

fn captures(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let color = arguments.take()?;
    Ok(captured_by(session.engine.game(), color).to_string())
}

/// How many stones of the other colour have left the board.
pub(super) fn captured_by(game: &Game, color: Color) -> u32 {
    game.ledger().captured[!color]
}

fn move_history(game: &Game) -> String {
    let line = |turn: &Turn| format!("{} {}", turn.color, turn.action);
    game.turns().iter().rev().map(line).collect::<Vec<_>>().join("\n")
}

/// The board with coordinates, and what there is to know beside it, line by line.
fn picture(game: &Game) -> Vec<String> {
    let mut picture = view::board(game, Look::PLAIN);
    picture.extend(Color::BOTH.map(|color| bowl(game, color)));
    picture
        .extend(game.turns().last().map(|last| format!("last move {}: {} {}", last.number, last.color, last.action)));
    picture.push(match game.outcome() {
        Some(outcome) => format!("result: {} ({})", outcome.verdict, outcome.reason.name()),
        None => format!("to play: {}", game.to_play()),
    });
    picture
}

/// Where the stones of a colour are, on one line: GUIs show the answer in a narrow window.
fn bowl(game: &Game, color: Color) -> String {
    let Stones { board, waiting, quarantined } = game.stones(color);
    match waiting {
        Some(waiting) => format!("{color}: {board} on the board, {waiting} waiting, {quarantined} in quarantine"),
        None => match game.prisoners(color) {
            Some(captured) => format!("{color}: {board} on the board, {captured} captured"),
            None => format!("{color}: {board} on the board"),
        },
    }
}
