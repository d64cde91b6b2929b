//! Ladders read on sets of points: whether a chain is caught, not by which move.
//!
//! For callers that test every weak chain of a board. A placement changes a few sets here, while a copy of a [`Board`] is a few kilobytes.
//! If there are several continuations, each gets its share of the budget before any is read. So the answer does not depend on their order,
//! and is the same on a board that is rotated or mirrored: networks see boards in all symmetries.

use arrayvec::ArrayVec;
use onepure_rules::board::{Board, Content};
use onepure_rules::geometry::{Bitboard, Layout, Point};

/// The largest number of the hunters' placements in one line. A ladder across the whole board has about 40, and the rest is for a fork or
/// two.
const BUDGET: u32 = 128;

/// The largest number of escapes that are read: a chain with more is free.
const MOST_WAYS: usize = 4;

/// Returns whether the chain on `stone` is caught. It has one liberty, and its colour is to play. It is caught if it reaches three
/// liberties neither by extension nor by capture of stones around it. `in_atari` are the enemy stones in chains with one liberty.
pub fn is_trapped<L: Layout>(board: &Board<L>, stone: Point<L>, in_atari: Bitboard<L>) -> bool {
    Chase::of(board, stone, in_atari).is_some_and(|chase| chase.ways().is_some_and(|ways| are_caught(&ways, BUDGET)))
}

/// Returns whether a ladder catches the chain on `stone`. It has two liberties, and the enemy is to play. `in_atari` are the enemy stones
/// in chains with one liberty. Kos count as if they could be retaken immediately.
pub fn is_catchable<L: Layout>(board: &Board<L>, stone: Point<L>, in_atari: Bitboard<L>) -> bool {
    Chase::of(board, stone, in_atari).is_some_and(|chase| chase.is_caught(BUDGET))
}

/// The liberties on which the enemy, who is to play, catches the chain on `stone` in a ladder; empty unless it has two liberties.
/// [`is_catchable`] says whether there are any.
pub fn catching_liberties<L: Layout>(board: &Board<L>, stone: Point<L>, in_atari: Bitboard<L>) -> Bitboard<L> {
    let chase = Chase::of(board, stone, in_atari).filter(|chase| chase.liberties.len() == 2);
    let liberties =
        chase.into_iter().flat_map(|chase| chase.liberties.into_iter().map(move |liberty| (chase, liberty)));
    let catches = |(chase, liberty): (Chase<L>, Point<L>)| {
        let ways = chase.hunted(liberty)?.ways()?;
        are_caught(&ways, (BUDGET - 1) / 2).then_some(liberty)
    };
    liberties.filter_map(catches).collect()
}

/// Returns whether the chain is caught in all of these positions.
fn are_caught<L: Layout>(ways: &[Chase<L>], budget: u32) -> bool {
    let share = budget / ways.len().max(1) as u32;
    ways.iter().all(|chase| chase.is_caught(share))
}

/// A chain chased by the other colour.
#[derive(Clone, Copy)]
struct Chase<L: Layout> {
    empty: Bitboard<L>,
    /// The stones of the chain's colour.
    prey: Bitboard<L>,
    hunters: Bitboard<L>,
    chain: Bitboard<L>,
    liberties: Bitboard<L>,
    /// A stone of each hunters' chain with one liberty, besides others that [`Chase::captures`] filters out.
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

    /// Returns whether the chain is caught when the enemy is to play.
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

    /// The positions after each escape that is not refuted at once; `None` if the chain gets free. The chain has one liberty and is to
    /// play.
    fn ways(&self) -> Option<ArrayVec<Self, MOST_WAYS>> {
        if self.liberties.len() != 1 {
            return None;
        }
        let mut ways = ArrayVec::new();
        // Try the extension first: it usually frees the chain, which saves the search for captures.
        self.flee(self.liberties, &mut ways)?;
        self.flee(self.captures() - self.liberties, &mut ways)?;
        Some(ways)
    }

    /// Adds the positions after placements on these points, without those that are refuted at once. `None` if the chain gets free.
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

    /// The points that capture enemy stones adjacent to the chain.
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

    /// The position after a placement of the chain's colour; `None` if it is suicide.
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

    /// The position after a placement of the enemy; `None` if it is suicide.
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

/// The chains of `stones` among `points` that have no liberty.
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

/// The chain of a stone and its liberties; `None` if it has more than `most`.
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

    /// The number of weak chains on a random board, and of those that the two implementations judge differently.
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
    fn both_implementations_agree_within_the_budget() {
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
