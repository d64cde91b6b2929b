//! Commands of GNU Go for programs made for it, such as Kigo. Reading commands are answered by ladders and playouts.

use super::scoring::{Status, StoneStatus, final_margin};
use super::{Command, Topic};
use crate::document::{loses_at_once, spaced};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandFailure, Message};
use crate::gtp::session::{CommandResult, Session};
use onepure_engine::engine::{Candidate, Level, Report, Settings};
use onepure_engine::tactics;
use onepure_rules::board::{Board, Color};
use onepure_rules::geometry::{Point, PointSet};
use onepure_rules::rules::{Game, Move};

pub(super) const TOPIC: Topic = Topic {
    title: "As GNU Go has them",
    introduction: "\
For programs that were made for GNU Go; see [clients.md](clients.md). `attack` and `defend` are read as far as ladders go: the
code is 1 or 0, never one of GNU Go's for kos, which are taken as if they could be retaken at once. `dragon_status` is judged by
playouts in which either side begins, a chain at a time.",
    commands: &[
        Command {
            name: "is_legal",
            arguments: "color vertex",
            help: "Whether play would accept the move: 1 or 0.",
            run: is_legal,
        },
        Command {
            name: "all_legal",
            arguments: "color",
            help: "Points where play would accept a placement, with dead ends.",
            run: all_legal,
        },
        Command {
            name: "findlib",
            arguments: "vertex",
            help: "Liberties of the chain on this point.",
            run: liberties,
        },
        Command {
            name: "get_handicap",
            arguments: "",
            help: "Number of handicap stones with which the game began.",
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
            help: "Best moves of a short search for Black. The best one first, each with its win rate in percent.",
            run: |session, _| Ok(top_moves(session, Color::Black)),
        },
        Command {
            name: "top_moves_white",
            arguments: "",
            help: "As top_moves_black, for White.",
            run: |session, _| Ok(top_moves(session, Color::White)),
        },
        Command {
            name: "top_moves",
            arguments: "",
            help: "Best moves of the engine's last search. Empty if it has not moved in this game.",
            run: |session, _| Ok(session.engine.last_choice().map(|choice| best(&choice.report)).unwrap_or_default()),
        },
        Command {
            name: "move_probabilities",
            arguments: "",
            help: "Moves of the engine's last search in this game. One a line, with its fraction of the visits.",
            run: |session, _| Ok(session.engine.last_choice().map(|choice| shares(&choice.report)).unwrap_or_default()),
        },
        Command {
            name: "attack",
            arguments: "vertex",
            help: "Whether the opponent captures a chain by moving first. 1 and the move, or 0.",
            run: attack,
        },
        Command {
            name: "defend",
            arguments: "vertex",
            help: "Whether a chain lives if its colour moves first. 1 and the move (pass if it need not move), or 0.",
            run: defend,
        },
        Command {
            name: "dragon_status",
            arguments: "[vertex]",
            help: "Status of a chain: alive, dead, critical or unknown. A critical one with the moves that attack and \
                defend it. Without a vertex, all chains, one a line.",
            run: dragon_status,
        },
        Command {
            name: "trymove",
            arguments: "color vertex",
            help: "Play a move until popgo takes it back. undo fails meanwhile.",
            run: |session, arguments| {
                let color = arguments.take()?;
                session.try_move(color, arguments.take()?)?;
                Ok(String::new())
            },
        },
        Command {
            name: "popgo",
            arguments: "",
            help: "Take back the last trymove and all moves after it.",
            run: |session, _| {
                session.end_trial()?;
                Ok(String::new())
            },
        },
        Command {
            name: "level",
            arguments: "number",
            help: "Set the parameter level. 1 is a beginner's first opponent, 20 has all the strength that the time \
                allows; see [levels.md](levels.md).",
            run: set_level,
        },
        Command {
            name: "echo",
            arguments: "[word...]",
            help: "Repeat the arguments.",
            run: |_, arguments| Ok(arguments.take_all::<String>()?.join(" ")),
        },
        Command {
            name: "final_status",
            arguments: "vertex",
            help: "Status of a point, as in final_status_list.",
            run: final_status,
        },
        Command {
            name: "estimate_score",
            arguments: "",
            help: "The count of final_score, in GNU Go's format. Both bounds equal the count.",
            run: |session, _| Ok(estimate(final_margin(session))),
        },
    ],
};

fn is_legal(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let color = arguments.take()?;
    let action = arguments.take()?;
    let is_legal = action == Move::Abstain || session.engine.game().check(color, action).is_ok();
    Ok(u8::from(is_legal).to_string())
}

fn all_legal(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let color = arguments.take()?;
    let game = session.engine.game();
    let points = game.board().empty().iter();
    Ok(spaced(points.filter(|&point| game.check(color, Move::Place(point)).is_ok())))
}

fn liberties(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let board = session.engine.game().board();
    let (_, stone) = stone(session, arguments.take()?)?;
    Ok(board.liberties(stone).names(" "))
}

/// The stone on a point, with its colour.
fn stone(session: &Session, action: Move) -> Result<(Color, Point), CommandFailure> {
    let game = session.engine.game();
    let stone = match action {
        Move::Place(point) if game.size().contains(point) => game.board().stone(point).map(|color| (color, point)),
        _ => None,
    };
    stone.ok_or_else(|| Message::Syntax.because(format!("there is no stone at {action}")))
}

/// The number of black stones at the start, or 0 if there were white ones.
fn handicap(game: &Game) -> usize {
    let start = game.start();
    if start.stones.white.is_empty() { start.stones.black.len() } else { 0 }
}

fn last_move(session: &mut Session, _: &mut Arguments<'_>) -> CommandResult {
    let last = session.engine.game().turns().last();
    last.map(|turn| format!("{} {}", turn.color, turn.action)).ok_or_else(|| Message::refused("no move yet"))
}

/// The number of moves that GNU Go lists.
const TOP: usize = 10;

fn top_moves(session: &mut Session, color: Color) -> String {
    best(&session.glance(color))
}

/// The best placements of a search, each with its win rate in percent.
fn best(report: &Report) -> String {
    let placements = report.candidates.iter().filter(|candidate| candidate.action != Move::Abstain);
    let named = placements
        .take(TOP)
        .map(|candidate| format!("{} {:.2}", candidate.action, 100.0 * candidate.estimate.win_rate));
    named.collect::<Vec<_>>().join(" ")
}

/// The moves with visits, each with its fraction of them.
fn shares(report: &Report) -> String {
    let all: u64 = report.visited().map(|candidate| candidate.estimate.visits).sum();
    let share = |visits| visits as f64 / all as f64;
    let line = |candidate: &Candidate| format!("{} {:.4}", candidate.action, share(candidate.estimate.visits));
    let lines = report.visited().map(line);
    lines.collect::<Vec<_>>().join("\n")
}

fn set_level(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let number = arguments.take()?;
    let level = Level::new(number)
        .ok_or_else(|| Message::refused(format!("level: expected 1 to {}, got {number}", Level::MOST.number())))?;
    session.engine.set_settings(Settings { level, ..session.engine.settings().clone() });
    Ok(String::new())
}

/// Finds an attack on a chain and a defence of it, among placements that are legal and do not lose at once.
struct Reading<'game> {
    game: &'game Game,
    color: Color,
    stone: Point,
}

impl<'game> Reading<'game> {
    fn of(game: &'game Game, color: Color, stone: Point) -> Self {
        Self { game, color, stone }
    }

    fn attack(&self) -> Option<Point> {
        self.playable(!self.color, tactics::attack)
    }

    fn defense(&self) -> Option<Point> {
        self.playable(self.color, tactics::defense)
    }

    fn playable(&self, color: Color, read: fn(&Board, Point) -> Option<Point>) -> Option<Point> {
        let is_playable = |&point: &Point| {
            self.game.check(color, Move::Place(point)).is_ok() && !loses_at_once(self.game, color, point)
        };
        read(self.game.board(), self.stone).filter(is_playable)
    }
}

fn attack(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let (color, stone) = stone(session, arguments.take()?)?;
    Ok(code(Reading::of(session.engine.game(), color, stone).attack().map(Move::Place)))
}

fn defend(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let (color, stone) = stone(session, arguments.take()?)?;
    let reading = Reading::of(session.engine.game(), color, stone);
    let needs_none = reading.attack().is_none();
    Ok(code(if needs_none { Some(Move::Abstain) } else { reading.defense().map(Move::Place) }))
}

/// The answer to a reading command: GNU Go's code, then the move.
fn code(read: Option<Move>) -> String {
    read.map_or("0".to_owned(), |action| format!("1 {action}"))
}

fn dragon_status(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let named: Option<Move> = arguments.take_optional()?;
    let named = named.map(|action| stone(session, action)).transpose()?;
    let engine = &session.engine;
    let game = engine.game();
    let ownership = [Color::Black, Color::White].map(|first| engine.ownership_if_first(first));
    let [by_black, by_white] = &ownership;
    let status = |color: Color, stone: Point| {
        let chain = game.board().chain(stone);
        let (own_first, other_first) = if color == Color::Black { (by_black, by_white) } else { (by_white, by_black) };
        let reading = Reading::of(game, color, stone);
        if game.is_final() {
            "alive".to_owned()
        } else if own_first.is_certain(!color, chain) {
            "dead".to_owned()
        } else if let (Some(attack), Some(defense)) = (reading.attack(), reading.defense()) {
            format!("critical {attack} {defense}")
        } else if other_first.is_certain(color, chain) {
            "alive".to_owned()
        } else {
            "unknown".to_owned()
        }
    };
    if let Some((color, stone)) = named {
        return Ok(status(color, stone));
    }
    let board = game.board();
    let mut left: PointSet = board.stones(Color::Black) | board.stones(Color::White);
    let mut lines = Vec::new();
    while let Some(stone) = left.first() {
        left -= board.chain(stone);
        if let Some(color) = board.stone(stone) {
            lines.push(format!("{stone}: {}", status(color, stone)));
        }
    }
    Ok(lines.join("\n"))
}

fn final_status(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    match arguments.take()? {
        Move::Place(point) if session.engine.game().size().contains(point) => {
            let judgement = StoneStatus::of(session);
            let status = Status::ALL.into_iter().find(|&status| judgement.points(status).contains(point));
            Ok(status.map_or("", Status::name).to_owned())
        }
        action => Err(Message::Syntax.because(format!("{action} is no point of the board"))),
    }
}

/// A margin in GNU Go's format for estimates.
pub(super) fn estimate(margin: f64) -> String {
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
