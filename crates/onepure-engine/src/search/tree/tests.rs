//! Tests of the tree and of its transposition table, by one thread.

use super::*;
use crate::search::outcome::{Ending, Known};
use onepure_rules::geometry::{Large, Point};

fn child(action: PackedMove) -> NewChild {
    NewChild { action, prior: 0.5 }
}

fn abstentions(count: usize) -> Vec<NewChild> {
    vec![child(PackedMove::PASS); count]
}

#[test]
fn a_node_and_its_scores_take_48_bytes() {
    assert_eq!(BYTES_A_NODE, 48);
}

#[test]
fn a_tree_grows_until_its_memory_is_used_up() {
    let tree = Tree::new(0, None);
    tree.expand(Tree::ROOT, || abstentions(PIECE / 2));
    let first: Vec<_> = tree.children(Tree::ROOT).collect();
    assert_eq!(first.len(), PIECE / 2);
    // The root, the unused number 0 and the first half leave less than another half.
    tree.expand(first[0], || abstentions(PIECE / 2));
    assert_eq!(tree.children(first[0]).count(), 0);
    tree.expand(first[0], || abstentions(1));
    assert_eq!(tree.children(first[0]).count(), 1);
    tree.expand(first[0], || -> Vec<NewChild> { unreachable!("expanded twice") });
}

/// A root with three children; the second has two.
fn family() -> (Tree, NodeId) {
    let tree = Tree::new(0, None);
    let place = |column| child(PackedMove::place(Point::<Large>::new(column, 0)));
    tree.expand(Tree::ROOT, || [place(0), place(1), child(PackedMove::PASS)]);
    let second = tree.child(Tree::ROOT, place(1).action).expect("the second child");
    tree.expand(second, || [place(2), place(3)]);
    for (number, child) in (1..).zip(tree.children(second)) {
        for _ in 0..number {
            tree.node(child).enter();
            tree.add(child, &Backup { value: 0.25, score: -3.5, score_square: 12.25 });
        }
    }
    (tree, second)
}

#[test]
fn a_pruned_tree_has_what_was_below_its_root_and_nothing_else() {
    let (tree, second) = family();
    let pruned = tree.pruned(second, || false).expect("nobody interrupts");
    assert_eq!(pruned.sums(Tree::ROOT), tree.sums(second));
    let members = |tree: &Tree, id| -> Vec<_> {
        tree.family(id).map(|(id, node)| (node.action(), tree.sums(id), node.prior())).collect()
    };
    assert_eq!(members(&pruned, Tree::ROOT), members(&tree, second));
    let last = pruned.children(Tree::ROOT).last().expect("two children");
    assert_eq!(pruned.sums(last), Sums { visits: 2, value: 0.5, score: -7.0, score_squares: 24.5 });
    assert_eq!(pruned.used.load(Ordering::Relaxed), Tree::ROOT.0 + 3);
    assert!(!pruned.is_expanded(last));
}

#[test]
fn a_pruned_tree_keeps_what_is_known() {
    let (tree, second) = family();
    let known = Known { ending: Ending::Draw, is_proven: false };
    let last = tree.children(second).last().expect("two children");
    for node in [second, last] {
        tree.node(node).set_known(known);
    }
    let pruned = tree.pruned(second, || false).expect("nobody interrupts");
    let outcomes: Vec<_> = pruned.family(Tree::ROOT).map(|(_, child)| child.known()).collect();
    assert_eq!((pruned.node(Tree::ROOT).known(), outcomes), (Some(known), vec![None, Some(known)]));
}

#[test]
fn a_pruned_tree_forgets_transposition_sources_but_not_visits() {
    let tree = Tree::new(0, None);
    tree.expand(Tree::ROOT, || abstentions(2));
    let [source, node] = [0, 1].map(|number| tree.children(Tree::ROOT).nth(number).expect("two children"));
    assert_eq!(tree.transposition_source(node), None);
    for _ in 0..3 {
        tree.add_transposition(node, source);
    }
    assert_eq!((tree.transposition_source(node), tree.node(node).transposition_visits()), (Some(source), 3));
    let pruned = tree.pruned(Tree::ROOT, || false).expect("nobody interrupts");
    let twin = pruned.children(Tree::ROOT).nth(1).expect("two children");
    assert_eq!((pruned.transposition_source(twin), pruned.node(twin).transposition_visits()), (None, 3));
}

/// Children by number; their content does not matter.
fn numbered(count: u16) -> Vec<NewChild> {
    (0..count).map(|number| child(PackedMove::place(Point::<Large>::from_index(usize::from(number))))).collect()
}

fn actions(tree: &Tree, id: NodeId) -> Vec<PackedMove> {
    tree.family(id).map(|(_, child)| child.action()).collect()
}

#[test]
fn children_come_little_by_little() {
    let tree = Tree::new(0, None);
    let all: Vec<_> = numbered(50).iter().map(|child| child.action).collect();
    assert!(!tree.grow(Tree::ROOT, 9, || -> Vec<NewChild> { unreachable!("there are no children") }));
    tree.expand_first(Tree::ROOT, 8, || numbered(50));
    assert!(tree.has_rest(Tree::ROOT) && tree.is_expanded(Tree::ROOT));
    assert_eq!(actions(&tree, Tree::ROOT), all[..8]);
    assert!(tree.grow(Tree::ROOT, 24, || numbered(50)));
    assert_eq!(actions(&tree, Tree::ROOT), all[..32]);
    assert_eq!(tree.children(Tree::ROOT).count(), 32);
    assert_eq!(tree.child(Tree::ROOT, all[40]), None);
    // The moves are computed again in another order: no child may appear twice.
    assert!(tree.grow(Tree::ROOT, 96, || numbered(50).into_iter().rev().collect::<Vec<_>>()));
    assert!(!tree.has_rest(Tree::ROOT));
    assert_eq!(actions(&tree, Tree::ROOT)[..32], all[..32]);
    let mut sorted = actions(&tree, Tree::ROOT);
    sorted.sort_unstable();
    assert_eq!(sorted, all);
    let last = tree.child(Tree::ROOT, all[40]).expect("the last slice");
    assert!(!tree.grow(Tree::ROOT, 1, || -> Vec<NewChild> { unreachable!("nothing is left") }));
    tree.expand(last, || numbered(3));
    let pruned = tree.pruned(Tree::ROOT, || false).expect("nobody interrupts");
    assert_eq!(actions(&pruned, Tree::ROOT), actions(&tree, Tree::ROOT));
    let twin = pruned.child(Tree::ROOT, all[40]).expect("the last slice");
    assert_eq!(actions(&pruned, twin), all[..3]);
}

#[test]
fn without_memory_the_children_that_are_there_stay() {
    let tree = Tree::new(0, None);
    tree.expand_first(Tree::ROOT, 8, || numbered(50));
    tree.expand(tree.children(Tree::ROOT).next().expect("eight children"), || abstentions(PIECE - 20));
    assert!(!tree.grow(Tree::ROOT, 24, || numbered(50)));
    assert!(tree.has_rest(Tree::ROOT));
    assert_eq!(tree.children(Tree::ROOT).count(), 8);
}

#[test]
fn a_node_that_is_being_expanded_has_no_children_yet() {
    let tree = Tree::new(0, None);
    tree.expand(Tree::ROOT, || {
        assert_eq!((tree.children(Tree::ROOT).count(), tree.family(Tree::ROOT).count()), (0, 0));
        abstentions(1)
    });
    assert_eq!((tree.children(Tree::ROOT).count(), tree.family(Tree::ROOT).count()), (1, 1));
}

#[test]
fn pruning_can_be_interrupted() {
    let (tree, _) = family();
    assert!(tree.pruned(Tree::ROOT, || true).is_none());
}

#[test]
fn a_tree_is_crowded_when_half_of_it_is_used() {
    let tree = Tree::new(0, None);
    assert!(!tree.is_crowded());
    tree.expand(Tree::ROOT, || abstentions(PIECE / 2));
    assert!(tree.is_crowded());
}

#[test]
fn the_first_node_of_a_position_stays_the_first() {
    let transpositions = Transpositions::new();
    // Two positions in the same part, and one in another.
    let (one, another, third) = (5, 5 + PARTS as u64, 6);
    for (position, node, first) in [(one, 7, 7), (another, 8, 8), (one, 9, 7), (third, 9, 9), (another, 7, 8)] {
        assert_eq!(transpositions.first(position, node), first, "{position}");
    }
}
