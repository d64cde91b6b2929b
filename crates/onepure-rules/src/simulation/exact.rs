//! The position of proofs, with the facts of history that each turn depends on.
//!
//! A proof holds under another history too if that history agrees on every fact that the proof asked for. So a turn
//! reports its [`Query`]s, and the solver keeps them with what it has proven.

use super::facts::{Facts, Kind, Query, Trail};
use super::frames::{Codes, Frames, Image, MOST_FRAMES, frame, least, toggle};
use super::position::PlayEnd;
use crate::board::{Board, Color, Lifted, PerColor, Position};
use crate::geometry::{Bitboard, BoardSize, Layout, PerPoint, Point, scrambled};
use crate::rules::systems::turn::{Abstentions, Eligibility, Memory, Retired, settle};
use crate::rules::{Articles, Game, Repetition, Suicide};

/// The code of the position before the placement of a stone that was set up.
const NEVER_PLACED: u64 = 0x5e7d_0b5e_5e7d_0b5e;

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
    /// The codes of the position.
    codes: Codes,
    /// The smallest of them, which symmetric positions share.
    least: u64,
    /// The code of the position before the placement of each stone.
    before: PerPoint<L, u64>,
    eligibility: Eligibility,
    /// The number of abstentions in a row, if that ends play.
    passes: u8,
}

struct FactMemory<'turn, L: Layout> {
    articles: &'turn Articles,
    before: &'turn PerPoint<L, u64>,
    /// The codes of the board.
    codes: &'turn mut Codes,
    facts: &'turn mut Facts,
    trail: &'turn mut Trail,
    asked: std::cell::Cell<Option<Query>>,
}

impl<L: Layout> Memory<L> for FactMemory<'_, L> {
    fn would_undo(&self, board: &Board<L>, stone: Point<L>) -> bool {
        let color = if board.stones(Color::Black).contains(stone) { Color::Black } else { Color::White };
        let lifted = self.codes[0] ^ self.facts.frames.stone(color, stone.index())[0];
        let holds = self.before[stone] == lifted;
        let fact = self.facts.key(Kind::Before(stone.index()), lifted);
        self.asked.set(Some(Query { fact, stone: stone.index() as u16 + 1, holds }));
        holds
    }

    fn has_retired(&mut self, color: Color, chain: &Lifted<L>) -> bool {
        let codes = self.facts.frames.chain(color, chain.stones);
        toggle(self.codes, &codes);
        if self.articles.quota().is_none() {
            return false;
        }
        let fact = self.facts.fact(Kind::Retired(color), &codes);
        let holds = self.facts.add(fact);
        self.trail.queries.push(Query { fact: fact.key, stone: 0, holds });
        self.trail.determined.push(fact.key);
        holds
    }

    fn retire(&mut self, _board: &Board<L>, retired: &Retired<L>) {
        if self.articles.has_immovable_stones() {
            for stone in retired.chain.stones {
                self.trail.touched.push(stone.index() as u16 + 1);
                self.facts.remove(self.facts.key(Kind::Before(stone.index()), self.before[stone]));
            }
        }
    }
}

struct Passes<'turn> {
    facts: &'turn Facts,
    code: u64,
    in_a_row: u8,
}

impl Abstentions for Passes<'_> {
    fn has_abstained_here(&self, color: Color) -> bool {
        self.facts.contains(self.facts.key(Kind::Abstained(color), self.code))
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

    /// The empty board of a rectangle, Black to play. A rectangle has the articles of the square of its longer side. Symmetric
    /// positions have the same [key](Self::key).
    pub fn rectangle(columns: usize, rows: usize, size: BoardSize, articles: Articles) -> (Self, Facts) {
        let points: Bitboard<L> =
            size.points().filter(|point| point.column() < columns && point.row() < rows).collect();
        let mut facts = Facts::new(Frames::of_rectangle(points, columns, rows));
        let position = Self {
            articles,
            board: Board::within(size, points),
            to_play: Color::Black,
            codes: Codes::default(),
            least: 0,
            before: PerPoint::filled(NEVER_PLACED),
            eligibility: Eligibility::at_start(&articles, PerColor::default()),
            passes: 0,
        };
        position.add_current(&mut facts);
        (position, facts)
    }

    /// The position and the history of a game with `color` to play. Symmetric positions have different keys.
    pub fn of(game: &Game, color: Color) -> (Self, Facts) {
        let articles = game.articles();
        let stones = game.board().position().stones;
        let stones = PerColor::from_fn(|color| stones[color].convert::<L>());
        let mut facts = Facts::new(Frames::one::<L>(game.size().all()));
        let add = |facts: &mut Facts, kind, code| {
            let fact = facts.fact_with(kind, code, code);
            facts.add(fact);
        };
        let mut before = PerPoint::filled(NEVER_PLACED);
        for point in game.size().points::<L>() {
            if game.board().stone(point.convert()).is_some() {
                before[point] = game.position_before(point.convert()).map_or(NEVER_PLACED, Position::hash);
                if articles.has_immovable_stones() {
                    add(&mut facts, Kind::Before(point.index()), before[point]);
                }
            }
        }
        let board = Board::from_position(game.size(), &Position { stones });
        let position = Self {
            articles,
            board,
            to_play: color,
            codes: [board.hash(); MOST_FRAMES],
            least: board.hash(),
            before,
            eligibility: game.eligibility(),
            passes: if color == game.to_play() { game.abstentions_in_a_row(color) as u8 } else { 0 },
        };
        for position in game.positions() {
            add(&mut facts, Kind::Position, position.hash());
        }
        for (position, color) in game.positions_to_play() {
            add(&mut facts, Kind::Situation(color), position.hash());
        }
        for color in Color::BOTH {
            for abstention in game.abstentions(color) {
                add(&mut facts, Kind::Abstained(color), abstention.hash);
            }
        }
        for chain in game.retired() {
            add(&mut facts, Kind::Retired(chain.color), crate::board::chain_hash(chain.color, chain.stones));
        }
        position.add_current(&mut facts);
        (position, facts)
    }

    /// The position without a run of passes that ends play, as if play had gone on after it.
    pub fn resumed(self) -> Self {
        Self { passes: 0, ..self }
    }

    fn add_current(&self, facts: &mut Facts) {
        for kind in [Kind::Position, Kind::Situation(self.to_play)] {
            let fact = facts.fact(kind, &self.codes);
            facts.add(fact);
        }
    }

    /// The board.
    pub fn board(&self) -> &Board<L> {
        &self.board
    }

    /// The colour to play.
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// The rule for suicide.
    pub fn suicide(&self) -> Suicide {
        self.articles.suicide
    }

    /// The key of everything but the history. Symmetric positions share it.
    pub fn key(&self) -> u64 {
        let Self { articles, least, to_play, eligibility, passes, .. } = self;
        let barred = eligibility.barred().map_or(0, |color| 1 + color as u64);
        let waiting = |color| if articles.quota().is_some() { u64::from(eligibility.waiting(color)) } else { 0 };
        let rest = *to_play as u64
            | barred << 1
            | u64::from(eligibility.has_begun()) << 3
            | u64::from(*passes) << 4
            | waiting(Color::Black) << 16
            | waiting(Color::White) << 32;
        scrambled(*least) ^ scrambled(rest ^ 0x1234_5678_9abc_def1)
    }

    /// The first frame of the board in which this position has the smallest code.
    pub fn frame(&self) -> u8 {
        frame(&self.codes, self.least)
    }

    /// The maps from a position with the same key and with this [frame](Self::frame) to this position.
    pub fn maps(&self, from: u8, facts: &Facts) -> impl Iterator<Item = Image> {
        facts.frames.maps(from, &self.codes, self.least)
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
        let earlier = (self.codes[0], self.least);
        self.passes = 0;
        self.eligibility.place(color);
        self.board.put(color, point);
        toggle(&mut self.codes, facts.frames.stone(color, point.index()));
        let recreates = articles.bars_repetition() && {
            let placed = facts.fact(Kind::Position, &self.codes);
            let holds = facts.add(placed);
            // After the annex has barred a colour, nothing asks for earlier positions.
            if self.eligibility.barred().is_none() {
                trail.queries.push(Query { fact: placed.key, stone: 0, holds });
            }
            trail.determined.push(placed.key);
            holds
        };
        if articles.has_immovable_stones() {
            self.before[point] = earlier.0;
            facts.add(facts.fact_with(Kind::Before(point.index()), earlier.0, earlier.1));
            trail.touched.push(point.index() as u16 + 1);
        }
        let mut memory = FactMemory {
            articles: &articles,
            before: &self.before,
            codes: &mut self.codes,
            facts: &mut *facts,
            trail: &mut *trail,
            asked: std::cell::Cell::new(None),
        };
        let settlement = settle(&articles, &mut self.board, &mut self.eligibility, &mut memory, color, point);
        let asked = memory.asked.take();
        trail.queries.extend(asked);
        self.least = least(&self.codes);
        let position = facts.fact_with(Kind::Position, self.codes[0], self.least);
        let situation = facts.fact_with(Kind::Situation(!color), self.codes[0], self.least);
        let recurs = articles.forbids_repetition() && {
            let fact = if articles.forbids_by_situation() { situation.key } else { position.key };
            let holds = facts.contains(fact);
            trail.queries.push(Query { fact, stone: 0, holds });
            holds
        };
        if articles.forbids(usize::from(settlement.suicide), |_| recurs, || None).is_some() {
            return Err(Illegal);
        }
        if articles.bars_repetition() || articles.forbids_repetition() && !articles.forbids_by_situation() {
            facts.add(position);
            trail.determined.push(position.key);
        }
        self.to_play = !color;
        let mut recurs = false;
        if articles.draws_repetition() || articles.forbids_by_situation() {
            recurs = facts.add(situation);
            trail.determined.push(situation.key);
            if articles.draws_repetition() {
                trail.queries.push(Query { fact: situation.key, stone: 0, holds: recurs });
            }
        }
        let end = articles.end_by_placement(&mut self.eligibility, color, settlement, recreates, || recurs);
        Ok(end.map(|reason| PlayEnd { reason, by: color }))
    }

    fn abstain(&mut self, facts: &mut Facts, trail: &mut Trail) -> Option<PlayEnd> {
        let (articles, color, code) = (self.articles, self.to_play, self.codes[0]);
        let situation = facts.fact_with(Kind::Situation(!color), code, self.least);
        let theirs = facts.key(Kind::Abstained(!color), code);
        let by_position = articles.passes_that_end_play().is_none();
        if by_position {
            trail.queries.push(Query { fact: theirs, stone: 0, holds: facts.contains(theirs) });
        }
        if articles.draws_repetition() {
            trail.queries.push(Query { fact: situation.key, stone: 0, holds: facts.contains(situation.key) });
        }
        let before = Passes { facts: &*facts, code, in_a_row: self.passes };
        let end = articles.end_by_abstention(self.eligibility, color, &before, || facts.contains(situation.key));
        if by_position {
            let ours = facts.fact_with(Kind::Abstained(color), code, self.least);
            facts.add(ours);
            trail.determined.push(ours.key);
        } else {
            self.passes += 1;
        }
        if articles.draws_repetition() || articles.forbids_by_situation() {
            facts.add(situation);
            trail.determined.push(situation.key);
        }
        self.to_play = !color;
        end.map(|reason| PlayEnd { reason, by: color })
    }

    /// The empty points.
    pub fn empty(&self) -> Bitboard<L> {
        self.board.empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Small;
    use crate::random::Randomness;
    use crate::rules::Ruleset;

    /// Plays an action and returns what the turn asked and how it ended; `None` if it is forbidden.
    fn played(
        position: &mut ExactPosition<Small>,
        facts: &mut Facts,
        action: Action<Small>,
    ) -> Option<(Vec<Query>, Option<PlayEnd>)> {
        let mut trail = Trail::default();
        let end = position.play(action, facts, &mut trail).ok()?;
        Some((trail.queries, end))
    }

    #[test]
    fn a_game_and_its_image_have_the_same_keys_and_ask_for_images_of_the_same_facts() {
        let games = if cfg!(miri) { 1 } else { 40 };
        let mut rng = Randomness::new(7, 0);
        let (mut turns, mut asked) = (0, 0);
        let boards = [(2, 3), (3, 3), (1, 4), (5, 5)];
        for &(columns, rows) in &boards[..if cfg!(miri) { 1 } else { boards.len() }] {
            let size = BoardSize::new(columns.max(rows)).expect("a size");
            for ruleset in [Ruleset::one_pure(), Ruleset::chinese(), Ruleset::tromp_taylor()] {
                let start = ExactPosition::<Small>::rectangle(columns, rows, size, ruleset.articles(size));
                for map in start.0.maps(0, &start.1).flat_map(|map| vec![map; games]) {
                    let ((mut position, mut facts), (mut image, mut image_facts)) = (start.clone(), start.clone());
                    for _ in 0..60 {
                        let empty = position.empty();
                        let (action, opposite) = if empty.is_empty() || rng.below(5) == 0 {
                            (Action::Abstain, Action::Abstain)
                        } else {
                            let point = empty.nth(rng.below(empty.len())).expect("an empty point");
                            let opposite = Point::from_index(facts.point_image(point.index(), map));
                            (Action::Place(point), Action::Place(opposite))
                        };
                        let turn = played(&mut position, &mut facts, action);
                        let turn_of_image = played(&mut image, &mut image_facts, opposite);
                        assert_eq!(turn.is_some(), turn_of_image.is_some());
                        let (Some((queries, end)), Some((queries_of_image, end_of_image))) = (turn, turn_of_image)
                        else {
                            break;
                        };
                        assert_eq!(end, end_of_image);
                        assert_eq!((position.key(), facts.shared_hash()), (image.key(), image_facts.shared_hash()));
                        assert!(image.maps(position.frame(), &image_facts).any(|other| other == map));
                        let images: Vec<_> = queries.iter().map(|&query| facts.image(query, map)).collect();
                        assert_eq!(images, queries_of_image);
                        let after =
                            |facts: &Facts, query: &Query| Query { holds: facts.contains(query.fact), ..*query };
                        let now: Vec<_> = queries.iter().map(|query| after(&facts, query)).collect();
                        assert!(image_facts.agrees(&now, map));
                        (turns, asked) = (turns + 1, asked + queries.len());
                        if end.is_some() {
                            break;
                        }
                    }
                }
            }
        }
        assert!(turns > 50 && asked > turns / 2, "{turns} {asked}");
    }

    #[test]
    fn undoing_restores_all_facts() {
        let size = BoardSize::new(3).expect("3 lines");
        let (mut position, mut facts) =
            ExactPosition::<Small>::rectangle(2, 3, size, Ruleset::one_pure().articles(size));
        let before = (facts.hash(), facts.shared_hash());
        let mark = facts.mark();
        // White lifts A1, and Black A2.
        for (column, row) in [(0, 0), (0, 1), (1, 1), (1, 0), (0, 2), (0, 0)] {
            let action = Action::Place(Point::new(column, row));
            assert!(played(&mut position, &mut facts, action).is_some());
        }
        assert_ne!((facts.hash(), facts.shared_hash()), before);
        facts.undo(mark);
        assert_eq!((facts.hash(), facts.shared_hash()), before);
    }
}
