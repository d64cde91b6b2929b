//! Known outcomes: what a search has proven is what the solver finds by all legal moves, and the engine plays accordingly.

use crate::random_moves::RandomMoves;
use onepure::board::Color;
use onepure::engine::{Ending, Engine, Known, NetworkChoice, SearchLimit, SearchRequest, Settings};
use onepure::geometry::BoardSize;
use onepure::random::Randomness;
use onepure::rules::{Game, Ruleset};
use onepure::solve::{ProofLimits, Start, solve_result};
use std::time::Duration;

/// The visits of a search.
const VISITS: u64 = 600;

/// More time for the solver than any of these positions needs, also on a busy machine.
const LIMITS: ProofLimits =
    ProofLimits { time: Duration::from_secs(600), positions: 1_000_000, ..ProofLimits::UNLIMITED };

/// The games, and the least number of outcomes that are compared in them.
const GAMES: u64 = 36;
const COMPARED: usize = 30;

/// A game after some random turns on a board of two or three lines; `None` if play has ended.
fn random_game(ruleset: Ruleset, randomness: &mut Randomness) -> Option<Game> {
    let lines = 2 + randomness.below(2);
    let mut game = Game::new(BoardSize::new(lines).expect("2 or 3 lines"), ruleset);
    game.set_komi(Some(0.0));
    let moves = RandomMoves { window: lines, dead_ends: 0, abstentions: 6 };
    for _ in 0..lines * lines / 2 + randomness.below(lines * lines) {
        let action = moves.choose(&game, randomness);
        game.play(action).expect("a legal move");
        if game.is_over() {
            return None;
        }
    }
    Some(game)
}

/// The result of a game for a colour with best play.
fn solved(game: &Game, color: Color) -> Ending {
    let winner = if let Some(outcome) = game.outcome() {
        outcome.winner()
    } else {
        let answer = solve_result(&Start::Game(Box::new(game.clone())), LIMITS, 0).expect("rules with proofs");
        match answer.exact().expect("time enough").signum() {
            1 => Some(Color::Black),
            -1 => Some(Color::White),
            _ => None,
        }
    };
    winner.map_or(Ending::Draw, |winner| if winner == color { Ending::Win } else { Ending::Loss })
}

#[test]
fn what_is_proven_is_what_the_solver_finds() {
    let mut randomness = Randomness::new(42, 0);
    let (mut compared, mut roots) = (0, 0);
    for number in 0..GAMES {
        let ruleset = if number % 2 == 0 { Ruleset::one_pure() } else { Ruleset::tromp_taylor() };
        let network = if number % 3 == 0 { NetworkChoice::None } else { NetworkChoice::default() };
        let Some(game) = random_game(ruleset, &mut randomness) else { continue };
        let (color, threads) = (game.to_play(), 1 + number as usize % 2);
        let settings = Settings { threads, seed: number, memory: 16, network, ..Settings::default() };
        let mut engine = Engine::new(game.size(), ruleset, settings);
        engine.set_game(game.clone());
        let report = engine.search(color, &SearchRequest::until(SearchLimit::Visits(VISITS)));
        let mut compare = |known: Option<Known>, game: &Game| {
            if let Some(Known { ending, is_proven: true }) = known {
                let moves: Vec<_> = game.turns().iter().map(|turn| turn.action.to_string()).collect();
                assert_eq!(
                    ending,
                    solved(game, color),
                    "{color:?}, {} after {moves:?} on {}",
                    ruleset.name,
                    game.size()
                );
                compared += 1;
            }
        };
        compare(report.known, &game);
        for candidate in &report.candidates {
            let mut after = game.clone();
            after.play(candidate.action).expect("a legal move");
            compare(candidate.known, &after);
        }
        roots += usize::from(report.known.is_some());
    }
    assert!(compared >= COMPARED && roots > 5, "{compared} outcomes of moves, {roots} of positions");
}
