//! Commands of GNU Go that programs made for it ask for, Kigo above all.

use super::scoring::{Judgement, Status, final_margin};
use super::{Command, Topic, listed, vertices};
use crate::board::Color;
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::Message;
use crate::gtp::session::{Answer, Session};
use crate::rules::{Game, Move};

pub(super) const TOPIC: Topic = Topic {
    title: "As GNU Go has them",
    introduction: "For programs that were made for GNU Go; see [clients.md](clients.md).",
    commands: &[
        Command {
            name: "is_legal",
            arguments: "color vertex",
            help: "Whether play would take the move: 1 or 0.",
            run: is_legal,
        },
        Command {
            name: "all_legal",
            arguments: "color",
            help: "The points where play would take a placement of the colour, dead ends included.",
            run: all_legal,
        },
        Command {
            name: "findlib",
            arguments: "vertex",
            help: "The liberties of the chain on this point.",
            run: liberties,
        },
        Command {
            name: "get_handicap",
            arguments: "",
            help: "The number of handicap stones with which the game began.",
            run: |session, _| Ok(handicap(session.engine.game()).to_string()),
        },
        Command {
            name: "last_move",
            arguments: "",
            help: "The last placement or pass: colour and vertex.",
            run: last_move,
        },
        Command {
            name: "top_moves_black",
            arguments: "",
            help: "The best moves of a short search for Black, the best one first, each with its expected share of wins in percent.",
            run: |session, _| Ok(top_moves(session, Color::Black)),
        },
        Command {
            name: "top_moves_white",
            arguments: "",
            help: "As top_moves_black, for White.",
            run: |session, _| Ok(top_moves(session, Color::White)),
        },
        Command {
            name: "final_status",
            arguments: "vertex",
            help: "The status of a point, as in final_status_list.",
            run: final_status,
        },
        Command {
            name: "estimate_score",
            arguments: "",
            help: "The count as final_score has it, with bounds that are the same.",
            run: |session, _| Ok(estimate(final_margin(session))),
        },
    ],
};

fn is_legal(session: &mut Session, arguments: &mut Arguments<'_>) -> Answer {
    let color = arguments.take()?;
    let action = arguments.take()?;
    let is_legal = action == Move::Abstain || session.engine.game().check(color, action).is_ok();
    Ok(u8::from(is_legal).to_string())
}

fn all_legal(session: &mut Session, arguments: &mut Arguments<'_>) -> Answer {
    let color = arguments.take()?;
    let game = session.engine.game();
    let points = game.board().empty().iter();
    Ok(listed(points.filter(|&point| game.check(color, Move::Place(point)).is_ok())))
}

fn liberties(session: &mut Session, arguments: &mut Arguments<'_>) -> Answer {
    let board = session.engine.game().board();
    match arguments.take()? {
        Move::Place(point) if session.engine.game().size().contains(point) && board.stone(point).is_some() => {
            Ok(vertices(board.liberties(point)))
        }
        action => Err(Message::Syntax.because(format!("there is no stone at {action}"))),
    }
}

/// How many black stones stood at the start, if none of White's did.
fn handicap(game: &Game) -> usize {
    let start = game.start();
    if start.stones.white.is_empty() { start.stones.black.len() } else { 0 }
}

fn last_move(session: &mut Session, _: &mut Arguments<'_>) -> Answer {
    let last = session.engine.game().turns().last();
    last.map(|turn| format!("{} {}", turn.color, turn.action)).ok_or_else(|| Message::refused("no move yet"))
}

/// As many moves as GNU Go names.
const TOP: usize = 10;

fn top_moves(session: &mut Session, color: Color) -> String {
    let report = session.engine.glance(color);
    let placements = report.candidates.iter().filter(|candidate| candidate.action != Move::Abstain);
    let named = placements.take(TOP).map(|candidate| format!("{} {:.2}", candidate.action, 100.0 * candidate.win_rate));
    named.collect::<Vec<_>>().join(" ")
}

fn final_status(session: &mut Session, arguments: &mut Arguments<'_>) -> Answer {
    match arguments.take()? {
        Move::Place(point) if session.engine.game().size().contains(point) => {
            let judgement = Judgement::of(session);
            let status = Status::ALL.into_iter().find(|&status| judgement.points(status).contains(point));
            Ok(status.map_or("", Status::name).to_owned())
        }
        action => Err(Message::Syntax.because(format!("{action} is no point of the board"))),
    }
}

/// A margin in the form in which GNU Go estimates.
fn estimate(margin: f64) -> String {
    let winner = if margin < 0.0 { 'W' } else { 'B' };
    format!("{winner}+{:.1} (upper bound: {:.1}, lower: {:.1})", margin.abs(), -margin, -margin)
}

#[cfg(test)]
mod tests {
    use super::estimate;

    #[test]
    fn estimates_are_written_as_gnu_go_writes_them() {
        assert_eq!(estimate(-3.5), "W+3.5 (upper bound: 3.5, lower: 3.5)");
        assert_eq!(estimate(12.0), "B+12.0 (upper bound: -12.0, lower: -12.0)");
    }
}
