//! An independent check of the ordinary rules: the number of reachable positions equals the known number of legal ones.

use onepure::board::{Color, Position};
use onepure::geometry::BoardSize;
use onepure::rules::{Game, Move, Ruleset};
use std::collections::HashSet;

/// The number of positions reachable from the empty board. Either colour may play at any time, because the other can
/// pass.
fn reachable_positions(lines: usize) -> usize {
    let size = BoardSize::new(lines).expect("2 or 3 lines");
    let mut reached = HashSet::from([Position::default()]);
    let mut to_visit = vec![Position::default()];
    while let Some(position) = to_visit.pop() {
        let game = Game::set_up(size, Ruleset::chinese(), position, Color::Black).expect("it was reached by play");
        for point in game.board().empty() {
            for color in Color::BOTH {
                let mut game = game.clone();
                if game.play_as(color, Move::Place(point)).is_ok() && reached.insert(game.board().position()) {
                    to_visit.push(game.board().position());
                }
            }
        }
    }
    reached.len()
}

/// Compares with table 1 of John Tromp and Gunnar Farnebäck, "Combinatorics of Go" (2006).
#[test]
fn every_legal_position_can_be_reached_and_no_other() {
    assert_eq!(reachable_positions(2), 57);
    assert_eq!(reachable_positions(3), 12_675);
}
