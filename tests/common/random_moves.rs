//! Random moves.

use onepure::geometry::Point;
use onepure::random::Randomness;
use onepure::rules::{Game, Move};

/// A random choice among the legal placements in a corner of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RandomMoves {
    /// The number of columns and rows from A1 that belong to the corner.
    pub(crate) window: usize,
    /// One move in `dead_ends` may be a dead end; 0 for none.
    pub(crate) dead_ends: usize,
    /// One move in `abstentions` is an abstention, though never before the first placement; 0 for none except forced
    /// ones.
    pub(crate) abstentions: usize,
}

impl RandomMoves {
    /// A random move for the colour to play, uniform within its kind.
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
