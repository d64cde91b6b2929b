//! Self-play under Ing rules.
//!
//! The environment variable `ONEPURE_ING_SELF_PLAYED` sets the number of games.

use onepure::board::{Color, PerColor, Position};
use onepure::engine::{Decision, Engine, SearchRequest, Settings};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::rules::{Game, Move, Ruleset};

/// Two chains with three kos between them and room around them: a fighting ko, or a disturbing one if Black has two more
/// liberties.
fn kos(ruleset: Ruleset, liberties: usize) -> Game {
    let mut stones = PerColor::<PointSet>::default();
    for row in 0..7 {
        for column in 0..8 {
            let point = Point::new(column, row);
            let is_open = match (column, row) {
                (3, 1) | (4, 3 | 5) => true,
                (0, 0 | 2) => row < 2 * liberties,
                _ => false,
            };
            let is_black = if row % 2 == 1 && (3..5).contains(&column) { row == 1 } else { column < 4 };
            if !is_open {
                stones[if is_black { Color::Black } else { Color::White }].insert(point);
            }
        }
        stones.black.insert(Point::new(8, row));
    }
    for column in 0..9 {
        stones[if column < 4 { Color::White } else { Color::Black }].insert(Point::new(column, 7));
    }
    let size = BoardSize::new(9).expect("9 lines");
    Game::set_up(size, ruleset, Position { stones }, Color::Black).expect("a position")
}

/// Plays to the end, and returns the number of turns.
fn play(start: Game, seed: u64) -> usize {
    let settings = Settings { threads: 1, visits: Some(60), seed, resign_below: 0.0, ..Settings::default() };
    let mut engine = Engine::new(start.size(), *start.ruleset(), settings);
    engine.set_game(start);
    while !engine.game().is_over() {
        let turns = engine.game().turns().len();
        assert!(turns < 400, "the game does not end: {:?}", engine.game().turns());
        let color = engine.game().to_play();
        let Decision::Play(action) = engine.best_move(color) else { panic!("nobody resigns") };
        engine.play_as(color, action).unwrap_or_else(|error| panic!("seed {seed}, turn {turns}: {error}"));
    }
    engine.game().turns().len()
}

#[test]
fn self_played_games_have_no_illegal_move() {
    let games = std::env::var("ONEPURE_ING_SELF_PLAYED").ok().and_then(|games| games.parse().ok()).unwrap_or(4);
    for seed in 0..games {
        for ruleset in [Ruleset::ing(), Ruleset::ing1986()] {
            play(Game::new(BoardSize::new(5 + (seed % 3) as usize * 2).expect("5 to 9 lines"), ruleset), seed);
            play(kos(ruleset, 2 * (seed % 2) as usize), seed);
        }
    }
}

#[test]
fn a_forbidden_ko_is_no_candidate() {
    // Black has captured at E4 in a fighting ko, so White may not continue it.
    let mut game = kos(Ruleset::ing1986(), 2);
    game.play(Move::Place("E4".parse().expect("a point"))).expect("a legal move");
    let settings = Settings { threads: 1, visits: Some(200), seed: 1, ..Settings::default() };
    let mut engine = Engine::new(game.size(), *game.ruleset(), settings);
    engine.set_game(game.clone());
    let report = engine.search(Color::White, &SearchRequest::default());
    assert!(!report.candidates.is_empty());
    for candidate in &report.candidates {
        assert!(game.check(Color::White, candidate.action).is_ok(), "{}", candidate.action);
    }
    for point in ["D2", "D4"] {
        let point: Point = point.parse().expect("a point");
        assert!(game.check(Color::White, Move::Place(point)).is_err());
    }
}
