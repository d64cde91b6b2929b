//! The facts of a history that proofs ask for.

use super::frames::{Codes, FIRST_PLACEMENT, Frames, Image, least};
use crate::board::Color;
use crate::geometry::scrambled;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A question about the history, as a 64-bit key, with its answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Query {
    /// The key of the fact.
    pub fact: u64,
    /// The point of the stone in a question about its placement, plus 1; 0 for questions about the whole game.
    pub stone: u16,
    /// True if the history has the fact.
    pub holds: bool,
}

/// The kinds of facts, each with its own keys.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A position has occurred.
    Position,
    /// A position has occurred with this colour to play.
    Situation(Color),
    /// A colour has abstained at a position.
    Abstained(Color),
    /// A chain of a colour has retired.
    Retired(Color),
    /// The position before the placement of the stone on the point with this index.
    Before(usize),
}

/// A fact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    /// The key, which queries have too.
    pub(super) key: u64,
    /// A key that a fact shares with its symmetric images.
    shared: u64,
}

/// The facts of a history. A turn adds some and removes those about stones that it lifts; [`Facts::undo`] takes it back.
#[derive(Clone, Debug)]
pub struct Facts {
    pub(super) frames: Rc<Frames>,
    /// The keys of the facts, each with its shared key.
    keys: FxHashMap<u64, u64>,
    hash: u64,
    shared_hash: u64,
    changes: Vec<(Fact, bool)>,
}

impl Facts {
    /// No facts.
    pub(super) fn new(frames: Frames) -> Self {
        Self { frames: Rc::new(frames), keys: FxHashMap::default(), hash: 0, shared_hash: 0, changes: Vec::new() }
    }

    /// The exclusive or of the scrambled keys of all facts.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// A hash of all facts that symmetric histories share. Others rarely do.
    pub fn shared_hash(&self) -> u64 {
        self.shared_hash
    }

    /// Returns whether the history has a fact.
    #[inline]
    pub fn contains(&self, fact: u64) -> bool {
        self.keys.contains_key(&fact)
    }

    /// Returns whether the history gives the same answers to the images of queries.
    #[inline]
    pub fn agrees(&self, queries: &[Query], map: Image) -> bool {
        if map == Image::IDENTITY {
            return queries.iter().all(|query| self.contains(query.fact) == query.holds);
        }
        queries.iter().all(|query| self.contains(self.frames.key_image(query.fact, map)) == query.holds)
    }

    /// The image of a query.
    pub fn image(&self, query: Query, map: Image) -> Query {
        if map == Image::IDENTITY {
            return query;
        }
        let stone = if query.stone > 0 { self.frames.point_image(query.stone - 1, map) + 1 } else { 0 };
        Query { fact: self.frames.key_image(query.fact, map), stone, ..query }
    }

    /// The image of the point with this index.
    pub fn point_image(&self, index: usize, map: Image) -> usize {
        usize::from(self.frames.point_image(index as u16, map))
    }

    /// Returns whether the board has a frame with this number.
    pub fn has_frame(&self, frame: u8) -> bool {
        self.frames.has_frame(frame)
    }

    /// Returns whether the board has a point with this index.
    pub fn has_point(&self, index: u16) -> bool {
        self.frames.has_point(index)
    }

    /// Returns whether a turn on this board may ask this.
    pub fn may_ask(&self, query: Query) -> bool {
        self.frames.has_key(query.fact) && (query.stone == 0 || self.has_point(query.stone - 1))
    }

    /// The number of changes so far, for [`Facts::undo`].
    pub fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Takes back all changes since a mark.
    pub fn undo(&mut self, mark: usize) {
        while self.changes.len() > mark {
            let Some((fact, added)) = self.changes.pop() else { return };
            self.count(fact, !added);
            if added {
                self.keys.remove(&fact.key);
            } else {
                self.keys.insert(fact.key, fact.shared);
            }
        }
    }

    /// The key of a fact about a code.
    #[inline(always)]
    pub(super) fn key(&self, kind: Kind, code: u64) -> u64 {
        self.frames.key(self.number(kind), code)
    }

    /// The fact about stones with these codes.
    #[inline]
    pub(super) fn fact(&self, kind: Kind, codes: &Codes) -> Fact {
        self.fact_with(kind, codes[0], least(codes))
    }

    /// The fact about stones with this code, and this smallest code of their images.
    #[inline(always)]
    pub(super) fn fact_with(&self, kind: Kind, code: u64, least: u64) -> Fact {
        let number = self.number(kind);
        let shared = match kind {
            Kind::Before(_) => FIRST_PLACEMENT + self.frames.least_cell(number - FIRST_PLACEMENT),
            _ => number,
        };
        Fact { key: self.frames.key(number, code), shared: scrambled(self.frames.key(shared, least)) }
    }

    #[inline(always)]
    fn number(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Position => 1,
            Kind::Situation(color) => 2 + color as u64,
            Kind::Abstained(color) => 4 + color as u64,
            Kind::Retired(color) => 6 + color as u64,
            Kind::Before(index) => FIRST_PLACEMENT + self.frames.cell(index),
        }
    }

    /// Adds a fact. Returns whether the history had it.
    #[inline]
    pub(super) fn add(&mut self, fact: Fact) -> bool {
        let is_new = self.keys.insert(fact.key, fact.shared).is_none();
        if is_new {
            self.count(fact, true);
            self.changes.push((fact, true));
        }
        !is_new
    }

    pub(super) fn remove(&mut self, key: u64) {
        if let Some(shared) = self.keys.remove(&key) {
            let fact = Fact { key, shared };
            self.count(fact, false);
            self.changes.push((fact, false));
        }
    }

    /// Counts a fact in the hashes, or no longer. The shared one is a sum, in which images of one another do not cancel out.
    #[inline(always)]
    fn count(&mut self, fact: Fact, is_added: bool) {
        self.hash ^= scrambled(fact.key);
        self.shared_hash = if is_added {
            self.shared_hash.wrapping_add(fact.shared)
        } else {
            self.shared_hash.wrapping_sub(fact.shared)
        };
    }
}

/// What a turn asked of the history, and what it determined for the turns after it.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// The questions, with their answers.
    pub queries: Vec<Query>,
    /// Facts that the history has after the turn, whether or not it had them before.
    pub determined: Vec<u64>,
    /// Points whose stones were put down or lifted: questions about their placement no longer depend on the history.
    pub touched: Vec<u16>,
}

impl Trail {
    /// Forgets everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.queries.clear();
        self.determined.clear();
        self.touched.clear();
    }

    /// Returns whether the answer to a question after this turn is the same under every history before it.
    pub fn determines(&self, query: &Query) -> bool {
        if query.stone > 0 { self.touched.contains(&query.stone) } else { self.determined.contains(&query.fact) }
    }
}
