//! Plays uniform playouts from the empty board and prints sums over them: a fixed amount of work, for profilers.
//!
//! ```text
//! cargo run --release --example playouts -- 9 1000
//! valgrind --tool=cachegrind --branch-sim=yes target/release/examples/playouts 9 1000
//! ```

#![allow(clippy::print_stdout, reason = "its output is all that this program is for")]

use onepure::board::Color;
use onepure::geometry::{BoardSize, Layout, with_layout};
use onepure::playout::uniform_playout;
use onepure::random::Randomness;
use onepure::rules::{Game, Reason, Ruleset};
use onepure::simulation::{OnePurePosition, OnePureRoot, SimulationPosition};
use std::error::Error;

/// Sums over all playouts.
#[derive(Default, Debug)]
struct Sums {
    stones_at_the_end: usize,
    black_wins: u32,
    ends_by_exhaustion: u32,
}

fn play<L: Layout>(game: &Game, number: u32) -> Sums {
    let root = OnePureRoot::<L>::new(game, Color::Black);
    let mut position = OnePurePosition::new(&root);
    let mut randomness = Randomness::new(1, 0);
    let mut sums = Sums::default();
    for _ in 0..number {
        position.restart();
        let end = uniform_playout(&mut position, &mut randomness);
        sums.stones_at_the_end += (position.board().all() - position.board().empty()).len();
        sums.black_wins += u32::from(position.outcome(end).winner() == Some(Color::Black));
        sums.ends_by_exhaustion += u32::from(end.reason == Reason::Exhaustion);
    }
    sums
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(lines), Some(number)) = (arguments.next(), arguments.next()) else {
        return Err("two numbers are needed: lines of the board and playouts, such as `9 1000`".into());
    };
    let size = BoardSize::for_play(lines.parse()?)?;
    let number = number.parse()?;
    let sums = with_layout!(size, L => play::<L>(&Game::new(size, Ruleset::one_pure()), number));
    println!("{number} playouts on {size}x{size}: {sums:?}");
    Ok(())
}
