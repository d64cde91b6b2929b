//! Reports for one colour.

use super::parts::{Part, Parts};
use onepure_engine::engine::{Estimate, Ownership, Report, Viewpoint, lower_bound};
use onepure_rules::board::Color;
use onepure_rules::geometry::Point;
use onepure_rules::rules::{Game, Move};

/// A report with the values of one colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReportDocument<'r> {
    game: &'r Game,
    report: &'r Report,
    viewer: Color,
}

/// The values of a position or of a move for one colour, not rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Values {
    pub(crate) visits: u64,
    /// The win rate, 0 to 1.
    pub(crate) win_rate: f64,
    /// The value that selection uses, -1 to 1.
    pub(crate) utility: f64,
    /// The expected lead in points, komi included.
    pub(crate) score_lead: f64,
    /// The standard deviation of the lead.
    pub(crate) score_deviation: f64,
    /// The lower confidence bound of the win rate for the colour to move, as the viewer sees it.
    pub(crate) win_rate_bound: f64,
    /// The same bound of the utility.
    pub(crate) utility_bound: f64,
}

/// A candidate with the values of one colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CandidateDocument<'r> {
    pub(crate) action: Move,
    pub(crate) values: Values,
    pub(crate) prior: f64,
    /// The winner after the move, or `draw`, if this is proven.
    pub(crate) proven: Option<&'static str>,
    /// The principal variation: this move and the expected answers.
    pub(crate) variation: &'r [Move],
    /// The visits of each move of the variation.
    pub(crate) variation_visits: &'r [u64],
}

impl<'r> ReportDocument<'r> {
    /// The document of a report about the position of a game, with the values of `viewer`.
    pub(crate) fn of(game: &'r Game, report: &'r Report, viewer: Color) -> Self {
        Self { game, report, viewer }
    }

    /// The values of the position. After the end of play they follow the result: the win rate is 0.5 if nobody won alone, and the lead
    /// is the actual one.
    pub(crate) fn position(self) -> Values {
        let Self { game, report, .. } = self;
        let estimate = match game.outcome() {
            None => report.position,
            Some(outcome) => {
                let win_rate = outcome.winner().map_or(0.5, |winner| f64::from(winner == report.color));
                let score = Viewpoint::by(report.color, Color::Black).balance(game.count().margin());
                Estimate { win_rate, value: win_rate, score, ..report.position }
            }
        };
        Values::of(&estimate, self.seen())
    }

    /// The winner, or `draw`, if the outcome of the position is proven.
    pub(crate) fn proven(self) -> Option<&'static str> {
        self.report.proven_winner()
    }

    /// All candidates, the best first.
    pub(crate) fn candidates(self) -> impl Iterator<Item = CandidateDocument<'r>> {
        let (mover, seen) = (self.report.color, self.seen());
        self.report.candidates.iter().map(move |candidate| CandidateDocument {
            action: candidate.action,
            values: Values::of(&candidate.estimate, seen),
            prior: candidate.prior,
            proven: candidate.proven_winner(mover),
            variation: &candidate.variation,
            variation_visits: &candidate.variation_visits,
        })
    }

    /// The candidates with visits, the best first.
    pub(crate) fn visited(self) -> impl Iterator<Item = CandidateDocument<'r>> {
        self.candidates().filter(|candidate| candidate.values.visits > 0)
    }

    /// The ownership of each point, -1 to 1, row by row from the top left; `None` if it was not recorded.
    pub(crate) fn balances(self) -> Option<Vec<f64>> {
        let Self { game, report, viewer } = self;
        report.ownership.as_ref().map(|ownership| balances(game, ownership, viewer))
    }

    /// The ownership of each point and its standard deviation, of the position or after a move, as far as a client asks for them.
    pub(crate) fn ownership(self, after: Option<Move>, parts: Parts) -> [Option<Vec<f64>>; 2] {
        let Self { game, report, viewer } = self;
        let (ownership, [balance, deviation]) = match after {
            None => (report.ownership.as_ref(), [Part::Ownership, Part::OwnershipDeviation]),
            Some(action) => (report.ownership_after(action), [Part::MovesOwnership, Part::MovesOwnershipDeviation]),
        };
        [
            ownership.filter(|_| parts.has(balance)).map(|ownership| balances(game, ownership, viewer)),
            ownership.filter(|_| parts.has(deviation)).map(|ownership| over_board(game, |at| ownership.deviation(at))),
        ]
    }

    /// The viewpoint that turns the report's values into those of the viewer.
    pub(crate) fn seen(self) -> Viewpoint {
        Viewpoint::by(self.viewer, self.report.color)
    }
}

impl Values {
    fn of(estimate: &Estimate, seen: Viewpoint) -> Self {
        let Estimate { visits, win_rate, value, score, score_deviation } = *estimate;
        let utility = |value: f64| seen.balance(2.0 * value - 1.0);
        Self {
            visits,
            win_rate: seen.share(win_rate),
            utility: utility(value),
            score_lead: seen.balance(score),
            score_deviation,
            win_rate_bound: seen.share(lower_bound(win_rate, visits)),
            utility_bound: utility(lower_bound(value, visits)),
        }
    }
}

/// The ownership of each point for a colour, row by row from the top left.
fn balances(game: &Game, ownership: &Ownership, viewer: Color) -> Vec<f64> {
    let seen = Viewpoint::by(viewer, Color::Black);
    over_board(game, |point| seen.balance(ownership.balance(point)))
}

/// A value for each point, row by row from the top left.
fn over_board(game: &Game, of: impl Fn(Point) -> f64) -> Vec<f64> {
    game.size().points_from_the_top().map(of).collect()
}

/// The pair `proven` and winner of an analysis line, preceded by a blank; empty if nothing is proven.
pub(crate) fn proven_pair(winner: Option<&str>) -> String {
    winner.map_or_else(String::new, |winner| format!(" proven {winner}"))
}
