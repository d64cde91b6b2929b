//! A game: everything that has happened, and what may happen next.

mod count;
mod prospect;

use super::errors::{PlayError, SetUpError};
use super::events::{Abstention, Move, RetiredChain, Retirement, Turn};
use super::ledger::{Ledger, Stones};
use super::outcome::{Outcome, Reason};
use super::positions::{PositionId, Positions};
use super::ruleset::{Articles, Ruleset};
use super::systems::ing::KoMemory;
use super::systems::turn::{Abstentions, Eligibility};
use crate::board::{Board, Color, PerColor, Position, zobrist};
use crate::geometry::{BoardSize, Large, Layout, PerPoint, Point, PointSet};
use prospect::Prospect;
use rustc_hash::{FxHashMap, FxHashSet};

/// A game: the board, whose turn it is, and the whole history that the rules ask for.
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
    /// The position that stands.
    current: PositionId,
    /// For each stone on the board the position just before its placement; none for stones that were set up.
    before: PerPoint<Large, Option<PositionId>>,
    retired: Vec<RetiredChain>,
    retired_index: FxHashMap<(Color, PointSet), usize>,
    abstentions: PerColor<Vec<Abstention>>,
    /// Which position has stood with which colour to play, for repetition as a draw and situational superko.
    stood: FxHashSet<(PositionId, Color)>,
    /// How often each has since the last abstention, the position after it included, or since the start where that is not forgotten.
    standings: FxHashMap<(PositionId, Color), u8>,
    /// What has happened in kos, under the Ing rules.
    ko_memory: Option<KoMemory<Large, PositionId>>,
    /// Captured stones and passes so far.
    ledger: Ledger,
}

/// A position that has stood so often with the same colour to play leaves no result, or may not stand, under rules that say so.
pub(crate) const STANDINGS: u8 = 3;

/// What a game began from.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Start {
    position: Position,
    to_play: Color,
    /// How many of Black's stones are a handicap.
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
    /// A game from the empty board, Black to play.
    pub fn new(size: BoardSize, ruleset: Ruleset) -> Self {
        Self::begin(size, ruleset, Start::of(Position::default(), Color::Black), None)
    }

    /// A game from a position that was set up. Its stones come out of the quota, were never placed (so that none of them
    /// can be immovable), and count as the first placement of the game unless there are none.
    ///
    /// If the colour to play has no waiting stone left, play has ended by exhaustion.
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
            stood: std::iter::once((current, start.to_play)).collect(),
            standings: std::iter::once(((current, start.to_play), 1)).collect(),
            ko_memory: KoMemory::at_start(ruleset.articles(size).repetition),
            ledger: Ledger { penalties: start.penalties, ..Ledger::default() },
        };
        if !game.eligibility.has_waiting_stone(start.to_play) {
            game.outcome = Some(Outcome::counted(Reason::Exhaustion, &game.count()));
        }
        game
    }

    /// The number of lines of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The rule system.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The articles in force on this board.
    pub fn articles(&self) -> Articles {
        self.ruleset.articles(self.size)
    }

    /// The board as it stands.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who holds the right; who would hold it, if play had not ended.
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// The position from which the game began.
    pub fn start(&self) -> Position {
        self.start.position
    }

    /// Who held the right at the start.
    pub fn first_to_play(&self) -> Color {
        self.start.to_play
    }

    /// Every turn so far.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// How play ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Whether play has ended.
    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Whether play has ended for good, so that nothing but taking moves back changes the game any more. After an end by
    /// abstentions a placement resumes play, unless the annex has barred a colour: then there is no further turn.
    pub fn is_final(&self) -> bool {
        self.outcome.is_some_and(|outcome| outcome.is_final() || self.barred().is_some())
    }

    /// The colour that may not receive the right again (annex).
    pub fn barred(&self) -> Option<Color> {
        self.eligibility.barred()
    }

    /// Every chain that has retired, in the order of its first retirement.
    pub fn retired(&self) -> &[RetiredChain] {
        &self.retired
    }

    /// Every abstention of a colour.
    pub fn abstentions(&self, color: Color) -> &[Abstention] {
        &self.abstentions[color]
    }

    /// Where the stones of a colour are.
    pub fn stones(&self, color: Color) -> Stones {
        let board = self.board.stones(color).len() as u16;
        let quarantined = self.quarantined[color];
        Stones { board, waiting: self.articles().quota.map(|_| self.eligibility.waiting(color)), quarantined }
    }

    /// The position just before the placement of the stone on `point`; `None` without a stone, or if it was set up.
    pub fn position_before(&self, point: Point) -> Option<&Position> {
        self.board.stone(point)?;
        self.before[point].map(|id| self.positions.get(id))
    }

    /// Every position that has stood, each once: those from which a player placed, those with the enclosed stones still on
    /// the board, and those after retirement.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        self.positions.iter()
    }

    /// Every position that has stood between two turns, with the colour that then held the right.
    pub fn positions_to_play(&self) -> impl Iterator<Item = (&Position, Color)> {
        self.stood.iter().map(|&(id, color)| (self.positions.get(id), color))
    }

    /// What has happened in kos, under the Ing rules, with the hashes of positions.
    pub(crate) fn ko_memory<L: Layout>(&self) -> Option<KoMemory<L, u64>> {
        self.ko_memory.as_ref().map(|memory| memory.convert(|id| self.positions.get(id).hash()))
    }

    /// Every position with the colour to play that has stood since the last abstention, or since the start where that is not
    /// forgotten, and how often.
    pub(crate) fn standings(&self) -> impl Iterator<Item = (&Position, Color, u8)> {
        self.standings.iter().map(|(&(id, color), &times)| (self.positions.get(id), color, times))
    }

    /// The point at which `color` would retake a ko at once: where a placement would bring the position back that stood before
    /// the last turn, a placement of the other colour.
    pub fn ko(&self, color: Color) -> Option<Point> {
        let last = self.turns.last().filter(|turn| turn.color != color)?;
        let Move::Place(placed) = last.action else { return None };
        let [Retirement { color: captured, stones, .. }] = last.retired[..] else { return None };
        let point = stones.first().filter(|_| captured == color && stones.len() == 1)?;
        (self.board.is_lone(placed) && self.board.last_liberty(placed) == Some(point)).then_some(point)
    }

    /// Uses the right for the colour that holds it.
    ///
    /// After an end by abstentions a placement resumes play. On an error the game is as it was.
    pub fn play(&mut self, action: Move) -> Result<&Turn, PlayError> {
        self.play_as(self.to_play, action)
    }

    /// Uses the right for `color`; if it is the other's turn, the right is handed over first, which is not an abstention.
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

    /// Hands the right to `color`, if it does not hold it, and opens play again, if it has ended.
    fn take_right(&mut self, color: Color) {
        if color != self.to_play {
            self.to_play = color;
            self.stood.insert((self.current, color));
            self.forget_standings();
        }
        self.outcome = None;
    }

    /// Only the position that stands counts among those that may stand once more, where that is forgotten.
    fn forget_standings(&mut self) {
        if self.articles().passes_forget_standings() {
            self.standings.clear();
            self.standings.insert((self.current, self.to_play), 1);
        }
    }

    /// Counts that the position stands with the colour to play, and says how often it has.
    fn count_standing(&mut self) -> u8 {
        let times = self.standings.entry((self.current, self.to_play)).or_default();
        *times = times.saturating_add(1);
        if let Some(memory) = &mut self.ko_memory {
            memory.stand(self.current, self.to_play);
        }
        *times
    }

    /// What [`Game::play_as`] would report, without playing.
    pub fn explain(&self, color: Color, action: Move) -> Result<Turn, PlayError> {
        let mut game = self.clone();
        game.play_as(color, action).cloned()
    }

    /// Whether an abstention of `color` now would end play by article 6 ①, or by what stands in its place.
    pub fn abstention_ends_play(&self, color: Color) -> bool {
        !self.is_over() && self.articles().abstention_suffices(self, color)
    }

    /// How many abstentions of the colours by turns, the last of them by the opponent, an abstention of `color` would follow.
    pub fn abstentions_in_a_row(&self, color: Color) -> usize {
        let colors = std::iter::successors(Some(!color), |&color| Some(!color));
        let turns = self.turns.iter().rev().zip(colors);
        turns.take_while(|(turn, color)| turn.action == Move::Abstain && turn.color == *color).count()
    }

    /// Who can still receive the right.
    pub(crate) fn eligibility(&self) -> Eligibility {
        self.eligibility
    }

    fn place(&mut self, color: Color, point: Point, prospect: Prospect) -> Turn {
        let Prospect { board, placed, mut eligibility, settlement, retired } = prospect;
        if let Some(memory) = &mut self.ko_memory {
            memory.place(&self.board, self.current, &board, color, point);
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
        let has_stood = !self.stood.insert(situation);
        let times = self.count_standing();
        let recurs = if self.articles().draws_repetition() { has_stood } else { times >= STANDINGS };
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
        let recurs = || self.stood.contains(&(self.current, !color));
        let end = self.articles().end_by_abstention(self.eligibility, color, &*self, recurs);
        if end != Some(Reason::BlackAbstainedFirst) {
            self.abstentions[color].push(Abstention { turn: number, hash: self.board.hash(), position: self.current });
            self.stood.insert((self.current, !color));
        }
        self.to_play = !color;
        if let Some(memory) = &mut self.ko_memory {
            memory.pass();
        }
        self.count_standing();
        self.forget_standings();
        Turn {
            number,
            color,
            action: Move::Abstain,
            retired: Vec::new(),
            immovable: Vec::new(),
            barred: None,
            outcome: end.map(|reason| Outcome::by(reason, color, || self.count())),
        }
    }

    /// Whether Black would lose by abstaining now, because it has to make the first placement of the game (article 2 ③).
    pub fn is_opening_forced(&self) -> bool {
        self.articles().black_begins && self.is_before_first_placement()
    }

    /// Whether no stone has been placed or set up yet.
    pub fn is_before_first_placement(&self) -> bool {
        !self.eligibility.has_begun()
    }

    /// Ends the game: `color` resigns. An error if play has ended in any way.
    pub fn resign(&mut self, color: Color) -> Result<(), PlayError> {
        self.lose(color, Reason::Resignation)
    }

    /// Ends the game: `color` has run out of time. An error if play has ended in any way.
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

    /// Withdraws a resignation or a loss on time: play goes on where it stopped. Says whether there was one.
    pub fn withdraw(&mut self) -> bool {
        let given_up = self.outcome.is_some_and(|outcome| outcome.reason.is_given_up());
        if given_up {
            self.outcome = None;
        }
        given_up
    }

    /// Takes the last turn back: everything is as it was before, quarantine, retired chains, abstentions and barred
    /// colour included. A resignation or loss on time is withdrawn with it. `None` if there was no turn to take back;
    /// then nothing changes.
    pub fn undo(&mut self) -> Option<Turn> {
        let last = self.turns.last()?.clone();
        *self = self.replayed(self.turns.len() - 1);
        Some(last)
    }

    /// The same game up to so many turns, played again from its start.
    fn replayed(&self, turns: usize) -> Self {
        let mut game = Self::begin(self.size, self.ruleset, self.start, self.komi);
        for turn in &self.turns[..turns] {
            // What was played once, in the same state, can be played again.
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
