//! The features of a position, and its evaluation by networks of three sizes and with each instruction set.

use criterion::{Criterion, criterion_group, criterion_main};
use onepure::board::Color;
use onepure::geometry::{BoardSize, Layout, with_layout};
use onepure::network::{Architecture, Inference, Inputs, Instructions, Network, features};
use onepure::playout::{Policy, play_on};
use onepure::random::Randomness;
use onepure::rules::{Game, Ruleset};
use onepure::simulation::{OnePurePosition, OnePureRoot, SimulationPosition, Trace};
use std::hint::black_box;

fn evaluation<L: Layout>(criterion: &mut Criterion, size: BoardSize) {
    let game = Game::new(size, Ruleset::one_pure());
    let root = OnePureRoot::<L>::new(&game, Color::Black);
    let (mut position, mut trace) = (OnePurePosition::new(&root), Trace::new(&game));
    play_on(&mut position, &Policy::JUDGEMENT, &mut Randomness::new(1, 0), &mut trace);
    // The middle of a game: a third of the turns of a playout.
    let turns = trace.turns()[..trace.turns().len() / 3].to_vec();
    position.restart();
    trace.restart();
    for turn in turns {
        trace.record(turn);
        match turn {
            Some(point) => position.place(point),
            None => position.abstain(),
        };
    }
    let mut inputs = Inputs::new(size);
    criterion.bench_function(&format!("features {size}x{size}"), |bencher| {
        bencher.iter(|| {
            features::write(&position, &trace, &mut inputs);
            black_box(&inputs);
        });
    });
    let networks = [(4, 32), (6, 64), (6, 96)].map(|(blocks, channels)| Architecture::standard(blocks, channels));
    for architecture in networks {
        let network = Network::random(architecture, 1);
        for instructions in Instructions::ALL.into_iter().filter(|instructions| instructions.are_available()) {
            let mut evaluator = Inference::with_instructions(&network, instructions);
            let name = format!("network {} {instructions:?} {size}x{size}", network.architecture());
            criterion.bench_function(&name, |bencher| bencher.iter(|| evaluator.evaluate(black_box(&inputs))));
        }
    }
}

fn networks(criterion: &mut Criterion) {
    for lines in [9, 13, 19] {
        let size = BoardSize::new(lines).expect("2 to 19 lines");
        with_layout!(size, L => evaluation::<L>(criterion, size));
    }
}

criterion_group!(benches, networks);
criterion_main!(benches);
