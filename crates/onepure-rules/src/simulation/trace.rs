//! The turns of a simulation from its root.

use crate::geometry::{Layout, Point};
use crate::rules::{Game, Move};

/// The turns of a simulation since its root, and the last five turns of the game before it.
#[derive(Clone, Debug)]
pub struct Trace<L: Layout> {
    /// The point of each placement, and `None` for each abstention. The first [`BEFORE`] entries are turns of the game
    /// before the root.
    turns: Vec<Option<Point<L>>>,
}

/// The number of turns before the root that a trace keeps.
const BEFORE: usize = 5;

impl<L: Layout> Trace<L> {
    /// The trace at the current position of a game, without turns since the root.
    pub fn new(game: &Game) -> Self {
        let mut last = game.turns().iter().rev().map(|turn| match turn.action {
            Move::Place(point) => Some(point.convert()),
            Move::Abstain => None,
        });
        let mut turns: Vec<_> = (0..BEFORE).map(|_| last.next().flatten()).collect();
        turns.reverse();
        Self { turns }
    }

    /// Removes all turns since the root.
    #[inline]
    pub fn restart(&mut self) {
        self.turns.truncate(BEFORE);
    }

    /// Adds a turn: the point of a placement, or `None` for an abstention.
    #[inline]
    pub fn record(&mut self, point: Option<Point<L>>) {
        self.turns.push(point);
    }

    /// The point of the last turn; `None` if it was an abstention, or if there was no turn.
    #[inline]
    pub fn last(&self) -> Option<Point<L>> {
        self.turns[self.turns.len() - 1]
    }

    /// The points of the last five turns, the last one first. `None` for abstentions and for turns before the first.
    pub fn last_five(&self) -> [Option<Point<L>>; 5] {
        std::array::from_fn(|back| self.turns[self.turns.len() - 1 - back])
    }

    /// The turns since the root.
    #[inline]
    pub fn turns(&self) -> &[Option<Point<L>>] {
        &self.turns[BEFORE..]
    }
}
