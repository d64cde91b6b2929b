//! A move in the tree.

use crate::geometry::{Large, Layout, Point};
use crate::rules::Move;

/// A move in the tree: a placement by the index of its point, or an abstention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Action(pub(super) u16);

impl Action {
    /// Not to use the right.
    pub(super) const ABSTAIN: Self = Self(u16::MAX);

    /// A placement.
    pub(super) fn place<L: Layout>(point: Point<L>) -> Self {
        Self(point.index() as u16)
    }

    /// The point of a placement.
    pub(super) fn point<L: Layout>(self) -> Option<Point<L>> {
        (self != Self::ABSTAIN).then(|| Point::from_index(usize::from(self.0)))
    }

    /// The move as games have it.
    pub(super) fn to_move<L: Layout>(self) -> Move {
        self.point().map_or(Move::Abstain, |point: Point<L>| Move::Place(point.convert::<Large>()))
    }

    /// A move of a game.
    pub(super) fn of_move<L: Layout>(action: Move) -> Self {
        match action {
            Move::Place(point) => Self::place(point.convert::<L>()),
            Move::Abstain => Self::ABSTAIN,
        }
    }
}
