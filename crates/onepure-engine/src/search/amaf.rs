//! All moves as first (AMAF): the value of a simulation also counts for moves made later in it.

use super::node::{Amaf, NewChild};
use super::tree::{NodeId, Tree};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{Layout, PerPoint, Point};

/// The turn of the first placement on each point in a simulation; scratch memory of one thread.
#[derive(Debug)]
pub(super) struct FirstTurns<L: Layout>(PerPoint<L, u16>);

impl<L: Layout> FirstTurns<L> {
    pub(super) fn new() -> Self {
        Self(PerPoint::filled(u16::MAX))
    }

    /// Adds the values of a simulation to the AMAF statistics of the siblings of its path. Only the first placement on a point counts:
    /// after a capture, the same point is another move. A move made immediately has the weight `1 + nearness`, which falls to 1 at the end.
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

/// Copies the AMAF statistics of the same moves two placements earlier to new children, with a weight of at most `most`: few simulations
/// through a new node make them themselves (the grandfather heuristic: Gelly and Silver, "Combining Online and Offline Knowledge in UCT",
/// 2007).
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
