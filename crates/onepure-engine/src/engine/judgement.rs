//! Dead stones and sekis, judged by playouts.

use super::Engine;
use crate::search::{Ownership, ownership};
use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::Game;

/// The playouts of a judgement.
pub(super) const JUDGEMENT_PLAYOUTS: u32 = 600;

/// The ownership judged by playouts in which `color` plays first.
pub(super) fn judged(game: &Game, color: Color, seed: u64) -> Ownership {
    ownership(game, color, JUDGEMENT_PLAYOUTS, seed)
}

/// The dead stones after the end of the game, judged by this many playouts for each colour that plays first. By territory, a colour's
/// stones are judged by the playouts in which the opponent plays first, which has to capture them.
pub fn dead_after_end(game: &Game, playouts: u32, seed: u64) -> PointSet {
    let [mut black_first, white_first] = Color::BOTH.map(|color| ownership(game, color, playouts, seed));
    if game.articles().tells_territory() {
        let stones = |color| game.board().stones(color);
        black_first.dead_stones(game) & stones(Color::White) | white_first.dead_stones(game) & stones(Color::Black)
    } else {
        black_first.absorb(&white_first);
        black_first.dead_stones(game)
    }
}

impl Engine {
    /// The ownership judged by playouts.
    pub fn ownership(&self) -> Ownership {
        self.ownership_if_first(self.game.to_play())
    }

    /// The ownership judged by playouts in which `color` plays first.
    pub fn ownership_if_first(&self, color: Color) -> Ownership {
        judged(&self.game, color, self.settings.seed)
    }

    /// The dead stones of both colours, judged by playouts. After a final end no stone is dead.
    pub fn dead_stones(&self) -> PointSet {
        if self.game.is_final() || self.game.barred().is_some() {
            return PointSet::empty();
        }
        if self.game.is_over() {
            return dead_after_end(&self.game, JUDGEMENT_PLAYOUTS, self.settings.seed);
        }
        self.ownership().dead_stones(&self.game)
    }

    /// The stones to lift before the count of a finished game, if both players agree with the engine. None if the board is counted as it
    /// is.
    pub fn stones_to_lift(&self) -> PointSet {
        let is_lifted = self.game.articles().lifts_dead_stones() && self.game.is_over();
        if is_lifted { self.dead_stones() } else { PointSet::empty() }
    }

    /// The stones of both colours in seki, judged by playouts. None if the board is counted as it is.
    pub fn stones_in_seki(&self) -> PointSet {
        if self.game.articles().lifts_dead_stones() {
            self.ownership().stones_in_seki(&self.game)
        } else {
            PointSet::empty()
        }
    }
}
