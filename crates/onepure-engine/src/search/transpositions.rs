//! The transposition table: positions that several lines of the tree reach.

use rustc_hash::FxHashMap;
use std::sync::{Mutex, PoisonError};

/// The number of locks: with 64, threads seldom wait for each other.
const PARTS: usize = 64;

/// The first node of each position, by number.
///
/// Another node of the same position has its own children: which moves are legal depends on the history of the game. While the first node
/// has more visits, a simulation that reaches the other one reuses its value and stops (after Czech, Korus and Kersting, "Monte-Carlo Graph
/// Search for `AlphaZero`", 2021, who share the nodes).
#[derive(Debug)]
pub(super) struct Transpositions {
    parts: [Mutex<FxHashMap<u64, u32>>; PARTS],
}

impl Transpositions {
    /// An empty table.
    pub(super) fn new() -> Self {
        Self { parts: std::array::from_fn(|_| Mutex::default()) }
    }

    /// The first node of the position with this hash; registers `node` if there is none.
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
