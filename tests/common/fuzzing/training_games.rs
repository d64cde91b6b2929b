//! Games of self-play to learn from: each is refused with a reason, or says what it holds.

use crate::file::with_file;
use onepure::arena::selfplay::{TrainingGame, TrainingGames};

/// The most games of an input that are read, so that one input takes a fraction of a second.
const MOST_GAMES: usize = 100;

/// Reads bytes as a file of training games, up to the first mistake.
///
/// # Panics
/// If a game can be started that cannot be asked.
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
