//! The output of a network.

use super::architecture::OUTCOMES;
use onepure_rules::geometry::{Layout, PerPoint};

/// The points of a score of 1 in the network's own unit.
pub(super) const SCORE_SCALE: f32 = 20.0;

/// The output of a network for a position, seen by the mover: the colour to play.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkOutput<L: Layout> {
    /// The policy logit of each point. The softmax over the legal moves, with the pass, gives their probabilities.
    pub policy: PerPoint<L, f32>,
    /// The policy logit of a pass.
    pub abstain: f32,
    /// The probabilities of the outcomes: the mover wins, the opponent wins, a draw, both lose.
    pub outcome: [f32; OUTCOMES],
    /// The expected score lead of the mover in points, komi included.
    pub score: f32,
    /// The expected absolute deviation of the score lead, in points.
    pub deviation: f32,
    /// The expected owner of each point: 1 for the mover, −1 for the opponent, 0 for nobody.
    pub ownership: PerPoint<L, f32>,
}

impl<L: Layout> NetworkOutput<L> {
    /// An output of zeros, to write into.
    pub(crate) fn empty() -> Self {
        Self {
            policy: PerPoint::filled(0.0),
            abstain: 0.0,
            outcome: [0.0; OUTCOMES],
            score: 0.0,
            deviation: 0.0,
            ownership: PerPoint::filled(0.0),
        }
    }
}
