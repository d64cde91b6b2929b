//! Evaluation by playouts, with priors by learned weights.

use super::{EndOfPlay, Evaluation, Evaluator};
use crate::playout::play_on;
use crate::search::node::NewChild;
use crate::search::ownership::Ownership;
use crate::search::priors::{self, LikelyMove};
use crate::search::spec::SearchSpec;
use onepure_rules::geometry::Layout;
use onepure_rules::random::Randomness;
use onepure_rules::simulation::{SimulationPosition, Trace};

/// Evaluates each leaf by one playout.
#[derive(Debug)]
pub(in crate::search) struct PlayoutEvaluator<'search> {
    spec: &'search SearchSpec,
    randomness: Randomness,
}

impl<'search> PlayoutEvaluator<'search> {
    /// An evaluator for one thread of a search.
    pub(in crate::search) fn new(spec: &'search SearchSpec, randomness: Randomness) -> Self {
        Self { spec, randomness }
    }

    /// Its random numbers from here on.
    pub(in crate::search) fn into_randomness(self) -> Randomness {
        self.randomness
    }

    /// The moves of a position, with likelihoods by learned weights.
    pub(super) fn likely_moves<L: Layout>(
        &mut self,
        position: &impl SimulationPosition<L>,
        trace: &Trace<L>,
    ) -> Vec<LikelyMove> {
        priors::linear(position, trace, &mut self.randomness)
    }
}

impl<L: Layout, P: SimulationPosition<L>> Evaluator<L, P> for PlayoutEvaluator<'_> {
    fn expands_leaves(&self) -> bool {
        false
    }

    fn expand(&mut self, position: &P, trace: &Trace<L>, children: &mut Vec<NewChild>) {
        let moves = self.likely_moves(position, trace);
        priors::write(&moves, self.spec, children);
    }

    fn evaluate(&mut self, position: &mut P, trace: &mut Trace<L>) -> Evaluation {
        let end = play_on(position, &self.spec.parameters.policy, &mut self.randomness, trace);
        Evaluation::of_end(&EndOfPlay::of(position, end), self.spec.parameters.worth.score_share)
    }

    fn hash_of_leaf(&mut self, _: &P, _: &Trace<L>) -> Option<u64> {
        None
    }

    fn leave(&mut self) {}

    fn record_ownership(&self, position: &P, ownership: &mut Ownership) {
        ownership.record(position.board(), position.count().points, 1.0);
    }
}
