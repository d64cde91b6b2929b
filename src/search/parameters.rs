//! The numbers that steer the search.

use crate::playout::Policy;

/// The numbers that steer the search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Parameters {
    /// How moves are chosen in the tree.
    pub selection: Selection,
    /// What is thought of moves before they are looked into.
    pub priors: Priors,
    /// How moves are chosen in playouts.
    pub policy: Policy,
    /// What an end is worth.
    pub worth: EndWorth,
}

/// How moves are chosen in the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Selection {
    /// How often a node is visited before its moves become nodes of their own.
    pub expand_after: u32,
    /// How much a move that was tried little is preferred (the constant of UCB1).
    pub exploration: f64,
    /// The number of visits from which on what was found of a move counts more than what was heard of it (RAVE).
    pub rave_equivalent: f64,
    /// How much more a move counts in RAVE that was made at once than one at the end of the run: so many times, and once.
    pub rave_nearness: f64,
    /// The number of runs, at most, that a move begins with in RAVE: what was heard of it where the same colour moved last.
    pub rave_inherited: f64,
}

/// What is thought of moves before they are looked into, in runs that they won or lost. A weight is a number of runs.
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
        Self { expand_after: 4, exploration: 0.0, rave_equivalent: 3000.0, rave_nearness: 2.0, rave_inherited: 20.0 }
    }
}

impl Default for Priors {
    fn default() -> Self {
        Self { even: 14.0, likelihood: 210.0, self_atari: 20.0, abstention: 10.0 }
    }
}

impl Default for EndWorth {
    fn default() -> Self {
        Self { score_share: 0.02 }
    }
}
