//! What a search is told besides the game.

use super::limits::Limits;
use super::parameters::{Parameters, SelectionMethod};
use super::restrictions::Restrictions;
use crate::network::Network;
use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;

/// What a search is told besides the game. Made once for each search, it is what the job, its threads and the kept tree refer to.
#[derive(Clone, Debug)]
pub struct SearchSpec {
    /// The colour to search for, which may hold the right or have it handed over.
    pub color: Color,
    /// The numbers that steer the search.
    pub parameters: Parameters,
    /// The network that evaluates leaves; without one, playouts alone do.
    pub network: Option<Network>,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Memory, in bytes. Half of it is for the tree, the other half for its copy when it becomes crowded.
    pub memory: usize,
    /// When the search ends.
    pub limits: Limits,
    /// Moves that the search leaves out.
    pub restrictions: Restrictions,
    /// Whether it records who holds which point in the end.
    pub ownership: bool,
    /// Whether it records that for each move at the root too; only if `ownership` is set.
    pub moves_ownership: bool,
    /// The stones that are judged dead: under rules with removal, the board is counted without them where abstentions end play.
    pub dead: PointSet,
    /// Whether an abstention at the root has its share of simulations, however little it promises, so that it can be compared with
    /// the best move.
    pub weigh_abstention: bool,
    /// Added to the komi of the game throughout the search. The score leads in reports are those of the game.
    pub virtual_komi: f64,
}

impl SearchSpec {
    /// How moves are selected in the tree.
    pub(super) fn method(&self) -> SelectionMethod {
        self.parameters.selection.method(self.network.is_some())
    }

    /// Whether values found in a game by the other search are those that this one would find.
    pub(super) fn shares_values_with(&self, other: &Self) -> bool {
        self.parameters == other.parameters
            && self.network == other.network
            && self.restrictions == other.restrictions
            && self.dead == other.dead
            && self.memory == other.memory
            && self.seed == other.seed
    }
}

#[cfg(test)]
impl SearchSpec {
    /// A search for a colour by the usual parameters, by playouts alone and without limits.
    pub(super) fn example(color: Color) -> Self {
        Self {
            color,
            parameters: Parameters::default(),
            network: None,
            seed: 1,
            memory: 1 << 24,
            limits: Limits::default(),
            restrictions: Restrictions::default(),
            ownership: false,
            moves_ownership: false,
            dead: PointSet::empty(),
            weigh_abstention: false,
            virtual_komi: 0.0,
        }
    }
}
