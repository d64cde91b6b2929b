//! Evaluation by playouts, with priors of learned weights.

use super::{Evaluation, Evaluator};
use crate::geometry::Layout;
use crate::playout::{PlayoutPosition, Randomness, Trace};
use crate::search::node::NewChild;
use crate::search::ownership::Ownership;
use crate::search::parameters::{Parameters, SelectionMethod};
use crate::search::priors::{self, LikelyMove};

/// Plays each leaf on to the end.
#[derive(Debug)]
pub(in crate::search) struct PlayoutEvaluator<'search> {
    parameters: &'search Parameters,
    method: SelectionMethod,
    randomness: Randomness,
}

impl<'search> PlayoutEvaluator<'search> {
    /// An evaluator whose priors are for selection of this kind.
    pub(in crate::search) fn new(
        parameters: &'search Parameters,
        method: SelectionMethod,
        randomness: Randomness,
    ) -> Self {
        Self { parameters, method, randomness }
    }

    /// The moves of a position, with likelihoods by learned weights.
    pub(super) fn likely_moves<'root, L: Layout>(
        &mut self,
        position: &impl PlayoutPosition<'root, L>,
        trace: &Trace<L>,
    ) -> Vec<LikelyMove> {
        priors::linear(position, trace, &mut self.randomness)
    }
}

impl<'root, L: Layout, P: PlayoutPosition<'root, L>> Evaluator<'root, L, P> for PlayoutEvaluator<'_> {
    fn expands_leaves(&self) -> bool {
        false
    }

    fn expand(&mut self, position: &P, trace: &Trace<L>, children: &mut Vec<NewChild>) {
        let moves = self.likely_moves(position, trace);
        priors::write(&moves, self.method, &self.parameters.priors, children);
    }

    fn evaluate(&mut self, position: &mut P, trace: &mut Trace<L>) -> Evaluation {
        let end = position.play_on(&self.parameters.policy, &mut self.randomness, trace);
        Evaluation::of_end(position, end, self.parameters.worth.score_share)
    }

    fn hash_of_leaf(&mut self, _: &P, _: &Trace<L>) -> Option<u64> {
        None
    }

    fn leave(&mut self) {}

    fn record_ownership(&self, position: &P, ownership: &mut Ownership) {
        ownership.record(position.board(), position.count().points, 1.0);
    }
}
