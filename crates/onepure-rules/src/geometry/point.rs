//! Points and their names.

use super::layout::{Large, Layout, Value};
use serde::{Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

/// The letters of the columns. Go leaves out I.
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// A point of the board, or of the border around it.
///
/// Its text form is that of GTP: a column letter without I, then the line counted from below, `A1` to `T19`.
///
/// ```
/// use onepure_rules::geometry::Point;
/// let point: Point = "k10".parse()?;
/// assert_eq!((point.column(), point.row()), (9, 9));
/// assert_eq!(point.to_string(), "K10");
/// # Ok::<(), onepure_rules::geometry::PointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Point<L: Layout = Large>(u16, PhantomData<L>);

/// The error for a text that is not the name of a point.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("point: expected a letter from A to T without I and a line from 1 to 19, such as D4, got \"{0}\"")]
pub struct PointError(pub String);

impl<L: Layout> Point<L> {
    /// The point at `column` (0 is A) and `row` (0 is the lowest line), both below [`Layout::LINES`].
    ///
    /// # Panics
    /// If the column or the row is not below [`Layout::LINES`].
    pub const fn new(column: usize, row: usize) -> Self {
        assert!(column < L::LINES && row < L::LINES, "a point outside the layout");
        Self((row * L::STRIDE + column) as u16, PhantomData)
    }

    /// The point with this bit number; the inverse of [`index`](Self::index).
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self(index as u16, PhantomData)
    }

    /// The bit number of the point: `row * STRIDE + column`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell number of the point, an index into [`Layout::Cells`].
    #[inline]
    pub fn cell(self) -> usize {
        L::cell(self.0)
    }

    /// The point with this cell number; the inverse of [`cell`](Self::cell).
    #[inline]
    pub(crate) fn from_cell(cell: usize) -> Self {
        Self::from_index(cell.wrapping_sub(L::STRIDE + 1))
    }

    /// The column, from 0 for A.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() % L::STRIDE
    }

    /// The row, from 0 for the lowest line.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() / L::STRIDE
    }

    /// The points to the left, to the right, below and above. Some may lie in the border.
    #[inline]
    pub const fn neighbours(self) -> [Self; 4] {
        [self.shifted(-1), self.shifted(1), self.shifted(-(L::STRIDE as isize)), self.shifted(L::STRIDE as isize)]
    }

    /// The four points diagonally adjacent to this one. Some may lie in the border.
    #[inline]
    pub const fn diagonals(self) -> [Self; 4] {
        let up = L::STRIDE as isize;
        [self.shifted(-1 - up), self.shifted(1 - up), self.shifted(up - 1), self.shifted(up + 1)]
    }

    #[inline]
    const fn shifted(self, by: isize) -> Self {
        Self(self.0.wrapping_add(by as u16), PhantomData)
    }

    /// The point converted to another layout.
    ///
    /// # Panics
    /// If the other layout is too small for the point.
    pub fn convert<M: Layout>(self) -> Point<M> {
        Point::new(self.column(), self.row())
    }
}

impl<L: Layout> fmt::Display for Point<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = COLUMNS.get(self.column()).map_or('?', |&letter| char::from(letter));
        f.pad(&format!("{letter}{}", self.row() + 1))
    }
}

impl<L: Layout> fmt::Debug for Point<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<L: Layout> Serialize for Point<L> {
    /// Writes the name.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for Point {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, PointError> {
        let parse = || {
            let (&letter, line) = text.as_bytes().split_first()?;
            let column = COLUMNS.iter().position(|&name| name == letter.to_ascii_uppercase())?;
            if line.is_empty() || line.len() > 2 || !line.iter().all(u8::is_ascii_digit) || line[0] == b'0' {
                return None;
            }
            let row = std::str::from_utf8(line).ok()?.parse::<usize>().ok()?;
            (row <= Large::LINES).then(|| Self::new(column, row - 1))
        };
        parse().ok_or_else(|| PointError(text.to_owned()))
    }
}

/// The letter of a column: 0 is A, 8 is J.
///
/// # Panics
/// If the column is above 18.
pub const fn column_letter(column: usize) -> char {
    COLUMNS[column] as char
}

/// A table with one value for each point, the border included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PerPoint<L: Layout, T: Value>(L::Cells<T>);

impl<L: Layout, T: Value> PerPoint<L, T> {
    /// A table with the same value everywhere.
    pub fn filled(value: T) -> Self {
        Self(L::filled(value))
    }
}

impl<L: Layout, T: Value> Index<Point<L>> for PerPoint<L, T> {
    type Output = T;

    #[inline]
    fn index(&self, point: Point<L>) -> &T {
        &self.0[point.cell()]
    }
}

impl<L: Layout, T: Value> IndexMut<Point<L>> for PerPoint<L, T> {
    #[inline]
    fn index_mut(&mut self, point: Point<L>) -> &mut T {
        &mut self.0[point.cell()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Small;

    #[test]
    fn names_are_read_back() {
        for row in 0..19 {
            for column in 0..19 {
                let point = Point::<Large>::new(column, row);
                assert_eq!(point.to_string().parse(), Ok(point));
            }
        }
    }

    #[test]
    fn what_is_not_a_point_is_refused() {
        for text in ["", "A", "I5", "A0", "A20", "U1", "A-1", "A+1", "1A", "A01", "A1 ", "pass", "Ä1", "A100"] {
            assert_eq!(text.parse::<Point>(), Err(PointError(text.to_owned())));
        }
    }

    #[test]
    fn the_border_has_cells_of_its_own() {
        let mut cells = PerPoint::<Small, u8>::filled(0);
        let corner = Point::<Small>::new(0, 0);
        let opposite = Point::<Small>::new(8, 8);
        assert!(opposite.diagonals().iter().all(|&point| cells[point] == 0));
        for (value, neighbour) in (1..).zip(corner.neighbours().into_iter().chain(corner.diagonals())) {
            cells[neighbour] = value;
        }
        assert_eq!(corner.neighbours().map(|point| cells[point]), [1, 2, 3, 4]);
        assert_eq!(corner.diagonals().map(|point| cells[point]), [5, 6, 7, 8]);
        assert_eq!(cells[corner], 0);
    }

    #[test]
    fn layouts_convert() {
        let point = Point::<Large>::new(8, 3);
        assert_eq!(point.convert::<Small>().convert::<Large>(), point);
        assert_eq!(point.convert::<Small>().to_string(), "J4");
    }
}
