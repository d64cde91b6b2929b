//! Playouts and evaluations by themselves: their speed, and where uniform playouts end. The loops are in this crate, so that they are
//! compiled as a search is.

use crate::network::{AnyInference, AnyNetwork, Inputs, NetworkOutput, features};
use crate::playout::{Policy, area_playout, play_on, uniform_playout};
use onepure_rules::board::{Board, Color, PerColor};
use onepure_rules::geometry::{BoardSize, Layout, with_layout};
use onepure_rules::random::Randomness;
use onepure_rules::rules::{Fraction, Game, Ruleset};
use onepure_rules::simulation::{OnePurePosition, OnePureRoot, SimulationPosition, Trace};
use std::time::Duration;
use web_time::Instant;

/// The seed of the measured playouts.
const SEED: u64 = 1;

/// The speed of playouts under area rules.
pub struct AreaPlayouts {
    /// Playouts a second.
    pub playouts_a_second: u64,
    /// Nanoseconds a placement.
    pub nanoseconds_a_move: u64,
}

/// A number of events a second.
pub fn a_second(number: u64, elapsed: Duration) -> u64 {
    (number as f64 / elapsed.as_secs_f64().max(1e-9)).round() as u64
}

/// Uniform playouts a second under the One Pure Rules, measured for at least this time.
pub fn uniform_playouts(size: BoardSize, seconds: Duration) -> u64 {
    with_layout!(size, L => uniform_speed::<L>(size, seconds))
}

/// The speed of uniform playouts under area rules, measured for at least this time.
pub fn area_playouts(size: BoardSize, seconds: Duration) -> AreaPlayouts {
    with_layout!(size, L => area_speed::<L>(size, seconds))
}

/// Evaluations a second, with features, of positions from playouts, measured for at least this time.
pub fn evaluations(size: BoardSize, seconds: Duration, network: &AnyNetwork) -> u64 {
    with_layout!(size, L => network_speed::<L>(size, seconds, network))
}

/// The points of both colours at the ends of uniform playouts from the position of a game under the One Pure Rules.
pub fn final_points(game: &Game, playouts: u32, seed: u64) -> Vec<PerColor<Fraction>> {
    with_layout!(game.size(), L => points_of_playouts::<L>(game, playouts, seed))
}

fn points_of_playouts<L: Layout>(game: &Game, playouts: u32, seed: u64) -> Vec<PerColor<Fraction>> {
    let root = OnePureRoot::<L>::new(game, game.to_play());
    let mut position = OnePurePosition::new(&root);
    let mut randomness = Randomness::new(seed, 2);
    let points = (0..playouts).map(|_| {
        position.restart();
        uniform_playout(&mut position, &mut randomness);
        position.count().points
    });
    points.collect()
}

/// Repeats `work` for at least this time. Returns the number of repetitions and the time they took.
fn repeat(seconds: Duration, mut work: impl FnMut()) -> (u64, Duration) {
    let start = Instant::now();
    let mut times = 0;
    loop {
        work();
        times += 1;
        let elapsed = start.elapsed();
        if elapsed >= seconds {
            return (times, elapsed);
        }
    }
}

fn uniform_speed<L: Layout>(size: BoardSize, seconds: Duration) -> u64 {
    let root = OnePureRoot::<L>::new(&Game::new(size, Ruleset::one_pure()), Color::Black);
    let mut position = OnePurePosition::new(&root);
    let mut randomness = Randomness::new(SEED, 0);
    let (playouts, elapsed) = repeat(seconds, || {
        position.restart();
        uniform_playout(&mut position, &mut randomness);
        std::hint::black_box(position.count());
    });
    a_second(playouts, elapsed)
}

fn area_speed<L: Layout>(size: BoardSize, seconds: Duration) -> AreaPlayouts {
    let empty = Board::<L>::new(size);
    let mut randomness = Randomness::new(SEED, 0);
    let mut moves = 0;
    let (playouts, elapsed) = repeat(seconds, || {
        let end = area_playout(&mut std::hint::black_box(empty), Color::Black, &mut randomness);
        moves += u64::from(end.moves);
    });
    AreaPlayouts {
        playouts_a_second: a_second(playouts, elapsed),
        nanoseconds_a_move: (elapsed.as_nanos() as f64 / moves as f64).round() as u64,
    }
}

fn network_speed<L: Layout>(size: BoardSize, seconds: Duration, network: &AnyNetwork) -> u64 {
    let game = Game::new(size, Ruleset::one_pure());
    let root = OnePureRoot::<L>::new(&game, Color::Black);
    let mut randomness = Randomness::new(SEED, 0);
    let (mut position, mut trace) = (OnePurePosition::new(&root), Trace::new(&game));
    play_on(&mut position, &Policy::JUDGEMENT, &mut randomness, &mut trace);
    // The second half of a playout fills the board, and searches rarely see such positions.
    let turns = trace.turns()[..trace.turns().len() / 2].to_vec();
    let mut inference = AnyInference::new(network, &game);
    let (mut inputs, mut found) = (Inputs::new(size), NetworkOutput::empty());
    let (rounds, elapsed) = repeat(seconds, || {
        position.restart();
        trace.restart();
        for &turn in &turns {
            features::write(&position, &trace, &mut inputs);
            inference.evaluate_to(&position, &trace, &inputs, &mut found, true);
            std::hint::black_box(&found);
            trace.record(turn);
            match turn {
                Some(point) => position.place(point),
                None => position.abstain(),
            };
        }
    });
    a_second(rounds * turns.len() as u64, elapsed)
}
