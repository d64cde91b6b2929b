//! One thread of a search: runs through the tree and beyond, until the limits are reached.

use super::limits::Progress;
use super::parameters::Parameters;
use super::tree::{Action, NodeId, Tree};
use crate::board::{Color, PerColor};
use crate::geometry::Layout;
use crate::playout::{Course, End, Randomness};
use crate::rules::Verdict;

/// What one thread works on.
pub(super) struct Worker<'search, 'root, L: Layout, C: Course<'root, L>> {
    tree: &'search Tree,
    root: &'root C::Root,
    parameters: &'search Parameters,
    randomness: Randomness,
    line: C,
    /// The nodes of the run under way, each with the colour that moved to it.
    path: Vec<(NodeId, Color)>,
}

impl<'search, 'root, L: Layout, C: Course<'root, L>> Worker<'search, 'root, L, C> {
    /// A thread with random numbers of its own.
    pub(super) fn new(
        tree: &'search Tree,
        root: &'root C::Root,
        parameters: &'search Parameters,
        randomness: Randomness,
    ) -> Self {
        Self { tree, root, parameters, randomness, line: C::at(root), path: Vec::new() }
    }

    /// Gives the root its children, before the threads start: every run goes through one of them.
    pub(super) fn expand_root(&mut self) {
        self.tree.expand(Tree::ROOT, || moves(&self.line, &mut self.randomness));
    }

    /// Runs until the limits are reached or someone stops the search.
    pub(super) fn work(&mut self, progress: &Progress<'_>) {
        while progress.claim() {
            self.run();
        }
    }

    /// One run: down the tree by the best bounds, on at random, and the value back up.
    fn run(&mut self) {
        self.line.restart(self.root);
        self.path.clear();
        self.path.push((Tree::ROOT, !self.line.to_play()));
        self.tree.enter(Tree::ROOT);
        let end = self.descend().unwrap_or_else(|| self.line.play_on(&mut self.randomness));
        let values = self.values(end);
        for &(node, mover) in &self.path {
            self.tree.add_value(node, values[mover]);
        }
    }

    /// Goes down to a leaf, and expands it when it was visited often enough. An end on the way ends the run.
    fn descend(&mut self) -> Option<End> {
        let mut node = Tree::ROOT;
        loop {
            if self.tree.children(node).next().is_none() {
                if self.tree.visits(node) < self.parameters.expand_after || self.tree.is_full() {
                    return None;
                }
                let (line, randomness) = (&self.line, &mut self.randomness);
                self.tree.expand(node, || moves(line, randomness));
            }
            node = self.select(node)?;
            self.path.push((node, self.line.to_play()));
            self.tree.enter(node);
            let end = match self.tree.action(node).point() {
                Some(point) => self.line.place(point),
                None => self.line.abstain(),
            };
            if end.is_some() {
                return end;
            }
        }
    }

    /// The child with the highest upper confidence bound (UCB1: Auer, Cesa-Bianchi and Fischer 2002; in trees, UCT: Kocsis
    /// and Szepesvári 2006). Children that were never visited come first.
    fn select(&self, node: NodeId) -> Option<NodeId> {
        let logarithm = f64::from(self.tree.visits(node).max(1)).ln();
        let mut best = None;
        let mut best_bound = f64::NEG_INFINITY;
        for child in self.tree.children(node) {
            let visits = self.tree.visits(child);
            if visits == 0 {
                return Some(child);
            }
            let visits = f64::from(visits);
            let bound = self.tree.value(child) / visits + self.parameters.exploration * (logarithm / visits).sqrt();
            if bound > best_bound {
                (best, best_bound) = (Some(child), bound);
            }
        }
        best
    }

    /// What an end is worth to each colour, 0 to 1.
    fn values(&self, end: End) -> PerColor<f64> {
        let results = match self.line.outcome(end).verdict {
            Verdict::Win(color, _) => PerColor::from_fn(|side| if side == color { 1.0 } else { 0.0 }),
            Verdict::Draw => PerColor { black: 0.5, white: 0.5 },
            Verdict::BothLose => PerColor { black: 0.0, white: 0.0 },
        };
        let lines = self.line.board().size().lines();
        let margin = (self.line.count().margin() / (lines * lines) as f64).clamp(-1.0, 1.0);
        let scores = PerColor { black: 0.5 + margin / 2.0, white: 0.5 - margin / 2.0 };
        let share = self.parameters.score_share;
        PerColor::from_fn(|color| results[color] * (1.0 - share) + scores[color] * share)
    }
}

/// The moves worth a node, the placements in random order, then the abstention: if it is worth a thought, or if nothing
/// else is left.
fn moves<'root, L: Layout>(line: &impl Course<'root, L>, randomness: &mut Randomness) -> Vec<Action> {
    let mut moves: Vec<Action> = line.placements().into_iter().map(Action::place).collect();
    for last in (1..moves.len()).rev() {
        moves.swap(last, randomness.below(last + 1));
    }
    if moves.is_empty() || line.may_abstain() {
        moves.push(Action::ABSTAIN);
    }
    moves
}
