//! [`Game`] under test: all its observable state, compared with the reference.

use super::words::{board_of, cause_of, colour_of, end_of, points_of, refusal_of, vertex_of, vertices_of};
use super::{Step, UnderTest};
use crate::reference::{Engine, Event, Retired};
use onepure::board::Color;
use onepure::rules::{Cause, Fraction, Game, Move, PlayError, Turn};
use std::fmt::Debug;

impl UnderTest for Game {
    fn follow(&mut self, step: &Step<'_>) -> Result<(), String> {
        let foretold = step.thorough.then(|| Foretold::by(self, step));
        let turns = self.turns().len();
        let answer = self.play_as(step.color, step.action).cloned();
        match (&answer, step.answer) {
            (Ok(turn), Ok(event)) => {
                same("number of the turn", &turn.number, &(turns + 1))?;
                same("colour of the turn", &(turn.color, turn.action), &(step.color, step.action))?;
                compare_turn(turn, event)?;
            }
            (Err(error), Err(refusal)) => same("refusal", &refusal_of(*error), refusal)?,
            _ => return Err(format!("the answer {answer:?}, the reference's {:?}", step.answer)),
        }
        if let Some(foretold) = foretold {
            foretold.compare(&answer)?;
            compare_thoroughly(self, step.reference)?;
        }
        compare_state(self, step.reference)
    }
}

/// The game's predictions about a turn before it is played.
struct Foretold {
    explained: Result<Turn, PlayError>,
    checked: Result<(), PlayError>,
    dead_end: bool,
    self_fill: bool,
}

impl Foretold {
    fn by(game: &Game, step: &Step<'_>) -> Self {
        let (dead_end, self_fill) = match step.action {
            Move::Place(point) => (game.is_dead_end(step.color, point), game.is_self_fill(step.color, point)),
            Move::Abstain => (false, false),
        };
        Self {
            explained: game.explain(step.color, step.action),
            checked: game.check(step.color, step.action),
            dead_end,
            self_fill,
        }
    }

    fn compare(self, answer: &Result<Turn, PlayError>) -> Result<(), String> {
        same("turn as explained before", &self.explained, answer)?;
        same("legality as checked before", &self.checked, &answer.as_ref().map(|_| ()).map_err(|error| *error))?;
        let (dead_end, self_fill) = answer.as_ref().map_or((false, false), |turn| {
            let self_fill = turn.retired.iter().any(|chain| chain.cause == Cause::SelfFill);
            (!turn.immovable.is_empty() && !self_fill, self_fill)
        });
        same("dead end as foretold", &self.dead_end, &dead_end)?;
        same("self-fill as foretold", &self.self_fill, &self_fill)
    }
}

/// Compares the events of a turn. Chains are compared in the reference's order, because the rules define none.
fn compare_turn(turn: &Turn, event: &Event) -> Result<(), String> {
    let mut retired: Vec<Retired> = Vec::new();
    for chain in &turn.retired {
        retired.push(Retired {
            colour: colour_of(chain.color),
            stones: vertices_of(chain.stones),
            cause: cause_of(chain.cause),
            repeated: chain.repeated,
            quarantined: chain.quarantined,
        });
    }
    retired.sort_by(|one, other| (one.cause as u8, &one.stones).cmp(&(other.cause as u8, &other.stones)));
    same("retired chains", &retired, &event.retired)?;
    same("immovable stones", &vertices_of(turn.immovable.iter().copied()), &event.immovable)?;
    same("colour barred by the turn", &turn.barred.map(colour_of), &event.barred)?;
    same("end by the turn", &turn.outcome.as_ref().and_then(end_of), &event.end)
}

/// Compares the state after the turn.
fn compare_state(game: &Game, reference: &Engine) -> Result<(), String> {
    for point in game.size().points() {
        let stone = game.board().stone(point).map(colour_of);
        if stone != reference.stone_at(vertex_of(point)) {
            return Err(format!("the stone on {point}: {stone:?}, the reference differs"));
        }
    }
    same("turn", &colour_of(game.to_play()), &reference.to_play())?;
    same("outcome", &game.outcome().and_then(end_of), &reference.end())?;
    same("barred colour", &game.barred().map(colour_of), &reference.barred())?;
    same("number of positions", &game.positions().count(), &reference.number_of_positions())?;
    for color in Color::BOTH {
        let (stones, colour) = (game.stones(color), colour_of(color));
        same("stones on the board", &usize::from(stones.board), &reference.board().number_of_stones(colour))?;
        same("waiting stones", &stones.waiting.map(usize::from), &reference.waiting(colour))?;
        same("quarantined stones", &usize::from(stones.quarantined), &reference.quarantined(colour))?;
        if !game.is_over() {
            let ends = game.abstention_ends_play(color);
            same("end by an abstention", &ends, &reference.abstention_ends_play(colour))?;
        }
    }
    let retired_so_far = reference.retired_so_far();
    same("number of retired chains", &game.retired().len(), &retired_so_far.len())?;
    let times: usize = game.retired().iter().map(|chain| chain.times).sum();
    same("number of retirements", &times, &retired_so_far.values().sum())
}

/// Compares state that is slow to compute.
fn compare_thoroughly(game: &Game, reference: &Engine) -> Result<(), String> {
    game.board().check().map_err(|difference| format!("the board's own bookkeeping: {difference}"))?;
    for chain in game.retired() {
        let times = reference.retired_so_far().get(&(colour_of(chain.color), vertices_of(chain.stones)));
        same("times of a retirement", &Some(&chain.times), &times)?;
    }
    for point in game.size().points() {
        let before = game.position_before(point).map(|position| board_of(game.size(), position));
        let expected = reference.position_before_placement(vertex_of(point));
        if before.as_ref() != expected {
            return Err(format!("the position before the placement on {point}"));
        }
    }
    let points = game.points();
    let expected = reference.points();
    for color in Color::BOTH {
        let colour = Some(colour_of(color));
        let owned = expected.iter().filter(|&(_, &owner)| owner == colour).map(|(&vertex, _)| vertex).collect();
        same("points", &points.owned_by(color), &points_of(&owned))?;
    }
    let count = game.count().points;
    let (black, white, parts) = reference.exact_count();
    same("count", &(count.black, count.white), &(Fraction::new(black, parts), Fraction::new(white, parts)))
}

pub(super) fn same<T: PartialEq + Debug>(what: &str, ours: &T, reference: &T) -> Result<(), String> {
    if ours == reference { Ok(()) } else { Err(format!("the {what}: {ours:?}, the reference's: {reference:?}")) }
}
