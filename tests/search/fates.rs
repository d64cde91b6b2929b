//! Dead stones by proofs: what playouts leave open or misjudge, and what proofs say about it.

use crate::problems::Problem;
use onepure::board::Color;
use onepure::engine::{Settings, judge_after_end};
use onepure::geometry::{Point, PointSet};
use onepure::record::game_in_diagram;
use onepure::rules::{Game, Move, Ruleset};
use onepure::solve::{Allowance, Fates, Status};

/// More than the engine allows itself.
const ALLOWANCE: Allowance = Allowance { question: 60_000, position: 1_000_000 };

/// The playouts of a judgement, for each colour that plays first.
const PLAYOUTS: u32 = 600;

fn points(names: &str) -> PointSet {
    names.split_whitespace().map(|name| name.parse::<Point>().expect("a point")).collect()
}

fn diagram(rows: &[&str], ruleset: Ruleset) -> Game {
    game_in_diagram(&rows.join("\n"), Color::Black, ruleset).expect("a board")
}

/// The game after two passes.
fn ended(mut game: Game) -> Game {
    for color in Color::BOTH {
        game.play_as(color, Move::Abstain).expect("a pass");
    }
    assert!(game.is_over());
    game
}

fn all_stones(game: &Game) -> PointSet {
    game.board().all() - game.board().empty()
}

/// White's eyes settle it: the black stones have no room for two eyes. Playouts leave the space alone.
const ROOM_FOR_ONE_EYE: [&str; 6] =
    ["O O O O O O", ". O . O O O", "O O O O O O", "O O # . O O", ". # # # # O", "O O O O O O"];

/// White takes B4 even if Black plays first. Playouts agree about no chain.
const STONE_IN_A_FIGHT: [&str; 5] = [". O O O O", "O # . # .", "O O # O #", "O O # . O", ". O O # #"];

/// Two chains without eyes that share A1 and E1.
const SEKI: [&str; 7] = [
    "O . O O . O O",
    "O O O O O O O",
    "# # # # # # #",
    "# . # # . # #",
    "# # # # # # #",
    "O O O O O O #",
    ". # # # . O #",
];

/// White's eye at C5 is false.
const FALSE_EYE: [&str; 5] = [". O . # #", "O O # # .", "# # # # #", "# . # # .", "# # # # #"];

/// A black stone on the vital point of three in a bend.
const BENT_THREE: [&str; 5] = ["# . O # .", ". O O # #", "O O # # .", "# # # . #", "# # # # #"];

/// Three in a bend, with the vital point empty: whoever plays first decides.
const BENT_THREE_IN_QUESTION: [&str; 5] = [". . O # .", ". O O # #", "O O # # .", "# # # . #", "# # # # #"];

/// Two small eyes in the opponent's area.
const TWO_EYES: [&str; 5] = [". # # . O", "# . # # O", "# # # O O", "O O O O .", ". O . O O"];

/// Black's stones that are marked with `x` hold the bent four in the corner. White does not have to play the ko out: the stones are dead as
/// they stand (Japanese rules of 1989, article 7, examples; Korean rules, article 12).
const BENT_FOUR: [&str; 9] = [
    ". . . # O x . O .",
    ". . . # O x x x O",
    ". . . # O O O x .",
    ". . . # # O O x x",
    ". . . . # O O O O",
    ". . . . # O . . .",
    ". . . . # O . . .",
    ". . . . # O . . .",
    ". . . . # O . . .",
];

/// With neutral points, and an outside liberty of the dead stones.
const BENT_FOUR_WITH_GAPS: [&str; 10] = [
    ". . . # . O x . O .",
    ". . . # . O x x x O",
    ". . . # . O O O x .",
    ". . . # . # O O x x",
    ". . . . # # O O O .",
    ". . . . # . . O O .",
    ". . . . # . . O . .",
    ". . . . # . . O . .",
    ". . . . # . . O . .",
    ". . . . # . . O . .",
];

/// Every third image of a diagram by the symmetries of the board, with both ways to name the colours.
fn images(rows: &[&str]) -> Vec<Vec<String>> {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().step_by(2).collect()).collect();
    let most = rows.len() - 1;
    let swapped = |letter: char| match letter {
        '#' => 'O',
        'O' => '#',
        'x' => 'o',
        other => other,
    };
    let image = |number: usize| {
        let letter = |row: usize, column: usize| {
            let (row, column) = if number & 1 == 0 { (row, column) } else { (column, row) };
            let row = if number & 2 == 0 { row } else { most - row };
            let letter = rows[row][if number & 4 == 0 { column } else { most - column }];
            if number & 8 == 0 { letter } else { swapped(letter) }
        };
        (0..=most)
            .map(|row| (0..=most).map(|column| letter(row, column).to_string()).collect::<Vec<_>>().join(" "))
            .collect()
    };
    (0..16).step_by(3).map(image).collect()
}

#[test]
fn the_bent_four_in_the_corner_is_dead() {
    for rows in [&BENT_FOUR[..], &BENT_FOUR_WITH_GAPS].into_iter().flat_map(images) {
        let is_marked = |point: &Point| {
            let row = &rows[rows.len() - 1 - point.row()];
            row.chars().nth(2 * point.column()).is_some_and(char::is_lowercase)
        };
        let diagram_rows: Vec<String> = rows.iter().map(|row| row.replace('x', "#").replace('o', "O")).collect();
        let diagram_rows: Vec<&str> = diagram_rows.iter().map(String::as_str).collect();
        for ruleset in [Ruleset::japanese(), Ruleset::korean()] {
            let game = ended(diagram(&diagram_rows, ruleset));
            let dead: PointSet = all_stones(&game).iter().filter(is_marked).collect();
            let judgement = judge_after_end(&game, Some(&Settings::default()), PLAYOUTS, 1);
            assert_eq!(
                (judgement.dead(), judgement.open()),
                (dead, PointSet::empty()),
                "{}\n{}",
                ruleset.name,
                rows.join("\n")
            );
        }
    }
}

#[test]
fn proofs_outrank_playouts() {
    for (rows, dead) in [(&ROOM_FOR_ONE_EYE[..], "B2 C2 D2 E2 C3"), (&STONE_IN_A_FIGHT, "B4")] {
        let game = ended(diagram(rows, Ruleset::chinese()));
        let judgement = judge_after_end(&game, None, PLAYOUTS, 1);
        assert_eq!(judgement.estimate, PointSet::empty(), "playouts are right by themselves: take another position");
        assert!(points(dead).is_subset(judgement.unclear), "{:?}", judgement.unclear);
        assert_eq!(judgement.dead(), points(dead), "{rows:?}");
    }
}

#[test]
fn the_life_of_small_shapes_is_proven() {
    for (rows, taken, safe) in [
        (&ROOM_FOR_ONE_EYE[..], "B2 C2 D2 E2 C3", "A1 B1 F6"),
        (&FALSE_EYE, "A4 B4 B5", "D5 A1"),
        (&BENT_THREE, "A3 B3 B4 C4 C5", "A5 D5"),
        (&BENT_THREE_IN_QUESTION, "", "D5"),
        (&TWO_EYES, "", "A3 A4 C4 C5 E5"),
        // Neither side can take the other, so all of a seki lives.
        (&SEKI, "", "B1 C1 D1 A2 B2 C2 D2 E2 F2 F1 G1"),
    ] {
        let game = ended(diagram(rows, Ruleset::chinese()));
        let fates = Fates::search(&game, all_stones(&game), ALLOWANCE);
        assert_eq!(fates.taken, points(taken), "{rows:?}");
        assert!(points(safe).is_subset(fates.safe), "{rows:?}: {:?}", fates.safe);
        for ruleset in [Ruleset::new_zealand(), Ruleset::aga()] {
            let game = ended(diagram(rows, ruleset));
            let other = Fates::search(&game, all_stones(&game), ALLOWANCE);
            let contradictions = fates.taken & other.safe | fates.safe & other.taken;
            assert_eq!(contradictions, PointSet::empty(), "{} {rows:?}", ruleset.name);
        }
    }
    // What depends on who plays first is left to playouts.
    let question = diagram(&BENT_THREE_IN_QUESTION, Ruleset::chinese());
    let fates = Fates::search(&question, points("A3 C4 C5"), ALLOWANCE);
    assert_eq!((fates.safe, fates.taken), (PointSet::empty(), PointSet::empty()));
}

#[test]
fn nothing_is_searched_where_playouts_agree() {
    for (rows, dead) in [(&FALSE_EYE[..], "A4 B4 B5"), (&BENT_THREE, "A3 B3 B4 C4 C5"), (&TWO_EYES, ""), (&SEKI, "")] {
        let judgement = judge_after_end(&ended(diagram(rows, Ruleset::chinese())), None, PLAYOUTS, 1);
        assert_eq!((judgement.unclear, judgement.fates.nodes), (PointSet::empty(), 0), "{rows:?}");
        assert_eq!((judgement.estimate, judgement.dead()), (points(dead), points(dead)), "{rows:?}");
    }
}

#[test]
fn cheap_proofs_agree_with_the_set_of_problems() {
    let (mut safe, mut taken) = (0, 0);
    for problem in Problem::all(include_str!("../data/life-and-death.txt")).expect("problems") {
        let Problem { game, group, status, .. } = &problem;
        let fates = Fates::search(game, PointSet::of(*group), ALLOWANCE);
        // The One Pure Rules have no fates without a search.
        let without = game.articles().lifts_dead_stones().then(|| Fates::without_search(game));
        let is_known = status != Status::Unknown.name();
        for fates in [Some(fates), without].into_iter().flatten() {
            assert!(!is_known || !fates.safe.contains(*group) || status == Status::Alive.name(), "{problem}");
            assert!(!is_known || !fates.taken.contains(*group) || status == Status::Dead.name(), "{problem}");
        }
        safe += usize::from(fates.safe.contains(*group));
        taken += usize::from(fates.taken.contains(*group));
    }
    assert!(safe >= 15 && taken >= 15, "{safe} safe, {taken} taken");
}

#[test]
fn fates_without_a_search_agree_with_those_by_search() {
    let mut compared = 0;
    for problem in Problem::all(include_str!("../data/life-and-death.txt")).expect("problems") {
        let game = problem.game;
        if !game.articles().lifts_dead_stones() {
            continue;
        }
        let without = Fates::without_search(&game);
        let searched = Fates::search(&game, without.taken, ALLOWANCE);
        assert_eq!(without.safe & without.taken | without.taken & searched.safe, PointSet::empty());
        compared += searched.taken.len();
    }
    assert!(compared > 0, "no stone is taken");
}

#[test]
fn the_allowance_is_kept() {
    let game = ended(diagram(&STONE_IN_A_FIGHT, Ruleset::chinese()));
    let stones = all_stones(&game);
    let search = |allowance| Fates::search(&game, stones, allowance);
    // A node of the smallest zone has two children.
    for (question, position) in [(100, 300), (1000, 1000), (1000, 2000)] {
        let fates = search(Allowance { question, position });
        assert!(fates.nodes > 0 && fates.nodes * 2 <= position, "{} nodes", fates.nodes);
    }
    assert_eq!(Fates::search(&game, PointSet::empty(), ALLOWANCE), Fates::default());
}

#[test]
fn passes_before_the_question_change_nothing() {
    for rows in [&STONE_IN_A_FIGHT[..], &BENT_THREE, &SEKI] {
        for ruleset in [Ruleset::chinese(), Ruleset::aga()] {
            let game = diagram(rows, ruleset);
            let search = |game: &Game| Fates::search(game, all_stones(game), ALLOWANCE);
            let (before, after) = (search(&game), search(&ended(game.clone())));
            assert_eq!((before.safe, before.taken), (after.safe, after.taken), "{} {rows:?}", ruleset.name);
        }
    }
}

#[test]
fn only_rules_that_proofs_know_are_searched() {
    let ing = diagram(&ROOM_FOR_ONE_EYE, Ruleset::ing());
    assert_eq!(Fates::search(&ing, all_stones(&ing), ALLOWANCE), Fates::default());
    let japanese = ended(diagram(&ROOM_FOR_ONE_EYE, Ruleset::japanese()));
    assert_eq!(Fates::search(&japanese, all_stones(&japanese), ALLOWANCE).taken, points("B2 C2 D2 E2 C3"));
    // Unconditional life needs no search.
    assert_eq!(judge_after_end(&japanese, None, PLAYOUTS, 1).dead(), points("B2 C2 D2 E2 C3"));
    // The One Pure Rules lift no dead stones, so that nothing is asked.
    let one_pure = diagram(&STONE_IN_A_FIGHT, Ruleset::one_pure());
    assert_eq!(judge_after_end(&one_pure, None, PLAYOUTS, 1).fates, Fates::default());
}
