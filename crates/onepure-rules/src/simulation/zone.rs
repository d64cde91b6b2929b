//! The position of proofs about a part of the board, which hold whatever happens elsewhere.
//!
//! One colour, the *prover*, plays in a *zone* alone. Its opponent may also play elsewhere, which is a pass here. What the prover enforces
//! under the rules of this module it enforces on the whole board: wherever the two could differ, these rules decide against the prover.
//! The idea is that of relevance zones (Shih, Wei, Wu and Wu, "A Novel Approach to Solving Goal-Achieving Problems for Board Games", 2022); the zone
//! is given here, so that a proof can be read without the search that found it.
//!
//! A chain is *anchored* if one of its stones touches a point outside the zone. Nothing is known of the liberties outside. So
//!
//! - an anchored chain of the prover without a liberty in the zone ends the proof, and the prover may not bring this about;
//! - an anchored chain of the opponent is never captured. The prover may not take its last liberty in the zone, and plays on no point at the edge
//!   of the zone while there is such a chain without one: it might capture what leads out of the zone;
//! - if the opponent recreates the stones of the zone as they were before, the proof ends, because superko might allow it. The prover
//!   may not recreate them. Only the immediate retake of a ko is forbidden to the opponent, until it plays elsewhere;
//! - where suicide is legal, the proof also ends if the opponent leaves an anchored chain of its own without a liberty in the zone, because a
//!   suicide elsewhere could lift it.
//!
//! The prover's opponent never needs the right to play elsewhere if the prover may pass too, but to lift the ban on a ko.
//!
//! Under the One Pure Rules the stones of the zone also count as recreated while enclosed ones are still on the board. An immovable stone is then
//! never met: the position before its placement is one of those that end the proof. The retake of a ko and the suicide of a lone stone are dead
//! ends, which lose, so that the opponent does not play them. Play could end before an attacker has taken the group. That takes
//!
//! - a dead end or a recreated position: the prover's placements give the zone stones that it never had, so that no placement elsewhere recreates a
//!   position, unless the prover has captured stones elsewhere: on a lesser board an attacker plays on no point at the edge;
//! - two abstentions at one position, or a recreated position, before the prover's first placement: nothing is proven if its opponent plays first
//!   and the zone has been as it is at another position, or one colour has abstained here;
//! - the last stone of the prover, if it has none left in the zone: then the proof ends;
//! - the last stone of a quota: [`ZonePosition::of`] says how many turns a line may have.

use super::exact::{Action, Illegal};
use super::facts::{Facts, Kind, Query, Trail};
use super::frames::Frames;
use crate::board::{Board, Color, Position, chain_hash, zobrist};
use crate::geometry::{Bitboard, Layout, Point, scrambled};
use crate::rules::{Articles, Game, Repetition, Suicide};

/// The end of a proof in a zone: the prover can no longer be sure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Broken;

/// A position of a proof about a zone. Its history is in [`Facts`]. Copying it is a plain copy without heap.
#[derive(Clone, Copy, Debug)]
pub struct ZonePosition<L: Layout> {
    /// The points of the zone; those outside are the border.
    board: Board<L>,
    /// The points of the zone that touch others.
    edge: Bitboard<L>,
    suicide: Suicide,
    /// True if positions with enclosed stones count as well.
    counts_placed: bool,
    prover: Color,
    /// True if the prover attacks. Then it may not pass.
    attacks: bool,
    /// The points at the edge where the prover does not play.
    avoided: Bitboard<L>,
    to_play: Color,
    /// The point at which the opponent may not retake a ko now.
    ko: Option<Point<L>>,
}

impl<L: Layout> ZonePosition<L> {
    /// Returns whether zones know these articles: all but the ko rules of Ing. What [`ExactPosition`](super::ExactPosition) covers they know too.
    pub fn covers(articles: &Articles) -> bool {
        articles.family().is_some() && !articles.has_ing_ko()
    }

    /// The position of a zone, with `to_play` to play, and the most turns of a line. `attacks` says whether the prover has to take a group or to
    /// save one; `is_resumed` whether play goes on after passes that have ended it, or would. Returns `None` if nothing can be proven.
    pub fn of(
        game: &Game,
        zone: Bitboard<L>,
        prover: Color,
        attacks: bool,
        to_play: Color,
        is_resumed: bool,
    ) -> Option<(Self, usize)> {
        let articles = game.articles();
        let all = game.size().all::<L>();
        let edge = zone & (all - zone).neighbours();
        let mut board = Board::within(game.size(), zone);
        for color in Color::BOTH {
            for stone in game.board().stones(color).convert::<L>() & zone {
                board.put(color, stone);
            }
        }
        let has_enclosed = |color| (board.stones(color) & edge).iter().any(|stone| board.is_enclosed(stone));
        let is_broken = has_enclosed(prover) || articles.suicide != Suicide::Forbidden && has_enclosed(!prover);
        let may_end = attacks && to_play != prover && may_end_at_once(game, to_play, is_resumed, &board);
        if is_broken || may_end || game.barred().is_some() {
            return None;
        }
        let ko = game.ko(to_play).map(Point::convert).filter(|&ko| to_play != prover && zone.contains(ko));
        let ends_by_repetition = articles.bars_repetition() || articles.draws_repetition();
        let avoided = if attacks && ends_by_repetition { edge } else { Bitboard::empty() };
        let waiting = Color::BOTH.into_iter().filter_map(|color| game.stones(color).waiting).min();
        let most_turns = waiting.filter(|_| attacks).map_or(usize::MAX, usize::from);
        let (suicide, counts_placed) = (articles.suicide, articles.has_immovable_stones());
        let position = Self { board, edge, suicide, counts_placed, prover, attacks, avoided, to_play, ko };
        Some((position, most_turns))
    }

    /// The history of a game in a zone, for both colours as provers.
    pub fn history(game: &Game, zone: Bitboard<L>) -> Facts {
        let mut facts = Facts::new(Frames::one::<L>(zone));
        for position in game.positions() {
            let stones = |color| chain_hash(color, position.stones[color].convert::<L>() & zone);
            let code = stones(Color::Black) ^ stones(Color::White);
            facts.add(facts.fact_with(Kind::Position, code, code));
        }
        facts
    }

    /// The points of the zone, with their stones.
    pub fn board(&self) -> &Board<L> {
        &self.board
    }

    /// The points of the zone that touch others.
    pub fn edge(&self) -> Bitboard<L> {
        self.edge
    }

    /// The rule for suicide.
    pub fn suicide(&self) -> Suicide {
        self.suicide
    }

    /// The colour that the proof is for.
    pub fn prover(&self) -> Color {
        self.prover
    }

    /// The colour to play.
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// Returns whether the colour to play may pass, which is playing elsewhere for the prover's opponent.
    pub fn may_pass(&self) -> bool {
        if self.to_play == self.prover { !self.attacks } else { self.attacks || self.ko.is_some() }
    }

    /// The key of everything but the history.
    pub fn key(&self) -> u64 {
        let ko = self.ko.map_or(0, |point| 1 + point.index() as u64);
        scrambled(self.board.hash()) ^ scrambled((ko << 1 | self.to_play as u64) ^ 0x1234_5678_9abc_def1)
    }

    /// Plays a turn of the colour to play. A placement must be on an empty point of the zone. `trail` receives what the turn asked of the
    /// history.
    ///
    /// # Errors
    /// The placement is forbidden, or the prover may not rely on it.
    pub fn play(&mut self, action: Action<L>, facts: &mut Facts, trail: &mut Trail) -> Result<Option<Broken>, Illegal> {
        let color = self.to_play;
        let ko = self.ko.take();
        self.to_play = !color;
        let Action::Place(point) = action else { return Ok(None) };
        if ko == Some(point) {
            return Err(Illegal);
        }
        let is_prover = color == self.prover;
        if is_prover && self.avoided.contains(point) {
            return Err(Illegal);
        }
        let placed = self.board.hash() ^ zobrist::key(color, point);
        let recurs_placed = self.counts_placed && recurs(placed, facts, trail);
        if is_prover {
            self.place(point)?;
        } else if self.place_against_the_prover(point)?.is_some() {
            return Ok(Some(Broken));
        }
        let settled = self.board.hash();
        let recurs = recurs_placed || (!self.counts_placed || settled != placed) && recurs(settled, facts, trail);
        match recurs {
            true if is_prover => Err(Illegal),
            true => Ok(Some(Broken)),
            false => Ok(None),
        }
    }

    /// Puts a stone of the prover.
    fn place(&mut self, point: Point<L>) -> Result<(), Illegal> {
        let (own, other) = (self.prover, !self.prover);
        let is_at_edge = self.edge.contains(point);
        if is_at_edge && (self.board.stones(other) & self.edge).iter().any(|stone| self.board.is_enclosed(stone)) {
            return Err(Illegal);
        }
        self.board.put(own, point);
        let mut captured = Bitboard::empty();
        for head in self.board.enclosed_around(other, point).heads() {
            let chain = self.board.chain(head);
            if self.is_anchored(chain) {
                return Err(Illegal);
            }
            captured |= chain;
            self.board.lift(head);
        }
        if self.board.is_enclosed(point) {
            return Err(Illegal);
        }
        let is_ko = captured.len() == 1
            && self.board.is_lone(point)
            && !is_at_edge
            && self.board.last_liberty(point) == captured.first();
        self.ko = captured.first().filter(|_| is_ko);
        Ok(())
    }

    /// Puts a stone of the prover's opponent.
    fn place_against_the_prover(&mut self, point: Point<L>) -> Result<Option<Broken>, Illegal> {
        let (own, other) = (!self.prover, self.prover);
        self.board.put(own, point);
        for head in self.board.enclosed_around(other, point).heads() {
            if self.is_anchored(self.board.chain(head)) {
                return Ok(Some(Broken));
            }
            self.board.lift(head);
        }
        if self.board.stones(other).is_empty() {
            return Ok(Some(Broken));
        }
        if !self.board.is_enclosed(point) {
            return Ok(None);
        }
        let chain = self.board.chain(point);
        match self.suicide {
            Suicide::Forbidden if self.is_anchored(chain) => Ok(None),
            _ if self.is_anchored(chain) => Ok(Some(Broken)),
            Suicide::OfTwoOrMore | Suicide::Allowed if chain.len() > 1 => {
                self.board.lift(point);
                Ok(None)
            }
            _ => Err(Illegal),
        }
    }

    fn is_anchored(&self, chain: Bitboard<L>) -> bool {
        !(chain & self.edge).is_empty()
    }
}

/// Adds a position of the zone to the history. Returns whether it was there.
fn recurs(code: u64, facts: &mut Facts, trail: &mut Trail) -> bool {
    let fact = facts.fact_with(Kind::Position, code, code);
    let holds = facts.add(fact);
    trail.queries.push(Query { fact: fact.key, stone: 0, holds });
    trail.determined.push(fact.key);
    holds
}

/// Returns whether the colour to play might end play with its first turn, before the other colour has placed a stone in the zone, whose stones are
/// on `board`.
fn may_end_at_once<L: Layout>(game: &Game, to_play: Color, is_resumed: bool, board: &Board<L>) -> bool {
    let articles = game.articles();
    if articles.passes_that_end_play().is_some() {
        return !is_resumed && to_play == game.to_play() && game.abstentions_in_a_row(to_play) > 0;
    }
    let now = game.board().hash();
    let has_abstained = Color::BOTH.iter().any(|&color| game.abstentions(color).iter().any(|turn| turn.hash == now));
    let is_same = |position: &Position| {
        Color::BOTH.iter().all(|&color| position.stones[color].convert::<L>() & board.all() == board.stones(color))
    };
    let has_been_so = game.positions().filter(|position| is_same(position)).count() > 1;
    has_abstained || !matches!(articles.repetition, Repetition::Allowed) && has_been_so
}
