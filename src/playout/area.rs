//! The playout position of ordinary Go by area: nothing is immovable, suicide and superko are illegal.

use super::eyes::Eyes;
use super::position::{PlayoutEnd, PlayoutPosition, Tried};
use crate::board::{Board, Color, Lifted, PerColor, Position, chain_hash, zobrist};
use crate::geometry::{Bitboard, Layout, Point, PointSet};
use crate::rules::systems::area::{ARTICLES, is_suicide};
use crate::rules::systems::turn::{Abstentions, Eligibility, Memory, Retired, settle};
use crate::rules::{Articles, Count, Game, Ledger, Outcome, Points, Reason};
use crate::tactics::Consequences;
use rustc_hash::FxHashSet;

/// What a playout changes: a plain copy, without heap.
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
        let taken = board.take_liberties(color, point);
        if !taken.is_plain() && is_suicide(board, color, point) {
            board.return_liberties(point, &taken);
            return false;
        }
        board.put_with_liberties_taken(color, point, &taken);
        eyes.add(color, point);
        *ko = if taken.has_enclosed() { capture(board, eyes, color, point) } else { None };
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

impl<L: Layout> Abstentions for State<L> {
    /// These rules do not ask for it.
    fn has_abstained_here(&self, _color: Color) -> bool {
        false
    }

    fn in_a_row(&self, _color: Color) -> usize {
        usize::from(self.abstentions)
    }
}

/// What is lifted under area rules, and the eyes that it uncovers.
struct Captures<'playout, L: Layout> {
    eyes: &'playout mut Eyes<L>,
    lifted: Bitboard<L>,
}

impl<L: Layout> Memory<L> for Captures<'_, L> {
    #[inline(always)]
    fn stood_before(&self, _board: &Board<L>, _stone: Point<L>) -> bool {
        false
    }

    #[inline(always)]
    fn has_retired(&mut self, _color: Color, _chain: &Lifted<L>) -> bool {
        false
    }

    #[inline(always)]
    fn retire(&mut self, board: &Board<L>, retired: &Retired<L>) {
        self.lifted |= retired.chain.stones;
        self.eyes.recount(board, retired.color);
    }
}

/// Lifts what the stone of `color` on `point` encloses, and gives the point of a ko that may not be retaken at once.
#[inline(always)]
pub(super) fn capture<L: Layout>(
    board: &mut Board<L>,
    eyes: &mut Eyes<L>,
    color: Color,
    point: Point<L>,
) -> Option<Point<L>> {
    let mut captures = Captures { eyes, lifted: Bitboard::empty() };
    settle(&ARTICLES, board, &mut Eligibility::at_start(&ARTICLES, PerColor::default()), &mut captures, color, point);
    let lifted = captures.lifted;
    let is_ko = lifted.len() == 1 && board.is_lone(point) && board.last_liberty(point) == lifted.first();
    lifted.first().filter(|_| is_ko)
}

/// A position from which playouts start under area rules, with what happened before it.
#[derive(Clone, Debug)]
pub struct AreaRoot<L: Layout> {
    state: State<L>,
    articles: Articles,
    /// The hashes of all positions that have stood.
    stood: FxHashSet<u64>,
    lost: PerColor<Bitboard<L>>,
}

impl<L: Layout> AreaRoot<L> {
    /// The root of a search for `color`. Where abstentions end play, the stones in `lost` are lifted before the count.
    ///
    /// # Panics
    /// If the layout is too small for the board.
    pub fn new(game: &Game, color: Color, lost: PointSet) -> Self {
        let mut articles = game.articles();
        articles.komi = game.komi();
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

/// A playout position under area rules, trusting 64-bit hashes.
#[derive(Clone, Debug)]
pub struct AreaPosition<'root, L: Layout> {
    root: &'root AreaRoot<L>,
    state: State<L>,
    /// The hashes of the positions since the root.
    stood: Vec<u64>,
}

impl<'root, L: Layout> AreaPosition<'root, L> {
    /// The position at its root.
    pub fn new(root: &'root AreaRoot<L>) -> Self {
        Self { root, state: root.state, stood: Vec::new() }
    }

    /// Goes back to the root.
    #[inline]
    pub fn restart(&mut self, root: &'root AreaRoot<L>) {
        self.root = root;
        self.state = root.state;
        self.stood.clear();
    }

    /// The board as it stands.
    #[inline]
    pub fn board(&self) -> &Board<L> {
        &self.state.board
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
        let hash = || board.hash() ^ zobrist::key(*to_play, point) ^ chain_hash(!*to_play, captured);
        self.root.articles.forbids(liberties.is_empty(), || self.has_stood(hash())).is_none()
    }

    /// The empty points where a placement is illegal.
    pub fn illegal(&self) -> Bitboard<L> {
        let State { board, to_play, .. } = &self.state;
        let is_illegal = |&point: &Point<L>| {
            // With a liberty of its own and nothing to capture it can only bring a position back.
            if board.empty_neighbours(point) > 0 && board.enclosed_by(!*to_play, point).is_empty() {
                let hash = board.hash() ^ zobrist::key(*to_play, point);
                self.root.articles.forbids(false, || self.has_stood(hash)).is_some()
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
        points.count(articles.komi, &Ledger::default())
    }

    /// The outcome of an abstention now, if it would end play.
    pub fn outcome_of_abstention(&self) -> Option<Outcome> {
        let ends = self.root.articles.abstention_suffices(&self.state, self.state.to_play);
        ends.then(|| Outcome::counted(Reason::Abstentions, &self.agreed_count()))
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

    /// The same as [`AreaPosition::place`] in a playout, unless it would be suicide: no position is looked up.
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
    pub fn abstain(&mut self) -> Option<PlayoutEnd> {
        let state = &mut self.state;
        let by = state.to_play;
        state.is_agreed = self.root.articles.abstention_suffices(state, by);
        state.abstain();
        state.is_agreed.then_some(PlayoutEnd { reason: Reason::Abstentions, by })
    }

    /// The count: of the board as it stands, or after abstentions that ended play of the board without what is lost.
    pub fn count(&self) -> Count {
        if self.state.is_agreed {
            self.agreed_count()
        } else {
            Points::of(&self.state.board, self.root.articles.counting)
                .count(self.root.articles.komi, &Ledger::default())
        }
    }
}

impl<'root, L: Layout> PlayoutPosition<'root, L> for AreaPosition<'root, L> {
    type Root = AreaRoot<L>;

    fn at(root: &'root AreaRoot<L>) -> Self {
        Self::new(root)
    }

    #[inline]
    fn restart(&mut self, root: &'root AreaRoot<L>) {
        self.restart(root);
    }

    #[inline]
    fn board(&self) -> &Board<L> {
        self.board()
    }

    #[inline]
    fn to_play(&self) -> Color {
        self.to_play()
    }

    fn placements(&self) -> Bitboard<L> {
        self.placements()
    }

    /// Where every placement harms, as in a seki, a colour that is behind abstains too.
    fn may_abstain(&self) -> bool {
        true
    }

    #[inline]
    fn candidates(&self) -> Bitboard<L> {
        self.candidates()
    }

    #[inline]
    fn is_candidate(&self, point: Point<L>) -> bool {
        self.is_candidate(point)
    }

    #[inline]
    fn try_place(&mut self, point: Point<L>) -> Tried {
        self.try_place(point)
    }

    fn place(&mut self, point: Point<L>) -> Option<PlayoutEnd> {
        self.place(point);
        None
    }

    fn abstain(&mut self) -> Option<PlayoutEnd> {
        self.abstain()
    }

    fn count(&self) -> Count {
        self.count()
    }

    fn articles(&self) -> &Articles {
        &self.root.articles
    }

    fn refused(&self) -> Bitboard<L> {
        self.illegal()
    }

    /// Where stones could be left without a liberty by their own colour, that is illegal.
    fn self_fills(&self) -> Bitboard<L> {
        Bitboard::empty()
    }

    fn outcome_of_abstention(&self) -> Option<Outcome> {
        self.outcome_of_abstention()
    }

    fn waiting_stones(&self, _color: Color) -> Option<u16> {
        None
    }

    fn retired_points(&self, _color: Color) -> Bitboard<L> {
        Bitboard::empty()
    }

    fn barred(&self) -> Option<Color> {
        None
    }
}
