//! Captures in ordinary Go.

use super::eyes::Eyes;
use crate::board::{Board, Color, Lifted, PerColor};
use crate::geometry::{Bitboard, Layout, Point};
use crate::rules::systems::area::ARTICLES;
use crate::rules::systems::turn::{Eligibility, Memory, Retired, settle};

/// Collects the captured stones and updates the eyes that they uncover.
struct Captures<'playout, L: Layout> {
    eyes: &'playout mut Eyes<L>,
    lifted: Bitboard<L>,
}

impl<L: Layout> Memory<L> for Captures<'_, L> {
    #[inline(always)]
    fn would_undo(&self, _board: &Board<L>, _stone: Point<L>) -> bool {
        false
    }

    #[inline(always)]
    fn has_retired(&mut self, _color: Color, _chain: &Lifted<L>) -> bool {
        false
    }

    #[inline(always)]
    fn retire(&mut self, board: &Board<L>, retired: &Retired<L>) {
        self.lifted |= retired.chain.stones;
        self.eyes.recount(board, retired.color);
    }
}

/// The result of a capture.
#[derive(Clone, Copy, Debug)]
pub struct Capture<L: Layout> {
    /// The point at which the ko may not be retaken at once, if it is a ko.
    pub ko: Option<Point<L>>,
    /// The number of captured stones.
    pub stones: u16,
}

/// Lifts the chains that the stone of `color` on `point` encloses.
#[inline(always)]
pub fn capture<L: Layout>(board: &mut Board<L>, eyes: &mut Eyes<L>, color: Color, point: Point<L>) -> Capture<L> {
    let mut captures = Captures { eyes, lifted: Bitboard::empty() };
    settle(&ARTICLES, board, &mut Eligibility::at_start(&ARTICLES, PerColor::default()), &mut captures, color, point);
    let lifted = captures.lifted;
    let is_ko = lifted.len() == 1 && board.is_lone(point) && board.last_liberty(point) == lifted.first();
    Capture { ko: lifted.first().filter(|_| is_ko), stones: lifted.len() as u16 }
}
