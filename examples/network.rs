//! The speed of a network's evaluations, and of computing their features.
//!
//! ```text
//! cargo run --profile dist --example network -- 9 4b32c 20000 [features | Avx512 | AvxVnni | Avx2 | Neon | Portable | Reference]
//! cargo run --profile dist --example network -- 19 g170-b6c96.bin.gz 200 Avx2
//! perf stat -e instructions,cycles target/dist/examples/network 19 6b64c 2000
//! ```
//!
//! The second argument is the shape of a network with random weights, or the file of a network. One of KataGo evaluates the empty board by area.
//!
//! Profile `release` compiles the evaluation here at the level of a front end, and not as in the program. The positions are those of a playout. The step from one position to the next counts as features. Times are processor times.

#![allow(clippy::print_stdout, reason = "its output is all that this program is for")]

use cpu_time::ThreadTime;
use onepure::board::Color;
use onepure::geometry::{BoardSize, Layout, with_layout};
use onepure::network::katago::{KatagoInference, KatagoInputs, KatagoNetwork};
use onepure::network::{
    AnyNetwork, Architecture, Inference, Inputs, Instructions, Network, Precision, ReplayError, features,
};
use onepure::playout::{Policy, play_on};
use onepure::random::Randomness;
use onepure::rules::{Game, Move, Ruleset};
use onepure::simulation::{OnePurePosition, OnePureRoot, SimulationPosition, Trace};

/// The instructions of this name.
fn instructions(way: &str) -> Option<Instructions> {
    Instructions::ALL.into_iter().find(|found| format!("{found:?}") == way)
}

fn measure_katago<L: Layout>(
    size: BoardSize,
    network: &KatagoNetwork,
    times: usize,
    way: &str,
) -> Result<(), ReplayError> {
    let instructions = instructions(way).unwrap_or_else(Instructions::best);
    let mut inference = KatagoInference::with_instructions(network, size.lines(), instructions);
    let game = Game::new(size, Ruleset::named("chinese").expect("a rule set"));
    let show = |_, inputs: &KatagoInputs<L>| {
        let start = ThreadTime::now();
        for _ in 0..times {
            inference.evaluate(std::hint::black_box(inputs));
        }
        let each = start.elapsed().as_secs_f64() / times as f64;
        println!(
            "{size} {} {way}: {times} evaluations, {:.2} ms, {:.1} a second",
            network.name(),
            1e3 * each,
            1.0 / each
        );
    };
    network.inputs(size).along(&game, &[Move::Abstain], |turn| turn == 0, show)
}

fn measure<L: Layout>(size: BoardSize, network: &Network, times: usize, way: &str) {
    let game = Game::new(size, Ruleset::one_pure());
    let root = OnePureRoot::<L>::new(&game, Color::Black);
    let mut evaluator = match instructions(way) {
        Some(instructions) => Inference::with_instructions(network, instructions),
        None if way == "Reference" => Inference::with_precision(network, Precision::Reference),
        None => Inference::new(network),
    };
    let (mut position, mut trace, mut randomness) =
        (OnePurePosition::new(&root), Trace::new(&game), Randomness::new(1, 0));
    let (mut writing, mut evaluating, mut sum) = (0.0, 0.0, 0.0);
    let mut evaluated = 0;
    let mut positions = Vec::new();
    while evaluated < times {
        position.restart();
        trace.restart();
        play_on(&mut position, &Policy::JUDGEMENT, &mut randomness, &mut trace);
        let turns = trace.turns()[..trace.turns().len() / 2].to_vec();
        position.restart();
        trace.restart();
        positions.resize(turns.len(), Inputs::<L>::new(size));
        let start = ThreadTime::now();
        for (&turn, inputs) in turns.iter().zip(&mut positions) {
            trace.record(turn);
            match turn {
                Some(point) => position.place(point),
                None => position.abstain(),
            };
            features::write(&position, &trace, inputs);
        }
        writing += start.elapsed().as_secs_f64();
        if way != "features" {
            let start = ThreadTime::now();
            for inputs in &positions {
                sum += evaluator.evaluate(std::hint::black_box(inputs)).score;
            }
            evaluating += start.elapsed().as_secs_f64();
        }
        evaluated += positions.len();
    }
    let each = |seconds: f64| seconds / evaluated as f64 * 1e6;
    let (writing, evaluating) = (each(writing), each(evaluating));
    println!(
        "{} {} {}: {evaluated} evaluations, features {writing:.2} µs, network {evaluating:.2} µs, together {:.0} a second ({sum})",
        size,
        network.architecture(),
        way,
        1e6 / (writing + evaluating)
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let size = BoardSize::new(arguments.next().unwrap_or_else(|| "9".into()).parse()?)?;
    let network = arguments.next().unwrap_or_else(|| "4b32c".into());
    let network = if network.contains('.') {
        AnyNetwork::open(network)?
    } else {
        let (blocks, channels) = network.trim_end_matches('c').split_once('b').ok_or("a shape such as 4b32c")?;
        AnyNetwork::Onepure(Network::random(Architecture::standard(blocks.parse()?, channels.parse()?), 1))
    };
    let times = arguments.next().unwrap_or_else(|| "10000".into()).parse()?;
    let way = arguments.next().unwrap_or_default();
    match network {
        AnyNetwork::Onepure(network) => with_layout!(size, L => measure::<L>(size, &network, times, &way)),
        AnyNetwork::Katago(network) => with_layout!(size, L => measure_katago::<L>(size, &network, times, &way))?,
    }
    Ok(())
}
