//! The parameters of the search.

use crate::playout::Policy;
use std::sync::LazyLock;

/// The parameters of the search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Parameters {
    /// Selection in the tree.
    pub selection: Selection,
    /// The constants of PUCT.
    pub puct: Puct,
    /// The priors of RAVE.
    pub priors: Priors,
    /// The playout policy.
    pub policy: Policy,
    /// The value of a finished game.
    pub worth: EndWorth,
    /// The use of the network's output.
    pub network: NetworkUse,
}

/// The use of the network's output.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetworkUse {
    /// The fraction of the network in the value of a leaf; the rest is a playout's.
    pub value_share: f64,
    /// The softmax temperature of the policy. Above 1, priors are more even.
    pub policy_temperature: f64,
    /// The exponent of the likelihood by learned weights, which multiplies the policy; 0 for the policy alone.
    pub policy_linear: f64,
    /// The transposition threshold: a leaf reuses the value of another node of its position while it has fewer visits than this fraction of
    /// that node's. 0 turns transpositions off. Measured in docs/lab/search/network.md, "Transpositions".
    pub transpositions: f64,
}

/// The selection method in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelectionMethod {
    /// Rapid action value estimation: AMAF values, and priors as virtual visits.
    Rave,
    /// Predictor and upper confidence bound for trees: the value plus a bonus in proportion to the prior, which falls with the visits.
    Puct,
}

/// The constants of selection, most of them for RAVE.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Selection {
    /// The method; `None` for PUCT with a network and RAVE without.
    pub method: Option<SelectionMethod>,
    /// The visits after which a node without a network gets its children. 4 against 8 scored +42 ± 68 and +65 ± 54 Elo, 2 against 4 −31 ±
    /// 72 (docs/lab/search/tree.md).
    pub expand_after: u32,
    /// The exploration constant of UCB1. 0.1 scored −26 ± 84 Elo against 0 (docs/lab/search/tree.md).
    pub exploration: f64,
    /// The visits at which a move's own value has the same weight as its AMAF value. 1,000 scored −168 ± 117 Elo against 3,000
    /// (docs/lab/search/tree.md).
    pub rave_equivalent: f64,
    /// The extra AMAF weight of a move made immediately: `1 + rave_nearness`, which falls to 1 at the end of the simulation.
    pub rave_nearness: f64,
    /// The largest AMAF weight that a new child inherits from the node two placements earlier. 20 against 0 scored +59 ± 51 and +16 ± 54
    /// Elo (docs/lab/search/tree.md).
    pub rave_inherited: f64,
}

impl Selection {
    /// The method in use, with or without a network.
    pub(crate) fn method(&self, has_network: bool) -> SelectionMethod {
        self.method.unwrap_or(if has_network { SelectionMethod::Puct } else { SelectionMethod::Rave })
    }
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
    /// The fraction of the priors at the root that the values of the moves share, on boards of 13 lines and more. 0 for the network's policy alone.
    pub root_values: f64,
    /// The sum of the parameters of the Dirichlet noise. Lowering it concentrates the noise on fewer moves.
    pub root_noise_concentration: f64,
}

impl Puct {
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

/// The priors of RAVE, as virtual visits. Each weight is a number of visits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Priors {
    /// Virtual visits of every move, half of them won.
    pub even: f64,
    /// Virtual visits won, for a placement of likelihood 1; in proportion to the square root of the likelihood by learned weights. Against
    /// 210, 140 scored −70 ± 65 Elo and 300 −45 ± 67 (docs/lab/search/priors.md).
    pub likelihood: f64,
    /// Virtual visits lost, for a self-atari that captures nothing.
    pub self_atari: f64,
    /// Virtual visits lost, for a pass.
    pub abstention: f64,
}

/// The value of a finished game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EndWorth {
    /// The fraction of the value that depends on the score, so that a winning engine still plays for points. Larger fractions gained
    /// nothing with the network (docs/lab/search/network.md, "The size of the win").
    pub score_share: f64,
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            method: None,
            expand_after: 4,
            exploration: 0.0,
            rave_equivalent: 3000.0,
            rave_nearness: 2.0,
            rave_inherited: 20.0,
        }
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
            root_values: 0.25,
            root_noise_concentration: 10.83,
        }
    }
}

impl Default for Priors {
    fn default() -> Self {
        Self { even: 14.0, likelihood: 210.0, self_atari: 20.0, abstention: 10.0 }
    }
}

impl Default for NetworkUse {
    fn default() -> Self {
        Self { value_share: 1.0, policy_temperature: 1.2, policy_linear: 0.0, transpositions: 1.0 }
    }
}

impl Default for EndWorth {
    fn default() -> Self {
        Self { score_share: 0.02 }
    }
}
