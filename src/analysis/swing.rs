//! How much each move of a record changed what was expected.

use super::position_analysis::PositionAnalysis;
use crate::board::Color;
use crate::rules::Move;

/// What a move of a record changed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Swing {
    /// The number of the move, from 1.
    pub number: usize,
    /// Who moved.
    pub color: Color,
    /// The move.
    pub action: Move,
    /// What the search judged to be the best in its place; `None` if it is that move.
    pub better: Option<Move>,
    /// The share of wins that the mover lost by it, -1 to 1; below nought, what it gained.
    pub share: f64,
    /// The points that the mover lost by it, in the same way.
    pub points: f64,
    /// The standard error of `share`.
    pub error: f64,
}

impl Swing {
    /// What the move between two positions changed; `None` if the record has no move between them.
    pub fn between(before: &PositionAnalysis, after: &PositionAnalysis) -> Option<Self> {
        let action = before.position.played?;
        let color = before.position.color;
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        let better = before.report.best().map(|best| best.action).filter(|&best| best != action);
        Some(Self {
            number: after.position.number,
            color,
            action,
            better,
            share: sign * (before.win_rate() - after.win_rate()),
            points: sign * (before.score_lead() - after.score_lead()),
            error: before.win_rate_error().hypot(after.win_rate_error()),
        })
    }

    /// Whether it is large enough for a word, and too large to be the noise of its visits: more than two standard errors.
    pub fn is_significant(&self) -> bool {
        self.share.abs() >= LEAST && self.share.abs() > 2.0 * self.error
    }

    /// Whether the points went the other way than the wins, so far that it is seen in tenths.
    pub fn opposes(&self) -> bool {
        self.points.abs() >= 0.05 && (self.points > 0.0) != (self.share > 0.0)
    }
}

/// A smaller change of the share of wins is not worth a word.
const LEAST: f64 = 0.05;

/// What each move between these positions changed; they follow one another.
pub fn swings(analyses: &[PositionAnalysis]) -> Vec<Swing> {
    analyses.windows(2).filter_map(|pair| Swing::between(&pair[0], &pair[1])).collect()
}

/// The moves that cost their player wins, beyond the noise of their visits; the largest loss first.
pub fn mistakes(swings: &[Swing]) -> Vec<Swing> {
    let mut found = largest(swings, swings.len());
    found.retain(|swing| swing.share > 0.0);
    found
}

/// The largest changes to either side beyond the noise of their visits, the largest first, no more than so many.
pub fn largest(swings: &[Swing], most: usize) -> Vec<Swing> {
    let mut found: Vec<Swing> = swings.iter().copied().filter(Swing::is_significant).collect();
    found.sort_by(|one, other| other.share.abs().total_cmp(&one.share.abs()));
    found.truncate(most);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_come_first() {
        let swing = |number, share| Swing {
            number,
            color: Color::Black,
            action: Move::Abstain,
            better: None,
            share,
            points: 0.0,
            error: 0.06,
        };
        let swings = [swing(1, 0.13), swing(2, -0.3), swing(3, 0.11), swing(4, 0.2)];
        let numbers = |most| largest(&swings, most).iter().map(|swing| swing.number).collect::<Vec<_>>();
        assert_eq!(numbers(9), [2, 4, 1], "a change within two standard errors is noise");
        assert_eq!(numbers(2), [2, 4]);
        assert_eq!(mistakes(&swings).iter().map(|swing| swing.number).collect::<Vec<_>>(), [4, 1], "only losses");
        let small = Swing { error: 0.0, ..swing(5, 0.04) };
        assert!(!small.is_significant());
    }
}
