//! Local queries: what is known of a point from the four or eight around it, without looking at whole chains.

use super::chains::{ENDLESS, ONE};
use super::{Board, Color};
use crate::geometry::{CellNumber, Layout, Point};
use arrayvec::ArrayVec;

/// The eight points around a point, two bits each: see [`Board::neighbourhood`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Neighbourhood(u16);

/// What lies on one of the eight points around a point, as a colour sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neighbour {
    /// No stone.
    Empty,
    /// A stone of the colour.
    Own,
    /// A stone of the other colour.
    Enemy,
    /// The border.
    Outside,
}

impl Neighbour {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Empty, Self::Own, Self::Enemy, Self::Outside];
}

impl Neighbourhood {
    /// The number of neighbourhoods that there can be.
    pub const COUNT: usize = 1 << 16;

    /// The neighbourhood with these points around, row by row from the left of the lowest row.
    pub fn new(around: [Neighbour; 8]) -> Self {
        Self(around.iter().rev().fold(0, |code, &neighbour| code << 2 | neighbour as u16))
    }

    /// The neighbourhood with this number, which is below [`Neighbourhood::COUNT`].
    pub fn of_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// What lies on the points around, in the order of [`Neighbourhood::new`].
    pub fn points(self) -> [Neighbour; 8] {
        std::array::from_fn(|place| Neighbour::ALL[usize::from(self.0 >> (2 * place) & 3)])
    }

    /// The empty points among those around a point of which this is the neighbourhood.
    #[inline(always)]
    pub fn empty_points<L: Layout>(self, point: Point<L>) -> impl Iterator<Item = Point<L>> {
        let [left, right, below, above] = point.neighbours();
        let [below_left, below_right, above_left, above_right] = point.diagonals();
        let around = [below_left, below, below_right, left, right, above_left, above, above_right];
        // The lower bit of each pair that is 0 altogether.
        let mut empty = !(self.0 | self.0 >> 1) & 0x5555;
        std::iter::from_fn(move || {
            let place = (empty.trailing_zeros() / 2) as usize;
            empty &= empty.wrapping_sub(1);
            (place < 8).then(|| around[place & 7])
        })
    }

    /// The neighbourhood, turned and mirrored in all eight ways; some may be the same.
    pub fn images(self) -> [Self; 8] {
        // Places row by row; the same mirrored left to right, and mirrored at the diagonal.
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

    /// One of its images: the same for all of them.
    pub fn canonical(self) -> Self {
        self.images().into_iter().min_by_key(|image| image.index()).unwrap_or(self)
    }

    /// The number of the neighbourhood, below [`Neighbourhood::COUNT`].
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Some of the four points around a point, in the order of [`Point::neighbours`].
#[derive(Clone, Debug)]
pub struct Sides<L: Layout> {
    point: Point<L>,
    /// One bit each.
    bits: u32,
}

impl<L: Layout> Sides<L> {
    /// The points around of which this holds: without a branch.
    #[inline(always)]
    fn of(point: Point<L>, holds: impl Fn(usize) -> bool) -> Self {
        let [left, right, below, above] = Board::around(point);
        let bit = |cell: usize, side: u32| u32::from(holds(cell)) << side;
        Self { point, bits: bit(left, 0) | bit(right, 1) | bit(below, 2) | bit(above, 3) }
    }

    /// Whether there are none.
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

/// What is asked of the four points around a point. Playouts ask often, and what the answer is cannot be foretold: so it is found
/// without a branch.
impl<L: Layout> Board<L> {
    /// The stones of a colour around a point.
    #[inline(always)]
    pub fn stones_around(&self, color: Color, point: Point<L>) -> Sides<L> {
        Sides::of(point, |cell| self.marks[cell].is(color))
    }

    /// The empty points around a point.
    #[inline(always)]
    pub fn empty_around(&self, point: Point<L>) -> Sides<L> {
        Sides::of(point, |cell| self.marks[cell].is_empty())
    }

    /// The stones of a colour around a point whose chains have at most so many pseudo-liberties.
    #[inline(always)]
    pub fn weak_around(&self, color: Color, point: Point<L>, most_pseudo_liberties: u32) -> Sides<L> {
        self.stones_where(color, point, |liberties| liberties < (most_pseudo_liberties + 1) * ONE)
    }

    /// The stones of a colour around a point whose chains have more pseudo-liberties than that.
    #[inline(always)]
    pub fn strong_around(&self, color: Color, point: Point<L>, pseudo_liberties: u32) -> Sides<L> {
        self.stones_where(color, point, |liberties| liberties >= (pseudo_liberties + 1) * ONE)
    }

    /// The stones of a colour around a point of which this holds of the liberties of the chains, packed.
    #[inline(always)]
    fn stones_where(&self, color: Color, point: Point<L>, holds: impl Fn(u32) -> bool) -> Sides<L> {
        Sides::of(point, |cell| {
            let mark = self.marks[cell];
            mark.is(color) & holds(self.liberties[mark.cell::<L>()])
        })
    }
}

impl<L: Layout> Board<L> {
    /// The eight points around a point, as `color` sees them.
    #[inline(always)]
    pub fn neighbourhood(&self, color: Color, point: Point<L>) -> Neighbourhood {
        let cell = point.cell();
        let (below, above) = (cell - L::STRIDE, cell + L::STRIDE);
        let cells = [below - 1, below, below + 1, cell - 1, cell + 1, above - 1, above, above + 1];
        let code = |(place, cell): (usize, usize)| self.marks[cell].seen_by(color) << (2 * place);
        Neighbourhood(cells.into_iter().enumerate().map(code).fold(0, |all, code| all | code))
    }

    /// The number of empty points next to an empty point. Meaningless on a point with a stone.
    #[inline(always)]
    pub fn empty_neighbours(&self, point: Point<L>) -> u32 {
        self.liberties[point.cell()].wrapping_sub(ENDLESS) / ONE
    }

    /// The pseudo-liberties of the chain on `point`: each liberty as often as a stone of the chain touches it, up to four times.
    /// Meaningless on a point without a stone.
    #[inline(always)]
    pub fn pseudo_liberties(&self, point: Point<L>) -> u32 {
        self.liberties[self.marks[point.cell()].cell::<L>()] / ONE
    }

    /// The liberties of the chain on `point`, or so many of them if there are more. Meaningless on a point without a stone.
    #[inline]
    pub fn some_liberties<const MOST: usize>(&self, point: Point<L>) -> ArrayVec<Point<L>, MOST> {
        let mut found = ArrayVec::new();
        // The stone itself is no liberty.
        self.add_liberties(point, point, &mut found);
        found
    }

    /// Adds liberties of the chain on `point` that are not there yet, but for one, until there is no room for more, and says
    /// whether there is. Meaningless on a point without a stone.
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
            for liberty in self.empty_around(Point::of_cell(cell)) {
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

    /// The liberties of the chain on `point` if there are exactly two. Meaningless on a point without a stone.
    #[inline]
    pub fn two_liberties(&self, point: Point<L>) -> Option<[Point<L>; 2]> {
        // One liberty is touched four times at most.
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

    /// Miri takes a second for a stone, and longer on a larger board.
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
            assert_eq!(image.canonical(), around.canonical());
        }
        // Mirrored left to right.
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
