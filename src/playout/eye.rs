//! Eyes, as playouts see them.

use crate::board::{Board, Color, Content};
use crate::geometry::{Layout, Point};

/// Whether an empty point is an eye of `color` that a playout does not fill: every point next to it is an own stone or
/// lies outside, and of the diagonal points fewer than two (at the edge: none) hold an enemy stone.
///
/// ```text
/// # # .        # # O       The centre on the left is an eye,
/// # . #        # . #       on the right it is not: two of its diagonals are the enemy's.
/// # # O        # # O
/// ```
///
/// This is the definition of Brügmann's successors (libEGO, GNU Go's Monte Carlo mode); it errs only in rare shapes.
#[inline]
pub fn is_own_eye<L: Layout>(board: &Board<L>, color: Color, point: Point<L>) -> bool {
    let own = Content::Stone(color);
    let walls = point.neighbours().map(|neighbour| board.content(neighbour));
    if walls.iter().any(|&wall| wall != own && wall != Content::Outside) {
        return false;
    }
    let enemies =
        point.diagonals().iter().filter(|&&diagonal| board.content(diagonal) == Content::Stone(!color)).count();
    let at_edge = walls.contains(&Content::Outside);
    enemies + usize::from(at_edge) < 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoardSize, Small};

    fn eye(black: &[(usize, usize)], white: &[(usize, usize)], point: (usize, usize)) -> bool {
        let mut board = Board::<Small>::new(BoardSize::new(5).expect("5 lines"));
        for (color, stones) in [(Color::Black, black), (Color::White, white)] {
            for &(column, row) in stones {
                board.put(color, Point::new(column, row));
            }
        }
        is_own_eye(&board, Color::Black, Point::new(point.0, point.1))
    }

    #[test]
    fn eyes_in_the_middle_at_the_edge_and_in_the_corner() {
        let middle = [(1, 2), (3, 2), (2, 1), (2, 3)];
        assert!(eye(&middle, &[], (2, 2)));
        assert!(eye(&middle, &[(1, 1)], (2, 2)));
        assert!(!eye(&middle, &[(1, 1), (3, 3)], (2, 2)));
        assert!(!eye(&middle[1..], &[], (2, 2)));
        let edge = [(1, 0), (3, 0), (2, 1)];
        assert!(eye(&edge, &[], (2, 0)));
        assert!(!eye(&edge, &[(1, 1)], (2, 0)));
        let corner = [(0, 1), (1, 0)];
        assert!(eye(&corner, &[], (0, 0)));
        assert!(!eye(&corner, &[(1, 1)], (0, 0)));
    }
}
