//! Evaluation by a network, alone or mixed with playouts.

use super::{Evaluation, Evaluator, PlayoutEvaluator, RawEvaluation, legal_moves, values};
use crate::network::{AnyInference, Inputs, NetworkOutput, Plane, features};
use crate::search::node::NewChild;
use crate::search::ownership::Ownership;
use crate::search::parameters::NetworkUse;
use crate::search::priors::{self, LikelyMove};
use crate::search::spec::SearchSpec;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{BoardSize, Layout, Point};
use onepure_rules::random::Randomness;
use onepure_rules::simulation::{SimulationPosition, Trace};

/// The progress of the evaluation of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    /// Nothing is computed.
    Nothing,
    /// The features are computed.
    Inputs,
    /// The output is computed.
    Output,
}

/// Evaluates leaves with the network, optionally mixed with a playout.
pub(in crate::search) struct NetworkEvaluator<'search, L: Layout> {
    spec: &'search SearchSpec,
    network: AnyInference<L>,
    inputs: Inputs<L>,
    /// The last output of the network.
    found: NetworkOutput<L>,
    /// The colour to play in the position of that output.
    mover: Color,
    /// The progress of the evaluation of the current position.
    progress: Progress,
    /// The moves of the position being expanded; kept to save allocations.
    moves: Vec<LikelyMove>,
    logits: Vec<f64>,
    playouts: PlayoutEvaluator<'search>,
}

impl<'search, L: Layout> NetworkEvaluator<'search, L> {
    /// An evaluator for one thread of a search on a board of this size.
    pub(in crate::search) fn new(
        spec: &'search SearchSpec,
        network: AnyInference<L>,
        size: BoardSize,
        randomness: Randomness,
    ) -> Self {
        Self {
            spec,
            network,
            inputs: Inputs::new(size),
            found: NetworkOutput::empty(),
            mover: Color::Black,
            progress: Progress::Nothing,
            moves: Vec::new(),
            logits: Vec::new(),
            playouts: PlayoutEvaluator::new(spec, randomness),
        }
    }

    /// Its random numbers from here on.
    pub(in crate::search) fn into_randomness(self) -> Randomness {
        self.playouts.into_randomness()
    }

    /// The network's evaluation of a position, without a search.
    pub(in crate::search) fn raw(&mut self, position: &impl SimulationPosition<L>, trace: &Trace<L>) -> RawEvaluation {
        self.infer(position, trace, true);
        RawEvaluation::of(position, &self.found, |point| point)
    }

    /// Runs the network on a position, unless it has just done so; with ownership if `wants_ownership`.
    fn infer(&mut self, position: &impl SimulationPosition<L>, trace: &Trace<L>, wants_ownership: bool) {
        if self.progress == Progress::Nothing {
            features::write(position, trace, &mut self.inputs);
        }
        if self.progress != Progress::Output {
            self.network.evaluate_to(position, trace, &self.inputs, &mut self.found, wants_ownership);
            self.mover = position.to_play();
            self.progress = Progress::Output;
        }
    }

    /// The network's output as an evaluation.
    fn expected(&self, position: &impl SimulationPosition<L>) -> Evaluation {
        let lines = position.board().size().lines();
        let most = (lines * lines) as f64;
        let [won, lost, drawn, _] = self.found.outcome.map(f64::from);
        let wins = PerColor::from_fn(|color| if color == self.mover { won } else { lost } + drawn / 2.0);
        let score = f64::from(self.found.score).clamp(-most, most);
        let margin = if self.mover == Color::Black { score } else { -score };
        // Black's points less White's.
        let score = margin + position.articles().komi_without_ties();
        // For a normal distribution the mean absolute deviation is √(2/π) times the standard deviation.
        let variance = f64::from(self.found.deviation).clamp(0.0, most).powi(2) * std::f64::consts::FRAC_PI_2;
        Evaluation {
            values: values(wins, margin, lines, self.spec.parameters.worth.score_share),
            score,
            score_square: score * score + variance,
        }
    }
}

impl<L: Layout, P: SimulationPosition<L>> Evaluator<L, P> for NetworkEvaluator<'_, L> {
    fn expands_leaves(&self) -> bool {
        true
    }

    fn expand(&mut self, position: &P, trace: &Trace<L>, children: &mut Vec<NewChild>) {
        self.infer(position, trace, self.spec.ownership);
        let NetworkUse { policy_temperature, policy_linear, .. } = self.spec.parameters.network;
        if policy_linear > 0.0 {
            self.moves = self.playouts.likely_moves(position, trace);
        } else {
            self.moves.clear();
            let likely = |action| LikelyMove { action, likelihood: 1.0, is_self_atari: false };
            self.moves.extend(legal_moves(position, self.inputs.plane(Plane::Refused)).map(likely));
        }
        self.logits.clear();
        self.logits.extend(self.moves.iter().map(|one| {
            let logit = one.action.point().map_or(self.found.abstain, |point: Point<L>| self.found.policy[point]);
            let linear = if policy_linear > 0.0 { policy_linear * libm::log(one.likelihood.max(1e-9)) } else { 0.0 };
            f64::from(logit) / policy_temperature + linear
        }));
        priors::softmax(&mut self.logits);
        for (one, &likelihood) in self.moves.iter_mut().zip(&self.logits) {
            one.likelihood = likelihood;
        }
        priors::write(&self.moves, self.spec, children);
    }

    fn expand_again(&mut self, position: &P, trace: &Trace<L>, children: &mut Vec<NewChild>) {
        self.expand(position, trace, children);
        self.progress = Progress::Nothing;
    }

    fn evaluate(&mut self, position: &mut P, trace: &mut Trace<L>) -> Evaluation {
        self.infer(position, trace, self.spec.ownership);
        self.progress = Progress::Nothing;
        let share = self.spec.parameters.network.value_share;
        let expected = self.expected(position);
        if share < 1.0 { expected.mixed(share, &self.playouts.evaluate(position, trace)) } else { expected }
    }

    fn hash_of_leaf(&mut self, position: &P, trace: &Trace<L>) -> Option<u64> {
        let is_wanted = self.spec.parameters.network.transpositions > 0.0;
        is_wanted.then(|| {
            features::write(position, trace, &mut self.inputs);
            self.progress = Progress::Inputs;
            self.inputs.hash_of_position(position.to_play())
        })
    }

    fn leave(&mut self) {
        self.progress = Progress::Nothing;
    }

    fn record_ownership(&self, position: &P, ownership: &mut Ownership) {
        let share = self.spec.parameters.network.value_share;
        ownership.record_expected(position.board().size(), self.mover, &self.found.ownership, share);
        if share < 1.0 {
            ownership.record(position.board(), position.count().points, 1.0 - share);
        }
    }
}
