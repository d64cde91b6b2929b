//! The light playout: uniformly random.

use super::eye::is_own_eye;
use super::line::{End, Line};
use crate::geometry::Layout;
use crate::rules::Reason;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of random numbers that is the same on every machine for the same seed.
#[derive(Clone, Debug)]
pub struct Randomness(Xoshiro256PlusPlus);

impl Randomness {
    /// The stream with this number of a seed: streams of one seed are independent.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..stream {
            generator.jump();
        }
        Self(generator)
    }

    /// A number below `bound`, uniform up to one part in 2³²/bound.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }
}

/// Plays a line to its end: each turn a placement chosen uniformly among those that are neither a dead end nor a fill of
/// an own eye, or an abstention where there is none.
///
/// A line that has not ended after four times as many turns as the board has points is counted as it stands.
pub fn light<L: Layout>(line: &mut Line<'_, L>, randomness: &mut Randomness) -> End {
    let lines = line.board().size().lines();
    for _ in 0..4 * lines * lines + 100 {
        if let Some(end) = random_turn(line, randomness) {
            return end;
        }
    }
    End::Count(Reason::Exhaustion)
}

#[inline]
fn random_turn<L: Layout>(line: &mut Line<'_, L>, randomness: &mut Randomness) -> Option<End> {
    let mut candidates = line.board().empty();
    let mut count = candidates.len();
    while count > 0 {
        let Some(point) = candidates.nth(randomness.below(count)) else { break };
        if !is_own_eye(line.board(), line.to_play(), point) && !line.is_dead_end(point) {
            return line.place(point);
        }
        candidates.remove(point);
        count -= 1;
    }
    line.abstain()
}
