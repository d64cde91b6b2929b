//! Eyes, as playouts see them, kept move by move.

use crate::board::{Board, Color, PerColor};
use crate::geometry::{Bitboard, Layout, Point};

/// Which points are eyes of each colour.
///
/// An empty point is an eye of a colour, which a playout does not fill, if every point next to it is an own stone or lies
/// outside, and of the diagonal points fewer than two (at the edge: none) hold an enemy stone.
///
/// ```text
/// # # .        # # O       The centre on the left is an eye,
/// # . #        # . #       on the right it is not: two of its diagonals are the enemy's.
/// # # O        # # O
/// ```
///
/// This is the definition of libEGO and of most Monte Carlo programs since Brügmann (1993); it errs only in rare shapes.
///
/// The diagonals are counted in two sets: a point is in the first with one enemy (or at the edge), in both with two. So a
/// stone more is two operations on sets; only after a chain was lifted the sets of one colour are made anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eyes<L: Layout> {
    edge: Bitboard<L>,
    /// Points with an enemy of the colour on a diagonal, and the edge: one more spoils an eye there.
    threatened: PerColor<Bitboard<L>>,
    /// Points that their diagonals keep from being an eye of the colour.
    spoilt: PerColor<Bitboard<L>>,
}

impl<L: Layout> Eyes<L> {
    /// The eyes on a board.
    pub fn of(board: &Board<L>) -> Self {
        let all = board.all();
        let beside = PerColor { black: Bitboard::empty(), white: Bitboard::empty() };
        let edge = board.size().points().filter(|&point| (Bitboard::of(point).neighbours() & all).len() < 4).collect();
        let mut eyes = Self { edge, threatened: beside, spoilt: beside };
        for color in Color::BOTH {
            eyes.recount(board, color);
        }
        eyes
    }

    /// Counts a stone that was put down.
    #[inline(always)]
    pub fn add(&mut self, color: Color, point: Point<L>) {
        let diagonals = Bitboard::diagonals_of(point);
        self.spoilt[!color] |= self.threatened[!color] & diagonals;
        self.threatened[!color] |= diagonals;
    }

    /// Counts all stones of a colour anew, after some were lifted.
    #[inline(always)]
    pub fn recount(&mut self, board: &Board<L>, color: Color) {
        let (one, two) = board.stones(color).diagonal_neighbours();
        self.threatened[!color] = one | self.edge;
        self.spoilt[!color] = two | one & self.edge;
    }

    /// Whether an empty point is no eye of the colour.
    #[inline(always)]
    pub fn is_candidate(&self, board: &Board<L>, color: Color, point: Point<L>) -> bool {
        board.is_open(color, point) || self.spoilt[color].contains(point)
    }

    /// The empty points that are no eyes of the colour.
    #[inline(always)]
    pub fn candidates(&self, board: &Board<L>, color: Color) -> Bitboard<L> {
        let not_own = board.all() - board.stones(color);
        (not_own - board.stones(!color)) & (not_own.neighbours() | self.spoilt[color])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Content;
    use crate::geometry::{BoardSize, Large, Medium, Small};
    use crate::random::Randomness;

    /// The definition, point by point.
    fn is_eye<L: Layout>(board: &Board<L>, color: Color, point: Point<L>) -> bool {
        let walls = point.neighbours().map(|neighbour| board.content(neighbour));
        let enemies =
            point.diagonals().iter().filter(|&&corner| board.content(corner) == Content::Stone(!color)).count();
        let at_edge = walls.contains(&Content::Outside);
        walls.iter().all(|&wall| wall == Content::Stone(color) || wall == Content::Outside)
            && if at_edge { enemies == 0 } else { enemies < 2 }
    }

    fn agrees<L: Layout>(lines: usize, seed: u64) {
        let size = BoardSize::new(lines).expect("2 to 19 lines");
        let mut board = Board::<L>::new(size);
        let mut eyes = Eyes::of(&board);
        let mut randomness = Randomness::new(seed, 0);
        for _ in 0..4 * lines * lines {
            let Some(point) = randomness.pick(&board.all()) else { unreachable!("a board has points") };
            if let Some(color) = board.stone(point) {
                if randomness.below(4) == 0 {
                    board.lift(point);
                    eyes.recount(&board, color);
                }
            } else {
                let color = if randomness.below(3) == 0 { Color::White } else { Color::Black };
                board.put(color, point);
                eyes.add(color, point);
            }
            let afresh = Eyes::of(&board);
            let threatened = |eyes: &Eyes<L>, color| eyes.threatened[color] & board.all();
            for color in Color::BOTH {
                assert_eq!(threatened(&eyes, color), threatened(&afresh, color));
                let expected = board.empty().iter().filter(|&point| !is_eye(&board, color, point)).collect();
                assert_eq!(eyes.candidates(&board, color), expected);
                let one_by_one =
                    board.empty().iter().filter(|&point| eyes.is_candidate(&board, color, point)).collect();
                assert_eq!(expected, one_by_one);
            }
        }
    }

    #[test]
    fn eyes_agree_with_their_definition() {
        for lines in 2..=9 {
            agrees::<Small>(lines, lines as u64);
            agrees::<Medium>(lines + 4, lines as u64);
            agrees::<Large>(lines + 10, lines as u64);
        }
    }
}
