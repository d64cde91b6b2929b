//! A playout position, which trusts hashes, against a game, which compares positions stone by stone.

use crate::random_moves::RandomMoves;
use onepure::board::{Board, Color};
use onepure::geometry::{BoardSize, Large, Layout, Medium, Small};
use onepure::playout::{area_playout, uniform_playout};
use onepure::random::Randomness;
use onepure::rules::{Articles, Game, Move, Repetition, Ruleset};
use onepure::simulation::{OnePurePosition, OnePureRoot, SimulationPosition};

/// Plays games on a small board, or in a corner of a large one, and compares the simulation position with the game after every
/// turn.
fn compare<L: Layout>(lines: usize, ruleset: Ruleset, seed: u64, turns: usize) {
    let size = BoardSize::new(lines).expect("2 to 19 lines");
    let mut randomness = Randomness::new(seed, 0);
    let window = 2 + randomness.below(4).min(lines - 1);
    let moves = RandomMoves { window, dead_ends: 200, abstentions: 25 };
    let mut game = Game::new(size, ruleset);
    let prelude = randomness.below(30);
    let root = loop {
        if game.turns().len() >= prelude || game.is_over() {
            if game.is_over() {
                game = Game::new(size, ruleset);
            }
            break OnePureRoot::<L>::new(&game, game.to_play());
        }
        let action = moves.choose(&game, &mut randomness);
        game.play(action).expect("a legal move");
    };
    let mut position = OnePurePosition::new(&root);
    for _ in 0..turns {
        let color = game.to_play();
        for point in game.board().empty() {
            if point.column() < window && point.row() < window {
                assert_eq!(
                    game.is_dead_end(color, point),
                    position.is_dead_end(point.convert()),
                    "{point} for {color}"
                );
            }
        }
        let action = moves.choose(&game, &mut randomness);
        let turn = game.play(action).expect("a legal move").clone();
        let end = match action {
            Move::Place(point) => position.place(point.convert()),
            Move::Abstain => position.abstain(),
        };
        assert_eq!(end.map(|end| position.outcome(end)), turn.outcome, "{turn:?}");
        assert_eq!(position.board().check(), Ok(()));
        assert_eq!(position.board().hash(), game.board().hash());
        assert_eq!(position.barred(), game.barred());
        for color in Color::BOTH {
            assert_eq!(position.board().stones(color).convert::<Large>(), game.board().stones(color));
            assert_eq!(position.waiting_stones(color), game.stones(color).waiting);
        }
        if turn.outcome.is_some() {
            return;
        }
        assert_eq!(position.to_play(), game.to_play());
    }
}

#[test]
fn a_playout_position_plays_as_a_game_does() {
    let pure = Ruleset::one_pure();
    let small_quota = Ruleset::uniform("small-quota", Articles { quota: Some(12), komi: 1.0, ..pure.main_board });
    let draw = pure.with_forfeiture(false).with_lesser_board_repetition(Repetition::Draw);
    for seed in 0..400 {
        for ruleset in [pure, small_quota, draw] {
            compare::<Small>(3 + seed as usize % 7, ruleset, seed, 120);
            compare::<Medium>(10 + seed as usize % 4, ruleset, seed, 120);
        }
        compare::<Large>(14 + seed as usize % 6, pure, seed, 150);
        compare::<Large>(19, pure.with_forfeiture(false), seed, 150);
        compare::<Large>(19, pure, seed, 400);
    }
}

#[test]
fn uniform_playouts_end_and_leave_no_placement() {
    fn play<L: Layout>(lines: usize) {
        let game = Game::new(BoardSize::new(lines).expect("2 to 19 lines"), Ruleset::one_pure());
        let root = OnePureRoot::<L>::new(&game, Color::Black);
        let mut position = OnePurePosition::new(&root);
        let mut randomness = Randomness::new(lines as u64, 0);
        for _ in 0..50 {
            position.restart();
            uniform_playout(&mut position, &mut randomness);
            assert_eq!(position.board().check(), Ok(()));
        }
    }
    for lines in 5..=9 {
        play::<Small>(lines);
        play::<Medium>(lines);
        play::<Large>(lines);
    }
    play::<Medium>(13);
    play::<Large>(19);
}

/// The mean number of moves, and Black's win rate at komi 6.5, of area playouts from the empty board.
fn area_figures<L: Layout>(lines: usize, playouts: u32) -> (f64, f64) {
    let empty = Board::<L>::new(BoardSize::new(lines).expect("2 to 19 lines"));
    let mut randomness = Randomness::new(1, 0);
    let (mut moves, mut wins) = (0, 0);
    for _ in 0..playouts {
        let mut board = empty;
        let end = area_playout(&mut board, Color::Black, &mut randomness);
        moves += end.moves;
        wins += u32::from(end.area_margin > 6);
    }
    (f64::from(moves) / f64::from(playouts), f64::from(wins) / f64::from(playouts))
}

/// The policy is uniform. Its figures agree with those of libEGO for the same policy, within four standard deviations of the mean
/// and half a unit of the last digit.
#[test]
fn area_playouts_agree_with_the_published_figures() {
    let (moves, wins) = area_figures::<Small>(9, 40_000);
    assert!((moves - 110.8).abs() < 0.45, "{moves} moves");
    assert!((wins - 0.444).abs() < 0.0105, "{wins} wins");
    let (moves, wins) = area_figures::<Large>(19, 4_000);
    assert!((moves - 454.6).abs() < 2.0, "{moves} moves");
    assert!((wins - 0.473).abs() < 0.032, "{wins} wins");
}
