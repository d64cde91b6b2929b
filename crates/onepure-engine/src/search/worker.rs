//! One thread of a search. It descends the tree to a leaf, evaluates the leaf and backs the value up, until the limits are reached.

use super::amaf::{self, FirstTurns};
use super::evaluation::{Evaluation, Evaluator};
use super::limits::{RootVisits, SearchProgress};
use super::node::{NewChild, Node, PackedMove};
use super::outcome::{self, EndOfPlay};
use super::ownership::{Ownership, Tally};
use super::parameters::SelectionMethod;
use super::priors;
use super::reuse::Subtree;
use super::root_priors::RootPriors;
use super::select::{self, PuctChoice};
use super::spec::SearchSpec;
use super::tree::{Backup, NodeId, Tree};
use crate::budget::ProcessorTurn;
use onepure_rules::board::Color;
use onepure_rules::geometry::Layout;
use onepure_rules::rules::Move;
use onepure_rules::simulation::{SimulationPosition, Trace};
use std::sync::{Mutex, PoisonError};
use web_time::Instant;

/// A forced pass gets one simulation in four up to `PASS_VISITS`, then one in `PASS_SHARE`.
const PASS_VISITS: u32 = 40;
const PASS_SHARE: u32 = 6;

/// The simulations of a thread between two checks whether the search may end early. A check reads all children of the root.
const SIMULATIONS_BETWEEN_CHECKS: u32 = 64;

/// Under PUCT a node starts with its `FIRST_CHILDREN` most likely children and grows by a factor of `GROWTH_OF_NODES` once all of them have been
/// visited. Most nodes keep few visits. Nodes for all moves would take 4,600 bytes a visit instead of 540 on 9×9, and 21,700 instead of 800
/// on 19×19 (docs/lab/search/network.md, "Memory of nodes").
const FIRST_CHILDREN: usize = 8;
const GROWTH_OF_NODES: usize = 4;

/// The visits from which on the value of a move counts in [`RootVisits::is_best_by_value`]. With fewer visits it is too noisy.
const TRUSTED_VISITS: u32 = 100;

/// The turns from the root to that of the next search, which reuses the tree. No leaf so near takes a transposition's value: it would have
/// no children, and the next search would start from nothing (docs/lab/search/network.md, "Transpositions").
const TURNS_TO_NEXT_SEARCH: usize = 2;

/// The state of one thread of a search.
pub(super) struct Worker<'search, L: Layout, P, E> {
    spec: &'search SearchSpec,
    method: SelectionMethod,
    tree: &'search Tree,
    /// The node of the searched position.
    root: NodeId,
    root_priors: &'search RootPriors,
    /// The ownership recorded by this thread; `None` if the search does not record it.
    tally: Option<&'search Mutex<Tally>>,
    /// The position of the current simulation.
    position: P,
    /// The turns of the current simulation, after those of the game.
    trace: Trace<L>,
    evaluator: E,
    /// The nodes of the current simulation, each with the colour that moved to it.
    path: Vec<(NodeId, Color)>,
    first: FirstTurns<L>,
    /// The children of a node during its expansion; kept to save allocations.
    children: Vec<NewChild>,
}

impl<'search, L: Layout, P: SimulationPosition<L>, E: Evaluator<L, P>> Worker<'search, L, P, E> {
    /// A worker on a subtree. `position` is that of its root; `trace` has the turns of the game before it.
    pub(super) fn new(
        spec: &'search SearchSpec,
        Subtree { tree, root }: &'search Subtree,
        root_priors: &'search RootPriors,
        tally: Option<&'search Mutex<Tally>>,
        position: P,
        trace: Trace<L>,
        evaluator: E,
    ) -> Self {
        let (path, children, first) = (Vec::new(), Vec::new(), FirstTurns::new());
        let (method, root) = (spec.method(), *root);
        Self { spec, method, tree, root, root_priors, tally, position, trace, evaluator, path, first, children }
    }

    /// Simulates until the limits are reached, the search is stopped, or `until` has passed. With a `turn`, pauses regularly for other
    /// searches. Returns whether the search is over.
    pub(super) fn work(
        &mut self,
        progress: &SearchProgress,
        mut turn: Option<ProcessorTurn>,
        until: Option<Instant>,
    ) -> bool {
        let mut simulations = 0;
        loop {
            if until.is_some_and(|until| Instant::now() >= until) {
                return progress.is_over();
            }
            let root_values = self.root_priors.values();
            if root_values.are_wanted() && progress.is_early() && !progress.is_stopped() {
                if let Some(number) = root_values.claim() {
                    self.evaluate_root_move(number);
                }
                // Hundreds of moves, or the wait for the threads that evaluate the last ones: others may play meanwhile.
                if let Some(turn) = &mut turn {
                    turn.pass();
                }
                continue;
            }
            if !progress.claim() {
                return true;
            }
            self.simulate();
            simulations += 1;
            if let Some(turn) = &mut turn {
                turn.pass();
            }
            if simulations % SIMULATIONS_BETWEEN_CHECKS == 0 {
                if progress.ends_by_time() && self.tree.node(self.root).known().is_some() {
                    progress.stop();
                } else if progress.may_end_early() {
                    progress.consider(self.root_visits());
                }
            }
        }
    }

    /// The evaluator, for a worker that goes on where this one ends.
    pub(super) fn into_evaluator(self) -> E {
        self.evaluator
    }

    /// The visits and values of the moves at the root.
    fn root_visits(&self) -> RootVisits {
        let (mut best, mut second, mut value, mut highest) = (0, 0, 0.0, 0.0_f64);
        for (_, child) in self.tree.family(self.root) {
            let visits = child.visits();
            if visits == 0 {
                continue;
            }
            let mean = child.value() / f64::from(visits);
            if visits > best {
                (best, second, value) = (visits, best, mean);
            } else {
                second = second.max(visits);
            }
            if visits >= TRUSTED_VISITS {
                highest = highest.max(mean);
            }
        }
        RootVisits { best, second, is_best_by_value: value >= highest }
    }

    /// Evaluates the position after a move at the root. It is no simulation: nothing is backed up.
    fn evaluate_root_move(&mut self, number: usize) {
        let Some((_, child)) = self.tree.family(self.root).nth(number) else { return };
        self.position.restart();
        self.trace.restart();
        let mover = self.position.to_play();
        let point = child.action().point();
        self.trace.record(point);
        let end = match point {
            Some(point) => self.position.place(point),
            None => self.position.abstain(),
        };
        let evaluation = match end {
            Some(end) => {
                Evaluation::of_end(&EndOfPlay::of(&self.position, end), self.spec.parameters.worth.score_share)
            }
            None => self.evaluator.evaluate(&mut self.position, &mut self.trace),
        };
        self.root_priors.values().store(number, evaluation.values[mover]);
    }

    /// Runs one simulation: down the tree, evaluation, and back up.
    fn simulate(&mut self) {
        let evaluation = self.descend();
        self.back_up(&evaluation);
    }

    /// Descends to a leaf or to the end of the game, and evaluates it. Expands the leaf if it has enough visits.
    fn descend(&mut self) -> Evaluation {
        let (tree, root, parameters) = (self.tree, self.root, &self.spec.parameters);
        self.position.restart();
        self.trace.restart();
        self.path.clear();
        self.path.push((root, !self.position.to_play()));
        tree.node(root).enter();
        let mut node = root;
        loop {
            if !tree.is_expanded(node) {
                if let Some(evaluation) = self.transposition_value(node) {
                    return evaluation;
                }
                let is_leaf = self.evaluator.expands_leaves();
                if is_leaf || tree.node(node).visits() >= parameters.selection.expand_after && !tree.is_full() {
                    self.expand(node);
                }
                if is_leaf || !tree.is_expanded(node) {
                    return self.evaluate();
                }
            }
            let Some(child) = self.select(node) else { return self.evaluate() };
            node = child;
            self.path.push((node, self.position.to_play()));
            tree.node(node).enter();
            let point = tree.node(node).action().point();
            self.trace.record(point);
            let end = match point {
                Some(point) => self.position.place(point),
                None => self.position.abstain(),
            };
            if let Some(end) = end {
                let end = EndOfPlay::of(&self.position, end);
                self.record(|ownership| ownership.record(self.position.board(), end.count.points, 1.0));
                // With a virtual komi the outcome is not that of the game.
                if self.spec.virtual_komi == 0.0
                    && let Some(known) = end.known()
                {
                    outcome::back_up(tree, &self.path, known);
                }
                return Evaluation::of_end(&end, parameters.worth.score_share);
            }
        }
    }

    /// The value of a leaf's transposition source, if that has more visits. `None` when ownership is recorded: a source has a value, but no
    /// ownership.
    fn transposition_value(&mut self, leaf: NodeId) -> Option<Evaluation> {
        let Self { spec, tree, evaluator, position, trace, path, .. } = self;
        let &(_, mover) = path.last()?;
        // Not with restrictions, which depend on depth, and not under RAVE, where this field holds AMAF statistics.
        let is_wanted = self.method == SelectionMethod::Puct && self.tally.is_none() && spec.restrictions.is_empty();
        if !is_wanted || path.len() <= 1 + TURNS_TO_NEXT_SEARCH {
            return None;
        }
        let source = match tree.transposition_source(leaf) {
            Some(source) => source,
            None => tree.first_of_position(evaluator.hash_of_leaf(position, trace)?, leaf),
        };
        let sums = tree.sums(source);
        (f64::from(sums.visits) * spec.parameters.network.transpositions > f64::from(tree.node(leaf).visits())).then(
            || {
                tree.add_transposition(leaf, source);
                evaluator.leave();
                Evaluation::of_sums(&sums, mover)
            },
        )
    }

    /// Evaluates the leaf.
    fn evaluate(&mut self) -> Evaluation {
        let evaluation = self.evaluator.evaluate(&mut self.position, &mut self.trace);
        self.record(|ownership| self.evaluator.record_ownership(&self.position, ownership));
        evaluation
    }

    /// Adds to the recorded ownership, if the search records it.
    fn record(&self, record: impl Fn(&mut Ownership)) {
        if let Some(tally) = self.tally {
            let first = self.path.get(1).filter(|_| self.spec.moves_ownership);
            let first = first.map(|&(node, _)| self.tree.node(node).action().to_move::<L>());
            tally.lock().unwrap_or_else(PoisonError::into_inner).record(first, record);
        }
    }

    /// Gives the leaf its children: all of them under RAVE, and the most likely ones first under PUCT.
    fn expand(&mut self, node: NodeId) {
        let Self { spec, tree, evaluator, position, trace, path, children, .. } = self;
        match self.method {
            SelectionMethod::Rave => tree.expand(node, || {
                note_moves_left_out(tree.node(node), position);
                evaluator.expand(position, trace, children);
                let most = spec.parameters.selection.rave_inherited as f32;
                amaf::inherit::<L>(tree, path, most, children);
                children.as_slice()
            }),
            SelectionMethod::Puct => tree.expand_first(node, FIRST_CHILDREN, || {
                note_moves_left_out(tree.node(node), position);
                evaluator.expand(position, trace, children);
                priors::sort_first(children, FIRST_CHILDREN);
                children.as_slice()
            }),
        }
    }

    /// Gives a node on the path more children. Returns whether it has more now.
    fn grow(&mut self, node: NodeId) -> bool {
        let Self { tree, evaluator, position, trace, children, .. } = self;
        let before = tree.children(node).count();
        tree.grow(node, before * (GROWTH_OF_NODES - 1), || {
            evaluator.expand_again(position, trace, children);
            priors::sort_first(children, before * GROWTH_OF_NODES);
            children
        })
    }

    /// The child that a simulation goes to: a move that is known to win, if there is one. `None` if restrictions forbid all of them.
    fn select(&mut self, node: NodeId) -> Option<NodeId> {
        let Self { spec: SearchSpec { parameters, restrictions, .. }, method, tree, root_priors, .. } = *self;
        if let Some(abstention) = self.pass_to_weigh(node) {
            return Some(abstention);
        }
        let (turns, color) = (self.path.len() - 1, self.position.to_play());
        let is_allowed =
            |child: &Node| restrictions.is_empty() || !restrictions.forbid(color, child.action().to_move::<L>(), turns);
        if let Some(win) = outcome::winning_child(tree, node, is_allowed) {
            return Some(win);
        }
        let mut best = |takes_losses| match method {
            SelectionMethod::Rave => select::by_rave(tree, node, &parameters.selection, takes_losses, is_allowed),
            SelectionMethod::Puct => {
                let root = (turns == 0).then_some(root_priors);
                loop {
                    let PuctChoice { best, wants_more } =
                        select::by_puct(tree, node, &parameters.puct, root, takes_losses, is_allowed);
                    if !wants_more || !self.grow(node) {
                        return best;
                    }
                }
            }
        };
        best(false).or_else(|| best(true))
    }

    /// The pass at the root, if its outcome is not known and it has fewer than its share of the simulations.
    fn pass_to_weigh(&self, node: NodeId) -> Option<NodeId> {
        let Self { spec, tree, root, .. } = *self;
        if !spec.weigh_abstention || node != root || spec.restrictions.forbid(self.position.to_play(), Move::Abstain, 0)
        {
            return None;
        }
        let visits = tree.node(node).visits();
        let share = (visits / 4).min(PASS_VISITS).max(visits / PASS_SHARE);
        let abstention = tree.child(node, PackedMove::PASS)?;
        let has_less = tree.node(abstention).visits() < share;
        (has_less && tree.node(abstention).known().is_none()).then_some(abstention)
    }

    /// Adds an evaluation to every node of the path, and under RAVE to the AMAF values of their children.
    fn back_up(&mut self, evaluation: &Evaluation) {
        let Self { spec, tree, path, trace, first, .. } = self;
        let &Evaluation { values, score, score_square } = evaluation;
        if self.method == SelectionMethod::Rave {
            let nearness = spec.parameters.selection.rave_nearness as f32;
            first.update_amaf(tree, path, trace.turns(), values, nearness);
        }
        for &(node, mover) in &*path {
            tree.add(node, &Backup { value: values[mover], score, score_square });
        }
    }
}

/// Notes in a node that is being expanded whether its children leave out legal moves of its position.
pub(super) fn note_moves_left_out<L: Layout>(node: &Node, position: &impl SimulationPosition<L>) {
    if position.leaves_moves_out() {
        node.leave_moves_out();
    }
}
