//! Evaluation by playouts.

use super::{EndOfPlay, Evaluation, Evaluator, Findings, legal_moves};
use crate::playout::{Policy, play_on};
use crate::search::node::{NewChild, PackedMove};
use crate::search::ownership::Ownership;
use crate::search::priors;
use crate::search::spec::SearchSpec;
use crate::tactics::{can_be_caught, is_self_atari, is_shape};
use onepure_rules::board::{Board, Color};
use onepure_rules::geometry::{Layout, Point};
use onepure_rules::random::Randomness;
use onepure_rules::simulation::{SimulationPosition, Trace};

/// Evaluates each position by one playout, and gives its moves priors by what is seen at a glance.
#[derive(Debug)]
pub(in crate::search) struct PlayoutEvaluator<'search, L: Layout> {
    spec: &'search SearchSpec,
    randomness: Randomness,
    /// The turns of the playout, after those of the simulation.
    trace: Trace<L>,
    /// The logits of the moves; kept to save allocations.
    logits: Vec<f64>,
}

impl<'search, L: Layout> PlayoutEvaluator<'search, L> {
    /// An evaluator for one thread of a search from the position with this trace.
    pub(in crate::search) fn new(spec: &'search SearchSpec, trace: Trace<L>, randomness: Randomness) -> Self {
        Self { spec, randomness, trace, logits: Vec::new() }
    }

    /// Writes the moves of a position after the placements on `last`, the last one first.
    fn write_moves(
        &mut self,
        position: &impl SimulationPosition<L>,
        last: [Option<Point<L>>; 2],
        children: &mut Vec<NewChild>,
    ) {
        let (board, color) = (position.board(), position.to_play());
        let logit = |action: PackedMove| {
            action.point().map_or(logit::PASS, |point: Point<L>| logit_of(board, color, last, point))
        };
        priors::write(legal_moves(position, position.refused()), logit, &mut self.logits, children);
    }

    /// Its random numbers from here on.
    pub(in crate::search) fn into_randomness(self) -> Randomness {
        self.randomness
    }
}

impl<L: Layout, P: SimulationPosition<L>> Evaluator<L, P> for PlayoutEvaluator<'_, L> {
    fn evaluate(
        &mut self,
        position: &P,
        trace: &Trace<L>,
        findings: &mut Findings,
        _: impl FnOnce(u64) -> Option<Evaluation>,
    ) -> Evaluation {
        let [last, before_last, ..] = trace.last_five();
        self.write_moves(position, [last, before_last], &mut findings.children);
        let mut position = position.clone();
        self.trace.clone_from(trace);
        let end = play_on(&mut position, &Policy::SEARCH, &mut self.randomness, &mut self.trace);
        if let Some(ownership) = &mut findings.ownership {
            *ownership = Ownership::default();
            ownership.record(position.board(), position.count().points, 1.0);
        }
        Evaluation::of_end(&EndOfPlay::of(&position, end), self.spec.parameters.score_share)
    }
}

/// How much likelier a placement is, as the logarithm of a factor: set by hand, and compared by matches (docs/lab/search/tree.md).
mod logit {
    /// Captures, and saves own stones from capture.
    pub(super) const CAPTURE: f64 = 1.3;
    pub(super) const RESCUE: f64 = 1.3;
    pub(super) const SELF_ATARI: f64 = -1.3;
    /// Puts a chain in atari that cannot escape then, and one that can.
    pub(super) const CATCH: f64 = 1.3;
    pub(super) const ATARI: f64 = 0.3;
    pub(super) const SHAPE: f64 = 0.7;
    /// Next to the last placement, and to the one before it.
    pub(super) const NEAR: [f64; 2] = [2.4, 0.9];
    /// The fraction of `NEAR` at each number of steps from there; 52 lead from one corner of the largest board to the other.
    pub(super) const BY_STEPS: [f64; 53] = {
        let (mut fractions, mut steps) = ([1.0; 53], 1);
        while steps < fractions.len() {
            fractions[steps] = fractions[steps - 1] * 0.82;
            steps += 1;
        }
        fractions
    };
    /// On the first and on the second line, with no stone around.
    pub(super) const EDGE: [f64; 2] = [-1.7, -0.7];
    pub(super) const PASS: f64 = -0.7;
}

/// The logit of a placement of `color` after the placements on `last`, the last one first.
fn logit_of<L: Layout>(board: &Board<L>, color: Color, last: [Option<Point<L>>; 2], point: Point<L>) -> f64 {
    let is_last_liberty =
        |side| board.weak_around(side, point, 4).any(|stone| board.last_liberty(stone) == Some(point));
    let mut logit = 0.0;
    if is_self_atari(board, color, point) {
        logit += logit::SELF_ATARI;
    } else if is_last_liberty(color) {
        logit += logit::RESCUE;
    }
    if is_last_liberty(!color) {
        logit += logit::CAPTURE;
    }
    let mut in_atari = board.weak_around(!color, point, 8).filter(|&stone| board.two_liberties(stone).is_some());
    if let Some(stone) = in_atari.next() {
        logit += if can_be_caught(board, stone) == Some(point) { logit::CATCH } else { logit::ATARI };
    }
    if is_shape(board.neighbourhood(color, point)) {
        logit += logit::SHAPE;
    }
    let (column, row) = (point.column(), point.row());
    for (last, near) in last.into_iter().zip(logit::NEAR) {
        let Some(last) = last.filter(|&last| last != point) else { continue };
        let (across, up) = (last.column().abs_diff(column), last.row().abs_diff(row));
        let steps = across + up + across.max(up) - 2;
        logit += near * logit::BY_STEPS[steps];
    }
    let most = board.size().lines() - 1;
    let line = column.min(row).min(most - column).min(most - row);
    if board.stones_around(color, point).is_empty() && board.stones_around(!color, point).is_empty() {
        logit += logit::EDGE.get(line).unwrap_or(&0.0);
    }
    logit
}
