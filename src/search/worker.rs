//! One thread of a search: runs through the tree and beyond, until the limits are reached.

use super::limits::Progress;
use super::ownership::Ownership;
use super::parameters::Parameters;
use super::restrictions::Restrictions;
use super::tree::{Action, NodeId, Tree, Worth};
use crate::board::{Color, PerColor};
use crate::geometry::Layout;
use crate::playout::{Course, End, Randomness};
use crate::rules::Verdict;
use std::sync::{Mutex, PoisonError};

/// What one thread works on.
pub(super) struct Worker<'search, 'root, L: Layout, C: Course<'root, L>> {
    pub(super) tree: &'search Tree,
    /// The node of the position in the tree.
    pub(super) origin: NodeId,
    pub(super) root: &'root C::Root,
    pub(super) parameters: &'search Parameters,
    pub(super) restrictions: &'search Restrictions,
    /// Where the thread records who holds which point at the ends of its runs, if that is asked for.
    pub(super) ownership: Option<&'search Mutex<Ownership>>,
    pub(super) randomness: Randomness,
    pub(super) line: C,
    /// The nodes of the run under way, each with the colour that moved to it.
    pub(super) path: Vec<(NodeId, Color)>,
}

impl<'root, L: Layout, C: Course<'root, L>> Worker<'_, 'root, L, C> {
    /// Runs until the limits are reached or someone stops the search.
    pub(super) fn work(&mut self, progress: &Progress) {
        while progress.claim() {
            self.run();
        }
    }

    /// One run: down the tree by the best bounds, on at random, and the value back up.
    fn run(&mut self) {
        self.line.restart(self.root);
        self.path.clear();
        self.path.push((self.origin, !self.line.to_play()));
        self.tree.enter(self.origin);
        let end = self.descend().unwrap_or_else(|| self.line.play_on(&mut self.randomness));
        let (values, difference) = self.result(end);
        for &(node, mover) in &self.path {
            self.tree.add(node, Worth { value: values[mover], difference });
        }
        if let Some(ownership) = self.ownership {
            ownership.lock().unwrap_or_else(PoisonError::into_inner).record(self.line.board());
        }
    }

    /// Goes down to a leaf, and expands it when it was visited often enough. An end on the way ends the run.
    fn descend(&mut self) -> Option<End> {
        let mut node = self.origin;
        loop {
            if !self.tree.is_expanded(node) {
                if self.tree.visits(node) < self.parameters.expand_after || self.tree.is_full() {
                    return None;
                }
                expand(self.tree, node, &self.line, &mut self.randomness);
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
        let turns = self.path.len() - 1;
        for child in self.tree.children(node) {
            if !self.restrictions.is_empty() {
                let action = self.tree.action(child).to_move::<L>();
                if self.restrictions.forbid(self.line.to_play(), action, turns) {
                    continue;
                }
            }
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

    /// What an end is worth to each colour, 0 to 1, and Black's points less White's in it.
    fn result(&self, end: End) -> (PerColor<f64>, i32) {
        let results = match self.line.outcome(end).verdict {
            Verdict::Win(color, _) => PerColor::from_fn(|side| if side == color { 1.0 } else { 0.0 }),
            Verdict::Draw => PerColor { black: 0.5, white: 0.5 },
            Verdict::BothLose => PerColor { black: 0.0, white: 0.0 },
        };
        let lines = self.line.board().size().lines();
        let count = self.line.count();
        let margin = (count.margin() / (lines * lines) as f64).clamp(-1.0, 1.0);
        let scores = PerColor { black: 0.5 + margin / 2.0, white: 0.5 - margin / 2.0 };
        let share = self.parameters.score_share;
        let values = PerColor::from_fn(|color| results[color] * (1.0 - share) + scores[color] * share);
        (values, i32::from(count.points.black) - i32::from(count.points.white))
    }
}

/// Gives a node its children: the moves in the position that the line has reached.
pub(super) fn expand<'root, L: Layout>(
    tree: &Tree,
    node: NodeId,
    line: &impl Course<'root, L>,
    randomness: &mut Randomness,
) {
    tree.expand(node, || moves(line, randomness));
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
