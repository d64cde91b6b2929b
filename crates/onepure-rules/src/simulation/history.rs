//! What the rules remember, by hash: before the root, and since.

use crate::board::{Color, PerColor, Position, chain_hash};
use crate::geometry::{Bitboard, Layout, PointSet};
use crate::rules::Game;
use rustc_hash::FxHashSet;

/// What happened before the root. It is shared by all threads and does not change.
#[derive(Clone, Debug, Default)]
pub struct History {
    positions: FxHashSet<u64>,
    filter: Filter,
    turns: FxHashSet<u64>,
    retired: FxHashSet<u64>,
    abstained: PerColor<FxHashSet<u64>>,
    retired_points: PerColor<PointSet>,
}

impl History {
    /// The history of a game, with `color` to play now, which may have had the right handed over.
    pub fn of(game: &Game, color: Color) -> Self {
        let mut retired_points = PerColor::<PointSet>::default();
        for chain in game.retired() {
            retired_points[chain.color] |= chain.stones;
        }
        let positions: FxHashSet<u64> = game.positions().map(Position::hash).collect();
        let mut filter = Filter::default();
        for &hash in &positions {
            filter.add(hash);
        }
        Self {
            positions,
            filter,
            turns: game
                .positions_to_play()
                .map(|(position, color)| turn_hash(position.hash(), color))
                .chain([turn_hash(game.board().hash(), color)])
                .collect(),
            retired: game.retired().iter().map(|chain| chain_hash(chain.color, chain.stones)).collect(),
            abstained: PerColor::from_fn(|color| {
                game.abstentions(color).iter().map(|abstention| abstention.hash).collect()
            }),
            retired_points,
        }
    }

    /// The points from which stones of each colour have retired.
    pub fn retired_points<L: Layout>(&self) -> PerColor<Bitboard<L>> {
        PerColor::from_fn(|color| self.retired_points[color].convert())
    }
}

/// What happened since the root of a playout. Its memory is kept when it is cleared, so that a playout allocates
/// nothing.
#[derive(Clone, Debug)]
pub struct PathHistory {
    positions: Vec<u64>,
    filter: Filter,
    turns: Vec<u64>,
    retired: Vec<u64>,
    abstained: PerColor<Vec<u64>>,
}

impl PathHistory {
    /// An empty history with room for this many turns.
    pub(super) fn with_room(turns: usize) -> Self {
        Self {
            // A turn records the placed position, and another one when stones retire.
            positions: Vec::with_capacity(2 * turns),
            filter: Filter::default(),
            turns: Vec::with_capacity(turns),
            retired: Vec::with_capacity(turns),
            abstained: PerColor::from_fn(|_| Vec::with_capacity(turns)),
        }
    }

    /// Forgets everything that happened since the root.
    pub(super) fn clear(&mut self, history: &History) {
        self.positions.clear();
        self.filter = history.filter;
        self.turns.clear();
        self.retired.clear();
        self.abstained.black.clear();
        self.abstained.white.clear();
    }

    /// Records a position, placed or after retirement, and says whether it had stood before.
    #[inline(always)]
    pub(super) fn record_position(&mut self, history: &History, hash: u64) -> bool {
        let stood = self.filter.add(hash) && self.has_position(history, hash);
        self.positions.push(hash);
        stood
    }

    #[inline(always)]
    fn has_position(&self, history: &History, hash: u64) -> bool {
        // All are compared, several at a time: the hash is rarely among them.
        self.positions.iter().fold(false, |found, &position| found | (position == hash))
            || history.positions.contains(&hash)
    }

    /// Records a position with the colour to play, and says whether the two had stood together before.
    pub(super) fn record_turn(&mut self, history: &History, hash: u64, to_play: Color) -> bool {
        let stood = self.has_turn(history, hash, to_play);
        self.turns.push(turn_hash(hash, to_play));
        stood
    }

    /// Whether a position has stood with this colour to play.
    pub(super) fn has_turn(&self, history: &History, hash: u64, to_play: Color) -> bool {
        let turn = turn_hash(hash, to_play);
        self.turns.contains(&turn) || history.turns.contains(&turn)
    }

    /// Records the retirement of a chain, and says whether the same points had retired in its colour before, if that may be.
    pub(super) fn record_retired(&mut self, history: &History, chain: u64, may_be_repeated: bool) -> bool {
        let repeated = may_be_repeated && (self.retired.contains(&chain) || history.retired.contains(&chain));
        self.retired.push(chain);
        repeated
    }

    /// Records an abstention.
    pub(super) fn record_abstention(&mut self, color: Color, hash: u64) {
        self.abstained[color].push(hash);
    }

    /// Whether a colour has abstained at a position.
    pub(super) fn has_abstained(&self, history: &History, color: Color, hash: u64) -> bool {
        self.abstained[color].contains(&hash) || history.abstained[color].contains(&hash)
    }
}

/// The hash of a position with the colour to play.
pub(super) fn turn_hash(position: u64, to_play: Color) -> u64 {
    match to_play {
        Color::Black => position,
        Color::White => !position,
    }
}

/// A set of hashes that may hold one that was never added, but holds all that were (Bloom, "Space/Time Trade-offs in Hash
/// Coding with Allowable Errors", 1970, with one bit a hash).
#[derive(Clone, Copy, Debug)]
struct Filter([u64; 512]);

impl Default for Filter {
    fn default() -> Self {
        Self([0; 512])
    }
}

impl Filter {
    /// Adds a hash, and says whether it may have been added before.
    #[inline(always)]
    fn add(&mut self, hash: u64) -> bool {
        let word = &mut self.0[(hash >> 6) as usize % 512];
        let bit = 1 << (hash % 64);
        let seen = *word & bit != 0;
        *word |= bit;
        seen
    }
}
