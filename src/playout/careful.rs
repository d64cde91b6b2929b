//! The careful playout: random under ordinary rules too, but no stone is left in danger without an answer.

use super::line::turn_limit;
use super::ordinary_line::State;
use super::randomness::Randomness;
use crate::board::Content;
use crate::geometry::{Bitboard, Layout, Point};

/// Plays a state on to the end, so that it shows which stones live. Each turn is the first that there is of
///
/// 1. the capture of a chain in atari next to the last placement, or next to a chain that it put in atari,
/// 2. the saving of an own chain that the last placement put in atari,
/// 3. atari to the chain of the last placement,
/// 4. a placement beside the last one, straight or diagonally,
/// 5. any placement, chosen uniformly,
///
/// as far as it is legal, no fill of an own eye and no self-atari of two or more stones; then such a self-atari, if the stones
/// have a shape that kills when they are captured; or else a pass. So a seki stays as it is. Two passes in a row end it.
///
/// The answers to ataris are those of Gelly, Wang, Munos and Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go"
/// (2006).
pub(super) fn careful<L: Layout>(state: &mut State<L>, randomness: &mut Randomness) {
    let (mut last, mut passes) = (None, 0);
    for _ in 0..turn_limit(state.board.size()) {
        last = choose(state, last, randomness);
        match last {
            Some(point) => {
                passes = 0;
                state.place(point);
            }
            None if passes == 1 => return,
            None => {
                passes = 1;
                state.abstain();
            }
        }
    }
}

fn choose<L: Layout>(state: &State<L>, last: Option<Point<L>>, randomness: &mut Randomness) -> Option<Point<L>> {
    let mut candidates = state.candidates();
    for answers in last.map(|last| answers(state, last)).into_iter().flatten() {
        let answers = (answers & candidates).into_iter().filter(|&point| worth(state, point) == Worth::Sound).collect();
        if let Some(point) = randomness.pick(&answers) {
            return Some(point);
        }
    }
    let mut killing = Bitboard::empty();
    while let Some(point) = randomness.pick(&candidates) {
        match worth(state, point) {
            Worth::Sound => return Some(point),
            Worth::Killing => killing.insert(point),
            Worth::Nothing => {}
        }
        candidates.remove(point);
    }
    randomness.pick(&killing)
}

/// The answers to the last placement, the more urgent before the less.
fn answers<L: Layout>(state: &State<L>, last: Point<L>) -> [Bitboard<L>; 4] {
    let board = &state.board;
    let own = state.to_play;
    let [mut captures, mut saving, mut ataris] = [Bitboard::empty(); 3];
    let around = last.neighbours().into_iter().chain([last]);
    for stone in around {
        let Content::Stone(color) = board.content(stone) else { continue };
        match board.last_liberty(stone) {
            Some(liberty) if color != own => captures.insert(liberty),
            Some(liberty) => {
                saving.insert(liberty);
                for beside in board.chain(stone).neighbours() & board.stones(!own) {
                    if let Some(liberty) = board.last_liberty(beside) {
                        captures.insert(liberty);
                    }
                }
            }
            None => {}
        }
    }
    if board.stone(last) == Some(!own) {
        let liberties = board.liberties(last);
        if liberties.len() == 2 {
            ataris = liberties;
        }
    }
    let local = (Bitboard::of(last).neighbours() | Bitboard::diagonals_of(last)) & board.empty();
    [captures, saving, ataris, local]
}

/// What a placement comes to, at a first look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Worth {
    Sound,
    /// A self-atari of stones whose capture leaves no room for two eyes.
    Killing,
    /// It is illegal, or a self-atari for nothing.
    Nothing,
}

fn worth<L: Layout>(state: &State<L>, point: Point<L>) -> Worth {
    let (enclosed, liberties) = state.consequences(point);
    if !enclosed.is_empty() || liberties.len() >= 2 {
        return Worth::Sound;
    }
    if liberties.is_empty() {
        return Worth::Nothing;
    }
    let chain = Bitboard::of(point).flood_within(state.board.stones(state.to_play) | Bitboard::of(point));
    match chain.len() {
        1 => Worth::Sound,
        _ if is_killing_shape(&chain) => Worth::Killing,
        _ => Worth::Nothing,
    }
}

/// Whether connected points are a space in which one move prevents two eyes, or that is one eye anyway: up to three points,
/// the square and the pyramid of four, the bulky five, the cross, and the flower six.
///
/// Of all shapes with so many points those are told by the sum of the squares of how many of the points each has beside it.
fn is_killing_shape<L: Layout>(shape: &Bitboard<L>) -> bool {
    let beside = |point: Point<L>| (Bitboard::of(point).neighbours() & *shape).len();
    let sum = || shape.iter().map(|point| beside(point).pow(2)).sum::<usize>();
    match shape.len() {
        ..=3 => true,
        4 => sum() >= 12,
        5 => sum() >= 20,
        6 => sum() == 30,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Small;

    /// The points of a drawing.
    fn shape(rows: &str) -> Bitboard<Small> {
        let rows = rows.split('/').enumerate();
        let points =
            rows.flat_map(|(row, line)| line.chars().enumerate().map(move |(column, sign)| (column, row, sign)));
        points.filter(|&(_, _, sign)| sign == '#').map(|(column, row, _)| Point::new(column, row)).collect()
    }

    /// The eye shapes of any book on life and death: which are one eye, or killed by one move.
    #[test]
    fn shapes_that_kill() {
        for rows in ["##", "###", "##/#", "##/##", "###/.#", "###/##", ".#/###/.#", ".#./###/##."] {
            assert!(is_killing_shape(&shape(rows)), "{rows}");
        }
        for rows in [
            "####",
            "###/#",
            "##/.##",
            "#####",
            "###/#.#",
            "####/.#",
            "##/.#/.##",
            "######",
            "###/###",
            "####/##",
            "####/###",
        ] {
            assert!(!is_killing_shape(&shape(rows)), "{rows}");
        }
    }
}
