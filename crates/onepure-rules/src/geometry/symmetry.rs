//! The eight symmetries of a square board.

use super::{BoardSize, Layout, Point};

/// A rotation or reflection of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight symmetries, the identity first.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The image of a point on a board of this size.
    pub fn apply<L: Layout>(self, size: BoardSize, point: Point<L>) -> Point<L> {
        let last = size.lines() - 1;
        let (mut column, mut row) = (point.column(), point.row());
        if self.0 & 1 != 0 {
            column = last - column;
        }
        if self.0 & 2 != 0 {
            row = last - row;
        }
        if self.0 & 4 != 0 {
            std::mem::swap(&mut column, &mut row);
        }
        Point::new(column, row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Large;
    use std::collections::HashSet;

    #[test]
    fn eight_images_of_a_point_without_symmetry() {
        let size = BoardSize::new(5).expect("5 lines");
        let point = Point::<Large>::new(1, 0);
        let images: HashSet<_> = Symmetry::ALL.iter().map(|symmetry| symmetry.apply(size, point)).collect();
        assert_eq!(images.len(), 8);
    }
}
