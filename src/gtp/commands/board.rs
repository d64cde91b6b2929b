//! Commands that show the game.

use super::{Command, Topic};
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
            help: "Picture of the game. It shows the board, the stones of both colours, the colour to move and the \
                last move; after the end, the result.",
            run: |session, _| Ok(format!("\n{}", picture(session.engine.game()).join("\n"))),
        },
        Command {
            name: "list_stones",
            arguments: "color",
            help: "Stones of a colour on the board.",
            run: |session, arguments| {
                let color = arguments.take()?;
                Ok(session.engine.game().board().stones(color).names(" "))
            },
        },
        Command {
            name: "captures",
            arguments: "color",
            help: "Number of the other colour's stones that left the board. Stones that wait again or are in \
                quarantine count too.",
            run: captures,
        },
        Command {
            name: "move_history",
            arguments: "",
            help: "All placements and passes, the last one first. Each line is colour and vertex.",
            run: |session, _| Ok(move_history(session.engine.game())),
        },
    ],
};

fn captures(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let color = arguments.take()?;
    Ok(captured_by(session.engine.game(), color).to_string())
}

/// The number of stones of the other colour that have left the board.
pub(super) fn captured_by(game: &Game, color: Color) -> u32 {
    game.ledger().captured[!color]
}

fn move_history(game: &Game) -> String {
    let line = |turn: &Turn| format!("{} {}", turn.color, turn.action);
    game.turns().iter().rev().map(line).collect::<Vec<_>>().join("\n")
}

/// The lines of the board with coordinates, and of the facts beside it.
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

/// The numbers of stones of a colour by place, on one line: GUIs show the answer in a narrow window.
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
