//! The tree that all threads share, without locks.

use crate::geometry::{Layout, Point};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Values are summed as integers in this unit, so that the sum does not depend on the order of the threads.
const UNIT: f64 = 65536.0;

/// Nodes are allocated in pieces of this many, when they are needed.
const PIECE: usize = 1 << 14;

/// A move in the tree: a placement by the index of its point, or an abstention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Action(u16);

impl Action {
    /// Not to use the right.
    pub(super) const ABSTAIN: Self = Self(u16::MAX);

    /// A placement.
    pub(super) fn place<L: Layout>(point: Point<L>) -> Self {
        Self(point.index() as u16)
    }

    /// The point of a placement.
    pub(super) fn point<L: Layout>(self) -> Option<Point<L>> {
        (self != Self::ABSTAIN).then(|| Point::from_index(usize::from(self.0)))
    }
}

/// The number of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

/// A position in the tree, seen from the colour that moved to it.
///
/// Threads write `visits` and `value` with relaxed additions: each is a sum, and nothing else is read on their account.
/// `children` guards the children's other fields: it is stored with `Release` when they are written, and loaded with
/// `Acquire` before they are read.
#[derive(Debug)]
struct Node {
    /// The move that leads here, and in the upper half the number of children.
    action_and_count: AtomicU32,
    /// The first child; [`UNEXPANDED`] or [`EXPANDING`] while there is none.
    children: AtomicU32,
    /// Runs that came through here, those under way included: a run under way counts as lost (virtual loss).
    visits: AtomicU32,
    /// The sum of the values of the runs that came back, in 1/[`UNIT`].
    value: AtomicU64,
}

/// No children yet.
const UNEXPANDED: u32 = 0;
/// A thread is writing the children.
const EXPANDING: u32 = u32::MAX;

/// All nodes of one search.
#[derive(Debug)]
pub(super) struct Tree {
    pieces: Vec<OnceLock<Box<[Node]>>>,
    used: AtomicU32,
}

impl Tree {
    /// The root: seen from the colour that does not move there.
    pub(super) const ROOT: NodeId = NodeId(1);

    /// A tree of one node, which may grow to about this many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let pieces = (bytes / (PIECE * size_of::<Node>())).clamp(1, (u32::MAX as usize >> 1) / PIECE);
        Self { pieces: (0..pieces).map(|_| OnceLock::new()).collect(), used: AtomicU32::new(Self::ROOT.0 + 1) }
    }

    fn node(&self, NodeId(index): NodeId) -> &Node {
        let (piece, offset) = (index as usize / PIECE, index as usize % PIECE);
        &self.pieces[piece].get_or_init(|| {
            (0..PIECE)
                .map(|_| Node {
                    action_and_count: AtomicU32::new(0),
                    children: AtomicU32::new(UNEXPANDED),
                    visits: AtomicU32::new(0),
                    value: AtomicU64::new(0),
                })
                .collect()
        })[offset]
    }

    /// The move that leads to a node.
    pub(super) fn action(&self, id: NodeId) -> Action {
        Action(self.node(id).action_and_count.load(Ordering::Relaxed) as u16)
    }

    /// Runs that came through a node.
    pub(super) fn visits(&self, id: NodeId) -> u32 {
        self.node(id).visits.load(Ordering::Relaxed)
    }

    /// The sum of the values of the runs that came through a node and ended.
    pub(super) fn value(&self, id: NodeId) -> f64 {
        self.node(id).value.load(Ordering::Relaxed) as f64 / UNIT
    }

    /// Counts a run that goes through a node: as lost, until its value comes back.
    pub(super) fn enter(&self, id: NodeId) {
        self.node(id).visits.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds the value of a run that went through a node, 0 to 1.
    pub(super) fn add_value(&self, id: NodeId, value: f64) {
        self.node(id).value.fetch_add((value * UNIT).round() as u64, Ordering::Relaxed);
    }

    /// The children of a node; none while it is not expanded.
    pub(super) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        let node = self.node(id);
        let first = node.children.load(Ordering::Acquire);
        let count = if first == UNEXPANDED || first == EXPANDING {
            0
        } else {
            node.action_and_count.load(Ordering::Relaxed) >> 16
        };
        (0..count).map(move |offset| NodeId(first + offset))
    }

    /// Gives a node these children, unless another thread is doing so or has done so, or memory is used up.
    pub(super) fn expand(&self, id: NodeId, actions: impl FnOnce() -> Vec<Action>) {
        let node = self.node(id);
        let claimed =
            node.children.compare_exchange(UNEXPANDED, EXPANDING, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        if !claimed {
            return;
        }
        let actions = actions();
        let Some(NodeId(first)) = self.allocate(actions.len()) else {
            node.children.store(UNEXPANDED, Ordering::Relaxed);
            return;
        };
        for (offset, action) in (0..).zip(&actions) {
            self.node(NodeId(first + offset)).action_and_count.store(u32::from(action.0), Ordering::Relaxed);
        }
        node.action_and_count.fetch_or((actions.len() as u32) << 16, Ordering::Relaxed);
        node.children.store(first, Ordering::Release);
    }

    /// Whether nothing more can be allocated.
    pub(super) fn is_full(&self) -> bool {
        self.used.load(Ordering::Relaxed) as usize >= self.pieces.len() * PIECE
    }

    /// Room for some nodes in one piece.
    fn allocate(&self, count: usize) -> Option<NodeId> {
        let limit = (self.pieces.len() * PIECE) as u32;
        let count = count as u32;
        let mut used = self.used.load(Ordering::Relaxed);
        loop {
            let left_in_piece = PIECE as u32 - used % PIECE as u32;
            let first = if left_in_piece < count { used + left_in_piece } else { used };
            let after = first + count;
            if after > limit {
                return None;
            }
            match self.used.compare_exchange_weak(used, after, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(NodeId(first)),
                Err(now) => used = now,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Large;

    #[test]
    fn nodes_take_24_bytes() {
        assert_eq!(size_of::<Node>(), 24);
    }

    #[test]
    fn actions_are_points_or_the_abstention() {
        let point = Point::<Large>::new(18, 18);
        assert_eq!(Action::place(point).point(), Some(point));
        assert_eq!(Action::ABSTAIN.point::<Large>(), None);
    }

    #[test]
    fn a_tree_grows_until_its_memory_is_used_up() {
        let tree = Tree::new(0);
        let children = vec![Action::ABSTAIN; PIECE / 2];
        tree.expand(Tree::ROOT, || children.clone());
        let first: Vec<_> = tree.children(Tree::ROOT).collect();
        assert_eq!(first.len(), children.len());
        // The root, the unused number 0 and the first half leave less than another half.
        tree.expand(first[0], || children.clone());
        assert_eq!(tree.children(first[0]).count(), 0);
        tree.expand(first[0], || vec![Action::ABSTAIN]);
        assert_eq!(tree.children(first[0]).count(), 1);
        tree.expand(first[0], || unreachable!("expanded twice"));
    }
}
