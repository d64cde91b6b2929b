//! Reuse of the tree in the next search of the same game.

use super::node::PackedMove;
use super::spec::SearchSpec;
use super::tree::{NodeId, Tree};
use onepure_rules::board::{Color, PerColor, Position};
use onepure_rules::geometry::{BoardSize, Layout};
use onepure_rules::rules::{Game, Move, Ruleset};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A tree from one of its nodes on.
#[derive(Clone, Debug)]
pub(super) struct Subtree {
    pub(super) tree: Arc<Tree>,
    pub(super) root: NodeId,
}

/// The subtree that a search works on. If the tree is crowded, the first thread replaces it by a pruned copy.
#[derive(Debug)]
pub(super) struct SharedSubtree {
    /// The lock is held only to read or replace it: a report must not wait for the copy.
    subtree: Mutex<Subtree>,
    is_crowded: bool,
    /// Set by the thread that has made room; the others wait for it.
    has_room: OnceLock<()>,
}

impl SharedSubtree {
    pub(super) fn new(subtree: Subtree) -> Self {
        let is_crowded = subtree.tree.is_crowded();
        Self { subtree: Mutex::new(subtree), is_crowded, has_room: OnceLock::new() }
    }

    /// The current subtree: the old one until its copy is ready.
    pub(super) fn get(&self) -> Subtree {
        self.subtree.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The subtree with room for a search. A crowded tree is first copied and pruned, unless `is_interrupted`: then the search
    /// does with the old one.
    pub(super) fn with_room(&self, is_interrupted: impl Fn() -> bool) -> Subtree {
        self.has_room.get_or_init(|| {
            let Subtree { tree, root } = self.get();
            if self.is_crowded
                && let Some(pruned) = tree.pruned(root, is_interrupted)
            {
                let subtree = Subtree { tree: Arc::new(pruned), root: Tree::ROOT };
                *self.subtree.lock().unwrap_or_else(PoisonError::into_inner) = subtree;
            }
        });
        self.get()
    }
}

/// Everything in a game that the values of a tree depend on, except its moves.
#[derive(Clone, PartialEq, Debug)]
struct Terms {
    size: BoardSize,
    ruleset: Ruleset,
    start: Position,
    first: Color,
    komi: f64,
    handicap: u16,
    penalties: PerColor<u16>,
}

impl Terms {
    fn of(game: &Game) -> Self {
        Self {
            size: game.size(),
            ruleset: *game.ruleset(),
            start: game.start(),
            first: game.first_to_play(),
            komi: game.komi(),
            handicap: game.handicap(),
            penalties: PerColor::from_fn(|color| game.penalty(color)),
        }
    }
}

/// The tree of the last search, and the game up to its root. Nodes above the root are not used again: a move that was searched further
/// after it was played would seem better than its siblings.
#[derive(Clone, Debug)]
pub(super) struct KeptTree {
    spec: Arc<SearchSpec>,
    terms: Terms,
    turns: Vec<(Color, Move)>,
    subtree: Arc<SharedSubtree>,
}

impl KeptTree {
    /// The tree of a search of this game.
    pub(super) fn new(game: &Game, spec: Arc<SearchSpec>, subtree: Arc<SharedSubtree>) -> Self {
        Self { spec, terms: Terms::of(game), turns: turns(game), subtree }
    }

    /// The subtree for a search of this game; `None` unless the game passes through the root of the tree and goes on by moves of the tree.
    /// A tree with restrictions is reused at its root only, because restrictions count turns from there.
    pub(super) fn find<L: Layout>(&self, game: &Game, spec: &SearchSpec) -> Option<Subtree> {
        if !self.spec.shares_values_with(spec) || self.terms != Terms::of(game) {
            return None;
        }
        let turns = turns(game);
        let since = turns.strip_prefix(self.turns.as_slice())?;
        if !spec.restrictions.is_empty() && !since.is_empty() {
            return None;
        }
        let Subtree { tree, mut root } = self.subtree.get();
        let mut mover = self.spec.color;
        for &(color, action) in since {
            if color != mover {
                return None;
            }
            root = tree.child(root, PackedMove::of_move::<L>(action))?;
            mover = !mover;
        }
        (mover == spec.color && tree.is_expanded(root)).then_some(Subtree { tree, root })
    }
}

fn turns(game: &Game) -> Vec<(Color, Move)> {
    game.turns().iter().map(|turn| (turn.color, turn.action)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::node::NewChild;

    fn abstentions(count: usize) -> Vec<NewChild> {
        vec![NewChild { action: PackedMove::PASS, prior: 0.5 }; count]
    }

    /// A tree crowded by one family, and with a small one.
    fn crowded() -> (Subtree, NodeId) {
        let tree = Tree::new(0, None);
        tree.expand(Tree::ROOT, || abstentions(2));
        let children: Vec<_> = tree.children(Tree::ROOT).collect();
        tree.expand(children[0], || abstentions(10_000));
        tree.expand(children[1], || abstentions(3));
        assert!(tree.is_crowded());
        (Subtree { tree: Arc::new(tree), root: children[1] }, children[0])
    }

    #[test]
    fn there_is_room_where_the_rest_is_left_behind() {
        let (subtree, _) = crowded();
        let shared = SharedSubtree::new(subtree.clone());
        assert!(Arc::ptr_eq(&shared.get().tree, &subtree.tree), "the old tree can be read until there is another");
        let new = shared.with_room(|| false);
        assert!(!new.tree.is_crowded());
        assert_eq!((new.root, new.tree.children(new.root).count()), (Tree::ROOT, 3));
        assert!(Arc::ptr_eq(&shared.get().tree, &new.tree));
        assert!(Arc::ptr_eq(&shared.with_room(|| false).tree, &new.tree), "it is done once");
    }

    #[test]
    fn without_time_everything_stays() {
        let (subtree, other) = crowded();
        for root in [subtree.root, other] {
            let shared = SharedSubtree::new(Subtree { root, ..subtree.clone() });
            let same = shared.with_room(|| true);
            assert!(Arc::ptr_eq(&same.tree, &subtree.tree) && same.root == root);
        }
    }
}
