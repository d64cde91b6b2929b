//! Moves at random.

use onepure::geometry::Point;
use onepure::random::Randomness;
use onepure::rules::{Game, Move};

/// How moves are chosen at random: among the legal placements in a corner of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RandomMoves {
    /// So many columns and rows from A1.
    pub(crate) window: usize,
    /// One move in so many may be a dead end; 0 if none is.
    pub(crate) dead_ends: usize,
    /// One move in so many is an abstention, but not before the first placement; 0 if only those are that have to be.
    pub(crate) abstentions: usize,
}

impl RandomMoves {
    /// A move for the colour to play, each of its kind as likely as the others.
    pub(crate) fn choose(self, game: &Game, randomness: &mut Randomness) -> Move {
        let color = game.to_play();
        let is_near = |point: &Point| point.column() < self.window && point.row() < self.window;
        let is_legal = |point: &Point| game.check(color, Move::Place(*point)).is_ok();
        let legal: Vec<Point> = game.board().empty().iter().filter(is_near).filter(is_legal).collect();
        let mut one_in = |many: usize| many > 0 && randomness.below(many) == 0;
        let abstains = !game.is_before_first_placement() && one_in(self.abstentions);
        let takes_any = one_in(self.dead_ends);
        let safe: Vec<Point> = legal.iter().copied().filter(|&point| !game.is_dead_end(color, point)).collect();
        let list = if takes_any || safe.is_empty() && self.dead_ends > 0 { legal } else { safe };
        if abstains || list.is_empty() { Move::Abstain } else { Move::Place(list[randomness.below(list.len())]) }
    }
}
