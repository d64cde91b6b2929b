//! The cases with known answers, and others, for the reference engine.

use std::collections::BTreeSet;

use crate::reference::{
    Action, Cause, Colour, End, Engine, Event, Reason, Refusal, Repetition, Rules, Vertex, Winner, numbered_points,
    stones, vertex,
};

/// Points, 9×9.
const POINTS: &str = "
. . . . . . . . #
. . . . . . . # O
. . . . . # # O .
. . . . # O O . .
. . . # # O . . .
. . # O O . . . .
. . # O . . . . .
. # O . . . . . .
# O . . . . . . .
";

/// Points, a whole game, 19×19; White plays 1.
const WHOLE_GAME: &str = "
# # O . . . O . O O O . O O . O # # .
# O O . . O . O # O # O O # O . O # .
# # O O . # O O # # # # # # O O O # .
# O O . O O # O O # . # 4 O O O # . .
# # # O . . # O # . # # O O # # # . .
# # O O O O O # # # . # O # . # . . .
# O O 1 # O O O O O # O O # O # . . .
# # # # # # # # # O # # # # # # . . .
O O O # # O O O # # # 6 . # O O # . .
. . . O O O # # # 5 # O O O O O # . .
O O O . . O O O O O O # 2 O O # # . .
O # O # # # O O 3 O O # O O . O # . .
O # # O O O O # # O # # O # O O # # .
# # O O # O O O # # # O O # O O O # #
. # # # # 7 O # # # # O # # # # O O #
# . # O O O O O # . # O O # # O . O O
O # O # # O # O O # # # # # O O O . .
8 O O # # # # O # # # O # O O # O . .
O # # . . # . # . # # O O O O . . . .
";

/// Triple ko to exhaustion, 19×19, Black to play.
const TRIPLE_KO: &str = "
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . O . . .
. . O . . . . . . . . . . # . . . . .
. . . . . . . . . . . . . . . # O . .
. . O . . . . . . . . . . . . . . . .
. . . . . O . . . . . . . . # . O . .
. . # # . . . . . . . . . . . . . . .
. . . . O . . . . . . . . . # . . . .
. . # # O . . . . . . . . . . . . . .
. O . . . . . O . . . . . . . . . . .
# # O O # . . . . . . . . . . . . . .
# O . O # . . . O . . . . . . . . . .
# # O O # . . . . . . . . . . . . . .
# . # O # . . . O . . . . . . . . . .
# # O O # . . . . . . . . . O . O . .
# O . O # . . . O . . . . . . . . . .
# # O O # O . . . . . . . . . . . . .
O O O # # # . . . . . . . . . . . . .
";

/// Fourfold ko, 9×9, Black to play.
const FOURFOLD_KO: &str = "
# . # O # . # O .
O # O O # . O . O
. O . O # . O O #
O O O O # . . . .
# # # # . # # # #
O O . . # O O O O
. O . . # O . O .
# O O O # O O # O
. # . O # O # . #
";

/// White can send two stones and Black return one at C1. A white eye of two points is at H9 and J9. B1 is white, A1 and
/// C1 are empty.
const SEND_TWO: &str = "
. . . . . . O . .
. . . . . . . O O
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
# # O . . . . . .
. O . O . . . . .
";

/// The rules of the main board with another quota and repetition.
fn rules(quota: Option<usize>, repetition: Repetition) -> Rules {
    Rules { quota, repetition, ..Rules::one_pure(19) }
}

/// Plays a placement that must be accepted.
fn place(engine: &mut Engine, name: &str) -> Event {
    engine.play(Action::Place(vertex(name))).expect("an accepted placement")
}

/// Plays an abstention that must be accepted.
fn abstain(engine: &mut Engine) -> Event {
    engine.play(Action::Abstain).expect("an accepted abstention")
}

/// Plays alternate placements, none of which ends play.
fn place_all(engine: &mut Engine, names: &[&str]) {
    for name in names {
        assert_eq!(place(engine, name).end, None, "{name}");
    }
}

fn vertices(names: &[&str]) -> BTreeSet<Vertex> {
    names.iter().map(|name| vertex(name)).collect()
}

fn end(reason: Reason, winner: Winner) -> End {
    End { reason, winner }
}

#[test]
fn points_of_the_9_by_9_diagram() {
    let engine = Engine::set_up(9, Rules::one_pure(9), &stones(POINTS), Colour::Black);
    assert_eq!(engine.count(), (32, 28));
    assert_eq!(engine.points()[&vertex("A9")], Some(Colour::Black));
}

#[test]
fn points_of_the_whole_game() {
    let main_board = Rules::one_pure(19);
    let mut engine = Engine::set_up(19, main_board, &stones(WHOLE_GAME), Colour::White);
    let placements = numbered_points(WHOLE_GAME);
    assert_eq!(placements.len(), 8);
    for placement in placements {
        let event = engine.play(Action::Place(placement)).expect("accepted");
        assert_eq!(event.end, None);
    }
    abstain(&mut engine);
    assert_eq!(abstain(&mut engine).end.expect("an end").reason, Reason::Abstentions);

    let dead = ["F17", "G16", "G15", "D8", "E8", "F8", "Q2", "P13"];
    for name in dead {
        let colour = if name == "P13" { Colour::White } else { Colour::Black };
        assert_eq!(engine.stone_at(vertex(name)), Some(colour), "{name}");
    }
    let dead = vertices(&dead);
    let mut left = Vec::new();
    for point in engine.board().vertices() {
        if let Some(colour) = engine.stone_at(point)
            && !dead.contains(&point)
        {
            left.push((point, colour));
        }
    }
    let mut counted = Engine::set_up(19, main_board, &left, Colour::White);
    assert_eq!(counted.count(), (74, 66));
    abstain(&mut counted);
    assert_eq!(abstain(&mut counted).end, Some(end(Reason::Abstentions, Winner::Black)));
}

#[test]
fn triple_ko_to_exhaustion() {
    let mut engine = Engine::set_up(19, Rules::one_pure(19), &stones(TRIPLE_KO), Colour::Black);
    assert_eq!(engine.waiting(Colour::Black), Some(150));
    assert_eq!(engine.waiting(Colour::White), Some(148));
    place_all(&mut engine, &["A9", "A10"]);
    let mut placements = 2;
    let mut retired = 0;
    for name in ["C7", "B5", "C3", "B7", "C5", "B3"].iter().cycle() {
        let event = place(&mut engine, name);
        placements += 1;
        for chain in event.retired {
            assert_eq!(chain.quarantined, placements > 2 + 6);
            assert_eq!(chain.cause, Cause::Enclosed);
            retired += chain.stones.len();
        }
        if event.end.is_some() {
            break;
        }
    }
    assert_eq!(engine.end().expect("an end").reason, Reason::Exhaustion);
    assert_eq!((placements, retired), (303, 301));
    assert_eq!(engine.quarantined(Colour::Black), 147);
    assert_eq!(engine.quarantined(Colour::White), 148);
    assert_eq!(engine.waiting(Colour::Black), Some(1));
    assert_eq!(engine.waiting(Colour::White), Some(0));
    assert_eq!(engine.retired_so_far().values().sum::<usize>(), 301);
    assert_eq!(engine.retired_so_far().len(), 6);
}

fn fourfold_ko_with_black_barred() -> Engine {
    let mut engine = Engine::set_up(9, Rules::one_pure(9), &stones(FOURFOLD_KO), Colour::Black);
    place_all(&mut engine, &["A7", "B9", "J3", "H1", "C9", "A8", "G1", "J2"]);
    let event = place(&mut engine, "A7");
    assert_eq!((event.barred, event.end), (Some(Colour::Black), None));
    engine
}

#[test]
fn fourfold_ko_ends_without_a_penalty() {
    let mut engine = fourfold_ko_with_black_barred();
    assert!(engine.is_dead_end(vertex("A8")));
    let event = place(&mut engine, "A8");
    assert_eq!(event.immovable, vertices(&["A7", "A8"]));
    assert_eq!(event.barred, None);
    assert_eq!(event.retired, vec![]);
    assert_eq!(engine.count(), (4, 5));
    assert_eq!(event.end, Some(end(Reason::IdenticalPlacement, Winner::White)));
    assert_eq!(engine.barred(), Some(Colour::Black));
    assert_eq!(engine.play(Action::Abstain), Err(Refusal::PlayHasEnded));
}

#[test]
fn the_last_turn_may_be_an_abstention() {
    let mut engine = fourfold_ko_with_black_barred();
    let event = abstain(&mut engine);
    assert_eq!(event.end.expect("an end").reason, Reason::IdenticalPlacement);
}

#[test]
fn a_barred_colour_does_not_receive_the_right_again() {
    let mut engine = Engine::set_up(9, Rules::one_pure(9), &stones(FOURFOLD_KO), Colour::Black);
    place(&mut engine, "A7");
    engine.hand_over();
    abstain(&mut engine);
    place_all(&mut engine, &["B9", "J3", "H1", "C9", "A8", "G1", "J2"]);
    assert_eq!(place(&mut engine, "A7").barred, Some(Colour::Black));
    // White's abstention in the last turn meets Black's at the first A7.
    let event = abstain(&mut engine);
    assert_eq!(event.end.expect("an end").reason, Reason::Abstentions);
    let resumption = engine.play(Action::Place(vertex("B1")));
    assert_eq!(resumption, Err(Refusal::PlayHasEnded));
}

#[test]
fn black_abstains_first() {
    for size in 2..=19 {
        let mut engine = Engine::new(size, Rules::one_pure(size));
        let event = abstain(&mut engine);
        assert_eq!(event.end, Some(end(Reason::BlackAbstainedFirst, Winner::White)));
        assert_eq!(engine.play(Action::Place((0, 0))), Err(Refusal::PlayHasEnded));
    }
}

#[test]
fn white_abstaining_first_is_an_ordinary_abstention() {
    let mut engine = Engine::new(9, Rules::one_pure(9));
    engine.hand_over();
    assert_eq!(abstain(&mut engine).end, None);
    let event = abstain(&mut engine);
    assert_eq!(event.end, Some(end(Reason::BlackAbstainedFirst, Winner::White)));
}

#[test]
fn a_single_stone_suicide_loses() {
    for size in 2..=19 {
        let around = [(vertex("A2"), Colour::White), (vertex("B1"), Colour::White)];
        let mut engine = Engine::set_up(size, Rules::one_pure(size), &around, Colour::Black);
        assert!(engine.is_dead_end(vertex("A1")));
        assert!(!engine.is_dead_end(vertex("A2")));
        let event = place(&mut engine, "A1");
        assert_eq!(event.immovable, vertices(&["A1"]));
        assert_eq!(event.retired, vec![]);
        assert_eq!(event.end, Some(end(Reason::DeadEnd, Winner::White)));
        assert_eq!(engine.stone_at(vertex("A1")), Some(Colour::Black));
    }
}

#[test]
fn a_ko_retaken_at_once_loses() {
    let ko = "
. . .
# O .
O . O
";
    for size in 3..=19 {
        for repetition in [Repetition::Nothing, Repetition::BarsTheMover, Repetition::Draw] {
            let rules = Rules { repetition, ..Rules::one_pure(size) };
            let mut engine = Engine::set_up(size, rules, &stones(ko), Colour::Black);
            let event = place(&mut engine, "B1");
            assert_eq!(event.retired[0].stones, vertices(&["A1"]));
            assert!(!event.retired[0].quarantined);
            assert!(engine.is_dead_end(vertex("A1")));
            let event = place(&mut engine, "A1");
            assert_eq!(event.immovable, vertices(&["A1", "B1"]));
            assert_eq!(event.barred, None);
            assert_eq!(event.end, Some(end(Reason::DeadEnd, Winner::Black)));
        }
    }
}

#[test]
fn a_set_up_stone_is_never_immovable() {
    let ko_just_taken = "
. . .
# O .
. # O
";
    let rules = Rules::one_pure(3);
    let mut engine = Engine::set_up(3, rules, &stones(ko_just_taken), Colour::White);
    let event = place(&mut engine, "A1");
    assert_eq!(event.retired[0].stones, vertices(&["B1"]));
    assert_eq!((event.immovable, event.end), (BTreeSet::new(), None));
}

#[test]
fn two_abstentions_that_are_not_consecutive() {
    let rules = rules(None, Repetition::Nothing);
    let mut engine = Engine::set_up(9, rules, &stones(SEND_TWO), Colour::White);
    abstain(&mut engine);
    place_all(&mut engine, &["H9", "A1", "C1"]);
    abstain(&mut engine);
    place_all(&mut engine, &["J9", "B1"]);
    let event = abstain(&mut engine);
    assert_eq!(event.end, Some(end(Reason::Abstentions, Winner::White)));

    // The last abstention was Black's, so only White may resume.
    assert_eq!(engine.to_play(), Colour::White);
    assert_eq!(engine.play(Action::Abstain), Err(Refusal::PlayHasEnded));
    assert_eq!(engine.play(Action::Place(vertex("B1"))), Err(Refusal::Occupied));
    assert!(engine.end().is_some());
    place_all(&mut engine, &["A1", "C1", "B1"]);
    assert_eq!(engine.end(), None);
    assert_eq!(abstain(&mut engine).end, event.end);
}

#[test]
fn a_two_stone_self_fill() {
    let eye = "
. . . . #
. . . . .
. . . . .
O O . . .
# . O . .
";
    for (other_stone, expected) in [(true, None), (false, Some(end(Reason::Annihilation, Winner::White)))] {
        let mut set_up = stones(eye);
        if !other_stone {
            set_up.retain(|&(point, _)| point != vertex("E5"));
        }
        let rules = Rules::one_pure(19);
        let mut engine = Engine::set_up(19, rules, &set_up, Colour::Black);
        let waiting = engine.waiting(Colour::Black).expect("a quota");
        let event = place(&mut engine, "B1");
        assert_eq!(event.retired.len(), 1);
        assert_eq!(event.retired[0].stones, vertices(&["A1", "B1"]));
        assert_eq!(event.retired[0].colour, Colour::Black);
        assert_eq!(event.retired[0].cause, Cause::SelfFill);
        assert!(!event.retired[0].repeated && event.retired[0].quarantined);
        assert_eq!(event.immovable, BTreeSet::new());
        assert_eq!(event.end, expected);
        assert_eq!(engine.to_play(), Colour::White);
        assert_eq!(engine.quarantined(Colour::Black), 2);
        assert_eq!(engine.waiting(Colour::Black), Some(waiting - 1));
    }
}

#[test]
fn send_two_return_one_with_an_abstention_between() {
    let main_board = rules(Some(180), Repetition::Nothing);
    let mut engine = Engine::set_up(9, main_board, &stones(SEND_TWO), Colour::White);
    place_all(&mut engine, &["A1", "C1", "A1"]);
    abstain(&mut engine);
    let event = place(&mut engine, "B1");
    assert_eq!(event.immovable, vertices(&["C1"]));
    assert_eq!(event.retired.len(), 1);
    assert_eq!(event.retired[0].stones, vertices(&["A1", "B1"]));
    assert_eq!(event.retired[0].colour, Colour::White);
    assert_eq!(event.retired[0].cause, Cause::SelfFill);
    assert!(event.retired[0].repeated && event.retired[0].quarantined);
    assert_eq!(event.end, None);
    assert_eq!(engine.stone_at(vertex("C1")), Some(Colour::Black));
    assert_eq!(engine.quarantined(Colour::White), 2);
}

/// Lifting the two stones restores the position before the older of them, but they retire.
#[test]
fn a_chain_of_two_is_never_immovable() {
    let main_board = rules(Some(180), Repetition::Nothing);
    let mut engine = Engine::set_up(9, main_board, &stones(SEND_TWO), Colour::White);
    place_all(&mut engine, &["A1", "C1"]);
    let position_before_the_older = engine.board().clone();
    place_all(&mut engine, &["B1"]);
    abstain(&mut engine);
    place_all(&mut engine, &["A1"]);
    let event = place(&mut engine, "C1");
    assert_eq!(engine.board(), &position_before_the_older);
    assert_eq!((event.immovable, event.end), (BTreeSet::new(), None));
    assert_eq!(event.retired[0].stones, vertices(&["A1", "B1"]));
    assert_eq!(event.retired[0].cause, Cause::Enclosed);
    assert!(event.retired[0].repeated && event.retired[0].quarantined);
}

#[test]
fn a_position_that_recurs_may_be_a_draw() {
    let rules = rules(None, Repetition::Draw);
    let mut engine = Engine::set_up(9, rules, &stones(SEND_TWO), Colour::White);
    place_all(&mut engine, &["A1", "C1", "B1"]);
    let event = abstain(&mut engine);
    assert_eq!(event.end, Some(end(Reason::Repetition, Winner::Draw)));
    let refused = engine.play(Action::Place(vertex("A1")));
    assert_eq!(refused, Err(Refusal::PlayHasEnded));

    // Handing the right over counts as an occurrence of the pair, but does not end play.
    let mut engine = Engine::set_up(9, rules, &stones(SEND_TWO), Colour::White);
    engine.hand_over();
    engine.hand_over();
    assert_eq!(engine.end(), None);
    place_all(&mut engine, &["A1", "C1"]);
    let event = place(&mut engine, "B1");
    assert_eq!(event.end, Some(end(Reason::Repetition, Winner::Draw)));
}

#[test]
fn a_quota_of_three_on_the_smallest_board() {
    let quota_of_three = rules(Some(3), Repetition::Nothing);
    let mut engine = Engine::new(2, quota_of_three);
    place_all(&mut engine, &["A1", "B1", "A2"]);
    // White's second stone captures both black stones, Black's last.
    let event = place(&mut engine, "B2");
    assert_eq!(event.retired[0].stones, vertices(&["A1", "A2"]));
    assert_eq!(event.end, Some(end(Reason::Annihilation, Winner::White)));
    assert_eq!(engine.count(), (0, 4));
    assert_eq!(engine.waiting(Colour::Black), Some(3));
    assert_eq!(engine.waiting(Colour::White), Some(1));
}

#[test]
fn exhaustion_after_every_turn_and_after_set_up() {
    let quota_of_one = rules(Some(1), Repetition::Nothing);
    let black = [(vertex("A1"), Colour::Black)];
    // Black has all four points, fewer than the komi. But White has no point and loses.
    let engine = Engine::set_up(2, quota_of_one, &black, Colour::Black);
    assert_eq!(engine.end(), Some(end(Reason::Exhaustion, Winner::Black)));

    let mut engine = Engine::set_up(2, quota_of_one, &black, Colour::White);
    assert_eq!(engine.end(), None);
    let event = abstain(&mut engine);
    assert_eq!(event.end, Some(end(Reason::Exhaustion, Winner::Black)));

    let mut engine = Engine::set_up(2, quota_of_one, &black, Colour::White);
    let event = place(&mut engine, "B2");
    assert_eq!(event.end, Some(end(Reason::Exhaustion, Winner::NobodyWins)));

    let mut engine = Engine::set_up(2, quota_of_one, &black, Colour::White);
    engine.hand_over();
    let refused = engine.play(Action::Place(vertex("B2")));
    assert_eq!(refused, Err(Refusal::NoWaitingStone));
}

#[test]
fn the_result_by_the_count() {
    let result = |komi, diagram: &str| {
        let rules = Rules { komi, ..Rules::one_pure(3) };
        let mut engine = Engine::set_up(3, rules, &stones(diagram), Colour::Black);
        abstain(&mut engine);
        abstain(&mut engine).end.expect("an end").winner
    };
    let black_only = ". . .\n. # .\n. . .";
    assert_eq!(result(0.0, black_only), Winner::Black);
    assert_eq!(result(9.0, black_only), Winner::Black);
    assert_eq!(result(9.5, black_only), Winner::Black);
    let white_only = ". . .\n. O .\n. . .";
    assert_eq!(result(0.0, white_only), Winner::White);
    assert_eq!(result(-9.0, white_only), Winner::White);
    assert_eq!(result(-9.5, white_only), Winner::White);
    let nobody = ". . .\n. # .\n. O .";
    assert_eq!(result(0.0, nobody), Winner::NobodyWins);
    // White has 3 points and Black none.
    let white_ahead = "# . O\n. O O\nO O .";
    assert_eq!(result(0.0, white_ahead), Winner::White);
    assert_eq!(result(-3.0, white_ahead), Winner::White);
    assert_eq!(result(-5.0, white_ahead), Winner::White);
    // Black has 2 points and White 1.
    let both = ". # O\n# # O\n# O .";
    assert_eq!(result(0.5, both), Winner::Black);
    assert_eq!(result(1.0, both), Winner::Draw);
    assert_eq!(result(1.5, both), Winner::White);
}

#[test]
fn refusals_leave_the_state_alone() {
    let mut engine = Engine::new(5, Rules::one_pure(5));
    place(&mut engine, "C3");
    let before = engine.clone();
    let occupied = engine.play(Action::Place(vertex("C3")));
    assert_eq!(occupied, Err(Refusal::Occupied));
    let off_the_board = engine.play(Action::Place((5, 0)));
    assert_eq!(off_the_board, Err(Refusal::OffTheBoard));
    assert_eq!(engine, before);
}
