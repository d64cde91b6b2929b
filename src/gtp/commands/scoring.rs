//! The end of a game: who won, and which stones are lost.

use super::{Command, Topic, vertices};
use crate::board::Color;
use crate::geometry::PointSet;
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::Message;
use crate::gtp::session::{Answer, Session};
use crate::rules::{Game, Verdict};

pub(super) const TOPIC: Topic = Topic {
    title: "The result",
    introduction: "\
A result is `B+1`, `W+12`, `0` for a draw, `B+Forfeit` or `W+Forfeit` (article 9 ②), `B+Resign`, `B+Time`, or `Both-lose`
(neither colour has a point).

Players may agree after an end by abstentions which stones are lost, and lift them before the count. `final_score` does
that with the stones that the engine holds to be lost, unless the option `removal` is off; before the end of play it
answers what the result would be. In games between programs the board as it stands is what counts: `opr-score`.",
    commands: &[
        Command {
            name: "final_score",
            arguments: "",
            help: "The result: of the count after lifting what is lost, or, after an end in which nothing is agreed, as it is.",
            run: |session, _| Ok(final_score(session).to_string()),
        },
        Command {
            name: "final_status_list",
            arguments: "status",
            help: "The stones of a status (alive, seki or dead), a chain a line. Dead is what the engine holds to be lost; it calls nothing seki.",
            run: final_status_list,
        },
    ],
};

fn final_score(session: &mut Session) -> Verdict {
    let game = session.engine.game();
    match game.outcome() {
        Some(outcome) if game.is_final() => outcome.verdict,
        _ if session.removal => game.count_without(session.engine.lost_stones()).verdict(),
        _ => game.count().verdict(),
    }
}

fn final_status_list(session: &mut Session, arguments: &mut Arguments<'_>) -> Answer {
    let status: String = arguments.take()?;
    let game = session.engine.game();
    let stones = match status.as_str() {
        "dead" => session.engine.lost_stones(),
        "alive" => {
            let board = game.board();
            let standing = (board.stones(Color::Black) | board.stones(Color::White)) - session.engine.lost_stones();
            standing - session.engine.stones_in_seki()
        }
        "seki" => session.engine.stones_in_seki(),
        _ => return Err(Message::Syntax.because(format!("`{status}` is not alive, seki or dead"))),
    };
    Ok(chains(game, stones))
}

/// The stones of the set, those of a chain on one line.
fn chains(game: &Game, mut stones: PointSet) -> String {
    let mut lines = Vec::new();
    while let Some(stone) = stones.first() {
        let chain = game.board().chain(stone) & stones;
        lines.push(vertices(chain));
        stones -= chain;
    }
    lines.join("\n")
}
