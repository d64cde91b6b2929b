//! Random games on the reference engine alone: invariants of all rule sets.

use crate::reference::{Action, Colour, Counting, Engine, Reason, Repetition, Rules, Sharing, Suicide, Tax};

/// In random games under all combinations of rules, no stone is gained or lost, and between two turns no chain is
/// enclosed.
#[test]
fn random_games_keep_the_stones() {
    let mut state: u64 = 1;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(state >> 40).expect("small") % below
    };
    let mut reasons = Vec::new();
    for game in 0..400 {
        let size = 2 + game % 3;
        let rules = Rules {
            quota: [None, Some(3), Some(8)][random(3)],
            forfeiture: random(2) == 0,
            annihilation: random(2) == 0,
            black_begins: random(2) == 0,
            suicide: [Suicide::Legal, Suicide::OfTwoOrMore, Suicide::Illegal][random(3)],
            immovability: random(2) == 0,
            repetition: [
                Repetition::Nothing,
                Repetition::BarsTheMover,
                Repetition::Draw,
                Repetition::Forbidden,
                Repetition::ForbiddenInTurn,
                Repetition::SimpleKo,
                Repetition::Ing,
                Repetition::Ing1986,
            ][random(8)],
            abstentions_in_a_row: [None, Some(2), Some(4)][random(3)],
            counting: [Counting::Contact, Counting::Area, Counting::Territory][random(3)],
            tax: [Tax::Nothing, Tax::Seki, Tax::All][random(3)],
            sharing: [Sharing::Nothing, Sharing::Halves, Sharing::Ratio][random(3)],
            black_wins_ties: false,
            bonus: 0,
            komi: 0.0,
        };
        let mut engine = Engine::new(size, rules);
        for _ in 0..60 {
            let choice = random(size * size + 1);
            let vertex = (choice % size, choice / size);
            let mover = engine.to_play();
            let dead_end = engine.is_dead_end(vertex);
            let action = if choice == size * size { Action::Abstain } else { Action::Place(vertex) };
            let Ok(event) = engine.play(action) else {
                continue;
            };
            assert_eq!(event.end, engine.end());
            assert_eq!(engine.to_play(), mover.other());
            assert_eq!(dead_end, !engine.board().enclosed_stones().is_empty());
            if let Some(quota) = rules.quota {
                for colour in [Colour::Black, Colour::White] {
                    let off_the_bowl = engine.board().number_of_stones(colour) + engine.quarantined(colour);
                    assert_eq!(engine.waiting(colour), Some(quota - off_the_bowl));
                }
            }
            if let Some(end) = event.end {
                reasons.push(end.reason);
                break;
            }
            assert!(!dead_end);
        }
    }
    // Random games rarely repeat a position three times.
    for reason in Reason::ALL.into_iter().filter(|&reason| reason != Reason::NoResult) {
        assert!(reasons.contains(&reason), "{reason:?} never came up");
    }
}
