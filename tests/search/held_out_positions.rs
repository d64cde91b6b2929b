//! The positions of `training/held-out`, which no network has learned from. `examples/held_out.rs` measures the engine on all of them.

use crate::held_out::{HeldOut, file, positions};
use onepure::engine::NetworkChoice;
use std::collections::BTreeSet;

/// The visits of the deep searches. A search counts the visit of the root itself too.
const DEEP: u64 = 100_000;

/// The fewest positions, and those of 9×9 that the test searches.
const FEWEST: usize = 500;
const SEARCHED: usize = 120;

fn all() -> Vec<HeldOut> {
    positions(&file()).expect("a file of self-play")
}

#[test]
fn every_position_has_a_deep_search_of_legal_moves() {
    let all = all();
    assert!(all.len() >= FEWEST, "{}", all.len());
    let rules: BTreeSet<&str> = all.iter().map(|position| position.rules.as_str()).collect();
    assert_eq!(rules, BTreeSet::from(["chinese", "one-pure"]));
    for HeldOut { game, visits, .. } in all {
        assert!(visits.iter().map(|&(_, visits)| visits).sum::<u64>() >= DEEP - 1);
        assert!(visits.iter().all(|&(action, _)| game.check(game.to_play(), action).is_ok()));
    }
}

#[test]
fn a_short_search_is_right_more_often_than_one_visit() {
    let small: Vec<_> = all().into_iter().filter(|position| position.game.size().lines() == 9).take(SEARCHED).collect();
    let [short, one] = [100, 1].map(|visits| {
        let choices = small.iter().map(|position| (position, position.choice(visits, &NetworkChoice::default())));
        choices.filter(|(position, choice)| choice.is_some_and(|action| position.is_right(action))).count()
    });
    assert!(short > one && 2 * short > small.len(), "{short} and {one} of {}", small.len());
}

#[test]
fn a_move_is_right_from_a_quarter_of_the_most_visits_on() {
    let mut position = all().swap_remove(0);
    let moves: Vec<_> = position.visits.iter().map(|&(action, _)| action).take(3).collect();
    position.visits = moves.iter().copied().zip([400, 100, 99]).collect();
    assert_eq!(moves.iter().map(|&action| position.is_right(action)).collect::<Vec<_>>(), [true, true, false]);
    position.visits.pop();
    assert!(!position.is_right(moves[2]), "a move without a visit");
}
