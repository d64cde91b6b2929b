//! AGA: counts by area and by territory give the same result, because a pass hands over a stone and White passes last.

use onepure::board::{Color, PerColor, Position};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::random::Randomness;
use onepure::rules::{Game, Move, Ruleset};
use rand::RngExt;
use rayon::prelude::*;

const GAMES: u64 = 10_000;

/// A random game with up to nine handicap stones, until two passes in a row or a limit.
fn game(number: u64) -> Game {
    let mut random = Randomness::new(number, 0);
    let size = BoardSize::new(3 + (number % 7) as usize).expect("3 to 9 lines");
    let handicap = [0, 0, 2, 3, 5][(number % 5) as usize].min(size.lines());
    let black: PointSet = (0..handicap).map(|line| Point::new(line, line)).collect();
    let stones = PerColor { black, white: PointSet::empty() };
    let first = if handicap == 0 { Color::Black } else { Color::White };
    let mut game = Game::set_up(size, Ruleset::aga(), Position { stones }, first).expect("a position");
    game.set_handicap(handicap as u16);
    let limit = random.random_range(5..3 * size.lines() * size.lines());
    while !game.is_over() && game.turns().len() < limit {
        let color = game.to_play();
        let is_legal = |point: &Point| game.check(color, Move::Place(*point)).is_ok();
        let points: Vec<Point> = game.board().empty().iter().filter(is_legal).collect();
        let passes = points.is_empty() || random.random_range(0..12) == 0;
        let action = if passes { Move::Abstain } else { Move::Place(points[random.random_range(0..points.len())]) };
        game.play(action).expect("a legal move");
    }
    game
}

#[test]
fn area_and_territory_agree_in_random_games() {
    let (mut passes, mut captures) = (0, 0);
    let all: Vec<_> = (0..GAMES).into_par_iter().map(game).collect();
    for (number, game) in all.iter().enumerate() {
        let stones = game.board().stones(Color::Black) | game.board().stones(Color::White);
        // The players may agree to lift any stones. Tries none, and the chains of every third stone.
        let lifted = stones.iter().step_by(3).map(|stone| game.board().chain(stone));
        let lifted = lifted.fold(PointSet::empty(), |lifted, chain| lifted | chain);
        for dead in [PointSet::empty(), lifted] {
            let (area, territory) = (game.count_without(dead), game.count_with_pass_stones(dead).expect("AGA rules"));
            let (area, territory) = (area.margin(), territory.margin());
            assert!((area - territory).abs() < 1e-9, "game {number}: {area} by area, {territory} by territory");
        }
        let ledger = game.ledger();
        passes += ledger.passes.black + ledger.passes.white;
        captures += ledger.captured.black + ledger.captured.white;
    }
    assert!(passes > 10_000 && captures > 10_000, "{passes} passes, {captures} captured stones");
}

#[test]
fn other_rules_know_no_pass_stones() {
    for ruleset in Ruleset::ALL {
        let game = Game::new(BoardSize::MAIN, ruleset);
        assert_eq!(game.count_with_pass_stones(PointSet::empty()).is_some(), ruleset == Ruleset::aga());
    }
}
