//! The uniform playout under the One Pure Rules.

use onepure_rules::board::Color;
use onepure_rules::geometry::{Bitboard, Layout, ProcessorTask, SelectBit, on_this_processor};
use onepure_rules::random::{Randomness, pick, scale};
use onepure_rules::rules::Reason;
use onepure_rules::simulation::{OnePurePosition, PlayEnd, SimulationPosition, Tried, turn_limit};

/// Plays to the end under the One Pure Rules. Each placement is drawn uniformly from those that are neither a dead end nor a fill of an own
/// eye. A player without one abstains.
///
/// After [`turn_limit`] turns, the playout ends and the board is counted as it is.
pub fn uniform_playout<L: Layout>(position: &mut OnePurePosition<'_, L>, randomness: &mut Randomness) -> PlayEnd {
    on_this_processor(Task { position, randomness })
}

struct Task<'task, 'root, L: Layout> {
    position: &'task mut OnePurePosition<'root, L>,
    randomness: &'task mut Randomness,
}

impl<L: Layout> ProcessorTask for Task<'_, '_, L> {
    type Output = PlayEnd;

    #[inline(always)]
    fn run(self, select: impl SelectBit) -> PlayEnd {
        let Task { position, randomness } = self;
        let limit = turn_limit(position.board().size()) / 2;
        if position.to_play() == Color::White {
            let [random, _] = randomness.pair();
            if let Some(end) = turn(position, Color::White, random, randomness, select) {
                return end;
            }
        }
        for _ in 0..limit {
            // The colour is a constant in each call, so that the compiler specializes both.
            let [for_black, for_white] = randomness.pair();
            if let Some(end) = turn(position, Color::Black, for_black, randomness, select) {
                return end;
            }
            if let Some(end) = turn(position, Color::White, for_white, randomness, select) {
                return end;
            }
        }
        PlayEnd { reason: Reason::Exhaustion, by: Color::White }
    }
}

#[inline(always)]
fn turn<L: Layout>(
    position: &mut OnePurePosition<'_, L>,
    color: Color,
    random: u32,
    randomness: &mut Randomness,
    select: impl SelectBit,
) -> Option<PlayEnd> {
    // First draw from all empty points, which is quick and usually succeeds: every acceptable point is equally likely.
    let mut refused = Bitboard::empty();
    let empties = position.board().empty_len();
    if empties > 0 {
        let point = position.board().nth_empty(scale(random, empties) as usize);
        if position.is_candidate_of(color, point) {
            match position.try_place_of(color, point) {
                Tried::Placed(end) => return end,
                Tried::Refused => refused = Bitboard::of(point),
            }
        }
    }
    // If that fails, draw from the candidates.
    let mut candidates = position.candidates_of(color) - refused;
    loop {
        let [random, _] = randomness.pair();
        let Some(point) = pick(&candidates, random, select) else { return position.abstain() };
        match position.try_place_of(color, point) {
            Tried::Placed(end) => return end,
            Tried::Refused => candidates -= Bitboard::of(point),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::board::Position;
    use onepure_rules::geometry::{BoardSize, Point, PointSet, Small};
    use onepure_rules::rules::{Game, Ruleset};
    use onepure_rules::simulation::OnePureRoot;
    use std::collections::BTreeMap;

    /// A turn of Black.
    struct Turn<'task, 'root>(&'task mut OnePurePosition<'root, Small>, &'task mut Randomness);

    impl ProcessorTask for Turn<'_, '_> {
        type Output = Option<PlayEnd>;

        fn run(self, select: impl SelectBit) -> Option<PlayEnd> {
            let [random, _] = self.1.pair();
            turn(self.0, Color::Black, random, self.1, select)
        }
    }

    /// The points of a colour's letter in a diagram.
    fn points(rows: [&str; 5], letter: char) -> PointSet {
        let letters = |(row, text): (usize, &&str)| {
            let row = 4 - row;
            let at = text.split(' ').map(str::to_owned).enumerate().collect::<Vec<_>>();
            at.into_iter().map(move |(column, content)| (Point::new(column, row), content)).collect::<Vec<_>>()
        };
        let all = rows.iter().enumerate().flat_map(letters);
        all.filter(|(_, content)| content.starts_with(letter)).map(|(point, _)| point).collect()
    }

    #[test]
    fn every_placement_that_will_do_is_as_likely_as_the_others() {
        // Black does not fill the eye at B5. At E4, D3 and E1 a lone stone would be suicide. Nine points are left.
        let rows = ["# . # . O", "# # # O .", ". . O . O", ". . . O O", ". . . O ."];
        let mut stones = Position::default().stones;
        stones.black = points(rows, '#');
        stones.white = points(rows, 'O');
        let size = BoardSize::new(5).expect("5 lines");
        let game = Game::set_up(size, Ruleset::one_pure(), Position { stones }, Color::Black).expect("a position");
        let root = OnePureRoot::<Small>::new(&game, Color::Black);
        let mut position = OnePurePosition::new(&root);
        let mut randomness = Randomness::new(7, 0);
        let expected: PointSet =
            position.candidates().iter().filter(|&point| !position.is_dead_end(point)).map(Point::convert).collect();
        let refused =
            [Point::new(1, 4), Point::new(4, 3), Point::new(3, 2), Point::new(4, 0)].into_iter().collect::<PointSet>();
        assert_eq!(expected, game.board().empty() - refused);

        let (turns, mut chosen) = (60_000, BTreeMap::<Point, u32>::new());
        for _ in 0..turns {
            position.restart();
            assert_eq!(on_this_processor(Turn(&mut position, &mut randomness)), None);
            let placed = position.board().stones(Color::Black).convert() - game.board().stones(Color::Black);
            *chosen.entry(placed.first().expect("Black placed a stone")).or_default() += 1;
        }
        assert_eq!(chosen.keys().copied().collect::<PointSet>(), expected);
        // Pearson's chi-squared test. With one degree of freedom less than points, a sum above twice that plus 20 comes up by chance less
        // than once in 1,000 times.
        let mean = f64::from(turns) / expected.len() as f64;
        let sum: f64 = chosen.values().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum();
        assert!(sum < 2.0 * (expected.len() as f64 - 1.0) + 20.0, "{sum} over {} points: {chosen:?}", expected.len());
    }
}
