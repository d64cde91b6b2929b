//! A sequence of moves, played in a game, in the simulation positions and in the naive reference, and compared.

use crate::comparison::{Bout, positions_from};
use crate::trouble::start;
use onepure::board::Color;
use onepure::geometry::{Point, PointSet};
use onepure::random::Randomness;
use onepure::rules::{Game, Move};

/// The board sizes. Small ones occur more often.
const LINES: [usize; 12] = [2, 3, 3, 4, 4, 5, 5, 6, 7, 9, 13, 19];

/// The largest board on which everything is compared after every move. Larger boards compare everything after each
/// seventh move.
const CHEAP_LINES: usize = 5;

/// The number of moves of an input that are played, so that an input takes a fraction of a second.
const MOST_MOVES: usize = 300;

/// Plays an input. Its first byte selects the board, the next two the start (rules, stones and the region of play). The
/// other bytes are moves: one byte for a point of the region or an abstention, three for any point on the board or off
/// it. One byte value hands the right to the other colour.
///
/// # Panics
/// At the first difference between the game, the simulation positions and the reference, and if undo does not restore
/// the start.
pub(crate) fn run(data: &[u8]) {
    let [lines, low, high, moves @ ..] = data else { return };
    let lines = LINES[usize::from(*lines) % LINES.len()];
    let mut random = Randomness::new(u64::from(u16::from_le_bytes([*low, *high])), 0);
    let (start, window) = start(&mut random, lines);
    let mut game = Bout::new(&start, start.clone());
    let mut playout = positions_from(&start).map(|playout| Bout::new(&start, playout));

    let mut bytes = moves.iter().copied();
    for number in 0..MOST_MOVES {
        let Some((color, action)) = next(&mut bytes, game.tested(), window) else { break };
        let thorough = lines <= CHEAP_LINES || number % 7 == 0;
        let mut played = game.play(color, action, thorough).map(|_| ());
        if let Some(playout) = &mut playout {
            played = played.and_then(|()| playout.play(color, action, thorough).map(|_| ()));
        }
        played.unwrap_or_else(|difference| {
            panic!("{lines} lines, {:?}, {:?}\n{difference}", start.articles(), game.tested().turns());
        });
    }
    let mut game = game.tested().clone();
    while game.undo().is_some() {}
    assert_eq!(game.board().position(), start.board().position());
    assert_eq!((game.to_play(), game.outcome()), (start.to_play(), start.outcome()));
    assert_eq!((game.positions().count(), game.retired().len()), (start.positions().count(), start.retired().len()));
    game.board().check().expect("the board's bookkeeping");
}

/// The next move of an input; `None` at its end.
fn next(bytes: &mut impl Iterator<Item = u8>, game: &Game, window: PointSet) -> Option<(Color, Move)> {
    let mut color = game.to_play();
    let mut byte = bytes.next()?;
    if byte >= 0xf8 {
        color = !color;
        byte = bytes.next()?;
    }
    let action = match byte {
        0xe0.. => Move::Abstain,
        0xc0..0xe0 => {
            let point = Point::new(usize::from(bytes.next()? % 19), usize::from(bytes.next()? % 19));
            Move::Place(if byte < 0xd0 { point } else { point.neighbours()[usize::from(byte % 4)] })
        }
        _ => window.nth(usize::from(byte) % window.len()).map_or(Move::Abstain, Move::Place),
    };
    Some((color, action))
}
