//! Playing, by either side.

use super::{Command, Topic};
use crate::engine::{Inquiry, Settings};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::Message;
use crate::gtp::session::{Answer, Session};
use crate::rules::Move;
use std::ops::ControlFlow;

pub(super) const TOPIC: Topic = Topic {
    title: "Play",
    introduction: "\
Every empty point may be played on, by a colour that has a waiting stone and is not barred; that a placement loses at
once does not make it illegal. If it is the other colour's turn, the right is handed over first, which is not an
abstention. `pass` is an abstention; from a colour that cannot use the right, it changes nothing.

After an end by two abstentions a placement resumes the game. After any other end only `undo`, `clear_board`, `boardsize`
and `loadsgf` change the game.",
    commands: &[
        Command {
            name: "play",
            arguments: "color vertex",
            help: "Places a stone, or abstains (pass). An occupied point, one off the board, or a placement after the end is an illegal move.",
            run: play,
        },
        Command {
            name: "genmove",
            arguments: "color",
            help: "Lets the engine play, and answers its move: a vertex, pass or resign. After the end that is pass.",
            run: genmove,
        },
        Command {
            name: "reg_genmove",
            arguments: "color",
            help: "What genmove would answer, without playing; no clock runs.",
            run: reg_genmove,
        },
        Command {
            name: "undo",
            arguments: "",
            help: "Takes the last placement or abstention back, with everything that followed from it, the end of play included.",
            run: undo,
        },
        Command {
            name: "set_random_seed",
            arguments: "seed",
            help: "Sets where the engine's random numbers start: with one thread, the same seed gives the same moves.",
            run: |session, arguments| {
                let settings = Settings { seed: arguments.take()?, ..*session.engine.settings() };
                session.engine.set_settings(settings);
                Ok(String::new())
            },
        },
        Command {
            name: "get_random_seed",
            arguments: "",
            help: "Where the engine's random numbers start.",
            run: |session, _| Ok(session.engine.settings().seed.to_string()),
        },
    ],
};

fn play(session: &mut Session, arguments: &mut Arguments<'_>) -> Answer {
    let color = arguments.take()?;
    let action = arguments.take()?;
    session.play(color, action)?;
    Ok(String::new())
}

fn genmove(session: &mut Session, arguments: &mut Arguments<'_>) -> Answer {
    let color = arguments.take()?;
    if !session.can_use_right(color) {
        return Ok(Move::Abstain.to_string());
    }
    let decision = session.engine.choose(color);
    session.carry_out(color, decision)?;
    Ok(decision.to_string())
}

fn reg_genmove(session: &mut Session, arguments: &mut Arguments<'_>) -> Answer {
    let color = arguments.take()?;
    if !session.can_use_right(color) {
        return Ok(Move::Abstain.to_string());
    }
    let decision = session.engine.consider(color, &Inquiry::default(), |_| ControlFlow::Continue(()));
    Ok(decision.to_string())
}

fn undo(session: &mut Session, _: &mut Arguments<'_>) -> Answer {
    let taken_back = session.engine.undo();
    taken_back.map(|_| String::new()).ok_or_else(|| Message::CannotUndo.because("there is no move to take back"))
}
