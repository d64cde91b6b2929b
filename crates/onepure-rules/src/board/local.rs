//! Queries about the four or eight points around a point, without a walk along chains.

use super::chains::{EMPTY_BIAS, ONE};
use super::{Board, Color};
use crate::geometry::{CellNumber, Layout, Point};
use arrayvec::ArrayVec;

/// The contents of the eight points around a point, two bits each; see [`Board::neighbourhood`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Neighbourhood(u16);

/// The contents of one of the eight points around a point, relative to a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neighbour {
    /// No stone.
    Empty,
    /// A stone of the colour itself.
    Own,
    /// A stone of the other colour.
    Enemy,
    /// A point of the border.
    Outside,
}

impl Neighbour {
    /// All four values, in the order of their discriminants.
    pub const ALL: [Self; 4] = [Self::Empty, Self::Own, Self::Enemy, Self::Outside];
}

impl Neighbourhood {
    /// The number of values that the type can have, possible on a board or not.
    pub const COUNT: usize = 1 << 16;

    /// The neighbourhood with these eight contents, row by row from the lower left.
    pub fn new(around: [Neighbour; 8]) -> Self {
        Self(around.iter().rev().fold(0, |code, &neighbour| code << 2 | neighbour as u16))
    }

    /// The contents of the eight points, in the order of [`Neighbourhood::new`].
    pub fn points(self) -> [Neighbour; 8] {
        std::array::from_fn(|place| Neighbour::ALL[usize::from(self.0 >> (2 * place) & 3)])
    }

    /// The empty points around `point`, if this is its neighbourhood.
    #[inline(always)]
    pub fn empty_points<L: Layout>(self, point: Point<L>) -> impl Iterator<Item = Point<L>> {
        let [left, right, below, above] = point.neighbours();
        let [below_left, below_right, above_left, above_right] = point.diagonals();
        let around = [below_left, below, below_right, left, right, above_left, above, above_right];
        // The lower bit of each pair that is `00`.
        let mut empty = !(self.0 | self.0 >> 1) & 0x5555;
        std::iter::from_fn(move || {
            let place = (empty.trailing_zeros() / 2) as usize;
            empty &= empty.wrapping_sub(1);
            (place < 8).then(|| around[place & 7])
        })
    }

    /// The eight rotations and reflections of the neighbourhood, with repetitions if it is symmetric.
    pub fn images(self) -> [Self; 8] {
        // Permutations of the eight places: a left-right reflection, and a reflection in the diagonal.
        const MIRRORED: [usize; 8] = [2, 1, 0, 4, 3, 7, 6, 5];
        const ACROSS: [usize; 8] = [0, 3, 5, 1, 6, 2, 4, 7];
        let mut image = self.points();
        let mut turned = || {
            let next = ACROSS.map(|place| image[place]);
            std::mem::replace(&mut image, MIRRORED.map(|place| next[place]))
        };
        let [one, two, three, four]: [[Neighbour; 8]; 4] = std::array::from_fn(|_| turned());
        let mirrored = |points: [Neighbour; 8]| MIRRORED.map(|place| points[place]);
        [one, two, three, four, mirrored(one), mirrored(two), mirrored(three), mirrored(four)].map(Self::new)
    }

    /// The number of the neighbourhood, below [`Neighbourhood::COUNT`].
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A subset of the four points around a point, in the order of [`Point::neighbours`].
#[derive(Clone, Debug)]
pub struct Sides<L: Layout> {
    point: Point<L>,
    /// One bit for each side.
    bits: u32,
}

impl<L: Layout> Sides<L> {
    /// The adjacent points whose cells satisfy the predicate, found without a branch.
    #[inline(always)]
    fn of(point: Point<L>, holds: impl Fn(usize) -> bool) -> Self {
        let [left, right, below, above] = Board::around(point);
        let bit = |cell: usize, side: u32| u32::from(holds(cell)) << side;
        Self { point, bits: bit(left, 0) | bit(right, 1) | bit(below, 2) | bit(above, 3) }
    }

    /// Returns whether the subset is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.bits == 0
    }
}

impl<L: Layout> Iterator for Sides<L> {
    type Item = Point<L>;

    #[inline(always)]
    fn next(&mut self) -> Option<Point<L>> {
        let side = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits.wrapping_sub(1);
        (side < 4).then(|| self.point.neighbours()[side & 3])
    }
}

/// Queries about the four points around a point, without branches: playouts call them often, and their results are
/// unpredictable.
impl<L: Layout> Board<L> {
    /// The adjacent stones of a colour.
    #[inline(always)]
    pub fn stones_around(&self, color: Color, point: Point<L>) -> Sides<L> {
        Sides::of(point, |cell| self.marks[cell].is(color))
    }

    /// The adjacent empty points.
    #[inline(always)]
    pub fn empty_around(&self, point: Point<L>) -> Sides<L> {
        Sides::of(point, |cell| self.marks[cell].is_empty())
    }

    /// The adjacent stones of a colour whose chains have at most `most_pseudo_liberties` pseudo-liberties.
    #[inline(always)]
    pub fn weak_around(&self, color: Color, point: Point<L>, most_pseudo_liberties: u32) -> Sides<L> {
        self.stones_where(color, point, |liberties| liberties < (most_pseudo_liberties + 1) * ONE)
    }

    /// The adjacent stones of a colour whose chains have more than `pseudo_liberties` pseudo-liberties.
    #[inline(always)]
    pub fn strong_around(&self, color: Color, point: Point<L>, pseudo_liberties: u32) -> Sides<L> {
        self.stones_where(color, point, |liberties| liberties >= (pseudo_liberties + 1) * ONE)
    }

    /// The adjacent stones of a colour whose chains' packed liberties satisfy the predicate.
    #[inline(always)]
    fn stones_where(&self, color: Color, point: Point<L>, holds: impl Fn(u32) -> bool) -> Sides<L> {
        Sides::of(point, |cell| {
            let mark = self.marks[cell];
            mark.is(color) & holds(self.liberties[mark.cell::<L>()])
        })
    }
}

impl<L: Layout> Board<L> {
    /// The contents of the eight points around a point, relative to `color`.
    #[inline(always)]
    pub fn neighbourhood(&self, color: Color, point: Point<L>) -> Neighbourhood {
        let cell = point.cell();
        let (below, above) = (cell - L::STRIDE, cell + L::STRIDE);
        let cells = [below - 1, below, below + 1, cell - 1, cell + 1, above - 1, above, above + 1];
        let code = |(place, cell): (usize, usize)| self.marks[cell].relative_to(color) << (2 * place);
        Neighbourhood(cells.into_iter().enumerate().map(code).fold(0, |all, code| all | code))
    }

    /// The number of empty points adjacent to an empty point. Meaningless on a point with a stone.
    #[inline(always)]
    pub fn empty_neighbours(&self, point: Point<L>) -> u32 {
        self.liberties[point.cell()].wrapping_sub(EMPTY_BIAS) / ONE
    }

    /// The pseudo-liberties of the chain on `point`: each liberty counts once for every stone of the chain that touches
    /// it, one to four times. Meaningless on a point without a stone.
    #[inline(always)]
    pub fn pseudo_liberties(&self, point: Point<L>) -> u32 {
        self.liberties[self.marks[point.cell()].cell::<L>()] / ONE
    }

    /// The first `MOST` liberties of the chain on `point`, or all if it has fewer. Meaningless on a point without a
    /// stone.
    #[inline]
    pub fn some_liberties<const MOST: usize>(&self, point: Point<L>) -> ArrayVec<Point<L>, MOST> {
        let mut found = ArrayVec::new();
        // A stone is never its own liberty, so this excludes nothing.
        self.add_liberties(point, point, &mut found);
        found
    }

    /// Adds the liberties of the chain on `point`, except `but` and those in the list already. Stops when the list is
    /// full. Returns whether room is left. Meaningless on a point without a stone.
    #[inline]
    pub fn add_liberties<const MOST: usize>(
        &self,
        point: Point<L>,
        but: Point<L>,
        found: &mut ArrayVec<Point<L>, MOST>,
    ) -> bool {
        let start = point.cell();
        let mut cell = start;
        loop {
            for liberty in self.empty_around(Point::from_cell(cell)) {
                if liberty != but && !found.contains(&liberty) {
                    found.push(liberty);
                    if found.is_full() {
                        return false;
                    }
                }
            }
            cell = self.next[cell].get();
            if cell == start {
                return true;
            }
        }
    }

    /// The liberties of the chain on `point` if it has exactly two; otherwise `None`. Meaningless on a point without a
    /// stone.
    #[inline]
    pub fn two_liberties(&self, point: Point<L>) -> Option<[Point<L>; 2]> {
        // Each liberty is touched by at most four stones.
        if !(2..=8).contains(&self.pseudo_liberties(point)) {
            return None;
        }
        match *self.some_liberties::<3>(point) {
            [one, other] => Some([one, other]),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Content;
    use crate::geometry::{BoardSize, Large, Medium, Small};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The number of stones in the random tests. Miri takes a second a stone.
    const MOST_STONES: usize = if cfg!(miri) { 12 } else { 150 };

    fn agrees<L: Layout>(lines: usize, stones: &[(u16, bool)]) {
        let size = BoardSize::new(lines).expect("2 to 19 lines");
        let points: Vec<_> = size.points::<L>().collect();
        let mut board = Board::<L>::new(size);
        for &(choice, black) in stones {
            let point = points[usize::from(choice) % points.len()];
            if board.content(point) == Content::Empty {
                board.put(if black { Color::Black } else { Color::White }, point);
            }
        }
        for point in points {
            let [left, right, below, above] = point.neighbours();
            let [below_left, below_right, above_left, above_right] = point.diagonals();
            let around = [below_left, below, below_right, left, right, above_left, above, above_right];
            for color in Color::BOTH {
                let expected = around.map(|neighbour| match board.content(neighbour) {
                    Content::Empty => Neighbour::Empty,
                    Content::Outside => Neighbour::Outside,
                    Content::Stone(stone) if stone == color => Neighbour::Own,
                    Content::Stone(_) => Neighbour::Enemy,
                });
                assert_eq!(board.neighbourhood(color, point), Neighbourhood::new(expected), "{point}");
            }
            let empty_around = point.neighbours().into_iter().filter(|&near| board.content(near) == Content::Empty);
            if board.content(point) == Content::Empty {
                assert_eq!(board.empty_neighbours(point) as usize, empty_around.count(), "{point}");
            } else {
                let liberties: Vec<_> = board.liberties(point).into_iter().collect();
                let mut two = board.two_liberties(point).map(Vec::from);
                if let Some(two) = &mut two {
                    two.sort();
                }
                assert_eq!(board.some_liberties::<3>(point).len(), liberties.len().min(3));
                assert_eq!(two, (liberties.len() == 2).then_some(liberties));
            }
        }
    }

    #[test]
    fn a_neighbourhood_has_eight_images() {
        use Neighbour::{Empty, Enemy, Outside, Own};
        let around = Neighbourhood::new([Own, Enemy, Empty, Empty, Empty, Empty, Outside, Empty]);
        let all: BTreeSet<_> = around.images().iter().map(|image| image.index()).collect();
        assert_eq!(all.len(), 8);
        for image in around.images() {
            assert_eq!(image.images().iter().map(|image| image.index()).collect::<BTreeSet<_>>(), all);
        }
        // The left-right reflection.
        assert!(all.contains(&Neighbourhood::new([Empty, Enemy, Own, Empty, Empty, Empty, Outside, Empty]).index()));
        let alike = Neighbourhood::new([Empty; 8]);
        assert!(alike.images().iter().all(|&image| image == alike));
    }

    proptest! {
        #[test]
        fn local_queries_agree_with_the_board(
            lines in 2..=9_usize,
            stones in prop::collection::vec((any::<u16>(), any::<bool>()), 0..MOST_STONES),
        ) {
            agrees::<Small>(lines, &stones);
            if !cfg!(miri) {
                agrees::<Medium>(lines + 4, &stones);
                agrees::<Large>(lines + 10, &stones);
            }
        }
    }
}
