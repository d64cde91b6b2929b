//! Unconditional life (Benson, "Life in the Game of Go", 1976).

use onepure_rules::board::Board;
use onepure_rules::geometry::{Bitboard, Layout, Point};

/// Returns whether the opponent cannot take the chain on a point even if its colour always passes. This holds with and without
/// suicide: a stone on the last empty point of an eye leaves its own chain without a liberty, because the other eye still has one.
pub(super) fn is_unconditionally_alive<L: Layout>(board: &Board<L>, target: Point<L>) -> bool {
    let Some(color) = board.stone(target) else { return false };
    let stones = board.stones(color);
    let mut chains = parts(stones);
    let mut regions = parts(board.all() - stones);
    loop {
        let before = (chains.len(), regions.len());
        // A region is vital to a chain if all its empty points are liberties of the chain.
        let is_vital = |region: Bitboard<L>, chain: Bitboard<L>| (region & board.empty()).is_subset(chain.neighbours());
        chains.retain(|&chain| regions.iter().filter(|&&region| is_vital(region, chain)).count() >= 2);
        let kept = chains.iter().fold(Bitboard::empty(), |kept, &chain| kept | chain);
        regions.retain(|region| (region.neighbours() & stones).is_subset(kept));
        if (chains.len(), regions.len()) == before {
            return kept.contains(target);
        }
    }
}

/// The connected parts of a set.
fn parts<L: Layout>(mut rest: Bitboard<L>) -> Vec<Bitboard<L>> {
    let mut parts = Vec::new();
    while let Some(point) = rest.first() {
        let part = Bitboard::of(point).flood_within(rest);
        rest -= part;
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::board::{Color, Position};
    use onepure_rules::geometry::{BoardSize, Small};

    #[test]
    fn two_eyes_live_and_a_false_eye_does_not() {
        for (rows, expected) in [
            ([".#.##", "#####", "OOOOO", ".....", "....."], true),
            ([".#..#", "#####", "OOOOO", ".....", "....."], true),
            ([".....", "#####", "OOOOO", ".....", "....."], false),
            // The chain at E5 dies, and the eye at D5 with it.
            ([".##.#", "###O.", "OOOOO", ".....", "....."], false),
        ] {
            let size = BoardSize::new(5).expect("5 lines");
            let mut position = Position::<Small>::default();
            for point in size.points::<Small>() {
                match rows[4 - point.row()].as_bytes()[point.column()] {
                    b'#' => position.stones.black.insert(point),
                    b'O' => position.stones.white.insert(point),
                    _ => {}
                }
            }
            let board = Board::from_position(size, &position);
            assert_eq!(is_unconditionally_alive(&board, Point::new(0, 3)), expected, "{rows:?}");
            assert_eq!(board.stone(Point::new(0, 3)), Some(Color::Black));
        }
    }
}
