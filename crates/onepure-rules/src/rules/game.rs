//! A game with its whole history, and the moves that it allows.

mod count;
mod prospect;

use super::errors::{PlayError, SetUpError};
use super::events::{Abstention, Move, RetiredChain, Retirement, Turn};
use super::ledger::{Ledger, Stones};
use super::outcome::{Outcome, Reason};
use super::positions::{PositionId, Positions};
use super::ruleset::{Articles, Repetition, Ruleset};
use super::systems::ing::KoMemory;
use super::systems::turn::{Abstentions, Eligibility};
use crate::board::{Board, Color, PerColor, Position, zobrist};
use crate::geometry::{BoardSize, Large, Layout, PerPoint, Point, PointSet};
use arrayvec::ArrayVec;
use prospect::Prospect;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A game: the board, the colour to play, and all history that the rules depend on.
///
/// ```
/// use onepure_rules::geometry::BoardSize;
/// use onepure_rules::rules::{Game, Move, Ruleset};
///
/// let mut game = Game::new(BoardSize::new(9)?, Ruleset::one_pure());
/// let turn = game.play(Move::Place("E5".parse()?))?;
/// assert!(turn.retired.is_empty() && turn.outcome.is_none());
/// // Two abstentions at one position end play: White abstains, then Black.
/// game.play(Move::Abstain)?;
/// let outcome = game.play(Move::Abstain)?.outcome.expect("play has ended");
/// assert_eq!(outcome.verdict.to_string(), "B+81");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    size: BoardSize,
    ruleset: Ruleset,
    start: Start,
    komi: Option<f64>,
    board: Board,
    to_play: Color,
    turns: Vec<Turn>,
    outcome: Option<Outcome>,
    eligibility: Eligibility,
    quarantined: PerColor<u16>,
    positions: Positions,
    /// The current position.
    current: PositionId,
    /// For each stone on the board the position just before its placement; `None` for stones that were set up.
    before: PerPoint<Large, Option<PositionId>>,
    retired: Vec<RetiredChain>,
    retired_index: FxHashMap<(Color, PointSet), usize>,
    abstentions: PerColor<Vec<Abstention>>,
    /// Every pair of position and colour to play that has occurred, for repetition as a draw and situational superko.
    situations: FxHashSet<(PositionId, Color)>,
    /// The number of occurrences of each pair of position and colour to play. Counted since the last abstention, the
    /// position after it included; under rules whose passes do not reset it, since the start.
    occurrences: FxHashMap<(PositionId, Color), u8>,
    /// The history of kos, under the Ing rules.
    ko_memory: Option<KoMemory<Large, PositionId>>,
    /// The captured stones and passes so far.
    ledger: Ledger,
}

/// The occurrence of a position with the same colour to play that simple ko ends without a result and the Ing rules
/// forbid.
pub(crate) const OCCURRENCE_LIMIT: u8 = 3;

/// The state from which a game began.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Start {
    position: Position,
    to_play: Color,
    /// The number of Black's stones that are a handicap.
    handicap: u16,
    /// The points that each colour has lost in overtime.
    penalties: PerColor<u16>,
}

impl Start {
    fn of(position: Position, to_play: Color) -> Self {
        Self { position, to_play, handicap: 0, penalties: PerColor::default() }
    }
}

impl Game {
    /// A new game on the empty board, Black to play.
    pub fn new(size: BoardSize, ruleset: Ruleset) -> Self {
        Self::begin(size, ruleset, Start::of(Position::default(), Color::Black), None)
    }

    /// A game with these handicap stones of Black, White to play; without stones a new game.
    pub fn with_handicap(size: BoardSize, ruleset: Ruleset, black: PointSet) -> Result<Self, SetUpError> {
        if black.is_empty() {
            return Ok(Self::new(size, ruleset));
        }
        let position = Position { stones: PerColor { black, white: PointSet::empty() } };
        let mut game = Self::set_up(size, ruleset, position, Color::White)?;
        game.set_handicap(black.len() as u16);
        Ok(game)
    }

    /// A game from a set-up position. Its stones come out of the quota and were never placed, so that none of them can
    /// be immovable. If there are any, they count as the first placement of the game.
    ///
    /// If the colour to play has no waiting stone, play has already ended by exhaustion.
    pub fn set_up(size: BoardSize, ruleset: Ruleset, position: Position, to_play: Color) -> Result<Self, SetUpError> {
        for color in Color::BOTH {
            if let Some(point) = position.stones[color].iter().find(|&point| !size.contains(point)) {
                return Err(SetUpError::Outside(point, size));
            }
            let stones = position.stones[color].len();
            if let Some(quota) = ruleset.articles(size).quota.filter(|&quota| stones > usize::from(quota)) {
                return Err(SetUpError::OverQuota { color, stones, quota });
            }
        }
        if let Some(point) = (position.stones.black & position.stones.white).first() {
            return Err(SetUpError::TwoStones(point));
        }
        let game = Self::begin(size, ruleset, Start::of(position, to_play), None);
        let mut stones = (position.stones.black | position.stones.white).iter();
        match stones.find(|&point| game.board.is_enclosed(point)) {
            Some(point) => Err(SetUpError::Enclosed(point)),
            None => Ok(game),
        }
    }

    fn begin(size: BoardSize, ruleset: Ruleset, start: Start, komi: Option<f64>) -> Self {
        let board = Board::from_position(size, &start.position);
        let mut positions = Positions::default();
        let (current, _) = positions.record(start.position, board.hash());
        let mut game = Self {
            size,
            ruleset,
            start,
            komi,
            board,
            to_play: start.to_play,
            turns: Vec::new(),
            outcome: None,
            eligibility: Eligibility::at_start(
                &ruleset.articles(size),
                PerColor::from_fn(|color| start.position.stones[color].len() as u16),
            ),
            quarantined: PerColor::default(),
            positions,
            current,
            before: PerPoint::filled(None),
            retired: Vec::new(),
            retired_index: FxHashMap::default(),
            abstentions: PerColor::default(),
            situations: std::iter::once((current, start.to_play)).collect(),
            occurrences: std::iter::once(((current, start.to_play), 1)).collect(),
            ko_memory: KoMemory::at_start(ruleset.articles(size).repetition),
            ledger: Ledger { penalties: start.penalties, ..Ledger::default() },
        };
        if !game.eligibility.has_waiting_stone(start.to_play) {
            game.outcome = Some(Outcome::counted(Reason::Exhaustion, &game.count()));
        }
        game
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The rule set.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The articles in force on this board.
    pub fn articles(&self) -> Articles {
        self.ruleset.articles(self.size)
    }

    /// The current board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The colour that holds the right, or would hold it if play had not ended.
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// The position at the start of the game.
    pub fn start(&self) -> Position {
        self.start.position
    }

    /// The colour that held the right at the start.
    pub fn first_to_play(&self) -> Color {
        self.start.to_play
    }

    /// All turns so far.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The outcome, or `None` if play has not ended.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Returns whether play has ended.
    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Returns whether play has ended for good, so that only undo changes the game. After an end by abstentions a
    /// placement resumes play, unless the annex has barred a colour: then there is no further turn.
    pub fn is_final(&self) -> bool {
        self.outcome.is_some_and(|outcome| outcome.is_final() || self.barred().is_some())
    }

    /// The colour that the annex bars from the right.
    pub fn barred(&self) -> Option<Color> {
        self.eligibility.barred()
    }

    /// All chains that have retired, in the order of their first retirements.
    pub fn retired(&self) -> &[RetiredChain] {
        &self.retired
    }

    /// All abstentions of a colour.
    pub fn abstentions(&self, color: Color) -> &[Abstention] {
        &self.abstentions[color]
    }

    /// The numbers of a colour's stones on the board, in the bowl and in quarantine.
    pub fn stones(&self, color: Color) -> Stones {
        let board = self.board.stones(color).len() as u16;
        let quarantined = self.quarantined[color];
        Stones { board, waiting: self.articles().quota.map(|_| self.eligibility.waiting(color)), quarantined }
    }

    /// The position just before the placement of the stone on `point`; `None` if there is no stone or it was set up.
    pub fn position_before(&self, point: Point) -> Option<&Position> {
        self.board.stone(point)?;
        self.before[point].map(|id| self.positions.get(id))
    }

    /// All positions that have occurred, each once: those before placements, those with the enclosed stones still on
    /// the board, and those after retirement.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        self.positions.iter()
    }

    /// All pairs of a position between two turns and the colour that then held the right.
    pub fn positions_to_play(&self) -> impl Iterator<Item = (&Position, Color)> {
        self.situations.iter().map(|&(id, color)| (self.positions.get(id), color))
    }

    /// The history of kos under the Ing rules, with hashes instead of positions.
    pub(crate) fn ko_memory<L: Layout>(&self) -> Option<KoMemory<L, u64>> {
        self.ko_memory.as_ref().map(|memory| memory.convert(|id| self.positions.get(id).hash()))
    }

    /// All positions with the colour to play and the number of their occurrences, since the last abstention; under
    /// rules whose passes do not reset it, since the start.
    pub(crate) fn occurrences(&self) -> impl Iterator<Item = (&Position, Color, u8)> {
        self.occurrences.iter().map(|(&(id, color), &times)| (self.positions.get(id), color, times))
    }

    /// The point at which `color` would retake a ko at once: a placement there would restore the position before the
    /// last turn, which was the opponent's placement.
    pub fn ko(&self, color: Color) -> Option<Point> {
        let last = self.turns.last().filter(|turn| turn.color != color)?;
        let Move::Place(placed) = last.action else { return None };
        let [Retirement { color: captured, stones, .. }] = last.retired[..] else { return None };
        let point = stones.first().filter(|_| captured == color && stones.len() == 1)?;
        (self.board.is_lone(placed) && self.board.last_liberty(placed) == Some(point)).then_some(point)
    }

    /// Plays a move of the colour to play. After an end by abstentions a placement resumes play.
    ///
    /// # Errors
    /// The reason why the move is illegal. The game is unchanged.
    pub fn play(&mut self, action: Move) -> Result<&Turn, PlayError> {
        self.play_as(self.to_play, action)
    }

    /// Plays a move of `color`. If it is the other colour's turn, the right is handed over first, which is not an
    /// abstention.
    ///
    /// # Errors
    /// The reason why the move is illegal. The game is unchanged.
    pub fn play_as(&mut self, color: Color, action: Move) -> Result<&Turn, PlayError> {
        let turn = match action {
            Move::Place(point) => {
                let prospect = self.prospect(color, point)?;
                self.take_right(color);
                self.place(color, point, prospect)
            }
            Move::Abstain => {
                self.check_right(color, action)?;
                self.take_right(color);
                self.abstain(color)
            }
        };
        self.outcome = turn.outcome;
        self.turns.push(turn);
        Ok(&self.turns[self.turns.len() - 1])
    }

    /// Hands the right to `color` if it does not hold it, and resumes play if it has ended.
    fn take_right(&mut self, color: Color) {
        if color != self.to_play {
            self.to_play = color;
            self.situations.insert((self.current, color));
            self.reset_occurrences();
        }
        self.outcome = None;
    }

    /// Resets the counts of occurrences to the current position alone, if the rules let passes do so.
    fn reset_occurrences(&mut self) {
        if self.articles().passes_reset_occurrences() {
            self.occurrences.clear();
            self.occurrences.insert((self.current, self.to_play), 1);
        }
    }

    /// Counts an occurrence of the current position and colour to play. Returns how often it has occurred.
    fn count_occurrence(&mut self) -> u8 {
        let times = self.occurrences.entry((self.current, self.to_play)).or_default();
        *times = times.saturating_add(1);
        if let Some(memory) = &mut self.ko_memory {
            memory.record_position(self.current, self.to_play);
        }
        *times
    }

    /// The turn that [`Game::play_as`] would return, without playing it.
    pub fn explain(&self, color: Color, action: Move) -> Result<Turn, PlayError> {
        let mut game = self.clone();
        game.play_as(color, action).cloned()
    }

    /// Returns whether an abstention of `color` now would end play, by article 6 ① or by passes in a row.
    pub fn abstention_ends_play(&self, color: Color) -> bool {
        !self.is_over() && self.articles().abstention_suffices(self, color)
    }

    /// The length of the run of alternate abstentions that an abstention of `color` would extend. The last of them is
    /// the opponent's.
    pub fn abstentions_in_a_row(&self, color: Color) -> usize {
        let colors = std::iter::successors(Some(!color), |&color| Some(!color));
        let turns = self.turns.iter().rev().zip(colors);
        turns.take_while(|(turn, color)| turn.action == Move::Abstain && turn.color == *color).count()
    }

    /// The eligibility of both colours for the right.
    pub(crate) fn eligibility(&self) -> Eligibility {
        self.eligibility
    }

    fn place(&mut self, color: Color, point: Point, prospect: Prospect) -> Turn {
        let Prospect { board, placed, mut eligibility, settlement, retired } = prospect;
        if let Some(memory) = &mut self.ko_memory {
            memory.record_placement(&self.board, self.current, &board, color, point);
        }
        self.before[point] = Some(self.current);
        let placed_hash = self.board.hash() ^ zobrist::key(color, point);
        let (_, recreates) = self.positions.record(placed, placed_hash);
        for chain in &retired {
            self.record_retirement(chain);
        }
        self.board = board;
        (self.current, _) = self.positions.record(self.board.position(), self.board.hash());
        self.to_play = !color;
        let situation = (self.current, self.to_play);
        let has_occurred = !self.situations.insert(situation);
        let times = self.count_occurrence();
        let recurs = if self.articles().draws_repetition() { has_occurred } else { times >= OCCURRENCE_LIMIT };
        let was_barred = eligibility.barred().is_some();
        let end = self.articles().end_by_placement(&mut eligibility, color, settlement, recreates, || recurs);
        self.eligibility = eligibility;
        Turn {
            number: self.turns.len() + 1,
            color,
            action: Move::Place(point),
            retired,
            immovable: settlement.immovable.into_iter().chain(settlement.dead_end.then_some(point)).collect(),
            barred: eligibility.barred().filter(|_| !was_barred),
            outcome: end.map(|reason| Outcome::by(reason, color, || self.count())),
        }
    }

    fn record_retirement(&mut self, chain: &Retirement) {
        self.ledger.captured[chain.color] += chain.stones.len() as u32;
        if chain.quarantined {
            self.quarantined[chain.color] += chain.stones.len() as u16;
        }
        let index = *self.retired_index.entry((chain.color, chain.stones)).or_insert_with(|| {
            self.retired.push(RetiredChain { color: chain.color, stones: chain.stones, times: 0, cause: chain.cause });
            self.retired.len() - 1
        });
        self.retired[index].times += 1;
        self.retired[index].cause = chain.cause;
    }

    fn abstain(&mut self, color: Color) -> Turn {
        let number = self.turns.len() + 1;
        self.ledger.passes[color] += 1;
        let recurs = || self.situations.contains(&(self.current, !color));
        let end = self.articles().end_by_abstention(self.eligibility, color, &*self, recurs);
        if end != Some(Reason::BlackAbstainedFirst) {
            self.abstentions[color].push(Abstention { turn: number, hash: self.board.hash(), position: self.current });
            self.situations.insert((self.current, !color));
        }
        self.to_play = !color;
        if let Some(memory) = &mut self.ko_memory {
            memory.record_pass();
        }
        self.count_occurrence();
        self.reset_occurrences();
        Turn {
            number,
            color,
            action: Move::Abstain,
            retired: SmallVec::new(),
            immovable: ArrayVec::new(),
            barred: None,
            outcome: end.map(|reason| Outcome::by(reason, color, || self.count())),
        }
    }

    /// Returns whether Black would lose by abstaining now, because it must make the first placement of the game
    /// (article 2 ③).
    pub fn is_opening_forced(&self) -> bool {
        self.articles().black_begins && self.is_before_first_placement()
    }

    /// Returns whether no stone has been placed or set up yet.
    pub fn is_before_first_placement(&self) -> bool {
        !self.eligibility.has_begun()
    }

    /// Ends the game by the resignation of `color`.
    ///
    /// # Errors
    /// If play has already ended, in any way.
    pub fn resign(&mut self, color: Color) -> Result<(), PlayError> {
        self.lose(color, Reason::Resignation)
    }

    /// Ends the game by the timeout of `color`.
    ///
    /// # Errors
    /// If play has already ended, in any way.
    pub fn lose_on_time(&mut self, color: Color) -> Result<(), PlayError> {
        self.lose(color, Reason::Time)
    }

    fn lose(&mut self, color: Color, reason: Reason) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::Ended);
        }
        self.outcome = Some(Outcome::lost_by(color, reason));
        Ok(())
    }

    /// Withdraws a resignation or a loss on time, so that play resumes. Returns whether there was one.
    pub fn withdraw(&mut self) -> bool {
        let given_up = self.outcome.is_some_and(|outcome| outcome.reason.is_given_up());
        if given_up {
            self.outcome = None;
        }
        given_up
    }

    /// Undoes the last turn, and returns it. Quarantine, retired chains, abstentions and the barred colour are restored
    /// too, and a resignation or a loss on time is withdrawn. Returns `None` and changes nothing if no turn was played.
    pub fn undo(&mut self) -> Option<Turn> {
        let last = self.turns.last()?.clone();
        *self = self.after_turns(self.turns.len() - 1);
        Some(last)
    }

    /// The game by the same rules with simple ko in place of their rule of repetition; `None` if a turn would be illegal
    /// by it.
    pub fn with_simple_ko(&self) -> Option<Self> {
        let ruleset = self.ruleset.with_repetition(Repetition::SimpleKo);
        let mut game = Self::begin(self.size, ruleset, self.start, self.komi);
        self.turns.iter().try_for_each(|turn| game.play_as(turn.color, turn.action).map(|_| ())).ok()?;
        Some(game)
    }

    /// The game as it was after its first `turns` turns, replayed from the start.
    ///
    /// # Panics
    ///
    /// If fewer turns were played.
    pub fn after_turns(&self, turns: usize) -> Self {
        let mut game = Self::begin(self.size, self.ruleset, self.start, self.komi);
        for turn in &self.turns[..turns] {
            // Each turn was legal in this same state, so it is legal again.
            let replayed = game.play_as(turn.color, turn.action);
            debug_assert!(replayed.is_ok(), "{replayed:?}");
        }
        game
    }
}

impl Abstentions for Game {
    fn has_abstained_here(&self, color: Color) -> bool {
        self.abstentions[color].iter().any(|abstention| abstention.position == self.current)
    }

    fn in_a_row(&self, color: Color) -> usize {
        self.abstentions_in_a_row(color)
    }
}
