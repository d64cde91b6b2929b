//! The output of a network.

use super::architecture::OUTCOMES;
use super::math::exp;
use onepure_rules::geometry::{BoardSize, Layout, PerPoint};

/// The points of a score of 1 in the network's own unit.
pub(super) const SCORE_SCALE: f32 = 20.0;

/// The output of a network for a position, seen by the mover: the colour to play.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkOutput<L: Layout> {
    /// The policy logit of each point. The softmax over the legal moves, with the pass, gives their probabilities.
    pub policy: PerPoint<L, f32>,
    /// The policy logit of a pass.
    pub abstain: f32,
    /// The probabilities of the outcomes: the mover wins, the opponent wins, a draw, both lose.
    pub outcome: [f32; OUTCOMES],
    /// The expected score lead of the mover in points, komi included.
    pub score: f32,
    /// The expected absolute deviation of the score lead, in points.
    pub deviation: f32,
    /// The expected owner of each point: 1 for the mover, −1 for the opponent, 0 for nobody.
    pub ownership: PerPoint<L, f32>,
}

impl<L: Layout> NetworkOutput<L> {
    /// An output of zeros, to write into.
    pub(crate) fn empty() -> Self {
        Self {
            policy: PerPoint::filled(0.0),
            abstain: 0.0,
            outcome: [0.0; OUTCOMES],
            score: 0.0,
            deviation: 0.0,
            ownership: PerPoint::filled(0.0),
        }
    }

    /// Turns a judgement by area into one by contact (article 7). A point on the front, which has a neighbour of the other colour, counts
    /// for nobody.
    ///
    /// A point counts for a colour as far as that colour owns the point and all its neighbours. Owners that are in doubt are in doubt
    /// together, for groups live or die as a whole, so the chance of that is the smallest of theirs. The difference to the area shifts the
    /// score, and with it the chances to win and to lose, as if the score had a logistic distribution.
    pub(super) fn count_contact(&mut self, size: BoardSize) {
        /// The least deviation in points: a prediction is never surer of a count that it did not learn.
        const LEAST_DEVIATION: f32 = 0.5;
        let owner = &self.ownership;
        let difference: f32 = size
            .points()
            .map(|point| {
                let neighbours = point.neighbours().into_iter().filter(|&neighbour| size.contains(neighbour));
                let (least, most) = neighbours.fold((owner[point], owner[point]), |(least, most), neighbour| {
                    (least.min(owner[neighbour]), most.max(owner[neighbour]))
                });
                f32::midpoint(least, most) - owner[point]
            })
            .sum();
        self.score += difference;
        // The mean absolute deviation of a logistic distribution is 2 ln 2 times its scale.
        let scale = self.deviation.max(LEAST_DEVIATION) / (2.0 * std::f32::consts::LN_2);
        let [won, lost, ..] = self.outcome;
        let shifted = won * exp(difference / scale);
        let rest = (won + lost) / (shifted + lost).max(f32::MIN_POSITIVE);
        (self.outcome[0], self.outcome[1]) = (shifted * rest, lost * rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::board::{Board, Color, PerColor, Position};
    use onepure_rules::geometry::{Bitboard, Point, Small};
    use onepure_rules::random::Randomness;
    use onepure_rules::rules::{Counting, Points};
    use rand::RngExt;

    /// A judgement of a board by area that is sure of each owner, with a margin of Black's points.
    fn of_board(board: &Board<Small>, margin: f32) -> NetworkOutput<Small> {
        let mut output = NetworkOutput { score: margin, ..NetworkOutput::empty() };
        let areas = Points::of(board, Counting::Area);
        for point in board.size().points() {
            let owns = |color| f32::from(areas.owned_by(color).contains(point));
            output.ownership[point] = owns(Color::Black) - owns(Color::White);
        }
        output
    }

    #[test]
    fn a_sure_judgement_by_area_becomes_the_count_by_contact() {
        let mut random = Randomness::new(1, 0);
        let size = BoardSize::new(9).expect("a size");
        for most in [2, 3, 8] {
            // Blocks of two by two points: their borders are fronts, and the points behind these are not.
            let colors: Vec<bool> = (0..25).map(|_| random.random_range(0..most) == 0).collect();
            let of = |wanted| {
                let is_of = |point: &Point<Small>| colors[point.row() / 2 * 5 + point.column() / 2] == wanted;
                size.points().filter(is_of).collect::<Bitboard<Small>>()
            };
            let position = Position { stones: PerColor { black: of(true), white: of(false) } };
            let board = Board::from_position(size, &position);
            let margin = |counting| {
                let points = Points::of(&board, counting);
                points.owned_by(Color::Black).len() as f32 - points.owned_by(Color::White).len() as f32
            };
            let mut output = of_board(&board, margin(Counting::Area));
            output.count_contact(size);
            // Sums of whole numbers and halves are exact.
            assert_eq!(output.score.to_bits(), margin(Counting::Contact).to_bits(), "{board:?}");
        }
    }

    #[test]
    fn the_chances_follow_the_shift_of_the_score() {
        let size = BoardSize::new(9).expect("a size");
        let counted = |other: usize| {
            let mut output = NetworkOutput { outcome: [0.4, 0.4, 0.2, 0.0], deviation: 4.0, ..NetworkOutput::empty() };
            for point in size.points::<Small>() {
                output.ownership[point] = if point.column() < other && point.row() < other { -1.0 } else { 1.0 };
            }
            output.count_contact(size);
            output
        };
        // Nothing is in contact.
        assert_eq!(counted(0).outcome.map(f32::to_bits), [0.4_f32, 0.4, 0.2, 0.0].map(f32::to_bits));
        // A stone in the corner costs the two points that it touches, and is none itself.
        let output = counted(1);
        assert_eq!(output.score.to_bits(), (-1.0_f32).to_bits());
        let [won, lost, rest @ ..] = output.outcome;
        assert!((won + lost - 0.8).abs() < 1e-6, "{:?}", output.outcome);
        assert_eq!(rest.map(f32::to_bits), [0.2_f32, 0.0].map(f32::to_bits));
        // The odds are 4 to the power of the points in mean deviations.
        assert!((won / lost - 0.25_f32.sqrt().sqrt()).abs() < 1e-5, "{won}, {lost}");
    }
}
