//! The root of simulations, for either family of rule sets.

use super::area::AreaRoot;
use super::one_pure::OnePureRoot;
use crate::board::Color;
use crate::geometry::{Layout, PointSet};
use crate::rules::{Family, Game};

/// A root of simulations, of the family of the game's rules.
#[derive(Clone, Debug)]
pub enum SimulationRoot<L: Layout> {
    /// The root for [`Family::OnePure`].
    OnePure(Box<OnePureRoot<L>>),
    /// The root for [`Family::Area`].
    Area(Box<AreaRoot<L>>),
}

impl<L: Layout> SimulationRoot<L> {
    /// The root at the current position of a game, with `color` to play. The stones in `dead` are lifted before the
    /// count if abstentions end play, under rules that lift dead stones.
    ///
    /// # Panics
    /// If the layout is too small for the board, or if no position of simulations covers the rules of the game
    /// ([`Ruleset::covered`](crate::rules::Ruleset::covered)).
    pub fn new(game: &Game, color: Color, dead: PointSet) -> Self {
        match game.articles().family() {
            Some(Family::OnePure) => Self::OnePure(Box::new(OnePureRoot::new(game, color))),
            Some(Family::Area) => Self::Area(Box::new(AreaRoot::new(game, color, dead))),
            None => panic!("no position of simulations covers the rules {}", game.ruleset().name),
        }
    }
}

/// Evaluates an expression with a position at a [`SimulationRoot`], of the family of the root.
///
/// ```
/// use onepure_rules::board::Color;
/// use onepure_rules::geometry::{BoardSize, PointSet, Small};
/// use onepure_rules::simulation::{SimulationPosition, SimulationRoot, with_position};
/// use onepure_rules::rules::{Game, Ruleset};
///
/// let game = Game::new(BoardSize::new(5)?, Ruleset::one_pure());
/// let root = SimulationRoot::<Small>::new(&game, Color::Black, PointSet::empty());
/// assert_eq!(with_position!(&root, position => position.placements(position.refused()).len()), 25);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! with_position {
    ($root:expr, $position:pat => $expression:expr) => {
        match $root {
            $crate::simulation::SimulationRoot::OnePure(root) => {
                let $position = $crate::simulation::OnePurePosition::new(root);
                $expression
            }
            $crate::simulation::SimulationRoot::Area(root) => {
                let $position = $crate::simulation::AreaPosition::new(root);
                $expression
            }
        }
    };
}
#[doc(inline)]
pub use with_position;
