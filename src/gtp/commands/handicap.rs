//! Handicap: black stones before White's first turn.

use super::{Command, Topic};
use crate::document::spaced;
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandFailure, Message};
use crate::gtp::session::{CommandResult, Session};
use onepure_rules::board::Position;
use onepure_rules::geometry::{Point, PointSet};
use onepure_rules::rules::{self, Game, Move, usual_handicap};

pub(super) const TOPIC: Topic = Topic {
    title: "Handicap",
    introduction: "\
Handicap stones come out of Black's 180, and after them it is White's turn. They are not moves: `undo` does not take them
back. The board must be empty and nobody may have moved. Under rules with a bonus White has points for them in every count
(`whiteHandicapBonus` of `kata-get-rules`). A given komi stays; otherwise it is 0.5 under AGA rules and as usual under
others.",
    commands: &[
        Command {
            name: "fixed_handicap",
            arguments: "number",
            help: "Set up 2 to 9 handicap stones, and list them. At most 4 on even boards and on 7×7, none on smaller \
                ones.",
            run: fixed_handicap,
        },
        Command {
            name: "place_free_handicap",
            arguments: "number",
            help: "Set up handicap stones that the engine chooses; list them. Fewer than N if these already cannot \
                lose.",
            run: place_free_handicap,
        },
        Command {
            name: "set_free_handicap",
            arguments: "vertex...",
            help: "Set up handicap stones on two or more points.",
            run: set_free_handicap,
        },
    ],
};

fn fixed_handicap(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let number = arguments.take::<u32>()? as usize;
    let points = rules::fixed_handicap(session.engine.game().size(), number);
    let points = points.ok_or_else(|| Message::InvalidNumberOfStones.because("2 to 9; 4 on even boards and 7×7"))?;
    set_up(session, &points)?;
    Ok(spaced(points))
}

fn place_free_handicap(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let number = arguments.take::<u32>()? as usize;
    let size = session.engine.game().size();
    if !(2..size.lines().pow(2)).contains(&number) {
        return Err(Message::InvalidNumberOfStones.because("at least two, and fewer than the points of the board"));
    }
    let points = usual_handicap(size, number);
    set_up(session, &points)?;
    Ok(spaced(points))
}

fn set_free_handicap(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let mut points = Vec::new();
    while let Some(vertex) = arguments.take_optional().map_err(bad_vertex)? {
        match vertex {
            Move::Place(point) => points.push(point),
            Move::Abstain => return Err(Message::BadVertexList.because("pass is no point")),
        }
    }
    set_up(session, &points)?;
    Ok(String::new())
}

/// Turns an illegal move into a bad list. `play` calls a vertex off the board illegal.
fn bad_vertex(failure: CommandFailure) -> CommandFailure {
    match failure.message {
        Message::IllegalMove => Message::BadVertexList.because(failure.reason),
        _ => failure,
    }
}

/// Begins the game with these black stones; White moves first.
fn set_up(session: &mut Session, points: &[Point]) -> Result<(), CommandFailure> {
    let game = session.engine.game();
    if game.start() != Position::default() || !game.turns().is_empty() {
        return Err(Message::BoardNotEmpty.because("clear_board begins a new game"));
    }
    let stones: PointSet = points.iter().copied().collect();
    if points.len() < 2 || stones.len() < points.len() || stones.len() >= game.size().lines().pow(2) {
        return Err(Message::BadVertexList.because("two points or more, none twice, and not the whole board"));
    }
    let game = Game::with_handicap(game.size(), *game.ruleset(), stones)
        .map_err(|error| Message::BadVertexList.because(error))?;
    session.set_up_game(game);
    Ok(())
}
