//! Chains joined and lifted: the inner loop of every playout.
//!
//! Nothing here branches on what the neighbours of a point are, except where chains meet: mispredicted branches are what
//! playouts spend their time on. Indices are masked, so that they need no check.

use super::{Board, Color, Content, zobrist};
use crate::geometry::{Bitboard, CellNumber, Layout, Point};
use std::hint::select_unpredictable;
use std::marker::PhantomData;

/// One liberty in a packed number of liberties: their number in the bits from here on, the sum of their cells below.
pub(super) const ONE: u32 = 1 << 20;
/// More liberties than any chain has: what is added to the number of every cell without a stone, so that it is never 0.
pub(super) const ENDLESS: u32 = 1 << 30;
/// The number of a cell of the border, before any stone is put beside it.
pub(super) const NO_CHAIN: u32 = ENDLESS;

/// The liberty that an empty cell is.
#[inline]
pub(super) fn liberty(cell: usize) -> u32 {
    ONE | cell as u32
}

/// The number of an empty cell: the liberties that a stone there would have by itself, these cells.
pub(super) fn own_liberties(empty_cells_around: impl Iterator<Item = usize>) -> u32 {
    empty_cells_around.fold(ENDLESS, |liberties, cell| liberties.wrapping_add(liberty(cell)))
}

/// What a cell holds, and the cell at which its liberties are counted: its own where it is empty, the head of the chain
/// where a stone lies, and cell 0 for the whole border.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ChainMark(u16);

impl ChainMark {
    /// A cell of the border.
    pub(super) const OUTSIDE: Self = Self(0);
    const BLACK: u16 = 1 << 15;
    const EMPTY: u16 = 1 << 13;

    /// The bit of a colour.
    #[inline(always)]
    const fn bit(color: Color) -> u16 {
        Self::BLACK >> color as u32
    }

    /// An empty cell.
    #[inline(always)]
    pub(super) const fn empty(cell: usize) -> Self {
        Self(Self::EMPTY | cell as u16)
    }

    /// A stone of the chain with this head.
    #[inline(always)]
    const fn stone(color: Color, head: usize) -> Self {
        Self(Self::bit(color) | head as u16)
    }

    /// The cell where the liberties are counted: an index that needs no check.
    #[inline(always)]
    pub(super) fn cell<L: Layout>(self) -> usize {
        usize::from(self.0) & L::CELL_MASK
    }

    #[inline(always)]
    pub(super) fn is(self, color: Color) -> bool {
        self.0 & Self::bit(color) != 0
    }

    /// Whether no stone lies there, and the cell is none of the border.
    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0 & Self::EMPTY != 0
    }

    /// What lies there as a colour sees it: the number of a [`Neighbour`](super::Neighbour).
    #[inline(always)]
    pub(super) fn seen_by(self, color: Color) -> u16 {
        // By the three highest bits: 0 is the border, 1 an empty cell, 2 a white stone, 4 a black one.
        const SEEN: [u16; 2] = [3 | 2 << 4 | 1 << 8, 3 | 1 << 4 | 2 << 8];
        SEEN[color as usize] >> (2 * (self.0 >> 13)) & 3
    }

    /// What lies there.
    #[inline]
    pub(super) fn content(self) -> Content {
        if self.is(Color::Black) {
            Content::Stone(Color::Black)
        } else if self.is(Color::White) {
            Content::Stone(Color::White)
        } else if self == Self::OUTSIDE {
            Content::Outside
        } else {
            Content::Empty
        }
    }
}

/// What a stone meets on a point of which the liberties were taken, by [`Board::take_liberties`].
#[derive(Clone, Copy, Debug)]
pub struct TakenLiberties {
    marks: [ChainMark; 4],
    /// The empty points around, packed.
    open: u32,
    /// The fewest liberties that a chain around has left, packed.
    fewest: u32,
    has_own_neighbour: bool,
}

impl TakenLiberties {
    /// Whether every chain around keeps a liberty, and the stone will have one or belong to a chain that has.
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        (self.fewest != 0) & ((self.open != 0) | self.has_own_neighbour)
    }

    /// Whether a chain around is left without a liberty: an enemy's, or an own one that the stone would belong to.
    #[inline(always)]
    pub fn has_enclosed(&self) -> bool {
        self.fewest == 0
    }

    /// Whether an own stone is next to the point.
    #[inline(always)]
    pub fn has_own_neighbour(&self) -> bool {
        self.has_own_neighbour
    }

    /// Whether an empty point is next to the point.
    #[inline(always)]
    pub fn has_empty_neighbour(&self) -> bool {
        self.open != 0
    }
}

/// A chain that was lifted.
#[derive(Clone, Copy, Debug)]
pub struct Lifted<L: Layout> {
    /// Its stones.
    pub stones: Bitboard<L>,
    /// Their part of the hash of the position, as [`chain_hash`](super::chain_hash) gives it.
    pub hash: u64,
}

/// Enclosed chains around a point, each once.
#[derive(Clone, Copy, Debug)]
pub struct Enclosed<L: Layout> {
    /// The cells of their heads; 0 where there is none.
    cells: [usize; 4],
    layout: PhantomData<L>,
}

impl<L: Layout> Enclosed<L> {
    /// The chains with these heads, one for each side of a point; 0 where there is none.
    #[inline(always)]
    fn of([one, two, three, four]: [usize; 4]) -> Self {
        let two = select_unpredictable(two == one, 0, two);
        let three = select_unpredictable((three == one) | (three == two), 0, three);
        let four = select_unpredictable((four == one) | (four == two) | (four == three), 0, four);
        Self { cells: [one, two, three, four], layout: PhantomData }
    }

    /// The head of the chain, if there is exactly one.
    #[inline(always)]
    pub fn only(&self) -> Option<Point<L>> {
        let [one, two, three, four] = self.cells;
        let chains = u32::from(one != 0) + u32::from(two != 0) + u32::from(three != 0) + u32::from(four != 0);
        (chains == 1).then_some(Point::of_cell(one | two | three | four))
    }

    /// Whether there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.cells == [0; 4]
    }

    /// The heads of all of them.
    pub fn heads(self) -> impl Iterator<Item = Point<L>> {
        self.cells.into_iter().filter(|&cell| cell != 0).map(Point::of_cell)
    }
}

impl<L: Layout> Board<L> {
    /// The cells around a point, as indices that need no check.
    #[inline(always)]
    pub(super) fn around(point: Point<L>) -> [usize; 4] {
        let cell = point.cell();
        [cell - 1, cell + 1, cell - L::STRIDE, cell + L::STRIDE]
    }

    /// The enclosed chains of `color` next to `point`.
    #[inline(always)]
    pub fn enclosed_around(&self, color: Color, point: Point<L>) -> Enclosed<L> {
        Enclosed::of(Self::around(point).map(|neighbour| {
            let mark = self.marks[neighbour];
            let head = mark.cell::<L>();
            let is_enclosed = mark.is(color) & (self.liberties[head] == 0);
            select_unpredictable(is_enclosed, head, 0)
        }))
    }

    /// The chains of `color` that a stone of the other colour on the empty point would enclose: it is their last liberty.
    #[inline]
    pub fn enclosed_by(&self, color: Color, point: Point<L>) -> Enclosed<L> {
        Enclosed::of(Self::around(point).map(|neighbour| {
            let mark = self.marks[neighbour];
            let is_last = mark.is(color) && self.last_liberty(Point::of_cell(neighbour)) == Some(point);
            if is_last { mark.cell::<L>() } else { 0 }
        }))
    }

    /// Calls the function with the cell of each stone of a chain.
    #[inline]
    pub(super) fn walk(&self, start: usize, mut visit: impl FnMut(usize)) {
        let mut cell = start;
        loop {
            visit(cell);
            cell = self.next[cell].get();
            if cell == start {
                break;
            }
        }
    }

    /// Whether a point next to this one is empty or holds a stone of the other colour.
    #[inline(always)]
    pub fn is_open(&self, color: Color, point: Point<L>) -> bool {
        let around = Self::around(point).map(|neighbour| self.marks[neighbour].0);
        (around[0] | around[1] | around[2] | around[3]) & (ChainMark::EMPTY | ChainMark::bit(!color)) != 0
    }

    /// The number of empty points.
    #[inline(always)]
    pub fn empty_len(&self) -> usize {
        self.empties
    }

    /// One of the empty points, which stand in no particular order. Meaningless from [`Board::empty_len`] on.
    #[inline(always)]
    pub fn nth_empty(&self, number: usize) -> Point<L> {
        Point::of_cell(self.list[number & L::CELL_MASK].get())
    }

    /// Puts a stone on an empty point. Nothing is lifted: chains may stand without a liberty afterwards.
    ///
    /// On a point that is not empty the board is left in a state of no meaning (and debug builds panic).
    #[inline]
    pub fn put(&mut self, color: Color, point: Point<L>) {
        let taken = self.take_liberties(color, point);
        self.put_with_liberties_taken(color, point, &taken);
    }

    /// The first half of [`Board::put`]: takes the point from the liberties of the chains around it, and says what a stone
    /// there would meet. The stone itself is not on the board yet: [`Board::put_with_liberties_taken`] puts it down, and
    /// [`Board::return_liberties`] gives the liberties back. Nothing else may come between.
    #[inline(always)]
    pub fn take_liberties(&mut self, color: Color, point: Point<L>) -> TakenLiberties {
        debug_assert_eq!(self.content(point), Content::Empty, "a stone on {point}");
        let cell = point.cell();
        let open = self.liberties[cell].wrapping_sub(ENDLESS);
        let marks = Self::around(point).map(|neighbour| self.marks[neighbour]);
        let taken = liberty(cell);
        // A chain on several sides loses the point as often: the last time says what is left, and that is the least.
        let left = marks.map(|mark| {
            let left = self.liberties[mark.cell::<L>()].wrapping_sub(taken);
            self.liberties[mark.cell::<L>()] = left;
            left
        });
        TakenLiberties {
            marks,
            open,
            fewest: left[0].min(left[1]).min(left[2]).min(left[3]),
            has_own_neighbour: (marks[0].0 | marks[1].0 | marks[2].0 | marks[3].0) & ChainMark::bit(color) != 0,
        }
    }

    /// Takes [`Board::take_liberties`] back.
    #[inline(always)]
    pub fn return_liberties(&mut self, point: Point<L>, taken: &TakenLiberties) {
        let point = liberty(point.cell());
        for mark in taken.marks {
            let left = &mut self.liberties[mark.cell::<L>()];
            *left = left.wrapping_add(point);
        }
    }

    /// The second half of [`Board::put`].
    #[inline(always)]
    pub fn put_with_liberties_taken(&mut self, color: Color, point: Point<L>, taken: &TakenLiberties) {
        let TakenLiberties { marks, open, .. } = *taken;
        let cell = point.cell();
        self.hash ^= zobrist::key(color, point);
        self.stones[color] |= Bitboard::of(point);
        self.strike_off(cell);
        // No own chain around, or one: no branch.
        let mut kept = cell;
        for mark in marks {
            kept = select_unpredictable(mark.is(color), mark.cell::<L>(), kept);
        }
        let differences = marks.map(|mark| select_unpredictable(mark.is(color), mark.cell::<L>() ^ kept, 0));
        let others = differences[0] | differences[1] | differences[2] | differences[3];
        self.marks[cell] = ChainMark::stone(color, kept);
        self.liberties[cell] = 0;
        self.next[cell] = L::Cell::new(cell);
        let after = self.next[kept];
        self.next[kept] = L::Cell::new(cell);
        self.next[cell] = after;
        self.liberties[kept] = self.liberties[kept].wrapping_add(open);
        if others != 0 {
            self.join(color, kept, differences);
        }
    }

    /// Strikes a cell off the list of empty ones.
    #[inline(always)]
    fn strike_off(&mut self, cell: usize) {
        self.empties = self.empties.wrapping_sub(1);
        let last = self.list[self.empties & L::CELL_MASK];
        let place = self.place[cell];
        self.list[place.get()] = last;
        self.place[last.get()] = place;
    }

    /// Makes one chain of `kept` and the other own chains around a point, of which the differences to its head are given; 0
    /// where there is none.
    #[inline(always)]
    fn join(&mut self, color: Color, kept: usize, differences: [usize; 4]) {
        let [one, two, three, four] = differences;
        let any = one | two | three | four;
        let is_only = |difference: usize| (difference == 0) | (difference == any);
        if is_only(one) & is_only(two) & is_only(three) & is_only(four) {
            self.join_two(color, kept, kept ^ any);
        } else {
            let mut head = kept;
            for difference in differences {
                // What it was the head of may have been joined to another chain already.
                let other = self.marks[kept ^ difference].cell::<L>();
                if other != head {
                    head = self.join_two(color, head, other);
                }
            }
        }
    }

    /// Makes one chain of two, and gives the head of both.
    #[inline]
    fn join_two(&mut self, color: Color, one: usize, other: usize) -> usize {
        let (kept, absorbed) = if L::Cell::SWEEPS {
            let [kept, absorbed] = [one, other].map(|head| ChainMark::stone(color, head));
            for mark in &mut self.marks.as_mut()[..L::SWEPT] {
                *mark = if *mark == absorbed { kept } else { *mark };
            }
            (one, other)
        } else {
            // The chain with fewer liberties is mostly the shorter one.
            let is_shorter = self.liberties[one] < self.liberties[other];
            let kept = select_unpredictable(is_shorter, other, one);
            let absorbed = one ^ other ^ kept;
            let mut cell = absorbed;
            loop {
                self.marks[cell] = ChainMark::stone(color, kept);
                cell = self.next[cell].get();
                if cell == absorbed {
                    break;
                }
            }
            (kept, absorbed)
        };
        self.liberties[kept] = self.liberties[kept].wrapping_add(self.liberties[absorbed]);
        self.splice(kept, absorbed);
        kept
    }

    /// Joins the circles of two chains. A circle with itself stays as it is, if the stones are the same.
    #[inline(always)]
    fn splice(&mut self, one: usize, other: usize) {
        let after = self.next[one];
        self.next[one] = self.next[other];
        self.next[other] = after;
    }

    /// Takes the chain on `point` off the board.
    ///
    /// On a point without a stone the board is left in a state of no meaning (and debug builds panic).
    #[inline(always)]
    pub fn lift(&mut self, point: Point<L>) -> Lifted<L> {
        debug_assert!(self.stone(point).is_some(), "no stone on {point}");
        let mark = self.marks[point.cell()];
        let color = if mark.is(Color::Black) { Color::Black } else { Color::White };
        // The head comes last: until then its number is that of the chain.
        let head = mark.cell::<L>();
        let mut lifted = Lifted { stones: Bitboard::empty(), hash: 0 };
        let mut cell = head;
        loop {
            cell = self.next[cell].get();
            let stone = Point::of_cell(cell);
            let freed = liberty(cell);
            let mut own = ENDLESS;
            for neighbour in Self::around(stone) {
                let mark = self.marks[neighbour];
                // A neighbour that is still to be lifted gets a liberty too, which goes with it.
                let left = &mut self.liberties[mark.cell::<L>()];
                *left = left.wrapping_add(freed);
                own = own.wrapping_add(if mark.0 & ChainMark::EMPTY != 0 { liberty(neighbour) } else { 0 });
            }
            self.liberties[cell] = own;
            self.marks[cell] = ChainMark::empty(cell);
            lifted.hash ^= zobrist::key(color, stone);
            lifted.stones |= Bitboard::of(stone);
            self.list[self.empties & L::CELL_MASK] = L::Cell::new(cell);
            self.place[cell] = L::Cell::new(self.empties);
            self.empties = self.empties.wrapping_add(1);
            if cell == head {
                break;
            }
        }
        self.stones[color] -= lifted.stones;
        self.hash ^= lifted.hash;
        lifted
    }

    /// The liberty of a chain that has one only; `None` if it has more, or none. Meaningless on a point without a stone.
    #[inline]
    pub fn last_liberty(&self, point: Point<L>) -> Option<Point<L>> {
        let mark = self.marks[point.cell()];
        let packed = self.liberties[mark.cell::<L>()];
        let (touches, sum) = (packed / ONE, packed % ONE);
        // One point is touched by four stones at most.
        if !(1..=4).contains(&touches) || sum % touches != 0 {
            return None;
        }
        let last = (sum / touches) as usize & L::CELL_MASK;
        let point = Point::of_cell(last);
        let counted = Self::around(point).into_iter().filter(|&neighbour| self.marks[neighbour] == mark).count();
        (self.marks[last] == ChainMark::empty(last) && counted == touches as usize).then_some(point)
    }
}
