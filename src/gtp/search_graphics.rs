//! Drawings of search results.

use super::graphics::Graphics;
use onepure_engine::engine::{Candidate, Report};
use onepure_rules::board::Color;
use onepure_rules::geometry::Point;
use onepure_rules::rules::Move;

/// The prior of each move as squares and in percent. If all priors are equal, draws the fraction of visits instead.
pub(super) fn priors(report: &Report) -> Graphics {
    let mut graphics = Graphics::default();
    let Some(first) = report.best() else {
        graphics.text(&format!("{} cannot play", report.color));
        return graphics;
    };
    let is_told_apart = report.candidates.iter().any(|candidate| (candidate.prior - first.prior).abs() > f64::EPSILON);
    let share = |candidate: &Candidate| if is_told_apart { candidate.prior } else { visited(report, candidate) };
    graphics.influence(squares(report, share));
    let in_percent = placements(report).map(|(point, candidate)| (point, percent(share(candidate))));
    graphics.labels(in_percent.filter(|(_, label)| label != "0"));
    let abstention = report.candidates.iter().find(|candidate| candidate.action == Move::Abstain);
    let source = if is_told_apart { "priors".to_owned() } else { format!("{} visits", report.position.visits) };
    graphics.text(&format!("{source}, pass {}%", percent(abstention.map_or(0.0, share))));
    graphics
}

/// The number of moves with a label.
const TOP: usize = 10;

/// The win rates of the best moves in percent, and the variation of the best move.
pub(super) fn top_moves(report: &Report) -> Graphics {
    let mut graphics = Graphics::default();
    let Some(best) = report.best() else {
        graphics.text(&format!("{} cannot play", report.color));
        return graphics;
    };
    graphics.variation(report.color, &best.variation);
    let others = placements(report).take(TOP).filter(|&(point, _)| !best.variation.contains(&Move::Place(point)));
    graphics.labels(others.map(|(point, candidate)| (point, percent(candidate.estimate.win_rate))));
    graphics.text(&summary(report, best));
    graphics
}

/// The best move as a stone, and the win rates of the best moves in percent.
pub(super) fn win_rates(report: &Report) -> Graphics {
    let mut graphics = Graphics::default();
    let Some(best) = report.best() else {
        graphics.text(&format!("{} cannot play", report.color));
        return graphics;
    };
    if matches!(best.action, Move::Place(_)) {
        graphics.variation(report.color, &best.variation[..1]);
    }
    graphics
        .labels(placements(report).take(TOP).map(|(point, candidate)| (point, percent(candidate.estimate.win_rate))));
    graphics.text(&summary(report, best));
    graphics
}

/// The running search: the fraction of visits of each move as squares, and the variation of the best move.
pub(super) fn thinking(report: &Report) -> Graphics {
    let mut graphics = Graphics::default();
    if let Some(best) = report.best() {
        graphics.influence(squares(report, |candidate| visited(report, candidate)));
        graphics.variation(report.color, &best.variation);
        graphics.text(&summary(report, best));
    }
    graphics
}

fn summary(report: &Report, best: &Candidate) -> String {
    format!(
        "{} visits, {} {} wins {:.1}%",
        report.position.visits,
        report.color,
        best.action,
        100.0 * best.estimate.win_rate
    )
}

/// The fraction of visits that a candidate has.
fn visited(report: &Report, candidate: &Candidate) -> f64 {
    candidate.estimate.visits as f64 / report.position.visits.max(1) as f64
}

/// Squares in the colour that moves, scaled so that the largest has full size.
fn squares(report: &Report, share: impl Fn(&Candidate) -> f64) -> impl Iterator<Item = (Point, f64)> {
    let most = placements(report).map(|(_, candidate)| share(candidate)).fold(f64::MIN_POSITIVE, f64::max);
    let sign = if report.color == Color::Black { 1.0 } else { -1.0 };
    placements(report).map(move |(point, candidate)| (point, sign * share(candidate) / most))
}

/// The candidates that are placements, ordered by visits.
fn placements(report: &Report) -> impl Iterator<Item = (Point, &Candidate)> {
    report.candidates.iter().filter_map(|candidate| match candidate.action {
        Move::Place(point) => Some((point, candidate)),
        Move::Abstain => None,
    })
}

fn percent(share: f64) -> String {
    format!("{:.0}", 100.0 * share)
}
