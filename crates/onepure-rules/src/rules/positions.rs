//! All positions that have occurred in a game, each with a number.

use crate::board::Position;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The number of a position. Two numbers are equal if and only if the positions are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct PositionId(u32);

/// The positions by number. Lookups go by hash, then compare stone by stone, because different positions can have the
/// same hash.
#[derive(Clone, Debug, Default)]
pub(super) struct Positions {
    list: Vec<Position>,
    by_hash: FxHashMap<u64, SmallVec<[PositionId; 1]>>,
}

impl Positions {
    /// The number of a position, or `None` if it has not occurred.
    pub(super) fn find(&self, position: &Position, hash: u64) -> Option<PositionId> {
        let same_hash = self.by_hash.get(&hash)?;
        same_hash.iter().copied().find(|&id| self.get(id) == position)
    }

    /// Records a position. Returns its number, and whether it had occurred before.
    pub(super) fn record(&mut self, position: Position, hash: u64) -> (PositionId, bool) {
        if let Some(id) = self.find(&position, hash) {
            return (id, true);
        }
        let id = PositionId(self.list.len() as u32);
        self.list.push(position);
        self.by_hash.entry(hash).or_default().push(id);
        (id, false)
    }

    /// The position with this number.
    pub(super) fn get(&self, id: PositionId) -> &Position {
        &self.list[id.0 as usize]
    }

    /// All positions, in the order of their first occurrences.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Position> {
        self.list.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PerColor;
    use crate::geometry::{Bitboard, Point};

    #[test]
    fn positions_with_one_hash_are_told_apart() {
        let lone = |column| Position {
            stones: PerColor { black: Bitboard::of(Point::new(column, 0)), ..PerColor::default() },
        };
        let mut positions = Positions::default();
        let (first, occurred) = positions.record(lone(0), 7);
        assert!(!occurred);
        let (second, occurred) = positions.record(lone(1), 7);
        assert!(!occurred);
        assert_ne!(first, second);
        assert_eq!(positions.record(lone(0), 7), (first, true));
        assert_eq!(positions.find(&lone(1), 7), Some(second));
        assert_eq!(positions.find(&lone(2), 7), None);
        assert_eq!(positions.iter().count(), 2);
    }
}
