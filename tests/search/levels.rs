//! Levels: reproducible, within their limits, weaker at lower numbers, and never wrong about passes or dead ends.

use onepure::board::{Color, PerColor, Position};
use onepure::engine::{Decision, Engine, Level, SearchRequest, Settings};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::rules::{Game, Move, Outcome, Reason, Ruleset};

fn level(number: u64) -> Level {
    Level::new(number).expect("1 to 20")
}

/// An engine at a level with a limit of visits.
fn engine(lines: usize, ruleset: Ruleset, number: u64, visits: u64, seed: u64) -> Engine {
    let settings =
        Settings { level: level(number), visits: Some(visits), seed, threads: 1, memory: 16, ..Settings::default() };
    Engine::new(BoardSize::new(lines).expect("2 to 19 lines"), ruleset, settings)
}

fn choose(engine: &mut Engine, color: Color) -> Move {
    match engine.best_move(color) {
        Decision::Play(action) => action,
        Decision::Resign => panic!("resignation is off by default"),
    }
}

/// Plays a game of two levels to its end.
fn play(lines: usize, ruleset: Ruleset, levels: PerColor<u64>, seed: u64) -> Engine {
    let mut game = engine(lines, ruleset, 20, 1, 0);
    let mut players = Color::BOTH.map(|color| engine(lines, ruleset, levels[color], 1_000, seed));
    while !game.game().is_over() && game.game().turns().len() < 4 * lines * lines {
        let color = game.game().to_play();
        let player = &mut players[usize::from(color == Color::White)];
        player.set_game(game.game().clone());
        let action = choose(player, color);
        let turn = game.play_as(color, action).expect("a legal move");
        assert_ne!(turn.outcome.map(|outcome| outcome.reason), Some(Reason::DeadEnd), "{turn:?}");
        assert_ne!(turn.outcome.map(|outcome| outcome.reason), Some(Reason::BlackAbstainedFirst), "{turn:?}");
    }
    game
}

#[test]
fn a_level_and_a_seed_are_a_game() {
    let levels = PerColor { black: 1, white: 4 };
    let moves = |seed| {
        let game = play(7, Ruleset::one_pure(), levels, seed);
        game.game().turns().iter().map(|turn| turn.action).collect::<Vec<_>>()
    };
    assert_eq!(moves(1), moves(1));
    assert_ne!(moves(1), moves(2));
}

#[test]
fn what_was_analysed_before_makes_no_level_stronger() {
    let mut plain = engine(9, Ruleset::one_pure(), 3, 1_000, 5);
    let mut analysed = engine(9, Ruleset::one_pure(), 3, 1_000, 5);
    assert_eq!(
        analysed.search(Color::Black, &SearchRequest::default()).position.visits,
        1_000,
        "an analysis has all visits"
    );
    assert_eq!(choose(&mut analysed, Color::Black), choose(&mut plain, Color::Black));
    for engine in [&plain, &analysed] {
        assert_eq!(engine.last_choice().map(|choice| choice.report.position.visits), level(3).visits());
    }
}

#[test]
fn the_tighter_limit_holds() {
    let visits = |number, visits| {
        let mut engine = engine(9, Ruleset::one_pure(), number, visits, 0);
        choose(&mut engine, Color::Black);
        engine.last_choice().map(|choice| choice.report.position.visits)
    };
    assert_eq!(visits(20, 50), Some(50));
    assert_eq!(visits(14, 50), Some(50));
    assert_eq!(visits(14, 1_000), level(14).visits());
}

#[test]
fn low_levels_play_games_to_a_sensible_end() {
    for (ruleset, seed) in [Ruleset::one_pure(), Ruleset::chinese(), Ruleset::japanese()].into_iter().zip(1..) {
        for levels in [PerColor { black: 1, white: 1 }, PerColor { black: 3, white: 2 }] {
            let game = play(5, ruleset, levels, seed);
            assert!(game.game().is_over(), "{}: {} turns", ruleset.name, game.game().turns().len());
        }
    }
}

#[test]
fn a_higher_level_wins_clearly() {
    const GAMES: u64 = 24;
    let mut wins = 0;
    for seed in 0..GAMES {
        let (levels, ours) = if seed % 2 == 0 {
            (PerColor { black: 7, white: 1 }, Color::Black)
        } else {
            (PerColor { black: 1, white: 7 }, Color::White)
        };
        let game = play(7, Ruleset::one_pure(), levels, seed);
        wins += u64::from(game.game().outcome().and_then(Outcome::winner) == Some(ours));
    }
    // Equal players would reach 17 of 24 in one run of thirty.
    assert!(wins >= 17, "{wins} of {GAMES}");
}

fn points(names: &[&str]) -> PointSet {
    names.iter().map(|name| name.parse::<Point>().expect("a point")).collect()
}

/// Black leads by ten points to five, and has one liberty, at E3.
///
/// ```text
/// . O # # #
/// O O # # #
/// O O # # .
/// O O # # #
/// . O # # #
/// ```
fn one_liberty(ruleset: Ruleset) -> Game {
    let size = BoardSize::new(5).expect("5 lines");
    let columns = |letters: &str| size.points().filter(|point| letters.contains(&point.to_string()[..1])).collect();
    let (white, black): (PointSet, PointSet) = (columns("AB"), columns("CDE"));
    let stones = PerColor { black: black - points(&["E3"]), white: white - points(&["A1", "A5"]) };
    let mut game = Game::set_up(size, ruleset, Position { stones }, Color::Black).expect("a position");
    game.set_komi(Some(0.0));
    game
}

#[test]
fn no_level_passes_where_that_loses_and_another_move_does_not() {
    // The current board is counted.
    for ruleset in [Ruleset::one_pure(), Ruleset::tromp_taylor()] {
        let mut game = one_liberty(ruleset);
        game.play(Move::Abstain).expect("legal");
        for (number, seed) in (1..=20).flat_map(|number| [(number, 1), (number, 2)]) {
            let mut engine = engine(5, ruleset, number, 300, seed);
            engine.set_game(game.clone());
            assert_ne!(choose(&mut engine, Color::White), Move::Abstain, "{} level {number}", ruleset.name);
        }
    }
}

#[test]
fn every_level_ends_a_won_game_and_gives_a_lost_one_up() {
    let size = BoardSize::new(5).expect("5 lines");
    let empty = points(&["A4", "B5", "E5", "A1", "B1", "C1", "E1"]);
    let black = size.points().filter(|&point| !empty.contains(point)).collect();
    let stones = PerColor { black, ..PerColor::default() };
    let game = Game::set_up(size, Ruleset::one_pure(), Position { stones }, Color::Black).expect("a position");
    for number in 1..=20 {
        let mut engine = engine(5, Ruleset::one_pure(), number, 500, 1);
        engine.set_game(game.clone());
        assert_eq!(choose(&mut engine, Color::Black), Move::Abstain, "level {number}");
        engine.play_as(Color::Black, Move::Abstain).expect("legal");
        assert_eq!(choose(&mut engine, Color::White), Move::Abstain, "level {number}");
    }
}
