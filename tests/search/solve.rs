//! Proofs: results of small boards and the life of groups, each checked by the naive reference.

use crate::checker::check;
use crate::problems::Problem;
use onepure::board::Color;
use onepure::geometry::{BoardSize, Point};
use onepure::record::game_in_diagram;
use onepure::rules::{Game, Move, Ruleset};
use onepure::solve::{
    ProofLimits, SolveError, Start, Status, resume_result, solve_group, solve_group_for_both, solve_result,
};
use std::fs;
use std::time::Duration;

/// More time than any of these needs, also on a busy machine.
const LIMITS: ProofLimits =
    ProofLimits { time: Duration::from_secs(600), positions: 2_000_000, ..ProofLimits::UNLIMITED };

/// The most moves of a proof in a test.
const MOST_MOVES: usize = 100_000;

fn rectangle(columns: usize, rows: usize, ruleset: Ruleset) -> Start {
    Start::Rectangle { columns, rows, ruleset }
}

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

fn diagram(text: &str, ruleset: Ruleset) -> Game {
    game_in_diagram(text, Color::Black, ruleset).expect("a board")
}

#[test]
fn small_boards_have_known_results() {
    // By area: Tromp's table of boards of two lines.
    for (columns, rows, ruleset, margin) in [
        (2, 2, Ruleset::one_pure(), 0),
        (2, 3, Ruleset::one_pure(), 0),
        (3, 2, Ruleset::one_pure(), 0),
        (2, 4, Ruleset::one_pure(), 2),
        (2, 2, Ruleset::chinese(), 1),
        (2, 3, Ruleset::chinese(), 0),
        (2, 4, Ruleset::chinese(), 8),
    ] {
        let answer = solve_result(&rectangle(columns, rows, ruleset), LIMITS, MOST_MOVES).expect("rules with proofs");
        assert_eq!(answer.exact(), Some(margin), "{columns}x{rows} {}", ruleset.name);
        let claims: Vec<_> =
            answer.proofs.iter().map(|proof| check(&proof.text).map(|checked| checked.claim)).collect();
        let expected = [format!("black margin {margin}"), format!("white margin {}", -margin)];
        assert_eq!(claims, expected.map(Ok), "{columns}x{rows} {}", ruleset.name);
    }
}

#[test]
fn a_square_is_the_same_as_an_empty_game() {
    let game = Game::new(BoardSize::new(2).expect("2 lines"), Ruleset::one_pure());
    let by_game = solve_result(&Start::Game(Box::new(game)), LIMITS, MOST_MOVES).expect("rules with proofs");
    let by_rectangle = solve_result(&rectangle(2, 2, Ruleset::one_pure()), LIMITS, MOST_MOVES).expect("a board");
    assert_eq!(by_game.exact(), by_rectangle.exact());
    assert_eq!(by_game.proofs, by_rectangle.proofs);
}

#[test]
fn the_checker_refuses_wrong_proofs() {
    let answer = solve_result(&rectangle(2, 3, Ruleset::chinese()), LIMITS, MOST_MOVES).expect("rules with proofs");
    let text = &answer.proofs[0].text;
    assert!(check(text).is_ok());
    let too_much = text.replace("claim black margin 0", "claim black margin 1");
    assert!(check(&too_much).is_err_and(|error| error.contains("the claim fails")));
    let other_rules = text.replace("rules chinese", "rules one-pure");
    assert!(check(&other_rules).is_err());
    let cut = text.trim_end().rsplit_once(' ').expect("more than a move").0;
    assert!(check(cut).is_err_and(|error| error.contains("expected a move, got the end")));
    assert!(check(&format!("{text} A1")).is_err_and(|error| error.contains("expected the end")));
    for (mistake, part) in [
        ("", "expected a line `tree`"),
        ("onepure-proof 2\ntree\n", "expected `onepure-proof 1`"),
        ("onepure-proof 1\nboard 0 3\ntree\n", "expected 1 to 19 lines"),
        ("onepure-proof 1\nboard 3 3\nrules ing\ntree\n", "expected one-pure, chinese"),
        ("onepure-proof 1\nstones\ntree\n", "expected a known line"),
    ] {
        assert!(check(mistake).is_err_and(|error| error.contains(part)), "{mistake:?}");
    }
}

#[test]
fn groups_live_or_die_with_checked_proofs() {
    let two_eyes = ". O . O .\nO O O O O\n# # # # #\n. . . . .\n. . . . .";
    let three_in_a_row = ". . . O #\nO O O O #\n# # # # #\n# . # . #\n# # # # #";
    let surrounded = ". O O O O\nO . # . O\nO O O O O\n# # # # #\n. # . # .";
    for ruleset in [Ruleset::one_pure(), Ruleset::chinese()] {
        for (text, group, status) in [
            (two_eyes, "A4", Status::Alive),
            (three_in_a_row, "A4", Status::Unsettled),
            (surrounded, "C4", Status::Dead),
        ] {
            let answers =
                solve_group_for_both(&diagram(text, ruleset), point(group), LIMITS, MOST_MOVES).expect("a group");
            assert_eq!(Status::of(&answers), status, "{} {group} in\n{text}", ruleset.name);
            for answer in [answers.black, answers.white] {
                let proof = answer.proof.expect("a proof");
                let claim = check(&proof.text).expect("a right proof").claim;
                let verb = if answer.is_taken == Some(true) { "captures" } else { "saves" };
                assert!(claim.contains(verb), "{claim}");
            }
        }
    }
}

/// The most nodes of a problem of the set that is solved here. `ONEPURE_PROOF_NODES` is another number.
fn most_nodes() -> u64 {
    std::env::var("ONEPURE_PROOF_NODES").ok().and_then(|nodes| nodes.parse().ok()).unwrap_or(2_000)
}

#[test]
fn the_problems_of_the_set_have_their_answers() {
    let (mut solved, most_nodes) = (0, most_nodes());
    for problem in Problem::all(include_str!("../data/life-and-death.txt")).expect("problems") {
        let Problem { game, group, status, nodes } = &problem;
        if status == Status::Unknown.name() || *nodes > most_nodes {
            continue;
        }
        let answers = solve_group_for_both(game, *group, LIMITS, MOST_MOVES).expect("a group");
        assert_eq!(Status::of(&answers).name(), status, "{problem}");
        for proof in [answers.black.proof, answers.white.proof].into_iter().flatten() {
            assert_eq!(check(&proof.text).map(|_| ()), Ok(()), "{problem}");
        }
        solved += 1;
    }
    assert!(solved >= 100, "{solved}");
}

#[test]
fn an_answer_depends_on_the_history() {
    // White takes the ko at A4. Black may not take it back at once, but could if the same stones had been set up.
    let ko = "# O . O .\n. # O O O\n# # # # #\n. O O O O\n. O . O .";
    let set_up = diagram(ko, Ruleset::one_pure());
    let mut played = set_up.clone();
    played.play_as(Color::White, Move::Place(point("A4"))).expect("an empty point");
    let white_stone = |game: &Game| game.board().stone(point("A4"));
    assert_eq!((white_stone(&set_up), white_stone(&played)), (None, Some(Color::White)));
    let again = Game::set_up(set_up.size(), Ruleset::one_pure(), played.board().position(), Color::Black);
    let again = again.expect("a position");
    let is_taken = |game: &Game| solve_group(game, point("A4"), Color::Black, LIMITS, 0).expect("a group").is_taken;
    assert_eq!((is_taken(&played), is_taken(&again)), (Some(false), Some(true)));
}

#[test]
fn questions_that_cannot_be_asked_are_refused() {
    let game = diagram(". . . . .\n. # . . .\n. . . . .\n. . . . .\n. . . . .", Ruleset::one_pure());
    let ask =
        |game: &Game, name: &str| solve_group(game, point(name), Color::White, LIMITS, 0).map(|answer| answer.owner);
    assert_eq!(ask(&game, "A1"), Err(SolveError::NoStone(point("A1"))));
    assert_eq!(ask(&game, "T19"), Err(SolveError::NoStone(point("T19"))));
    let mut over = game.clone();
    for _ in 0..2 {
        over.play(Move::Abstain).expect("an abstention");
    }
    assert_eq!(ask(&over, "B4"), Err(SolveError::Ended));
    let japanese = solve_result(&rectangle(2, 2, Ruleset::japanese()), LIMITS, 0).map(|answer| answer.exact());
    assert_eq!(japanese, Err(SolveError::Rules("japanese")));
}

#[test]
fn an_answer_is_unknown_when_time_is_up() {
    let limits = ProofLimits { time: Duration::from_millis(50), ..LIMITS };
    let answer = solve_result(&rectangle(4, 4, Ruleset::one_pure()), limits, MOST_MOVES).expect("rules with proofs");
    assert_eq!(answer.exact(), None);
    assert!(answer.least < answer.most && answer.effort.nodes > 0);
    for proof in answer.proofs {
        assert!(check(&proof.text).is_ok());
    }
}

#[test]
fn a_result_is_found_in_pieces_with_checked_proofs() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = diagram(". . . O #\nO O O O #\n# # # # #\n# . # . #\n# # # # #", Ruleset::one_pure());
    for (number, (start, margin)) in [
        (rectangle(2, 4, Ruleset::one_pure()), Some(2)),
        (rectangle(2, 4, Ruleset::chinese()), Some(8)),
        (Start::Game(Box::new(game)), None),
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.path().join(number.to_string());
        let limits = ProofLimits { time: Duration::from_millis(60), ..LIMITS };
        let (mut nodes, mut bounds) = (0, (i32::MIN, i32::MAX));
        let answer = loop {
            let answer = resume_result(&start, limits, MOST_MOVES, &file).expect("its own file");
            assert!(answer.least >= bounds.0 && answer.most <= bounds.1, "bounds grow together");
            assert!(answer.exact().is_some() || answer.effort.nodes > nodes, "each run goes on");
            (nodes, bounds) = (answer.effort.nodes, (answer.least, answer.most));
            if answer.exact().is_some() || nodes > 50_000 {
                break answer;
            }
        };
        if let (Some(margin), Some(exact)) = (margin, answer.exact()) {
            assert_eq!(exact, margin);
        }
        for proof in answer.proofs {
            assert_eq!(check(&proof.text).map(|_| ()), Ok(()));
        }
        let again = resume_result(&start, limits, 0, &file).expect("its own file");
        assert!(again.least >= bounds.0 && again.most <= bounds.1 && again.effort.nodes >= nodes);
    }
}

#[test]
fn progress_of_something_else_and_damaged_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("progress");
    let start = rectangle(2, 3, Ruleset::one_pure());
    let answer = resume_result(&start, LIMITS, 0, &file).expect("a new file");
    let whole = fs::read(&file).expect("a file");
    assert_eq!(resume_result(&start, LIMITS, 0, &file).expect("its own file").exact(), answer.exact());
    let refusal = |start: &Start| match resume_result(start, LIMITS, 0, &file) {
        Err(SolveError::Progress(text)) => text,
        other => panic!("{other:?}"),
    };
    for (start, part) in [
        (rectangle(3, 2, Ruleset::one_pure()), "expected \"board 3 2\", got \"board 2 3\""),
        (rectangle(2, 3, Ruleset::chinese()), "expected \"rules chinese\", got \"rules one-pure\""),
    ] {
        let text = refusal(&start);
        assert!(text.contains("progress: ") && text.contains(part), "{text}");
    }
    let header = whole.windows(10).position(|bytes| bytes == b"questions\n").expect("a header") + 10;
    let refused = |bytes: &[u8], part: &str| {
        fs::write(&file, bytes).expect("a file");
        let text = refusal(&start);
        assert!(text.contains(part) && !text.contains('\n'), "{text}");
        assert_eq!(fs::read(&file).expect("a file"), bytes, "it stays");
    };
    for length in [header - 3, header, header + 10, header + 17, header + 40, whole.len() / 2, whole.len() - 1] {
        refused(&whole[..length], "got a damaged file");
    }
    for place in (header + 16..whole.len() - 1).step_by(whole.len() / 50) {
        let mut changed = whole.clone();
        changed[place] ^= 4;
        refused(&changed, "got a damaged file");
    }
    refused(b"", "expected \"onepure-progress 1\", got \"\"");
    refused(b"(;GM[1]SZ[9])", "expected \"onepure-progress 1\", got \"(;GM[1]SZ[9])\"");
    fs::remove_file(&file).expect("a file");
    fs::create_dir(&file).expect("a folder");
    assert!(refusal(&start).contains("expected a regular file, got a folder"));
}
