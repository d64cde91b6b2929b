//! The move numbers that a picture of a board can and cannot show.

use onepure_rules::geometry::Point;
use onepure_rules::rules::{Game, Move};

/// The numbers of the moves of a game.
pub(super) struct Numbers {
    /// The numbers on stones that are still on their points, in the order of the moves.
    pub(super) on_stones: Vec<(Point, usize)>,
    /// The numbers of other placements by point, in the order of their first numbers.
    pub(super) elsewhere: Vec<(Point, Vec<usize>)>,
    /// The numbers of passes.
    pub(super) abstentions: Vec<usize>,
}

impl Numbers {
    pub(super) fn of(game: &Game) -> Self {
        let mut numbers = Self { on_stones: Vec::new(), elsewhere: Vec::new(), abstentions: Vec::new() };
        let mut placements: Vec<(Point, Vec<usize>)> = Vec::new();
        for turn in game.turns() {
            match turn.action {
                Move::Abstain => numbers.abstentions.push(turn.number),
                Move::Place(point) => match placements.iter_mut().find(|(placed, _)| *placed == point) {
                    Some((_, earlier)) => earlier.push(turn.number),
                    None => placements.push((point, vec![turn.number])),
                },
            }
        }
        for (point, mut placed) in placements {
            if game.board().stone(point).is_some() {
                numbers.on_stones.extend(placed.pop().map(|number| (point, number)));
            }
            if !placed.is_empty() {
                numbers.elsewhere.push((point, placed));
            }
        }
        numbers.on_stones.sort_by_key(|&(_, number)| number);
        numbers.elsewhere.sort_by_key(|(_, placed)| placed[0]);
        numbers
    }
}
