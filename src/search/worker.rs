//! One thread of a search: runs through the tree and beyond, until the limits are reached.

use super::limits::{Progress, Standing};
use super::ownership::Tally;
use super::parameters::{Parameters, Selection};
use super::priors::seeds;
use super::restrictions::Restrictions;
use super::tree::{Action, Heard, NodeId, Tree, Worth};
use crate::board::{Color, PerColor};
use crate::geometry::{Layout, PerPoint};
use crate::playout::{Course, End, Randomness, Trace};
use crate::rules::Verdict;
use std::sync::{Mutex, PoisonError};

/// An abstention that is to be weighed has one run in four until it has so many, and then one in so many.
const ABSTENTION_RUNS: u32 = 40;
const ABSTENTION_SHARE: u32 = 6;

/// So many runs of a thread lie between two looks at whether the search may end.
const RUNS_BETWEEN_LOOKS: u32 = 64;

/// The value of a move with fewer runs says little.
const TRUSTED_RUNS: u32 = 100;

/// What one thread works on.
pub(super) struct Worker<'search, 'root, L: Layout, C: Course<'root, L>> {
    pub(super) tree: &'search Tree,
    /// The node of the position in the tree.
    pub(super) origin: NodeId,
    pub(super) root: &'root C::Root,
    pub(super) parameters: &'search Parameters,
    pub(super) restrictions: &'search Restrictions,
    /// Whether an abstention at the origin has its share of runs, however little it promises.
    pub(super) weigh_abstention: bool,
    /// Where the thread records who holds which point at the ends of its runs, if that is asked for.
    pub(super) tally: Option<&'search Mutex<Tally>>,
    /// Whether it records that for each move at the origin too.
    pub(super) moves_ownership: bool,
    pub(super) randomness: Randomness,
    pub(super) line: C,
    /// The nodes of the run under way, each with the colour that moved to it.
    pub(super) path: Vec<(NodeId, Color)>,
    /// The turns of the run under way.
    pub(super) trace: Trace<L>,
    /// For each point the number of the first turn with a placement on it; no turn's number where there was none.
    pub(super) first: PerPoint<L, u16>,
}

impl<'root, L: Layout, C: Course<'root, L>> Worker<'_, 'root, L, C> {
    /// Runs until the limits are reached or someone stops the search.
    pub(super) fn work(mut self, progress: &Progress) {
        let mut runs = 0;
        while progress.claim() {
            self.run();
            runs += 1;
            if runs % RUNS_BETWEEN_LOOKS == 0 && progress.depends_on_standing() {
                progress.consider(self.standing());
            }
        }
    }

    /// How the moves at the origin stand.
    fn standing(&self) -> Standing {
        let (mut best, mut second, mut value, mut highest) = (0, 0, 0.0, 0.0_f64);
        for (_, child) in self.tree.family(self.origin) {
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
            if visits >= TRUSTED_RUNS {
                highest = highest.max(mean);
            }
        }
        Standing { best, second, is_best_by_value: value >= highest }
    }

    /// One run: down the tree by the best bounds, on at random, and the value back up.
    fn run(&mut self) {
        self.line.restart(self.root);
        self.trace.restart();
        self.path.clear();
        self.path.push((self.origin, !self.line.to_play()));
        self.tree.enter(self.origin);
        let end = match self.descend() {
            Some(end) => end,
            None => self.line.play_on(&self.parameters.policy, &mut self.randomness, &mut self.trace),
        };
        let (values, difference) = self.result(end);
        self.spread(values);
        for &(node, mover) in &self.path {
            self.tree.add(node, Worth { value: values[mover], difference });
        }
        if let Some(tally) = self.tally {
            let first = self.path.get(1).filter(|_| self.moves_ownership);
            let first = first.map(|&(node, _)| self.tree.node(node).action().to_move::<L>());
            tally.lock().unwrap_or_else(PoisonError::into_inner).record(self.line.board(), first);
        }
    }

    /// Goes down to a leaf, and expands it when it was visited often enough. An end on the way ends the run.
    fn descend(&mut self) -> Option<End> {
        let mut node = self.origin;
        loop {
            if !self.tree.is_expanded(node) {
                if self.tree.node(node).visits() < self.parameters.selection.expand_after || self.tree.is_full() {
                    return None;
                }
                self.expand(node);
            }
            node = self.select(node)?;
            self.path.push((node, self.line.to_play()));
            self.tree.enter(node);
            let point = self.tree.node(node).action().point();
            self.trace.record(point);
            let end = match point {
                Some(point) => self.line.place(point),
                None => self.line.abstain(),
            };
            if end.is_some() {
                return end;
            }
        }
    }

    /// Gives a node its children. Of each is heard what was heard of the same move two placements before, as from so many runs at
    /// most: few of the runs through a new node have come by themselves (the grandfather heuristic: Gelly and Silver, "Combining
    /// Online and Offline Knowledge in UCT", 2007).
    fn expand(&mut self, node: NodeId) {
        let Self { tree, line, trace, parameters, randomness, path, .. } = self;
        let most = parameters.selection.rave_inherited as f32;
        tree.expand(node, || {
            let mut seeds = seeds(line, trace, &parameters.priors, randomness);
            let [.., (earlier, _), _, _] = **path else { return seeds };
            let mut heard = PerPoint::<L, Heard>::filled(Heard::NOTHING);
            for (_, child) in tree.family(earlier) {
                if let Some(point) = child.action().point() {
                    heard[point] = child.heard();
                }
            }
            for seed in &mut seeds {
                if let Some(point) = seed.action.point() {
                    seed.heard = heard[point].at_most(most);
                }
            }
            seeds
        });
    }

    /// The child with the best mixture of what was found of it, what was heard of it (RAVE: Gelly and Silver, "Monte-Carlo Tree
    /// Search and Rapid Action Value Estimation in Computer Go", 2011, with the weight of Silver's 2009 note), and a bound for
    /// what was tried little (UCB1: Auer, Cesa-Bianchi and Fischer 2002).
    fn select(&self, node: NodeId) -> Option<NodeId> {
        let Selection { exploration, rave_equivalent, .. } = self.parameters.selection;
        let logarithm = f64::from(self.tree.node(node).visits().max(1)).ln();
        let mut best = None;
        let mut best_bound = f64::NEG_INFINITY;
        let turns = self.path.len() - 1;
        let runs_for_abstention = match (self.weigh_abstention, turns) {
            (true, 0) => {
                let visits = self.tree.node(node).visits();
                (visits / 4).min(ABSTENTION_RUNS).max(visits / ABSTENTION_SHARE)
            }
            _ => 0,
        };
        for (id, child) in self.tree.family(node) {
            if !self.restrictions.is_empty() {
                let action = child.action().to_move::<L>();
                if self.restrictions.forbid(self.line.to_play(), action, turns) {
                    continue;
                }
            }
            let prior = child.prior();
            let visits = f64::from(child.visits()) + f64::from(prior.weight);
            let value = child.value() + f64::from(prior.mean * prior.weight);
            let heard = child.heard();
            let weight = f64::from(heard.weight);
            // Its share is weight / (weight + visits + weight · visits / equivalent).
            let trust = weight / (weight + visits + weight * visits / rave_equivalent).max(f64::MIN_POSITIVE);
            let found = if visits > 0.0 { value / visits } else { 1.0 };
            let bound =
                found + trust * (f64::from(heard.mean) - found) + exploration * (logarithm / (visits + 1.0)).sqrt();
            if child.action() == Action::ABSTAIN && child.visits() < runs_for_abstention {
                return Some(id);
            }
            if bound > best_bound {
                (best, best_bound) = (Some(id), bound);
            }
        }
        best
    }

    /// Tells the moves that could have been made in place of those in the tree what came of making them later: only of the first
    /// placement on a point, because what follows a capture is another matter.
    fn spread(&mut self, values: PerColor<f64>) {
        let Self { tree, path, trace, first, .. } = self;
        let turns = trace.turns();
        let nearness = self.parameters.selection.rave_nearness as f32;
        *first = PerPoint::filled(u16::MAX);
        let leaf = path.len() - 1;
        for (number, point) in turns.iter().enumerate().skip(leaf).rev() {
            if let Some(point) = *point {
                first[point] = number as u16;
            }
        }
        for (depth, &(node, mover)) in path.iter().enumerate().rev() {
            if depth < leaf
                && let Some(point) = turns[depth]
            {
                first[point] = depth as u16;
            }
            let value = values[!mover] as f32;
            let per_turn = nearness / (turns.len() - depth).max(1) as f32;
            for (_, child) in tree.family(node) {
                let Some(point) = child.action().point() else { continue };
                let number = usize::from(first[point]);
                if number < turns.len() && (number - depth) % 2 == 0 {
                    child.hear(value, 1.0 + nearness - per_turn * (number - depth) as f32);
                }
            }
        }
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
        let share = self.parameters.worth.score_share;
        let values = PerColor::from_fn(|color| results[color] * (1.0 - share) + scores[color] * share);
        (values, i32::from(count.points.black) - i32::from(count.points.white))
    }
}
