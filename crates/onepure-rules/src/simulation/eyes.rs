//! Eyes as playouts define them, updated move by move.

use crate::board::{Board, Color, PerColor};
use crate::geometry::{Bitboard, Layout, Point};

/// The eyes of each colour.
///
/// An empty point is an eye of a colour if every adjacent point is an own stone or off the board, and fewer than two of
/// its diagonal points (at the edge: none) have an enemy stone. Playouts do not fill their own eyes, because without
/// this rule they would kill their living groups.
///
/// ```text
/// # # .        # # O       The centre on the left is an eye.
/// # . #        # . #       The centre on the right is not: two of its diagonals are the enemy's.
/// # # O        # # O
/// ```
///
/// This is the definition of libEGO and of most Monte Carlo programs since Brügmann (1993). It is wrong only for rare
/// shapes.
///
/// Two sets count the diagonals: the first has the points with at least one enemy (and the edge), the second those with
/// two. So a placement costs two set operations. A lifted chain requires both sets of one colour to be recomputed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eyes<L: Layout> {
    edge: Bitboard<L>,
    /// The edge, and the points with an enemy stone on a diagonal. One more enemy spoils an eye there.
    threatened: PerColor<Bitboard<L>>,
    /// The points that cannot be eyes of the colour because of their diagonals.
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

    /// Adds a stone that was put down.
    #[inline(always)]
    pub fn add(&mut self, color: Color, point: Point<L>) {
        let diagonals = Bitboard::diagonals_of(point);
        self.spoilt[!color] |= self.threatened[!color] & diagonals;
        self.threatened[!color] |= diagonals;
    }

    /// Recomputes the diagonals from all stones of a colour, after some were lifted.
    #[inline(always)]
    pub fn recount(&mut self, board: &Board<L>, color: Color) {
        let (one, two) = board.stones(color).diagonal_neighbours();
        self.threatened[!color] = one | self.edge;
        self.spoilt[!color] = two | one & self.edge;
    }

    /// Returns whether an empty point is not an eye of the colour.
    #[inline(always)]
    pub fn is_candidate(&self, board: &Board<L>, color: Color, point: Point<L>) -> bool {
        board.is_open(color, point) || self.spoilt[color].contains(point)
    }

    /// The empty points that are not eyes of the colour.
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

    /// The definition, evaluated for one point.
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
