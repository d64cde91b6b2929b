//! Ladders read in sets of points: whether a chain is caught, not how.
//!
//! For callers that ask about every weak chain of a board: what a placement changes is a few sets, where a [`Board`] is a few
//! kilobytes. Where there are several ways to go on, each gets its share of the budget before any is read, so that the answer does
//! not depend on their order: it is the same for a board that is turned or mirrored.

use arrayvec::ArrayVec;
use onepure_rules::board::{Board, Content};
use onepure_rules::geometry::{Bitboard, Layout, Point};

/// How many placements of the hunters are read at most, one after the other. A ladder across the whole board has about 40, and
/// leaves some for a fork or two.
const BUDGET: u32 = 128;

/// A chain with more ways to go on than these is free.
const MOST_WAYS: usize = 4;

/// Whether the chain on `stone`, which has one liberty and whose colour is to play, is caught: it comes to three liberties neither by
/// an extension nor by a capture of stones around it. `in_atari` are the enemy's stones in chains with one liberty.
pub fn is_trapped<L: Layout>(board: &Board<L>, stone: Point<L>, in_atari: Bitboard<L>) -> bool {
    Chase::of(board, stone, in_atari).is_some_and(|chase| chase.ways().is_some_and(|ways| are_caught(&ways, BUDGET)))
}

/// Whether the chain on `stone`, which has two liberties and whose enemy is to play, is captured in a ladder. `in_atari` are the
/// enemy's stones in chains with one liberty. Kos are taken as if they could be retaken at once.
pub fn is_catchable<L: Layout>(board: &Board<L>, stone: Point<L>, in_atari: Bitboard<L>) -> bool {
    Chase::of(board, stone, in_atari).is_some_and(|chase| chase.is_caught(BUDGET))
}

/// Whether the chain is caught whichever way it goes.
fn are_caught<L: Layout>(ways: &[Chase<L>], budget: u32) -> bool {
    let share = budget / ways.len().max(1) as u32;
    ways.iter().all(|chase| chase.is_caught(share))
}

/// A chain on the run.
#[derive(Clone, Copy)]
struct Chase<L: Layout> {
    empty: Bitboard<L>,
    /// The stones of the chain's colour.
    prey: Bitboard<L>,
    hunters: Bitboard<L>,
    chain: Bitboard<L>,
    liberties: Bitboard<L>,
    /// Every chain of hunters with one liberty has a stone here; most of these have more.
    suspects: Bitboard<L>,
}

impl<L: Layout> Chase<L> {
    fn of(board: &Board<L>, stone: Point<L>, in_atari: Bitboard<L>) -> Option<Self> {
        let Content::Stone(color) = board.content(stone) else { return None };
        let (empty, prey, hunters) = (board.empty(), board.stones(color), board.stones(!color));
        let chain = board.chain(stone);
        let liberties = chain.neighbours() & empty;
        Some(Self { empty, prey, hunters, chain, liberties, suspects: in_atari })
    }

    /// Whether the chain, in its enemy's turn, is caught.
    fn is_caught(&self, budget: u32) -> bool {
        if self.liberties.len() != 2 || budget == 0 {
            return false;
        }
        let mut open = ArrayVec::<_, 2>::new();
        for liberty in self.liberties {
            let Some(ways) = self.hunted(liberty).and_then(|after| after.ways()) else { continue };
            if ways.is_empty() {
                return true;
            }
            open.push(ways);
        }
        let share = (budget - 1) / open.len().max(1) as u32;
        open.iter().any(|ways| are_caught(ways, share))
    }

    /// Where the chain, with one liberty and in its turn, goes from here without being caught at once; `None` if it gets free.
    fn ways(&self) -> Option<ArrayVec<Self, MOST_WAYS>> {
        if self.liberties.len() != 1 {
            return None;
        }
        let mut ways = ArrayVec::new();
        // Mostly the extension sets it free, and captures need not be looked for.
        self.flee(self.liberties, &mut ways)?;
        self.flee(self.captures() - self.liberties, &mut ways)?;
        Some(ways)
    }

    /// Adds what comes of placements on these points, without those by which the chain is caught at once; `None` if it gets free.
    fn flee(&self, ways_out: Bitboard<L>, ways: &mut ArrayVec<Self, MOST_WAYS>) -> Option<()> {
        for way_out in ways_out {
            let Some(after) = self.fled(way_out) else { continue };
            match after.liberties.len() {
                0 | 1 => {}
                2 => ways.try_push(after).ok()?,
                _ => return None,
            }
        }
        Some(())
    }

    /// Where enemy stones beside the chain are captured.
    fn captures(&self) -> Bitboard<L> {
        let mut suspects = self.suspects & self.hunters;
        let mut captures = Bitboard::empty();
        while let Some(stone) = suspects.first() {
            suspects.remove(stone);
            if let Some((enclosed, liberty)) = chain_of(stone, self.hunters, self.empty, 1) {
                suspects -= enclosed;
                if !(enclosed.neighbours() & self.chain).is_empty() {
                    captures |= liberty;
                }
            }
        }
        captures
    }

    /// After a placement of the chain's colour, unless it is suicide.
    fn fled(&self, point: Point<L>) -> Option<Self> {
        let mut after = *self;
        let placed = Bitboard::of(point);
        let around = placed.neighbours();
        after.prey |= placed;
        after.empty -= placed;
        let captured = enclosed(around, after.hunters, after.empty);
        after.hunters -= captured;
        after.empty |= captured;
        after.suspects |= around & after.hunters;
        if !(around & self.chain).is_empty() {
            after.chain |= placed;
            let others = after.prey - after.chain;
            let joined = around & others;
            if !joined.is_empty() {
                after.chain |= joined.flood_within(others);
            }
        } else if captured.is_empty() && chain_of(point, after.prey, after.empty, 0).is_some() {
            return None;
        }
        after.liberties = after.chain.neighbours() & after.empty;
        Some(after)
    }

    /// After a placement of the enemy, unless it is suicide.
    fn hunted(&self, point: Point<L>) -> Option<Self> {
        let mut after = *self;
        let placed = Bitboard::of(point);
        after.hunters |= placed;
        after.empty -= placed;
        after.suspects |= placed;
        let captured = enclosed(placed.neighbours(), after.prey - self.chain, after.empty);
        if captured.is_empty() {
            if chain_of(point, after.hunters, after.empty, 0).is_some() {
                return None;
            }
            after.liberties -= placed;
        } else {
            after.prey -= captured;
            after.empty |= captured;
            after.liberties = after.chain.neighbours() & after.empty;
        }
        Some(after)
    }
}

/// Of some stones the chains among these points that have no liberty.
fn enclosed<L: Layout>(points: Bitboard<L>, stones: Bitboard<L>, empty: Bitboard<L>) -> Bitboard<L> {
    let (mut left, mut enclosed) = (points & stones, Bitboard::empty());
    while let Some(stone) = left.first() {
        left.remove(stone);
        if let Some((chain, _)) = chain_of(stone, stones, empty, 0) {
            left -= chain;
            enclosed |= chain;
        }
    }
    enclosed
}

/// The chain of a stone and its liberties, if there are no more than so many.
fn chain_of<L: Layout>(
    stone: Point<L>,
    stones: Bitboard<L>,
    empty: Bitboard<L>,
    most: usize,
) -> Option<(Bitboard<L>, Bitboard<L>)> {
    let mut chain = Bitboard::of(stone);
    loop {
        let around = chain.neighbours();
        let liberties = around & empty;
        if liberties.len() > most {
            return None;
        }
        let more = (around & stones) - chain;
        if more.is_empty() {
            return Some((chain, liberties));
        }
        chain |= more;
    }
}

#[cfg(test)]
mod tests {
    use super::super::ladder::{can_be_caught, can_escape, is_free_at_once, placed};
    use super::*;
    use onepure_rules::board::Color;
    use onepure_rules::geometry::{BoardSize, Large, Medium, Small};
    use onepure_rules::random::Randomness;
    use rand::RngExt;

    /// Weak chains of random boards, and how many of them the two ways of reading judge differently.
    fn differences<L: Layout>(lines: usize, random: &mut Randomness) -> [usize; 2] {
        let size = BoardSize::new(lines).expect("2 to 19 lines");
        let points: Vec<_> = size.points::<L>().collect();
        let mut board = Board::new(size);
        for _ in 0..random.random_range(0..lines * lines) {
            let color = Color::BOTH[random.random_range(0..2)];
            let point = points[random.random_range(0..points.len())];
            if board.content(point) == Content::Empty
                && let Some(after) = placed(&board, color, point, &mut 1)
            {
                board = after;
            }
        }
        let mut found = [0, 0];
        for color in Color::BOTH {
            let enemies = board.stones(!color).into_iter();
            let in_atari = enemies.filter(|&stone| board.liberties(stone).len() == 1).collect();
            for stone in board.stones(color) {
                let differs = match board.liberties(stone).len() {
                    1 => is_trapped(&board, stone, in_atari) == can_escape(&board, stone),
                    2 => {
                        let is_caught = can_be_caught(&board, stone).is_some();
                        assert!(!is_caught || !is_free_at_once(&board, color, stone), "{stone}");
                        is_catchable(&board, stone, in_atari) != is_caught
                    }
                    _ => continue,
                };
                found = [found[0] + 1, found[1] + usize::from(differs)];
            }
        }
        found
    }

    #[test]
    fn both_ways_of_reading_agree_but_where_patience_ends() {
        let mut random = Randomness::new(1, 0);
        let (mut chains, mut different) = (0, 0);
        for round in 0..300 {
            for found in [
                differences::<Small>(5 + round % 5, &mut random),
                differences::<Medium>(10 + round % 4, &mut random),
                differences::<Large>(14 + round % 6, &mut random),
            ] {
                (chains, different) = (chains + found[0], different + found[1]);
            }
        }
        assert!(chains > 10_000 && different * 200 < chains, "{different} of {chains}");
    }
}
