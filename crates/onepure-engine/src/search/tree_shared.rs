//! The tree under several threads. Miri lets a thread read values as old as the orderings allow, so it finds orderings that are too weak;
//! `ThreadSanitizer` finds races in the same tests.

use super::node::{NewChild, PackedMove};
use super::outcome;
use super::outcome::{Ending, Known};
use super::tree::{Backup, NodeId, Tree};
use onepure_rules::board::Color;
use onepure_rules::geometry::{Point, Small};
use std::thread;

const THREADS: u32 = if cfg!(miri) { 3 } else { 8 };
const SIMULATIONS: u32 = if cfg!(miri) { 6 } else { 5_000 };
const CHILDREN: u32 = 3;
const DEPTH: u32 = if cfg!(miri) { 3 } else { 5 };

/// The children of a node at this depth. Move and prior encode depth and number, so that a child read half written is found.
fn children(depth: u32) -> Vec<NewChild> {
    let child = |number| NewChild {
        action: PackedMove::place(Point::<Small>::new(1 + number as usize, 1 + depth as usize)),
        prior: (1 + number + CHILDREN * depth) as f32,
    };
    (0..CHILDREN).map(child).collect()
}

/// The outcome of an end of play, by the numbers of the moves that lead there.
fn outcome_of(number: u32) -> Known {
    let ending = [Ending::Loss, Ending::Win, Ending::Draw][number as usize % 7 % 3];
    Known { ending, is_proven: !number.is_multiple_of(5) }
}

/// Simulates towards the leaf with this number. Stops early at a node that another thread is expanding.
fn simulate(tree: &Tree, mut leaf: u32) {
    let (mut path, mut number) = (vec![(Tree::ROOT, Color::Black)], 0);
    tree.node(Tree::ROOT).enter();
    for depth in 0..DEPTH {
        let (node, color) = path[path.len() - 1];
        // Half of the nodes are expanded as a whole, the others child by child.
        let most = if depth % 2 == 0 { CHILDREN } else { 1 };
        tree.expand_first(node, most as usize, || children(depth));
        if leaf % 2 == 1 {
            tree.grow(node, 1, || children(depth));
        }
        let family: Vec<_> = tree.family(node).collect();
        if family.is_empty() {
            break;
        }
        let expected = children(depth);
        assert!(family.len() >= most as usize && family.len() <= expected.len(), "{} children", family.len());
        for ((_, child), expected) in family.iter().zip(expected) {
            assert_eq!((child.action(), child.prior().to_bits()), (expected.action, expected.prior.to_bits()));
        }
        let next = leaf % family.len() as u32;
        let (child, _) = family[next as usize];
        leaf /= CHILDREN;
        number = CHILDREN * number + next;
        tree.node(child).enter();
        path.push((child, !color));
    }
    if path.len() as u32 > DEPTH {
        outcome::back_up(tree, &path, outcome_of(number));
    }
    for &(node, _) in &path {
        tree.add(node, &Backup { value: 0.5, score: -3.0, score_square: 9.0 });
    }
}

/// Checks the sums and the outcome of a node and of all nodes below it. Returns the number of nodes.
fn count(tree: &Tree, node: NodeId) -> u32 {
    let sums = tree.sums(node);
    let visits = f64::from(sums.visits);
    assert_eq!((sums.value, sums.score, sums.score_squares), (0.5 * visits, -3.0 * visits, 9.0 * visits));
    let below: u32 = tree.children(node).map(|child| tree.sums(child).visits).sum();
    assert!(below <= sums.visits, "{below} of {} simulations", sums.visits);
    if tree.is_expanded(node)
        && let Some(Known { ending, .. }) = tree.node(node).known()
    {
        assert_eq!(outcome::of_children(tree, node).map(|known| known.ending), Some(ending));
    }
    1 + tree.children(node).map(|child| count(tree, child)).sum::<u32>()
}

/// Returns whether the outcome of a node or of one below it is known.
fn has_outcome(tree: &Tree, node: NodeId) -> bool {
    tree.node(node).known().is_some() || tree.children(node).any(|child| has_outcome(tree, child))
}

#[test]
fn children_are_seen_whole_and_no_simulation_is_lost() {
    let tree = Tree::new(0, None);
    thread::scope(|scope| {
        for number in 0..THREADS {
            let tree = &tree;
            scope.spawn(move || (0..SIMULATIONS).for_each(|leaf| simulate(tree, leaf + number)));
        }
    });
    assert_eq!(tree.sums(Tree::ROOT).visits, THREADS * SIMULATIONS);
    assert!(has_outcome(&tree, Tree::ROOT));
    // Every node was expanded at most once, and no child appears twice.
    assert!(count(&tree, Tree::ROOT) <= (0..=DEPTH).map(|depth| CHILDREN.pow(depth)).sum());
}
