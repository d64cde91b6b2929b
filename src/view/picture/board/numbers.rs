//! Which numbers of moves a picture of the board shows, and which it cannot.

use onepure_rules::geometry::Point;
use onepure_rules::rules::{Game, Move};

/// The numbers of the moves of a game.
pub(super) struct Numbers {
    /// On stones that stand where they were placed, in the order of the moves.
    pub(super) on_stones: Vec<(Point, usize)>,
    /// Of other placements, by point, in the order of the first of each.
    pub(super) elsewhere: Vec<(Point, Vec<usize>)>,
    /// Of abstentions.
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
