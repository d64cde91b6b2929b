//! The tree that all threads share. It has no locks except those of the transposition table.

use super::node::{NewChild, Node, PackedMove, Siblings};
use crate::budget::{Budget, Reservation};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The unit in which scores are summed as integers; see [`Tree::add`].
const SCORE_UNIT: f64 = 64.0;

/// The nodes of a piece, the unit of allocation. Miri is slow, so its pieces are smaller.
pub(super) const PIECE: usize = if cfg!(miri) { 1 << 8 } else { 1 << 14 };

/// The memory of a node.
const BYTES_A_NODE: usize = size_of::<Node>() + size_of::<Scores>();

/// The memory of a piece.
pub(super) const PIECE_BYTES: usize = PIECE * BYTES_A_NODE;

/// The pieces that a tree allocates without a reservation from the budget: room for the search for a move, however many trees there are.
pub(super) const OWN_PIECES: usize = 2;

/// The number of locks of the transposition table: with 64, threads seldom wait for each other.
const PARTS: usize = 64;

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
    /// Memory that returns to the budget when the piece is dropped.
    _reservation: Option<Reservation>,
}

impl Piece {
    /// A piece of empty nodes; `None` if memory is exhausted.
    fn new(reservation: Option<Reservation>) -> Option<Self> {
        fn filled<T: Default>() -> Option<Box<[T]>> {
            let mut all = Vec::new();
            all.try_reserve_exact(PIECE).ok()?;
            all.resize_with(PIECE, T::default);
            Some(all.into_boxed_slice())
        }
        Some(Self { nodes: filled()?, scores: filled()?, _reservation: reservation })
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

/// The transposition table: the first node of each position, by number.
///
/// Another node of the same position has its own children: which moves are legal depends on the history of the game. While the first node
/// has more visits, a simulation that reaches the other one reuses its value and stops (after Czech, Korus and Kersting, "Monte-Carlo Graph
/// Search for `AlphaZero`", 2021, who share the nodes).
#[derive(Debug)]
struct Transpositions {
    parts: [Mutex<FxHashMap<u64, u32>>; PARTS],
}

impl Transpositions {
    /// An empty table.
    fn new() -> Self {
        Self { parts: std::array::from_fn(|_| Mutex::default()) }
    }

    /// The first node of the position with this hash; registers `node` if there is none.
    fn first(&self, position: u64, node: u32) -> u32 {
        let part = &self.parts[position as usize % PARTS];
        *part.lock().unwrap_or_else(PoisonError::into_inner).entry(position).or_insert(node)
    }
}

/// The nodes of one search, or of several that reuse the tree.
#[derive(Debug)]
pub(super) struct Tree {
    pieces: Vec<OnceLock<Piece>>,
    /// The number of the first free node. Relaxed: [`Node::adopt`] publishes the nodes themselves.
    used: AtomicU32,
    transpositions: Transpositions,
    /// The budget of memory, if several trees share it.
    budget: Option<Budget>,
}

impl Tree {
    /// The first node, with the value for the colour that does not move there. Number 0 means "no children" and "no source".
    pub(super) const ROOT: NodeId = NodeId(1);

    /// A tree of one node, which may grow to about `bytes` bytes. With a budget, it also needs memory of that to grow.
    pub(super) fn new(bytes: usize, budget: Option<Budget>) -> Self {
        Self::with_pieces((bytes / PIECE_BYTES).clamp(1, (u32::MAX as usize >> 1) / PIECE), budget)
    }

    fn with_pieces(count: usize, budget: Option<Budget>) -> Self {
        Self {
            pieces: (0..count).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(Self::ROOT.0 + 1),
            transpositions: Transpositions::new(),
            budget,
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
        let reservation = match &self.budget {
            Some(budget) if number >= OWN_PIECES => match budget.reserve(PIECE_BYTES) {
                Some(reservation) => Some(reservation),
                None => return piece.get().is_some(),
            },
            _ => None,
        };
        // If two threads allocate the same piece, one frees its own.
        Piece::new(reservation).is_some_and(|new| piece.set(new).is_ok() || piece.get().is_some())
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

    /// Counts a simulation that ends in `id` with the value of its transposition source. The source of a node never changes.
    pub(super) fn add_transposition(&self, id: NodeId, NodeId(source): NodeId) {
        self.node(id).add_transposition(source);
    }

    /// The transposition source of a node: another node of the same position, whose value simulations have reused.
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
        for (number, &child) in (first..).zip(&children[..count]) {
            self.node(NodeId(number)).write(child);
        }
        let siblings = Siblings { first, count: count as u32, has_rest };
        if let Some(rest) = siblings.rest() {
            self.node(rest).write(NewChild { action: PackedMove::NONE, prior: 0.0 });
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
    pub(super) fn pruned(&self, root: NodeId, is_interrupted: impl Fn() -> bool) -> Option<Self> {
        let copy = Self::with_pieces(self.pieces.len(), self.budget.clone());
        if !copy.has_piece(Self::ROOT) {
            return None;
        }
        self.copy_node(root, &copy, Self::ROOT);
        let mut to_visit = VecDeque::from([(root, Self::ROOT)]);
        while let Some((parent, twin)) = to_visit.pop_front() {
            let Some(siblings) = self.node(parent).children() else { continue };
            if is_interrupted() {
                return None;
            }
            let count = siblings.count + u32::from(siblings.has_rest);
            let Some(NodeId(first)) = copy.allocate(count as usize) else { break };
            for (child, number) in (siblings.first..siblings.first + count).map(NodeId).zip(first..) {
                self.copy_node(child, &copy, NodeId(number));
                if self.is_expanded(child) {
                    to_visit.push_back((child, NodeId(number)));
                }
            }
            copy.node(twin).adopt(Siblings { first, ..siblings });
        }
        Some(copy)
    }

    /// Copies a node without its children.
    fn copy_node(&self, id: NodeId, copy: &Self, twin: NodeId) {
        copy.node(twin).copy(self.node(id));
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
mod tests;
