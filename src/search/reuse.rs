//! The tree between searches: it is kept while the game goes on from where it was searched.

use super::node::PackedMove;
use super::parameters::{Parameters, SelectionMethod};
use super::restrictions::Restrictions;
use super::tree::{NodeId, Tree};
use crate::board::{Color, PerColor, Position};
use crate::geometry::{BoardSize, Layout, PointSet};
use crate::network::Network;
use crate::rules::{Game, Move, Ruleset};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A node, in its tree.
#[derive(Clone, Debug)]
pub(super) struct Subtree {
    pub(super) tree: Arc<Tree>,
    pub(super) origin: NodeId,
}

/// Where a search works: from one node of a tree on, or from its copy in a fresh tree, if the old one is crowded.
#[derive(Debug)]
pub(super) struct SharedSubtree {
    /// Locked only to be read or replaced, never while something is computed.
    subtree: Mutex<Subtree>,
    is_crowded: bool,
    /// Set by the thread that has seen to it that there is room; the others wait for it.
    has_room: OnceLock<()>,
}

impl SharedSubtree {
    pub(super) fn new(subtree: Subtree) -> Self {
        let is_crowded = subtree.tree.is_crowded();
        Self { subtree: Mutex::new(subtree), is_crowded, has_room: OnceLock::new() }
    }

    /// The subtree as it stands: the old one until there is room in another.
    pub(super) fn get(&self) -> Subtree {
        self.subtree.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The subtree with room for a search with selection of this kind: what is worth keeping of a crowded tree is copied into a fresh
    /// one, unless `is_interrupted` says that there is no time for that.
    pub(super) fn with_room(&self, method: SelectionMethod, is_interrupted: impl Fn() -> bool) -> Subtree {
        self.has_room.get_or_init(|| {
            let Subtree { tree, origin } = self.get();
            if self.is_crowded
                && let Some(pruned) = tree.pruned(origin, method, is_interrupted)
            {
                let subtree = Subtree { tree: Arc::new(pruned), origin: Tree::ROOT };
                *self.subtree.lock().unwrap_or_else(PoisonError::into_inner) = subtree;
            }
        });
        self.get()
    }
}

/// Everything but the moves of the game that the values in a tree depend on.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Conditions {
    pub(super) size: BoardSize,
    pub(super) ruleset: Ruleset,
    pub(super) start: Position,
    pub(super) first: Color,
    pub(super) komi: f64,
    pub(super) handicap: u16,
    pub(super) penalties: PerColor<u16>,
    pub(super) parameters: Parameters,
    pub(super) network: Option<Network>,
    pub(super) restrictions: Restrictions,
    pub(super) dead: PointSet,
    pub(super) memory: usize,
    pub(super) seed: u64,
}

/// The tree of the last search, and the game up to where that began. What lies before is of no use any more: a move into
/// which more was looked since it was played would seem to be better than the others.
#[derive(Clone, Debug)]
pub(super) struct KeptTree {
    conditions: Conditions,
    turns: Vec<(Color, Move)>,
    /// Who moves at the root.
    color: Color,
    subtree: Arc<SharedSubtree>,
}

impl KeptTree {
    /// What is kept of a search for `color` after these turns.
    pub(super) fn new(conditions: Conditions, game: &Game, color: Color, subtree: Arc<SharedSubtree>) -> Self {
        Self { conditions, turns: turns(game), color, subtree }
    }

    /// The node of a game in which `color` moves next, if the game goes through the root of the tree, and on by moves that
    /// were looked into. A tree with restrictions is of use at its root only: they count from there.
    pub(super) fn find<L: Layout>(&self, conditions: &Conditions, game: &Game, color: Color) -> Option<Subtree> {
        if self.conditions != *conditions {
            return None;
        }
        let turns = turns(game);
        let since = turns.strip_prefix(self.turns.as_slice())?;
        if !conditions.restrictions.is_empty() && !since.is_empty() {
            return None;
        }
        let Subtree { tree, mut origin } = self.subtree.get();
        let mut mover = self.color;
        for &(color, action) in since {
            if color != mover {
                return None;
            }
            origin = tree.child(origin, PackedMove::of_move::<L>(action))?;
            mover = !mover;
        }
        (mover == color && tree.is_expanded(origin)).then_some(Subtree { tree, origin })
    }
}

fn turns(game: &Game) -> Vec<(Color, Move)> {
    game.turns().iter().map(|turn| (turn.color, turn.action)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::node::{Amaf, NewChild, Prior};

    fn abstentions(count: usize) -> Vec<NewChild> {
        vec![NewChild { action: PackedMove::ABSTAIN, prior: Prior::probability(0.5), amaf: Amaf::NOTHING }; count]
    }

    /// A tree that is crowded by one family, beside which there is a small one.
    fn crowded() -> (Subtree, NodeId) {
        let tree = Tree::new(0);
        tree.expand(Tree::ROOT, || abstentions(2));
        let children: Vec<_> = tree.children(Tree::ROOT).collect();
        tree.expand(children[0], || abstentions(10_000));
        tree.expand(children[1], || abstentions(3));
        assert!(tree.is_crowded());
        (Subtree { tree: Arc::new(tree), origin: children[1] }, children[0])
    }

    #[test]
    fn there_is_room_where_the_rest_is_left_behind() {
        let (subtree, _) = crowded();
        let shared = SharedSubtree::new(subtree.clone());
        assert!(Arc::ptr_eq(&shared.get().tree, &subtree.tree), "the old tree can be read until there is another");
        let new = shared.with_room(SelectionMethod::Rave, || false);
        assert!(!new.tree.is_crowded());
        assert_eq!((new.origin, new.tree.children(new.origin).count()), (Tree::ROOT, 3));
        assert!(Arc::ptr_eq(&shared.get().tree, &new.tree));
        assert!(Arc::ptr_eq(&shared.with_room(SelectionMethod::Rave, || false).tree, &new.tree), "it is done once");
    }

    #[test]
    fn without_time_everything_stays() {
        let (subtree, other) = crowded();
        for origin in [subtree.origin, other] {
            let shared = SharedSubtree::new(Subtree { origin, ..subtree.clone() });
            let same = shared.with_room(SelectionMethod::Rave, || true);
            assert!(Arc::ptr_eq(&same.tree, &subtree.tree) && same.origin == origin);
        }
    }
}
