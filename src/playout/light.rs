//! The light playout: uniformly random.

use super::eye::is_own_eye;
use super::line::{End, Line, turn_limit};
use super::randomness::Randomness;
use crate::geometry::Layout;
use crate::rules::Reason;

/// Plays a line to its end: each turn a placement chosen uniformly among those that are neither a dead end nor a fill of
/// an own eye, or an abstention where there is none.
///
/// A line that has not ended after four times as many turns as the board has points, and some, is counted as it stands.
pub fn light<L: Layout>(line: &mut Line<'_, L>, randomness: &mut Randomness) -> End {
    for _ in 0..turn_limit(line.board().size()) {
        if let Some(end) = random_turn(line, randomness) {
            return end;
        }
    }
    End::Count(Reason::Exhaustion)
}

#[inline]
fn random_turn<L: Layout>(line: &mut Line<'_, L>, randomness: &mut Randomness) -> Option<End> {
    let mut candidates = line.board().empty();
    while let Some(point) = randomness.pick(&candidates) {
        if !is_own_eye(line.board(), line.to_play(), point) && !line.is_dead_end(point) {
            return line.place(point);
        }
        candidates.remove(point);
    }
    line.abstain()
}
