//! Moves of either side.

use super::{Command, Topic};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::Message;
use crate::gtp::session::{CommandResult, Session};
use onepure_engine::engine::{SearchRequest, Settings};
use onepure_rules::rules::Move;
use std::ops::ControlFlow;

pub(super) const TOPIC: Topic = Topic {
    title: "Play",
    introduction: "\
Every empty point may be played on, by a colour that has a waiting stone and is not barred; that a placement loses at
once does not make it illegal. If it is the other colour's turn, the right is handed over first, which is not an
abstention. `pass` is an abstention. From a colour that cannot use the right it changes nothing; but the controller may
count it as a move, and so `undo` takes it back before the move that went before it. Under ordinary rules (`chinese`)
suicide and what brings a position back are illegal moves.

After an end by two abstentions a placement resumes the game. After any other end only `undo`, `clear_board`, `boardsize`
and `loadsgf` change the game.",
    commands: &[
        Command {
            name: "play",
            arguments: "color vertex",
            help: "Place a stone, or pass. An occupied point, one off the board, or a placement after the end is an \
                illegal move.",
            run: play,
        },
        Command {
            name: "genmove",
            arguments: "color",
            help: "Let the engine play, and answer its move. It is a vertex, pass or resign; after the end it is pass.",
            run: genmove,
        },
        Command {
            name: "kgs-genmove_cleanup",
            arguments: "color",
            help: "As genmove, to clear dead stones from the board. The engine places stones as long as the other \
                colour has stones that it judges dead. After an end by passes this resumes the game.",
            run: genmove_cleanup,
        },
        Command {
            name: "reg_genmove",
            arguments: "color",
            help: "The move of genmove, without playing it. No clock runs.",
            run: reg_genmove,
        },
        Command {
            name: "undo",
            arguments: "[ignored]",
            help: "Take back the last placement or pass. The end of play that it caused goes too. A number sent by \
                qGo is ignored.",
            run: |session, _| take_back(session, 1),
        },
        Command {
            name: "gg-undo",
            arguments: "[number]",
            help: "Take back N placements and passes, 1 by default. Takes back nothing if there are fewer than N.",
            run: |session, arguments| {
                let number = arguments.take_optional::<u32>()?.unwrap_or(1);
                take_back(session, number as usize)
            },
        },
        Command {
            name: "set_random_seed",
            arguments: "seed",
            help: "Set the seed. With one thread, the same seed gives the same moves.",
            run: |session, arguments| {
                let settings = Settings { seed: arguments.take()?, ..session.engine.settings().clone() };
                session.engine.set_settings(settings);
                Ok(String::new())
            },
        },
        Command {
            name: "get_random_seed",
            arguments: "",
            help: "The seed.",
            run: |session, _| Ok(session.engine.settings().seed.to_string()),
        },
    ],
};

fn play(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let color = arguments.take()?;
    let action = arguments.take()?;
    session.play(color, action)?;
    Ok(String::new())
}

fn genmove(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let color = arguments.take()?;
    let decision = session.decide(color);
    session.carry_out(color, decision)?;
    Ok(decision.to_string())
}

fn genmove_cleanup(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let color = arguments.take()?;
    let decision = session.engine.choose_clean_up(color);
    session.carry_out(color, decision)?;
    Ok(decision.to_string())
}

pub(super) fn reg_genmove(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let color = arguments.take()?;
    if !session.can_use_right(color) {
        return Ok(Move::Abstain.to_string());
    }
    let request = SearchRequest { is_advice: true, ..SearchRequest::default() };
    let decision = session.engine.best_move_with(color, &request, |_| ControlFlow::Continue(()));
    Ok(decision.to_string())
}

fn take_back(session: &mut Session, moves: usize) -> CommandResult {
    if session.has_trials() {
        return Err(Message::CannotUndo.because("there are moves of trymove, which popgo takes back"));
    }
    session.take_back(moves)?;
    Ok(String::new())
}
