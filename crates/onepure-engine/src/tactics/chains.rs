//! The chains of a board, collected once.

use onepure_rules::board::{Board, Color, Consequences, Content};
use onepure_rules::geometry::{Bitboard, Layout, PerPoint, Point};
use std::ops::Index;

#[derive(Clone, Copy, Debug)]
pub(super) struct Chain<L: Layout> {
    pub(super) color: Color,
    /// One of its stones.
    pub(super) stone: Point<L>,
    pub(super) stones: Bitboard<L>,
    pub(super) liberties: Bitboard<L>,
}

/// The chains of a board with their liberties. With them, the consequences of each placement need no walk along the adjacent chains.
#[derive(Clone, Debug)]
pub(super) struct Chains<L: Layout> {
    all: Vec<Chain<L>>,
    /// The number of the chain of each stone; meaningless for empty points.
    numbers: PerPoint<L, u16>,
}

impl<L: Layout> Chains<L> {
    /// The chains of a board.
    pub(super) fn of(board: &Board<L>) -> Self {
        let (mut all, mut numbers) = (Vec::new(), PerPoint::filled(0));
        for color in Color::BOTH {
            let mut left = board.stones(color);
            while let Some(stone) = left.first() {
                let stones = board.chain(stone);
                left -= stones;
                for stone in stones {
                    numbers[stone] = all.len() as u16;
                }
                all.push(Chain { color, stone, stones, liberties: stones.neighbours() & board.empty() });
            }
        }
        Self { all, numbers }
    }

    /// The number of chains.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The chain of a stone.
    pub(super) fn at(&self, stone: Point<L>) -> &Chain<L> {
        &self[usize::from(self.numbers[stone])]
    }

    /// The captured stones and the liberties after a placement, as [`Consequences::of`] finds them.
    pub(super) fn consequences(&self, board: &Board<L>, color: Color, point: Point<L>) -> Consequences<L> {
        let (mut captured, mut own) = (Bitboard::empty(), Bitboard::of(point));
        let mut liberties = own.neighbours() & board.empty();
        for neighbour in point.neighbours() {
            let Content::Stone(stone) = board.content(neighbour) else { continue };
            let chain = self.at(neighbour);
            if stone == color {
                own |= chain.stones;
                liberties |= chain.liberties;
            } else if chain.liberties == Bitboard::of(point) {
                captured |= chain.stones;
            }
        }
        if !captured.is_empty() {
            liberties |= own.neighbours() & captured;
        }
        liberties.remove(point);
        Consequences { captured, liberties }
    }
}

impl<L: Layout> Index<usize> for Chains<L> {
    type Output = Chain<L>;

    /// The chain with this number, which is less than [`Chains::len`].
    fn index(&self, number: usize) -> &Chain<L> {
        &self.all[number]
    }
}
