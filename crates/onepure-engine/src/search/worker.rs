//! One thread of a search. It descends the tree to a leaf, evaluates the leaf and backs the value up, until the limits are reached.

use super::evaluation::{Evaluation, Evaluator, Findings};
use super::limits::{RootVisits, SearchProgress};
use super::node::{Node, PackedMove};
use super::outcome::{self, EndOfPlay};
use super::ownership::{Ownership, Tally};
use super::parameters::Puct;
use super::priors;
use super::reuse::Subtree;
use super::root_noise::RootNoise;
use super::select::{self, Choice};
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

/// A node starts with its `FIRST_CHILDREN` most likely children and grows by a factor of `GROWTH_OF_NODES` once all of them have been
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
    puct: Puct,
    tree: &'search Tree,
    /// The node of the searched position.
    root: NodeId,
    root_noise: &'search RootNoise,
    /// The ownership recorded by this thread; `None` if the search does not record it.
    tally: Option<&'search Mutex<Tally>>,
    /// The position of the current simulation.
    position: P,
    /// The turns of the current simulation, after those of the game.
    trace: Trace<L>,
    evaluator: E,
    /// The nodes of the current simulation, each with the colour that moved to it.
    path: Vec<(NodeId, Color)>,
    /// What the evaluator found in the last position.
    findings: Findings,
}

impl<'search, L: Layout, P: SimulationPosition<L>, E: Evaluator<L, P>> Worker<'search, L, P, E> {
    /// A worker on a subtree. `position` is that of its root; `trace` has the turns of the game before it.
    pub(super) fn new(
        spec: &'search SearchSpec,
        Subtree { tree, root }: &'search Subtree,
        root_noise: &'search RootNoise,
        tally: Option<&'search Mutex<Tally>>,
        position: P,
        trace: Trace<L>,
        evaluator: E,
    ) -> Self {
        let findings = Findings { ownership: tally.map(|_| Ownership::default()), ..Findings::default() };
        let (path, root) = (Vec::new(), *root);
        let puct = spec.parameters.selection(spec.network.is_none());
        Self { spec, puct, tree, root, root_noise, tally, position, trace, evaluator, path, findings }
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

    /// Runs one simulation: down the tree, evaluation, and back up.
    fn simulate(&mut self) {
        let evaluation = self.descend();
        self.back_up(&evaluation);
    }

    /// Descends to a leaf or to the end of the game, and evaluates it.
    fn descend(&mut self) -> Evaluation {
        let (tree, root) = (self.tree, self.root);
        self.position.restart();
        self.trace.restart();
        self.path.clear();
        self.path.push((root, !self.position.to_play()));
        tree.node(root).enter();
        let mut node = root;
        loop {
            let child = if tree.is_expanded(node) { self.select(node) } else { None };
            let Some(child) = child else { return self.evaluate(node) };
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
                return Evaluation::of_end(&end, self.spec.parameters.score_share);
            }
        }
    }

    /// Evaluates the last node of the path, and gives it its most likely children. While the transposition source of a leaf has more visits,
    /// the leaf takes its value instead.
    fn evaluate(&mut self, leaf: NodeId) -> Evaluation {
        let takes_transpositions = self.takes_transpositions();
        let Self { spec, tree, evaluator, position, trace, path, findings, .. } = self;
        let (tree, share, mover) = (*tree, spec.parameters.transpositions, path[path.len() - 1].1);
        let value_of = |source| {
            let sums = tree.sums(source);
            let is_taken = f64::from(sums.visits) * share > f64::from(tree.node(leaf).visits());
            is_taken.then(|| {
                tree.add_transposition(leaf, source);
                Evaluation::of_sums(&sums, mover)
            })
        };
        let source = tree.transposition_source(leaf);
        if let Some(value) = source.filter(|_| takes_transpositions).and_then(value_of) {
            return value;
        }
        let is_asked = takes_transpositions && source.is_none();
        let other = |hash| if is_asked { value_of(tree.first_of_position(hash, leaf)) } else { None };
        let evaluation = evaluator.evaluate(position, trace, findings, other);
        if !findings.children.is_empty() {
            tree.expand_first(leaf, FIRST_CHILDREN, || {
                note_moves_left_out(tree.node(leaf), position);
                priors::sort_first(&mut findings.children, FIRST_CHILDREN);
                findings.children.as_slice()
            });
        }
        if let Some(found) = &self.findings.ownership {
            self.record(|ownership| ownership.absorb(found));
        }
        evaluation
    }

    /// Returns whether the last node of the path may take the value of its transposition source. Not if ownership is recorded: a source has a
    /// value, but no ownership. Not with restrictions, which depend on depth.
    fn takes_transpositions(&self) -> bool {
        let Self { spec, tally, path, .. } = self;
        let is_near = path.len() <= 1 + TURNS_TO_NEXT_SEARCH;
        spec.parameters.transpositions > 0.0 && tally.is_none() && spec.restrictions.is_empty() && !is_near
    }

    /// Adds to the recorded ownership, if the search records it.
    fn record(&self, record: impl Fn(&mut Ownership)) {
        if let Some(tally) = self.tally {
            let first = self.path.get(1).filter(|_| self.spec.moves_ownership);
            let first = first.map(|&(node, _)| self.tree.node(node).action().to_move::<L>());
            tally.lock().unwrap_or_else(PoisonError::into_inner).record(first, record);
        }
    }

    /// Gives a node on the path more children. Returns whether it has more now.
    fn grow(&mut self, node: NodeId) -> bool {
        let Self { tree, evaluator, position, trace, findings, .. } = self;
        let before = tree.children(node).count();
        tree.grow(node, before * (GROWTH_OF_NODES - 1), || {
            evaluator.evaluate(position, trace, findings, |_| None);
            priors::sort_first(&mut findings.children, before * GROWTH_OF_NODES);
            &mut findings.children
        })
    }

    /// The child that a simulation goes to: a move that is known to win, if there is one. `None` if restrictions forbid all of them.
    fn select(&mut self, node: NodeId) -> Option<NodeId> {
        let Self { spec: SearchSpec { restrictions, .. }, puct, tree, root_noise, .. } = *self;
        if let Some(abstention) = self.pass_to_weigh(node) {
            return Some(abstention);
        }
        let (turns, color) = (self.path.len() - 1, self.position.to_play());
        let is_allowed =
            |child: &Node| restrictions.is_empty() || !restrictions.forbid(color, child.action().to_move::<L>(), turns);
        if let Some(win) = outcome::winning_child(tree, node, is_allowed) {
            return Some(win);
        }
        let root = (turns == 0).then_some(root_noise);
        let mut best = |takes_losses| loop {
            let Choice { best, wants_more } = select::best_child(tree, node, &puct, root, takes_losses, is_allowed);
            if !wants_more || !self.grow(node) {
                return best;
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

    /// Adds an evaluation to every node of the path.
    fn back_up(&self, &Evaluation { values, score, score_square }: &Evaluation) {
        for &(node, mover) in &self.path {
            self.tree.add(node, &Backup { value: values[mover], score, score_square });
        }
    }
}

/// Notes in a node that is being expanded whether its children leave out legal moves of its position.
pub(super) fn note_moves_left_out<L: Layout>(node: &Node, position: &impl SimulationPosition<L>) {
    if position.leaves_moves_out() {
        node.leave_moves_out();
    }
}
