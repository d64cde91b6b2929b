//! A playout allocates nothing: its state is a plain copy, and its journal keeps its memory.

use onepure::board::Color;
use onepure::geometry::{BoardSize, Large, Layout, Medium, Small};
use onepure::playout::{Line, Randomness, Root, light};
use onepure::rules::{Game, Ruleset};

fn allocations_of_playouts<L: Layout>(lines: usize) -> u64 {
    let game = Game::new(BoardSize::new(lines).expect("2 to 19 lines"), Ruleset::one_pure());
    let root = Root::<L>::new(&game, Color::Black);
    let mut line = Line::new(&root);
    let mut randomness = Randomness::new(1, 0);
    let info = allocation_counter::measure(|| {
        for _ in 0..100 {
            line.restart(&root);
            light(&mut line, &mut randomness);
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

#[test]
fn the_counter_counts() {
    let info = allocation_counter::measure(|| {
        std::hint::black_box(vec![1_u64; 100]);
    });
    assert_eq!(info.count_total, 1);
}
