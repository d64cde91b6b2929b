//! The position of simulations of ordinary Go, by area or by territory: nothing is immovable, and some suicides and repetitions are illegal.
//!
//! A count by territory of a playout that was played on to the end would punish whoever filled its own area last, for no reason but
//! chance. So a pass in a playout costs a stone, except for the two that end it: then it makes no difference whether a colour
//! passes or fills its own area, as under the AGA rules, and area decides between the positions that the tree distinguishes.

use super::capture::capture;
use super::eyes::Eyes;
use super::history::turn_hash;
use super::position::{PlayEnd, SimulationPosition, Tried};
use crate::board::{Board, Color, Consequences, PerColor, Position, chain_hash, zobrist};
use crate::geometry::{Bitboard, Layout, Point, PointSet};
use crate::rules::game::STANDINGS;
use crate::rules::systems::Recurrence;
use crate::rules::systems::area::is_suicide;
use crate::rules::systems::ing::KoMemory;
use crate::rules::systems::turn::Abstentions;
use crate::rules::{Articles, Count, Game, Ledger, Outcome, Reason};
use rustc_hash::{FxHashMap, FxHashSet};

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
    /// Whether they have ended play, so that what is judged dead is lifted before the count.
    is_agreed: bool,
    /// How many stones of each colour have left the board since the root.
    captured: PerColor<u16>,
    /// Whether a playout is under way, in which passes cost a stone.
    is_playout: bool,
    /// Whether the last turn was such a pass: it costs nothing if it ends play with the next one.
    is_spending: bool,
    /// How many such stones each colour has handed over.
    spent: PerColor<u16>,
}

impl<L: Layout> State<L> {
    /// Puts a stone of the colour to play on an empty point, lifts what it encloses, and passes the right on; unless it would
    /// be suicide: then nothing changes.
    #[inline]
    fn try_place(&mut self, point: Point<L>) -> bool {
        let Self { board, eyes, to_play, ko, abstentions, captured, .. } = self;
        let color = *to_play;
        let taken = board.take_liberties(color, point);
        if !taken.is_plain() && is_suicide(board, color, point) {
            board.return_liberties(point, &taken);
            return false;
        }
        board.put_with_liberties_taken(color, point, &taken);
        eyes.add(color, point);
        *ko = None;
        if taken.has_enclosed() {
            let capture = capture(board, eyes, color, point);
            *ko = capture.ko;
            captured[!color] += capture.stones;
        }
        *abstentions = 0;
        self.end_turn(false);
        true
    }

    /// The same for a suicide that is legal: the chain leaves the board.
    #[cold]
    fn place_suicide(&mut self, point: Point<L>) {
        let color = self.to_play;
        self.board.put(color, point);
        let chain = self.board.lift(point);
        self.eyes.recount(&self.board, color);
        self.captured[color] += chain.stones.len() as u16;
        self.ko = None;
        self.abstentions = 0;
        self.end_turn(false);
    }

    /// Passes the right on without using it.
    fn abstain(&mut self) {
        self.ko = None;
        self.abstentions = self.abstentions.saturating_add(1);
        self.end_turn(self.is_playout);
    }

    /// Passes the right on after a turn that is a pass which costs a stone, or is not. If the turn before was one, it has not ended
    /// play, and is paid for.
    #[inline(always)]
    fn end_turn(&mut self, is_spending: bool) {
        self.to_play = !self.to_play;
        self.spent[self.to_play] += u16::from(self.is_spending);
        self.is_spending = is_spending;
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

/// A position from which simulations start under area rules, with what happened before it.
#[derive(Clone, Debug)]
pub struct AreaRoot<L: Layout> {
    state: State<L>,
    articles: Articles,
    /// What has stood, as superko asks for it: the hashes of positions, or of positions with the colour to play.
    stood: FxHashSet<u64>,
    /// The most stones with which a position has stood.
    most_stones: usize,
    /// How often positions have stood with the colour to play, since the last abstention where that makes it forgotten.
    standings: FxHashMap<u64, u8>,
    /// What has happened in kos, under the Ing rules.
    ko_memory: Option<KoMemory<L, u64>>,
    ledger: Ledger,
    dead: PerColor<Bitboard<L>>,
}

impl<L: Layout> AreaRoot<L> {
    /// The root of a search for `color`. Where abstentions end play, the stones in `dead` are lifted before the count.
    ///
    /// # Panics
    /// If the layout is too small for the board.
    pub fn new(game: &Game, color: Color, dead: PointSet) -> Self {
        let mut articles = game.articles();
        articles.komi = game.komi();
        let stones = PerColor::from_fn(|color| game.board().stones(color).convert::<L>());
        let board = Board::from_position(game.size(), &Position { stones });
        let state = State {
            eyes: Eyes::of(&board),
            board,
            to_play: color,
            // Where superko forbids to retake a ko, what has stood tells it.
            ko: game.ko(color).filter(|_| articles.has_hot_stones()).map(Point::convert),
            abstentions: u8::try_from(game.abstentions_in_a_row(color)).unwrap_or(u8::MAX),
            is_agreed: false,
            captured: PerColor::default(),
            is_playout: false,
            is_spending: false,
            spent: PerColor::default(),
        };
        let now = turn_hash(game.board().hash(), color);
        let stood = if articles.forbids_by_situation() {
            game.positions_to_play().map(|(position, color)| turn_hash(position.hash(), color)).chain([now]).collect()
        } else {
            game.positions().map(Position::hash).collect()
        };
        let standings = if !articles.counts_standings() {
            FxHashMap::default()
        } else if color == game.to_play() || !articles.passes_forget_standings() {
            game.standings().map(|(position, color, times)| (turn_hash(position.hash(), color), times)).collect()
        } else {
            std::iter::once((now, 1)).collect()
        };
        let dead = dead.convert::<L>();
        let stones_of = |position: &Position| position.stones.black.len() + position.stones.white.len();
        Self {
            state,
            articles,
            stood,
            most_stones: game.positions().map(stones_of).max().unwrap_or(0),
            standings,
            ko_memory: game.ko_memory(),
            ledger: game.ledger(),
            dead: PerColor::from_fn(|color| stones[color] & dead),
        }
    }
}

/// A position of simulations under area rules, trusting 64-bit hashes.
#[derive(Clone, Debug)]
pub struct AreaPosition<'root, L: Layout> {
    root: &'root AreaRoot<L>,
    state: State<L>,
    /// What has stood since the root: hashes as in [`AreaRoot::stood`], of positions with the colour to play where it matters how often
    /// a position has stood.
    stood: Vec<u64>,
    /// The most stones with which a position has stood, before the root or since.
    most_stones: usize,
    /// How many of them were before the last abstention that made it forgotten; `None` without one.
    before_abstention: Option<usize>,
    /// What has happened in kos, under the Ing rules.
    ko_memory: Option<KoMemory<L, u64>>,
}

impl<'root, L: Layout> AreaPosition<'root, L> {
    /// The position at its root.
    pub fn new(root: &'root AreaRoot<L>) -> Self {
        let ko_memory = root.ko_memory.clone();
        let (state, most_stones) = (root.state, root.most_stones);
        Self { root, state, stood: Vec::new(), most_stones, before_abstention: None, ko_memory }
    }

    /// Whether a placement on this empty point is legal: no forbidden suicide, and none that brings a position back where that is
    /// forbidden.
    pub fn is_legal(&self, point: Point<L>) -> bool {
        let State { board, to_play, .. } = &self.state;
        let color = *to_play;
        // With a liberty of its own and nothing to capture it can only bring a position back.
        if board.empty_neighbours(point) > 0 && board.enclosed_by(!color, point).is_empty() {
            let is_new = self.stones() + 1 > self.most_stones;
            return self.is_allowed(point, 0, is_new, || board.hash() ^ zobrist::key(color, point));
        }
        let Consequences { captured, liberties } = Consequences::of(board, color, point);
        if !liberties.is_empty() {
            let hash = || board.hash() ^ zobrist::key(color, point) ^ chain_hash(!color, captured);
            return self.is_allowed(point, 0, false, hash);
        }
        let mut chain = Bitboard::empty();
        for stone in board.stones_around(color, point) {
            chain |= board.chain(stone);
        }
        self.is_allowed(point, chain.len() + 1, false, || board.hash() ^ chain_hash(color, chain))
    }

    /// Whether a placement is legal that would leave so many stones of its own colour without a liberty, and after which the position
    /// has this hash. A position that `is_new` for certain is not looked up.
    #[inline]
    fn is_allowed(&self, point: Point<L>, suicide: usize, is_new: bool, hash: impl Fn() -> u64) -> bool {
        let State { board, to_play, ko, .. } = &self.state;
        let comes_back = |recurrence| match recurrence {
            Recurrence::Position | Recurrence::Situation | Recurrence::ThirdTime if is_new => false,
            Recurrence::Position => self.has_stood(hash()),
            Recurrence::Situation => self.has_stood(turn_hash(hash(), !*to_play)),
            Recurrence::Ko => *ko == Some(point),
            Recurrence::ThirdTime => self.standings(turn_hash(hash(), !*to_play)) + 1 >= usize::from(STANDINGS),
        };
        let ing_ko = || self.ko_memory.as_ref().and_then(|memory| memory.forbids(board, *to_play, point));
        self.root.articles.forbids(suicide, comes_back, ing_ko).is_none()
    }

    /// The count where abstentions have ended play.
    fn agreed_count(&self) -> Count {
        let articles = &self.root.articles;
        let dead = &self.root.dead;
        let board = &self.state.board;
        let mut ledger = self.ledger();
        let points = if (dead.black | dead.white).is_empty() {
            articles.points(board)
        } else {
            for color in Color::BOTH {
                ledger.captured[color] += (board.stones(color) & dead[color]).len() as u32;
            }
            let stones = PerColor::from_fn(|color| board.stones(color) - dead[color]);
            let board = Board::from_position(board.size(), &Position { stones });
            articles.points(&board)
        };
        points.count(articles.komi, &ledger)
    }

    /// What counts beside the board: before the root and since, with the stones that a playout's passes cost.
    fn ledger(&self) -> Ledger {
        let mut ledger = self.root.ledger;
        for color in Color::BOTH {
            ledger.captured[color] += u32::from(self.state.captured[color]) + u32::from(self.state.spent[color]);
        }
        ledger
    }

    /// The stones on the board.
    fn stones(&self) -> usize {
        let stones = |color| self.state.board.stones(color).len();
        stones(Color::Black) + stones(Color::White)
    }

    fn has_stood(&self, hash: u64) -> bool {
        self.stood.contains(&hash) || self.root.stood.contains(&hash)
    }

    /// Whether what has stood is told apart by the colour to play.
    fn remembers_turns(&self) -> bool {
        let articles = &self.root.articles;
        articles.forbids_by_situation() || articles.counts_standings()
    }

    /// How often a position has stood with the colour to play since the last abstention.
    fn standings(&self, turn: u64) -> usize {
        let first = self.before_abstention.unwrap_or(0);
        let since = self.stood[first..].iter().filter(|&&stood| stood == turn).count();
        let before = self.root.standings.get(&turn).filter(|_| self.before_abstention.is_none());
        since + before.map_or(0, |&times| usize::from(times))
    }
}

impl<L: Layout> SimulationPosition<L> for AreaPosition<'_, L> {
    #[inline]
    fn restart(&mut self) {
        self.state = self.root.state;
        self.stood.clear();
        self.most_stones = self.root.most_stones;
        self.before_abstention = None;
        self.ko_memory.clone_from(&self.root.ko_memory);
    }

    #[inline]
    fn board(&self) -> &Board<L> {
        &self.state.board
    }

    #[inline]
    fn eyes(&self) -> &Eyes<L> {
        &self.state.eyes
    }

    #[inline]
    fn to_play(&self) -> Color {
        self.state.to_play
    }

    fn articles(&self) -> &Articles {
        &self.root.articles
    }

    /// Under simple ko a position that stands for the third time ends play.
    fn place(&mut self, point: Point<L>) -> Option<PlayEnd> {
        let state = &mut self.state;
        let by = state.to_play;
        let before = self.ko_memory.is_some().then_some(state.board);
        if !state.try_place(point) {
            state.place_suicide(point);
        }
        if let (Some(memory), Some(before)) = (&mut self.ko_memory, before) {
            memory.place(&before, before.hash(), &state.board, by, point);
            memory.stand(state.board.hash(), state.to_play);
        }
        let (position, turn) = (state.board.hash(), turn_hash(state.board.hash(), state.to_play));
        self.most_stones = self.most_stones.max(self.stones());
        self.stood.push(if self.remembers_turns() { turn } else { position });
        let is_last = self.root.articles.has_simple_ko() && self.standings(turn) >= usize::from(STANDINGS);
        is_last.then_some(PlayEnd { reason: Reason::NoResult, by })
    }

    /// No position is looked up: only suicide and the retaking of a ko are refused.
    #[inline]
    fn try_place(&mut self, point: Point<L>) -> Tried {
        if self.state.try_place(point) { Tried::Placed(None) } else { Tried::Refused }
    }

    /// Enough abstentions in a row end play.
    fn abstain(&mut self) -> Option<PlayEnd> {
        let state = &mut self.state;
        let by = state.to_play;
        state.is_agreed = self.root.articles.abstention_suffices(state, by);
        if state.is_agreed {
            // The passes that end play cost nothing.
            state.is_spending = false;
            state.is_playout = false;
        }
        state.abstain();
        if let Some(memory) = &mut self.ko_memory {
            memory.pass();
            memory.stand(state.board.hash(), state.to_play);
        }
        let (is_agreed, turn) = (state.is_agreed, turn_hash(state.board.hash(), state.to_play));
        if !is_agreed && self.remembers_turns() {
            if self.root.articles.passes_forget_standings() {
                self.before_abstention = Some(self.stood.len());
            }
            self.stood.push(turn);
        }
        is_agreed.then_some(PlayEnd { reason: Reason::Abstentions, by })
    }

    /// After abstentions that ended play, the board is counted without the dead stones.
    fn count(&self) -> Count {
        if self.state.is_agreed {
            self.agreed_count()
        } else {
            let articles = &self.root.articles;
            articles.points(&self.state.board).count(articles.komi, &self.ledger())
        }
    }

    fn refused(&self) -> Bitboard<L> {
        self.state.board.empty().into_iter().filter(|&point| !self.is_legal(point)).collect()
    }

    fn self_fills(&self) -> Bitboard<L> {
        if !self.root.articles.allows_suicide() {
            return Bitboard::empty();
        }
        let State { board, to_play, .. } = &self.state;
        let crowded = board.empty() - board.empty().neighbours();
        let is_suicide =
            |&point: &Point<L>| Consequences::of(board, *to_play, point).liberties.is_empty() && self.is_legal(point);
        crowded.into_iter().filter(is_suicide).collect()
    }

    fn outcome_of_abstention(&self) -> Option<Outcome> {
        let ends = self.root.articles.abstention_suffices(&self.state, self.state.to_play);
        ends.then(|| Outcome::counted(Reason::Abstentions, &self.agreed_count()))
    }

    fn komi_by_area(&self) -> f64 {
        let articles = &self.root.articles;
        let more = if articles.counts_territory() {
            let captured = self.ledger().captured;
            let placed = |color| f64::from(self.state.board.stones(color).len() as u32 + captured[color]);
            placed(Color::Black) - placed(Color::White)
        } else {
            0.0
        };
        articles.komi_without_ties() + more
    }

    /// By territory, the passes of a playout cost a stone.
    #[inline]
    fn begin_playout(&mut self) -> Option<PlayEnd> {
        self.state.is_playout = self.root.articles.counts_territory();
        None
    }

    #[inline(always)]
    fn ko(&self) -> Option<Point<L>> {
        self.state.ko
    }
}
