//! Stones and chains on a board, kept up to date move by move.
//!
//! No rule lives here: not whose turn it is, not what is forbidden, not what happens to an enclosed chain. The layer
//! puts a stone down ([`Board::put`]), says which chains have no liberty, and lifts a chain ([`Board::lift`]).
//!
//! For each chain the board keeps its stones, linked in a circle, and its exact liberties as a set of points, at the
//! chain's *head*, one of its stones:
//!
//! ```text
//!   # # .        head:  A3 A3 .      next:  B3 A2 .      liberties of A3: C3 A1 B2
//!   # . O               A3 .  C2            A3 .  C1     liberties of C2: C3 B2 B1
//!   . . O               .  .  C2            .  .  C2
//! ```

mod color;
pub mod zobrist;

pub use color::{Color, PerColor};

use crate::geometry::{Bitboard, BoardSize, Large, Layout, PerPoint, Point};

/// What a point holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// No stone.
    Empty,
    /// A stone of this colour.
    Stone(Color),
    /// Nothing can ever lie here: the point is in the border.
    Outside,
}

/// A position (국면): the distribution of black and white stones. Whose turn it is does not belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position<L: Layout = Large> {
    /// The stones of each colour.
    pub stones: PerColor<Bitboard<L>>,
}

impl<L: Layout> Position<L> {
    /// The Zobrist hash, computed from nothing. Two positions may share it.
    pub fn hash(&self) -> u64 {
        Color::BOTH.iter().fold(0, |hash, &color| hash ^ chain_hash(color, self.stones[color]))
    }

    /// The colour of the stone on the point.
    pub fn stone(&self, point: Point<L>) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.stones[color].contains(point))
    }

    /// Every stone lifted that is in the set.
    pub fn without(&self, lifted: Bitboard<L>) -> Self {
        Self { stones: PerColor::from_fn(|color| self.stones[color] - lifted) }
    }
}

/// The hash of stones of one colour alone: what they add to the hash of a position.
pub fn chain_hash<L: Layout>(color: Color, stones: Bitboard<L>) -> u64 {
    stones.iter().fold(0, |hash, point| hash ^ zobrist::key(color, point))
}

/// Stones and chains, with exact liberties and the hash of the position. A clone is a plain copy.
#[derive(Clone, Copy, Debug)]
pub struct Board<L: Layout = Large> {
    size: BoardSize,
    empty: Bitboard<L>,
    stones: PerColor<Bitboard<L>>,
    hash: u64,
    content: PerPoint<L, Content>,
    /// For each stone the head of its chain.
    head: PerPoint<L, Point<L>>,
    /// For each stone the next one of its chain, in a circle.
    next: PerPoint<L, Point<L>>,
    /// At the head of each chain its number of stones.
    length: PerPoint<L, u16>,
    /// At the head of each chain its liberties.
    liberties: PerPoint<L, Bitboard<L>>,
}

impl<L: Layout> Board<L> {
    /// A board without stones.
    ///
    /// # Panics
    /// If the layout is too small for the size.
    pub fn new(size: BoardSize) -> Self {
        assert!(size.lines() <= L::LINES, "a layout of {} lines cannot hold {size}", L::LINES);
        let mut content = PerPoint::filled(Content::Outside);
        for point in size.points() {
            content[point] = Content::Empty;
        }
        Self {
            size,
            empty: size.all(),
            stones: PerColor::default(),
            hash: 0,
            content,
            head: PerPoint::filled(Point::default()),
            next: PerPoint::filled(Point::default()),
            length: PerPoint::filled(0),
            liberties: PerPoint::filled(Bitboard::empty()),
        }
    }

    /// A board with these stones, enclosed chains included.
    ///
    /// # Panics
    /// If a stone lies outside, or two colours on one point.
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

    /// The number of lines.
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The empty points.
    #[inline]
    pub fn empty(&self) -> Bitboard<L> {
        self.empty
    }

    /// The stones of a colour.
    #[inline]
    pub fn stones(&self, color: Color) -> Bitboard<L> {
        self.stones[color]
    }

    /// The position: all stones.
    #[inline]
    pub fn position(&self) -> Position<L> {
        Position { stones: self.stones }
    }

    /// The Zobrist hash of the position, the same in every layout. Two positions may share it.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// What a point holds; the border may be asked too.
    #[inline]
    pub fn content(&self, point: Point<L>) -> Content {
        self.content[point]
    }

    /// The colour of the stone on a point.
    #[inline]
    pub fn stone(&self, point: Point<L>) -> Option<Color> {
        match self.content[point] {
            Content::Stone(color) => Some(color),
            Content::Empty | Content::Outside => None,
        }
    }

    /// The stone that stands for the whole chain of the stone on `point`: two stones belong to one chain if and only
    /// if their heads are the same. Meaningless on a point without a stone.
    #[inline]
    pub fn head(&self, point: Point<L>) -> Point<L> {
        self.head[point]
    }

    /// The stones of the chain on `point`, in no particular order. Meaningless on a point without a stone.
    #[inline]
    pub fn chain(&self, point: Point<L>) -> impl Iterator<Item = Point<L>> + '_ {
        let mut following = Some(point);
        std::iter::from_fn(move || {
            let stone = following?;
            following = Some(self.next[stone]).filter(|&next| next != point);
            Some(stone)
        })
    }

    /// The number of stones of the chain on `point`. Meaningless on a point without a stone.
    #[inline]
    pub fn chain_length(&self, point: Point<L>) -> usize {
        usize::from(self.length[self.head[point]])
    }

    /// The liberties of the chain on `point`: the empty points next to it. Meaningless on a point without a stone.
    #[inline]
    pub fn liberties(&self, point: Point<L>) -> Bitboard<L> {
        self.liberties[self.head[point]]
    }

    /// Whether the chain on `point` has no liberty (완충). Meaningless on a point without a stone.
    #[inline]
    pub fn is_enclosed(&self, point: Point<L>) -> bool {
        self.liberties[self.head[point]].is_empty()
    }

    /// The heads of the enclosed chains of `color` next to `point`, each once: at most four.
    #[inline]
    pub fn enclosed_neighbours(&self, color: Color, point: Point<L>) -> impl Iterator<Item = Point<L>> + use<L> {
        let mut found = [None; 4];
        for (slot, neighbour) in point.neighbours().into_iter().enumerate() {
            if self.content[neighbour] == Content::Stone(color) {
                let head = self.head[neighbour];
                if self.liberties[head].is_empty() && !found.contains(&Some(head)) {
                    found[slot] = Some(head);
                }
            }
        }
        found.into_iter().flatten()
    }

    /// Puts a stone on an empty point. Nothing is lifted: chains may stand without a liberty afterwards.
    ///
    /// On a point that is not empty the board is left in a state of no meaning (and debug builds panic).
    #[inline]
    pub fn put(&mut self, color: Color, point: Point<L>) {
        debug_assert_eq!(self.content[point], Content::Empty, "a stone on {point}");
        self.content[point] = Content::Stone(color);
        self.stones[color].insert(point);
        self.empty.remove(point);
        self.hash ^= zobrist::key(color, point);
        self.head[point] = point;
        self.next[point] = point;
        self.length[point] = 1;
        self.liberties[point] = Bitboard::empty();
        for neighbour in point.neighbours() {
            match self.content[neighbour] {
                Content::Empty => {
                    let head = self.head[point];
                    self.liberties[head].insert(neighbour);
                }
                Content::Stone(theirs) => {
                    let head = self.head[neighbour];
                    self.liberties[head].remove(point);
                    if theirs == color && head != self.head[point] {
                        self.join(head, self.head[point]);
                    }
                }
                Content::Outside => {}
            }
        }
    }

    /// Makes one chain of two, given by their heads.
    #[inline]
    fn join(&mut self, one: Point<L>, other: Point<L>) {
        let (kept, absorbed) = if self.length[one] >= self.length[other] { (one, other) } else { (other, one) };
        let mut stone = absorbed;
        loop {
            self.head[stone] = kept;
            stone = self.next[stone];
            if stone == absorbed {
                break;
            }
        }
        let after = self.next[kept];
        self.next[kept] = self.next[absorbed];
        self.next[absorbed] = after;
        self.length[kept] += self.length[absorbed];
        let gained = self.liberties[absorbed];
        self.liberties[kept] |= gained;
    }

    /// Takes the chain on `point` off the board, and gives its points.
    ///
    /// On a point without a stone the board is left in a state of no meaning (and debug builds panic).
    #[inline]
    pub fn lift(&mut self, point: Point<L>) -> Bitboard<L> {
        let Content::Stone(color) = self.content[point] else {
            debug_assert!(false, "no stone on {point}");
            return Bitboard::empty();
        };
        let mut lifted = Bitboard::empty();
        let mut stone = point;
        loop {
            lifted.insert(stone);
            self.content[stone] = Content::Empty;
            self.hash ^= zobrist::key(color, stone);
            for neighbour in stone.neighbours() {
                // A neighbour that is still to be lifted gets a liberty too, which goes with it.
                if let Content::Stone(_) = self.content[neighbour] {
                    let head = self.head[neighbour];
                    self.liberties[head].insert(stone);
                }
            }
            stone = self.next[stone];
            if stone == point {
                break;
            }
        }
        self.stones[color] -= lifted;
        self.empty |= lifted;
        lifted
    }

    /// Whether everything that is kept incrementally equals what is computed from the stones alone; the first
    /// difference otherwise. For tests and debug builds: it is slow.
    pub fn check(&self) -> Result<(), String> {
        let all = self.size.all();
        let position = self.position();
        let PerColor { black, white } = self.stones;
        let expect = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        expect(
            (black & white).is_empty() && black | white | self.empty == all,
            "the sets of stones do not tile the board",
        )?;
        expect((black | white) & self.empty == Bitboard::empty(), "a stone on an empty point")?;
        expect(self.hash == position.hash(), "the hash")?;
        for point in self.size.points() {
            let Some(color) = position.stone(point) else {
                expect(self.content(point) == Content::Empty, &format!("the content of {point}"))?;
                continue;
            };
            expect(self.content(point) == Content::Stone(color), &format!("the content of {point}"))?;
            let chain = Bitboard::of(point).flood_within(self.stones[color]);
            let listed: Vec<_> = self.chain(point).collect();
            expect(listed.len() == chain.len(), &format!("the chain at {point} has a stone twice or too few"))?;
            expect(
                listed.into_iter().collect::<Bitboard<L>>() == chain,
                &format!("the stones of the chain at {point}"),
            )?;
            expect(self.chain_length(point) == chain.len(), &format!("the length of the chain at {point}"))?;
            expect(chain.contains(self.head(point)), &format!("the head of the chain at {point}"))?;
            expect(chain.iter().all(|stone| self.head(stone) == self.head(point)), &format!("two heads at {point}"))?;
            expect(self.liberties(point) == chain.neighbours() & self.empty, &format!("the liberties at {point}"))?;
        }
        Ok(())
    }
}

impl<L: Layout> PartialEq for Board<L> {
    /// Two boards are equal when their positions are: heads may differ.
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

    /// Puts and lifts at random, checking everything after each step.
    fn random_walk<L: Layout>(lines: usize, steps: &[(u16, bool)]) {
        let size = BoardSize::new(lines).expect("2 to 19 lines");
        let mut board = Board::<L>::new(size);
        for &(choice, black) in steps {
            let points: Vec<_> = size.points().collect();
            let point = points[usize::from(choice) % points.len()];
            if board.stone(point).is_some() {
                let chain: Bitboard<L> = board.chain(point).collect();
                assert_eq!(board.lift(point), chain);
            } else {
                board.put(if black { Color::Black } else { Color::White }, point);
            }
            assert_eq!(board.check(), Ok(()));
        }
        assert_eq!(Board::from_position(size, &board.position()), board);
    }

    proptest! {
        #[test]
        fn incremental_state_equals_state_computed_afresh(
            lines in 2..=9_usize,
            steps in prop::collection::vec((any::<u16>(), any::<bool>()), 0..150),
        ) {
            random_walk::<Small>(lines, &steps);
            random_walk::<Medium>(lines + 4, &steps);
            random_walk::<Large>(lines + 10, &steps);
        }
    }

    #[test]
    fn enclosed_neighbours_are_named_once() {
        // # O .      White at B2 would enclose nothing; Black's A3 and A2, one chain, have the liberty A1 alone
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
        assert_eq!(board.enclosed_neighbours(Color::Black, Point::new(1, 1)).count(), 0);
        board.put(Color::White, Point::new(0, 0));
        assert_eq!(board.enclosed_neighbours(Color::Black, Point::new(0, 0)).count(), 1);
        assert!(board.is_enclosed(Point::new(0, 2)));
    }
}
