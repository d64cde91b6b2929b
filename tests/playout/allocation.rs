//! A playout allocates nothing, because its state is a plain copy and its history keeps its memory; nor does an evaluation by a
//! network. A record allocates memory in proportion to its nodes.

use onepure::board::Color;
use onepure::geometry::{BoardSize, Large, Layout, Medium, Small};
use onepure::network::{Architecture, Inference, Inputs, Network, features};
use onepure::playout::uniform_playout;
use onepure::random::Randomness;
use onepure::record::Record;
use onepure::rules::{Game, Ruleset};
use onepure::simulation::{OnePurePosition, OnePureRoot, SimulationPosition, Trace};

fn allocations_of_playouts<L: Layout>(lines: usize) -> u64 {
    let game = Game::new(BoardSize::new(lines).expect("2 to 19 lines"), Ruleset::one_pure());
    let root = OnePureRoot::<L>::new(&game, Color::Black);
    let mut position = OnePurePosition::new(&root);
    let mut randomness = Randomness::new(1, 0);
    let info = allocation_counter::measure(|| {
        for _ in 0..100 {
            position.restart();
            uniform_playout(&mut position, &mut randomness);
        }
    });
    info.count_total
}

#[test]
fn playouts_allocate_nothing() {
    assert_eq!(allocations_of_playouts::<Small>(9), 0);
    assert_eq!(allocations_of_playouts::<Medium>(13), 0);
    assert_eq!(allocations_of_playouts::<Large>(18), 0);
    assert_eq!(allocations_of_playouts::<Large>(19), 0);
}

fn allocations_of_evaluations<L: Layout>(lines: usize) -> u64 {
    let size = BoardSize::new(lines).expect("2 to 19 lines");
    let game = Game::new(size, Ruleset::one_pure());
    let root = OnePureRoot::<L>::new(&game, Color::Black);
    let (position, trace) = (OnePurePosition::new(&root), Trace::new(&game));
    let mut evaluator = Inference::<L>::new(&Network::random(Architecture::standard(2, 16), 1));
    let mut inputs = Inputs::<L>::new(size);
    let mut evaluate = || {
        features::write(&position, &trace, &mut inputs);
        std::hint::black_box(evaluator.evaluate(&inputs));
    };
    // Tables are made at their first use.
    evaluate();
    allocation_counter::measure(|| (0..10).for_each(|_| evaluate())).count_total
}

#[test]
fn evaluations_by_a_network_allocate_nothing() {
    assert_eq!(allocations_of_evaluations::<Small>(9), 0);
    assert_eq!(allocations_of_evaluations::<Medium>(13), 0);
    assert_eq!(allocations_of_evaluations::<Large>(19), 0);
}

#[test]
fn the_counter_counts() {
    let info = allocation_counter::measure(|| {
        std::hint::black_box(vec![1_u64; 100]);
    });
    assert_eq!(info.count_total, 1);
}

/// The peak memory of reading a record, in bytes a node.
fn bytes_a_node(text: &str, nodes: usize) -> u64 {
    let info = allocation_counter::measure(|| {
        std::hint::black_box(text.parse::<Record>().expect("a record"));
    });
    info.bytes_max / nodes as u64
}

#[test]
fn variations_may_be_as_deep_as_they_like() {
    for (open, close) in [("(;B[aa]", ")"), ("(;", ")"), ("(;C[a]", ")"), (";W[]", "")] {
        let nested = |depth: usize| format!("(;SZ[9]{}{})", open.repeat(depth), close.repeat(depth));
        // Neither stack nor memory grows faster than the text, and a million nodes have less than half a gigabyte.
        let (some, many) = (bytes_a_node(&nested(10_000), 10_000), bytes_a_node(&nested(300_000), 300_000));
        assert!(many <= 2 * some && many < 500, "{open}: {some} bytes a node, then {many}");
    }
}
