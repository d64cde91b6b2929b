//! Commands that begin a game.

use super::{Command, Topic};
use crate::geometry::BoardSize;
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::Message;
use crate::gtp::session::{Answer, Session};
use crate::rules::Game;

pub(super) const TOPIC: Topic = Topic {
    title: "A new game",
    introduction: "\
The lead of article 8, which GTP calls komi, is 7 on 19×19 and 0 on lesser boards, until `komi` gives another; that one
stays for every game that follows, on every board.",
    commands: &[
        Command {
            name: "boardsize",
            arguments: "size",
            help: "Begins a new game on a board of 5 to 19 lines; other sizes are an unacceptable size.",
            run: boardsize,
        },
        Command {
            name: "query_boardsize",
            arguments: "",
            help: "The number of lines of the board.",
            run: |session, _| Ok(session.engine.game().size().to_string()),
        },
        Command {
            name: "clear_board",
            arguments: "",
            help: "Begins a new game on the same board.",
            run: |session, _| {
                begin(session, session.engine.game().size());
                Ok(String::new())
            },
        },
        Command {
            name: "komi",
            arguments: "points",
            help: "Sets the lead of article 8: any number. A game that was counted is counted anew.",
            run: komi,
        },
        Command {
            name: "get_komi",
            arguments: "",
            help: "The lead of article 8.",
            run: |session, _| Ok(session.engine.game().lead().to_string()),
        },
    ],
};

fn boardsize(session: &mut Session, arguments: &mut Arguments<'_>) -> Answer {
    let lines: u32 = arguments.take()?;
    let size = BoardSize::for_play(lines as usize).map_err(|error| Message::UnacceptableSize.because(error))?;
    begin(session, size);
    Ok(String::new())
}

fn begin(session: &mut Session, size: BoardSize) {
    session.begin_game(Game::new(size, *session.engine.game().ruleset()));
}

fn komi(session: &mut Session, arguments: &mut Arguments<'_>) -> Answer {
    // Minus nought is nought, also when it is printed.
    let lead = arguments.take::<f64>()? + 0.0;
    session.komi = Some(lead);
    session.engine.set_lead(session.komi);
    Ok(String::new())
}
