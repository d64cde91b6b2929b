//! Evaluation by a network.

use super::{Evaluation, Evaluator, Findings, RawEvaluation, legal_moves, values};
use crate::network::{AnyInference, Inputs, NetworkOutput, Plane, features};
use crate::search::node::{NewChild, PackedMove};
use crate::search::ownership::Ownership;
use crate::search::priors;
use crate::search::spec::SearchSpec;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{BoardSize, Layout, Point};
use onepure_rules::simulation::{SimulationPosition, Trace};

/// Evaluates positions by the network.
pub(in crate::search) struct NetworkEvaluator<'search, L: Layout> {
    spec: &'search SearchSpec,
    network: AnyInference<L>,
    inputs: Inputs<L>,
    /// The output for the current position.
    found: NetworkOutput<L>,
    /// The logits of its moves; kept to save allocations.
    logits: Vec<f64>,
}

impl<'search, L: Layout> NetworkEvaluator<'search, L> {
    /// An evaluator for one thread of a search on a board of this size.
    pub(in crate::search) fn new(spec: &'search SearchSpec, network: AnyInference<L>, size: BoardSize) -> Self {
        Self { spec, network, inputs: Inputs::new(size), found: NetworkOutput::empty(), logits: Vec::new() }
    }

    /// The network's evaluation of a position, without a search. Also writes the moves of the position with their priors.
    pub(in crate::search) fn raw(
        &mut self,
        position: &impl SimulationPosition<L>,
        trace: &Trace<L>,
        children: &mut Vec<NewChild>,
    ) -> RawEvaluation {
        features::write(position, trace, &mut self.inputs);
        self.network.evaluate_to(position, trace, &self.inputs, &mut self.found, true);
        self.write_moves(position, children);
        RawEvaluation::of(position, &self.found, |point| point)
    }

    /// Writes the moves of the position that was evaluated last.
    fn write_moves(&mut self, position: &impl SimulationPosition<L>, children: &mut Vec<NewChild>) {
        let Self { spec, inputs, found, logits, .. } = self;
        let temperature = spec.parameters.policy_temperature;
        let logit = |action: PackedMove| {
            let logit = action.point().map_or(found.abstain, |point: Point<L>| found.policy[point]);
            f64::from(logit) / temperature
        };
        priors::write(legal_moves(position, inputs.plane(Plane::Refused)), logit, logits, children);
    }

    /// The network's output as an evaluation.
    fn expected(&self, position: &impl SimulationPosition<L>) -> Evaluation {
        let (mover, lines) = (position.to_play(), position.board().size().lines());
        let most = (lines * lines) as f64;
        let [won, lost, drawn, _] = self.found.outcome.map(f64::from);
        let wins = PerColor::from_fn(|color| if color == mover { won } else { lost } + drawn / 2.0);
        let score = f64::from(self.found.score).clamp(-most, most);
        let margin = if mover == Color::Black { score } else { -score };
        // Black's points less White's.
        let score = margin + position.articles().komi_without_ties();
        // For a normal distribution the mean absolute deviation is √(2/π) times the standard deviation.
        let variance = f64::from(self.found.deviation).clamp(0.0, most).powi(2) * std::f64::consts::FRAC_PI_2;
        Evaluation {
            values: values(wins, margin, lines, self.spec.parameters.score_share),
            score,
            score_square: score * score + variance,
        }
    }
}

impl<L: Layout, P: SimulationPosition<L>> Evaluator<L, P> for NetworkEvaluator<'_, L> {
    fn evaluate(
        &mut self,
        position: &P,
        trace: &Trace<L>,
        findings: &mut Findings,
        other: impl FnOnce(u64) -> Option<Evaluation>,
    ) -> Evaluation {
        let Findings { children, ownership } = findings;
        children.clear();
        features::write(position, trace, &mut self.inputs);
        if let Some(other) = other(self.inputs.hash_of_position(position.to_play())) {
            return other;
        }
        self.network.evaluate_to(position, trace, &self.inputs, &mut self.found, ownership.is_some());
        self.write_moves(position, children);
        if let Some(ownership) = ownership {
            *ownership = Ownership::default();
            ownership.record_expected(position.board().size(), position.to_play(), &self.found.ownership, 1.0);
        }
        self.expected(position)
    }
}
