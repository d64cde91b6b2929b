//! What was placed on the way from a root to an end.

use crate::geometry::{Layout, Point};
use crate::rules::{Game, Move};

/// The turns of a simulation, from its root on, and the last five of the game before it.
#[derive(Clone, Debug)]
pub struct Trace<L: Layout> {
    /// The points of placements; `None` for abstentions. The first [`BEFORE`] are of the game before the root.
    turns: Vec<Option<Point<L>>>,
}

/// The turns of the game that are remembered before a root.
const BEFORE: usize = 5;

impl<L: Layout> Trace<L> {
    /// A trace without turns, from a root at which a game stands.
    pub fn new(game: &Game) -> Self {
        let mut last = game.turns().iter().rev().map(|turn| match turn.action {
            Move::Place(point) => Some(point.convert()),
            Move::Abstain => None,
        });
        let mut turns: Vec<_> = (0..BEFORE).map(|_| last.next().flatten()).collect();
        turns.reverse();
        Self { turns }
    }

    /// Forgets all turns since the root.
    #[inline]
    pub fn restart(&mut self) {
        self.turns.truncate(BEFORE);
    }

    /// Adds a turn: the point of a placement, or `None`.
    #[inline]
    pub fn record(&mut self, point: Option<Point<L>>) {
        self.turns.push(point);
    }

    /// The point of the last placement, if the last turn was one.
    #[inline]
    pub fn last(&self) -> Option<Point<L>> {
        self.turns[self.turns.len() - 1]
    }

    /// The point of the placement in the turn before the last one, if there was one.
    #[inline]
    pub fn last_but_one(&self) -> Option<Point<L>> {
        self.turns[self.turns.len() - 2]
    }

    /// Both, the last one first.
    pub fn last_two(&self) -> [Option<Point<L>>; 2] {
        [self.last(), self.last_but_one()]
    }

    /// The points of the last five turns, the last one first: `None` for abstentions, and for turns before the first.
    pub fn last_five(&self) -> [Option<Point<L>>; 5] {
        std::array::from_fn(|back| self.turns[self.turns.len() - 1 - back])
    }

    /// The turns since the root.
    #[inline]
    pub fn turns(&self) -> &[Option<Point<L>>] {
        &self.turns[BEFORE..]
    }
}
