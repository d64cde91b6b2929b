//! One playout from the empty board, by size and kind.

use criterion::{Criterion, criterion_group, criterion_main};
use onepure::board::{Board, Color};
use onepure::geometry::{BoardSize, Layout, with_layout};
use onepure::playout::{area_playout, uniform_playout};
use onepure::random::Randomness;
use onepure::rules::{Game, Ruleset};
use onepure::simulation::{OnePurePosition, OnePureRoot, SimulationPosition};
use std::hint::black_box;

fn light<L: Layout>(criterion: &mut Criterion, size: BoardSize) {
    let game = Game::new(size, Ruleset::one_pure());
    let root = OnePureRoot::<L>::new(&game, Color::Black);
    let mut position = OnePurePosition::new(&root);
    let mut randomness = Randomness::new(1, 0);
    criterion.bench_function(&format!("uniform playout {size}x{size}"), |bencher| {
        bencher.iter(|| {
            position.restart();
            let end = uniform_playout(&mut position, &mut randomness);
            black_box((end, position.count()))
        });
    });
    let empty = Board::<L>::new(size);
    criterion.bench_function(&format!("area playout {size}x{size}"), |bencher| {
        bencher.iter(|| area_playout(&mut black_box(empty), Color::Black, &mut randomness));
    });
}

fn playouts(criterion: &mut Criterion) {
    for lines in [9, 13, 19] {
        let size = BoardSize::new(lines).expect("2 to 19 lines");
        with_layout!(size, L => light::<L>(criterion, size));
    }
}

criterion_group!(benches, playouts);
criterion_main!(benches);
