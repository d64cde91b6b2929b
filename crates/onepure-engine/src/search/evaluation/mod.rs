//! Evaluation of positions, by one call of an [`Evaluator`]. The rest of the search does not know whether it is a network or plays out.

mod network;
mod playouts;
mod raw;

pub(super) use network::NetworkEvaluator;
pub(super) use playouts::PlayoutEvaluator;
pub use raw::{RawEvaluation, expected_ownership, raw_evaluation, resumed};

use super::node::{NewChild, PackedMove};
use super::outcome::EndOfPlay;
use super::ownership::Ownership;
use super::tree::Sums;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{Bitboard, Layout};
use onepure_rules::rules::{Reason, Verdict};
use onepure_rules::simulation::{SimulationPosition, Trace};

/// The evaluation of a position: the outcome of a finished game, or the expected outcome at a leaf.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Evaluation {
    /// The value for each colour, from 0 to 1: the win rate with a small part that depends on the score.
    pub(super) values: PerColor<f64>,
    /// Black's points less White's at the end.
    pub(super) score: f64,
    /// The square of the score.
    pub(super) score_square: f64,
}

impl Evaluation {
    /// The exact evaluation of an end of play, with this fraction of the value for the score.
    pub(super) fn of_end(end: &EndOfPlay, score_share: f64) -> Self {
        let wins = match end.verdict {
            Verdict::Win(color, _) => PerColor::from_fn(|side| if side == color { 1.0 } else { 0.0 }),
            Verdict::Draw | Verdict::NoResult => PerColor { black: 0.5, white: 0.5 },
            Verdict::BothLose => PerColor { black: 0.0, white: 0.0 },
        };
        let score = end.count.difference();
        let values = values(wins, end.count.margin(), end.lines, score_share);
        Self { values, score, score_square: score * score }
    }

    /// The mean of the simulations through a node that `mover` moved to. The value for the other colour is the complement. That is wrong if
    /// both lose, which is very rare.
    pub(super) fn of_sums(sums: &Sums, mover: Color) -> Self {
        let visits = f64::from(sums.visits);
        let value = sums.value / visits;
        let values = PerColor::from_fn(|color| if color == mover { value } else { 1.0 - value });
        Self { values, score: sums.score / visits, score_square: sums.score_squares / visits }
    }
}

/// The moves of a position that get a node: the placements by point, then a pass if it is reasonable or the only move. `refused` are the
/// points of refused placements, already computed. Black's abstention from the first placement is left out: like a dead end, it loses at
/// once.
fn legal_moves<L: Layout, P: SimulationPosition<L>>(
    position: &P,
    refused: Bitboard<L>,
) -> impl Iterator<Item = PackedMove> + use<L, P> {
    let placements = position.placements(refused);
    let is_lost =
        || position.outcome_of_abstention().is_some_and(|outcome| outcome.reason == Reason::BlackAbstainedFirst);
    let abstains = placements.is_empty() || position.may_abstain() && !is_lost();
    placements.into_iter().map(PackedMove::place).chain(abstains.then_some(PackedMove::PASS))
}

/// The values for these win rates and this margin of Black on a board of `lines` lines.
fn values(wins: PerColor<f64>, margin: f64, lines: usize, score_share: f64) -> PerColor<f64> {
    let leads = PerColor { black: margin, white: -margin };
    PerColor::from_fn(|color| value(wins[color], size_of_win(leads[color], lines), score_share))
}

/// The value for a win rate and a size of the win, which gets the fraction `score_share` of it.
pub(super) fn value(win_rate: f64, size_of_win: f64, score_share: f64) -> f64 {
    win_rate * (1.0 - score_share) + size_of_win * score_share
}

/// The size of a win by `lead` points on a board of `lines` lines, from 0 to 1.
pub(super) fn size_of_win(lead: f64, lines: usize) -> f64 {
    0.5 + (lead / (lines * lines) as f64).clamp(-1.0, 1.0) / 2.0
}

/// What an evaluation gives besides values. The next one writes over it, which saves allocations.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// The moves that get a node, with priors of sum 1. None if another evaluation stands for this one.
    pub(super) children: Vec<NewChild>,
    /// The expected owner of each point; `None` if nobody wants it.
    pub(super) ownership: Option<Ownership>,
}

/// An evaluator of positions, one for each thread.
pub(super) trait Evaluator<L: Layout, P: SimulationPosition<L>> {
    /// Evaluates a position that is not over.
    ///
    /// An evaluator that has the same evaluation whenever it meets a position passes a hash of the position to `other`. If that returns an
    /// evaluation, it stands for this one, which is not computed.
    fn evaluate(
        &mut self,
        position: &P,
        trace: &Trace<L>,
        findings: &mut Findings,
        other: impl FnOnce(u64) -> Option<Evaluation>,
    ) -> Evaluation;
}
