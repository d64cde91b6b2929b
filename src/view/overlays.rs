//! Boards as text with something drawn over the position.

use super::Look;
use super::board::{BLACK, LINE, MARK, WHITE, grid, sign};
use crate::geometry::Point;
use crate::rules::Game;

/// The board of a game with letters on empty points, as of the best moves. The lines are as wide as those of
/// [`board`](super::board()).
///
/// ```
/// # use onepure::geometry::BoardSize;
/// # use onepure::rules::{Game, Move, Ruleset};
/// # use onepure::view::{Look, labelled};
/// let mut game = Game::new(BoardSize::new(5)?, Ruleset::one_pure());
/// game.play(Move::Place("C3".parse()?))?;
/// let picture = labelled(&game, &[("B4".parse()?, 'A'), ("D2".parse()?, 'B')], Look::PLAIN);
/// assert_eq!(picture[2..5], [" 4 . A . . . 4 ", " 3 . .(#). . 3 ", " 2 . . . B . 2 "]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn labelled(game: &Game, labels: &[(Point, char)], look: Look) -> Vec<String> {
    let label = |point: Point| labels.iter().find(|&&(labelled, _)| labelled == point).map(|&(_, label)| label);
    grid(game.size(), look, super::board::last_placement(game), |point| match label(point) {
        Some(label) if game.board().stone(point).is_none() => (label, MARK),
        _ => sign(game, point, look),
    })
}

/// Who holds each point of a board of the game, by a balance from -1 for White to 1 for Black: `B` and `W` almost surely,
/// `b` and `w` rather, `.` unclear. The lines are as wide as those of [`board`](super::board()).
pub fn ownership(game: &Game, balance: impl Fn(Point) -> f64, look: Look) -> Vec<String> {
    /// The balance from which on it is almost sure, and from which on it is rather so.
    const SURE: f64 = 0.8;
    const RATHER: f64 = 0.4;
    grid(game.size(), look, None, |point| match balance(point) {
        balance if balance >= SURE => ('B', BLACK),
        balance if balance >= RATHER => ('b', BLACK),
        balance if balance <= -SURE => ('W', WHITE),
        balance if balance <= -RATHER => ('w', WHITE),
        _ => ('.', LINE),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;
    use crate::rules::Ruleset;

    #[test]
    fn balances_are_told_in_five_steps() {
        let game = Game::new(BoardSize::new(5).expect("5 lines"), Ruleset::one_pure());
        let columns = [0.8, 0.4, 0.0, -0.4, -0.8];
        let picture = ownership(&game, |point| columns[point.column()], Look::PLAIN);
        assert_eq!(picture[1], " 5 B b . w W 5 ");
    }
}
