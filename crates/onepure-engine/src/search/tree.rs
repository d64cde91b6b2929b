//! The tree that all threads share. It has no locks except those of the transposition table.

use super::commons::{Commons, Loan};
use super::node::{Amaf, NewChild, Node, PackedMove, Prior, Siblings};
use super::parameters::SelectionMethod;
use super::transpositions::Transpositions;
use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering};

/// The unit in which scores are summed as integers; see [`Tree::add`].
const SCORE_UNIT: f64 = 64.0;

/// The nodes of a piece, the unit of allocation. Miri is slow, so its pieces are smaller.
pub(super) const PIECE: usize = if cfg!(miri) { 1 << 8 } else { 1 << 14 };

/// The memory of a node.
const BYTES_A_NODE: usize = size_of::<Node>() + size_of::<Scores>();

/// The memory of a piece.
pub(super) const PIECE_BYTES: usize = PIECE * BYTES_A_NODE;

/// The pieces that a tree allocates without a loan from the commons: room for the search for a move, however many trees there are.
pub(super) const OWN_PIECES: usize = 2;

/// The number of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

/// The scores backed up to a node. Only reports read them, so they are stored apart from what selection reads.
///
/// Threads write both sums by relaxed additions, as those of a [`Node`].
#[derive(Debug, Default)]
struct Scores {
    /// The sum of Black's points less White's, in 1/[`SCORE_UNIT`].
    sum: AtomicI64,
    /// The sum of the squares of these scores, in 1/[`SCORE_UNIT`].
    squares: AtomicU64,
}

impl Siblings {
    /// The node that holds the remaining siblings as its children.
    #[inline]
    fn rest(&self) -> Option<NodeId> {
        self.has_rest.then_some(NodeId(self.first + self.count))
    }
}

/// Nodes that are allocated together, each with its scores at the same index.
#[derive(Debug)]
struct Piece {
    nodes: Box<[Node]>,
    scores: Box<[Scores]>,
    /// Memory that returns to the commons when the piece is dropped.
    _loan: Option<Loan>,
}

impl Piece {
    /// A piece of empty nodes; `None` if memory is exhausted.
    fn new(loan: Option<Loan>) -> Option<Self> {
        fn filled<T: Default>() -> Option<Box<[T]>> {
            let mut all = Vec::new();
            all.try_reserve_exact(PIECE).ok()?;
            all.resize_with(PIECE, T::default);
            Some(all.into_boxed_slice())
        }
        Some(Self { nodes: filled()?, scores: filled()?, _loan: loan })
    }
}

/// The values backed up by a simulation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Backup {
    /// The value for the colour that moved to the node, from 0 to 1.
    pub(super) value: f64,
    /// The expected score: Black's points less White's.
    pub(super) score: f64,
    /// The expected square of the score.
    pub(super) score_square: f64,
}

/// The sums of all values backed up to a node.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Sums {
    /// Simulations through the node, those in progress included.
    pub(super) visits: u32,
    /// The sum of their values for the colour that moved to the node.
    pub(super) value: f64,
    /// The sum of their scores: Black's points less White's.
    pub(super) score: f64,
    /// The sum of the squares of their scores.
    pub(super) score_squares: f64,
}

/// An iterator over the expanded children of a node.
#[derive(Debug)]
pub(super) struct Family<'tree> {
    tree: &'tree Tree,
    /// The number of the next child.
    number: u32,
    nodes: std::slice::Iter<'tree, Node>,
    /// The node whose children come next.
    rest: Option<NodeId>,
}

impl<'tree> Iterator for Family<'tree> {
    type Item = (NodeId, &'tree Node);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(node) = self.nodes.next() {
                let id = NodeId(self.number);
                self.number += 1;
                return Some((id, node));
            }
            let siblings = self.tree.node(self.rest.take()?).children()?;
            (self.number, self.nodes, self.rest) = (siblings.first, self.tree.nodes(siblings).iter(), siblings.rest());
        }
    }
}

/// The nodes of one search, or of several that reuse the tree.
#[derive(Debug)]
pub(super) struct Tree {
    pieces: Vec<OnceLock<Piece>>,
    /// The number of the first free node. Relaxed: [`Node::adopt`] publishes the nodes themselves.
    used: AtomicU32,
    transpositions: Transpositions,
    /// The commons that lend memory, if several trees share it.
    commons: Option<Commons>,
}

impl Tree {
    /// The first node, with the value for the colour that does not move there. Number 0 means "no children" and "no source".
    pub(super) const ROOT: NodeId = NodeId(1);

    /// A tree of one node, which may grow to about `bytes` bytes. With commons, it also needs their memory to grow.
    pub(super) fn new(bytes: usize, commons: Option<Commons>) -> Self {
        Self::with_pieces((bytes / PIECE_BYTES).clamp(1, (u32::MAX as usize >> 1) / PIECE), commons)
    }

    fn with_pieces(count: usize, commons: Option<Commons>) -> Self {
        Self {
            pieces: (0..count).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(Self::ROOT.0 + 1),
            transpositions: Transpositions::new(),
            commons,
        }
    }

    fn piece(&self, NodeId(index): NodeId) -> &Piece {
        self.pieces[index as usize / PIECE]
            .get_or_init(|| Piece::new(None).unwrap_or_else(|| panic!("there is no memory for a tree")))
    }

    /// Returns whether the piece of a node exists or could be allocated.
    fn has_piece(&self, NodeId(index): NodeId) -> bool {
        let number = index as usize / PIECE;
        let piece = &self.pieces[number];
        if piece.get().is_some() {
            return true;
        }
        let loan = match &self.commons {
            Some(commons) if number >= OWN_PIECES => match commons.lend(PIECE_BYTES) {
                Some(loan) => Some(loan),
                None => return piece.get().is_some(),
            },
            _ => None,
        };
        // If two threads allocate the same piece, one frees its own.
        Piece::new(loan).is_some_and(|new| piece.set(new).is_ok() || piece.get().is_some())
    }

    /// The node with this number.
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.piece(id).nodes[id.0 as usize % PIECE]
    }

    fn scores(&self, id: NodeId) -> &Scores {
        &self.piece(id).scores[id.0 as usize % PIECE]
    }

    /// Adds the values of a simulation to a node on its path.
    pub(super) fn add(&self, id: NodeId, backup: &Backup) {
        self.node(id).add_value(backup.value);
        let scores = self.scores(id);
        scores.sum.fetch_add((backup.score * SCORE_UNIT).round() as i64, Ordering::Relaxed);
        scores.squares.fetch_add((backup.score_square * SCORE_UNIT).round() as u64, Ordering::Relaxed);
    }

    /// The sums of a node.
    pub(super) fn sums(&self, id: NodeId) -> Sums {
        let (node, scores) = (self.node(id), self.scores(id));
        Sums {
            visits: node.visits(),
            value: node.value(),
            score: scores.sum.load(Ordering::Relaxed) as f64 / SCORE_UNIT,
            score_squares: scores.squares.load(Ordering::Relaxed) as f64 / SCORE_UNIT,
        }
    }

    /// The first node with this position, by its hash; registers `id` if there is none. Once memory is exhausted, the result is `id`.
    pub(super) fn first_of_position(&self, position: u64, id: NodeId) -> NodeId {
        if self.is_full() { id } else { NodeId(self.transpositions.first(position, id.0)) }
    }

    /// Counts a simulation that ends in `id` with the value of its transposition source. The source of a node never changes. Only under
    /// PUCT.
    pub(super) fn add_transposition(&self, id: NodeId, NodeId(source): NodeId) {
        self.node(id).add_transposition(source);
    }

    /// The transposition source of a node: another node of the same position, whose value simulations have reused. Only under PUCT.
    pub(super) fn transposition_source(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).transposition_source().map(NodeId)
    }

    /// The child that a move leads to.
    pub(super) fn child(&self, id: NodeId, action: PackedMove) -> Option<NodeId> {
        self.children(id).find(|&child| self.node(child).action() == action)
    }

    /// Returns whether a node has children.
    pub(super) fn is_expanded(&self, id: NodeId) -> bool {
        self.node(id).children().is_some()
    }

    /// The expanded children of a node.
    pub(super) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        self.siblings(id).flat_map(|Siblings { first, count, .. }| (first..first + count).map(NodeId))
    }

    /// The expanded children of a node, with their data.
    #[inline]
    pub(super) fn family(&self, id: NodeId) -> Family<'_> {
        Family { tree: self, number: 0, nodes: [].iter(), rest: Some(id) }
    }

    /// The children of a node that was [expanded](Tree::expand) as a whole, with their data.
    #[inline]
    pub(super) fn whole_family(&self, id: NodeId) -> impl Iterator<Item = (NodeId, &Node)> {
        let siblings = self.node(id).children().unwrap_or_default();
        (siblings.first..).map(NodeId).zip(self.nodes(siblings))
    }

    /// The data of consecutive nodes.
    #[inline]
    fn nodes(&self, Siblings { first, count, .. }: Siblings) -> &[Node] {
        if count == 0 {
            return &[];
        }
        // [`Tree::allocate`] puts siblings in one piece.
        let start = first as usize % PIECE;
        &self.piece(NodeId(first)).nodes[start..start + count as usize]
    }

    #[inline]
    fn siblings(&self, id: NodeId) -> impl Iterator<Item = Siblings> {
        let rest = |siblings: &Siblings| self.node(siblings.rest()?).children();
        std::iter::successors(self.node(id).children(), rest)
    }

    /// The node that the unexpanded children belong to; `None` if all are expanded, or none.
    fn rest(&self, id: NodeId) -> Option<NodeId> {
        self.siblings(id).last()?.rest()
    }

    /// Returns whether a node has unexpanded children: those with the smallest priors.
    pub(super) fn has_rest(&self, id: NodeId) -> bool {
        self.rest(id).is_some()
    }

    /// Expands a node, unless another thread does or did so, or memory is exhausted. Only the thread that has claimed the node calls
    /// `children`, so no thread computes them in vain.
    pub(super) fn expand<C: AsRef<[NewChild]>>(&self, id: NodeId, children: impl FnOnce() -> C) {
        self.expand_first(id, usize::MAX, children);
    }

    /// Expands a node with the first `most` of its children; [`Tree::grow`] adds the others.
    pub(super) fn expand_first<C: AsRef<[NewChild]>>(&self, id: NodeId, most: usize, children: impl FnOnce() -> C) {
        if self.node(id).claim() {
            self.write_children(id, most, children().as_ref());
        }
    }

    /// Adds up to `most` of the unexpanded children of a node. Recomputes all its moves: to evaluate a position twice costs less than to
    /// store the moves of every node. Returns whether the node has more children now.
    pub(super) fn grow<C: AsMut<Vec<NewChild>>>(&self, id: NodeId, most: usize, children: impl FnOnce() -> C) -> bool {
        let Some(rest) = self.rest(id).filter(|&rest| self.node(rest).claim()) else { return false };
        let mut children = children();
        let children = children.as_mut();
        children.retain(|new| self.child(id, new.action).is_none());
        self.write_children(rest, most, children)
    }

    /// Writes children of a node that this thread has claimed. Returns whether there was memory for them.
    fn write_children(&self, id: NodeId, most: usize, children: &[NewChild]) -> bool {
        let count = children.len().min(most);
        let has_rest = count < children.len();
        let Some(NodeId(first)) = self.allocate(count + usize::from(has_rest)) else {
            self.node(id).unclaim();
            return false;
        };
        for (number, child) in (first..).zip(&children[..count]) {
            self.node(NodeId(number)).write(child);
        }
        let siblings = Siblings { first, count: count as u32, has_rest };
        if let Some(rest) = siblings.rest() {
            self.node(rest).write(&NewChild {
                action: PackedMove::NONE,
                prior: Prior::probability(0.0),
                amaf: Amaf::NOTHING,
            });
        }
        self.node(id).adopt(siblings);
        true
    }

    /// Returns whether more than half of the memory is used, so that a search that begins here may soon fill it.
    pub(super) fn is_crowded(&self) -> bool {
        self.used.load(Ordering::Relaxed) as usize > self.pieces.len() * PIECE / 2
    }

    /// The subtree below `root`, copied into a new tree of the same size; `None` if `is_interrupted` or if memory is exhausted. Nodes near
    /// the root are copied first. When the copy is full, the other nodes are dropped, and their parents become leaves.
    pub(super) fn pruned(
        &self,
        root: NodeId,
        method: SelectionMethod,
        is_interrupted: impl Fn() -> bool,
    ) -> Option<Self> {
        let copy = Self::with_pieces(self.pieces.len(), self.commons.clone());
        if !copy.has_piece(Self::ROOT) {
            return None;
        }
        self.copy_node(root, &copy, Self::ROOT, method);
        let mut to_visit = VecDeque::from([(root, Self::ROOT)]);
        while let Some((parent, twin)) = to_visit.pop_front() {
            let Some(siblings) = self.node(parent).children() else { continue };
            if is_interrupted() {
                return None;
            }
            let count = siblings.count + u32::from(siblings.has_rest);
            let Some(NodeId(first)) = copy.allocate(count as usize) else { break };
            for (child, number) in (siblings.first..siblings.first + count).map(NodeId).zip(first..) {
                self.copy_node(child, &copy, NodeId(number), method);
                if self.is_expanded(child) {
                    to_visit.push_back((child, NodeId(number)));
                }
            }
            copy.node(twin).adopt(Siblings { first, ..siblings });
        }
        Some(copy)
    }

    /// Copies a node without its children.
    fn copy_node(&self, id: NodeId, copy: &Self, twin: NodeId, method: SelectionMethod) {
        copy.node(twin).copy(self.node(id));
        if method == SelectionMethod::Puct {
            copy.node(twin).forget_transposition_source();
        }
        let (scores, twin) = (self.scores(id), copy.scores(twin));
        twin.sum.store(scores.sum.load(Ordering::Relaxed), Ordering::Relaxed);
        twin.squares.store(scores.squares.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// Returns whether the tree is full.
    pub(super) fn is_full(&self) -> bool {
        self.used.load(Ordering::Relaxed) as usize >= self.pieces.len() * PIECE
    }

    /// Allocates `count` consecutive nodes in one piece.
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
                // Memory is exhausted: mark the tree as full.
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
    use crate::search::node::{Amaf, Prior, VirtualVisits};
    use onepure_rules::geometry::{Large, Point};

    fn child(action: PackedMove) -> NewChild {
        let prior = Prior::virtual_visits(VirtualVisits { mean: 0.5, weight: 3.0 });
        NewChild { action, prior, amaf: Amaf::NOTHING }
    }

    fn abstentions(count: usize) -> Vec<NewChild> {
        vec![child(PackedMove::PASS); count]
    }

    #[test]
    fn a_node_and_its_scores_take_48_bytes() {
        assert_eq!(BYTES_A_NODE, 48);
    }

    #[test]
    fn a_tree_grows_until_its_memory_is_used_up() {
        let tree = Tree::new(0, None);
        tree.expand(Tree::ROOT, || abstentions(PIECE / 2));
        let first: Vec<_> = tree.children(Tree::ROOT).collect();
        assert_eq!(first.len(), PIECE / 2);
        // The root, the unused number 0 and the first half leave less than another half.
        tree.expand(first[0], || abstentions(PIECE / 2));
        assert_eq!(tree.children(first[0]).count(), 0);
        tree.expand(first[0], || abstentions(1));
        assert_eq!(tree.children(first[0]).count(), 1);
        tree.expand(first[0], || -> Vec<NewChild> { unreachable!("expanded twice") });
    }

    /// A root with three children; the second has two.
    fn family() -> (Tree, NodeId) {
        let tree = Tree::new(0, None);
        let place = |column| child(PackedMove::place(Point::<Large>::new(column, 0)));
        tree.expand(Tree::ROOT, || [place(0), place(1), child(PackedMove::PASS)]);
        let second = tree.child(Tree::ROOT, place(1).action).expect("the second child");
        tree.expand(second, || [place(2), place(3)]);
        for (number, child) in (1..).zip(tree.children(second)) {
            for _ in 0..number {
                tree.node(child).enter();
                tree.add(child, &Backup { value: 0.25, score: -3.5, score_square: 12.25 });
                tree.node(child).update_amaf(0.75, 2.0);
            }
        }
        (tree, second)
    }

    #[test]
    fn a_pruned_tree_has_what_was_below_its_root_and_nothing_else() {
        let (tree, second) = family();
        let pruned = tree.pruned(second, SelectionMethod::Rave, || false).expect("nobody interrupts");
        assert_eq!(pruned.sums(Tree::ROOT), tree.sums(second));
        let members = |tree: &Tree, id| -> Vec<_> {
            tree.family(id).map(|(id, node)| (node.action(), tree.sums(id), node.prior(), node.amaf())).collect()
        };
        assert_eq!(members(&pruned, Tree::ROOT), members(&tree, second));
        let last = pruned.children(Tree::ROOT).last().expect("two children");
        assert_eq!(pruned.sums(last), Sums { visits: 2, value: 0.5, score: -7.0, score_squares: 24.5 });
        assert_eq!(pruned.used.load(Ordering::Relaxed), Tree::ROOT.0 + 3);
        assert!(!pruned.is_expanded(last));
    }

    #[test]
    fn a_pruned_tree_forgets_transposition_sources_but_not_visits() {
        let tree = Tree::new(0, None);
        tree.expand(Tree::ROOT, || abstentions(2));
        let [source, node] = [0, 1].map(|number| tree.children(Tree::ROOT).nth(number).expect("two children"));
        assert_eq!(tree.transposition_source(node), None);
        for _ in 0..3 {
            tree.add_transposition(node, source);
        }
        assert_eq!((tree.transposition_source(node), tree.node(node).transposition_visits()), (Some(source), 3));
        let pruned = tree.pruned(Tree::ROOT, SelectionMethod::Puct, || false).expect("nobody interrupts");
        let twin = pruned.children(Tree::ROOT).nth(1).expect("two children");
        assert_eq!((pruned.transposition_source(twin), pruned.node(twin).transposition_visits()), (None, 3));
    }

    /// Children by number; their content does not matter.
    fn numbered(count: u16) -> Vec<NewChild> {
        (0..count).map(|number| child(PackedMove::place(Point::<Large>::from_index(usize::from(number))))).collect()
    }

    fn actions(tree: &Tree, id: NodeId) -> Vec<PackedMove> {
        tree.family(id).map(|(_, child)| child.action()).collect()
    }

    #[test]
    fn children_come_little_by_little() {
        let tree = Tree::new(0, None);
        let all: Vec<_> = numbered(50).iter().map(|child| child.action).collect();
        assert!(!tree.grow(Tree::ROOT, 9, || -> Vec<NewChild> { unreachable!("there are no children") }));
        tree.expand_first(Tree::ROOT, 8, || numbered(50));
        assert!(tree.has_rest(Tree::ROOT) && tree.is_expanded(Tree::ROOT));
        assert_eq!(actions(&tree, Tree::ROOT), all[..8]);
        assert!(tree.grow(Tree::ROOT, 24, || numbered(50)));
        assert_eq!(actions(&tree, Tree::ROOT), all[..32]);
        assert_eq!(tree.children(Tree::ROOT).count(), 32);
        assert_eq!(tree.child(Tree::ROOT, all[40]), None);
        // The moves are computed again in another order: no child may appear twice.
        assert!(tree.grow(Tree::ROOT, 96, || numbered(50).into_iter().rev().collect::<Vec<_>>()));
        assert!(!tree.has_rest(Tree::ROOT));
        assert_eq!(actions(&tree, Tree::ROOT)[..32], all[..32]);
        let mut sorted = actions(&tree, Tree::ROOT);
        sorted.sort_unstable();
        assert_eq!(sorted, all);
        let last = tree.child(Tree::ROOT, all[40]).expect("the last slice");
        assert!(!tree.grow(Tree::ROOT, 1, || -> Vec<NewChild> { unreachable!("nothing is left") }));
        tree.expand(last, || numbered(3));
        let pruned = tree.pruned(Tree::ROOT, SelectionMethod::Puct, || false).expect("nobody interrupts");
        assert_eq!(actions(&pruned, Tree::ROOT), actions(&tree, Tree::ROOT));
        let twin = pruned.child(Tree::ROOT, all[40]).expect("the last slice");
        assert_eq!(actions(&pruned, twin), all[..3]);
    }

    #[test]
    fn without_memory_the_children_that_are_there_stay() {
        let tree = Tree::new(0, None);
        tree.expand_first(Tree::ROOT, 8, || numbered(50));
        tree.expand(tree.children(Tree::ROOT).next().expect("eight children"), || abstentions(PIECE - 20));
        assert!(!tree.grow(Tree::ROOT, 24, || numbered(50)));
        assert!(tree.has_rest(Tree::ROOT));
        assert_eq!(tree.children(Tree::ROOT).count(), 8);
    }

    #[test]
    fn a_node_that_is_being_expanded_has_no_children_yet() {
        let tree = Tree::new(0, None);
        tree.expand(Tree::ROOT, || {
            assert_eq!((tree.children(Tree::ROOT).count(), tree.family(Tree::ROOT).count()), (0, 0));
            abstentions(1)
        });
        assert_eq!((tree.children(Tree::ROOT).count(), tree.family(Tree::ROOT).count()), (1, 1));
    }

    #[test]
    fn pruning_can_be_interrupted() {
        let (tree, _) = family();
        assert!(tree.pruned(Tree::ROOT, SelectionMethod::Puct, || true).is_none());
    }

    #[test]
    fn a_tree_is_crowded_when_half_of_it_is_used() {
        let tree = Tree::new(0, None);
        assert!(!tree.is_crowded());
        tree.expand(Tree::ROOT, || abstentions(PIECE / 2));
        assert!(tree.is_crowded());
    }
}
