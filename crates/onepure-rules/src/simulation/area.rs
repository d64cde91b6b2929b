//! The position of simulations of ordinary Go, by area or by territory: no stone is immovable, and some suicides and
//! repetitions are illegal.
//!
//! By territory a playout that is played to the end would penalise whichever colour happens to fill its own area last.
//! So a pass in a playout costs a stone, except for the two passes that end it. Then passing and filling one's own area
//! cost the same, as under the AGA rules, and the result of a playout depends on area.

use super::capture::capture;
use super::eyes::Eyes;
use super::history::turn_hash;
use super::position::{PlayEnd, SimulationPosition, Tried};
use crate::board::{Board, Color, Consequences, PerColor, Position, chain_hash, zobrist};
use crate::geometry::{Bitboard, Layout, Point, PointSet};
use crate::rules::game::OCCURRENCE_LIMIT;
use crate::rules::systems::Recurrence;
use crate::rules::systems::area::is_suicide;
use crate::rules::systems::ing::KoMemory;
use crate::rules::systems::turn::Abstentions;
use crate::rules::{Articles, Count, Game, Ledger, Outcome, Reason};
use rustc_hash::{FxHashMap, FxHashSet};

/// The state that a playout changes. Copying it is a plain copy without heap.
#[derive(Clone, Copy, Debug)]
struct State<L: Layout> {
    board: Board<L>,
    eyes: Eyes<L>,
    to_play: Color,
    /// The point at which a ko may not be retaken now.
    ko: Option<Point<L>>,
    /// The number of abstentions in a row.
    abstentions: u8,
    /// True if abstentions have ended play, so that dead stones are lifted before the count.
    is_agreed: bool,
    /// The number of stones of each colour that have left the board since the root.
    captured: PerColor<u16>,
    /// True if a playout is under way in which a pass costs a stone.
    is_playout: bool,
    /// True if the last turn was such a pass. It is paid for at the next turn, unless that ends play.
    is_spending: bool,
    /// The number of stones that each colour has paid for passes.
    spent: PerColor<u16>,
}

impl<L: Layout> State<L> {
    /// Puts a stone of the colour to play on an empty point, lifts the chains that it encloses, and passes the right
    /// on. Returns false and changes nothing if the placement is a suicide.
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

    /// Plays a legal suicide: puts the stone down, lifts its own chain, and passes the right on.
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

    /// Passes the right on without a placement.
    fn abstain(&mut self) {
        self.ko = None;
        self.abstentions = self.abstentions.saturating_add(1);
        self.end_turn(self.is_playout);
    }

    /// Passes the right on. `is_spending` is true for a pass that costs a stone. If the turn before was such a pass, it
    /// has not ended play, and is paid for now.
    #[inline(always)]
    fn end_turn(&mut self, is_spending: bool) {
        self.to_play = !self.to_play;
        self.spent[self.to_play] += u16::from(self.is_spending);
        self.is_spending = is_spending;
    }
}

impl<L: Layout> Abstentions for State<L> {
    /// Not used by these rules.
    fn has_abstained_here(&self, _color: Color) -> bool {
        false
    }

    fn in_a_row(&self, _color: Color) -> usize {
        usize::from(self.abstentions)
    }
}

/// The root of simulations of ordinary Go: a position, and the history before it.
#[derive(Clone, Debug)]
pub struct AreaRoot<L: Layout> {
    state: State<L>,
    articles: Articles,
    /// The history for superko: hashes of positions, or of positions with the colour to play under situational superko.
    seen: FxHashSet<u64>,
    /// The greatest number of stones of any earlier position. A position with more stones is new.
    most_stones: usize,
    /// The number of occurrences of positions with the colour to play. Counted since the last abstention, or since the
    /// start if abstentions do not reset it.
    occurrences: FxHashMap<u64, u8>,
    /// The history of kos, under the Ing rules.
    ko_memory: Option<KoMemory<L, u64>>,
    ledger: Ledger,
    dead: PerColor<Bitboard<L>>,
}

impl<L: Layout> AreaRoot<L> {
    /// The root of a search for `color`. The stones in `dead` are lifted before the count if abstentions end play.
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
            // Under superko the history forbids the retake.
            ko: game.ko(color).filter(|_| articles.forbids_immediate_retake()).map(Point::convert),
            abstentions: u8::try_from(game.abstentions_in_a_row(color)).unwrap_or(u8::MAX),
            is_agreed: false,
            captured: PerColor::default(),
            is_playout: false,
            is_spending: false,
            spent: PerColor::default(),
        };
        let now = turn_hash(game.board().hash(), color);
        let seen = if articles.forbids_by_situation() {
            game.positions_to_play().map(|(position, color)| turn_hash(position.hash(), color)).chain([now]).collect()
        } else {
            game.positions().map(Position::hash).collect()
        };
        let occurrences = if !articles.counts_occurrences() {
            FxHashMap::default()
        } else if color == game.to_play() || !articles.passes_reset_occurrences() {
            game.occurrences().map(|(position, color, times)| (turn_hash(position.hash(), color), times)).collect()
        } else {
            std::iter::once((now, 1)).collect()
        };
        let dead = dead.convert::<L>();
        let stones_of = |position: &Position| position.stones.black.len() + position.stones.white.len();
        Self {
            state,
            articles,
            seen,
            most_stones: game.positions().map(stones_of).max().unwrap_or(0),
            occurrences,
            ko_memory: game.ko_memory(),
            ledger: game.ledger(),
            dead: PerColor::from_fn(|color| stones[color] & dead),
        }
    }
}

/// A position of simulations of ordinary Go. It recognises repetition by 64-bit hashes.
#[derive(Clone, Debug)]
pub struct AreaPosition<'root, L: Layout> {
    root: &'root AreaRoot<L>,
    state: State<L>,
    /// The history since the root: hashes as in [`AreaRoot::seen`], but with the colour to play if occurrences are
    /// counted.
    seen: Vec<u64>,
    /// The greatest number of stones of any earlier position, before the root or since.
    most_stones: usize,
    /// The length of `seen` at the last abstention that reset the occurrences; `None` without one.
    before_abstention: Option<usize>,
    /// The history of kos, under the Ing rules.
    ko_memory: Option<KoMemory<L, u64>>,
}

impl<'root, L: Layout> AreaPosition<'root, L> {
    /// The position at the root.
    pub fn new(root: &'root AreaRoot<L>) -> Self {
        let ko_memory = root.ko_memory.clone();
        let (state, most_stones) = (root.state, root.most_stones);
        Self { root, state, seen: Vec::new(), most_stones, before_abstention: None, ko_memory }
    }

    /// Returns whether a placement on this empty point is legal: neither a forbidden suicide nor a forbidden
    /// repetition.
    pub fn is_legal(&self, point: Point<L>) -> bool {
        let State { board, to_play, .. } = &self.state;
        let color = *to_play;
        // A placement with a liberty of its own and no capture can only be illegal by repetition.
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

    /// Returns whether a placement is legal. `suicide` is the number of own stones that it leaves without a liberty,
    /// `hash` the hash of the position after it. If `is_new`, that position has more stones than any before it, and is
    /// not looked up.
    #[inline]
    fn is_allowed(&self, point: Point<L>, suicide: usize, is_new: bool, hash: impl Fn() -> u64) -> bool {
        let State { board, to_play, ko, .. } = &self.state;
        let recurs = |recurrence| match recurrence {
            Recurrence::Position | Recurrence::Situation | Recurrence::ThirdTime if is_new => false,
            Recurrence::Position => self.has_occurred(hash()),
            Recurrence::Situation => self.has_occurred(turn_hash(hash(), !*to_play)),
            Recurrence::Ko => *ko == Some(point),
            Recurrence::ThirdTime => {
                self.occurrences(turn_hash(hash(), !*to_play)) + 1 >= usize::from(OCCURRENCE_LIMIT)
            }
        };
        let ing_ko = || self.ko_memory.as_ref().and_then(|memory| memory.forbids(board, *to_play, point));
        self.root.articles.forbids(suicide, recurs, ing_ko).is_none()
    }

    /// The count after abstentions have ended play.
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

    /// The ledger at the root and since, with the stones that passes of the playout have cost.
    fn ledger(&self) -> Ledger {
        let mut ledger = self.root.ledger;
        for color in Color::BOTH {
            ledger.captured[color] += u32::from(self.state.captured[color]) + u32::from(self.state.spent[color]);
        }
        ledger
    }

    /// The number of stones on the board.
    fn stones(&self) -> usize {
        let stones = |color| self.state.board.stones(color).len();
        stones(Color::Black) + stones(Color::White)
    }

    fn has_occurred(&self, hash: u64) -> bool {
        self.seen.contains(&hash) || self.root.seen.contains(&hash)
    }

    /// Returns whether the history since the root distinguishes positions by the colour to play.
    fn remembers_turns(&self) -> bool {
        let articles = &self.root.articles;
        articles.forbids_by_situation() || articles.counts_occurrences()
    }

    /// The number of occurrences of a position with the colour to play, since the last abstention that reset it.
    fn occurrences(&self, turn: u64) -> usize {
        let first = self.before_abstention.unwrap_or(0);
        let since = self.seen[first..].iter().filter(|&&seen| seen == turn).count();
        let before = self.root.occurrences.get(&turn).filter(|_| self.before_abstention.is_none());
        since + before.map_or(0, |&times| usize::from(times))
    }
}

impl<L: Layout> SimulationPosition<L> for AreaPosition<'_, L> {
    #[inline]
    fn restart(&mut self) {
        self.state = self.root.state;
        self.seen.clear();
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

    /// Ends play at the third occurrence of a position under simple ko.
    fn place(&mut self, point: Point<L>) -> Option<PlayEnd> {
        let state = &mut self.state;
        let by = state.to_play;
        let before = self.ko_memory.is_some().then_some(state.board);
        if !state.try_place(point) {
            state.place_suicide(point);
        }
        if let (Some(memory), Some(before)) = (&mut self.ko_memory, before) {
            memory.record_placement(&before, before.hash(), &state.board, by, point);
            memory.record_position(state.board.hash(), state.to_play);
        }
        let (position, turn) = (state.board.hash(), turn_hash(state.board.hash(), state.to_play));
        self.most_stones = self.most_stones.max(self.stones());
        self.seen.push(if self.remembers_turns() { turn } else { position });
        let is_last = self.root.articles.has_simple_ko() && self.occurrences(turn) >= usize::from(OCCURRENCE_LIMIT);
        is_last.then_some(PlayEnd { reason: Reason::NoResult, by })
    }

    /// Refuses only suicide. A playout does not look positions up, and its candidates exclude the retake of a ko.
    #[inline]
    fn try_place(&mut self, point: Point<L>) -> Tried {
        if self.state.try_place(point) { Tried::Placed(None) } else { Tried::Refused }
    }

    /// Ends play after the number of passes in a row that the rules require.
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
            memory.record_pass();
            memory.record_position(state.board.hash(), state.to_play);
        }
        let (is_agreed, turn) = (state.is_agreed, turn_hash(state.board.hash(), state.to_play));
        if !is_agreed && self.remembers_turns() {
            if self.root.articles.passes_reset_occurrences() {
                self.before_abstention = Some(self.seen.len());
            }
            self.seen.push(turn);
        }
        is_agreed.then_some(PlayEnd { reason: Reason::Abstentions, by })
    }

    /// Counts without the dead stones if abstentions have ended play.
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

    /// By territory, passes in the playout cost a stone.
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
