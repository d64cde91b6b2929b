//! Where playout positions start, of the kind that plays a rule set.

use super::area::{AreaPosition, AreaRoot};
use super::one_pure::{OnePurePosition, OnePureRoot};
use super::position::PlayoutPosition;
use crate::board::Color;
use crate::geometry::{Layout, PointSet};
use crate::rules::{Family, Game};

/// Something to be done with playout positions, of whatever kind.
pub trait PlayoutTask<L: Layout> {
    /// What comes of it.
    type Output;

    /// Does it, with positions from this root.
    fn run<'root, P: PlayoutPosition<'root, L>>(self, root: &'root P::Root) -> Self::Output;
}

/// A root of playout positions of the kind that the rules of a game ask for.
#[derive(Clone, Debug)]
pub enum PlayoutRoot<L: Layout> {
    /// Under [`Family::OnePure`].
    OnePure(Box<OnePureRoot<L>>),
    /// Under [`Family::Area`].
    Area(Box<AreaRoot<L>>),
}

impl<L: Layout> PlayoutRoot<L> {
    /// The root where a game stands, with `color` to play. Where dead stones are lifted before the count, those in `dead` are
    /// where abstentions end play.
    ///
    /// # Panics
    /// If the layout is too small for the board, or if no playout position covers the rules of the game
    /// ([`Ruleset::covered`](crate::rules::Ruleset::covered)).
    pub fn new(game: &Game, color: Color, dead: PointSet) -> Self {
        match game.articles().family() {
            Some(Family::OnePure) => Self::OnePure(Box::new(OnePureRoot::new(game, color))),
            Some(Family::Area) => Self::Area(Box::new(AreaRoot::new(game, color, dead))),
            None => panic!("no playout position covers the rules {}", game.ruleset().name),
        }
    }

    /// Does something with positions from here.
    pub fn follow<T: PlayoutTask<L>>(&self, task: T) -> T::Output {
        match self {
            Self::OnePure(root) => task.run::<OnePurePosition<'_, L>>(root),
            Self::Area(root) => task.run::<AreaPosition<'_, L>>(root),
        }
    }
}
