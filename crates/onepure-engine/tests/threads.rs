//! Searches with several threads. `.ci/tsan` runs them under `ThreadSanitizer`.

use onepure_engine::engine::{Engine, SearchRequest, Settings};
use onepure_rules::board::Color;
use onepure_rules::geometry::BoardSize;
use onepure_rules::rules::Ruleset;

/// An engine on 9×9 under One Pure whose tree has `memory` MiB.
fn engine(threads: usize, visits: u64, memory: usize) -> Engine {
    let settings = Settings { threads, visits: Some(visits), seed: 1, memory, ..Settings::default() };
    Engine::new(BoardSize::new(9).expect("9 lines"), Ruleset::one_pure(), settings)
}

#[test]
fn with_four_threads_the_sum_of_visits_is_the_number_of_playouts() {
    let report = engine(4, 4_000, 64).search(Color::Black, &SearchRequest::default());
    assert_eq!(report.simulations, 4_000);
    assert_eq!(report.candidates.iter().map(|candidate| candidate.estimate.visits).sum::<u64>(), 4_000);
}

#[test]
fn a_full_tree_goes_on_without_growing() {
    let report = engine(2, 20_000, 0).search(Color::Black, &SearchRequest::default());
    assert_eq!(report.simulations, 20_000);
}
