//! The positions that proofs are about: a whole board with its history, or a zone.

use super::goal::Goal;
use crate::tactics::is_unconditionally_alive;
use onepure_rules::board::{Board, Color};
use onepure_rules::geometry::{Bitboard, Layout, Point};
use onepure_rules::simulation::{Action, Broken, ExactPosition, Facts, Illegal, Image, PlayEnd, Trail, ZonePosition};

/// A position that proofs are about. Its history is in [`Facts`].
pub(super) trait ProofPosition<L: Layout>: Copy {
    /// The end of play.
    type End: Copy;
    fn to_play(&self) -> Color;
    fn board(&self) -> &Board<L>;
    /// The key of everything but the history.
    fn key(&self) -> u64;
    /// The frame of the board in which the position has its key.
    fn frame(&self) -> u8;
    /// The maps from a position with the same key and with this frame to this position.
    fn maps(&self, from: u8, facts: &Facts) -> impl Iterator<Item = Image>;
    fn may_pass(&self) -> bool;
    /// Plays a turn. `trail` receives what it asked of the history.
    fn play(&mut self, action: Action<L>, facts: &mut Facts, trail: &mut Trail) -> Result<Option<Self::End>, Illegal>;
    /// Returns whether a goal is reached after a turn that left this position; `None` while it is open.
    fn judge(&self, goal: Goal<L>, end: Option<Self::End>) -> Option<bool>;
    /// Returns whether the chain on a point is unconditionally alive.
    fn is_alive(&self, target: Point<L>) -> bool;
}

impl<L: Layout> ProofPosition<L> for ExactPosition<L> {
    type End = PlayEnd;

    fn to_play(&self) -> Color {
        self.to_play()
    }

    fn board(&self) -> &Board<L> {
        self.board()
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn frame(&self) -> u8 {
        self.frame()
    }

    fn maps(&self, from: u8, facts: &Facts) -> impl Iterator<Item = Image> {
        self.maps(from, facts)
    }

    fn may_pass(&self) -> bool {
        true
    }

    fn play(&mut self, action: Action<L>, facts: &mut Facts, trail: &mut Trail) -> Result<Option<PlayEnd>, Illegal> {
        self.play(action, facts, trail)
    }

    fn judge(&self, goal: Goal<L>, end: Option<PlayEnd>) -> Option<bool> {
        goal.judge(self, end)
    }

    fn is_alive(&self, target: Point<L>) -> bool {
        is_unconditionally_alive(self.board(), Bitboard::empty(), self.suicide(), target)
    }
}

impl<L: Layout> ProofPosition<L> for ZonePosition<L> {
    type End = Broken;

    fn to_play(&self) -> Color {
        self.to_play()
    }

    fn board(&self) -> &Board<L> {
        self.board()
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn frame(&self) -> u8 {
        0
    }

    fn maps(&self, _from: u8, _facts: &Facts) -> impl Iterator<Item = Image> {
        std::iter::once(Image::IDENTITY)
    }

    fn may_pass(&self) -> bool {
        self.may_pass()
    }

    fn play(&mut self, action: Action<L>, facts: &mut Facts, trail: &mut Trail) -> Result<Option<Broken>, Illegal> {
        self.play(action, facts, trail)
    }

    fn judge(&self, goal: Goal<L>, end: Option<Broken>) -> Option<bool> {
        goal.judge_zone(self, end)
    }

    fn is_alive(&self, target: Point<L>) -> bool {
        is_unconditionally_alive(self.board(), self.edge(), self.suicide(), target)
    }
}
