//! Random games rich in rare events, on [`Game`], on simulation positions and on the reference engine, compared after
//! every move.
//!
//! The default run plays 10⁵ moves. The environment variable `ONEPURE_DIFFERENTIAL_MOVES` sets another number. A
//! failure names the number of the game, and `ONEPURE_DIFFERENTIAL_GAME` replays it alone:
//!
//! ```text
//! ONEPURE_DIFFERENTIAL_MOVES=10000000 cargo test --release --test library differential
//! ONEPURE_DIFFERENTIAL_GAME=4711 cargo test --test library differential
//! ```

use super::kinds::{Kind, Tally};
use crate::comparison::{Bout, UnderTest, positions_from};
use crate::trouble::Troublemaker;
use onepure::rules::Game;
use rayon::prelude::*;

/// The number of games between two checks of the number of moves.
const BATCH: u64 = 256;

/// The largest board on which everything is compared after every move. Larger boards compare everything after each
/// seventh move.
const CHEAP_LINES: usize = 5;

#[test]
fn the_game_agrees_with_the_reference() {
    let moves = number_from("ONEPURE_DIFFERENTIAL_MOVES").unwrap_or(100_000);
    if let Some(number) = number_from("ONEPURE_DIFFERENTIAL_GAME") {
        play(number, |game| Some(game.clone()));
    } else {
        let tally = play_at_least(moves, |game| Some(game.clone()));
        eprint!("{tally}");
        let missing: Vec<Kind> = Kind::all().into_iter().filter(|&kind| tally.times(kind) == 0).collect();
        assert!(missing.is_empty(), "never seen: {missing:?}");
    }
}

/// Compares simulation positions, which trust hashes, in the three layouts on the same games.
#[test]
fn the_playout_positions_agree_with_the_reference() {
    let moves = number_from("ONEPURE_DIFFERENTIAL_MOVES").unwrap_or(100_000);
    if let Some(number) = number_from("ONEPURE_DIFFERENTIAL_GAME") {
        play(number, positions_from);
    } else {
        play_at_least(moves / 2, positions_from);
    }
}

fn number_from(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is `{text}`: a whole number is wanted, such as 1000000")))
}

/// Plays games on all sizes until at least `moves` moves have been played.
fn play_at_least<T: UnderTest>(moves: u64, engine: impl Fn(&Game) -> Option<T> + Sync) -> Tally {
    let mut tally = Tally::default();
    for batch in 0.. {
        let games = batch * BATCH..(batch + 1) * BATCH;
        tally = games.into_par_iter().map(|number| play(number, &engine)).reduce(Tally::default, Tally::and).and(tally);
        if tally.moves() >= moves {
            break;
        }
    }
    tally
}

/// Plays one game on the reference and on an engine made from its start; nothing if the engine does not support the
/// rules.
fn play<T: UnderTest>(number: u64, engine: impl Fn(&Game) -> Option<T>) -> Tally {
    let lines = 2 + (number % 18) as usize;
    let (mut player, mut game) = Troublemaker::game(number, lines);
    let start = game.clone();
    let mut tally = Tally::default();
    let Some(engine) = engine(&start) else { return tally };
    let mut bout = Bout::new(&start, engine);
    let mut steps = 0;
    while let Some((color, action)) = player.next(&game) {
        let thorough = lines <= CHEAP_LINES || steps % 7 == 0;
        let answer = bout.play(color, action, thorough).unwrap_or_else(|difference| {
            let moves = game.turns().iter().map(|turn| format!("{} {}", turn.color, turn.action));
            let moves = moves.collect::<Vec<_>>().join(", ");
            panic!(
                "game {number}, {lines} lines, {:?}, from {:?}\n{moves}\n{difference}",
                game.articles(),
                game.start()
            );
        });
        tally.add(&game, color, action, &answer);
        // The engine under test may store less than a game, so the next move is chosen on a separate game.
        assert_eq!(game.play_as(color, action).is_ok(), answer.is_ok(), "game {number}: {color} {action}");
        steps += 1;
    }
    tally
}
