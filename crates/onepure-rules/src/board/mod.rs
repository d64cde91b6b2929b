//! Stones and chains on a board, updated move by move.
//!
//! This layer has no rules: it does not know whose turn it is, what is forbidden, or what happens to an enclosed chain.
//! It puts a stone down ([`Board::put`]), reports chains without a liberty, and lifts a chain ([`Board::lift`]).
//!
//! The board is a mailbox: one cell a point, and a border of cells around them. The *mark* of a cell gives its contents
//! and the cell that has its packed liberties: for a stone this is the *head* of its chain, one of the chain's stones.
//! Each stone links to the next stone of its chain, in a circle. The packed liberties of a chain are the number of its
//! pseudo-liberties (each liberty counted once for every stone that touches it) and the sum of their cells, in one
//! integer:
//!
//! ```text
//!   # # .        head:  A3 A3 .      next:  B3 A2 .      at A3: C3, B2, A1, and B2 again from A2
//!   # . O               A3 .  C2            A3 .  C1     at C2: C3, B2, and B1 from C1
//!   . . O               .  .  C2            .  .  C2
//! ```
//!
//! An empty cell has packed liberties too, those of a stone put there. So a placement subtracts its point from four
//! integers without looking at the neighbours. A chain is enclosed if its integer is 0. It has one liberty if the mean
//! of the cells is that liberty's cell. The exact liberties of a chain are computed from its stones on demand.
//!
//! A list of the empty cells allows a random one to be drawn in constant time.

mod color;
pub mod zobrist;

pub use color::{Color, PerColor};

mod chains;
mod consequences;
mod local;

pub use chains::{Enclosed, Lifted, TakenLiberties};
pub use consequences::Consequences;
pub use local::{Neighbour, Neighbourhood, Sides};

use crate::geometry::{Bitboard, BoardSize, CellNumber, Large, Layout, Point};
use chains::{BORDER_LIBERTIES, ChainMark, liberty, own_liberties};

/// The contents of a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// No stone.
    Empty,
    /// A stone of this colour.
    Stone(Color),
    /// The point is in the border, which never has a stone.
    Outside,
}

/// A position (국면): the distribution of black and white stones. Whose turn it is does not belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position<L: Layout = Large> {
    /// The stones of each colour.
    pub stones: PerColor<Bitboard<L>>,
}

impl<L: Layout> Position<L> {
    /// The Zobrist hash, computed from all stones. Different positions may have the same hash.
    pub fn hash(&self) -> u64 {
        Color::BOTH.iter().fold(0, |hash, &color| hash ^ chain_hash(color, self.stones[color]))
    }

    /// The colour of the stone on the point, or `None` if there is no stone.
    pub fn stone(&self, point: Point<L>) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.stones[color].contains(point))
    }

    /// The position without the stones in `lifted`.
    pub fn without(&self, lifted: Bitboard<L>) -> Self {
        Self { stones: PerColor::from_fn(|color| self.stones[color] - lifted) }
    }
}

/// The hash of a set of stones of one colour. By exclusive or it adds them to the hash of a position, or removes them.
pub fn chain_hash<L: Layout>(color: Color, stones: Bitboard<L>) -> u64 {
    stones.iter().fold(0, |hash, point| hash ^ zobrist::key(color, point))
}

/// A board with its chains, their liberties and the hash of the position. Cloning is a plain copy without heap.
#[derive(Clone, Copy, Debug)]
pub struct Board<L: Layout = Large> {
    size: BoardSize,
    hash: u64,
    all: Bitboard<L>,
    stones: PerColor<Bitboard<L>>,
    /// For each cell its contents, and the cell that has its packed liberties.
    marks: L::Cells<ChainMark>,
    /// For each stone the cell of the next stone of its chain, in a circle.
    next: L::Cells<L::Cell>,
    /// Packed liberties: at the head of each chain those of the chain, at each empty cell those of a stone put there
    /// plus a bias, at cell 0 those of the border.
    liberties: L::Cells<u32>,
    /// The number of empty points.
    empties: usize,
    /// The cells of the empty points, in an order that follows from the moves alone.
    list: L::Cells<L::Cell>,
    /// For each empty cell its index in `list`.
    place: L::Cells<L::Cell>,
}

impl<L: Layout> Board<L> {
    /// A board without stones.
    ///
    /// # Panics
    /// If the layout is too small for the size.
    pub fn new(size: BoardSize) -> Self {
        Self::within(size, size.all())
    }

    /// A board without stones whose points are only those of `all`. The others belong to its border.
    ///
    /// # Panics
    /// If the layout is too small for the size.
    pub(crate) fn within(size: BoardSize, all: Bitboard<L>) -> Self {
        assert!(size.lines() <= L::LINES, "a layout of {} lines cannot hold {size}", L::LINES);
        let mut board = Self {
            size,
            hash: 0,
            all,
            stones: PerColor::default(),
            marks: L::filled(ChainMark::OUTSIDE),
            next: L::filled(L::Cell::new(0)),
            liberties: L::filled(BORDER_LIBERTIES),
            empties: 0,
            list: L::filled(L::Cell::new(0)),
            place: L::filled(L::Cell::new(0)),
        };
        for point in all {
            let cell = point.cell();
            board.marks[cell] = ChainMark::empty(cell);
            board.list[board.empties] = L::Cell::new(cell);
            board.place[cell] = L::Cell::new(board.empties);
            board.empties += 1;
        }
        for point in all {
            board.liberties[point.cell()] = own_liberties(board.empty_cells_around(point));
        }
        board
    }

    /// The cells of the empty points adjacent to a point.
    fn empty_cells_around(&self, point: Point<L>) -> impl Iterator<Item = usize> {
        let empty = |&neighbour: &Point<L>| self.content(neighbour) == Content::Empty;
        point.neighbours().into_iter().filter(empty).map(Point::cell)
    }

    /// A board with these stones. Enclosed chains stay on it.
    ///
    /// # Panics
    /// If a stone lies outside the board, or two stones lie on one point.
    pub fn from_position(size: BoardSize, position: &Position<L>) -> Self {
        let mut board = Self::new(size);
        for color in Color::BOTH {
            for point in position.stones[color] {
                assert_eq!(board.content(point), Content::Empty, "a stone outside, or two on one point");
                board.put(color, point);
            }
        }
        board
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// All points of the board.
    #[inline]
    pub fn all(&self) -> Bitboard<L> {
        self.all
    }

    /// The empty points.
    #[inline]
    pub fn empty(&self) -> Bitboard<L> {
        self.all - self.stones.black - self.stones.white
    }

    /// The stones of a colour.
    #[inline]
    pub fn stones(&self, color: Color) -> Bitboard<L> {
        self.stones[color]
    }

    /// The position: the stones of both colours.
    #[inline]
    pub fn position(&self) -> Position<L> {
        Position { stones: self.stones }
    }

    /// The Zobrist hash of the position, the same in every layout. Different positions may have the same hash.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The contents of a point of the board or of its border.
    #[inline]
    pub fn content(&self, point: Point<L>) -> Content {
        self.marks[point.cell()].content()
    }

    /// The empty points from which a path of empty points leads to a stone of the colour.
    #[inline]
    pub fn reach(&self, color: Color) -> Bitboard<L> {
        self.stones[color].neighbours().flood_within(self.empty())
    }

    /// The colour of the stone on a point, or `None` if there is no stone.
    #[inline]
    pub fn stone(&self, point: Point<L>) -> Option<Color> {
        match self.content(point) {
            Content::Stone(color) => Some(color),
            Content::Empty | Content::Outside => None,
        }
    }

    /// The head of the chain on `point`, one of its stones. Two stones belong to one chain if and only if their heads
    /// are equal. Meaningless on a point without a stone.
    #[inline]
    pub fn head(&self, point: Point<L>) -> Point<L> {
        Point::from_cell(self.marks[point.cell()].cell::<L>())
    }

    /// The stones of the chain on `point`. Meaningless on a point without a stone.
    #[inline]
    pub fn chain(&self, point: Point<L>) -> Bitboard<L> {
        let mut chain = Bitboard::empty();
        self.walk(point.cell(), |cell| chain.insert(Point::from_cell(cell)));
        chain
    }

    /// Returns whether the stone on `point` is a chain of one stone. Meaningless on a point without a stone.
    #[inline]
    pub fn is_lone(&self, point: Point<L>) -> bool {
        self.next[point.cell()].get() == point.cell()
    }

    /// The liberties of the chain on `point`: the empty points adjacent to it. Meaningless on a point without a stone.
    pub fn liberties(&self, point: Point<L>) -> Bitboard<L> {
        self.chain(point).neighbours() & self.empty()
    }

    /// Returns whether the chain on `point` has no liberty (완충). Meaningless on a point without a stone.
    #[inline]
    pub fn is_enclosed(&self, point: Point<L>) -> bool {
        self.liberties[self.marks[point.cell()].cell::<L>()] == 0
    }

    /// Compares all incremental state with the same computed from the stones alone. Slow, for tests and debug builds.
    ///
    /// # Errors
    /// The name of the first difference.
    pub fn check(&self) -> Result<(), String> {
        let position = self.position();
        let PerColor { black, white } = self.stones;
        let expect = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        expect((black & white).is_empty() && (black | white).is_subset(self.all), "the sets of stones")?;
        expect(self.hash == position.hash(), "the hash")?;
        for point in self.all {
            let Some(color) = position.stone(point) else {
                expect(self.content(point) == Content::Empty, &format!("the content of {point}"))?;
                let expected = own_liberties(self.empty_cells_around(point));
                expect(self.liberties[point.cell()] == expected, &format!("the empty points around {point}"))?;
                continue;
            };
            expect(self.content(point) == Content::Stone(color), &format!("the content of {point}"))?;
            let chain = Bitboard::of(point).flood_within(self.stones[color]);
            let mut length = 0;
            self.walk(point.cell(), |_| length += 1);
            expect(length == chain.len(), &format!("the chain at {point} has a stone twice or too few"))?;
            expect(self.chain(point) == chain, &format!("the stones of the chain at {point}"))?;
            expect(self.is_lone(point) == (length == 1), &format!("whether {point} is a chain by itself"))?;
            expect(chain.contains(self.head(point)), &format!("the head of the chain at {point}"))?;
            expect(chain.iter().all(|stone| self.head(stone) == self.head(point)), &format!("two heads at {point}"))?;
            let liberties = chain.neighbours() & self.empty();
            expect(self.liberties(point) == liberties, &format!("the liberties at {point}"))?;
            let touched =
                chain.iter().flat_map(Point::neighbours).filter(|&point| self.content(point) == Content::Empty);
            let packed = touched.map(|point| liberty(point.cell())).sum::<u32>();
            expect(self.liberties[self.head(point).cell()] == packed, &format!("the packed liberties at {point}"))?;
            let last = liberties.first().filter(|_| liberties.len() == 1);
            expect(self.last_liberty(point) == last, &format!("the last liberty at {point}"))?;
        }
        let listed = (0..self.empties).map(|number| self.nth_empty(number)).collect::<Bitboard<L>>();
        expect(listed == self.empty() && listed.len() == self.empties, "the list of empty points")?;
        let in_place = |point: Point<L>| self.list[self.place[point.cell()].get()].get() == point.cell();
        expect(self.empty().iter().all(in_place), "a place in the list of empty points")
    }
}

impl<L: Layout> PartialEq for Board<L> {
    /// Compares the positions alone. Equal positions can have different heads, which depend on the order of the moves.
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.stones == other.stones
    }
}

impl<L: Layout> Eq for Board<L> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Medium, Small};
    use proptest::prelude::*;

    /// The number of steps in the random tests. Miri takes a second a step.
    const MOST_STEPS: usize = if cfg!(miri) { 6 } else { 150 };

    /// Puts and lifts stones at random, and checks the whole state after each step. Returns the empty points as they are numbered then.
    fn random_walk<L: Layout>(lines: usize, steps: &[(u16, bool)]) -> Vec<Point> {
        let size = BoardSize::new(lines).expect("2 to 19 lines");
        let mut board = Board::<L>::new(size);
        for &(choice, black) in steps {
            let points: Vec<_> = size.points().collect();
            let point = points[usize::from(choice) % points.len()];
            if let Some(color) = board.stone(point) {
                let chain = board.chain(point);
                let lifted = board.lift(point);
                assert_eq!((lifted.stones, lifted.hash), (chain, chain_hash(color, chain)));
            } else {
                board.put(if black { Color::Black } else { Color::White }, point);
            }
            assert_eq!(board.check(), Ok(()));
        }
        assert_eq!(Board::from_position(size, &board.position()), board);
        (0..board.empty_len()).map(|number| board.nth_empty(number).convert()).collect()
    }

    proptest! {
        #[test]
        fn incremental_state_equals_state_computed_afresh(
            lines in 2..=9_usize,
            steps in prop::collection::vec((any::<u16>(), any::<bool>()), 0..MOST_STEPS),
        ) {
            let empties = random_walk::<Small>(lines, &steps);
            if !cfg!(miri) {
                random_walk::<Medium>(lines + 4, &steps);
                random_walk::<Large>(lines + 10, &steps);
                // Playouts draw the same points in every layout.
                prop_assert_eq!(&random_walk::<Medium>(lines, &steps), &empties);
                prop_assert_eq!(&random_walk::<Large>(lines, &steps), &empties);
            }
        }
    }

    #[test]
    fn enclosed_chains_are_named_once() {
        // # O .      White at B2 encloses nothing: Black's chain A3-A2 keeps the liberty A1
        // # . .
        // . O .
        let size = BoardSize::new(3).expect("3 lines");
        let mut board = Board::<Small>::new(size);
        for (color, column, row) in
            [(Color::Black, 0, 2), (Color::Black, 0, 1), (Color::White, 1, 2), (Color::White, 1, 0)]
        {
            board.put(color, Point::new(column, row));
        }
        board.put(Color::White, Point::new(1, 1));
        assert_eq!(board.enclosed_around(Color::Black, Point::new(1, 1)).heads().count(), 0);
        board.put(Color::White, Point::new(0, 0));
        assert_eq!(board.enclosed_around(Color::Black, Point::new(0, 0)).heads().count(), 1);
        assert!(board.is_enclosed(Point::new(0, 2)));
    }
}
