//! Undo restores every earlier state exactly.

use super::snapshot::Snapshot;
use crate::trouble::Troublemaker;
use onepure::board::{Color, PerColor, Position};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::rules::{Articles, Game, Move, PlayError, Reason, Ruleset};
use rayon::prelude::*;
use std::collections::HashSet;

/// The number of games played and undone.
const GAMES: u64 = 270;

/// The largest board on which replies are compared for every point. On larger boards they are compared near the last
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

/// Plays a game, then undoes it turn by turn. Returns the reasons of all ends that occurred.
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
    // Some games end by resignation or on time before the undo.
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

/// The points for which replies are compared.
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
        let at_half = Snapshot::of(&game.after_turns(half), game.size().all());
        for _ in half..moves.len() {
            game.undo().expect("a turn to take back");
        }
        assert_eq!(Snapshot::of(&game, game.size().all()), at_half, "game {number} after {half} turns");
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
    game.set_komi(Some(3.5));
    game.play(Move::Abstain).expect("play has not ended");
    game.undo().expect("a turn to take back");
    assert!((game.komi() - 3.5).abs() < f64::EPSILON);
}

/// A position with these stones, Black to play.
fn set_up(lines: usize, ruleset: Ruleset, black: &str, white: &str) -> Game {
    let stones = |names: &str| names.split(' ').map(|name| name.parse::<Point>().expect("a point")).collect();
    let stones = PerColor { black: stones(black), white: stones(white) };
    let size = BoardSize::new(lines).expect("a size");
    Game::set_up(size, ruleset, Position { stones }, Color::Black).expect("a position")
}

/// Each colour has walled in a corner, Black's of four points and White's of one. Black places a stone, both abstain, and
/// White resumes play.
fn resumed_game() -> Game {
    let mut game = set_up(9, Ruleset::one_pure(), "A3 B3 C2 C1", "J8 H9");
    for action in ["E5", "pass", "pass", "E4"] {
        let action = if action == "pass" { Move::Abstain } else { Move::Place(action.parse().expect("a point")) };
        game.play(action).expect("it can be played");
    }
    game
}

#[test]
fn a_new_lead_counts_every_end_anew() {
    let mut game = resumed_game();
    let verdict = |game: &Game| game.turns()[2].outcome.expect("both had abstained").verdict.to_string();
    assert_eq!(verdict(&game), "B+3");
    game.set_komi(Some(2.5));
    assert_eq!(verdict(&game), "B+0.5");
    assert!(!game.is_over());

    game.resign(Color::Black).expect("play was resumed");
    game.set_komi(Some(1.0));
    assert_eq!(verdict(&game), "B+2");
    assert_eq!(game.outcome().map(|outcome| outcome.verdict.to_string()).as_deref(), Some("W+Resign"));

    game.undo();
    assert_eq!(game.outcome(), game.turns()[2].outcome.as_ref());
    game.set_komi(None);
    assert_eq!(game.outcome().map(|outcome| outcome.verdict.to_string()).as_deref(), Some("B+3"));
}

#[test]
fn a_new_lead_counts_an_end_at_the_start_anew() {
    let articles = Articles { quota: Some(2), ..Ruleset::one_pure().main_board };
    let mut game = set_up(5, Ruleset::uniform("two stones", articles), "A2 B1", "D5 E4");
    let verdict = |game: &Game| game.outcome().map(|outcome| (outcome.reason, outcome.verdict.to_string()));
    assert_eq!(verdict(&game), Some((Reason::Exhaustion, "W+7".to_owned())));
    game.set_komi(Some(3.0));
    assert_eq!(verdict(&game), Some((Reason::Exhaustion, "W+3".to_owned())));
}

#[test]
fn what_was_given_up_can_be_withdrawn() {
    let mut game = resumed_game();
    let before = Snapshot::of(&game, game.size().all());
    assert!(!game.withdraw(), "nobody has given up");
    game.lose_on_time(Color::White).expect("play goes on");
    assert_eq!(game.resign(Color::Black), Err(PlayError::Ended));
    assert!(game.withdraw());
    assert_eq!(Snapshot::of(&game, game.size().all()), before);

    game.undo();
    assert_eq!(game.resign(Color::Black), Err(PlayError::Ended), "both have abstained");
    assert!(!game.withdraw() && game.is_over(), "an end that a turn brought about stays");
}
