//! The tree that all threads share, without locks.

use crate::geometry::{Large, Layout, Point};
use crate::rules::Move;
use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering};

/// Values are summed as integers in this unit, so that the sum does not depend on the order of the threads.
const UNIT: f64 = 65536.0;

/// Nodes are allocated in pieces of this many, when they are needed.
const PIECE: usize = 1 << 14;

/// What a node takes in memory.
const BYTES_A_NODE: usize = size_of::<Node>() + size_of::<Counts>();

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

    /// The move as games have it.
    pub(super) fn to_move<L: Layout>(self) -> Move {
        self.point().map_or(Move::Abstain, |point: Point<L>| Move::Place(point.convert::<Large>()))
    }

    /// A move of a game.
    pub(super) fn of_move<L: Layout>(action: Move) -> Self {
        match action {
            Move::Place(point) => Self::place(point.convert::<L>()),
            Move::Abstain => Self::ABSTAIN,
        }
    }
}

/// The number of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

/// A position in the tree, seen from the colour that moved to it: what selection reads.
///
/// Threads write `visits` and `value` with relaxed additions: each is a sum, and nothing else is read on their account.
/// `children` guards the children's other fields: it is stored with `Release` when they are written, and loaded with
/// `Acquire` before they are read.
#[derive(Debug, Default)]
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

/// The final counts of the runs that came through a node: what only reports read, away from what selection reads.
///
/// Threads write both sums with relaxed additions, as those of a [`Node`].
#[derive(Debug, Default)]
struct Counts {
    /// The sum of Black's points less White's.
    sum: AtomicI64,
    /// The sum of their squares.
    squares: AtomicU64,
}

/// Nodes that are allocated together, each with its counts at the same index.
#[derive(Debug)]
struct Piece {
    nodes: Box<[Node]>,
    counts: Box<[Counts]>,
}

/// What a run brings back to the nodes on its way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Worth {
    /// What its end is worth to the colour that moved to the node, 0 to 1.
    pub(super) value: f64,
    /// Black's points less White's in the end.
    pub(super) difference: i32,
}

/// What has come back to a node.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Sums {
    /// Runs that came through, those under way included.
    pub(super) visits: u32,
    /// The sum of their values to the colour that moved to the node.
    pub(super) value: f64,
    /// The sum of Black's points less White's, and of their squares.
    pub(super) difference: i64,
    /// The sum of the squares of those differences.
    pub(super) squares: u64,
}

/// No children yet.
const UNEXPANDED: u32 = 0;
/// A thread is writing the children.
const EXPANDING: u32 = u32::MAX;

/// The nodes of one search or of several in a row.
#[derive(Debug)]
pub(super) struct Tree {
    pieces: Vec<OnceLock<Piece>>,
    /// The number of the first node that is not allocated yet. Relaxed: what is written to a node is guarded elsewhere.
    used: AtomicU32,
}

impl Tree {
    /// The first node: seen from the colour that does not move there.
    pub(super) const ROOT: NodeId = NodeId(1);

    /// A tree of one node, which may grow to about this many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let pieces = (bytes / (PIECE * BYTES_A_NODE)).clamp(1, (u32::MAX as usize >> 1) / PIECE);
        Self { pieces: (0..pieces).map(|_| OnceLock::new()).collect(), used: AtomicU32::new(Self::ROOT.0 + 1) }
    }

    fn piece(&self, NodeId(index): NodeId) -> &Piece {
        self.pieces[index as usize / PIECE].get_or_init(|| Piece {
            nodes: (0..PIECE).map(|_| Node::default()).collect(),
            counts: (0..PIECE).map(|_| Counts::default()).collect(),
        })
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.piece(id).nodes[id.0 as usize % PIECE]
    }

    fn counts(&self, id: NodeId) -> &Counts {
        &self.piece(id).counts[id.0 as usize % PIECE]
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

    /// Adds what a run brought back that went through a node.
    pub(super) fn add(&self, id: NodeId, worth: Worth) {
        self.node(id).value.fetch_add((worth.value * UNIT).round() as u64, Ordering::Relaxed);
        let counts = self.counts(id);
        counts.sum.fetch_add(i64::from(worth.difference), Ordering::Relaxed);
        counts.squares.fetch_add(u64::from(worth.difference.unsigned_abs().pow(2)), Ordering::Relaxed);
    }

    /// All that has come back to a node.
    pub(super) fn sums(&self, id: NodeId) -> Sums {
        let counts = self.counts(id);
        Sums {
            visits: self.visits(id),
            value: self.value(id),
            difference: counts.sum.load(Ordering::Relaxed),
            squares: counts.squares.load(Ordering::Relaxed),
        }
    }

    /// The child that a move leads to.
    pub(super) fn child(&self, id: NodeId, action: Action) -> Option<NodeId> {
        self.children(id).find(|&child| self.action(child) == action)
    }

    /// Whether a node has children.
    pub(super) fn is_expanded(&self, id: NodeId) -> bool {
        self.children(id).next().is_some()
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
        self.adopt(id, first, actions.len());
    }

    /// Whether more than half of the memory is used up, so that a search that begins here may soon want more.
    pub(super) fn is_crowded(&self) -> bool {
        self.used.load(Ordering::Relaxed) as usize > self.pieces.len() * PIECE / 2
    }

    /// A tree of the same size with what is below a node, which becomes its first; `None` once `is_interrupted` says so.
    /// Nodes nearest to the first are copied first: what has no room any more is left out, and its parent is a leaf again.
    pub(super) fn pruned(&self, root: NodeId, is_interrupted: impl Fn() -> bool) -> Option<Self> {
        let copy = Self {
            pieces: (0..self.pieces.len()).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(Self::ROOT.0 + 1),
        };
        self.copy_node(root, &copy, Self::ROOT);
        let mut to_visit = VecDeque::from([(root, Self::ROOT)]);
        while let Some((parent, twin)) = to_visit.pop_front() {
            let children = self.children(parent);
            let count = children.size_hint().0;
            if is_interrupted() {
                return None;
            }
            let Some(NodeId(first)) = copy.allocate(count) else { break };
            for (child, number) in children.zip(first..) {
                self.copy_node(child, &copy, NodeId(number));
                if self.is_expanded(child) {
                    to_visit.push_back((child, NodeId(number)));
                }
            }
            copy.adopt(twin, first, count);
        }
        Some(copy)
    }

    /// Copies a node without its children.
    fn copy_node(&self, id: NodeId, copy: &Self, twin: NodeId) {
        let Sums { visits, difference, squares, .. } = self.sums(id);
        let (node, counts) = (copy.node(twin), copy.counts(twin));
        node.action_and_count.store(u32::from(self.action(id).0), Ordering::Relaxed);
        node.visits.store(visits, Ordering::Relaxed);
        node.value.store(self.node(id).value.load(Ordering::Relaxed), Ordering::Relaxed);
        counts.sum.store(difference, Ordering::Relaxed);
        counts.squares.store(squares, Ordering::Relaxed);
    }

    /// Gives a node the children from `first` on, which are written.
    fn adopt(&self, id: NodeId, first: u32, count: usize) {
        let node = self.node(id);
        node.action_and_count.fetch_or((count as u32) << 16, Ordering::Relaxed);
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
    use crate::geometry::Small;

    #[test]
    fn nodes_take_24_bytes_and_their_counts_16() {
        assert_eq!((size_of::<Node>(), BYTES_A_NODE), (24, 40));
    }

    #[test]
    fn actions_are_points_or_the_abstention() {
        let point = Point::<Large>::new(18, 18);
        assert_eq!(Action::place(point).point(), Some(point));
        assert_eq!(Action::ABSTAIN.point::<Large>(), None);
        for action in [Move::Abstain, Move::Place(Point::new(3, 5))] {
            assert_eq!(Action::of_move::<Small>(action).to_move::<Small>(), action);
        }
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

    /// A root with three children, the second of which has two.
    fn family() -> (Tree, NodeId) {
        let tree = Tree::new(0);
        let place = |column| Action::place(Point::<Large>::new(column, 0));
        tree.expand(Tree::ROOT, || vec![place(0), place(1), Action::ABSTAIN]);
        let second = tree.child(Tree::ROOT, place(1)).expect("the second child");
        tree.expand(second, || vec![place(2), place(3)]);
        for (number, child) in (1..).zip(tree.children(second)) {
            for _ in 0..number {
                tree.enter(child);
                tree.add(child, Worth { value: 0.25, difference: -3 });
            }
        }
        (tree, second)
    }

    #[test]
    fn a_pruned_tree_has_what_was_below_its_root_and_nothing_else() {
        let (tree, second) = family();
        let pruned = tree.pruned(second, || false).expect("nobody interrupts");
        assert_eq!(pruned.sums(Tree::ROOT), tree.sums(second));
        let members = |tree: &Tree, id| -> Vec<_> {
            tree.children(id).map(|child| (tree.action(child), tree.sums(child))).collect()
        };
        assert_eq!(members(&pruned, Tree::ROOT), members(&tree, second));
        let last = pruned.children(Tree::ROOT).last().expect("two children");
        assert_eq!(pruned.sums(last), Sums { visits: 2, value: 0.5, difference: -6, squares: 18 });
        assert_eq!(pruned.used.load(Ordering::Relaxed), Tree::ROOT.0 + 3);
        assert!(!pruned.is_expanded(last));
    }

    #[test]
    fn pruning_can_be_interrupted() {
        let (tree, _) = family();
        assert!(tree.pruned(Tree::ROOT, || true).is_none());
    }

    #[test]
    fn a_tree_is_crowded_when_half_of_it_is_used() {
        let tree = Tree::new(0);
        assert!(!tree.is_crowded());
        tree.expand(Tree::ROOT, || vec![Action::ABSTAIN; PIECE / 2]);
        assert!(tree.is_crowded());
    }
}
