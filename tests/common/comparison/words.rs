//! Conversion of the crate's types to the reference's.

use crate::reference::{Action, Board, Cause, Colour, End, Reason, Refusal, Vertex, Winner};
use onepure::board::{Color, Position};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::rules::{self, Move, Outcome, PlayError, Verdict};
use std::collections::BTreeSet;

/// A colour.
pub fn colour_of(color: Color) -> Colour {
    match color {
        Color::Black => Colour::Black,
        Color::White => Colour::White,
    }
}

/// A point.
pub fn vertex_of(point: Point) -> Vertex {
    (point.column(), point.row())
}

/// A set of points.
pub fn vertices_of(points: impl IntoIterator<Item = Point>) -> BTreeSet<Vertex> {
    points.into_iter().map(vertex_of).collect()
}

/// A position.
pub fn board_of(size: BoardSize, position: &Position) -> Board {
    let mut board = Board::empty(size.lines());
    for color in Color::BOTH {
        for point in position.stones[color] {
            board.put(vertex_of(point), colour_of(color));
        }
    }
    board
}

/// The points of a set of vertices.
pub fn points_of(vertices: &BTreeSet<Vertex>) -> PointSet {
    vertices.iter().map(|&(column, row)| Point::new(column, row)).collect()
}

pub(super) fn action_of(action: Move) -> Action {
    match action {
        Move::Place(point) => Action::Place(vertex_of(point)),
        Move::Abstain => Action::Abstain,
    }
}

pub(super) fn cause_of(cause: rules::Cause) -> Cause {
    match cause {
        rules::Cause::Enclosed => Cause::Enclosed,
        rules::Cause::SelfFill => Cause::SelfFill,
    }
}

/// The refusal that corresponds to an error. The reference has one refusal for both ways in which play can have ended:
/// for both colours, or for this one.
pub(super) fn refusal_of(error: PlayError) -> Refusal {
    match error {
        PlayError::Occupied(_) => Refusal::Occupied,
        PlayError::Outside(..) => Refusal::OffTheBoard,
        PlayError::Suicide(_) => Refusal::Suicide,
        PlayError::Superko(_) => Refusal::Superko,
        PlayError::Ko(_) => Refusal::Ko,
        PlayError::FightingKo(_) => Refusal::FightingKo,
        PlayError::DisturbingKo(_) => Refusal::DisturbingKo,
        PlayError::SekiKo(_) => Refusal::SekiKo,
        PlayError::ThirdTime(_) => Refusal::ThirdTime,
        PlayError::Ended | PlayError::Barred(_) => Refusal::PlayHasEnded,
        PlayError::Exhausted(_) => Refusal::NoWaitingStone,
    }
}

/// The end of play; `None` for resignation and time, which the reference does not know because they are not turns.
pub(super) fn end_of(outcome: &Outcome) -> Option<End> {
    let reason = match outcome.reason {
        rules::Reason::Abstentions => Reason::Abstentions,
        rules::Reason::BlackAbstainedFirst => Reason::BlackAbstainedFirst,
        rules::Reason::DeadEnd => Reason::DeadEnd,
        rules::Reason::Annihilation => Reason::Annihilation,
        rules::Reason::Exhaustion => Reason::Exhaustion,
        rules::Reason::IdenticalPlacement => Reason::IdenticalPlacement,
        rules::Reason::Repetition => Reason::Repetition,
        rules::Reason::NoResult => Reason::NoResult,
        rules::Reason::Resignation | rules::Reason::Time => return None,
    };
    let winner = match outcome.verdict {
        Verdict::Win(color, _) => Winner::of(colour_of(color)),
        Verdict::Draw => Winner::Draw,
        Verdict::BothLose => Winner::NobodyWins,
        Verdict::NoResult => Winner::NoResult,
    };
    Some(End { reason, winner })
}
