//! A line of play from a root under ordinary rules: nothing is immovable, suicide and superko are illegal.

use super::eyes::Eyes;
use super::line::{End, Tried};
use super::ordinary::{is_legal, lift_enclosed};
use crate::board::{Board, Color, PerColor, Position, chain_hash, zobrist};
use crate::geometry::{Bitboard, Layout, Point, PointSet};
use crate::rules::{Articles, Count, EndOfPlay, Game, Outcome, Points, Reason, Repetition};
use crate::tactics::Consequences;
use rustc_hash::FxHashSet;

/// What a line changes: a plain copy, without heap.
#[derive(Clone, Copy, Debug)]
struct State<L: Layout> {
    board: Board<L>,
    eyes: Eyes<L>,
    to_play: Color,
    /// The point on which a ko may not be retaken now.
    ko: Option<Point<L>>,
    /// Abstentions in a row.
    abstentions: u8,
    /// Whether they have ended play, so that what is held to be lost is lifted before the count.
    is_agreed: bool,
}

impl<L: Layout> State<L> {
    /// The empty points that are no eyes of the colour to play, nor the retaking of a ko. Some of them may be suicide.
    fn candidates(&self) -> Bitboard<L> {
        let mut candidates = self.eyes.candidates(&self.board, self.to_play);
        if let Some(point) = self.ko {
            candidates.remove(point);
        }
        candidates
    }

    /// Puts a stone of the colour to play on an empty point, lifts what it encloses, and passes the right on; unless it would
    /// be suicide: then nothing changes.
    #[inline]
    fn try_place(&mut self, point: Point<L>) -> bool {
        let Self { board, eyes, to_play, ko, abstentions, .. } = self;
        let color = *to_play;
        let surroundings = board.begin_put(color, point);
        if !surroundings.is_plain() && !is_legal(board, color, point) {
            board.cancel_put(point, &surroundings);
            return false;
        }
        board.finish_put(color, point, &surroundings);
        eyes.add(color, point);
        *ko = if surroundings.has_enclosed() { lift_enclosed(board, eyes, color, point) } else { None };
        *abstentions = 0;
        *to_play = !color;
        true
    }

    /// Passes the right on without using it.
    fn abstain(&mut self) {
        self.ko = None;
        self.to_play = !self.to_play;
        self.abstentions = self.abstentions.saturating_add(1);
    }
}

/// A position from which lines start under ordinary rules, with what happened before it.
#[derive(Clone, Debug)]
pub struct OrdinaryRoot<L: Layout> {
    state: State<L>,
    articles: Articles,
    /// The hashes of all positions that have stood.
    stood: FxHashSet<u64>,
    lost: PerColor<Bitboard<L>>,
}

impl<L: Layout> OrdinaryRoot<L> {
    /// The root of a search for `color`. Where abstentions end play, the stones in `lost` are lifted before the count.
    ///
    /// # Panics
    /// If the layout is too small for the board.
    pub fn new(game: &Game, color: Color, lost: PointSet) -> Self {
        let mut articles = game.articles();
        articles.lead = game.lead();
        let stones = PerColor::from_fn(|color| game.board().stones(color).convert::<L>());
        let board = Board::from_position(game.size(), &Position { stones });
        let state = State {
            eyes: Eyes::of(&board),
            board,
            to_play: color,
            ko: None,
            abstentions: u8::try_from(game.abstentions_in_a_row(color)).unwrap_or(u8::MAX),
            is_agreed: false,
        };
        let lost = lost.convert::<L>();
        Self {
            state,
            articles,
            stood: game.positions().map(Position::hash).collect(),
            lost: PerColor::from_fn(|color| stones[color] & lost),
        }
    }
}

/// A line of play from a root under ordinary rules, trusting 64-bit hashes.
#[derive(Clone, Debug)]
pub struct OrdinaryLine<'root, L: Layout> {
    root: &'root OrdinaryRoot<L>,
    state: State<L>,
    /// The hashes of the positions since the root.
    stood: Vec<u64>,
}

impl<'root, L: Layout> OrdinaryLine<'root, L> {
    /// A line at its root.
    pub fn new(root: &'root OrdinaryRoot<L>) -> Self {
        Self { root, state: root.state, stood: Vec::new() }
    }

    /// Goes back to the root.
    #[inline]
    pub fn restart(&mut self, root: &'root OrdinaryRoot<L>) {
        self.root = root;
        self.state = root.state;
        self.stood.clear();
    }

    /// The board as it stands.
    #[inline]
    pub fn board(&self) -> &Board<L> {
        &self.state.board
    }

    /// The rules.
    pub(super) fn articles(&self) -> &Articles {
        &self.root.articles
    }

    /// Whose turn it is.
    #[inline]
    pub fn to_play(&self) -> Color {
        self.state.to_play
    }

    /// Whether a placement on this empty point is legal: neither suicide nor, where that is forbidden, one that brings a
    /// position back.
    pub fn is_legal(&self, point: Point<L>) -> bool {
        let State { board, to_play, .. } = &self.state;
        let Consequences { captured, liberties } = Consequences::of(board, *to_play, point);
        if liberties.is_empty() {
            return false;
        }
        let hash = board.hash() ^ zobrist::key(*to_play, point) ^ chain_hash(!*to_play, captured);
        self.root.articles.repetition != Repetition::PositionalSuperko || !self.has_stood(hash)
    }

    /// The empty points where a placement is illegal.
    pub fn illegal(&self) -> Bitboard<L> {
        let State { board, to_play, .. } = &self.state;
        let forbids_superko = self.root.articles.repetition == Repetition::PositionalSuperko;
        let is_illegal = |&point: &Point<L>| {
            // With room and nothing to capture it can only bring a position back.
            if board.room(point) > 0 && !captures(board, !*to_play, point) {
                forbids_superko && self.has_stood(board.hash() ^ zobrist::key(*to_play, point))
            } else {
                !self.is_legal(point)
            }
        };
        board.empty().into_iter().filter(is_illegal).collect()
    }

    /// The count where abstentions have ended play.
    fn agreed_count(&self) -> Count {
        let articles = &self.root.articles;
        let lost = &self.root.lost;
        let board = &self.state.board;
        let points = if (lost.black | lost.white).is_empty() {
            Points::of(board, articles.counting)
        } else {
            let stones = PerColor::from_fn(|color| board.stones(color) - lost[color]);
            Points::of(&Board::from_position(board.size(), &Position { stones }), articles.counting)
        };
        points.count(articles.lead)
    }

    /// The outcome of an abstention now, if it would end play.
    pub fn outcome_of_abstention(&self) -> Option<Outcome> {
        let ends = self.state.abstentions.saturating_add(1) >= self.enough_abstentions();
        ends.then(|| Outcome::counted(Reason::Abstentions, &self.agreed_count()))
    }

    /// How many abstentions in a row end play.
    fn enough_abstentions(&self) -> u8 {
        match self.root.articles.end_of_play {
            EndOfPlay::AbstentionsInARow(enough) => enough,
            // That they are at one position is all that a line knows of abstentions.
            EndOfPlay::AbstentionsAtOnePosition => 2,
        }
    }

    fn has_stood(&self, hash: u64) -> bool {
        self.stood.contains(&hash) || self.root.stood.contains(&hash)
    }

    /// The placements worth a thought: those that are legal and do not fill an own eye.
    pub fn placements(&self) -> Bitboard<L> {
        let State { board, eyes, to_play, .. } = &self.state;
        eyes.candidates(board, *to_play).into_iter().filter(|&point| self.is_legal(point)).collect()
    }

    /// The empty points that are no eyes of the colour to play, nor the retaking of a ko. Some of them may be suicide.
    #[inline]
    pub fn candidates(&self) -> Bitboard<L> {
        self.state.candidates()
    }

    /// Whether an empty point is one of those.
    #[inline]
    pub fn is_candidate(&self, point: Point<L>) -> bool {
        let State { board, eyes, to_play, ko, .. } = &self.state;
        eyes.is_candidate(board, *to_play, point) && *ko != Some(point)
    }

    /// The same as [`OrdinaryLine::place`] in a playout, unless it would be suicide: no position is looked up.
    #[inline]
    pub(super) fn try_place(&mut self, point: Point<L>) -> Tried {
        if self.state.try_place(point) { Tried::Placed(None) } else { Tried::Refused }
    }

    /// Puts a stone of the colour to play where it is legal, lifts what it encloses, and passes the right on.
    pub fn place(&mut self, point: Point<L>) {
        self.state.try_place(point);
        self.stood.push(self.state.board.hash());
    }

    /// Does not use the right. Enough abstentions in a row end play.
    pub fn abstain(&mut self) -> Option<End> {
        let enough = self.enough_abstentions();
        let state = &mut self.state;
        state.abstain();
        state.is_agreed = state.abstentions >= enough;
        state.is_agreed.then_some(End::Count(Reason::Abstentions))
    }

    /// The count: of the board as it stands, or after abstentions that ended play of the board without what is lost.
    pub fn count(&self) -> Count {
        if self.state.is_agreed {
            self.agreed_count()
        } else {
            Points::of(&self.state.board, self.root.articles.counting).count(self.root.articles.lead)
        }
    }
}

/// Whether a stone put on an empty point would take the last liberty of a chain of `color`.
fn captures<L: Layout>(board: &Board<L>, color: Color, point: Point<L>) -> bool {
    board.weak_around(color, point, 4).any(|stone| board.last_liberty(stone) == Some(point))
}
