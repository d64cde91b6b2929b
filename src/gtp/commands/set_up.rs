//! Commands that begin a game.

use super::{Command, Topic};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::Message;
use crate::gtp::session::{CommandResult, Session};
use onepure_rules::board::{Color, PerColor, Position};
use onepure_rules::geometry::{BoardSize, PointSet};
use onepure_rules::rules::{Game, Move};

pub(super) const TOPIC: Topic = Topic {
    title: "A new game",
    introduction: "\
The komi (article 8) of a new game is the usual one of its rules and its board: under the One Pure Rules 7 on 19×19 and 0
on lesser boards. `komi` gives another, which stays for every game that follows, on every board and under all rules. The
komi of a record (`loadsgf`, `opr-load`) is that of its game alone: `boardsize`, `clear_board` and `set_position` begin the
next game without it. `kata-set-rules`, handicap stones and `gogui-setup` keep the komi of a record or of `komi`.",
    commands: &[
        Command {
            name: "boardsize",
            arguments: "size",
            help: "Begin a new game on 5 to 19 lines.",
            run: boardsize,
        },
        Command {
            name: "query_boardsize",
            arguments: "",
            help: "Number of lines of the board.",
            run: |session, _| Ok(session.engine.game().size().to_string()),
        },
        Command {
            name: "clear_board",
            arguments: "",
            help: "Begin a new game on the same board.",
            run: |session, _| {
                begin(session, session.engine.game().size());
                Ok(String::new())
            },
        },
        Command {
            name: "set_position",
            arguments: "[color] [vertex...]",
            help: "Begin a new game from stones: colour and vertex each. Black moves first, and there is no history.",
            run: set_position,
        },
        Command {
            name: "komi",
            arguments: "points",
            help: "Set the komi (article 8) of this and later games. Any number; a counted game is counted again.",
            run: komi,
        },
        Command {
            name: "get_komi",
            arguments: "",
            help: "Komi (article 8) of this game.",
            run: |session, _| Ok(session.engine.game().komi().to_string()),
        },
    ],
};

fn boardsize(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let lines: u32 = arguments.take()?;
    let size = BoardSize::for_play(lines as usize).map_err(|error| Message::UnacceptableSize.because(error))?;
    begin(session, size);
    Ok(String::new())
}

fn begin(session: &mut Session, size: BoardSize) {
    session.begin_game(Game::new(size, *session.engine.game().ruleset()));
}

fn set_position(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let mut stones = PerColor::<PointSet>::default();
    while let Some(color) = arguments.take_optional::<Color>()? {
        let Move::Place(point) = arguments.take()? else {
            return Err(Message::Syntax.because("pass is no place for a stone"));
        };
        if Color::BOTH.iter().any(|&color| stones[color].contains(point)) {
            return Err(Message::BadVertexList.because(format!("{point} is named twice")));
        }
        stones[color].insert(point);
    }
    let game = session.engine.game();
    let game = Game::set_up(game.size(), *game.ruleset(), Position { stones }, Color::Black);
    session.begin_game(game.map_err(|error| Message::BadVertexList.because(error))?);
    Ok(String::new())
}

fn komi(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    // Adding 0.0 turns -0.0 into 0.0, which prints without a sign.
    let komi = arguments.take::<f64>()? + 0.0;
    session.give_komi(komi);
    Ok(String::new())
}
