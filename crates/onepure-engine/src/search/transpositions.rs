//! Positions that several lines of a tree come to.

use rustc_hash::FxHashMap;
use std::sync::{Mutex, PoisonError};

/// Threads that look at the same time seldom want the same one of so many parts.
const PARTS: usize = 64;

/// The node in which each position was met first, by its number.
///
/// Another node of the same position, which other moves lead to or the same ones in another order, has children of its own: what is
/// legal there depends on the game before it. But as long as the first one has more visits, what is known of the position is
/// known there, and a simulation that comes to the other one need not look any further
/// (graph search without a graph: Czech, Korus and Kersting, "Monte-Carlo Graph Search for `AlphaZero`", 2021, where nodes are shared).
#[derive(Debug)]
pub(super) struct Transpositions {
    parts: [Mutex<FxHashMap<u64, u32>>; PARTS],
}

impl Transpositions {
    /// No position was met.
    pub(super) fn new() -> Self {
        Self { parts: std::array::from_fn(|_| Mutex::default()) }
    }

    /// The first node of a position, by its hash: this one, if there is none yet.
    pub(super) fn first(&self, position: u64, node: u32) -> u32 {
        let part = &self.parts[position as usize % PARTS];
        *part.lock().unwrap_or_else(PoisonError::into_inner).entry(position).or_insert(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_node_of_a_position_stays_the_first() {
        let transpositions = Transpositions::new();
        // Two positions in the same part, and one in another.
        let (one, another, third) = (5, 5 + PARTS as u64, 6);
        for (position, node, first) in [(one, 7, 7), (another, 8, 8), (one, 9, 7), (third, 9, 9), (another, 7, 8)] {
            assert_eq!(transpositions.first(position, node), first, "{position}");
        }
    }
}
