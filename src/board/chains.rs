//! Chains joined and lifted: the inner loop of every playout.
//!
//! Nothing here branches on what the neighbours of a point are, except where chains meet: mispredicted branches are what
//! playouts spend their time on. Indices are masked, so that they need no check.

use super::{Board, Color, zobrist};
use crate::geometry::{Bitboard, CellNumber, Layout, Point};
use std::marker::PhantomData;

/// One liberty in a packed number of liberties: their number in the bits from here on, the sum of their places below.
const ONE: u32 = 1 << 20;
/// The liberties that four empty cells are, packed.
const LIBERTIES: u32 = 8 * ONE - 1;
/// A cell with a black stone. White's is the bit below.
pub(super) const FROM_BLACK: u32 = 1 << 31;
/// The bits of stones.
pub(super) const STONES: u32 = FROM_BLACK | FROM_BLACK >> 1;
/// More liberties than any chain has.
const ENDLESS: u32 = 1 << 30;

/// The liberty that an empty point is.
#[inline]
pub(super) fn liberty<L: Layout>(point: Point<L>) -> u32 {
    ONE | point.index() as u32
}

/// What a stone meets on a point, after [`Board::begin_put`].
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<L: Layout> {
    /// The heads of the chains around; cell 0 where there is none.
    heads: [L::Cell; 4],
    /// Negative where the neighbour is an own stone.
    own: [i32; 4],
    /// The empty points around, packed.
    open: u32,
    /// The fewest liberties that a chain around has left, packed.
    fewest: u32,
}

impl<L: Layout> Surroundings<L> {
    /// Whether every chain around keeps a liberty, and the stone will have one or belong to a chain that has.
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        (self.fewest != 0) & ((self.open != 0) | self.has_company())
    }

    /// Whether a chain around is left without a liberty: an enemy's, or an own one that the stone would belong to.
    #[inline(always)]
    pub fn has_enclosed(&self) -> bool {
        self.fewest == 0
    }

    /// Whether an own stone is next to the point.
    #[inline(always)]
    pub fn has_company(&self) -> bool {
        (self.own[0] | self.own[1] | self.own[2] | self.own[3]) < 0
    }

    /// Whether an empty point is next to the point.
    #[inline(always)]
    pub fn has_room(&self) -> bool {
        self.open != 0
    }
}

/// Enclosed chains around a point, each once.
#[derive(Clone, Copy, Debug)]
pub struct Enclosed<L: Layout> {
    /// The cells of their heads; 0 where there is none.
    cells: [usize; 4],
    layout: PhantomData<L>,
}

impl<L: Layout> Enclosed<L> {
    /// The head of the chain, if there is exactly one.
    #[inline(always)]
    pub fn only(&self) -> Option<Point<L>> {
        let [one, two, three, four] = self.cells;
        let chains = u32::from(one != 0) + u32::from(two != 0) + u32::from(three != 0) + u32::from(four != 0);
        (chains == 1).then_some(Point::of_cell(one | two | three | four))
    }

    /// The heads of all of them.
    pub fn heads(self) -> impl Iterator<Item = Point<L>> {
        self.cells.into_iter().filter(|&cell| cell != 0).map(Point::of_cell)
    }
}

impl<L: Layout> Board<L> {
    /// The cells around a point, as indices that need no check.
    #[inline(always)]
    fn around(point: Point<L>) -> [usize; 4] {
        let cell = point.cell();
        [cell - 1, cell + 1, cell - L::STRIDE, cell + L::STRIDE]
    }

    /// The enclosed chains of `color` next to `point`.
    #[inline(always)]
    pub fn enclosed_around(&self, color: Color, point: Point<L>) -> Enclosed<L> {
        let stone = FROM_BLACK >> color as u32;
        let [one, two, three, four] = Self::around(point).map(|neighbour| {
            let head = self.head[neighbour].get();
            let is_enclosed = (self.content[neighbour] == stone) & (self.liberties[head] == 0);
            if is_enclosed { head } else { 0 }
        });
        let two = if two == one { 0 } else { two };
        let three = if (three == one) | (three == two) { 0 } else { three };
        let four = if (four == one) | (four == two) | (four == three) { 0 } else { four };
        Enclosed { cells: [one, two, three, four], layout: PhantomData }
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

    /// Puts a stone on an empty point. Nothing is lifted: chains may stand without a liberty afterwards.
    ///
    /// On a point that is not empty the board is left in a state of no meaning (and debug builds panic).
    #[inline]
    pub fn put(&mut self, color: Color, point: Point<L>) {
        let surroundings = self.begin_put(color, point);
        self.finish_put(color, point, &surroundings);
    }

    /// The first half of [`Board::put`]: takes the point from the liberties of the chains around it, and says what a stone
    /// there would meet. The stone itself is not on the board yet; [`Board::finish_put`] puts it down, and
    /// [`Board::cancel_put`] takes everything back. Nothing else may come between.
    #[inline(always)]
    pub fn begin_put(&mut self, color: Color, point: Point<L>) -> Surroundings<L> {
        debug_assert_eq!(self.content(point), super::Content::Empty, "a stone on {point}");
        let cell = point.cell();
        let around = Self::around(point);
        // The point's own liberty, from memory: as a constant expression it would be added twice.
        let taken = self.content[cell];
        self.liberties[0] = ENDLESS;
        let heads = around.map(|neighbour| self.head[neighbour]);
        for head in heads {
            let left = &mut self.liberties[head.get()];
            *left = left.wrapping_sub(taken);
        }
        let contents = around.map(|neighbour| self.content[neighbour]);
        let left = heads.map(|head| self.liberties[head.get()]);
        Surroundings {
            heads,
            own: contents.map(|content| (content << (color as u32)) as i32),
            open: (contents[0].wrapping_add(contents[1]).wrapping_add(contents[2]).wrapping_add(contents[3]))
                & LIBERTIES,
            fewest: left[0].min(left[1]).min(left[2]).min(left[3]),
        }
    }

    /// Takes [`Board::begin_put`] back.
    #[inline(always)]
    pub fn cancel_put(&mut self, point: Point<L>, surroundings: &Surroundings<L>) {
        let taken = liberty(point);
        for head in surroundings.heads {
            let left = &mut self.liberties[head.get()];
            *left = left.wrapping_add(taken);
        }
    }

    /// The second half of [`Board::put`].
    #[inline(always)]
    pub fn finish_put(&mut self, color: Color, point: Point<L>, surroundings: &Surroundings<L>) {
        let Surroundings { heads, own, open, .. } = *surroundings;
        let cell = point.cell();
        self.hash ^= zobrist::key(color, point);
        self.stones[color] |= Bitboard::of(point);
        self.content[cell] = FROM_BLACK >> color as u32;
        // No own chain around, or one: no branch.
        let mut kept = cell;
        for (head, own) in heads.into_iter().zip(own) {
            kept = if own < 0 { head.get() } else { kept };
        }
        let mut others = 0;
        for (head, own) in heads.into_iter().zip(own) {
            others |= if own < 0 { head.get() ^ kept } else { 0 };
        }
        self.head[cell] = L::Cell::new(kept);
        self.next[cell] = L::Cell::new(cell);
        self.liberties[cell] = 0;
        let after = self.next[kept];
        self.next[kept] = L::Cell::new(cell);
        self.next[cell] = after;
        self.liberties[kept] = self.liberties[kept].wrapping_add(open);
        if others != 0 {
            self.join(kept, heads, own);
        }
    }

    /// Makes one chain of all own chains around a point.
    #[inline(always)]
    fn join(&mut self, kept: usize, heads: [L::Cell; 4], own: [i32; 4]) {
        if L::Cell::SWEEPS {
            let own_head = |side: usize| if own[side] < 0 { heads[side].get() } else { kept };
            let one = own_head(0);
            let two = own_head(1);
            let two = if two == one { kept } else { two };
            let three = own_head(2);
            let three = if (three == one) | (three == two) { kept } else { three };
            // The fourth is `kept`, or it is not own. For a chain that is `kept` itself nothing changes.
            for absorbed in [one, two, three] {
                let gained = self.liberties[absorbed];
                self.liberties[kept] = self.liberties[kept].wrapping_add(if absorbed == kept { 0 } else { gained });
                self.splice(kept, absorbed);
            }
            let [kept, one, two, three] = [kept, one, two, three].map(L::Cell::new);
            for head in &mut self.head.as_mut()[..L::SWEPT] {
                *head = if (*head == one) | (*head == two) | (*head == three) { kept } else { *head };
            }
        } else {
            let mut kept = kept;
            for side in 0..3 {
                let other = self.head[heads[side].get()].get();
                if own[side] < 0 && other != kept {
                    kept = self.join_two(kept, other);
                }
            }
        }
    }

    /// Makes one chain of two, and gives the head of both.
    #[inline]
    fn join_two(&mut self, one: usize, other: usize) -> usize {
        // The chain with fewer liberties is mostly the shorter one.
        let (kept, absorbed) = if self.liberties[one] < self.liberties[other] { (other, one) } else { (one, other) };
        self.liberties[kept] = self.liberties[kept].wrapping_add(self.liberties[absorbed]);
        let mut cell = absorbed;
        loop {
            self.head[cell] = L::Cell::new(kept);
            cell = self.next[cell].get();
            if cell == absorbed {
                break;
            }
        }
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

    /// Takes the chain on `point` off the board, and gives its points.
    ///
    /// On a point without a stone the board is left in a state of no meaning (and debug builds panic).
    #[inline(always)]
    pub fn lift(&mut self, point: Point<L>) -> Bitboard<L> {
        debug_assert!(self.stone(point).is_some(), "no stone on {point}");
        let start = point.cell();
        let color = if self.content[start] == FROM_BLACK { Color::Black } else { Color::White };
        let mut lifted = Bitboard::empty();
        let mut cell = start;
        loop {
            let stone = Point::of_cell(cell);
            let next = self.next[cell].get();
            let freed = liberty(stone);
            self.content[cell] = freed;
            self.head[cell] = L::Cell::new(0);
            self.hash ^= zobrist::key(color, stone);
            lifted |= Bitboard::of(stone);
            // A neighbour that is still to be lifted gets a liberty too, which goes with it.
            for neighbour in Self::around(stone) {
                let left = &mut self.liberties[self.head[neighbour].get()];
                *left = left.wrapping_add(freed);
            }
            cell = next;
            if cell == start {
                break;
            }
        }
        self.stones[color] -= lifted;
        lifted
    }

    /// The liberty of a chain that has one only; `None` if it has more, or none. Meaningless on a point without a stone.
    #[inline]
    pub fn last_liberty(&self, point: Point<L>) -> Option<Point<L>> {
        let head = self.head[point.cell()];
        let packed = self.liberties[head.get()];
        let (touches, sum) = (packed / ONE, packed % ONE);
        // One point is touched by four stones at most.
        if !(1..=4).contains(&touches) || sum % touches != 0 {
            return None;
        }
        let last = Point::from_index((sum / touches) as usize);
        let counted = Self::around(last).into_iter().filter(|&neighbour| self.head[neighbour] == head).count();
        (self.content[last.cell()] == liberty(last) && counted == touches as usize).then_some(last)
    }
}
