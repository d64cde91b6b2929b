//! The numbers that steer the search.

/// The numbers that steer the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// How much a move that was tried little is preferred (the constant of UCB1).
    pub exploration: f64,
    /// How often a node is visited before its moves become nodes of their own.
    pub expand_after: u32,
    /// The share of a playout's value that goes to the size of the win, so that a winner plays for more.
    pub score_share: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { exploration: 0.45, expand_after: 2, score_share: 0.02 }
    }
}
