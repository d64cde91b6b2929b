//! A line of play from a root, under the exact rules, trusting 64-bit hashes.

use super::eyes::Eyes;
use super::journal::{History, Journal};
use crate::board::{Board, Color, Content, Lifted, PerColor, Position, Surroundings, zobrist};
use crate::geometry::{Bitboard, BoardSize, Large, Layout, Medium, PerPoint, Point, Small};
use crate::rules::turn::{Aftermath, Cause, Settlement, settle};
use crate::rules::{Articles, Count, Game, Outcome, Points, Reason, Repetition, Verdict};

/// The hash "just before the placement" of a stone that was set up and never placed. A position with this hash would be
/// taken for it; like every collision of 64-bit hashes, that is accepted in playouts.
const NEVER_PLACED: u64 = 0x5e7d_0b5e_5e7d_0b5e;

/// More stones than are placed in any line.
const ENDLESS: u16 = u16::MAX / 2;

/// What a playout changes: a plain copy, without heap.
#[derive(Clone, Copy, Debug)]
pub struct State<L: Layout> {
    board: Board<L>,
    eyes: Eyes<L>,
    to_play: Color,
    /// For each stone the hash of the position just before its placement.
    before: PerPoint<L, u64>,
    /// Stones in the bowl; so many that they never run out where there is no quota.
    waiting: PerColor<u16>,
    /// The points from which stones of a colour have retired: elsewhere nothing can be repeated.
    retired_points: PerColor<Bitboard<L>>,
    barred: Option<Color>,
    /// Whether a stone has been placed or set up.
    begun: bool,
}

// The state of a playout stays in the first-level cache, with room for the tables beside it. `onepure bench` prints these.
const _: () = assert!(
    size_of::<usize>() != 8
        || State::<Small>::BYTES == 4544 && State::<Medium>::BYTES == 5168 && State::<Large>::BYTES == 11712
);

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
        let history = History::of(game, color);
        let board = Board::from_position(game.size(), &Position { stones });
        let state = State {
            eyes: Eyes::of(&board),
            board,
            to_play: color,
            before,
            waiting: PerColor::from_fn(|color| game.stones(color).waiting.unwrap_or(ENDLESS)),
            retired_points: history.retired_points(),
            barred: game.barred(),
            begun: !game.is_before_first_placement(),
        };
        Self { state, articles, history }
    }
}

impl<L: Layout> State<L> {
    /// The size of a state in bytes: what is copied for each playout.
    pub const BYTES: usize = size_of::<Self>();
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

impl End {
    /// The outcome, of a board that is counted if need be.
    pub(super) fn outcome(self, count: impl FnOnce() -> Count) -> Outcome {
        match self {
            Self::LostBy(color, reason) => Outcome::lost_by(color, reason),
            Self::Count(reason) => Outcome::counted(reason, &count()),
            Self::Draw => Outcome { reason: Reason::Repetition, verdict: Verdict::Draw },
        }
    }
}

/// What came of trying a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tried {
    /// It would be illegal, or lost at once; nothing has changed.
    Refused,
    /// It was played; play may have ended.
    Placed(Option<End>),
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
        let mut journal = Journal::with_room(2 * turn_limit(root.state.board.size()));
        journal.clear(&root.history);
        Self { state: root.state, articles: root.articles, history: &root.history, journal }
    }

    /// Goes back to the root.
    #[inline]
    pub fn restart(&mut self, root: &'root Root<L>) {
        self.state = root.state;
        self.history = &root.history;
        self.journal.clear(&root.history);
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

    /// The rules.
    pub(super) fn articles(&self) -> &Articles {
        &self.articles
    }

    /// The colour that may not receive the right again.
    pub fn barred(&self) -> Option<Color> {
        self.state.barred
    }

    /// Waiting stones of a colour; as good as endless where there is no quota.
    pub fn waiting(&self, color: Color) -> u16 {
        self.state.waiting[color]
    }

    /// The points from which stones of a colour have retired.
    pub fn retired_points(&self, color: Color) -> Bitboard<L> {
        self.state.retired_points[color]
    }

    /// The empty points where a placement would retire the chain of the colour to play that it joins (자충퇴).
    pub fn self_fills(&self) -> Bitboard<L> {
        let board = &self.state.board;
        let color = self.state.to_play;
        let crowded = board.empty() - board.empty().neighbours();
        (crowded & board.stones(color).neighbours()).into_iter().filter(|&point| self.is_self_fill(point)).collect()
    }

    /// Whether a placement on an empty point without an empty point beside it, but with a stone of the colour to play, would
    /// leave its chain enclosed.
    fn is_self_fill(&self, point: Point<L>) -> bool {
        let board = &self.state.board;
        let color = self.state.to_play;
        let mut enclosed = None;
        for neighbour in point.neighbours() {
            let Content::Stone(stone) = board.content(neighbour) else { continue };
            let is_last = board.last_liberty(neighbour) == Some(point);
            if stone == color && !is_last {
                return false;
            }
            if stone != color && is_last {
                // Only a lone stone that may not retire leaves the chain without a liberty.
                if enclosed.is_some() || !board.is_lone(neighbour) {
                    return false;
                }
                enclosed = Some(neighbour);
            }
        }
        enclosed.is_none_or(|stone| self.stood_before(color, point, stone))
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
        taken.is_none_or(|stone| self.stood_before(color, point, stone))
    }

    /// The placements that a playout may choose: the empty points that are no eyes of the colour to play. Some of them may
    /// be dead ends.
    #[inline]
    pub fn candidates(&self) -> Bitboard<L> {
        self.candidates_of(self.state.to_play)
    }

    /// Whether a playout of the colour may choose this empty point: it is no eye.
    #[inline(always)]
    pub(super) fn is_candidate(&self, color: Color, point: Point<L>) -> bool {
        self.state.eyes.is_candidate(&self.state.board, color, point)
    }

    #[inline]
    pub(super) fn candidates_of(&self, color: Color) -> Bitboard<L> {
        self.state.eyes.candidates(&self.state.board, color)
    }

    /// Puts a stone of the colour to play on an empty point, settles what it encloses, and passes the right on.
    pub fn place(&mut self, point: Point<L>) -> Option<End> {
        let color = self.state.to_play;
        let surroundings = self.state.board.begin_put(color, point);
        if surroundings.is_plain() {
            self.place_plainly(color, point, &surroundings)
        } else {
            self.place_and_settle(color, point, &surroundings)
        }
    }

    /// The same for the colour to play, given as a constant, unless it would be a dead end: then nothing changes.
    #[inline(always)]
    pub(super) fn try_place(&mut self, color: Color, point: Point<L>) -> Tried {
        let surroundings = self.state.board.begin_put(color, point);
        if surroundings.is_plain() {
            return Tried::Placed(self.place_plainly(color, point, &surroundings));
        }
        let is_alone = !surroundings.has_room() && !surroundings.has_company();
        if is_alone && (!surroundings.has_enclosed() || self.leads_nowhere(color, point)) {
            self.state.board.cancel_put(point, &surroundings);
            return Tried::Refused;
        }
        Tried::Placed(self.place_and_settle(color, point, &surroundings))
    }

    /// Whether a lone stone without liberty, half put down, encloses nothing that may retire. See [`settle`].
    #[inline(always)]
    fn leads_nowhere(&self, color: Color, point: Point<L>) -> bool {
        let board = &self.state.board;
        let enclosed = board.enclosed_around(!color, point);
        match enclosed.only() {
            Some(stone) => board.is_lone(stone) && self.stood_before(color, point, stone),
            None => enclosed.heads().next().is_none(),
        }
    }

    /// Whether the position just before the placement of the lone `stone` comes back when `color` places on `point`, which
    /// is not done yet, and the stone is lifted.
    #[inline]
    fn stood_before(&self, color: Color, point: Point<L>, stone: Point<L>) -> bool {
        let hash = self.state.board.hash() ^ zobrist::key(color, point) ^ zobrist::key(!color, stone);
        self.state.before[stone] == hash
    }

    /// A placement after which every chain has a liberty.
    #[inline(always)]
    fn place_plainly(&mut self, color: Color, point: Point<L>, surroundings: &Surroundings) -> Option<End> {
        let last_turn = self.state.barred.is_some();
        let identical = self.put(color, point, surroundings);
        self.pass_on(color, identical);
        if last_turn | (self.state.waiting[!color] == 0) | (self.articles.repetition == Repetition::Draw) {
            self.end(color, Aftermath { last_turn, ..Aftermath::default() })
        } else {
            None
        }
    }

    /// A placement that may enclose something.
    #[inline(always)]
    fn place_and_settle(&mut self, color: Color, point: Point<L>, surroundings: &Surroundings) -> Option<End> {
        let last_turn = self.state.barred == Some(!color);
        let identical = self.put(color, point, surroundings);
        let Self { state, articles, history, journal } = self;
        let State { board, eyes, before, retired_points, waiting, .. } = state;
        let mut annihilated = false;
        let Settlement { dead_end, .. } = settle(
            board,
            color,
            point,
            |stone, board| before[stone] == board.hash() ^ zobrist::key(!color, stone),
            |board, color, Lifted { stones, hash }, cause| {
                eyes.recount(board, color);
                if articles.quota.is_some() {
                    // A chain can retire repeatedly only where each of its points was left before.
                    let may_be_repeated = stones.is_subset(retired_points[color]);
                    let repeated = journal.record_retired(history, hash, may_be_repeated);
                    retired_points[color] |= stones;
                    if !(articles.forfeiture && (repeated || cause == Cause::SelfFill)) {
                        waiting[color] += stones.len() as u16;
                    }
                }
                annihilated |= articles.annihilation && board.stones(color).is_empty();
            },
        );
        if self.articles.repetition == Repetition::BarsMover {
            self.journal.record_position(self.history, self.state.board.hash());
        }
        self.pass_on(color, identical && !dead_end);
        self.end(color, Aftermath { dead_end, annihilated, last_turn, ..Aftermath::default() })
    }

    /// Puts the stone down, and says whether the placed position had stood before, where that matters.
    #[inline(always)]
    fn put(&mut self, color: Color, point: Point<L>, surroundings: &Surroundings) -> bool {
        let state = &mut self.state;
        state.begun = true;
        state.before[point] = state.board.hash();
        state.waiting[color] -= 1;
        state.board.finish_put(color, point, surroundings);
        state.eyes.add(color, point);
        self.articles.repetition == Repetition::BarsMover
            && self.journal.record_position(self.history, self.state.board.hash())
    }

    /// Passes the right on; a placement that recreated a position bars its colour.
    #[inline(always)]
    fn pass_on(&mut self, color: Color, identical: bool) {
        if identical && self.state.barred.is_none() {
            self.state.barred = Some(color);
        }
        self.state.to_play = !color;
    }

    /// Does not use the right.
    pub fn abstain(&mut self) -> Option<End> {
        let end = self.end_by_abstention();
        if !matches!(end, Some(End::LostBy(..))) {
            let (color, hash) = (self.state.to_play, self.state.board.hash());
            self.journal.record_abstention(color, hash);
            if self.articles.repetition == Repetition::Draw {
                self.journal.record_turn(self.history, hash, !color);
            }
            self.state.to_play = !color;
        }
        end
    }

    /// How an abstention now would end play, if it would: what [`Line::abstain`] would say.
    pub fn end_by_abstention(&self) -> Option<End> {
        let State { board, to_play: color, begun, barred, waiting, .. } = &self.state;
        if *color == Color::Black && !begun {
            return Some(End::LostBy(*color, Reason::BlackAbstainedFirst));
        }
        if self.journal.has_abstained(self.history, !*color, board.hash()) {
            return Some(End::Count(Reason::Abstentions));
        }
        let aftermath = Aftermath {
            last_turn: *barred == Some(!*color),
            recurred: self.articles.repetition == Repetition::Draw
                && self.journal.has_turn(self.history, board.hash(), !*color),
            exhausted: waiting[!*color] == 0,
            ..Aftermath::default()
        };
        aftermath.end().map(|reason| Self::end_for(reason, *color))
    }

    /// How play ends for a reason that a turn of `color` brought about.
    fn end_for(reason: Reason, color: Color) -> End {
        match reason {
            Reason::DeadEnd => End::LostBy(color, reason),
            Reason::Repetition => End::Draw,
            _ => End::Count(reason),
        }
    }

    /// Completes what is known after a turn of `color`, and says how play has ended.
    #[inline]
    fn end(&mut self, color: Color, mut aftermath: Aftermath) -> Option<End> {
        if self.articles.repetition == Repetition::Draw {
            aftermath.recurred = self.journal.record_turn(self.history, self.state.board.hash(), self.state.to_play);
        }
        aftermath.exhausted = self.state.waiting[!color] == 0;
        aftermath.end().map(|reason| Self::end_for(reason, color))
    }

    /// The count of the board as it stands.
    #[inline]
    pub fn count(&self) -> Count {
        Points::of(&self.state.board, self.articles.counting).count(self.articles.lead)
    }

    /// The outcome of an end.
    pub fn outcome(&self, end: End) -> Outcome {
        end.outcome(|| self.count())
    }
}
