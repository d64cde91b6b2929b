//! The engine under area rules: it plays legally, does not fill its eyes, and wins won games.

use crate::random_moves::RandomMoves;
use onepure::board::Color;
use onepure::engine::{Decision, Engine, SearchRequest, Settings};
use onepure::geometry::{BoardSize, Point};
use onepure::random::Randomness;
use onepure::rules::{Game, Move, Ruleset, Verdict};

/// Any legal placement, or a pass if there is none.
const ANY: RandomMoves = RandomMoves { window: 19, dead_ends: 1, abstentions: 0 };

fn engine(lines: usize, visits: u64, seed: u64) -> Engine {
    let settings = Settings { threads: 1, visits: Some(visits), seed, memory: 64, ..Settings::default() };
    Engine::new(BoardSize::new(lines).expect("2 to 19 lines"), Ruleset::chinese(), settings)
}

fn choose(engine: &mut Engine, color: Color) -> Move {
    match engine.best_move(color) {
        Decision::Play(action) => action,
        Decision::Resign => panic!("resignation is off by default"),
    }
}

/// Returns whether all neighbours of a point are stones of the colour in one chain: certainly an eye.
fn is_eye(game: &Game, color: Color, point: Point) -> bool {
    let beside: Vec<Point> = point.neighbours().into_iter().filter(|&beside| game.size().contains(beside)).collect();
    beside.iter().all(|&beside| game.board().stone(beside) == Some(color))
        && beside.iter().all(|&stone| game.board().head(stone) == game.board().head(beside[0]))
}

/// Plays the engine against an opponent to the end. Returns the result without the stones that the engine judges dead.
fn game_against(engine: &mut Engine, ours: Color, mut opponent: impl FnMut(&Game) -> Move) -> Verdict {
    let points = engine.game().size().lines().pow(2);
    while !engine.game().is_over() {
        assert!(engine.game().turns().len() < 6 * points, "the game does not end");
        let color = engine.game().to_play();
        let action = if color == ours { choose(engine, color) } else { opponent(engine.game()) };
        if let (Move::Place(point), true) = (action, color == ours) {
            assert!(!is_eye(engine.game(), color, point), "{color} fills its eye at {point}");
        }
        engine.play_as(color, action).expect("a legal move");
    }
    engine.game().count_without(engine.stones_to_lift()).verdict()
}

fn colour_of_game(number: u64) -> Color {
    if number.is_multiple_of(2) { Color::Black } else { Color::White }
}

#[test]
fn the_engine_wins_against_a_random_mover_that_never_passes_while_it_can_move() {
    for number in 0..2 {
        let (mut engine, ours) = (engine(9, 100, number), colour_of_game(number));
        let mut randomness = Randomness::new(number, 0);
        let verdict = game_against(&mut engine, ours, |game| ANY.choose(game, &mut randomness));
        assert!(matches!(verdict, Verdict::Win(winner, _) if winner == ours), "game {number}: {verdict}");
    }
}

#[test]
fn the_engine_wins_against_whoever_only_passes() {
    for number in 0..2 {
        let (mut engine, ours) = (engine(7, 200, number), colour_of_game(number));
        let verdict = game_against(&mut engine, ours, |_| Move::Abstain);
        assert!(matches!(verdict, Verdict::Win(winner, _) if winner == ours), "game {number}: {verdict}");
    }
}

#[test]
fn the_engine_ends_games_against_itself() {
    for number in 0..3 {
        let mut engine = engine(7, 150, number);
        let mut opponent = self::engine(7, 150, number + 100);
        game_against(&mut engine, Color::Black, |game| {
            opponent.set_game(game.clone());
            choose(&mut opponent, Color::White)
        });
    }
}

/// Black has just taken the ko at C3.
///
/// ```text
/// . . . . .
/// . # O . .
/// # . # O .
/// . # O . .
/// . . . . .
/// ```
#[test]
fn a_ko_is_not_proposed_while_it_may_not_be_retaken() {
    let mut engine = engine(5, 300, 1);
    for (color, vertex) in [
        (Color::Black, "B4"),
        (Color::White, "C4"),
        (Color::Black, "A3"),
        (Color::White, "D3"),
        (Color::Black, "B2"),
        (Color::White, "C2"),
        (Color::White, "B3"),
        (Color::Black, "C3"),
    ] {
        engine.play_as(color, Move::Place(vertex.parse().expect("a point"))).expect("a legal move");
    }
    let retaking = Move::Place("B3".parse().expect("a point"));
    assert!(engine.game().check(Color::White, retaking).is_err());
    let candidates = engine.search(Color::White, &SearchRequest::default()).candidates;
    assert!(candidates.len() > 10 && candidates.iter().all(|candidate| candidate.action != retaking));
    // After moves elsewhere it may be retaken.
    engine.play_as(Color::White, Move::Place("E5".parse().expect("a point"))).expect("a legal move");
    engine.play_as(Color::Black, Move::Place("A1".parse().expect("a point"))).expect("a legal move");
    let candidates = engine.search(Color::White, &SearchRequest::default()).candidates;
    assert!(candidates.iter().any(|candidate| candidate.action == retaking));
}
