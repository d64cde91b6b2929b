//! A signature of play: it changes when play changes, and is the same on every machine.

use crate::hash::Fnv;
use onepure_engine::engine::{Engine, NetworkChoice, SearchRequest, Settings};
use onepure_engine::speed::final_points;
use onepure_rules::geometry::BoardSize;
use onepure_rules::random::Randomness;
use onepure_rules::rules::{Game, Move, Ruleset};

/// The seed of the signature. Another one would change it.
pub(crate) const SEED: u64 = 1;

/// The visits of each search, and the playouts of each count, in the signature.
const SIGNATURE_VISITS: u64 = 1000;
const SIGNATURE_PLAYOUTS: u32 = 100;

/// A hash of play as 16 hex digits: the visits of every candidate, and the final counts of playouts, at the start and after random
/// placements, on three board sizes.
pub fn signature() -> String {
    let mut hash = Fnv::EMPTY;
    let mut add = |number: u64| hash = hash.with(number.to_le_bytes());
    for lines in [9, 13, 19] {
        let size = BoardSize::for_play(lines).expect("a size for play");
        for placements in [0, lines * lines / 3] {
            let game = random_game(size, placements);
            // The page has no other networks.
            let network = NetworkChoice::Small;
            let visits = Some(SIGNATURE_VISITS);
            let settings = Settings { threads: 1, visits, seed: SEED, network, ..Settings::default() };
            let mut engine = Engine::new(size, *game.ruleset(), settings);
            let color = game.to_play();
            engine.set_game(game);
            for candidate in engine.search(color, &SearchRequest::default()).candidates {
                let point = match candidate.action {
                    Move::Place(point) => 1 + (point.row() * size.lines() + point.column()) as u64,
                    Move::Abstain => 0,
                };
                add(point);
                add(candidate.estimate.visits);
            }
            for points in final_points(engine.game(), SIGNATURE_PLAYOUTS, SEED) {
                add(points.black.to_f64() as u64);
                add(points.white.to_f64() as u64);
            }
        }
    }
    hash.to_string()
}

/// A game of this number of random placements, none of them a dead end.
fn random_game(size: BoardSize, placements: usize) -> Game {
    let mut game = Game::new(size, Ruleset::one_pure());
    let mut randomness = Randomness::new(SEED, 1);
    while game.turns().len() < placements {
        let point = randomness.pick(&game.board().empty()).expect("an empty point");
        if !game.is_dead_end(game.to_play(), point) {
            game.play(Move::Place(point)).expect("an empty point is never forbidden");
        }
    }
    game
}
