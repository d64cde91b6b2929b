//! The result of a game that has ended: with or without dead stones.

use super::played::CountedBy;
use crate::board::{Color, PerColor};
use crate::geometry::PointSet;
use crate::rules::{Game, Reason, Verdict};
use crate::search::ownership;

/// Playouts by which the referee judges what the players do not agree about.
const PLAYOUTS: u32 = 1000;

/// Whether stones that the players hold to be dead are lifted before the count.
pub(super) fn wants_agreement(game: &Game) -> bool {
    game.articles().lifts_lost_stones() && game.outcome().is_some_and(|outcome| outcome.reason == Reason::Abstentions)
}

/// The count without the stones that both players hold to be dead; or, where they do not agree or do not say, without those
/// that playouts of the referee hold to be lost.
pub(super) fn without_dead_stones(game: &Game, named: PerColor<Option<PointSet>>, seed: u64) -> (Verdict, CountedBy) {
    let (lost, by) = match (named.black, named.white) {
        (Some(black), Some(white)) if black == white => (black, CountedBy::Agreement),
        _ => (lost_either_way(game, seed), CountedBy::Playouts),
    };
    (game.count_without(lost).verdict(), by)
}

/// The stones that are lost in playouts, whoever would go on first.
fn lost_either_way(game: &Game, seed: u64) -> PointSet {
    let [black_first, white_first] = Color::BOTH.map(|color| ownership(game, color, PLAYOUTS, seed).lost_stones(game));
    black_first & white_first
}
