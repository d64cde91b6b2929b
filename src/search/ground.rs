//! The tree between searches: it is kept while the game goes on from where it was searched.

use super::parameters::Parameters;
use super::restrictions::Restrictions;
use super::tree::{Action, NodeId, Tree};
use crate::board::{Color, Position};
use crate::geometry::{BoardSize, Layout, PointSet};
use crate::rules::{Game, Move, Ruleset};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A node, in its tree.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) tree: Arc<Tree>,
    pub(super) origin: NodeId,
}

/// Where a search works: from one node of a tree on, or from its copy in a fresh tree, if the old one is crowded.
#[derive(Debug)]
pub(super) struct Ground {
    /// Locked only to be read or replaced, never while something is computed.
    site: Mutex<Site>,
    is_crowded: bool,
    /// Set by the thread that has seen to it that there is room; the others wait for it.
    has_room: OnceLock<()>,
}

impl Ground {
    pub(super) fn new(site: Site) -> Self {
        let is_crowded = site.tree.is_crowded();
        Self { site: Mutex::new(site), is_crowded, has_room: OnceLock::new() }
    }

    /// The site as it stands: the old one until there is room in another.
    pub(super) fn site(&self) -> Site {
        self.site.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The site with room for a search: what is worth keeping of a crowded tree is copied into a fresh one, unless
    /// `is_interrupted` says that there is no time for that.
    pub(super) fn with_room(&self, is_interrupted: impl Fn() -> bool) -> Site {
        self.has_room.get_or_init(|| {
            let Site { tree, origin } = self.site();
            if self.is_crowded
                && let Some(pruned) = tree.pruned(origin, is_interrupted)
            {
                let site = Site { tree: Arc::new(pruned), origin: Tree::ROOT };
                *self.site.lock().unwrap_or_else(PoisonError::into_inner) = site;
            }
        });
        self.site()
    }
}

/// Everything but the moves of the game that the values in a tree depend on.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Conditions {
    pub(super) size: BoardSize,
    pub(super) ruleset: Ruleset,
    pub(super) start: Position,
    pub(super) first: Color,
    pub(super) lead: f64,
    pub(super) parameters: Parameters,
    pub(super) restrictions: Restrictions,
    pub(super) lost: PointSet,
    pub(super) memory: usize,
    pub(super) seed: u64,
}

/// The tree of the last search, and the game up to where that began. What lies before is of no use any more: a move into
/// which more was looked since it was played would seem to be better than the others.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    conditions: Conditions,
    turns: Vec<(Color, Move)>,
    /// Who moves at the root.
    color: Color,
    ground: Arc<Ground>,
}

impl Kept {
    /// What is kept of a search for `color` after these turns.
    pub(super) fn new(conditions: Conditions, game: &Game, color: Color, ground: Arc<Ground>) -> Self {
        Self { conditions, turns: turns(game), color, ground }
    }

    /// The node of a game in which `color` moves next, if the game goes through the root of the tree, and on by moves that
    /// were looked into. A tree with restrictions is of use at its root only: they count from there.
    pub(super) fn find<L: Layout>(&self, conditions: &Conditions, game: &Game, color: Color) -> Option<Site> {
        if self.conditions != *conditions {
            return None;
        }
        let turns = turns(game);
        let since = turns.strip_prefix(self.turns.as_slice())?;
        if !conditions.restrictions.is_empty() && !since.is_empty() {
            return None;
        }
        let Site { tree, mut origin } = self.ground.site();
        let mut mover = self.color;
        for &(color, action) in since {
            if color != mover {
                return None;
            }
            origin = tree.child(origin, Action::of_move::<L>(action))?;
            mover = !mover;
        }
        (mover == color && tree.is_expanded(origin)).then_some(Site { tree, origin })
    }
}

fn turns(game: &Game) -> Vec<(Color, Move)> {
    game.turns().iter().map(|turn| (turn.color, turn.action)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tree::{Heard, Prior, Seed};

    const ABSTENTION: Seed =
        Seed { action: Action::ABSTAIN, prior: Prior { mean: 0.5, weight: 1.0 }, heard: Heard::NOTHING };

    /// A tree that is crowded by one family, beside which there is a small one.
    fn crowded() -> (Site, NodeId) {
        let tree = Tree::new(0);
        tree.expand(Tree::ROOT, || vec![ABSTENTION; 2]);
        let children: Vec<_> = tree.children(Tree::ROOT).collect();
        tree.expand(children[0], || vec![ABSTENTION; 10_000]);
        tree.expand(children[1], || vec![ABSTENTION; 3]);
        assert!(tree.is_crowded());
        (Site { tree: Arc::new(tree), origin: children[1] }, children[0])
    }

    #[test]
    fn there_is_room_where_the_rest_is_left_behind() {
        let (site, _) = crowded();
        let ground = Ground::new(site.clone());
        assert!(Arc::ptr_eq(&ground.site().tree, &site.tree), "the old tree can be read until there is another");
        let new = ground.with_room(|| false);
        assert!(!new.tree.is_crowded());
        assert_eq!((new.origin, new.tree.children(new.origin).count()), (Tree::ROOT, 3));
        assert!(Arc::ptr_eq(&ground.site().tree, &new.tree));
        assert!(Arc::ptr_eq(&ground.with_room(|| false).tree, &new.tree), "it is done once");
    }

    #[test]
    fn without_time_everything_stays() {
        let (site, other) = crowded();
        for origin in [site.origin, other] {
            let ground = Ground::new(Site { origin, ..site.clone() });
            let same = ground.with_room(|| true);
            assert!(Arc::ptr_eq(&same.tree, &site.tree) && same.origin == origin);
        }
    }
}
