//! The ordinary playout: uniformly random under ordinary rules, so that its figures can be held against other programs'.

use super::eyes::Eyes;
use super::line::turn_limit;
use super::randomness::{Randomness, pick};
use crate::board::{Board, Color, Content, Surroundings};
use crate::geometry::{Bitboard, Layout, Point, ProcessorTask, SelectBit, on_this_processor};
use crate::rules::areas;

/// How an ordinary playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrdinaryEnd {
    /// Moves made, the two passes at the end included.
    pub moves: u32,
    /// Black's area less White's: stones, and empty points that only one colour touches.
    pub area_margin: i32,
}

/// Plays a board on from `to_play` to the end: each turn a placement chosen uniformly among those that are neither suicide
/// (of any number of stones), nor an immediate retake of a ko, nor a fill of an own eye; a pass where there is none. Two
/// passes in a row end it, or more than four times as many moves as the board has points.
///
/// From the empty board, komi 6.5, libEGO (Łukasz Lew, 2009) reports for the same policy 110.8 moves and 44.4 % wins for
/// Black on 9×9, 454.6 moves and 47.3 % on 19×19: agreement shows that the choice is uniform.
pub fn ordinary<L: Layout>(board: &mut Board<L>, to_play: Color, randomness: &mut Randomness) -> OrdinaryEnd {
    let moves = on_this_processor(Task { eyes: Eyes::of(board), board, to_play, randomness });
    let areas = areas(board);
    OrdinaryEnd { moves, area_margin: areas.black.len() as i32 - areas.white.len() as i32 }
}

struct Task<'task, L: Layout> {
    board: &'task mut Board<L>,
    eyes: Eyes<L>,
    to_play: Color,
    randomness: &'task mut Randomness,
}

impl<L: Layout> ProcessorTask for Task<'_, L> {
    type Output = u32;

    /// Plays on, and gives the number of moves.
    #[inline(always)]
    fn run(mut self, select: impl SelectBit) -> u32 {
        let limit = turn_limit(self.board.size()) as u32;
        let (mut color, mut ko, mut passes, mut moves) = (self.to_play, None::<Point<L>>, 0, 0);
        while passes < 2 && moves < limit {
            moves += 1;
            passes += 1;
            let refused = ko.take().map_or_else(Bitboard::empty, Bitboard::of);
            if let Some(point) = self.choose(color, refused, select) {
                ko = self.place(color, point);
                passes = 0;
            }
            color = !color;
        }
        moves
    }
}

impl<L: Layout> Task<'_, L> {
    /// A legal placement that is no fill of an own eye and not in the set, each as likely as the others. It is half done.
    #[inline(always)]
    fn choose(
        &mut self,
        color: Color,
        mut refused: Bitboard<L>,
        select: impl SelectBit,
    ) -> Option<(Point<L>, Surroundings)> {
        // One of the empty points, if it will do.
        let empties = self.board.empty_len();
        if empties > 0 {
            let point = self.board.nth_empty(self.randomness.below(empties));
            let may_be = self.eyes.is_candidate(self.board, color, point) && !refused.contains(point);
            if let Some(surroundings) = may_be.then(|| self.begin(color, point)).flatten() {
                return Some((point, surroundings));
            }
            refused.insert(point);
        }
        // Otherwise one of those that will.
        let mut candidates = self.eyes.candidates(self.board, color) - refused;
        while let Some(point) = pick(&candidates, self.randomness.pair()[0], select) {
            if let Some(surroundings) = self.begin(color, point) {
                return Some((point, surroundings));
            }
            candidates.remove(point);
        }
        None
    }

    /// Puts a stone half down where that is no suicide.
    #[inline(always)]
    fn begin(&mut self, color: Color, point: Point<L>) -> Option<Surroundings> {
        let surroundings = self.board.begin_put(color, point);
        let is_legal = surroundings.is_plain() || is_legal(self.board, color, point);
        if !is_legal {
            self.board.cancel_put(point, &surroundings);
        }
        is_legal.then_some(surroundings)
    }

    /// Puts the stone down wholly, and gives the point of a ko.
    #[inline(always)]
    fn place(&mut self, color: Color, (point, surroundings): (Point<L>, Surroundings)) -> Option<Point<L>> {
        self.board.finish_put(color, point, &surroundings);
        self.eyes.add(color, point);
        surroundings.has_enclosed().then(|| lift_enclosed(self.board, &mut self.eyes, color, point)).flatten()
    }
}

/// Whether a stone that is half put down has a liberty then, or encloses something: it is no suicide.
#[inline(always)]
pub(super) fn is_legal<L: Layout>(board: &Board<L>, color: Color, point: Point<L>) -> bool {
    point.neighbours().into_iter().any(|neighbour| match board.content(neighbour) {
        Content::Empty => true,
        Content::Outside => false,
        Content::Stone(theirs) => board.is_enclosed(neighbour) == (theirs != color),
    })
}

/// Lifts what the stone of `color` on `point` encloses, and gives the point of a ko that may not be retaken at once.
#[inline(always)]
pub(super) fn lift_enclosed<L: Layout>(
    board: &mut Board<L>,
    eyes: &mut Eyes<L>,
    color: Color,
    point: Point<L>,
) -> Option<Point<L>> {
    let enclosed = board.enclosed_around(!color, point);
    let mut lifted = Bitboard::empty();
    if let Some(head) = enclosed.only() {
        lifted = board.lift(head).stones;
    } else {
        for head in enclosed.heads() {
            lifted |= board.lift(head).stones;
        }
    }
    eyes.recount(board, !color);
    let is_ko = lifted.len() == 1 && board.is_lone(point) && board.last_liberty(point) == lifted.first();
    lifted.first().filter(|_| is_ko)
}
