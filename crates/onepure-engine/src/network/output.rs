//! What a network says of a position.

use super::architecture::OUTCOMES;
use onepure_rules::geometry::{Layout, PerPoint};

/// Points by which the score is measured.
pub(super) const SCORE_SCALE: f32 = 20.0;

/// What a network says of a position, from the side of the colour to play: the mover.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkOutput<L: Layout> {
    /// For each point of the board how much it is worth to place there: logits, of which the softmax over the moves that can be
    /// played, the abstention among them, is the probability of each.
    pub policy: PerPoint<L, f32>,
    /// The logit of an abstention.
    pub abstain: f32,
    /// Probabilities: the mover wins, the opponent wins, a draw, both lose.
    pub outcome: [f32; OUTCOMES],
    /// How many points the mover will be ahead at the end, komi included.
    pub score: f32,
    /// How far that will be off: the expected absolute deviation in points.
    pub deviation: f32,
    /// Whose each point of the board will be: from −1, the opponent's, to 1, the mover's; 0 nobody's.
    pub ownership: PerPoint<L, f32>,
}

impl<L: Layout> NetworkOutput<L> {
    /// An evaluation that says nothing.
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
