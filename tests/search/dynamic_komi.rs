//! Dynamic komi: the points given away, the condition for it, and the reported lead.

use onepure::board::{Color, PerColor, Position};
use onepure::engine::{Choice, Decision, Engine, Level, NetworkChoice, SearchRequest, Settings};
use onepure::geometry::{BoardSize, PointSet};
use onepure::rules::{Game, Move, Ruleset, fixed_handicap};
use std::ops::ControlFlow;
use std::time::Duration;

/// An engine in a game that Black leads by about 50 points from the start, with six stones more.
fn ahead(lines: usize, settings: Settings) -> Engine {
    let settings = Settings { visits: Some(60), threads: 1, memory: 16, ..settings };
    let size = BoardSize::for_play(lines).expect("a board");
    let black = fixed_handicap(size, 6).expect("star points").into_iter().collect();
    let position = Position { stones: PerColor { black, white: PointSet::empty() } };
    let game = Game::set_up(size, Ruleset::chinese(), position, Color::Black).expect("a position");
    let mut engine = Engine::new(size, Ruleset::chinese(), settings);
    engine.set_game(game);
    engine.set_komi(Some(0.0));
    engine
}

/// Plays the engine's move for a colour.
fn play(engine: &mut Engine, color: Color) -> Choice {
    let Decision::Play(action) = engine.best_move(color) else { panic!("resignation is off by default") };
    engine.play_as(color, action).expect("a legal move");
    engine.last_choice().expect("a choice").clone()
}

/// Black's choice at the third turn.
fn third(engine: &mut Engine) -> Choice {
    assert!(play(engine, Color::Black).given_points.abs() < 1e-9, "nothing is known of the lead");
    assert!(play(engine, Color::White).given_points.abs() < 1e-9, "who is behind gives nothing");
    play(engine, Color::Black)
}

fn lead(choice: &Choice) -> f64 {
    choice.report.best().expect("a move").estimate.score
}

#[test]
fn who_is_ahead_searches_as_if_it_were_less_so() {
    let share = |dynamic_komi| Settings { dynamic_komi, network: NetworkChoice::Small, ..Settings::default() };
    let [plain, quarter, all] = [0.0, 0.25, 1.0].map(|dynamic_komi| third(&mut ahead(19, share(dynamic_komi))));
    assert!(plain.given_points.abs() < 1e-9 && lead(&plain) > 25.0, "{plain:?}");
    assert!((6.0..=16.0).contains(&quarter.given_points) && quarter.given_points % 2.0 == 0.0, "{quarter:?}");
    assert!((all.given_points - 20.0).abs() < 1e-9, "20 points at most: {all:?}");
    // The reported lead is that of the game.
    for choice in [&quarter, &all] {
        assert!((lead(choice) - lead(&plain)).abs() < 12.0, "{choice:?}");
        assert!(choice.report.win_rate <= plain.report.win_rate + 0.01, "{choice:?}");
    }
}

#[test]
fn only_the_strongest_engine_gives_points_away_on_a_large_board_in_a_game_that_it_knows() {
    let dynamic_komi = 0.5;
    let weaker = Level::new(19).expect("a level");
    for (lines, settings) in [
        (19, Settings { level: weaker, dynamic_komi, ..Settings::default() }),
        (19, Settings { network: NetworkChoice::None, dynamic_komi, ..Settings::default() }),
        (13, Settings { dynamic_komi, ..Settings::default() }),
    ] {
        assert!(third(&mut ahead(lines, settings)).given_points.abs() < 1e-9, "{lines} lines");
    }
    let mut engine = ahead(19, Settings { dynamic_komi, ..Settings::default() });
    assert!(third(&mut engine).given_points > 0.0);
    engine.set_game(engine.game().clone());
    engine.play_as(Color::White, Move::Abstain).expect("legal");
    assert!(play(&mut engine, Color::Black).given_points.abs() < 1e-9, "nothing is known of another game");
}

#[test]
fn a_move_that_is_only_asked_for_is_the_one_that_is_played() {
    let mut engine = ahead(19, Settings { dynamic_komi: 0.5, ..Settings::default() });
    third(&mut engine);
    play(&mut engine, Color::White);
    let asked =
        engine.best_move_with(Color::Black, &SearchRequest { is_advice: true, ..SearchRequest::default() }, |_| {
            ControlFlow::Continue(())
        });
    let given = engine.last_choice().expect("a choice").given_points;
    let played = play(&mut engine, Color::Black);
    assert_eq!(played.decision, asked);
    assert!(given > 0.0 && (played.given_points - given).abs() < 1e-9, "{given}, {}", played.given_points);
}

#[test]
fn what_is_found_while_the_opponent_thinks_is_of_use() {
    let mut engine = ahead(19, Settings { dynamic_komi: 0.5, ponder: true, ..Settings::default() });
    third(&mut engine);
    engine.ponder();
    while engine.report(Color::White).position.visits < 2_000 {
        std::thread::sleep(Duration::from_millis(1));
    }
    engine.stop();
    assert!(engine.wait(None));
    let answer = engine.report(Color::White).best().expect("a move").action;
    engine.play_as(Color::White, answer).expect("a legal move");
    let choice = play(&mut engine, Color::Black);
    assert!(choice.given_points > 0.0 && choice.report.position.visits > 60, "{choice:?}");
}
