//! Proofs in zones hold on the whole board, whatever happens elsewhere.

use crate::checker::zone::{Plan, Zone};
use crate::checker::{check, plan};
use crate::reference::{Action, Engine, Reason};
use onepure::board::{Color, PerColor, Position};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::random::Randomness;
use onepure::record::game_in_diagram;
use onepure::rules::{Game, Move, Ruleset};
use onepure::solve::{GroupAnswer, ProofLimits, Status, solve_group, solve_group_for_both};
use rand::RngExt;
use std::time::Duration;

const MOST_MOVES: usize = 50_000;

/// Limits of this number of nodes.
fn limits(nodes: u64, zones: bool) -> ProofLimits {
    ProofLimits { time: Duration::from_secs(600), positions: 500_000, nodes, zones, ..ProofLimits::UNLIMITED }
}

/// A position with random stones, each colour most often on its side, after some random turns, and the stones on the board.
fn random_game(size: usize, ruleset: Ruleset, random: &mut Randomness) -> Option<(Game, Vec<Point>)> {
    let size = BoardSize::new(size).expect("a size");
    let mut stones = PerColor::from_fn(|_| PointSet::empty());
    let black = random.random_range(3..8);
    for point in size.points() {
        let color = match random.random_range(0..12) {
            0..=2 => continue,
            // Black has more stones on one side of the board.
            number if (number < black) == (point.column() < size.lines() / 2) => Color::Black,
            _ => Color::White,
        };
        stones[color].insert(point);
    }
    let first = if random.random_bool(0.5) { Color::Black } else { Color::White };
    let mut game = Game::set_up(size, ruleset, Position { stones }, first).ok()?;
    for _ in 0..random.random_range(0..8) {
        let empty: Vec<Point> = game.board().empty().iter().collect();
        let point = empty.get(random.random_range(0..=empty.len()));
        // A pass, or a random placement if it is legal.
        let _ = game.play(point.map_or(Move::Abstain, |&point| Move::Place(point)));
    }
    let targets: Vec<Point> = (game.board().all() - game.board().empty()).iter().collect();
    (!game.is_over() && !targets.is_empty()).then_some((game, targets))
}

#[test]
fn what_is_proven_in_a_zone_is_proven_on_the_board() {
    let mut random = Randomness::new(2026, 0);
    let (mut proven, mut undecided) = ([0; 2], 0);
    while proven.iter().sum::<u32>() < 400 {
        let size = random.random_range(4..=5);
        let ruleset = if random.random_bool(0.5) { Ruleset::chinese() } else { Ruleset::one_pure() };
        let Some((game, targets)) = random_game(size, ruleset, &mut random) else { continue };
        let target = targets[random.random_range(0..targets.len())];
        let ask = |limits| solve_group(&game, target, game.to_play(), limits, MOST_MOVES).expect("a group");
        let in_zones = ask(limits(3_000, true));
        let (Some(_), Some(is_taken)) = (in_zones.zone, in_zones.is_taken) else { continue };
        assert_eq!(check(&in_zones.proof.expect("a proof").text).map(|_| ()), Ok(()), "{target} in {game:?}");
        match ask(limits(100_000, false)).is_taken {
            Some(expected) => assert_eq!(is_taken, expected, "{target} in {game:?}"),
            None => undecided += 1,
        }
        proven[usize::from(is_taken)] += 1;
    }
    assert!(proven.iter().all(|&number| number > 60) && undecided < 100, "{proven:?}, {undecided} undecided");
}

/// Plays a proof against an opponent that plays anywhere, on the reference. Panics if the claim fails.
fn play_against(plan: &Plan, zone: &Zone, engine: &Engine, target: (usize, usize), random: &mut Randomness) {
    let (mut engine, mut zone, mut plan) = (engine.clone(), zone.clone(), plan);
    let owner = engine.stone_at(target).expect("a stone");
    let mut line = Vec::new();
    for _ in 0..120 {
        if engine.end().is_some() {
            break;
        }
        let is_prover = engine.to_play() == zone.prover();
        let action = match plan {
            Plan::Move(action, _) if is_prover => *action,
            _ if is_prover => Action::Abstain,
            _ => {
                // The opponent likes the zone, and passes rarely.
                let points: Vec<_> = engine.board().vertices();
                let likes_zone = random.random_bool(0.6);
                let near = |vertex: &&(usize, usize)| !likes_zone || zone.contains(**vertex);
                let legal = |vertex: &&(usize, usize)| engine.clone().play(Action::Place(**vertex)).is_ok();
                let empty = |vertex: &&(usize, usize)| engine.stone_at(**vertex).is_none();
                let choices: Vec<_> = points.iter().filter(near).filter(empty).filter(legal).collect();
                if choices.is_empty() || random.random_bool(0.05) {
                    Action::Abstain
                } else {
                    Action::Place(*choices[random.random_range(0..choices.len())])
                }
            }
        };
        line.push(action);
        let played = engine.play(action);
        assert!(played.is_ok(), "{played:?} after {line:?}");
        if let Some(end) = engine.end().filter(|end| end.reason == Reason::DeadEnd) {
            assert!(!is_prover, "{end:?} after {line:?}");
            return;
        }
        if engine.stone_at(target) != Some(owner) {
            assert!(zone.attacks(), "{target:?} was taken after {line:?}");
            return;
        }
        plan = match plan {
            Plan::Move(_, next) if is_prover => {
                zone.play(action);
                next
            }
            Plan::Replies(replies) if !is_prover => {
                let inside = match action {
                    Action::Place(vertex) if zone.contains(vertex) => action,
                    _ => Action::Abstain,
                };
                if let Some((_, next)) = replies.iter().find(|(reply, _)| *reply == inside) {
                    zone.play(inside);
                    next
                } else {
                    // Elsewhere, and the defender passes.
                    assert_eq!((inside, zone.attacks()), (Action::Abstain, false), "no reply after {line:?}");
                    plan
                }
            }
            // The defender has answered a move elsewhere by a pass, or the group lives without an answer.
            _ => plan,
        };
    }
    assert!(!zone.attacks(), "{target:?} was not taken after {line:?}");
}

#[test]
fn a_proof_in_a_zone_wins_against_every_opponent() {
    let mut random = Randomness::new(7, 0);
    let (mut taken, mut saved) = (0, 0);
    while taken < 40 || saved < 40 {
        let rulesets = [Ruleset::chinese(), Ruleset::japanese(), Ruleset::tromp_taylor(), Ruleset::one_pure()];
        let ruleset = rulesets[random.random_range(0..rulesets.len())];
        let Some((game, targets)) = random_game(7, ruleset, &mut random) else { continue };
        let target = targets[random.random_range(0..targets.len())];
        let answer = solve_group(&game, target, game.to_play(), limits(2_000, true), MOST_MOVES).expect("a group");
        let GroupAnswer { zone: Some(_), proof: Some(proof), is_taken: Some(is_taken), .. } = answer else { continue };
        *if is_taken { &mut taken } else { &mut saved } += 1;
        let (plan, zone, engine) = plan(&proof.text).expect("a right proof");
        for _ in 0..30 {
            play_against(&plan, &zone, &engine, (target.column(), target.row()), &mut random);
        }
    }
}

#[test]
fn open_boards_and_territory_have_proofs() {
    // A corner of 13x13: White's group has two eyes at B1 and A2 if it plays first, and lives in no other way.
    let corner = "\
        . . . . . . . . . . . . .\n\
        . . . . . . . . . . . . .\n\
        . . . . . . . . . . . . .\n\
        . . . . . . . . . # . . .\n\
        . . . . . . . . . . . . .\n\
        . . . . . . . . . . . . .\n\
        . . . . . . . . . . . . .\n\
        . . . # . . . . . . . . .\n\
        . . . . . . . . . . . . .\n\
        . # # # # # . . . . . . .\n\
        # # O O O # . . . . . . .\n\
        # O O . O # . . . . . . .\n\
        # O . . O # . . . . . . .";
    for ruleset in [Ruleset::one_pure(), Ruleset::chinese(), Ruleset::japanese(), Ruleset::tromp_taylor()] {
        let game = game_in_diagram(corner, Color::Black, ruleset).expect("a board");
        let target = "C2".parse().expect("a point");
        let answers = solve_group_for_both(&game, target, limits(200_000, true), MOST_MOVES).expect("a group");
        assert_eq!(Status::of(&answers), Status::Unsettled, "{}", ruleset.name);
        for answer in [answers.black, answers.white] {
            let proof = answer.proof.expect("a proof").text;
            assert!(check(&proof).is_ok_and(|checked| checked.turns < 20_000), "{}", ruleset.name);
            assert!(answer.zone.is_some_and(|zone| zone.len() < 60));
        }
    }
}

#[test]
fn the_checker_refuses_a_zone_that_is_too_small() {
    let ladder = "\
        . . . . . . .\n\
        . . . . . . .\n\
        . . . # . . .\n\
        . . # O . . .\n\
        . . . # . . .\n\
        . . . . . . .\n\
        . . . . . . .";
    let game = game_in_diagram(ladder, Color::Black, Ruleset::chinese()).expect("a board");
    let target: Point = "D4".parse().expect("a point");
    let answer = solve_group(&game, target, Color::Black, limits(200_000, true), MOST_MOVES).expect("a group");
    assert_eq!(answer.is_taken, Some(true));
    let text = answer.proof.expect("a proof").text;
    assert!(check(&text).is_ok(), "{text}");
    let zone = text.lines().find(|line| line.starts_with("zone ")).expect("a zone");
    assert!(check(&text.replace(zone, "zone D4 E4")).is_err());
}
