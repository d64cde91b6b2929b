//! The position of simulations under the One Pure Rules. It is exact except that it trusts 64-bit hashes.

use super::eyes::Eyes;
use super::history::{History, PathHistory};
use super::position::{PlayEnd, SimulationPosition, Tried, turn_limit};
use crate::board::{Board, Color, Enclosed, Lifted, PerColor, Position, TakenLiberties, zobrist};
use crate::geometry::{Bitboard, Large, Layout, Medium, PerPoint, Point, Small};
use crate::rules::systems::one_pure::retires_nothing;
use crate::rules::systems::turn::{Abstentions, Eligibility, Memory, Retired, Settlement, settle};
use crate::rules::{Articles, Count, Game, Ledger, Outcome, Points, Reason};

/// The hash "just before the placement" of a stone that was set up and never placed. A position that happens to have
/// this hash would make the stone immovable; simulations accept this risk as they accept every collision of 64-bit
/// hashes.
const NEVER_PLACED: u64 = 0x5e7d_0b5e_5e7d_0b5e;

/// The state that a playout changes. Copying it is a plain copy without heap.
#[derive(Clone, Copy, Debug)]
pub struct State<L: Layout> {
    board: Board<L>,
    eyes: Eyes<L>,
    to_play: Color,
    /// For each stone the hash of the position just before its placement.
    before: PerPoint<L, u64>,
    /// The points from which stones of each colour have retired. A repeated retirement is possible only on these.
    retired_points: PerColor<Bitboard<L>>,
    eligibility: Eligibility,
}

// A state has to fit in the first-level cache with the tables of a playout. `onepure bench` prints these sizes.
const _: () = assert!(
    size_of::<usize>() != 8
        || State::<Small>::BYTES == 4544 && State::<Medium>::BYTES == 5168 && State::<Large>::BYTES == 11712
);

impl<L: Layout> State<L> {
    /// The size of a state in bytes, which is copied for each playout.
    pub const BYTES: usize = size_of::<Self>();
}

/// The root of simulations under the One Pure Rules: a position, and the history before it.
#[derive(Clone, Debug)]
pub struct OnePureRoot<L: Layout> {
    state: State<L>,
    articles: Articles,
    history: History,
}

impl<L: Layout> OnePureRoot<L> {
    /// The root of a search for `color` in a game that is not over.
    ///
    /// # Panics
    /// If the layout is too small for the board.
    pub fn new(game: &Game, color: Color) -> Self {
        let mut articles = game.articles();
        articles.komi = game.komi();
        let position = game.board().position();
        let stones = PerColor::from_fn(|color| position.stones[color].convert::<L>());
        let mut before = PerPoint::filled(NEVER_PLACED);
        for point in game.size().points() {
            if let Some(position) = game.position_before(point) {
                before[point.convert::<L>()] = position.hash();
            }
        }
        let history = History::of(game, color);
        let board = Board::from_position(game.size(), &Position { stones });
        let state = State {
            eyes: Eyes::of(&board),
            board,
            to_play: color,
            before,
            retired_points: history.retired_points(),
            eligibility: game.eligibility(),
        };
        Self { state, articles, history }
    }
}

/// A position of simulations under the One Pure Rules.
#[derive(Clone, Debug)]
pub struct OnePurePosition<'root, L: Layout> {
    root: &'root OnePureRoot<L>,
    state: State<L>,
    articles: Articles,
    path: PathHistory,
}

/// The history for the turn procedure, in a simulation.
struct PlayoutMemory<'state, L: Layout> {
    articles: &'state Articles,
    /// The colour of the placement.
    color: Color,
    before: &'state PerPoint<L, u64>,
    eyes: &'state mut Eyes<L>,
    retired_points: &'state mut PerColor<Bitboard<L>>,
    history: &'state History,
    path: &'state mut PathHistory,
}

impl<L: Layout> Memory<L> for PlayoutMemory<'_, L> {
    #[inline(always)]
    fn would_undo(&self, board: &Board<L>, stone: Point<L>) -> bool {
        self.before[stone] == board.hash() ^ zobrist::key(!self.color, stone)
    }

    #[inline(always)]
    fn has_retired(&mut self, color: Color, chain: &Lifted<L>) -> bool {
        // Without a quota nothing goes to quarantine, so repetition has no effect.
        self.articles.quota.is_some() && {
            // A retirement can be repeated only if a stone has retired from each of the chain's points.
            let may_be_repeated = chain.stones.is_subset(self.retired_points[color]);
            self.path.record_retired(self.history, chain.hash, may_be_repeated)
        }
    }

    #[inline(always)]
    fn retire(&mut self, board: &Board<L>, retired: &Retired<L>) {
        self.eyes.recount(board, retired.color);
        if self.articles.quota.is_some() {
            self.retired_points[retired.color] |= retired.chain.stones;
        }
    }
}

impl<'root, L: Layout> OnePurePosition<'root, L> {
    /// The position at the root.
    pub fn new(root: &'root OnePureRoot<L>) -> Self {
        let mut path = PathHistory::with_room(2 * turn_limit(root.state.board.size()));
        path.clear(&root.history);
        Self { root, state: root.state, articles: root.articles, path }
    }

    /// The waiting stones of a colour; a number that never runs out if there is no quota.
    fn waiting(&self, color: Color) -> u16 {
        self.state.eligibility.waiting(color)
    }

    /// Returns whether a placement would leave its own chain enclosed. The empty point must have no empty neighbour and
    /// at least one own neighbour.
    fn is_self_fill(&self, point: Point<L>) -> bool {
        let (board, color) = (&self.state.board, self.state.to_play);
        let has_liberty = |stone| board.last_liberty(stone) != Some(point);
        !board.stones_around(color, point).any(has_liberty)
            && self.retires_nothing(point, &board.enclosed_by(!color, point))
    }

    /// Returns whether a placement on this empty point would be a dead end: an enclosed stone would stay that may not
    /// retire.
    #[inline]
    pub fn is_dead_end(&self, point: Point<L>) -> bool {
        let (board, color) = (&self.state.board, self.state.to_play);
        // A stone with a liberty, or joined to a chain that retires with it, never makes a dead end.
        let is_alone = board.empty_around(point).is_empty() && board.stones_around(color, point).is_empty();
        is_alone && self.retires_nothing(point, &board.enclosed_by(!color, point))
    }

    /// Returns whether a stone on `point`, not placed yet, would retire none of the chains that it encloses. The stone
    /// must have no liberty.
    #[inline(always)]
    fn retires_nothing(&self, point: Point<L>, enclosed: &Enclosed<L>) -> bool {
        let State { board, before, to_play: color, .. } = &self.state;
        let hash = board.hash() ^ zobrist::key(*color, point);
        retires_nothing(board, enclosed, |stone| before[stone] == hash ^ zobrist::key(!*color, stone))
    }

    /// Returns whether a playout of the colour may choose this empty point, because it is not an eye.
    #[inline(always)]
    pub fn is_candidate_of(&self, color: Color, point: Point<L>) -> bool {
        self.state.eyes.is_candidate(&self.state.board, color, point)
    }

    /// The placements that a playout of the colour may choose: the empty points that are not eyes. Some may be dead
    /// ends.
    #[inline]
    pub fn candidates_of(&self, color: Color) -> Bitboard<L> {
        self.state.eyes.candidates(&self.state.board, color)
    }

    /// [`SimulationPosition::try_place`] with the colour to play as a parameter. Callers pass a constant, so that the
    /// compiler makes one copy for each colour.
    #[inline(always)]
    pub fn try_place_of(&mut self, color: Color, point: Point<L>) -> Tried {
        let taken = self.state.board.take_liberties(color, point);
        if taken.is_plain() {
            return Tried::Placed(self.place_plainly(color, point, &taken));
        }
        let is_alone = !taken.has_empty_neighbour() && !taken.has_own_neighbour();
        if is_alone && (!taken.has_enclosed() || self.is_dead_end_taken(color, point)) {
            self.state.board.return_liberties(point, &taken);
            return Tried::Refused;
        }
        Tried::Placed(self.place_and_settle(color, point, &taken))
    }

    /// Returns whether a lone stone without a liberty is a dead end, after the point was taken from the liberties
    /// around it.
    #[inline(always)]
    fn is_dead_end_taken(&self, color: Color, point: Point<L>) -> bool {
        let State { board, before, .. } = &self.state;
        let hash = board.hash() ^ zobrist::key(color, point);
        let enclosed = board.enclosed_around(!color, point);
        retires_nothing(board, &enclosed, |stone| before[stone] == hash ^ zobrist::key(!color, stone))
    }

    /// Plays a placement after which every chain has a liberty.
    #[inline(always)]
    fn place_plainly(&mut self, color: Color, point: Point<L>, taken: &TakenLiberties) -> Option<PlayEnd> {
        let recreates = self.put(color, point, taken);
        self.pass_on(color, Settlement::default(), recreates)
    }

    /// Plays a placement that may enclose chains. A page has one copy of it, because it has to be small.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn place_and_settle(&mut self, color: Color, point: Point<L>, taken: &TakenLiberties) -> Option<PlayEnd> {
        let recreates = self.put(color, point, taken);
        let Self { root: OnePureRoot { history, .. }, state, articles, path } = self;
        let State { board, eyes, before, retired_points, eligibility, .. } = state;
        let mut memory = PlayoutMemory { articles, color, before, eyes, retired_points, history, path };
        let settlement = settle(articles, board, eligibility, &mut memory, color, point);
        if self.articles.bars_repetition() {
            self.path.record_position(&self.root.history, self.state.board.hash());
        }
        self.pass_on(color, settlement, recreates)
    }

    /// Puts the stone down. If repetition bars a colour, returns whether the placed position had occurred before.
    #[inline(always)]
    fn put(&mut self, color: Color, point: Point<L>, taken: &TakenLiberties) -> bool {
        let state = &mut self.state;
        state.before[point] = state.board.hash();
        state.eligibility.place(color);
        state.board.put_with_liberties_taken(color, point, taken);
        state.eyes.add(color, point);
        self.articles.bars_repetition() && self.path.record_position(&self.root.history, self.state.board.hash())
    }

    /// Passes the right on after a placement. Returns the end of play, if it has ended.
    #[inline(always)]
    fn pass_on(&mut self, color: Color, settlement: Settlement<L>, recreates: bool) -> Option<PlayEnd> {
        let Self { root: OnePureRoot { history, .. }, state, articles, path } = self;
        state.to_play = !color;
        let recurs = || path.record_turn(history, state.board.hash(), !color);
        let end = articles.end_by_placement(&mut state.eligibility, color, settlement, recreates, recurs);
        end.map(|reason| PlayEnd { reason, by: color })
    }

    /// The end of play, if an abstention now would end it.
    fn end_by_abstention(&self) -> Option<PlayEnd> {
        let State { board, to_play: color, eligibility, .. } = &self.state;
        let recurs = || self.path.has_turn(&self.root.history, board.hash(), !*color);
        let end = self.articles.end_by_abstention(*eligibility, *color, self, recurs);
        end.map(|reason| PlayEnd { reason, by: *color })
    }
}

impl<L: Layout> Abstentions for OnePurePosition<'_, L> {
    fn has_abstained_here(&self, color: Color) -> bool {
        self.path.has_abstained(&self.root.history, color, self.state.board.hash())
    }

    /// Not used by these rules.
    fn in_a_row(&self, _color: Color) -> usize {
        0
    }
}

impl<L: Layout> SimulationPosition<L> for OnePurePosition<'_, L> {
    #[inline]
    fn restart(&mut self) {
        self.state = self.root.state;
        self.path.clear(&self.root.history);
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
        &self.articles
    }

    fn place(&mut self, point: Point<L>) -> Option<PlayEnd> {
        let color = self.state.to_play;
        let taken = self.state.board.take_liberties(color, point);
        if taken.is_plain() {
            self.place_plainly(color, point, &taken)
        } else {
            self.place_and_settle(color, point, &taken)
        }
    }

    #[inline]
    fn try_place(&mut self, point: Point<L>) -> Tried {
        self.try_place_of(self.state.to_play, point)
    }

    fn abstain(&mut self) -> Option<PlayEnd> {
        let end = self.end_by_abstention();
        if end.is_none_or(|end| end.reason != Reason::BlackAbstainedFirst) {
            let (color, hash) = (self.state.to_play, self.state.board.hash());
            self.path.record_abstention(color, hash);
            if self.articles.draws_repetition() {
                self.path.record_turn(&self.root.history, hash, !color);
            }
            self.state.to_play = !color;
        }
        end
    }

    #[inline]
    fn count(&self) -> Count {
        Points::of(&self.state.board, self.articles.counting).count(self.articles.komi, &Ledger::default())
    }

    fn refused(&self) -> Bitboard<L> {
        let board = self.board();
        let crowded = board.empty() - board.empty().neighbours();
        crowded.into_iter().filter(|&point| self.is_dead_end(point)).collect()
    }

    fn self_fills(&self) -> Bitboard<L> {
        let board = self.board();
        let crowded = board.empty() - board.empty().neighbours();
        let beside_own = crowded & board.stones(self.to_play()).neighbours();
        beside_own.into_iter().filter(|&point| self.is_self_fill(point)).collect()
    }

    fn outcome_of_abstention(&self) -> Option<Outcome> {
        self.end_by_abstention().map(|end| self.outcome(end))
    }

    /// A colour without a waiting stone cannot go on, so that the board is counted as it stands.
    #[inline]
    fn begin_playout(&mut self) -> Option<PlayEnd> {
        let by = self.to_play();
        (self.waiting(by) == 0).then_some(PlayEnd { reason: Reason::Exhaustion, by })
    }

    fn waiting_stones(&self, color: Color) -> Option<u16> {
        self.articles.quota().map(|_| self.waiting(color))
    }

    fn retired_points(&self, color: Color) -> Bitboard<L> {
        if self.articles.has_quarantine() { self.state.retired_points[color] } else { Bitboard::empty() }
    }

    fn barred(&self) -> Option<Color> {
        self.state.eligibility.barred()
    }
}
