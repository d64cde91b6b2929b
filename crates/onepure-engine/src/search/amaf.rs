//! All moves as first (AMAF): what a simulation says of the moves that were made later in it.

use super::node::{Amaf, NewChild};
use super::tree::{NodeId, Tree};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{Layout, PerPoint, Point};

/// Where each point was first placed on in a simulation: the memory of one thread.
#[derive(Debug)]
pub(super) struct FirstTurns<L: Layout>(PerPoint<L, u16>);

impl<L: Layout> FirstTurns<L> {
    pub(super) fn new() -> Self {
        Self(PerPoint::filled(u16::MAX))
    }

    /// Adds the values of a simulation to the moves that could have been made in place of those on its path: where it made them
    /// later, and only for the first placement on a point, because what follows a capture is another matter. A move that was made
    /// at once counts `1 + nearness` times, one at the end of the simulation once.
    pub(super) fn update_amaf(
        &mut self,
        tree: &Tree,
        path: &[(NodeId, Color)],
        turns: &[Option<Point<L>>],
        values: PerColor<f64>,
        nearness: f32,
    ) {
        let Self(first) = self;
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
            for (_, child) in tree.whole_family(node) {
                let Some(point) = child.action().point() else { continue };
                let number = usize::from(first[point]);
                if number < turns.len() && (number - depth) % 2 == 0 {
                    child.update_amaf(value, 1.0 + nearness - per_turn * (number - depth) as f32);
                }
            }
        }
    }
}

/// Gives new children of the last node of a path what was known of the same moves two placements before, as from so many
/// simulations at most: few of those through a new node have come by themselves (the grandfather heuristic: Gelly and Silver,
/// "Combining Online and Offline Knowledge in UCT", 2007).
pub(super) fn inherit<L: Layout>(tree: &Tree, path: &[(NodeId, Color)], most: f32, children: &mut [NewChild]) {
    let [.., (earlier, _), _, _] = *path else { return };
    let mut known = PerPoint::<L, Amaf>::filled(Amaf::NOTHING);
    for (_, child) in tree.whole_family(earlier) {
        if let Some(point) = child.action().point() {
            known[point] = child.amaf();
        }
    }
    for NewChild { action, amaf, .. } in children {
        if let Some(point) = action.point() {
            *amaf = known[point].at_most(most);
        }
    }
}
