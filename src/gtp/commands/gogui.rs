//! Commands by which `GoGui` sends whole positions and games.

use super::{Command, Topic};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandFailure, Message};
use crate::gtp::session::{CommandResult, Session};
use onepure_rules::board::{Color, PerColor, Position};
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{Game, Move};

pub(super) const TOPIC: Topic = Topic {
    title: "Positions and games at once",
    introduction: "\
Stones that are set up come out of the quota, and are not moves: `undo` does not take them back. The board must be empty and
nobody may have moved; every chain must have a liberty.",
    commands: &[
        Command {
            name: "gogui-setup",
            arguments: "[color vertex]...",
            help: "Set up pairs of a colour and a point. Black moves first, unless gogui-setup_player follows.",
            run: set_up,
        },
        Command {
            name: "gogui-setup_player",
            arguments: "color",
            help: "Set the colour to move in a set-up position. Only before the first move.",
            run: set_up_player,
        },
        Command {
            name: "gogui-play_sequence",
            arguments: "[color vertex]...",
            help: "Play pairs of a colour and a vertex. If one of them is illegal, none is played.",
            run: play_sequence,
        },
    ],
};

fn set_up(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let mut stones = PerColor::from_fn(|_| PointSet::empty());
    for (color, action) in moves(arguments)? {
        match action {
            Move::Place(point) => stones[color].insert(point),
            Move::Abstain => return Err(Message::Syntax.because("pass cannot be set up")),
        }
    }
    let game = session.engine.game();
    if game.start() != Position::default() || !game.turns().is_empty() {
        return Err(Message::BoardNotEmpty.because("clear_board begins a new game"));
    }
    begin(session, Position { stones }, Color::Black)
}

fn set_up_player(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let color = arguments.take()?;
    let game = session.engine.game();
    if !game.turns().is_empty() {
        return Err(Message::BoardNotEmpty.because("it says who begins, and the game has begun"));
    }
    begin(session, game.start(), color)
}

fn begin(session: &mut Session, position: Position, to_play: Color) -> CommandResult {
    let game = session.engine.game();
    let game = Game::set_up(game.size(), *game.ruleset(), position, to_play)
        .map_err(|error| Message::refused(format!("cannot set up: {error}")))?;
    session.set_up_game(game);
    Ok(String::new())
}

fn play_sequence(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    session.play_all(&moves(arguments)?)?;
    Ok(String::new())
}

/// Reads pairs of a colour and a vertex.
fn moves(arguments: &mut Arguments<'_>) -> Result<Vec<(Color, Move)>, CommandFailure> {
    let mut moves = Vec::new();
    while let Some(color) = arguments.take_optional()? {
        moves.push((color, arguments.take()?));
    }
    Ok(moves)
}
