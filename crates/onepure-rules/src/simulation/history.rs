//! The history that the rules depend on, as hashes: before the root, and since.

use crate::board::{Color, PerColor, Position, chain_hash};
use crate::geometry::{Bitboard, Layout, PointSet};
use crate::rules::Game;
use rustc_hash::FxHashSet;

/// The history before the root. All threads share it, and it does not change.
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
    /// The history of a game for a search with `color` to play. The right may have been handed over to that colour.
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

/// The history since the root. Clearing it keeps its memory, so that a playout allocates nothing.
#[derive(Clone, Debug)]
pub struct PathHistory {
    positions: Vec<u64>,
    filter: Filter,
    turns: Vec<u64>,
    retired: Vec<u64>,
    abstained: PerColor<Vec<u64>>,
}

impl PathHistory {
    /// An empty history with capacity for this number of turns.
    pub(super) fn with_room(turns: usize) -> Self {
        Self {
            // Each turn records the placed position, and another one if stones retire.
            positions: Vec::with_capacity(2 * turns),
            filter: Filter::default(),
            turns: Vec::with_capacity(turns),
            retired: Vec::with_capacity(turns),
            abstained: PerColor::from_fn(|_| Vec::with_capacity(turns)),
        }
    }

    /// Clears the history, for a new simulation from the root.
    pub(super) fn clear(&mut self, history: &History) {
        self.positions.clear();
        self.filter = history.filter;
        self.turns.clear();
        self.retired.clear();
        self.abstained.black.clear();
        self.abstained.white.clear();
    }

    /// Records a position, placed or after retirement. Returns whether it had occurred before.
    #[inline(always)]
    pub(super) fn record_position(&mut self, history: &History, hash: u64) -> bool {
        let stood = self.filter.add(hash) && self.has_position(history, hash);
        self.positions.push(hash);
        stood
    }

    #[inline(always)]
    fn has_position(&self, history: &History, hash: u64) -> bool {
        // Compares all entries, several at a time, because the hash is rarely among them.
        self.positions.iter().fold(false, |found, &position| found | (position == hash))
            || history.positions.contains(&hash)
    }

    /// Records a position with the colour to play. Returns whether this pair had occurred before.
    pub(super) fn record_turn(&mut self, history: &History, hash: u64, to_play: Color) -> bool {
        let stood = self.has_turn(history, hash, to_play);
        self.turns.push(turn_hash(hash, to_play));
        stood
    }

    /// Returns whether a position has occurred with this colour to play.
    pub(super) fn has_turn(&self, history: &History, hash: u64, to_play: Color) -> bool {
        let turn = turn_hash(hash, to_play);
        self.turns.contains(&turn) || history.turns.contains(&turn)
    }

    /// Records the retirement of a chain. Returns whether its colour has lost a chain on the same points before. If
    /// `may_be_repeated` is false, the lookup is skipped.
    pub(super) fn record_retired(&mut self, history: &History, chain: u64, may_be_repeated: bool) -> bool {
        let repeated = may_be_repeated && (self.retired.contains(&chain) || history.retired.contains(&chain));
        self.retired.push(chain);
        repeated
    }

    /// Records an abstention.
    pub(super) fn record_abstention(&mut self, color: Color, hash: u64) {
        self.abstained[color].push(hash);
    }

    /// Returns whether a colour has abstained at this position.
    pub(super) fn has_abstained(&self, history: &History, color: Color, hash: u64) -> bool {
        self.abstained[color].contains(&hash) || history.abstained[color].contains(&hash)
    }
}

/// The hash of a position and the colour to play.
pub(super) fn turn_hash(position: u64, to_play: Color) -> u64 {
    match to_play {
        Color::Black => position,
        Color::White => !position,
    }
}

/// A set of hashes with false positives and no false negatives (Bloom, "Space/Time Trade-offs in Hash Coding with
/// Allowable Errors", 1970, with one bit a hash).
#[derive(Clone, Copy, Debug)]
struct Filter([u64; 512]);

impl Default for Filter {
    fn default() -> Self {
        Self([0; 512])
    }
}

impl Filter {
    /// Adds a hash. Returns false if it was certainly not in the set, and true if it may have been.
    #[inline(always)]
    fn add(&mut self, hash: u64) -> bool {
        let word = &mut self.0[(hash >> 6) as usize % 512];
        let bit = 1 << (hash % 64);
        let seen = *word & bit != 0;
        *word |= bit;
        seen
    }
}
