//! What a search found.

use super::tree::{NodeId, Tree};
use crate::geometry::{Large, Layout, Point};
use crate::rules::Move;
use std::time::Duration;

/// What a search found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Runs through the tree.
    pub playouts: u64,
    /// How long they took.
    pub elapsed: Duration,
    /// The expected share of wins of the colour that moves, 0 to 1: that of the best move.
    pub win_rate: f64,
    /// The moves that were considered, the most visited first; none if play has ended.
    pub candidates: Vec<Candidate>,
}

/// A move that a search considered.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub action: Move,
    /// Runs that began with it.
    pub visits: u64,
    /// The expected share of wins of the colour that moves, 0 to 1.
    pub win_rate: f64,
    /// The move and the expected answers to it, in turn.
    pub variation: Vec<Move>,
}

/// A variation is followed while its moves were visited at least this often.
const VARIATION_VISITS: u32 = 10;

impl Report {
    pub(super) fn of<L: Layout>(tree: &Tree, playouts: u64, elapsed: Duration) -> Self {
        let mut candidates: Vec<Candidate> = tree
            .children(Tree::ROOT)
            .map(|child| Candidate {
                action: action::<L>(tree, child),
                visits: u64::from(tree.visits(child)),
                win_rate: tree.value(child) / f64::from(tree.visits(child).max(1)),
                variation: variation::<L>(tree, child),
            })
            .collect();
        candidates
            .sort_by(|one, other| other.visits.cmp(&one.visits).then_with(|| other.win_rate.total_cmp(&one.win_rate)));
        let win_rate = candidates.first().map_or(0.0, |best| best.win_rate);
        Self { playouts, elapsed, win_rate, candidates }
    }

    /// The move that was visited most.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }
}

fn action<L: Layout>(tree: &Tree, node: NodeId) -> Move {
    tree.action(node).point().map_or(Move::Abstain, |point: Point<L>| Move::Place(point.convert::<Large>()))
}

fn variation<L: Layout>(tree: &Tree, first: NodeId) -> Vec<Move> {
    let mut variation = vec![action::<L>(tree, first)];
    let mut node = first;
    while let Some(best) = tree.children(node).max_by_key(|&child| tree.visits(child)) {
        if tree.visits(best) < VARIATION_VISITS {
            break;
        }
        variation.push(action::<L>(tree, best));
        node = best;
    }
    variation
}
