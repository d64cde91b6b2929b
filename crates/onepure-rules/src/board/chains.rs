//! Putting stones and lifting chains: the inner loop of every playout.
//!
//! This code does not branch on the contents of neighbouring points, except when chains join: mispredicted branches
//! would dominate the time of a playout. Indices are masked, so that they need no bounds checks.

use super::{Board, Color, Content, zobrist};
use crate::geometry::{Bitboard, CellNumber, Layout, Point};
use std::hint::select_unpredictable;
use std::marker::PhantomData;

/// One liberty in a packed count. The bits from 20 up are the number of liberties; the bits below are the sum of their
/// cells.
pub(super) const ONE: u32 = 1 << 20;
/// A bias above any chain's packed liberties. Every cell without a stone has it, so that its count is never 0 and
/// exceeds that of every chain.
pub(super) const EMPTY_BIAS: u32 = 1 << 30;
/// The initial packed count of the border, which is cell 0.
pub(super) const BORDER_LIBERTIES: u32 = EMPTY_BIAS;

/// The packed liberty at an empty cell.
#[inline]
pub(super) fn liberty(cell: usize) -> u32 {
    ONE | cell as u32
}

/// The packed count of an empty cell: the liberties that a lone stone there would have, and the bias.
pub(super) fn own_liberties(empty_cells_around: impl Iterator<Item = usize>) -> u32 {
    empty_cells_around.fold(EMPTY_BIAS, |liberties, cell| liberties.wrapping_add(liberty(cell)))
}

/// The contents of a cell, and the cell that has its packed liberties: for an empty cell its own, for a stone the head
/// of its chain, for the border cell 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ChainMark(u16);

impl ChainMark {
    /// A border cell.
    pub(super) const OUTSIDE: Self = Self(0);
    const BLACK: u16 = 1 << 15;
    const EMPTY: u16 = 1 << 13;

    /// The bit that marks a stone of this colour.
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

    /// The cell that has the packed liberties, as an index that needs no bounds check.
    #[inline(always)]
    pub(super) fn cell<L: Layout>(self) -> usize {
        usize::from(self.0) & L::CELL_MASK
    }

    #[inline(always)]
    pub(super) fn is(self, color: Color) -> bool {
        self.0 & Self::bit(color) != 0
    }

    /// Returns whether the cell is empty. False for a stone and for the border.
    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0 & Self::EMPTY != 0
    }

    /// The contents relative to a colour, as the discriminant of a [`Neighbour`](super::Neighbour).
    #[inline(always)]
    pub(super) fn relative_to(self, color: Color) -> u16 {
        // Indexed by the three highest bits: 0 is the border, 1 an empty cell, 2 a white stone, 4 a black one.
        const SEEN: [u16; 2] = [3 | 2 << 4 | 1 << 8, 3 | 1 << 4 | 2 << 8];
        SEEN[color as usize] >> (2 * (self.0 >> 13)) & 3
    }

    /// The contents of the cell.
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

/// The neighbours of a point whose liberties [`Board::take_liberties`] took: what a stone there would meet.
#[derive(Clone, Copy, Debug)]
pub struct TakenLiberties {
    marks: [ChainMark; 4],
    /// The empty points around, packed.
    open: u32,
    /// The least packed count that a chain around has left.
    fewest: u32,
    has_own_neighbour: bool,
}

impl TakenLiberties {
    /// Returns whether nothing is enclosed: every adjacent chain keeps a liberty, and the stone has a liberty or joins
    /// a chain that keeps one.
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        (self.fewest != 0) & ((self.open != 0) | self.has_own_neighbour)
    }

    /// Returns whether an adjacent chain has no liberty left: an enemy chain, or an own one that the stone would join.
    #[inline(always)]
    pub fn has_enclosed(&self) -> bool {
        self.fewest == 0
    }

    /// Returns whether an own stone is adjacent to the point.
    #[inline(always)]
    pub fn has_own_neighbour(&self) -> bool {
        self.has_own_neighbour
    }

    /// Returns whether an empty point is adjacent to the point.
    #[inline(always)]
    pub fn has_empty_neighbour(&self) -> bool {
        self.open != 0
    }
}

/// A chain that was lifted.
#[derive(Clone, Copy, Debug)]
pub struct Lifted<L: Layout> {
    /// The stones of the chain.
    pub stones: Bitboard<L>,
    /// The change of the position's hash, by exclusive or; see [`chain_hash`](super::chain_hash).
    pub hash: u64,
}

/// The enclosed chains around a point, each once.
#[derive(Clone, Copy, Debug)]
pub struct Enclosed<L: Layout> {
    /// The cells of their heads, and 0 for the remaining entries.
    cells: [usize; 4],
    layout: PhantomData<L>,
}

impl<L: Layout> Enclosed<L> {
    /// The chains with these heads, one entry for each side of a point; 0 for a side without an enclosed chain.
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
        (chains == 1).then_some(Point::from_cell(one | two | three | four))
    }

    /// Returns whether no chain is enclosed.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.cells == [0; 4]
    }

    /// The heads of the chains.
    pub fn heads(self) -> impl Iterator<Item = Point<L>> {
        self.cells.into_iter().filter(|&cell| cell != 0).map(Point::from_cell)
    }
}

impl<L: Layout> Board<L> {
    /// The four adjacent cells, as indices that need no bounds checks.
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

    /// The chains of `color` whose last liberty is the empty `point`, so that a stone of the other colour there would
    /// enclose them.
    #[inline]
    pub fn enclosed_by(&self, color: Color, point: Point<L>) -> Enclosed<L> {
        Enclosed::of(Self::around(point).map(|neighbour| {
            let mark = self.marks[neighbour];
            let is_last = mark.is(color) && self.last_liberty(Point::from_cell(neighbour)) == Some(point);
            if is_last { mark.cell::<L>() } else { 0 }
        }))
    }

    /// Calls `visit` with the cell of each stone of a chain.
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

    /// Returns whether an adjacent point is empty or has a stone of the other colour.
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

    /// The empty point number `number`, in an order that follows from the moves and is the same in every layout. The result is meaningless
    /// if `number` is not below [`Board::empty_len`].
    #[inline(always)]
    pub fn nth_empty(&self, number: usize) -> Point<L> {
        Point::from_cell(self.list[number & L::CELL_MASK].get())
    }

    /// Puts a stone on an empty point and lifts nothing, so that a chain may be left without a liberty.
    ///
    /// If the point is not empty, debug builds panic and release builds leave the board in a meaningless state.
    #[inline]
    pub fn put(&mut self, color: Color, point: Point<L>) {
        let taken = self.take_liberties(color, point);
        self.put_with_liberties_taken(color, point, &taken);
    }

    /// The first half of [`Board::put`]: takes the point from the liberties of the adjacent chains, and returns what a
    /// stone there would meet. The stone itself is not on the board yet. The caller must next call
    /// [`Board::put_with_liberties_taken`] or [`Board::return_liberties`]; any other call in between sees wrong
    /// liberties.
    #[inline(always)]
    pub fn take_liberties(&mut self, color: Color, point: Point<L>) -> TakenLiberties {
        debug_assert_eq!(self.content(point), Content::Empty, "a stone on {point}");
        let cell = point.cell();
        let open = self.liberties[cell].wrapping_sub(EMPTY_BIAS);
        let marks = Self::around(point).map(|neighbour| self.marks[neighbour]);
        let taken = liberty(cell);
        // A chain on `k` sides loses the point `k` times. Its true count comes from the last subtraction and is the
        // least of the `k` values, so the minimum below is correct.
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

    /// Undoes [`Board::take_liberties`].
    #[inline(always)]
    pub fn return_liberties(&mut self, point: Point<L>, taken: &TakenLiberties) {
        let point = liberty(point.cell());
        for mark in taken.marks {
            let left = &mut self.liberties[mark.cell::<L>()];
            *left = left.wrapping_add(point);
        }
    }

    /// The second half of [`Board::put`]: puts the stone down.
    #[inline(always)]
    pub fn put_with_liberties_taken(&mut self, color: Color, point: Point<L>, taken: &TakenLiberties) {
        let TakenLiberties { marks, open, .. } = *taken;
        let cell = point.cell();
        self.hash ^= zobrist::key(color, point);
        self.stones[color] |= Bitboard::of(point);
        self.remove_from_empties(cell);
        // The common cases, no own chain around or exactly one, take no branch.
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

    /// Removes a cell from the list of empty cells.
    #[inline(always)]
    fn remove_from_empties(&mut self, cell: usize) {
        self.empties = self.empties.wrapping_sub(1);
        let last = self.list[self.empties & L::CELL_MASK];
        let place = self.place[cell];
        self.list[place.get()] = last;
        self.place[last.get()] = place;
    }

    /// Merges `kept` with the other own chains around a point. An entry of `differences` is the exclusive or of a
    /// chain's head and `kept`, or 0 for no other chain.
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
                // An earlier round may have merged this chain already.
                let other = self.marks[kept ^ difference].cell::<L>();
                if other != head {
                    head = self.join_two(color, head, other);
                }
            }
        }
    }

    /// Merges two chains and returns their common head.
    #[inline]
    fn join_two(&mut self, color: Color, one: usize, other: usize) -> usize {
        // The chain with fewer liberties is usually the shorter one, and relabelling it costs less. The sums of the cells, which depend on
        // the layout, do not count: the order of the empty points follows from the heads.
        let is_shorter = self.liberties[one] | (ONE - 1) < self.liberties[other];
        let kept = select_unpredictable(is_shorter, other, one);
        let absorbed = one ^ other ^ kept;
        let mark = ChainMark::stone(color, kept);
        if L::Cell::SWEEPS {
            let replaced = ChainMark::stone(color, absorbed);
            for found in &mut self.marks.as_mut()[..L::SWEPT] {
                *found = if *found == replaced { mark } else { *found };
            }
        } else {
            let mut cell = absorbed;
            loop {
                self.marks[cell] = mark;
                cell = self.next[cell].get();
                if cell == absorbed {
                    break;
                }
            }
        }
        self.liberties[kept] = self.liberties[kept].wrapping_add(self.liberties[absorbed]);
        self.splice(kept, absorbed);
        kept
    }

    /// Merges the circles of two different chains.
    #[inline(always)]
    fn splice(&mut self, one: usize, other: usize) {
        let after = self.next[one];
        self.next[one] = self.next[other];
        self.next[other] = after;
    }

    /// Takes the chain on `point` off the board.
    ///
    /// If the point has no stone, debug builds panic and release builds leave the board in a meaningless state.
    #[inline(always)]
    pub fn lift(&mut self, point: Point<L>) -> Lifted<L> {
        debug_assert!(self.stone(point).is_some(), "no stone on {point}");
        let mark = self.marks[point.cell()];
        let color = if mark.is(Color::Black) { Color::Black } else { Color::White };
        // The head comes last, because the other stones need its mark and its packed count until then.
        let head = mark.cell::<L>();
        let mut lifted = Lifted { stones: Bitboard::empty(), hash: 0 };
        let mut cell = head;
        loop {
            cell = self.next[cell].get();
            let stone = Point::from_cell(cell);
            let freed = liberty(cell);
            let mut own = EMPTY_BIAS;
            for neighbour in Self::around(stone) {
                let mark = self.marks[neighbour];
                // A stone of the chain that is not lifted yet receives a liberty too. Its packed count is overwritten
                // later.
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

    /// The liberty of a chain that has exactly one; `None` if it has more or none. Meaningless on a point without a
    /// stone.
    #[inline]
    pub fn last_liberty(&self, point: Point<L>) -> Option<Point<L>> {
        let mark = self.marks[point.cell()];
        let packed = self.liberties[mark.cell::<L>()];
        let (touches, sum) = (packed / ONE, packed % ONE);
        // At most four stones touch a liberty.
        if !(1..=4).contains(&touches) || sum % touches != 0 {
            return None;
        }
        let last = (sum / touches) as usize & L::CELL_MASK;
        let point = Point::from_cell(last);
        let counted = Self::around(point).into_iter().filter(|&neighbour| self.marks[neighbour] == mark).count();
        (self.marks[last] == ChainMark::empty(last) && counted == touches as usize).then_some(point)
    }
}
