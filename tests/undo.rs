//! Taking moves back: every earlier state comes back exactly.

mod snapshot;
mod trouble;

use onepure::board::Color;
use onepure::geometry::{BoardSize, PointSet};
use onepure::rules::{Game, Move, Reason, Ruleset};
use rayon::prelude::*;
use snapshot::Snapshot;
use std::collections::HashSet;
use trouble::Troublemaker;

/// Games played and taken back.
const GAMES: u64 = 270;

/// Replies are asked for on each point of a board of up to this many lines, on larger ones on the points near the last
/// moves.
const SMALL_LINES: usize = 5;

#[test]
fn every_earlier_state_comes_back() {
    let ends: Vec<HashSet<Reason>> = (0..GAMES).into_par_iter().map(play_and_take_back).collect();
    let seen: HashSet<Reason> = ends.into_iter().flatten().collect();
    let reasons = [
        Reason::Abstentions,
        Reason::BlackAbstainedFirst,
        Reason::DeadEnd,
        Reason::Annihilation,
        Reason::Exhaustion,
        Reason::IdenticalPlacement,
        Reason::Repetition,
        Reason::Resignation,
        Reason::Time,
    ];
    for reason in reasons {
        assert!(seen.contains(&reason), "no game that was taken back had ended by {reason:?}");
    }
}

/// Plays a game, then takes it back turn by turn. Gives every reason for which it had ended in between.
fn play_and_take_back(number: u64) -> HashSet<Reason> {
    let lines = 2 + (number % 18) as usize;
    let (mut player, mut game) = Troublemaker::game(number, lines);
    let mut earlier = Vec::new();
    let mut reasons = HashSet::new();
    while let Some((color, action)) = player.next(&game) {
        let before = game.clone();
        if game.play_as(color, action).is_ok() {
            earlier.push(before);
            reasons.extend(game.outcome().map(|outcome| outcome.reason));
        }
    }
    // Some games are given up, or lost on time, before they are taken back.
    let given_up = match number % 5 {
        0 => game.resign(game.to_play()).is_ok(),
        1 => game.lose_on_time(!game.to_play()).is_ok(),
        _ => false,
    };
    if given_up {
        reasons.extend(game.outcome().map(|outcome| outcome.reason));
    }
    let asked = asked(&game);
    while let Some(expected) = earlier.pop() {
        let turn = game.turns().last().cloned();
        assert_eq!(game.undo(), turn, "game {number}: the turn taken back");
        assert_eq!(Snapshot::of(&game, asked), Snapshot::of(&expected, asked), "game {number}");
    }
    assert!(game.turns().is_empty());
    assert_eq!(game.undo(), None, "game {number}: nothing is left to take back");
    reasons
}

/// The points on which to ask for replies.
fn asked(game: &Game) -> PointSet {
    let all = game.size().all();
    if game.size().lines() <= SMALL_LINES {
        return all;
    }
    let placed = game.turns().iter().rev().filter_map(|turn| match turn.action {
        Move::Place(point) => Some(point),
        Move::Abstain => None,
    });
    placed.take(4).collect::<PointSet>()
}

#[test]
fn a_game_that_was_taken_back_goes_on_as_before() {
    for number in 0..36 {
        let (mut player, mut game) = Troublemaker::game(number, 2 + (number % 18) as usize);
        let mut moves = Vec::new();
        while let Some((color, action)) = player.next(&game) {
            if game.play_as(color, action).is_ok() {
                moves.push((color, action));
            }
        }
        let end = Snapshot::of(&game, game.size().all());
        let half = moves.len() / 2;
        for _ in half..moves.len() {
            game.undo().expect("a turn to take back");
        }
        for &(color, action) in &moves[half..] {
            game.play_as(color, action).expect("it could be played before");
        }
        assert_eq!(Snapshot::of(&game, game.size().all()), end, "game {number}");
    }
}

#[test]
fn undo_without_a_turn_changes_nothing() {
    let mut game = Game::new(BoardSize::MAIN, Ruleset::one_pure());
    game.resign(Color::Black).expect("play has not ended");
    let before = Snapshot::of(&game, PointSet::empty());
    assert_eq!(game.undo(), None);
    assert_eq!(Snapshot::of(&game, PointSet::empty()), before);
}

#[test]
fn the_lead_that_was_set_stays() {
    let mut game = Game::new(BoardSize::MAIN, Ruleset::one_pure());
    game.set_lead(Some(3.5));
    game.play(Move::Abstain).expect("play has not ended");
    game.undo().expect("a turn to take back");
    assert!((game.lead() - 3.5).abs() < f64::EPSILON);
}
