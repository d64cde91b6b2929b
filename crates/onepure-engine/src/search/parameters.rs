//! The parameters of the search.

use std::sync::LazyLock;

/// The parameters of the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// The constants of selection.
    pub puct: Puct,
    /// The softmax temperature of a network's policy. Above 1, priors are more even.
    pub policy_temperature: f64,
    /// The transposition threshold: a leaf reuses the value of another node of its position while it has fewer visits than this fraction of
    /// that node's. 0 turns transpositions off. Measured in docs/lab/search/network.md, "Transpositions".
    pub transpositions: f64,
    /// The fraction of the value that depends on the score, so that a winning engine still plays for points. Larger fractions gained
    /// nothing with the network (docs/lab/search/network.md, "The size of the win").
    pub score_share: f64,
}

/// The constants of PUCT.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Puct {
    /// The exploration constant, for values from 0 to 1. Raising it favours the prior over the value.
    pub exploration: f64,
    /// The growth of the exploration constant with the visits of the node: it rises by `growth * ln(1 + visits / 500)`.
    pub growth: f64,
    /// The reduction of first-play urgency (FPU): an unvisited child has the value of its parent, less this times the square root of the
    /// prior mass of the visited children.
    pub urgency_reduction: f64,
    /// The fraction of noise in the priors at the root.
    pub root_noise: f64,
    /// The sum of the parameters of the Dirichlet noise. Lowering it concentrates the noise on fewer moves.
    pub root_noise_concentration: f64,
}

impl Parameters {
    /// The constants of selection, with a network or with playouts alone.
    pub(crate) fn selection(&self, by_playouts: bool) -> Puct {
        if by_playouts { self.puct.for_playouts() } else { self.puct }
    }
}

impl Puct {
    /// These constants for values of playouts, which are 0 or 1: their noise is several times that of a network's values, so the search
    /// explores more. Measured in docs/lab/search/tree.md, "One search".
    fn for_playouts(self) -> Self {
        Self { exploration: 3.0 * self.exploration, urgency_reduction: 0.0, ..self }
    }

    /// The factor of the bonus at a node with `visits` visits: the exploration constant, which grows, times the square root of the visits.
    pub(super) fn factor_after(&self, visits: u32) -> f64 {
        let growth = GROWTH_OF_EXPLORATION.get(visits as usize).copied().unwrap_or_else(|| growth_after(visits));
        (self.exploration + self.growth * growth) * f64::from(visits.max(1)).sqrt()
    }
}

/// The growth of the exploration constant at a node with `visits` visits, before [`Puct::growth`].
fn growth_after(visits: u32) -> f64 {
    /// The scale of the growth: the constant rises slowly below 500 visits.
    const BASE: f64 = 500.0;
    libm::log1p(f64::from(visits) / BASE)
}

/// [`growth_after`] for 0 to 4,095 visits, which nearly all nodes have. Selection needs it at every node; the table saved 2 % of the search
/// (docs/lab/performance/network.md, "The search around the network").
static GROWTH_OF_EXPLORATION: LazyLock<Vec<f64>> = LazyLock::new(|| (0..4096).map(growth_after).collect());

impl Default for Parameters {
    fn default() -> Self {
        Self { puct: Puct::default(), policy_temperature: 1.2, transpositions: 1.0, score_share: 0.02 }
    }
}

impl Default for Puct {
    /// The constants of `KataGo`, halved because its values are from -1 to 1. 24 to 40 games each found no better ones
    /// (docs/lab/search/network.md, "The constants of PUCT").
    fn default() -> Self {
        Self {
            exploration: 0.5,
            growth: 0.22,
            urgency_reduction: 0.1,
            root_noise: 0.0,
            root_noise_concentration: 10.83,
        }
    }
}
