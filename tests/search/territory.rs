//! The end of a game by territory: the engine fills neutral points before it passes, does not fill its territory, and leaves dead
//! stones.

use onepure::board::{Color, PerColor, Position};
use onepure::engine::{Decision, Engine, Settings};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::rules::{Game, Move, Ruleset};

/// Two territories of fourteen points with two neutral points between them, and these extra stones.
fn game(ruleset: Ruleset, komi: f64, to_play: Color, extra: &[(Color, &str)]) -> Game {
    let rows = [
        ". . # . O . .",
        ". . # . O . .",
        ". . # # O . .",
        ". . # O O . .",
        ". . # # O . .",
        ". . # O O . .",
        ". . # # O . .",
    ];
    let points = |sign: &str| -> PointSet {
        let rows = rows.iter().rev().enumerate();
        let all = rows.flat_map(|(row, line)| line.split(' ').enumerate().map(move |(column, at)| (column, row, at)));
        all.filter(|&(_, _, at)| at == sign).map(|(column, row, _)| Point::new(column, row)).collect()
    };
    let mut stones = PerColor { black: points("#"), white: points("O") };
    for &(color, name) in extra {
        stones[color].insert(name.parse().expect("a point"));
    }
    let size = BoardSize::new(7).expect("7 lines");
    let mut game = Game::set_up(size, ruleset, Position { stones }, to_play).expect("a position");
    game.set_komi(Some(komi));
    game
}

fn decision(game: Game, seed: u64) -> String {
    let settings = Settings { threads: 1, visits: Some(400), seed, ..Settings::default() };
    let mut engine = Engine::new(game.size(), *game.ruleset(), settings);
    let color = game.to_play();
    engine.set_game(game);
    match engine.best_move(color) {
        Decision::Play(Move::Abstain) => "pass".to_owned(),
        Decision::Play(Move::Place(point)) => point.to_string(),
        Decision::Resign => "resign".to_owned(),
    }
}

#[test]
fn own_territory_is_not_filled_and_neutral_points_are() {
    let filled = [(Color::Black, "D6"), (Color::White, "D7")];
    for ruleset in [Ruleset::japanese(), Ruleset::korean()] {
        for (color, komi) in [(Color::White, 0.5), (Color::Black, -0.5)] {
            let fills = decision(game(ruleset, komi, color, &[]), 3);
            assert!(["D6", "D7"].contains(&fills.as_str()), "{}: {color} plays {fills}", ruleset.name);
            assert_eq!(decision(game(ruleset, komi, color, &filled), 3), "pass", "{}: {color}", ruleset.name);
        }
    }
}

#[test]
fn dead_stones_are_not_captured() {
    let stones = [(Color::Black, "D6"), (Color::White, "D7"), (Color::White, "A4")];
    let position = game(Ruleset::japanese(), 0.5, Color::Black, &stones);
    // Playouts doubt the stone in one territory for some of these seeds.
    for seed in 1..=8 {
        assert_eq!(decision(position.clone(), seed), "pass", "seed {seed}");
    }
    let mut engine = Engine::new(position.size(), *position.ruleset(), Settings { threads: 1, ..Settings::default() });
    engine.set_game(position);
    assert_eq!(engine.dead_stones(), PointSet::of("A4".parse().expect("a point")));
    assert_eq!(engine.game().judged_count_without(engine.dead_stones()).verdict().to_string(), "B+0.5");
}

#[test]
fn games_by_territory_end_by_passes_that_cost_nothing() {
    let size = BoardSize::new(7).expect("7 lines");
    for ruleset in [Ruleset::japanese(), Ruleset::korean(), Ruleset::stone_scoring(), Ruleset::aga()] {
        let settings = Settings { threads: 1, visits: Some(100), seed: 5, resign_below: 0.0, ..Settings::default() };
        let mut engine = Engine::new(size, ruleset, settings);
        while !engine.game().is_over() {
            assert!(engine.game().turns().len() < 250, "{}: {:?}", ruleset.name, engine.game().turns());
            let color = engine.game().to_play();
            let Decision::Play(action) = engine.best_move(color) else { panic!("nobody resigns") };
            engine.play_as(color, action).expect("a legal move");
        }
    }
}
