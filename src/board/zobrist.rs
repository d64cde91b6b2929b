//! Hash keys of stones (Zobrist, "A New Hashing Method with Application for Game Playing", 1970).

use super::Color;
use crate::geometry::{Large, Layout, Point};

/// One key a colour and point. The keys do not depend on the layout, so that a position has one hash everywhere.
static KEYS: [[u64; Large::BITS]; 2] = keys();

/// What a stone of this colour on this point adds to the hash of a position, by exclusive or.
#[inline]
pub fn key<L: Layout>(color: Color, point: Point<L>) -> u64 {
    let keys = &KEYS[color as usize];
    if L::STRIDE == Large::STRIDE { keys[point.index()] } else { keys[point.row() * Large::STRIDE + point.column()] }
}

const fn keys() -> [[u64; Large::BITS]; 2] {
    let mut keys = [[0; Large::BITS]; 2];
    let mut state = 0x1180_1180_0007_u64;
    let mut color = 0;
    while color < 2 {
        let mut point = 0;
        while point < Large::BITS {
            // SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            keys[color][point] = mixed ^ (mixed >> 31);
            point += 1;
        }
        color += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoardSize, Small};
    use std::collections::HashSet;

    #[test]
    fn keys_are_distinct_and_the_same_in_every_layout() {
        let size = BoardSize::new(9).expect("9 lines");
        let mut seen = HashSet::new();
        for point in size.points::<Small>() {
            for color in Color::BOTH {
                assert!(seen.insert(key(color, point)));
                assert_eq!(key(color, point), key(color, point.convert::<Large>()));
            }
        }
    }
}
