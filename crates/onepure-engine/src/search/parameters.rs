//! The numbers that steer the search.

use crate::playout::Policy;
use std::sync::LazyLock;

/// The numbers that steer the search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Parameters {
    /// How moves are chosen in the tree.
    pub selection: Selection,
    /// The numbers of selection by PUCT.
    pub puct: Puct,
    /// What is known of moves before they are tried.
    pub priors: Priors,
    /// How moves are chosen in playouts.
    pub policy: Policy,
    /// What an end is worth.
    pub worth: EndWorth,
    /// What is made of a network's evaluations, where there is one.
    pub network: NetworkUse,
}

/// What is made of a network's evaluations.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetworkUse {
    /// The share of the network in the values of leaves; the rest is a playout's.
    pub value_share: f64,
    /// The temperature of the softmax that makes priors of the policy: above 1 they are more even.
    pub policy_temperature: f64,
    /// The power of the likelihoods by learned weights that the policy is multiplied by.
    pub policy_linear: f64,
    /// The share of the visits of another node of the same position up to which a leaf has the value found there.
    pub transpositions: f64,
}

/// How moves are chosen in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelectionMethod {
    /// Rapid action value estimation: what simulations say of moves that were made later in them, and virtual visits.
    Rave,
    /// Predictor and upper confidence bound for trees: the value, and a bonus for what is likely and was tried little.
    Puct,
}

/// How moves are chosen in the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Selection {
    /// By what; `None` for PUCT with a net, RAVE without.
    pub method: Option<SelectionMethod>,
    /// How often a node is visited before its moves become nodes of their own.
    pub expand_after: u32,
    /// How much a move that was tried little is preferred (the constant of UCB1).
    pub exploration: f64,
    /// The number of visits from which on the value of a move counts more than its AMAF value.
    pub rave_equivalent: f64,
    /// How much more a move counts in AMAF that was made at once than one at the end of the simulation: so many times, and once.
    pub rave_nearness: f64,
    /// The number of simulations, at most, that a move begins with in AMAF: those where the same colour moved last.
    pub rave_inherited: f64,
}

impl Selection {
    /// By what moves are chosen, with a network or without.
    pub(crate) fn method(&self, has_network: bool) -> SelectionMethod {
        self.method.unwrap_or(if has_network { SelectionMethod::Puct } else { SelectionMethod::Rave })
    }
}

/// The numbers of selection by PUCT.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Puct {
    /// How much a move that is likely and was tried little is preferred: the constant of the bonus, for values from 0 to 1.
    pub exploration: f64,
    /// How the constant grows with the visits of the node: so much is added for each logarithm of `1 + visits / 500`.
    pub growth: f64,
    /// How much less than its parent a move is worth that was never tried, times the square root of the probability that was tried
    /// (first-play urgency).
    pub urgency_reduction: f64,
    /// The share of the priors at the root that is noise.
    pub root_noise: f64,
    /// The sum of the parameters of that noise (Dirichlet's distribution): the less it is, the fewer moves have most of it.
    pub root_noise_concentration: f64,
}

impl Puct {
    /// The factor of the bonus at a node with so many visits: the constant, which grows, times the square root of the visits.
    pub(super) fn factor_after(&self, visits: u32) -> f64 {
        let growth = GROWTH.get(visits as usize).copied().unwrap_or_else(|| growth_after(visits));
        (self.exploration + self.growth * growth) * f64::from(visits.max(1)).sqrt()
    }
}

/// The logarithm by which the constant of PUCT grows, of so many visits.
fn growth_after(visits: u32) -> f64 {
    /// Visits after which the constant begins to grow.
    const BASE: f64 = 500.0;
    libm::log1p(f64::from(visits) / BASE)
}

/// The same of few visits, which nearly all nodes have: the selection at each node of each simulation asks for it.
static GROWTH: LazyLock<Vec<f64>> = LazyLock::new(|| (0..4096).map(growth_after).collect());

/// What is known of moves before they are tried, in visits that they won or lost. A weight is a number of visits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Priors {
    /// Half won and half lost, for every move.
    pub even: f64,
    /// Won, for a placement that a good player is certain to make; the square root of the likelihood of it, by learned weights.
    pub likelihood: f64,
    /// Lost, for a self-atari that captures nothing.
    pub self_atari: f64,
    /// Lost, for an abstention.
    pub abstention: f64,
}

/// What an end is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EndWorth {
    /// The share of a playout's value that goes to the size of the win, so that a winner plays for more.
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
    /// The constants of `KataGo`, whose values are from -1 to 1, halved.
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
