//! Selection: the child that a simulation goes to.

use super::node::Node;
use super::parameters::Puct;
use super::root_noise::RootNoise;
use super::tree::{NodeId, Tree};

/// The child with the highest sum of its value and a bonus for its prior (PUCT: Silver et al., "Mastering the Game of Go without Human
/// Knowledge", 2017, with the growing constant of `AlphaZero`, 2018).
///
/// An unvisited child has the value of its parent, less a reduction that grows with the prior mass of the visited children (first-play
/// urgency, FPU, reduced as in Leela Zero and `KataGo`). Children must be sorted by falling prior: otherwise the loop stops too early, and
/// likely children stay unexpanded. A child that is known to lose is left out unless `takes_losses`. `root` is for the root, which has all its
/// children.
pub(super) fn best_child(
    tree: &Tree,
    id: NodeId,
    puct: &Puct,
    root: Option<&RootNoise>,
    takes_losses: bool,
    is_allowed: impl Fn(&Node) -> bool,
) -> Choice {
    let node = tree.node(id);
    let visits = node.visits();
    // Without this simulation. The very first one has no parent value, and every child is unvisited.
    let before = f64::from(visits.saturating_sub(1));
    let parent_value = if before > 0.0 { 1.0 - node.value() / before } else { 0.5 };
    // Simulations that ended here with a transposition's value visited no child. Counted here, they would raise every bonus.
    let ended_here = node.transposition_visits();
    let factor = puct.factor_after(visits.saturating_sub(ended_here + 1));
    // The visits of the children: all but the one that evaluated this node and the current one. Once that many are seen, the remaining
    // children are unvisited. Not at the root: no visit evaluated it, and a forced pass may follow unvisited children.
    let to_children = if root.is_some() { u32::MAX } else { visits.saturating_sub(ended_here + 2) };

    let mut best = None;
    let mut best_bound = f64::NEG_INFINITY;
    let mut untried: Option<(NodeId, f64)> = None;
    let (mut tried_probability, mut seen, mut least) = (0.0, 0, 1.0);
    for (number, (id, child)) in tree.family(id).enumerate() {
        let probability = f64::from(child.prior());
        least = probability;
        if !is_allowed(child) {
            continue;
        }
        let weight = root.map_or(probability, |root| root.mixed(number, probability));
        let visits = child.visits();
        if visits == 0 {
            if untried.is_none_or(|(_, most)| weight > most) {
                untried = Some((id, weight));
            }
            if seen >= to_children {
                break;
            }
            continue;
        }
        seen += visits;
        tried_probability += probability;
        let visits = f64::from(visits);
        let bound = child.value() / visits + factor * weight / (1.0 + visits);
        if bound > best_bound && (takes_losses || !child.is_known_loss()) {
            (best, best_bound) = (Some(id), bound);
        }
    }
    let urgency = parent_value - puct.urgency_reduction * tried_probability.sqrt();
    match untried {
        Some((id, weight)) if urgency + factor * weight > best_bound => Choice { best: Some(id), wants_more: false },
        Some(_) => Choice { best, wants_more: false },
        // Unexpanded children have priors no higher than expanded ones.
        None => Choice { best, wants_more: urgency + factor * least > best_bound && tree.has_rest(id) },
    }
}

/// The result of selection by PUCT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    /// The best expanded child; `None` if none is left.
    pub(super) best: Option<NodeId>,
    /// Whether an unexpanded child may be better.
    pub(super) wants_more: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::node::{NewChild, PackedMove};
    use crate::search::outcome::{Ending, Known};
    use crate::search::tree::Backup;
    use onepure_rules::geometry::{Large, Point};

    const PUCT: Puct =
        Puct { exploration: 0.5, growth: 0.0, urgency_reduction: 0.2, root_noise: 0.0, root_noise_concentration: 10.0 };

    /// A root with children of these priors.
    fn family(probabilities: &[f32]) -> Tree {
        let tree = Tree::new(0, None);
        tree.expand(Tree::ROOT, || {
            let child = |(column, &probability): (usize, &f32)| NewChild {
                action: PackedMove::place(Point::<Large>::new(column, 0)),
                prior: probability,
            };
            probabilities.iter().enumerate().map(child).collect::<Vec<_>>()
        });
        tree
    }

    /// Backs a value up to a node.
    fn back_up(tree: &Tree, node: NodeId, value: f64) {
        tree.add(node, &Backup { value, score: 0.0, score_square: 0.0 });
    }

    /// Adds a simulation through a node with this value.
    fn visit(tree: &Tree, node: NodeId, value: f64) {
        tree.node(node).enter();
        back_up(tree, node, value);
    }

    /// Adds `count` simulations through a child with this value.
    fn simulate(tree: &Tree, child: usize, count: u32, value: f64) {
        let child = tree.children(Tree::ROOT).nth(child).expect("a child");
        for (node, value) in [(Tree::ROOT, 1.0 - value), (child, value)] {
            for _ in 0..count {
                visit(tree, node, value);
            }
        }
    }

    fn selected(tree: &Tree, root: Option<&RootNoise>) -> usize {
        tree.node(Tree::ROOT).enter();
        let Choice { best, .. } = best_child(tree, Tree::ROOT, &PUCT, root, false, |_| true);
        tree.children(Tree::ROOT).position(|child| Some(child) == best).expect("a child")
    }

    #[test]
    fn puct_begins_with_the_likeliest_and_goes_to_the_best() {
        let tree = family(&[0.6, 0.3, 0.1]);
        let none = RootNoise::default();
        assert_eq!(selected(&tree, Some(&none)), 0);
        simulate(&tree, 0, 4, 0.1);
        // After bad values, a less likely child is next.
        assert_eq!(selected(&tree, Some(&none)), 1);
        simulate(&tree, 1, 30, 0.9);
        assert_eq!(selected(&tree, Some(&none)), 1);
    }

    #[test]
    fn puct_leaves_out_what_is_forbidden() {
        let tree = family(&[0.6, 0.3, 0.1]);
        let first = tree.children(Tree::ROOT).next();
        let forbidden = tree.node(first.expect("a child")).action();
        let Choice { best, .. } =
            best_child(&tree, Tree::ROOT, &PUCT, None, false, |child| child.action() != forbidden);
        assert_eq!(best, tree.children(Tree::ROOT).nth(1));
        let nothing = Choice { best: None, wants_more: false };
        assert_eq!(best_child(&tree, Tree::ROOT, &PUCT, None, false, |_| false), nothing);
    }

    /// Records that a child of the root loses.
    fn lose(tree: &Tree, child: usize) {
        let child = tree.children(Tree::ROOT).nth(child).expect("a child");
        tree.node(child).set_known(Known { ending: Ending::Loss, is_proven: true });
    }

    #[test]
    fn what_loses_is_taken_only_on_demand() {
        let tree = family(&[0.6, 0.3, 0.1]);
        for (child, value) in [0.9, 0.6, 0.3].into_iter().enumerate() {
            simulate(&tree, child, 10, value);
        }
        let selected = |takes_losses| {
            let Choice { best, .. } = best_child(&tree, Tree::ROOT, &PUCT, None, takes_losses, |_| true);
            tree.children(Tree::ROOT).position(|child| Some(child) == best)
        };
        for (lost, expected) in [(0, Some(1)), (1, Some(2)), (2, None)] {
            lose(&tree, lost);
            assert_eq!((selected(false), selected(true)), (expected, Some(0)), "after {lost}");
        }
    }

    #[test]
    fn other_moves_come_when_all_that_are_there_lose() {
        let tree = Tree::new(0, None);
        let child = |number| NewChild { action: PackedMove::place(Point::<Large>::from_index(number)), prior: 0.01 };
        tree.expand_first(Tree::ROOT, 2, || (0..3).map(child).collect::<Vec<_>>());
        for number in 0..2 {
            simulate(&tree, number, 3, 0.9);
            assert!(!best_child(&tree, Tree::ROOT, &PUCT, None, false, |_| true).wants_more);
            lose(&tree, number);
        }
        assert!(best_child(&tree, Tree::ROOT, &PUCT, None, false, |_| true).wants_more);
    }

    #[test]
    fn transpositions_make_nothing_more_urgent() {
        let tried = |transpositions: u32| {
            let tree = family(&[0.6, 0.3, 0.1]);
            for _ in 0..transpositions {
                visit(&tree, Tree::ROOT, 0.5);
                tree.node(Tree::ROOT).add_transposition(7);
            }
            // The visit that evaluated the node.
            visit(&tree, Tree::ROOT, 0.5);
            let simulation = |_| {
                let next = selected(&tree, None);
                visit(&tree, tree.children(Tree::ROOT).nth(next).expect("a child"), 0.5);
                back_up(&tree, Tree::ROOT, 0.5);
                next
            };
            (0..12).map(simulation).collect::<Vec<_>>()
        };
        assert_eq!(tried(100), tried(0));
    }

    #[test]
    fn a_search_of_ordered_children_can_stop_early_with_the_same_answer() {
        for visited in 0..5 {
            let tree = family(&[0.4, 0.2, 0.15, 0.1, 0.1, 0.05]);
            // The visit that evaluated the node.
            visit(&tree, Tree::ROOT, 0.5);
            for child in 0..visited {
                simulate(&tree, child, 3, 0.4 + 0.02 * child as f64);
            }
            tree.node(Tree::ROOT).enter();
            let none = RootNoise::default();
            let [early, whole] =
                [None, Some(&none)].map(|noise| best_child(&tree, Tree::ROOT, &PUCT, noise, false, |_| true));
            assert_eq!(early, whole, "{visited}");
        }
    }

    #[test]
    fn a_family_that_grows_is_gone_through_like_a_whole_one() {
        // The prior falls to a hundredth in 40 moves. Every seventh move is good, the others are bad.
        let children: Vec<_> = (0..40)
            .map(|number| NewChild {
                action: PackedMove::place(Point::<Large>::from_index(number)),
                prior: 0.12 * libm::pow(0.89, number as f64) as f32,
            })
            .collect();
        let value = |action: PackedMove| {
            if action.point::<Large>().is_some_and(|point| point.index() % 7 == 6) { 0.6 } else { 0.2 }
        };
        let visited = |most: usize| -> (Vec<PackedMove>, usize) {
            let tree = Tree::new(0, None);
            tree.expand_first(Tree::ROOT, most, || &children);
            let simulation = |_| {
                tree.node(Tree::ROOT).enter();
                let best = loop {
                    let Choice { best, wants_more } = best_child(&tree, Tree::ROOT, &PUCT, None, false, |_| true);
                    if !wants_more || !tree.grow(Tree::ROOT, 3, || children.clone()) {
                        break best.expect("a child");
                    }
                };
                let action = tree.node(best).action();
                visit(&tree, best, value(action));
                back_up(&tree, Tree::ROOT, 1.0 - value(action));
                action
            };
            ((0..400).map(simulation).collect(), tree.children(Tree::ROOT).count())
        };
        let (whole, all) = visited(40);
        let (little_by_little, grown) = visited(2);
        assert_eq!(little_by_little, whole);
        assert!(grown < all && grown > 6, "{grown} of {all}");
    }

    #[test]
    fn noise_moves_the_root_to_what_is_unlikely() {
        let tree = family(&[0.6, 0.3, 0.1]);
        let priors = RootNoise::example(0.9, vec![0.0, 0.0, 1.0]);
        assert_eq!(selected(&tree, Some(&priors)), 2);
    }
}
