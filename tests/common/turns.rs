//! The turns that a colour can take. The One Pure Rules forbid none.

use onepure::rules::{Game, Move};

/// The turns of the colour to play: a placement on each empty point, and an abstention.
pub(crate) fn turns_of(game: &Game) -> Vec<Move> {
    let places = game.board().empty().iter().map(Move::Place);
    places.filter(|&action| game.check(game.to_play(), action).is_ok()).chain([Move::Abstain]).collect()
}

/// The game after a turn.
pub(crate) fn with(game: &Game, action: Move) -> Game {
    let mut after = game.clone();
    after.play(action).expect("a turn that the rules allow");
    after
}
