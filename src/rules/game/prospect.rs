//! What a move would do, and whether it may be played.

use super::Game;
use crate::board::{Board, Color, Lifted, Position};
use crate::geometry::{Large, Point, PointSet};
use crate::rules::errors::PlayError;
use crate::rules::events::{Move, Retirement};
use crate::rules::ruleset::{Repetition, Suicide};
use crate::rules::turn::{Cause, Settlement, settle};

/// What a placement would do, before anything is recorded.
pub(super) struct Prospect {
    /// The board after it.
    pub(super) board: Board,
    /// The position with the enclosed stones still on the board.
    pub(super) placed: Position,
    pub(super) settlement: Settlement<Large>,
    pub(super) retired: Vec<Retirement>,
}

impl Prospect {
    /// Whether the chain of the stone just put down had no liberty when the opponent's enclosed chains were lifted.
    fn is_suicide(&self) -> bool {
        self.settlement.dead_end || self.is_self_fill()
    }

    fn is_self_fill(&self) -> bool {
        self.retired.iter().any(|chain| chain.cause == Cause::SelfFill)
    }
}

impl Game {
    /// Whether the move can be played: nothing else is illegal under these rules.
    pub fn check(&self, color: Color, action: Move) -> Result<(), PlayError> {
        match action {
            Move::Place(point) => self.prospect(color, point).map(|_| ()),
            Move::Abstain => self.check_right(color, action),
        }
    }

    /// Whether a placement of `color` on `point` would be a dead end: legal, and lost at once unless it is the last turn
    /// of the annex.
    pub fn is_dead_end(&self, color: Color, point: Point) -> bool {
        self.prospect(color, point).is_ok_and(|prospect| prospect.settlement.dead_end)
    }

    /// Whether a placement of `color` on `point` would retire its own chain (자충퇴).
    pub fn is_self_fill(&self, color: Color, point: Point) -> bool {
        self.prospect(color, point).is_ok_and(|prospect| prospect.is_self_fill())
    }

    /// Whether the colour may use the right for this, whatever would come of it.
    pub(super) fn check_right(&self, color: Color, action: Move) -> Result<(), PlayError> {
        let resumes = !self.is_final() && matches!(action, Move::Place(_));
        if self.is_over() && !resumes {
            return Err(PlayError::Ended);
        }
        if self.barred == Some(color) {
            return Err(PlayError::Barred(color));
        }
        if !self.has_waiting_stone(color) {
            return Err(PlayError::Exhausted(color));
        }
        match action {
            Move::Place(point) if !self.size.contains(point) => Err(PlayError::Outside(point, self.size)),
            Move::Place(point) if !self.board.empty().contains(point) => Err(PlayError::Occupied(point)),
            _ => Ok(()),
        }
    }

    /// Steps 1 to 5 of a placement, and where the retired chains would go; an error if it is illegal.
    pub(super) fn prospect(&self, color: Color, point: Point) -> Result<Prospect, PlayError> {
        self.check_right(color, Move::Place(point))?;
        let prospect = self.settled(color, point);
        let articles = self.articles();
        if articles.suicide == Suicide::Forbidden && prospect.is_suicide() {
            return Err(PlayError::Suicide(point));
        }
        let has_stood = || self.positions.find(&prospect.board.position(), prospect.board.hash()).is_some();
        if articles.repetition == Repetition::PositionalSuperko && has_stood() {
            return Err(PlayError::Superko(point));
        }
        Ok(prospect)
    }

    fn settled(&self, color: Color, point: Point) -> Prospect {
        let mut board = self.board;
        board.put(color, point);
        let placed = board.position();
        let articles = self.articles();
        let mut retired = Vec::new();
        let mut retire = |color, Lifted { stones, .. }: Lifted<Large>, cause| {
            let repeated = self.retired_index.contains_key(&(color, stones));
            let quarantined = articles.forfeiture && (repeated || cause == Cause::SelfFill);
            retired.push(Retirement { color, stones, cause, repeated, quarantined });
        };
        let mut settlement = settle(
            &mut board,
            color,
            point,
            |stone, board| {
                let lifted = || board.position().without(PointSet::of(stone));
                articles.immovability && self.before[stone].is_some_and(|id| *self.positions.get(id) == lifted())
            },
            |_, color, lifted, cause| retire(color, lifted, cause),
        );
        if settlement.dead_end && !articles.immovability {
            retire(color, board.lift(point), Cause::SelfFill);
            settlement.dead_end = false;
        }
        Prospect { board, placed, settlement, retired }
    }
}
