//! Hash keys of stones (Zobrist, "A New Hashing Method with Application for Game Playing", 1970).

use super::Color;
use crate::geometry::{Layout, Point};

/// The hash key of a stone. The hash of a position is the exclusive or of the keys of its stones. Keys do not depend on
/// the layout, so that a position has one hash everywhere.
#[inline(always)]
pub fn key<L: Layout>(color: Color, point: Point<L>) -> u64 {
    L::keys()[color as usize][point.index() & L::MASK]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoardSize, Large, Medium, Small};
    use std::collections::HashSet;

    #[test]
    fn keys_are_distinct_and_the_same_in_every_layout() {
        let mut seen = HashSet::new();
        for point in BoardSize::MAIN.points::<Large>() {
            for color in Color::BOTH {
                assert!(seen.insert(key(color, point)));
                if point.column() < 9 && point.row() < 9 {
                    assert_eq!(key(color, point), key(color, point.convert::<Small>()));
                    assert_eq!(key(color, point), key(color, point.convert::<Medium>()));
                }
            }
        }
    }
}
