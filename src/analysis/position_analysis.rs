//! The analysis of one position.

use super::record_positions::RecordPosition;
use crate::document::ReportDocument;
use crate::view::{RuleNotice, rule_notices};
use onepure_engine::engine::{Candidate, Engine, Ownership, Report, SearchRequest};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::Point;
use onepure_rules::rules::{Count, Game, Move};
use std::ops::ControlFlow;
use std::time::Duration;

/// The labels of the best moves, from the best on, on boards and in tables. GTP has no column I.
pub const LABELS: [char; 10] = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K'];

/// The search result for a position, with its rule notices.
#[derive(Clone, Debug)]
pub struct PositionAnalysis {
    /// The position.
    pub position: RecordPosition,
    /// The search result; without candidates after the end of play.
    pub report: Report,
    /// The facts about the rules that matter in this position.
    pub rule_notices: Vec<RuleNotice>,
}

/// The interval at which a search checks whether to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl PositionAnalysis {
    /// Searches a position within the limits of the engine's settings, until `is_stopped` returns true. Clears the
    /// engine's tree first, so that the result does not depend on earlier positions.
    pub fn of(position: RecordPosition, engine: &mut Engine, is_stopped: impl Fn() -> bool) -> Self {
        engine.set_game(position.game.clone());
        engine.forget();
        let request = SearchRequest {
            ownership: true,
            interval: Some(POLL_INTERVAL),
            is_advice: true,
            ..SearchRequest::default()
        };
        engine.best_move_with(position.color, &request, |_| {
            if is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let report = engine.last_choice().map(|choice| choice.report.clone());
        let report = report.unwrap_or_else(|| Report::empty(position.color));
        Self::with_report(position, report)
    }

    /// The analysis with the result of an earlier search.
    pub fn with_report(position: RecordPosition, report: Report) -> Self {
        Self { rule_notices: rule_notices(&position.game), report, position }
    }

    /// The game at this position.
    pub fn game(&self) -> &Game {
        &self.position.game
    }

    /// The document of the report with the values of a colour.
    pub(crate) fn document(&self, viewer: Color) -> ReportDocument<'_> {
        ReportDocument::of(self.game(), &self.report, viewer)
    }

    /// Black's win rate, 0 to 1, over all simulations. After the end of play it follows the result: 0.5 if nobody won
    /// alone.
    pub fn win_rate(&self) -> f64 {
        self.document(Color::Black).position().win_rate
    }

    /// Black's expected lead in points, komi included. After the end of play it is the actual lead.
    pub fn score_lead(&self) -> f64 {
        self.document(Color::Black).position().score_lead
    }

    /// The count of the current board.
    pub fn count(&self) -> Count {
        self.game().count()
    }

    /// The points that each colour is expected to own; `None` after the end of play.
    pub fn held(&self) -> Option<PerColor<f64>> {
        let ownership = self.report.ownership.as_ref()?;
        let shares = |color| self.game().size().points().map(|point| ownership.share(color, point)).sum();
        Some(PerColor::from_fn(shares))
    }

    /// The points that each colour is expected to have in the count; `None` after the end of play. Their difference
    /// minus the komi is [`PositionAnalysis::score_lead`].
    ///
    /// A network predicts score and ownership separately, so the two may disagree. This takes the sum of both colours'
    /// points from the ownership and the difference from the score.
    pub fn expected_points(&self) -> Option<PerColor<f64>> {
        let owned = self.report.ownership.as_ref().map(Ownership::points)?;
        let difference = self.score_lead() + self.game().komi();
        let sum = (owned.black + owned.white).max(difference.abs());
        Some(PerColor { black: f64::midpoint(sum, difference), white: f64::midpoint(sum, -difference) })
    }

    /// The standard error of [`PositionAnalysis::win_rate`] as of independent games, one per visit. Two wins and two
    /// losses are added, so that a win rate of 0 or 1 has an error too (Agresti and Coull, "Approximate Is Better than
    /// Exact for Interval Estimation of Binomial Proportions", 1998). 0 after the end of play.
    pub fn win_rate_error(&self) -> f64 {
        if self.game().is_over() {
            return 0.0;
        }
        let visits = self.report.position.visits as f64;
        let share = (self.report.position.win_rate * visits + 2.0) / (visits + 4.0);
        (share * (1.0 - share) / (visits + 4.0)).sqrt()
    }

    /// The standard error of [`PositionAnalysis::score_lead`] in points, as it was found on 19×19: of 582 moves that were the search's own
    /// best, the lead changed by 3.0, 2.0, 1.7 and 1.4 points in the standard deviation with 2, 30, 100 and 1,600 visits. After the end of
    /// play the error is without bound: the lead is that of the board as it stands, with dead stones that nobody has lifted. Neither has the
    /// lead of playouts alone a bound that was measured.
    pub fn score_error(&self) -> f64 {
        if self.game().is_over() || self.report.by_playouts {
            return f64::INFINITY;
        }
        let scale = self.game().size().lines() as f64 / 19.0;
        scale * (1.0 + 5.0 / (self.report.position.visits.max(1) as f64).sqrt()).sqrt()
    }

    /// The expected ownership of a point, from -1 for White to 1 for Black; `None` after the end of play.
    pub fn balance(&self, point: Point) -> Option<f64> {
        self.report.ownership.as_ref().map(|ownership| ownership.balance(point))
    }

    /// The best visited moves with their labels.
    pub fn best(&self) -> impl Iterator<Item = (char, &Candidate)> {
        LABELS.into_iter().zip(self.report.visited())
    }

    /// The points of the best moves with their labels.
    pub fn labels(&self) -> Vec<(Point, char)> {
        let placement = |(label, candidate): (char, &Candidate)| match candidate.action {
            Move::Place(point) => Some((point, label)),
            Move::Abstain => None,
        };
        self.best().filter_map(placement).collect()
    }
}
