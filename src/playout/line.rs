//! A line of play from a root, under the exact rules, trusting 64-bit hashes.

use super::journal::{History, Journal};
use crate::board::{Board, Color, Content, PerColor, chain_hash, zobrist};
use crate::geometry::{Bitboard, BoardSize, Layout, PerPoint, Point};
use crate::rules::turn::{Aftermath, Cause, settle};
use crate::rules::{Articles, Count, Game, Outcome, Points, Reason, Repetition, Verdict};

/// The hash "just before the placement" of a stone that was set up and never placed. A position with this hash would be
/// taken for it; like every collision of 64-bit hashes, that is accepted in playouts.
const NEVER_PLACED: u64 = 0x5e7d_0b5e_5e7d_0b5e;

/// What a playout changes: a plain copy, without heap.
#[derive(Clone, Copy, Debug)]
pub struct State<L: Layout> {
    board: Board<L>,
    to_play: Color,
    /// For each stone the hash of the position just before its placement.
    before: PerPoint<L, u64>,
    /// Stones in the bowl or on the board: the quota less the quarantine.
    eligible: PerColor<u16>,
    /// The points from which stones of a colour have retired: elsewhere nothing can be repeated.
    retired_points: PerColor<Bitboard<L>>,
    barred: Option<Color>,
    /// Whether a stone has been placed or set up.
    begun: bool,
}

/// A position from which lines start, with what happened before it.
#[derive(Clone, Debug)]
pub struct Root<L: Layout> {
    state: State<L>,
    articles: Articles,
    history: History,
}

impl<L: Layout> Root<L> {
    /// The root of a search for `color` in a game that is not over.
    ///
    /// # Panics
    /// If the layout is too small for the board.
    pub fn new(game: &Game, color: Color) -> Self {
        let mut articles = game.articles();
        articles.lead = game.lead();
        let position = game.board().position();
        let stones = PerColor::from_fn(|color| position.stones[color].convert::<L>());
        let mut before = PerPoint::filled(NEVER_PLACED);
        for point in game.size().points() {
            if let Some(position) = game.position_before(point) {
                before[point.convert::<L>()] = position.hash();
            }
        }
        let history = History::of(game);
        let state = State {
            board: Board::from_position(game.size(), &crate::board::Position { stones }),
            to_play: color,
            before,
            eligible: PerColor::from_fn(|color| {
                articles.quota.map_or(u16::MAX, |quota| quota - game.stones(color).quarantined)
            }),
            retired_points: history.retired_points(),
            barred: game.barred(),
            begun: !game.is_before_first_placement(),
        };
        Self { state, articles, history }
    }

    /// The state at the root.
    pub fn state(&self) -> &State<L> {
        &self.state
    }
}

impl<L: Layout> State<L> {
    /// The board.
    pub fn board(&self) -> &Board<L> {
        &self.board
    }

    /// Whose turn it is.
    pub fn to_play(&self) -> Color {
        self.to_play
    }
}

/// How a line ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// This colour made circulation impossible, or abstained from the first placement: it loses.
    LostBy(Color, Reason),
    /// The board is counted.
    Count(Reason),
    /// A draw by repetition.
    Draw,
}

/// The number of turns after which a playout is counted as it stands, if it has not ended: four times as many as the
/// board has points, and some for the smallest boards.
pub(super) const fn turn_limit(size: BoardSize) -> usize {
    4 * size.lines() * size.lines() + 100
}

/// A line of play from a root.
#[derive(Clone, Debug)]
pub struct Line<'root, L: Layout> {
    state: State<L>,
    articles: Articles,
    history: &'root History,
    journal: Journal,
}

impl<'root, L: Layout> Line<'root, L> {
    /// A line at its root.
    pub fn new(root: &'root Root<L>) -> Self {
        let journal = Journal::with_room(2 * turn_limit(root.state.board.size()));
        Self { state: root.state, articles: root.articles, history: &root.history, journal }
    }

    /// Goes back to the root.
    #[inline]
    pub fn restart(&mut self, root: &'root Root<L>) {
        self.state = root.state;
        self.history = &root.history;
        self.journal.clear();
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

    /// The colour that may not receive the right again.
    pub fn barred(&self) -> Option<Color> {
        self.state.barred
    }

    /// Waiting stones of a colour; as good as endless where there is no quota.
    pub fn waiting(&self, color: Color) -> u16 {
        self.state.eligible[color] - self.state.board.stones(color).len() as u16
    }

    /// Whether a placement on this empty point would be a dead end: an enclosed stone that may not retire would stay.
    #[inline]
    pub fn is_dead_end(&self, point: Point<L>) -> bool {
        let board = &self.state.board;
        let color = self.state.to_play;
        let mut taken = None;
        for neighbour in point.neighbours() {
            match board.content(neighbour) {
                Content::Outside => {}
                Content::Stone(theirs) if theirs != color => {
                    if board.last_liberty(neighbour) == Some(point) {
                        if taken.is_some() || !board.is_lone(neighbour) {
                            return false;
                        }
                        taken = Some(neighbour);
                    }
                }
                // With room to breathe, or company that it dies with, a stone never makes a dead end.
                Content::Empty | Content::Stone(_) => return false,
            }
        }
        let placed = board.hash() ^ zobrist::key(color, point);
        taken.is_none_or(|stone| self.state.before[stone] == placed ^ zobrist::key(!color, stone))
    }

    /// Puts a stone of the colour to play on an empty point, settles what it encloses, and passes the right on.
    pub fn place(&mut self, point: Point<L>) -> Option<End> {
        let state = &mut self.state;
        let color = state.to_play;
        let last_turn = state.barred == Some(!color);
        state.begun = true;
        state.before[point] = state.board.hash();
        state.board.put(color, point);
        let may_repeat = self.articles.repetition != Repetition::Allowed;
        let identical = self.articles.repetition == Repetition::BarsMover
            && state.retired_points[color].contains(point)
            && self.journal.has_position(self.history, state.board.hash());
        if may_repeat {
            self.journal.record_position(state.board.hash());
        }
        let mut dead_end = false;
        if state.board.is_enclosed(point) || state.board.enclosed_neighbours(!color, point).next().is_some() {
            let before = &state.before;
            let settlement = settle(&mut state.board, color, point, |stone, board| {
                before[stone] == board.hash() ^ zobrist::key(!color, stone)
            });
            dead_end = settlement.dead_end;
            for chain in &settlement.retired {
                self.record_retirement(chain.color, chain.stones, chain.cause);
            }
            if may_repeat {
                self.journal.record_position(self.state.board.hash());
            }
        }
        let state = &mut self.state;
        if identical && !dead_end && state.barred.is_none() {
            state.barred = Some(color);
        }
        state.to_play = !color;
        let annihilated = self.articles.annihilation
            && (state.board.stones(color).is_empty()
                || state.board.stones(!color).is_empty() && !state.retired_points[!color].is_empty());
        self.end(color, Aftermath { dead_end, annihilated, last_turn, recurred: false, exhausted: false })
    }

    fn record_retirement(&mut self, color: Color, stones: Bitboard<L>, cause: Cause) {
        let may_be_repeated = stones.is_subset(self.state.retired_points[color]);
        let repeated = self.journal.record_retired(self.history, chain_hash(color, stones)) && may_be_repeated;
        self.state.retired_points[color] |= stones;
        if self.articles.forfeiture && (repeated || cause == Cause::SelfFill) && self.articles.quota.is_some() {
            self.state.eligible[color] -= stones.len() as u16;
        }
    }

    /// Does not use the right.
    pub fn abstain(&mut self) -> Option<End> {
        let color = self.state.to_play;
        if color == Color::Black && !self.state.begun {
            return Some(End::LostBy(color, Reason::BlackAbstainedFirst));
        }
        let last_turn = self.state.barred == Some(!color);
        let meets = self.journal.record_abstention(self.history, color, self.state.board.hash());
        self.state.to_play = !color;
        if meets {
            return Some(End::Count(Reason::Abstentions));
        }
        self.end(color, Aftermath { dead_end: false, annihilated: false, last_turn, recurred: false, exhausted: false })
    }

    /// Completes what is known after a turn of `color`, and says how play has ended.
    #[inline]
    fn end(&mut self, color: Color, mut aftermath: Aftermath) -> Option<End> {
        if self.articles.repetition == Repetition::Draw {
            aftermath.recurred = self.journal.record_turn(self.history, self.state.board.hash(), self.state.to_play);
        }
        aftermath.exhausted = self.articles.quota.is_some() && self.waiting(!color) == 0;
        aftermath.end().map(|reason| match reason {
            Reason::DeadEnd => End::LostBy(color, reason),
            Reason::Repetition => End::Draw,
            _ => End::Count(reason),
        })
    }

    /// The count of the board as it stands.
    #[inline]
    pub fn count(&self) -> Count {
        Points::of(&self.state.board).count(self.articles.lead)
    }

    /// The outcome of an end.
    pub fn outcome(&self, end: End) -> Outcome {
        match end {
            End::LostBy(color, reason) => Outcome::lost_by(color, reason),
            End::Count(reason) => Outcome::counted(reason, &self.count()),
            End::Draw => Outcome { reason: Reason::Repetition, verdict: Verdict::Draw },
        }
    }
}
