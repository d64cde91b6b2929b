//! Which stones are dead and which stand in a seki, judged by playouts.

use super::Engine;
use crate::search::{Ownership, ownership};
use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::Game;

/// Playouts by which stones are judged at the end.
pub(super) const JUDGEMENT_PLAYOUTS: u32 = 600;

/// Who holds each point in the end if `color` plays first, by playouts.
pub(super) fn judged(game: &Game, color: Color, seed: u64) -> Ownership {
    ownership(game, color, JUDGEMENT_PLAYOUTS, seed)
}

/// The stones that are dead after the end of play, when nobody is to play: judged by this many playouts for each colour that plays first,
/// by territory by those in which the opponent does, who has to capture them.
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
    /// Who holds each point in the end, by playouts.
    pub fn ownership(&self) -> Ownership {
        self.ownership_if_first(self.game.to_play())
    }

    /// Who holds each point in the end if `color` plays first, by playouts.
    pub fn ownership_if_first(&self, color: Color) -> Ownership {
        judged(&self.game, color, self.settings.seed)
    }

    /// The stones, of both colours, that are dead at the end, judged by playouts. After an end that is final no stone is
    /// dead any more.
    pub fn dead_stones(&self) -> PointSet {
        if self.game.is_final() || self.game.barred().is_some() {
            return PointSet::empty();
        }
        if self.game.is_over() {
            return dead_after_end(&self.game, JUDGEMENT_PLAYOUTS, self.settings.seed);
        }
        self.ownership().dead_stones(&self.game)
    }

    /// The stones that are lifted before the count of a game that has ended, if both players judge dead what the engine
    /// does: none where the count belongs to the board as it stands.
    pub fn stones_to_lift(&self) -> PointSet {
        let is_lifted = self.game.articles().lifts_dead_stones() && self.game.is_over();
        if is_lifted { self.dead_stones() } else { PointSet::empty() }
    }

    /// The stones, of both colours, that stand in a seki, judged by playouts: where the count belongs to
    /// the board as it stands, none.
    pub fn stones_in_seki(&self) -> PointSet {
        if self.game.articles().lifts_dead_stones() {
            self.ownership().stones_in_seki(&self.game)
        } else {
            PointSet::empty()
        }
    }
}
