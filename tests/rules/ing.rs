//! The ko rule of Ing: random play in connected kos, on [`Game`], on simulation positions and on the reference.
//!
//! The environment variable `ONEPURE_ING_GAMES` sets the number of games.

use crate::comparison::{Bout, UnderTest, positions_from};
use crate::reference::Refusal;
use onepure::board::{Color, PerColor, Position};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::random::Randomness;
use onepure::rules::{Game, Move, Ruleset};
use rand::RngExt;
use rayon::prelude::*;
use std::collections::HashMap;

/// The number of rows with kos, and one row above them for stones of the other colour.
const ROWS: usize = 9;

/// The number of turns in a game.
const TURNS: usize = 60;

/// Two or three groups side by side, with kos between them, some outside liberties and free points around; and the
/// points of the kos.
fn kos(random: &mut Randomness, ruleset: Ruleset) -> Option<(Game, Vec<Point>)> {
    // Each group ends before these columns.
    let ends = if random.random_range(0..2) == 0 { vec![4, 9] } else { vec![4, 9, 13] };
    let group = |column: usize| ends.iter().filter(|&&end| end <= column).count();
    let color_of = |column: usize| Color::BOTH[group(column) % 2];
    let (width, size) = (ends[ends.len() - 1], BoardSize::new(ends[ends.len() - 1] + 2).expect("up to 19 lines"));
    let mut stones = PerColor::<PointSet>::default();
    for column in 0..width {
        for row in 0..ROWS {
            stones[color_of(column)].insert(Point::new(column, row));
        }
        stones[!color_of(column)].insert(Point::new(column, ROWS));
    }
    for row in 0..ROWS {
        stones[!color_of(width - 1)].insert(Point::new(width, row));
    }
    let mut points = Vec::new();
    for &end in &ends[..ends.len() - 1] {
        for row in (1..ROWS).step_by(2) {
            if random.random_range(0..3) == 0 {
                continue;
            }
            let [left, right] = [Point::new(end - 1, row), Point::new(end, row)];
            let (own, open) = if random.random_range(0..2) == 0 { (left, right) } else { (right, left) };
            // The opposite group may have a stone here.
            for color in Color::BOTH {
                stones[color].remove(open);
                stones[color].remove(own);
            }
            stones[color_of(open.column())].insert(own);
            points.extend([left, right]);
        }
        let beside = if end == ends[0] { [0, 6] } else { [11, 6] };
        for column in beside {
            for row in (0..ROWS).step_by(2) {
                if random.random_range(0..8) == 0 {
                    stones[color_of(column)].remove(Point::new(column, row));
                }
            }
        }
    }
    let game = Game::set_up(size, ruleset, Position { stones }, Color::BOTH[random.random_range(0..2)]);
    game.ok().filter(|_| !points.is_empty()).map(|game| (game, points))
}

/// The number of refused placements for each reason.
type Refusals = HashMap<Refusal, usize>;

fn play<T: UnderTest>(number: u64, tested: impl Fn(&Game) -> T) -> Refusals {
    let mut random = Randomness::new(number, 0);
    let mut refusals = Refusals::new();
    let ruleset = [Ruleset::ing(), Ruleset::ing1986()][random.random_range(0..2)];
    let Some((mut game, points)) = kos(&mut random, ruleset) else { return refusals };
    let mut bout = Bout::new(&game, tested(&game));
    for turn in 0..TURNS {
        let color = game.to_play();
        let is_capture = |&point: &Point| {
            game.explain(color, Move::Place(point))
                .is_ok_and(|turn| turn.retired.iter().any(|chain| chain.stones.len() == 1))
        };
        let captures: Vec<Point> = points.iter().copied().filter(is_capture).collect();
        let action = match random.random_range(0..20) {
            0..12 if !captures.is_empty() => Move::Place(captures[random.random_range(0..captures.len())]),
            12..14 => Move::Place(points[random.random_range(0..points.len())]),
            14..17 => Move::Abstain,
            _ => Move::Place(Point::new(game.size().lines() - 1, random.random_range(0..game.size().lines()))),
        };
        // Also tries some of the illegal placements.
        for &point in &points {
            if game.board().stone(point).is_none() && game.check(color, Move::Place(point)).is_err() {
                let answer = bout.play(color, Move::Place(point), false);
                let refusal = answer.unwrap_or_else(|difference| panic!("game {number}, turn {turn}: {difference}"));
                *refusals.entry(refusal.expect_err("the game refuses it")).or_default() += 1;
            }
        }
        let answer = bout.play(color, action, turn % 5 == 0);
        let answer = answer.unwrap_or_else(|difference| {
            let turns: Vec<String> = game.turns().iter().map(|turn| turn.action.to_string()).collect();
            panic!("game {number}, {}, {:?}: {turns:?}: {difference}", ruleset.name, game.start())
        });
        assert_eq!(game.play_as(color, action).is_ok(), answer.is_ok(), "game {number}");
        if game.is_over() && random.random_range(0..2) == 0 {
            break;
        }
    }
    refusals
}

fn games() -> u64 {
    std::env::var("ONEPURE_ING_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(60)
}

#[test]
fn kos_that_hang_together_agree_with_the_reference() {
    let all =
        (0..games()).into_par_iter().map(|number| play(number, Game::clone)).reduce(Refusals::new, |mut all, more| {
            for (refusal, times) in more {
                *all.entry(refusal).or_default() += times;
            }
            all
        });
    for refusal in
        [Refusal::Ko, Refusal::FightingKo, Refusal::DisturbingKo, Refusal::SekiKo, Refusal::ThirdTime, Refusal::Suicide]
    {
        assert!(all.contains_key(&refusal), "{refusal:?} never came up in {all:?}");
    }
}

#[test]
fn playout_positions_know_the_kos_too() {
    (0..games() / 2).into_par_iter().for_each(|number| {
        play(number, |game| positions_from(game).expect("a playout position"));
    });
}

#[test]
fn taking_back_restores_what_the_kos_remember() {
    for number in 0..60 {
        let mut random = Randomness::new(number, 0);
        let ruleset = [Ruleset::ing(), Ruleset::ing1986()][number as usize % 2];
        let Some((mut game, points)) = kos(&mut random, ruleset) else { continue };
        for _ in 0..30 {
            let color = game.to_play();
            let legal = |game: &Game| -> Vec<Point> {
                points.iter().copied().filter(|&point| game.check(color, Move::Place(point)).is_ok()).collect()
            };
            let before = legal(&game);
            let action = match before.len() {
                0 => Move::Abstain,
                legal => Move::Place(before[random.random_range(0..legal)]),
            };
            if game.play(action).is_err() {
                break;
            }
            let mut back = game.clone();
            back.undo();
            assert_eq!(legal(&back), before, "game {number}");
        }
    }
}
