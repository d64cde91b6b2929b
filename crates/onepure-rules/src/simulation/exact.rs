//! The position of proofs, with the facts of history that each turn depends on.
//!
//! A proof holds under another history too if that history agrees on every fact that the proof asked for. So a turn
//! reports its [`Query`]s, and the solver keeps them with what it has proven.

use super::position::PlayEnd;
use crate::board::{Board, Color, Lifted, PerColor, Position, zobrist};
use crate::geometry::{Bitboard, BoardSize, GOLDEN, Layout, PerPoint, Point, scrambled};
use crate::rules::systems::turn::{Abstentions, Eligibility, Memory, Retired, settle};
use crate::rules::{Articles, Game, Repetition};
use rustc_hash::FxHashSet;

/// The key of the position before the placement of a stone that was set up.
const NEVER_PLACED: u64 = 0x5e7d_0b5e_5e7d_0b5e;

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
enum Fact {
    /// A position has occurred.
    Position,
    /// A position has occurred with this colour to play.
    Situation(Color),
    /// A colour has abstained at a position.
    Abstained(Color),
    /// A chain of a colour has retired.
    Retired(Color),
    /// The position before the placement of the stone with this number.
    Before(usize),
}

impl Fact {
    /// The key of the fact about the position or chain with this hash.
    fn key(self, hash: u64) -> u64 {
        let kind = match self {
            Self::Position => 1,
            Self::Situation(color) => 2 + color as u64,
            Self::Abstained(color) => 4 + color as u64,
            Self::Retired(color) => 6 + color as u64,
            Self::Before(point) => 8 + point as u64,
        };
        scrambled(hash ^ kind.wrapping_mul(GOLDEN))
    }
}

/// The facts of a history. A turn adds some and removes those about stones that it lifts; [`Facts::undo`] takes it back.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    set: FxHashSet<u64>,
    hash: u64,
    changes: Vec<(u64, bool)>,
}

impl Facts {
    /// The exclusive or of the scrambled keys of all facts.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns whether the history has a fact.
    pub fn contains(&self, fact: u64) -> bool {
        self.set.contains(&fact)
    }

    /// The number of changes so far, for [`Facts::undo`].
    pub fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Takes back all changes since a mark.
    pub fn undo(&mut self, mark: usize) {
        for (fact, added) in self.changes.drain(mark..).rev() {
            self.hash ^= scrambled(fact);
            if added {
                self.set.remove(&fact);
            } else {
                self.set.insert(fact);
            }
        }
    }

    /// Adds a fact. Returns whether the history had it.
    fn add(&mut self, fact: u64) -> bool {
        let is_new = self.set.insert(fact);
        if is_new {
            self.hash ^= scrambled(fact);
            self.changes.push((fact, true));
        }
        !is_new
    }

    fn remove(&mut self, fact: u64) {
        if self.set.remove(&fact) {
            self.hash ^= scrambled(fact);
            self.changes.push((fact, false));
        }
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

/// A turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action<L: Layout> {
    /// Puts a stone on the point.
    Place(Point<L>),
    /// Abstains.
    Abstain,
}

/// The error for a placement that the rules forbid. The position and the facts are unusable until they are restored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Illegal;

/// A position of a proof. Its history is in [`Facts`]. Copying it is a plain copy without heap.
#[derive(Clone, Copy, Debug)]
pub struct ExactPosition<L: Layout> {
    articles: Articles,
    board: Board<L>,
    to_play: Color,
    before: PerPoint<L, u64>,
    eligibility: Eligibility,
    /// The number of abstentions in a row, if that ends play.
    passes: u8,
}

struct FactMemory<'turn, L: Layout> {
    articles: &'turn Articles,
    before: &'turn PerPoint<L, u64>,
    facts: &'turn mut Facts,
    trail: &'turn mut Trail,
    asked: std::cell::Cell<Option<Query>>,
}

impl<L: Layout> Memory<L> for FactMemory<'_, L> {
    fn would_undo(&self, board: &Board<L>, stone: Point<L>) -> bool {
        let color = if board.stones(Color::Black).contains(stone) { Color::Black } else { Color::White };
        let lifted = board.hash() ^ zobrist::key(color, stone);
        let holds = self.before[stone] == lifted;
        let fact = Fact::Before(stone.index()).key(lifted);
        self.asked.set(Some(Query { fact, stone: stone.index() as u16 + 1, holds }));
        holds
    }

    fn has_retired(&mut self, color: Color, chain: &Lifted<L>) -> bool {
        if self.articles.quota().is_none() {
            return false;
        }
        let fact = Fact::Retired(color).key(chain.hash);
        let holds = self.facts.add(fact);
        self.trail.queries.push(Query { fact, stone: 0, holds });
        self.trail.determined.push(fact);
        holds
    }

    fn retire(&mut self, _board: &Board<L>, retired: &Retired<L>) {
        if self.articles.has_immovable_stones() {
            for stone in retired.chain.stones {
                self.trail.touched.push(stone.index() as u16 + 1);
                self.facts.remove(Fact::Before(stone.index()).key(self.before[stone]));
            }
        }
    }
}

struct Passes<'turn> {
    facts: &'turn Facts,
    hash: u64,
    in_a_row: u8,
}

impl Abstentions for Passes<'_> {
    fn has_abstained_here(&self, color: Color) -> bool {
        self.facts.contains(Fact::Abstained(color).key(self.hash))
    }

    fn in_a_row(&self, _color: Color) -> usize {
        usize::from(self.in_a_row)
    }
}

impl<L: Layout> ExactPosition<L> {
    /// Returns whether proofs know these articles: every repetition but simple ko and Ing's.
    pub fn covers(articles: &Articles) -> bool {
        articles.family().is_some()
            && !matches!(articles.repetition, Repetition::SimpleKo | Repetition::Ing | Repetition::Ing1986)
            && !articles.counts_territory()
            && !articles.taxes_sekis()
            && !articles.shares_points()
            && !articles.black_wins_ties
    }

    /// The empty board of a rectangle, Black to play. A rectangle has the articles of the square of its longer side.
    pub fn rectangle(columns: usize, rows: usize, size: BoardSize, articles: Articles) -> (Self, Facts) {
        let points = size.points::<L>().filter(|point| point.column() < columns && point.row() < rows);
        let board = Board::within(size, points.collect());
        let position = Self {
            articles,
            board,
            to_play: Color::Black,
            before: PerPoint::filled(NEVER_PLACED),
            eligibility: Eligibility::at_start(&articles, PerColor::default()),
            passes: 0,
        };
        let mut facts = Facts::default();
        position.add_current(&mut facts);
        (position, facts)
    }

    /// The position and the history of a game with `color` to play.
    pub fn of(game: &Game, color: Color) -> (Self, Facts) {
        let articles = game.articles();
        let stones = game.board().position().stones;
        let stones = PerColor::from_fn(|color| stones[color].convert::<L>());
        let mut facts = Facts::default();
        let mut before = PerPoint::filled(NEVER_PLACED);
        for point in game.size().points::<L>() {
            if game.board().stone(point.convert()).is_some() {
                before[point] = game.position_before(point.convert()).map_or(NEVER_PLACED, Position::hash);
                if articles.has_immovable_stones() {
                    facts.add(Fact::Before(point.index()).key(before[point]));
                }
            }
        }
        let position = Self {
            articles,
            board: Board::from_position(game.size(), &Position { stones }),
            to_play: color,
            before,
            eligibility: game.eligibility(),
            passes: if color == game.to_play() { game.abstentions_in_a_row(color) as u8 } else { 0 },
        };
        for position in game.positions() {
            facts.add(Fact::Position.key(position.hash()));
        }
        for (position, color) in game.positions_to_play() {
            facts.add(Fact::Situation(color).key(position.hash()));
        }
        for color in Color::BOTH {
            for abstention in game.abstentions(color) {
                facts.add(Fact::Abstained(color).key(abstention.hash));
            }
        }
        for chain in game.retired() {
            facts.add(Fact::Retired(chain.color).key(crate::board::chain_hash(chain.color, chain.stones)));
        }
        position.add_current(&mut facts);
        (position, facts)
    }

    fn add_current(&self, facts: &mut Facts) {
        facts.add(Fact::Position.key(self.board.hash()));
        facts.add(Fact::Situation(self.to_play).key(self.board.hash()));
    }

    /// The board.
    pub fn board(&self) -> &Board<L> {
        &self.board
    }

    /// The colour to play.
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// The key of everything but the history.
    pub fn key(&self) -> u64 {
        let Self { articles, board, to_play, eligibility, passes, .. } = self;
        let barred = eligibility.barred().map_or(0, |color| 1 + color as u64);
        let waiting = |color| if articles.quota().is_some() { u64::from(eligibility.waiting(color)) } else { 0 };
        let rest = *to_play as u64
            | barred << 1
            | u64::from(eligibility.has_begun()) << 3
            | u64::from(*passes) << 4
            | waiting(Color::Black) << 16
            | waiting(Color::White) << 32;
        board.hash() ^ scrambled(rest ^ 0x1234_5678_9abc_def1)
    }

    /// Black's points less White's, without komi.
    pub fn margin(&self) -> i32 {
        let points = self.articles.points(&self.board);
        points.owned_by(Color::Black).len() as i32 - points.owned_by(Color::White).len() as i32
    }

    /// Plays a turn of the colour to play. A placement must be on an empty point. `trail` receives what the turn asked of the
    /// history. Returns the end of play, if it has ended.
    ///
    /// # Errors
    /// The rules forbid the placement.
    pub fn play(
        &mut self,
        action: Action<L>,
        facts: &mut Facts,
        trail: &mut Trail,
    ) -> Result<Option<PlayEnd>, Illegal> {
        match action {
            Action::Place(point) => self.place(point, facts, trail),
            Action::Abstain => Ok(self.abstain(facts, trail)),
        }
    }

    fn place(&mut self, point: Point<L>, facts: &mut Facts, trail: &mut Trail) -> Result<Option<PlayEnd>, Illegal> {
        let (articles, color) = (self.articles, self.to_play);
        let earlier = self.board.hash();
        self.passes = 0;
        self.eligibility.place(color);
        self.board.put(color, point);
        let placed = Fact::Position.key(self.board.hash());
        let recreates = articles.bars_repetition() && {
            let holds = facts.add(placed);
            // After the annex has barred a colour, nothing asks for earlier positions.
            if self.eligibility.barred().is_none() {
                trail.queries.push(Query { fact: placed, stone: 0, holds });
            }
            trail.determined.push(placed);
            holds
        };
        if articles.has_immovable_stones() {
            self.before[point] = earlier;
            facts.add(Fact::Before(point.index()).key(earlier));
            trail.touched.push(point.index() as u16 + 1);
        }
        let mut memory = FactMemory {
            articles: &articles,
            before: &self.before,
            facts: &mut *facts,
            trail: &mut *trail,
            asked: std::cell::Cell::new(None),
        };
        let settlement = settle(&articles, &mut self.board, &mut self.eligibility, &mut memory, color, point);
        let asked = memory.asked.take();
        trail.queries.extend(asked);
        let now = self.board.hash();
        let position = Fact::Position.key(now);
        let situation = Fact::Situation(!color).key(now);
        let recurs = articles.forbids_repetition() && {
            let fact = if articles.forbids_by_situation() { situation } else { position };
            let holds = facts.contains(fact);
            trail.queries.push(Query { fact, stone: 0, holds });
            holds
        };
        if articles.forbids(usize::from(settlement.suicide), |_| recurs, || None).is_some() {
            return Err(Illegal);
        }
        if articles.bars_repetition() || articles.forbids_repetition() && !articles.forbids_by_situation() {
            facts.add(position);
            trail.determined.push(position);
        }
        self.to_play = !color;
        let mut recurs = false;
        if articles.draws_repetition() || articles.forbids_by_situation() {
            recurs = facts.add(situation);
            trail.determined.push(situation);
            if articles.draws_repetition() {
                trail.queries.push(Query { fact: situation, stone: 0, holds: recurs });
            }
        }
        let end = articles.end_by_placement(&mut self.eligibility, color, settlement, recreates, || recurs);
        Ok(end.map(|reason| PlayEnd { reason, by: color }))
    }

    fn abstain(&mut self, facts: &mut Facts, trail: &mut Trail) -> Option<PlayEnd> {
        let (articles, color, hash) = (self.articles, self.to_play, self.board.hash());
        let situation = Fact::Situation(!color).key(hash);
        let theirs = Fact::Abstained(!color).key(hash);
        let by_position = articles.passes_that_end_play().is_none();
        if by_position {
            trail.queries.push(Query { fact: theirs, stone: 0, holds: facts.contains(theirs) });
        }
        if articles.draws_repetition() {
            trail.queries.push(Query { fact: situation, stone: 0, holds: facts.contains(situation) });
        }
        let before = Passes { facts: &*facts, hash, in_a_row: self.passes };
        let end = articles.end_by_abstention(self.eligibility, color, &before, || facts.contains(situation));
        if by_position {
            let ours = Fact::Abstained(color).key(hash);
            facts.add(ours);
            trail.determined.push(ours);
        } else {
            self.passes += 1;
        }
        if articles.draws_repetition() || articles.forbids_by_situation() {
            facts.add(situation);
            trail.determined.push(situation);
        }
        self.to_play = !color;
        end.map(|reason| PlayEnd { reason, by: color })
    }

    /// The empty points.
    pub fn empty(&self) -> Bitboard<L> {
        self.board.empty()
    }
}
