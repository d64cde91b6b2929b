//! What was found of one position.

use super::record_positions::RecordPosition;
use crate::view::{RuleNotice, rule_notices};
use onepure_engine::engine::{Candidate, Engine, Ownership, Perspective, Report, SearchRequest, Viewpoint};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::Point;
use onepure_rules::rules::{Count, Game, Move};
use std::ops::ControlFlow;
use std::time::Duration;

/// The names of the best moves, the best first, on boards and in tables.
pub const LABELS: [char; 10] = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K'];

/// What a search has found of a position, and what the rules have at stake there.
#[derive(Clone, Debug)]
pub struct PositionAnalysis {
    /// The position.
    pub position: RecordPosition,
    /// What the search has found; no candidates after the end of play.
    pub report: Report,
    /// What the rules have at stake.
    pub rule_notices: Vec<RuleNotice>,
}

/// How often a search looks at whether it is to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl PositionAnalysis {
    /// Looks into a position within the settings of an engine, and no longer once `is_stopped` says so. What the engine knew
    /// before plays no part.
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

    /// What a search of the position has found earlier.
    pub fn with_report(position: RecordPosition, report: Report) -> Self {
        Self { rule_notices: rule_notices(&position.game), report, position }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.position.game
    }

    /// The numbers of the report as Black sees them.
    pub fn seen_by_black(&self) -> Viewpoint {
        Viewpoint::by(Color::Black, self.report.color)
    }

    /// The numbers of the report as they are to be seen.
    pub fn seen(&self, perspective: Perspective) -> Viewpoint {
        Viewpoint::by(perspective.color(self.report.color), self.report.color)
    }

    /// Black's expected share of wins, 0 to 1: over everything that was looked into. After the end of play it is what the
    /// result says, and a half if nobody has won alone.
    pub fn win_rate(&self) -> f64 {
        match self.game().outcome() {
            Some(outcome) => match outcome.winner() {
                Some(Color::Black) => 1.0,
                Some(Color::White) => 0.0,
                None => 0.5,
            },
            None => self.seen_by_black().share(self.report.position.win_rate),
        }
    }

    /// By how many points Black is expected to win, what moving first is worth taken into account. After the end of play it
    /// is what the board says.
    pub fn score_lead(&self) -> f64 {
        if self.game().is_over() {
            self.count().margin()
        } else {
            self.seen_by_black().balance(self.report.position.score)
        }
    }

    /// The count of the board as it stands.
    pub fn count(&self) -> Count {
        self.game().count()
    }

    /// How many points each colour is expected to hold, with stones on them or around them; `None` after the end of play.
    pub fn held(&self) -> Option<PerColor<f64>> {
        let ownership = self.report.ownership.as_ref()?;
        let shares = |color| self.game().size().points().map(|point| ownership.share(color, point)).sum();
        Some(PerColor::from_fn(shares))
    }

    /// How many points each colour is expected to have, as the rules count them; less the komi their difference is
    /// [`PositionAnalysis::score_lead`]. `None` after the end of play.
    ///
    /// A network expects the score by itself, and not as the sum of who will own which point: the points of both colours together are
    /// those of the ownership, and their difference is that of the score.
    pub fn expected_points(&self) -> Option<PerColor<f64>> {
        let owned = self.report.ownership.as_ref().map(Ownership::points)?;
        let difference = self.score_lead() + self.game().komi();
        let sum = (owned.black + owned.white).max(difference.abs());
        Some(PerColor { black: f64::midpoint(sum, difference), white: f64::midpoint(sum, -difference) })
    }

    /// The standard error of [`PositionAnalysis::win_rate`] as of so many independent games with two outcomes, with two wins and two
    /// losses added, for a share of nought or one has an error too (Agresti and Coull, "Approximate Is Better than Exact for
    /// Interval Estimation of Binomial Proportions", 1998). Nought after the end of play.
    pub fn win_rate_error(&self) -> f64 {
        if self.game().is_over() {
            return 0.0;
        }
        let visits = self.report.position.visits as f64;
        let share = (self.report.position.win_rate * visits + 2.0) / (visits + 4.0);
        (share * (1.0 - share) / (visits + 4.0)).sqrt()
    }

    /// How much more often Black than White held a point in the end, -1 to 1; `None` after the end of play.
    pub fn balance(&self, point: Point) -> Option<f64> {
        self.report.ownership.as_ref().map(|ownership| ownership.balance(point))
    }

    /// The best moves that were looked into, each with its label.
    pub fn best(&self) -> impl Iterator<Item = (char, &Candidate)> {
        LABELS.into_iter().zip(self.report.candidates.iter().filter(|candidate| candidate.estimate.visits > 0))
    }

    /// The points of the best moves, with their labels.
    pub fn labels(&self) -> Vec<(Point, char)> {
        let placement = |(label, candidate): (char, &Candidate)| match candidate.action {
            Move::Place(point) => Some((point, label)),
            Move::Abstain => None,
        };
        self.best().filter_map(placement).collect()
    }
}
