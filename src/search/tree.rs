//! The tree that all threads share, without locks.

pub(super) use super::action::Action;
use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering};

/// Values are summed as integers in this unit, so that the sum does not depend on the order of the threads.
const UNIT: f64 = 65536.0;

/// Nodes are allocated in pieces of this many, when they are needed; Miri, which is slow, has smaller pieces.
const PIECE: usize = if cfg!(miri) { 1 << 8 } else { 1 << 14 };

/// What a node takes in memory.
const BYTES_A_NODE: usize = size_of::<Node>() + size_of::<Counts>();

/// The number of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

/// A position in the tree, seen from the colour that moved to it: what selection reads.
///
/// Threads write `visits` and `value` with relaxed additions: each is a sum, and nothing else is read on their account.
/// `children` guards the children's other fields: it is stored with `Release` when they are written, and loaded with
/// `Acquire` before they are read.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// The move that leads here, and in the upper half the number of children.
    action_and_count: AtomicU32,
    /// The first child; [`UNEXPANDED`] or [`EXPANDING`] while there is none.
    children: AtomicU32,
    /// Runs that came through here, those under way included: a run under way counts as lost (virtual loss).
    visits: AtomicU32,
    /// The [`Prior`], written once with the move.
    prior: AtomicU32,
    /// The sum of the values of the runs that came back, in 1/[`UNIT`].
    value: AtomicU64,
    /// The [`Heard`] value of the move, read and written as a whole, relaxed: what two threads write at once, one of them loses.
    heard: AtomicU64,
}

impl Node {
    /// The move that leads here.
    #[inline]
    pub(super) fn action(&self) -> Action {
        Action(self.action_and_count.load(Ordering::Relaxed) as u16)
    }

    /// Runs that came through here.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// The sum of the values of the runs that came through here and ended.
    #[inline]
    pub(super) fn value(&self) -> f64 {
        self.value.load(Ordering::Relaxed) as f64 / UNIT
    }

    /// What was thought of the move before it was looked into.
    #[inline]
    pub(super) fn prior(&self) -> Prior {
        Prior::unpacked(self.prior.load(Ordering::Relaxed))
    }

    /// What was heard of the move.
    #[inline]
    pub(super) fn heard(&self) -> Heard {
        Heard::unpacked(self.heard.load(Ordering::Relaxed))
    }

    /// Adds a run in which the move was made later.
    #[inline]
    pub(super) fn hear(&self, value: f32, weight: f32) {
        let Heard { mean, weight: before } = self.heard();
        let after = before + weight;
        let heard = Heard { mean: mean + (value - mean) * weight / after, weight: after };
        self.heard.store(heard.packed(), Ordering::Relaxed);
    }
}

/// What is thought of a move before it is looked into: as if so many runs had come back with this value on the average.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Prior {
    /// The value to the colour that makes the move, 0 to 1.
    pub(super) mean: f32,
    /// The number of runs that it stands for, less than 1,024.
    pub(super) weight: f32,
}

impl Prior {
    /// Weights are stored in this part of a run.
    const PART: f32 = 64.0;
    const MOST: f32 = 65535.0;

    fn packed(self) -> u32 {
        let mean = (self.mean.clamp(0.0, 1.0) * Self::MOST).round() as u32;
        let weight = (self.weight * Self::PART).round().clamp(0.0, Self::MOST) as u32;
        mean << 16 | weight
    }

    #[inline]
    fn unpacked(packed: u32) -> Self {
        Self { mean: (packed >> 16) as f32 / Self::MOST, weight: (packed & 0xffff) as f32 / Self::PART }
    }
}

/// What is heard of a move from runs in which its colour made it later (all moves as first, AMAF: Brügmann 1993; in trees,
/// RAVE: Gelly and Silver 2007).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Heard {
    /// The mean value to the colour that makes the move, 0 to 1.
    pub(super) mean: f32,
    /// The sum of the weights of the runs.
    pub(super) weight: f32,
}

impl Heard {
    /// Nothing heard yet.
    pub(super) const NOTHING: Self = Self { mean: 0.0, weight: 0.0 };

    /// The same from so many runs at most.
    pub(super) fn at_most(self, weight: f32) -> Self {
        Self { weight: self.weight.min(weight), ..self }
    }

    #[inline]
    fn packed(self) -> u64 {
        u64::from(self.mean.to_bits()) << 32 | u64::from(self.weight.to_bits())
    }

    #[inline]
    fn unpacked(packed: u64) -> Self {
        Self { mean: f32::from_bits((packed >> 32) as u32), weight: f32::from_bits(packed as u32) }
    }
}

/// A move that becomes a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Seed {
    pub(super) action: Action,
    pub(super) prior: Prior,
    /// What was heard of the move elsewhere.
    pub(super) heard: Heard,
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

impl Piece {
    /// A piece of empty nodes; `None` if there is no memory for it.
    fn new() -> Option<Self> {
        fn filled<T: Default>() -> Option<Box<[T]>> {
            let mut all = Vec::new();
            all.try_reserve_exact(PIECE).ok()?;
            all.resize_with(PIECE, T::default);
            Some(all.into_boxed_slice())
        }
        Some(Self { nodes: filled()?, counts: filled()? })
    }
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
        self.pieces[index as usize / PIECE]
            .get_or_init(|| Piece::new().unwrap_or_else(|| panic!("there is no memory for a tree")))
    }

    /// Whether the piece of a node is there, or there is memory for it.
    fn has_piece(&self, NodeId(index): NodeId) -> bool {
        let piece = &self.pieces[index as usize / PIECE];
        // Of two threads that make the same piece, one throws its own away.
        piece.get().is_some() || Piece::new().is_some_and(|new| piece.set(new).is_ok() || piece.get().is_some())
    }

    /// What is known of a node.
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.piece(id).nodes[id.0 as usize % PIECE]
    }

    fn counts(&self, id: NodeId) -> &Counts {
        &self.piece(id).counts[id.0 as usize % PIECE]
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
            visits: self.node(id).visits(),
            value: self.node(id).value(),
            difference: counts.sum.load(Ordering::Relaxed),
            squares: counts.squares.load(Ordering::Relaxed),
        }
    }

    /// The child that a move leads to.
    pub(super) fn child(&self, id: NodeId, action: Action) -> Option<NodeId> {
        self.children(id).find(|&child| self.node(child).action() == action)
    }

    /// Whether a node has children.
    pub(super) fn is_expanded(&self, id: NodeId) -> bool {
        self.children(id).next().is_some()
    }

    /// The children of a node; none while it is not expanded.
    pub(super) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        let (first, count) = self.place_of_children(id);
        (0..count).map(move |offset| NodeId(first + offset))
    }

    /// The children of a node, and what is known of each.
    #[inline]
    pub(super) fn family(&self, id: NodeId) -> impl Iterator<Item = (NodeId, &Node)> {
        let (first, count) = self.place_of_children(id);
        // They are in one piece: see `allocate`.
        let nodes: &[Node] = if count == 0 {
            &[]
        } else {
            let start = first as usize % PIECE;
            &self.piece(NodeId(first)).nodes[start..start + count as usize]
        };
        (first..).map(NodeId).zip(nodes)
    }

    /// The number of the first child of a node, and how many there are.
    #[inline]
    fn place_of_children(&self, id: NodeId) -> (u32, u32) {
        let node = self.node(id);
        let first = node.children.load(Ordering::Acquire);
        if first == UNEXPANDED || first == EXPANDING {
            return (0, 0);
        }
        (first, node.action_and_count.load(Ordering::Relaxed) >> 16)
    }

    /// Gives a node these children, unless another thread is doing so or has done so, or memory is used up.
    pub(super) fn expand(&self, id: NodeId, seeds: impl FnOnce() -> Vec<Seed>) {
        let node = self.node(id);
        let claimed =
            node.children.compare_exchange(UNEXPANDED, EXPANDING, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        if !claimed {
            return;
        }
        let seeds = seeds();
        let Some(NodeId(first)) = self.allocate(seeds.len()) else {
            node.children.store(UNEXPANDED, Ordering::Relaxed);
            return;
        };
        for (offset, seed) in (0..).zip(&seeds) {
            let child = self.node(NodeId(first + offset));
            child.action_and_count.store(u32::from(seed.action.0), Ordering::Relaxed);
            child.prior.store(seed.prior.packed(), Ordering::Relaxed);
            child.heard.store(seed.heard.packed(), Ordering::Relaxed);
        }
        self.adopt(id, first, seeds.len());
    }

    /// Whether more than half of the memory is used up, so that a search that begins here may soon want more.
    pub(super) fn is_crowded(&self) -> bool {
        self.used.load(Ordering::Relaxed) as usize > self.pieces.len() * PIECE / 2
    }

    /// A tree of the same size with what is below a node, which becomes its first; `None` once `is_interrupted` says so, or
    /// without memory for it.
    /// Nodes nearest to the first are copied first: what has no room any more is left out, and its parent is a leaf again.
    pub(super) fn pruned(&self, root: NodeId, is_interrupted: impl Fn() -> bool) -> Option<Self> {
        let copy = Self {
            pieces: (0..self.pieces.len()).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(Self::ROOT.0 + 1),
        };
        if !copy.has_piece(Self::ROOT) {
            return None;
        }
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
        node.action_and_count.store(u32::from(self.node(id).action().0), Ordering::Relaxed);
        node.visits.store(visits, Ordering::Relaxed);
        node.value.store(self.node(id).value.load(Ordering::Relaxed), Ordering::Relaxed);
        node.prior.store(self.node(id).prior.load(Ordering::Relaxed), Ordering::Relaxed);
        node.heard.store(self.node(id).heard.load(Ordering::Relaxed), Ordering::Relaxed);
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
            if !self.has_piece(NodeId(first)) {
                // The tree is as large as it can be.
                self.used.store(limit, Ordering::Relaxed);
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
    use crate::geometry::{Large, Point, Small};
    use crate::rules::Move;

    const ABSTENTION: Seed =
        Seed { action: Action::ABSTAIN, prior: Prior { mean: 0.5, weight: 3.0 }, heard: Heard::NOTHING };

    #[test]
    fn nodes_take_32_bytes_and_their_counts_16() {
        assert_eq!((size_of::<Node>(), BYTES_A_NODE), (32, 48));
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
        let children = vec![ABSTENTION; PIECE / 2];
        tree.expand(Tree::ROOT, || children.clone());
        let first: Vec<_> = tree.children(Tree::ROOT).collect();
        assert_eq!(first.len(), children.len());
        // The root, the unused number 0 and the first half leave less than another half.
        tree.expand(first[0], || children.clone());
        assert_eq!(tree.children(first[0]).count(), 0);
        tree.expand(first[0], || vec![ABSTENTION]);
        assert_eq!(tree.children(first[0]).count(), 1);
        tree.expand(first[0], || unreachable!("expanded twice"));
    }

    /// A root with three children, the second of which has two.
    fn family() -> (Tree, NodeId) {
        let tree = Tree::new(0);
        let place = |column| Seed { action: Action::place(Point::<Large>::new(column, 0)), ..ABSTENTION };
        tree.expand(Tree::ROOT, || vec![place(0), place(1), ABSTENTION]);
        let second = tree.child(Tree::ROOT, place(1).action).expect("the second child");
        tree.expand(second, || vec![place(2), place(3)]);
        for (number, child) in (1..).zip(tree.children(second)) {
            for _ in 0..number {
                tree.enter(child);
                tree.add(child, Worth { value: 0.25, difference: -3 });
                tree.node(child).hear(0.75, 2.0);
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
            tree.children(id)
                .map(|child| {
                    (tree.node(child).action(), tree.sums(child), tree.node(child).prior(), tree.node(child).heard())
                })
                .collect()
        };
        assert_eq!(members(&pruned, Tree::ROOT), members(&tree, second));
        let last = pruned.children(Tree::ROOT).last().expect("two children");
        assert_eq!(pruned.sums(last), Sums { visits: 2, value: 0.5, difference: -6, squares: 18 });
        assert_eq!(pruned.used.load(Ordering::Relaxed), Tree::ROOT.0 + 3);
        assert!(!pruned.is_expanded(last));
    }

    #[test]
    fn priors_are_kept_as_they_were_given() {
        for (mean, weight) in [(0.0, 0.0), (1.0, 1000.0), (0.5, 14.0), (0.25, 0.5)] {
            let Prior { mean: kept, weight: kept_weight } = Prior::unpacked(Prior { mean, weight }.packed());
            assert!((kept - mean).abs() < 1e-4 && (kept_weight - weight).abs() < 0.02, "{mean} {weight}");
        }
    }

    #[test]
    fn what_is_heard_is_averaged_by_weight() {
        let (tree, second) = family();
        let child = tree.children(second).next().expect("a child");
        tree.node(child).hear(0.0, 1.0);
        let Heard { mean, weight } = tree.node(child).heard();
        assert!((mean - 0.5).abs() < 1e-6 && (weight - 3.0).abs() < 1e-6, "{mean} {weight}");
    }

    #[test]
    fn what_was_heard_elsewhere_is_where_a_node_begins() {
        let (tree, second) = family();
        let child = tree.children(second).next().expect("a child");
        let heard = tree.node(child).heard().at_most(1.5);
        assert!((heard.weight - 1.5).abs() < 1e-6, "{heard:?}");
        tree.expand(child, || vec![Seed { heard, ..ABSTENTION }]);
        let grandchild = tree.children(child).next().expect("the one child");
        assert_eq!(tree.node(grandchild).heard(), heard);
        assert_eq!(heard.at_most(7.0), heard);
    }

    #[test]
    fn a_node_that_is_being_expanded_has_no_children_yet() {
        let tree = Tree::new(0);
        tree.expand(Tree::ROOT, || {
            assert_eq!((tree.children(Tree::ROOT).count(), tree.family(Tree::ROOT).count()), (0, 0));
            vec![ABSTENTION]
        });
        assert_eq!((tree.children(Tree::ROOT).count(), tree.family(Tree::ROOT).count()), (1, 1));
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
        tree.expand(Tree::ROOT, || vec![ABSTENTION; PIECE / 2]);
        assert!(tree.is_crowded());
    }
}
