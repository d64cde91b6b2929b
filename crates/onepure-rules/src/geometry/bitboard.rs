//! Bitboards: sets of points, one bit a point.

use super::{Large, Layout, Point, Portable, SelectBit};
use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

/// A set of points, one bit each.
///
/// ```
/// use onepure_rules::geometry::{BoardSize, PointSet, Point};
/// // . . .
/// // . X .     one point on a 3×3 board
/// // . . .
/// let centre: PointSet = [Point::new(1, 1)].into_iter().collect();
/// // . x .
/// // x . x     its neighbours
/// // . x .
/// let board = BoardSize::new(3)?.all();
/// assert_eq!((centre.neighbours() & board).len(), 4);
/// # Ok::<(), onepure_rules::geometry::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard<L: Layout = Large> {
    words: L::Words,
}

/// A set of points of any board.
pub type PointSet = Bitboard<Large>;

impl<L: Layout> Default for Bitboard<L> {
    #[inline(always)]
    fn default() -> Self {
        Self { words: L::Words::default() }
    }
}

impl<L: Layout> Bitboard<L> {
    /// The empty set.
    #[inline(always)]
    pub fn empty() -> Self {
        Self::default()
    }

    /// The set that contains `point` alone.
    #[inline(always)]
    pub fn of(point: Point<L>) -> Self {
        Self { words: L::sets()[point.index() & L::MASK][0] }
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.words.as_ref().iter().fold(0, |all, word| all | word) == 0
    }

    /// The number of points in the set.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.words.as_ref().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether the set contains `point`.
    #[inline(always)]
    pub fn contains(&self, point: Point<L>) -> bool {
        self.words.as_ref()[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// Adds a point.
    #[inline(always)]
    pub fn insert(&mut self, point: Point<L>) {
        self.words.as_mut()[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Removes a point.
    #[inline(always)]
    pub fn remove(&mut self, point: Point<L>) {
        self.words.as_mut()[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    /// Returns whether `other` contains every point of this set.
    #[inline(always)]
    pub fn is_subset(&self, other: Self) -> bool {
        (*self - other).is_empty()
    }

    /// The first point in the order of [`BoardSize::points`](super::BoardSize::points), or `None` if the set is empty.
    #[inline(always)]
    pub fn first(&self) -> Option<Point<L>> {
        let words = self.words.as_ref();
        let word = words.iter().position(|&word| word != 0)?;
        Some(Point::from_index(word * 64 + words[word].trailing_zeros() as usize))
    }

    /// The `number`-th point in the order of iteration, counted from 0; `None` if the set has at most `number` points.
    pub fn nth(&self, number: usize) -> Option<Point<L>> {
        (number < self.len()).then(|| self.select(number as u32, Portable))
    }

    /// The `number`-th point in the order of iteration, counted from 0, found without a branch. The set must have more
    /// than `number` points; otherwise the result is meaningless.
    #[inline(always)]
    pub fn select(&self, number: u32, select: impl SelectBit) -> Point<L> {
        let words = self.words.as_ref();
        let (mut word, mut start, mut passed, mut before) = (words[0], 0, 0, 0);
        for index in 1..L::WORDS {
            passed += words[index - 1].count_ones();
            let is_later = number >= passed;
            word = if is_later { words[index] } else { word };
            start = if is_later { 64 * index } else { start };
            before = if is_later { passed } else { before };
        }
        Point::from_index(start + select.select_bit(word, number - before) as usize)
    }

    /// The points, row by row from A1.
    #[inline(always)]
    pub fn iter(&self) -> Points<L> {
        Points { left: *self, word: 0 }
    }

    /// The names of the points, row by row from A1, with this text between them.
    pub fn names(&self, separator: &str) -> String {
        self.iter().map(|point| point.to_string()).collect::<Vec<_>>().join(separator)
    }

    /// The points orthogonally adjacent to the set. The result may contain points of the set itself and points of the
    /// border: intersect it with the board or another set.
    #[inline(always)]
    pub fn neighbours(&self) -> Self {
        self.up(1) | self.down(1) | self.up(L::STRIDE) | self.down(L::STRIDE)
    }

    /// The points diagonally next to a point. Some may lie in the border.
    #[inline(always)]
    pub fn diagonals_of(point: Point<L>) -> Self {
        Self { words: L::sets()[point.index() & L::MASK][1] }
    }

    /// The points diagonally adjacent to at least one point of the set, and those diagonally adjacent to at least two.
    /// Some may lie in the border.
    #[inline(always)]
    pub fn diagonal_neighbours(&self) -> (Self, Self) {
        let (left, right) = (self.down(1), self.up(1));
        let (any, both) = (left | right, left & right);
        let (above, below) = (any.up(L::STRIDE), any.down(L::STRIDE));
        (above | below, above & below | both.up(L::STRIDE) | both.down(L::STRIDE))
    }

    /// The points of `region` reachable from the set by steps inside `region`. Starting points outside `region` are
    /// ignored.
    #[inline(always)]
    pub fn flood_within(&self, region: Self) -> Self {
        let mut reached = *self & region;
        loop {
            let next = reached | reached.neighbours() & region;
            if (next ^ reached).is_empty() {
                return reached;
            }
            reached = next;
        }
    }

    /// The set with every point shifted up by `by` bits, which must be from 1 to 63.
    #[inline(always)]
    fn up(&self, by: usize) -> Self {
        let mut moved = Self::empty();
        let (from, to) = (self.words.as_ref(), moved.words.as_mut());
        to[0] = from[0] << by;
        for word in 1..L::WORDS {
            to[word] = from[word] << by | from[word - 1] >> (64 - by);
        }
        moved
    }

    /// The set with every point shifted down by `by` bits, which must be from 1 to 63.
    #[inline(always)]
    fn down(&self, by: usize) -> Self {
        let mut moved = Self::empty();
        let (from, to) = (self.words.as_ref(), moved.words.as_mut());
        to[L::WORDS - 1] = from[L::WORDS - 1] >> by;
        for word in 0..L::WORDS - 1 {
            to[word] = from[word] >> by | from[word + 1] << (64 - by);
        }
        moved
    }

    /// The set converted to another layout.
    ///
    /// # Panics
    /// If the other layout is too small for them.
    pub fn convert<M: Layout>(&self) -> Bitboard<M> {
        self.iter().map(Point::convert).collect()
    }

    #[inline(always)]
    fn zip_with(mut self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        for (word, &theirs) in self.words.as_mut().iter_mut().zip(other.words.as_ref()) {
            *word = operation(*word, theirs);
        }
        self
    }
}

macro_rules! set_operation {
    ($(($operator:ident, $method:ident, $assign:ident, $assign_method:ident, $operation:expr)),*) => {$(
        impl<L: Layout> $operator for Bitboard<L> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip_with(other, $operation)
            }
        }

        impl<L: Layout> $assign for Bitboard<L> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = self.zip_with(other, $operation);
            }
        }
    )*};
}

set_operation![
    (BitAnd, bitand, BitAndAssign, bitand_assign, |ours, theirs| ours & theirs),
    (BitOr, bitor, BitOrAssign, bitor_assign, |ours, theirs| ours | theirs),
    (BitXor, bitxor, BitXorAssign, bitxor_assign, |ours, theirs| ours ^ theirs),
    (Sub, sub, SubAssign, sub_assign, |ours, theirs| ours & !theirs)
];

/// Iterator over the points of a set, row by row from A1.
#[derive(Clone, Debug)]
pub struct Points<L: Layout> {
    left: Bitboard<L>,
    word: usize,
}

impl<L: Layout> Iterator for Points<L> {
    type Item = Point<L>;

    #[inline(always)]
    fn next(&mut self) -> Option<Point<L>> {
        let words = self.left.words.as_mut();
        while self.word < L::WORDS {
            let word = &mut words[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Point::from_index(self.word * 64 + bit));
            }
            self.word += 1;
        }
        None
    }

    /// Serves `for_each`. Keeps the current word in a register, which `next` cannot.
    #[inline(always)]
    fn fold<A, F: FnMut(A, Point<L>) -> A>(self, start: A, mut each: F) -> A {
        let mut result = start;
        for (number, &word) in self.left.words.as_ref().iter().enumerate().skip(self.word) {
            let mut left = word;
            while left != 0 {
                result = each(result, Point::from_index(number * 64 + left.trailing_zeros() as usize));
                left &= left - 1;
            }
        }
        result
    }
}

impl<L: Layout> IntoIterator for Bitboard<L> {
    type Item = Point<L>;
    type IntoIter = Points<L>;

    #[inline(always)]
    fn into_iter(self) -> Points<L> {
        self.iter()
    }
}

impl<L: Layout> IntoIterator for &Bitboard<L> {
    type Item = Point<L>;
    type IntoIter = Points<L>;

    #[inline(always)]
    fn into_iter(self) -> Points<L> {
        self.iter()
    }
}

impl<L: Layout> FromIterator<Point<L>> for Bitboard<L> {
    fn from_iter<I: IntoIterator<Item = Point<L>>>(points: I) -> Self {
        let mut set = Self::empty();
        set.extend(points);
        set
    }
}

impl<L: Layout> Extend<Point<L>> for Bitboard<L> {
    fn extend<I: IntoIterator<Item = Point<L>>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl<L: Layout> Serialize for Bitboard<L> {
    /// Writes a list of the names of the points, row by row from A1.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<L: Layout> fmt::Debug for Bitboard<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoardSize, Medium, Small};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The largest set of the random tests. Smaller under Miri, which needs minutes for a full board.
    const MOST_POINTS: usize = if cfg!(miri) { 20 } else { 361 };

    fn neighbours_by_coordinates<L: Layout>(points: &BTreeSet<(usize, usize)>, lines: usize) -> Bitboard<L> {
        let mut all = Bitboard::empty();
        for &(column, row) in points {
            for (across, along) in [(0, 1), (2, 1), (1, 0), (1, 2)] {
                let (column, row) = ((column + across).wrapping_sub(1), (row + along).wrapping_sub(1));
                if column < lines && row < lines {
                    all.insert(Point::new(column, row));
                }
            }
        }
        all
    }

    fn agrees<L: Layout>(points: &BTreeSet<(usize, usize)>) {
        let set: Bitboard<L> = points.iter().map(|&(column, row)| Point::new(column, row)).collect();
        let board = BoardSize::new(L::LINES).expect("a layout's own size").all::<L>();
        assert_eq!(set.len(), points.len());
        assert_eq!(set.is_empty(), points.is_empty());
        assert_eq!(set.neighbours() & board, neighbours_by_coordinates(points, L::LINES));
        let times = |point: Point<L>| set.iter().filter(|other| other.diagonals().contains(&point)).count();
        let (one, two) = set.diagonal_neighbours();
        assert!(board.iter().all(|point| one.contains(point) == (times(point) >= 1)));
        assert!(board.iter().all(|point| two.contains(point) == (times(point) >= 2)));
        for point in &set {
            let diagonals = point.diagonals().into_iter().filter(|&corner| corner.index() < L::BITS);
            assert_eq!(Bitboard::diagonals_of(point) & board, diagonals.collect::<Bitboard<L>>() & board);
        }
        let listed: Vec<_> = set.iter().collect();
        assert!(listed.is_sorted());
        // `for_each` calls `fold`, here for the second half of the points.
        let (mut rest, mut folded) = (set.iter(), Vec::new());
        folded.extend(rest.by_ref().take(points.len() / 2));
        rest.for_each(|point| folded.push(point));
        assert_eq!(folded, listed);
        for (number, &point) in listed.iter().enumerate() {
            assert!(set.contains(point) && points.contains(&(point.column(), point.row())));
            assert_eq!(set.nth(number), Some(point));
        }
        assert_eq!(set.nth(listed.len()), None);
        assert_eq!(set.first(), listed.first().copied());
        assert_eq!(set.convert::<Large>().convert::<L>(), set);
    }

    proptest! {
        #[test]
        fn sets_agree_with_coordinates(points in prop::collection::btree_set((0..9_usize, 0..9_usize), 0..MOST_POINTS.min(81))) {
            agrees::<Small>(&points);
            agrees::<Medium>(&points);
            agrees::<Large>(&points);
        }

        #[test]
        fn large_sets_agree_with_coordinates(
            points in prop::collection::btree_set((0..19_usize, 0..19_usize), 0..MOST_POINTS),
        ) {
            agrees::<Large>(&points);
        }
    }

    #[test]
    fn a_flood_stays_in_its_region() {
        // . x x
        // # # x     a flood from the lower right corner reaches only the points x
        // . # x
        let wall: PointSet = [Point::new(0, 1), Point::new(1, 1), Point::new(1, 0)].into_iter().collect();
        let board = BoardSize::new(3).expect("3 lines").all();
        let reached = Bitboard::of(Point::new(2, 0)).flood_within(board - wall);
        assert_eq!(reached.len(), 5);
        assert!(!reached.contains(Point::new(0, 0)));
    }
}
