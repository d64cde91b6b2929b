//! The effect and the legality of a move, without playing it.

use super::{Game, OCCURRENCE_LIMIT};
use crate::board::{Board, Color, Lifted, Position};
use crate::geometry::{Large, Point, PointSet};
use crate::rules::errors::PlayError;
use crate::rules::events::{Move, Retirement};
use crate::rules::systems::ing::IngKo;
use crate::rules::systems::turn::{Eligibility, Memory, Retired, Settlement, settle};
use crate::rules::systems::{Forbidden, Recurrence};
use smallvec::SmallVec;

/// The effect of a placement, before it is recorded.
pub(super) struct Prospect {
    /// The board after the placement.
    pub(super) board: Board,
    /// The placed position, with the enclosed stones still on the board.
    pub(super) placed: Position,
    pub(super) eligibility: Eligibility,
    pub(super) settlement: Settlement<Large>,
    pub(super) retired: SmallVec<[Retirement; 1]>,
}

/// The game's history, and the chains that the placement would retire.
struct Prospective<'game> {
    game: &'game Game,
    retired: SmallVec<[Retirement; 1]>,
}

impl Memory<Large> for Prospective<'_> {
    fn would_undo(&self, board: &Board, stone: Point) -> bool {
        let lifted = || board.position().without(PointSet::of(stone));
        self.game.before[stone].is_some_and(|id| *self.game.positions.get(id) == lifted())
    }

    fn has_retired(&mut self, color: Color, chain: &Lifted<Large>) -> bool {
        self.game.retired_index.contains_key(&(color, chain.stones))
    }

    fn retire(&mut self, _board: &Board, retired: &Retired<Large>) {
        let Retired { color, chain: Lifted { stones, .. }, cause, repeated, quarantined } = *retired;
        self.retired.push(Retirement { color, stones, cause, repeated, quarantined });
    }
}

impl Game {
    /// The position before the last turn, if that turn was a placement of `color`.
    fn position_before_last_placement(&self, color: Color) -> Option<&Position> {
        match self.turns.last()?.action {
            Move::Place(point) if self.turns.last()?.color == color => {
                self.before[point].map(|id| self.positions.get(id))
            }
            _ => None,
        }
    }

    /// Checks whether the move is legal.
    ///
    /// # Errors
    /// The reason why it is illegal.
    pub fn check(&self, color: Color, action: Move) -> Result<(), PlayError> {
        match action {
            Move::Place(point) => self.prospect(color, point).map(|_| ()),
            Move::Abstain => self.check_right(color, action),
        }
    }

    /// Returns whether a placement of `color` on `point` would be a dead end: legal, but an immediate loss, except in
    /// the last turn of the annex.
    pub fn is_dead_end(&self, color: Color, point: Point) -> bool {
        self.prospect(color, point).is_ok_and(|prospect| prospect.settlement.dead_end)
    }

    /// Returns whether a placement of `color` on `point` would retire its own chain (자충퇴).
    pub fn is_self_fill(&self, color: Color, point: Point) -> bool {
        self.prospect(color, point).is_ok_and(|prospect| prospect.settlement.self_filled)
    }

    /// Checks the colour's right and the point, without the effect of the move.
    pub(super) fn check_right(&self, color: Color, action: Move) -> Result<(), PlayError> {
        let resumes = !self.is_final() && matches!(action, Move::Place(_));
        if self.is_over() && !resumes {
            return Err(PlayError::Ended);
        }
        if self.barred() == Some(color) {
            return Err(PlayError::Barred(color));
        }
        if !self.eligibility.has_waiting_stone(color) {
            return Err(PlayError::Exhausted(color));
        }
        match action {
            Move::Place(point) if !self.size.contains(point) => Err(PlayError::Outside(point, self.size)),
            Move::Place(point) if !self.board.empty().contains(point) => Err(PlayError::Occupied(point)),
            _ => Ok(()),
        }
    }

    /// Steps 1 to 6 of a placement, with the destinations of retired chains; or the reason why it is illegal.
    pub(super) fn prospect(&self, color: Color, point: Point) -> Result<Prospect, PlayError> {
        self.check_right(color, Move::Place(point))?;
        let articles = self.articles();
        let (mut board, mut eligibility) = (self.board, self.eligibility);
        board.put(color, point);
        eligibility.place(color);
        let placed = board.position();
        let mut memory = Prospective { game: self, retired: SmallVec::new() };
        let settlement = settle(&articles, &mut board, &mut eligibility, &mut memory, color, point);
        let retired = memory.retired;
        let recurs = |recurrence| match recurrence {
            Recurrence::Position => self.positions.find(&board.position(), board.hash()).is_some(),
            Recurrence::Situation => self
                .positions
                .find(&board.position(), board.hash())
                .is_some_and(|id| self.situations.contains(&(id, !color))),
            Recurrence::ThirdTime => self
                .positions
                .find(&board.position(), board.hash())
                .and_then(|id| self.occurrences.get(&(id, !color)))
                .is_some_and(|&times| times + 1 >= OCCURRENCE_LIMIT),
            Recurrence::Ko => self.position_before_last_placement(!color) == Some(&board.position()),
        };
        let ing_ko = || self.ko_memory.as_ref().and_then(|memory| memory.forbids(&self.board, color, point));
        match articles.forbids(usize::from(settlement.suicide), recurs, ing_ko) {
            Some(Forbidden::Suicide) => Err(PlayError::Suicide(point)),
            Some(Forbidden::Superko) => Err(PlayError::Superko(point)),
            Some(Forbidden::Ko) => Err(PlayError::Ko(point)),
            Some(Forbidden::Ing(IngKo::Fighting)) => Err(PlayError::FightingKo(point)),
            Some(Forbidden::Ing(IngKo::Disturbing)) => Err(PlayError::DisturbingKo(point)),
            Some(Forbidden::Ing(IngKo::Seki)) => Err(PlayError::SekiKo(point)),
            Some(Forbidden::ThirdTime) => Err(PlayError::ThirdTime(point)),
            None => Ok(Prospect { board, placed, eligibility, settlement, retired }),
        }
    }
}
