//! Looking at the game.

use super::{Command, Topic, vertices};
use crate::board::Color;
use crate::geometry::{Point, column_letter};
use crate::gtp::arguments::Arguments;
use crate::gtp::session::{Answer, Session};
use crate::rules::{Game, Stones, Turn};

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

fn captures(session: &mut Session, arguments: &mut Arguments<'_>) -> Answer {
    let color: Color = arguments.take()?;
    let retired = session.engine.game().turns().iter().flat_map(|turn| &turn.retired);
    let stones: usize = retired.filter(|chain| chain.color != color).map(|chain| chain.stones.len()).sum();
    Ok(stones.to_string())
}

fn move_history(game: &Game) -> String {
    let line = |turn: &Turn| format!("{} {}", turn.color, turn.action);
    game.turns().iter().rev().map(line).collect::<Vec<_>>().join("\n")
}

/// The board with coordinates, and what there is to know beside it, line by line.
fn picture(game: &Game) -> Vec<String> {
    let lines = game.size().lines();
    let joined = |symbol: &dyn Fn(usize) -> char| {
        (0..lines).map(|column| symbol(column).to_string()).collect::<Vec<_>>().join(" ")
    };
    let columns = format!("   {}", joined(&column_letter));
    let mut picture = vec![columns.clone()];
    picture.extend((0..lines).rev().map(|row| {
        let stones = joined(&|column| symbol(game, Point::new(column, row)));
        format!("{number:2} {stones} {number}", number = row + 1)
    }));
    picture.push(columns);
    picture.extend(Color::BOTH.map(|color| bowl(game, color)));
    picture
        .extend(game.turns().last().map(|last| format!("last move {}: {} {}", last.number, last.color, last.action)));
    picture.push(match game.outcome() {
        Some(outcome) => format!("result: {} ({})", outcome.verdict, outcome.reason.name()),
        None => format!("to play: {}", game.to_play()),
    });
    picture
}

/// Where the stones of a colour are.
fn bowl(game: &Game, color: Color) -> String {
    let Stones { board, waiting, quarantined } = game.stones(color);
    match waiting {
        Some(waiting) => format!("{color}: {board} on the board, {waiting} waiting, {quarantined} in quarantine"),
        None => format!("{color}: {board} on the board"),
    }
}

fn symbol(game: &Game, point: Point) -> char {
    match game.board().stone(point) {
        Some(Color::Black) => '#',
        Some(Color::White) => 'O',
        None => '.',
    }
}
