//! Measures the error of playout values against known values of positions.
//!
//! ```text
//! cargo run --release --example playout_error -- 9 known.txt 300
//! cargo run --release --example playout_error -- 9 known.txt 300 atari=0.8 shape=0.9
//! ```
//!
//! Each line of the file has a record, a number of turns, and the value for Black, 0 to 1, of the position after them, as found
//! by a long search: `games/000012.sgf 31 0.64`. The policy plays the position out N times. The output is the root of the mean
//! squared error of the mean outcome, corrected for the sampling error of N playouts; the correlation; and the playouts a second.
//! A policy with a smaller error usually makes a stronger search, if it is not much slower (Silver and Tesauro, "Monte-Carlo
//! Simulation Balancing", 2009; Huang, Coulom and Lin, "Monte-Carlo Simulation Balancing in Practice", 2010).

#![allow(clippy::print_stdout, reason = "its output is all that this program is for")]

use onepure::board::Color;
use onepure::geometry::{BoardSize, Layout, PointSet, with_layout};
use onepure::playout::{Policy, play_on};
use onepure::random::Randomness;
use onepure::record::Record;
use onepure::rules::{Game, Ruleset, Verdict};
use onepure::simulation::{SimulationPosition, SimulationRoot, Trace, with_position};
use std::error::Error;
use std::time::Instant;

/// A position with a known value for Black.
struct Known {
    game: Game,
    to_play: Color,
    value: f64,
}

/// The mean outcome for Black of playouts of a known position.
fn mean_outcome(size: BoardSize, known: &Known, number: u32, policy: &Policy, seed: u64) -> f64 {
    with_layout!(size, L => {
        let root = SimulationRoot::<L>::new(&known.game, known.to_play, PointSet::empty());
        with_position!(&root, position => play_out(position, Trace::new(&known.game), number, policy, seed))
    })
}

fn play_out<L: Layout>(
    mut position: impl SimulationPosition<L>,
    mut trace: Trace<L>,
    number: u32,
    policy: &Policy,
    seed: u64,
) -> f64 {
    let mut randomness = Randomness::new(seed, 0);
    let mut won = 0.0;
    for _ in 0..number {
        position.restart();
        trace.restart();
        let end = play_on(&mut position, policy, &mut randomness, &mut trace);
        won += match position.outcome(end).verdict {
            Verdict::Win(Color::Black, _) => 1.0,
            Verdict::Draw | Verdict::NoResult => 0.5,
            Verdict::Win(Color::White, _) | Verdict::BothLose => 0.0,
        };
    }
    won / f64::from(number)
}

fn known(line: &str) -> Result<Known, Box<dyn Error>> {
    let mut words = line.split_whitespace();
    let (Some(file), Some(turns), Some(value)) = (words.next(), words.next(), words.next()) else {
        return Err(format!("`{line}` is no record, number of turns and value, such as `game.sgf 31 0.64`").into());
    };
    let record = Record::load(file)?;
    let ruleset = record.info.known_ruleset().unwrap_or_else(Ruleset::one_pure);
    let main_line = record.main_line();
    let mut replay = main_line.start(ruleset);
    let turns: usize = turns.parse()?;
    while replay.game().turns().len() < turns && replay.advance()?.is_some() {}
    let game = replay.game().clone();
    let to_play = game.turns().last().map_or(Color::Black, |turn| !turn.color);
    Ok(Known { game, to_play, value: value.parse()? })
}

/// Sets one fraction of a policy, such as `atari=0.8`.
fn change(policy: &mut Policy, setting: &str) -> Result<(), Box<dyn Error>> {
    let (name, share) = setting.split_once('=').ok_or("a share of the policy is set as in `atari=0.8`")?;
    *match name {
        "atari" => &mut policy.atari,
        "two-liberties" => &mut policy.two_liberties,
        "vital-point" => &mut policy.vital_point,
        "shape" => &mut policy.shape,
        "other-liberty" => &mut policy.other_liberty,
        "no-self-atari" => &mut policy.no_self_atari,
        _ => return Err(format!("`{name}` is no share of a policy").into()),
    } = share.parse()?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(lines), Some(file), Some(number)) = (arguments.next(), arguments.next(), arguments.next()) else {
        return Err("lines of the board, a file and a number of playouts are needed, such as `9 known.txt 300`".into());
    };
    let size = BoardSize::for_play(lines.parse()?)?;
    let number: u32 = number.parse()?;
    let mut policy = Policy::SEARCH;
    for setting in arguments {
        change(&mut policy, &setting)?;
    }
    let positions = std::fs::read_to_string(file)?.lines().map(known).collect::<Result<Vec<_>, _>>()?;
    let start = Instant::now();
    let values: Vec<(f64, f64)> = (1..)
        .zip(&positions)
        .map(|(seed, known)| (known.value, mean_outcome(size, known, number, &policy, seed)))
        .collect();
    let seconds = start.elapsed().as_secs_f64();
    let count = values.len().max(1) as f64;
    let mean =
        |of: &dyn Fn(f64, f64) -> f64| values.iter().map(|&(value, found)| of(value, found)).sum::<f64>() / count;
    let by_chance = |found: f64| found * (1.0 - found) / f64::from(number.max(2) - 1);
    let error = mean(&|value, found| (found - value).powi(2) - by_chance(found)).max(0.0).sqrt();
    let bias = mean(&|value, found| found - value);
    let (known_mean, found_mean) = (mean(&|value, _| value), mean(&|_, found| found));
    let covariance = mean(&|value, found| (value - known_mean) * (found - found_mean));
    let deviations = mean(&|value, _| (value - known_mean).powi(2)) * mean(&|_, found| (found - found_mean).powi(2));
    println!(
        "{} positions: error {error:.4}, correlation {:.4}, bias to Black {bias:+.4}; {:.0} playouts a second",
        values.len(),
        covariance / deviations.sqrt().max(f64::MIN_POSITIVE),
        count * f64::from(number) / seconds
    );
    Ok(())
}
