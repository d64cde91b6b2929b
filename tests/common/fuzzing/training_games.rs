//! Training games of self-play: each is refused with a reason, or can be replayed.

use crate::file::with_file;
use onepure::arena::selfplay::{TrainingGame, TrainingGames};

/// The number of games of an input that are read, so that an input takes a fraction of a second.
const MOST_GAMES: usize = 100;

/// Reads bytes as a file of training games, up to the first error.
///
/// # Panics
/// If a game that was accepted cannot be used.
pub(crate) fn run(data: &[u8]) {
    with_file("training-games", data, |path| {
        let games = TrainingGames::open(path).expect("the file is there");
        for game in games.take(MOST_GAMES) {
            match game {
                Ok(game) => ask(&game),
                Err(error) => return assert!(!error.to_string().is_empty()),
            }
        }
    });
}

fn ask(game: &TrainingGame) {
    let moves = game.moves();
    for target in game.targets.iter().chain(game.tree.iter().map(|tree| &tree.target)) {
        target.moves();
    }
    for tree in &game.tree {
        tree.line();
    }
    assert!(!game.is_turned() || game.end().is_some());
    let (Some(mut played), Some(moves)) = (game.start(), moves) else { return };
    for action in moves {
        if played.play(action).is_err() {
            return;
        }
    }
}
