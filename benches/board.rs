//! Placing and lifting stones, and the count by contact.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use onepure::board::{Board, Color};
use onepure::geometry::{BoardSize, Large, Layout, Point, Small, with_layout};
use onepure::playout::uniform_playout;
use onepure::random::Randomness;
use onepure::rules::{Counting, Game, Ledger, Points, Ruleset};
use onepure::simulation::{OnePurePosition, OnePureRoot, SimulationPosition};
use std::hint::black_box;

fn size(lines: usize) -> BoardSize {
    BoardSize::new(lines).expect("2 to 19 lines")
}

/// The board after a uniform playout.
fn played_out<L: Layout>(lines: usize) -> Board<L> {
    let game = Game::new(size(lines), Ruleset::one_pure());
    let root = OnePureRoot::<L>::new(&game, Color::Black);
    let mut position = OnePurePosition::new(&root);
    uniform_playout(&mut position, &mut Randomness::new(1, 0));
    *position.board()
}

/// Fills a board with alternate colours in a fixed random order, and lifts enclosed chains.
fn fill<L: Layout>(size: BoardSize) -> Box<dyn FnMut()> {
    let empty = Board::<L>::new(size);
    let mut order: Vec<Point<L>> = size.points().collect();
    let mut randomness = Randomness::new(1, 0);
    for last in (1..order.len()).rev() {
        order.swap(last, randomness.below(last + 1));
    }
    Box::new(move || {
        let mut board = empty;
        for (&point, color) in order.iter().zip(Color::BOTH.into_iter().cycle()) {
            board.put(color, point);
            for head in board.enclosed_around(!color, point).heads() {
                board.lift(head);
            }
            if board.is_enclosed(point) {
                board.lift(point);
            }
        }
        black_box(&board);
    })
}

fn placement(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("put and lift, a whole board");
    for lines in [9, 13, 19] {
        let mut fill = with_layout!(size(lines), L => fill::<L>(size(lines)));
        group.throughput(criterion::Throughput::Elements((lines * lines) as u64));
        group.bench_function(format!("{lines}x{lines}"), |bencher| bencher.iter(&mut fill));
    }
    group.finish();
}

fn count(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count by contact");
    let (small, large) = (played_out::<Small>(9), played_out::<Large>(19));
    let contact = Counting::Contact;
    group.bench_function("9x9", |bencher| {
        bencher.iter(|| Points::of(black_box(&small), contact).count(0.0, &Ledger::default()));
    });
    group.bench_function("19x19", |bencher| {
        bencher.iter(|| Points::of(black_box(&large), contact).count(7.0, &Ledger::default()));
    });
    group.finish();
}

fn copy(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("copy of the root state");
    let game = |lines| Game::new(size(lines), Ruleset::one_pure());
    let (small, large) =
        (OnePureRoot::<Small>::new(&game(9), Color::Black), OnePureRoot::<Large>::new(&game(19), Color::Black));
    let (mut small_line, mut large_line) = (OnePurePosition::new(&small), OnePurePosition::new(&large));
    group.bench_function("9x9", |bencher| bencher.iter(|| black_box(&mut small_line).restart()));
    group.bench_function("19x19", |bencher| {
        bencher.iter_batched(|| (), |()| black_box(&mut large_line).restart(), BatchSize::SmallInput);
    });
    group.finish();
}

criterion_group!(benches, placement, count, copy);
criterion_main!(benches);
