//! Board sizes.

use super::{Bitboard, Layout, Point};
use std::fmt;

/// The number of lines of a square board: 2 to 19.
///
/// Front ends accept 5 to 19 lines ([`BoardSize::for_play`]). Sizes 2 to 4 are for exhaustive tests and solvers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoardSize(u8);

/// The error for a number of lines outside the accepted range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("board: expected {smallest} to 19 lines, got {given}")]
pub struct SizeError {
    /// The number of lines that was given.
    pub given: usize,
    /// The smallest accepted number of lines.
    pub smallest: usize,
}

impl BoardSize {
    /// The main board (본판): 19 lines.
    pub const MAIN: Self = Self(19);

    /// A board of 2 to 19 lines.
    pub const fn new(lines: usize) -> Result<Self, SizeError> {
        Self::between(lines, 2)
    }

    /// A board of 5 to 19 lines, the sizes that the rules define.
    pub const fn for_play(lines: usize) -> Result<Self, SizeError> {
        Self::between(lines, 5)
    }

    const fn between(lines: usize, smallest: usize) -> Result<Self, SizeError> {
        if lines < smallest || lines > 19 { Err(SizeError { given: lines, smallest }) } else { Ok(Self(lines as u8)) }
    }

    /// The number of lines.
    #[inline]
    pub const fn lines(self) -> usize {
        self.0 as usize
    }

    /// Returns whether this is the main board of 19 lines (본판). All others are lesser boards (비본판).
    pub const fn is_main(self) -> bool {
        self.0 == Self::MAIN.0
    }

    /// Returns whether the point lies on the board.
    pub fn contains<L: Layout>(self, point: Point<L>) -> bool {
        point.column() < self.lines() && point.row() < self.lines()
    }

    /// The point at `column` (0 is A) and `row` (0 is the lowest line), or `None` if it is not on the board.
    pub fn point<L: Layout>(self, column: usize, row: usize) -> Option<Point<L>> {
        (column < self.lines() && row < self.lines()).then(|| Point::new(column, row))
    }

    /// All points, row by row upwards from A1.
    pub fn points<L: Layout>(self) -> impl Iterator<Item = Point<L>> + Clone {
        (0..self.lines()).flat_map(move |row| (0..self.lines()).map(move |column| Point::new(column, row)))
    }

    /// All points in reading order: row by row downwards from the highest line.
    pub fn points_from_the_top<L: Layout>(self) -> impl Iterator<Item = Point<L>> + Clone {
        (0..self.lines()).rev().flat_map(move |row| (0..self.lines()).map(move |column| Point::new(column, row)))
    }

    /// The set of all points.
    pub fn all<L: Layout>(self) -> Bitboard<L> {
        self.points().collect()
    }
}

/// Evaluates an expression in the narrowest layout that holds the given board size; in WebAssembly, which does without the medium one, in
/// the small or the large one. The given name stands for that layout in the expression.
///
/// ```
/// use onepure_rules::geometry::{BoardSize, Layout, with_layout};
///
/// fn words<L: Layout>() -> usize {
///     L::WORDS
/// }
///
/// assert_eq!(with_layout!(BoardSize::new(13)?, L => words::<L>()), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! with_layout {
    ($size:expr, $layout:ident => $expression:expr) => {
        match $crate::geometry::BoardSize::lines($size) {
            lines if lines <= <$crate::geometry::Small as $crate::geometry::Layout>::LINES => {
                type $layout = $crate::geometry::Small;
                $expression
            }
            // A page has to be small: its boards of 10 to 13 lines are in the large layout, where everything comes out the same.
            #[cfg(not(target_arch = "wasm32"))]
            lines if lines <= <$crate::geometry::Medium as $crate::geometry::Layout>::LINES => {
                type $layout = $crate::geometry::Medium;
                $expression
            }
            _ => {
                type $layout = $crate::geometry::Large;
                $expression
            }
        }
    };
}
#[doc(inline)]
pub use with_layout;

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_limits() {
        assert_eq!(BoardSize::new(1).map_err(|error| error.smallest), Err(2));
        assert!(BoardSize::new(2).is_ok());
        assert_eq!(BoardSize::new(20).map_err(|error| error.given), Err(20));
        assert!(BoardSize::for_play(4).is_err());
        assert!(BoardSize::for_play(5).is_ok());
    }
}
