//! The statement that a search proves or refutes.

use onepure_rules::board::Color;
use onepure_rules::geometry::{Layout, Point};
use onepure_rules::rules::Reason;
use onepure_rules::simulation::{Broken, ExactPosition, PlayEnd, ZonePosition};

/// The margin of a win without a count, by a dead end or by Black's abstention from the first placement. It is larger than any count.
pub const FORFEIT: i32 = 1000;

/// A statement about what a colour can enforce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal<L: Layout> {
    /// The colour has at least this many points more than the other at the end, without komi.
    Margin {
        /// The colour.
        by: Color,
        /// The margin, or [`FORFEIT`].
        least: i32,
    },
    /// The stone on the point leaves the board before the end of play, and the colour does not make a dead end.
    Capture {
        /// The attacking colour.
        by: Color,
        /// A stone of the other colour.
        target: Point<L>,
    },
}

impl<L: Layout> Goal<L> {
    /// The colour that has to reach the goal.
    pub(super) fn by(self) -> Color {
        match self {
            Self::Margin { by, .. } | Self::Capture { by, .. } => by,
        }
    }

    /// Returns whether the goal is reached after a turn that left this position; `None` while it is open.
    pub(super) fn judge(self, position: &ExactPosition<L>, end: Option<PlayEnd>) -> Option<bool> {
        let loser = end.filter(|end| matches!(end.reason, Reason::DeadEnd | Reason::BlackAbstainedFirst));
        match self {
            Self::Margin { by, least } => {
                let end = end?;
                let margin = match (loser, end.reason) {
                    (Some(end), _) if end.by == by => -FORFEIT,
                    (Some(_), _) => FORFEIT,
                    (None, Reason::Repetition) => 0,
                    (None, _) => position.margin() * if by == Color::Black { 1 } else { -1 },
                };
                Some(margin >= least)
            }
            Self::Capture { by, target } => {
                if let Some(end) = loser {
                    return Some(end.by != by);
                }
                if position.board().stone(target) != Some(!by) {
                    return Some(true);
                }
                end.map(|_| false)
            }
        }
    }

    /// The same in a zone: if the proof is broken, the prover fails. Zones have no margins.
    pub(super) fn judge_zone(self, position: &ZonePosition<L>, broken: Option<Broken>) -> Option<bool> {
        let Self::Capture { by, target } = self else { return Some(false) };
        match broken {
            Some(Broken) => Some(position.prover() != by),
            None => (position.board().stone(target) != Some(!by)).then_some(true),
        }
    }
}
