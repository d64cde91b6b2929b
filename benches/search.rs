//! Playouts through the tree, by number of threads.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use onepure::board::Color;
use onepure::engine::{Engine, SearchRequest, Settings};
use onepure::geometry::BoardSize;
use onepure::rules::Ruleset;

fn tree(criterion: &mut Criterion) {
    for (lines, visits) in [(9, 20_000), (19, 4_000)] {
        let mut group = criterion.benchmark_group(format!("tree playouts {lines}x{lines}"));
        group.throughput(Throughput::Elements(visits)).sample_size(10);
        for threads in [1, 2] {
            let settings = Settings { threads, visits: Some(visits), ..Settings::default() };
            let size = BoardSize::new(lines).expect("2 to 19 lines");
            let mut engine = Engine::new(size, Ruleset::one_pure(), settings);
            group.bench_function(format!("{threads} threads"), |bencher| {
                bencher.iter(|| {
                    engine.forget();
                    engine.search(Color::Black, &SearchRequest::default())
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, tree);
criterion_main!(benches);
