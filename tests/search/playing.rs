//! The search: reproducible, complete in its counts, without dead ends, and stronger with more playouts.

use crate::random_moves::RandomMoves;
use onepure::board::{Color, PerColor, Position};
use onepure::engine::{Decision, Engine, NetworkChoice, SearchRequest, Settings};
use onepure::geometry::{BoardSize, Point};
use onepure::random::Randomness;
use onepure::rules::{Game, Move, Reason, Ruleset};

/// Any placement that is not a dead end, or a pass if there is none.
const SAFE: RandomMoves = RandomMoves { window: 19, dead_ends: 0, abstentions: 0 };

fn engine(lines: usize, visits: u64, seed: u64) -> Engine {
    let settings = Settings { threads: 1, visits: Some(visits), seed, memory: 64, ..Settings::default() };
    Engine::new(BoardSize::new(lines).expect("2 to 19 lines"), Ruleset::one_pure(), settings)
}

/// An engine without a network. With one, few visits would suffice on so small a board.
fn playout_engine(lines: usize, visits: u64, seed: u64) -> Engine {
    let mut engine = engine(lines, visits, seed);
    let settings = Settings { network: NetworkChoice::None, ..engine.settings().clone() };
    engine.set_settings(settings);
    engine
}

fn choose(engine: &mut Engine, color: Color) -> Move {
    match engine.best_move(color) {
        Decision::Play(action) => action,
        Decision::Resign => panic!("resignation is off by default"),
    }
}

#[test]
fn the_same_seed_and_one_thread_give_the_same_tree() {
    for (lines, ruleset) in
        [(7, Ruleset::one_pure()), (9, Ruleset::chinese()), (11, Ruleset::chinese()), (19, Ruleset::one_pure())]
    {
        let think = |seed, network| {
            let settings = Settings { threads: 1, visits: Some(400), seed, memory: 64, network, ..Settings::default() };
            let size = BoardSize::new(lines).expect("2 to 19 lines");
            Engine::new(size, ruleset, settings).search(Color::Black, &SearchRequest::default()).candidates
        };
        // Playouts are random, and a network is not.
        let playouts = || NetworkChoice::None;
        assert_eq!(think(1, playouts()), think(1, playouts()));
        assert_ne!(think(1, playouts()), think(2, playouts()));
        assert_eq!(think(1, NetworkChoice::default()), think(2, NetworkChoice::default()));
    }
}

#[test]
fn the_engine_beats_a_random_mover_every_time() {
    for game_number in 0..4 {
        let mut engine = engine(9, 60, game_number);
        let mut randomness = Randomness::new(game_number, 0);
        let ours = if game_number % 2 == 0 { Color::Black } else { Color::White };
        while !engine.game().is_over() {
            let color = engine.game().to_play();
            let action =
                if color == ours { choose(&mut engine, color) } else { SAFE.choose(engine.game(), &mut randomness) };
            let turn = engine.play_as(color, action).expect("a legal move");
            if color == ours {
                assert_ne!(turn.outcome.map(|outcome| outcome.reason), Some(Reason::DeadEnd), "{turn:?}");
            }
        }
        let outcome = engine.game().outcome().expect("the game is over");
        assert_eq!(outcome.winner(), Some(ours), "game {game_number}: {}", outcome.verdict);
    }
}

#[test]
fn eight_times_the_playouts_win_clearly() {
    const GAMES: u64 = 24;
    let mut wins = 0;
    for game_number in 0..GAMES {
        let ours = if game_number % 2 == 0 { Color::Black } else { Color::White };
        let mut game = engine(7, 0, 0);
        let [mut strong, mut weak] = [800, 100].map(|visits| playout_engine(7, visits, game_number));
        while !game.game().is_over() {
            let color = game.game().to_play();
            let player = if color == ours { &mut strong } else { &mut weak };
            player.set_game(game.game().clone());
            let action = choose(player, color);
            game.play_as(color, action).expect("a legal move");
        }
        wins += u64::from(game.game().outcome().and_then(onepure::rules::Outcome::winner) == Some(ours));
    }
    // Equal players would reach 17 of 24 in one run of thirty.
    assert!(wins >= 17, "{wins} of {GAMES}");
}

#[test]
fn after_the_end_the_engine_abstains() {
    let mut engine = engine(9, 10, 0);
    engine.play_as(Color::Black, Move::Abstain).expect("legal, and lost");
    assert!(engine.game().is_over());
    assert_eq!(engine.best_move(Color::White), Decision::Play(Move::Abstain));
    assert!(engine.search(Color::White, &SearchRequest::default()).candidates.is_empty());
}

/// Black holds the whole board; White can still place in a corner of it, but never live there.
///
/// ```text
/// # . # # .
/// . # # # #
/// # # # # #
/// # # # # #
/// . . . # .
/// ```
fn lost_for_white(visits: u64) -> Engine {
    let size = BoardSize::new(5).expect("5 lines");
    let empty = ["A4", "B5", "E5", "A1", "B1", "C1", "E1"].map(|name| name.parse::<Point>().expect("a point"));
    let black = size.points().filter(|point| !empty.contains(point)).collect();
    let stones = PerColor { black, ..PerColor::default() };
    let mut engine = engine(5, visits, 1);
    let game = Game::set_up(size, Ruleset::one_pure(), Position { stones }, Color::Black).expect("a position");
    engine.set_game(game);
    engine
}

#[test]
fn a_won_game_is_ended_and_a_lost_one_not_dragged_on() {
    let mut engine = lost_for_white(500);
    assert_eq!(engine.best_move(Color::Black), Decision::Play(Move::Abstain));
    // White does not end the game by itself, but once Black has passed nothing helps.
    assert_ne!(engine.best_move(Color::White), Decision::Play(Move::Abstain));
    engine.play_as(Color::Black, Move::Abstain).expect("legal");
    assert_eq!(engine.best_move(Color::White), Decision::Play(Move::Abstain));
}
