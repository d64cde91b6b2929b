//! Positions that several lines of a tree come to.

use super::tree::NodeId;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, PoisonError};

/// Threads that look at the same time seldom want the same one of so many parts.
const PARTS: usize = 64;

/// The node in which each position was met first.
///
/// Another node of the same position, which other moves lead to or the same ones in another order, has children of its own: what is
/// legal there depends on the game before it. But as long as the first one has more visits, what is known of the position is
/// known there, and a simulation that comes to the other one need not look any further
/// (graph search without a graph: Czech, Korus and Kersting, "Monte-Carlo Graph Search for `AlphaZero`", 2021, where nodes are shared).
#[derive(Debug)]
pub(super) struct Transpositions {
    parts: [Mutex<FxHashMap<u64, NodeId>>; PARTS],
}

impl Transpositions {
    /// No position was met.
    pub(super) fn new() -> Self {
        Self { parts: std::array::from_fn(|_| Mutex::default()) }
    }

    /// The first node of a position, by its hash: this one, if there is none yet.
    pub(super) fn first(&self, position: u64, node: NodeId) -> NodeId {
        let part = &self.parts[position as usize % PARTS];
        *part.lock().unwrap_or_else(PoisonError::into_inner).entry(position).or_insert(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::node::{Amaf, NewChild, PackedMove, Prior};
    use crate::search::tree::Tree;

    #[test]
    fn the_first_node_of_a_position_stays_the_first() {
        let tree = Tree::new(0);
        let child = NewChild { action: PackedMove::ABSTAIN, prior: Prior::probability(0.5), amaf: Amaf::NOTHING };
        tree.expand(Tree::ROOT, || vec![child; 3]);
        let nodes: Vec<_> = tree.children(Tree::ROOT).collect();
        // Two positions in the same part, and one in another.
        let (one, another, third) = (5, 5 + PARTS as u64, 6);
        for (position, node, first) in [(one, 0, 0), (another, 1, 1), (one, 2, 0), (third, 2, 2), (another, 0, 1)] {
            assert_eq!(tree.first_of_position(position, nodes[node]), nodes[first], "{position}");
        }
    }
}
