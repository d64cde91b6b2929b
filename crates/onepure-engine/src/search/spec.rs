//! The input of a search besides the game.

use super::limits::Limits;
use super::parameters::Parameters;
use super::restrictions::Restrictions;
use crate::network::AnyNetwork;
use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;

/// The input of a search besides the game. The job, its threads and the kept tree share one instance.
#[derive(Clone, Debug)]
pub struct SearchSpec {
    /// The colour to search for. It has the right to move, or the other colour can hand it over.
    pub color: Color,
    /// The parameters of the search.
    pub parameters: Parameters,
    /// The network that evaluates leaves; `None` for playouts alone.
    pub network: Option<AnyNetwork>,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Memory in bytes. The tree gets half. The other half is for its pruned copy, which exists together with it until the old tree is dropped.
    pub memory: usize,
    /// The limits that end the search.
    pub limits: Limits,
    /// The moves that the search skips.
    pub restrictions: Restrictions,
    /// Whether to record ownership.
    pub ownership: bool,
    /// Whether to record ownership for each move at the root too; needs `ownership`.
    pub moves_ownership: bool,
    /// The stones judged dead. Under rules with removal, a game that ends by passes is counted without them.
    pub dead: PointSet,
    /// Whether a pass at the root gets a minimum share of simulations, whatever its prior, so that its value can be compared with the best
    /// move's.
    pub weigh_abstention: bool,
    /// The virtual komi, added to the komi of the game in the whole search. Score leads in reports are those of the real komi.
    pub virtual_komi: f64,
}

impl SearchSpec {
    /// Returns whether this search may reuse the values that the other search found in the same game.
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
    /// A search for `color` with default parameters, playouts alone and no limits.
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
