//! The light playout: uniformly random.

use super::line::{End, Line, Tried, turn_limit};
use super::randomness::{Randomness, pick, scale};
use crate::board::Color;
use crate::geometry::{Bitboard, Layout, ProcessorTask, SelectBit, on_this_processor};
use crate::rules::Reason;

/// Plays a line to its end: each turn a placement chosen uniformly among those that are neither a dead end nor a fill of
/// an own eye, or an abstention where there is none.
///
/// A line that has not ended after four times as many turns as the board has points, and some, is counted as it stands.
pub fn light<L: Layout>(line: &mut Line<'_, L>, randomness: &mut Randomness) -> End {
    on_this_processor(Task { line, randomness })
}

struct Task<'task, 'root, L: Layout> {
    line: &'task mut Line<'root, L>,
    randomness: &'task mut Randomness,
}

impl<L: Layout> ProcessorTask for Task<'_, '_, L> {
    type Output = End;

    #[inline(always)]
    fn run(self, select: impl SelectBit) -> End {
        let Task { line, randomness } = self;
        let limit = turn_limit(line.board().size()) / 2;
        if line.to_play() == Color::White {
            let [random, _] = randomness.pair();
            if let Some(end) = turn(line, Color::White, random, randomness, select) {
                return end;
            }
        }
        for _ in 0..limit {
            // Each colour is a constant in its own copy of the turn.
            let [for_black, for_white] = randomness.pair();
            if let Some(end) = turn(line, Color::Black, for_black, randomness, select) {
                return end;
            }
            if let Some(end) = turn(line, Color::White, for_white, randomness, select) {
                return end;
            }
        }
        End::Count(Reason::Exhaustion)
    }
}

#[inline(always)]
fn turn<L: Layout>(
    line: &mut Line<'_, L>,
    color: Color,
    random: u32,
    randomness: &mut Randomness,
    select: impl SelectBit,
) -> Option<End> {
    // One of the empty points, if it will do: each that will is as likely as the others.
    let mut refused = Bitboard::empty();
    let empties = line.board().empty_len();
    if empties > 0 {
        let point = line.board().nth_empty(scale(random, empties) as usize);
        if line.is_candidate(color, point) {
            match line.try_place(color, point) {
                Tried::Placed(end) => return end,
                Tried::DeadEnd => refused = Bitboard::of(point),
            }
        }
    }
    // Otherwise one of those that will.
    let mut candidates = line.candidates_of(color) - refused;
    loop {
        let [random, _] = randomness.pair();
        let Some(point) = pick(&candidates, random, select) else { return line.abstain() };
        match line.try_place(color, point) {
            Tried::Placed(end) => return end,
            Tried::DeadEnd => candidates -= Bitboard::of(point),
        }
    }
}
