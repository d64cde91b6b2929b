//! What a leaf of the tree is worth, and which moves its position has.
//!
//! An [`Evaluator`] answers both. The rest of the search does not know whether playouts, a net or both stand behind it.

mod network;
mod playouts;
mod raw;

pub(super) use network::NetworkEvaluator;
pub(super) use playouts::PlayoutEvaluator;
pub use raw::{RawEvaluation, raw_evaluation};

use super::node::{NewChild, PackedMove};
use super::ownership::Ownership;
use super::tree::Sums;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{Bitboard, Layout};
use onepure_rules::rules::{Reason, Verdict};
use onepure_rules::simulation::{PlayEnd, SimulationPosition, Trace};

/// What a position is worth: the outcome of an end, or what is expected of a leaf.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Evaluation {
    /// The value to each colour, 0 to 1: the share of wins, with a little of the size of the win.
    pub(super) values: PerColor<f64>,
    /// Black's points less White's at the end.
    pub(super) score: f64,
    /// The square of that.
    pub(super) score_square: f64,
}

impl Evaluation {
    /// The exact worth of a playout position that has ended, with this share of the values for the size of the win.
    pub(super) fn of_end<L: Layout>(position: &impl SimulationPosition<L>, end: PlayEnd, score_share: f64) -> Self {
        let wins = match position.outcome(end).verdict {
            Verdict::Win(color, _) => PerColor::from_fn(|side| if side == color { 1.0 } else { 0.0 }),
            Verdict::Draw | Verdict::NoResult => PerColor { black: 0.5, white: 0.5 },
            Verdict::BothLose => PerColor { black: 0.0, white: 0.0 },
        };
        let count = position.count();
        let score = count.difference();
        let values = values(wins, count.margin(), position.board().size().lines(), score_share);
        Self { values, score, score_square: score * score }
    }

    /// What simulations through a node have found of its position on the average, with `mover` to have moved there. To the other
    /// colour it is worth the rest: where both lose, which ends hardly any game, the other one seems to win.
    pub(super) fn of_sums(sums: &Sums, mover: Color) -> Self {
        let visits = f64::from(sums.visits);
        let value = sums.value / visits;
        let values = PerColor::from_fn(|color| if color == mover { value } else { 1.0 - value });
        Self { values, score: sums.score / visits, score_square: sums.score_squares / visits }
    }

    /// This evaluation by so large a share, and another one by the rest.
    fn mixed(&self, share: f64, other: &Self) -> Self {
        let mix = |one: f64, other: f64| one * share + other * (1.0 - share);
        Self {
            values: PerColor::from_fn(|color| mix(self.values[color], other.values[color])),
            score: mix(self.score, other.score),
            score_square: mix(self.score_square, other.score_square),
        }
    }
}

/// The moves of a position that are worth a node, where the points at which a placement is refused are known: the placements by their
/// points, then the abstention, if it is worth a thought or nothing else is left. Black's abstention from the first placement is lost at
/// once, as a dead end is.
fn legal_moves<L: Layout, P: SimulationPosition<L>>(
    position: &P,
    refused: Bitboard<L>,
) -> impl Iterator<Item = PackedMove> + use<L, P> {
    let placements = position.placements_beside(refused);
    let is_lost =
        || position.outcome_of_abstention().is_some_and(|outcome| outcome.reason == Reason::BlackAbstainedFirst);
    let abstains = placements.is_empty() || position.may_abstain() && !is_lost();
    placements.into_iter().map(PackedMove::place).chain(abstains.then_some(PackedMove::ABSTAIN))
}

/// The values of these shares of wins and this margin of Black on a board of so many lines.
fn values(wins: PerColor<f64>, margin: f64, lines: usize, score_share: f64) -> PerColor<f64> {
    let margin = (margin / (lines * lines) as f64).clamp(-1.0, 1.0);
    let sizes = PerColor { black: 0.5 + margin / 2.0, white: 0.5 - margin / 2.0 };
    PerColor::from_fn(|color| wins[color] * (1.0 - score_share) + sizes[color] * score_share)
}

/// What evaluates leaves, for one thread.
pub(super) trait Evaluator<L: Layout, P: SimulationPosition<L>> {
    /// Whether a position is evaluated together with its moves. Then its node is expanded by the first simulation that comes to
    /// it, which ends there; otherwise after so many visits as the parameters say, and the simulation goes on to a child.
    fn expands_leaves(&self) -> bool;

    /// Writes the moves of a position that has not ended, at least one: every one worth a node, with its prior.
    fn expand(&mut self, position: &P, trace: &Trace<L>, children: &mut Vec<NewChild>);

    /// The same of a position on the way to a leaf.
    fn expand_again(&mut self, position: &P, trace: &Trace<L>, children: &mut Vec<NewChild>) {
        self.expand(position, trace, children);
    }

    /// Evaluates a leaf that has not ended: the position whose moves were asked for last, if [`Evaluator::expands_leaves`]. It may
    /// play on from there; turns after the leaf that say something about it are added to the trace.
    fn evaluate(&mut self, position: &mut P, trace: &mut Trace<L>) -> Evaluation;

    /// A hash of a leaf; `None` if values are never taken from other nodes. The leaf is expanded and evaluated next, unless
    /// [`Evaluator::leave`] says otherwise.
    fn hash_of_leaf(&mut self, position: &P, trace: &Trace<L>) -> Option<u64>;

    /// Leaves the leaf whose hash was asked for: its value is known.
    fn leave(&mut self);

    /// Records who is expected to hold each point, after an evaluation.
    fn record_ownership(&self, position: &P, ownership: &mut Ownership);
}
