//! Answers: search results as lines of JSON.

use super::fields::FieldError;
use super::query::AnswerFields;
use super::queue::Task;
use crate::document::{CandidateDocument, Object, Part, ReportDocument, Values, line, rounded, rule_notice};
use crate::view::{Language, RuleNotice, rule_notices};
use onepure_engine::engine::{RawEvaluation, Report, Viewpoint};
use onepure_rules::board::{Board, Color, PerColor, Position};
use onepure_rules::geometry::{PointSet, Symmetry};
use onepure_rules::rules::{Count, Game, Move};
use serde_json::{Map, Value, json};

/// The answer with the report of a task.
pub(super) fn position(task: &Task, report: &Report, is_during_search: bool) -> Object {
    let (game, wanted) = (&task.game, &task.query.wanted);
    let viewer = task.query.perspective.color(report.color);
    let document = ReportDocument::of(game, report, viewer);
    let moves = document.visited().enumerate().map(|(order, candidate)| {
        move_info(order, &candidate, wanted).and(ownership(&document, Some(candidate.action), wanted, 3))
    });
    Object::default()
        .with("id", &task.query.id)
        .with("isDuringSearch", is_during_search)
        .with("turnNumber", task.turn)
        .with("moveInfos", moves.collect::<Vec<_>>())
        .with("rootInfo", root_info(game, report, &document))
        .and(ownership(&document, None, wanted, 6))
        .with_some("policy", wanted.parts.has(Part::Policy).then(|| policy(game, report)))
        .with("opr", one_pure(game))
}

/// The answer for a task that was terminated before its search had a result.
pub(super) fn no_results(task: &Task) -> String {
    line(&json!({ "id": task.query.id, "isDuringSearch": false, "noResults": true, "turnNumber": task.turn }))
}

/// An error that belongs to no field. `id` names the query, if it is known.
pub(super) fn general_error(id: Option<&str>, message: &str) -> String {
    match id {
        Some(id) => line(&json!({ "error": message, "id": id })),
        None => line(&json!({ "error": message })),
    }
}

/// An error in a field of a query.
pub(super) fn error(id: &str, error: &FieldError) -> String {
    line(&json!({ "error": error.message, "field": error.field, "id": id }))
}

/// A warning that a field is not obeyed.
pub(super) fn warning(id: &str, error: &FieldError) -> String {
    line(&json!({ "warning": error.message, "field": error.field, "id": id }))
}

/// A request's fields with additional ones.
pub(super) fn echo(mut said: Map<String, Value>, more: Map<String, Value>) -> String {
    said.extend(more);
    line(&said)
}

/// A number with six decimals.
fn six(number: f64) -> f64 {
    rounded(number, 6)
}

/// The ownership of the position or after a move, as far as the query asks for it.
fn ownership(document: &ReportDocument<'_>, after: Option<Move>, wanted: &AnswerFields, decimals: i32) -> Object {
    let [ownership, deviation] = document
        .ownership(after, wanted.parts)
        .map(|owned| owned.map(|values| values.into_iter().map(|value| rounded(value, decimals)).collect::<Vec<_>>()));
    Object::default().with_some("ownership", ownership).with_some("ownershipStdev", deviation)
}

/// The expected outcome of a move or a position.
fn expected(values: &Values) -> Object {
    let score_lead = six(values.score_lead);
    Object::default()
        .with("winrate", six(values.win_rate))
        .with("scoreLead", score_lead)
        .with("scoreMean", score_lead)
        .with("scoreSelfplay", score_lead)
        .with("scoreStdev", six(values.score_deviation))
        .with("utility", six(values.utility))
        .with("weight", values.visits)
        .with("lcb", six(values.win_rate_bound))
}

fn move_info(order: usize, candidate: &CandidateDocument<'_>, wanted: &AnswerFields) -> Object {
    let CandidateDocument { action, values, prior, variation, variation_visits, .. } = candidate;
    let shown = variation.len().min(wanted.variation);
    let variation_visits = wanted.parts.has(Part::VariationVisits).then_some(&variation_visits[..shown]);
    Object::default()
        .with("move", action)
        .with("visits", values.visits)
        .with("edgeVisits", values.visits)
        .and(expected(values))
        .with("utilityLcb", six(values.utility_bound))
        .with("prior", six(*prior))
        .with("order", order)
        .with("playSelectionValue", values.visits)
        .with_some("noResultValue", wanted.parts.has(Part::NoResult).then_some(0.0))
        .with("pv", &variation[..shown])
        .with_some("pvVisits", variation_visits)
        .with_some("pvEdgeVisits", variation_visits)
}

fn root_info(game: &Game, report: &Report, document: &ReportDocument<'_>) -> Object {
    let values = document.position();
    let (this_hash, sym_hash) = hashes(game, report.color);
    let raw = report.raw.as_ref().map(|raw| raw_evaluation(raw, document.seen()));
    Object::default()
        .with("currentPlayer", if report.color == Color::Black { "B" } else { "W" })
        .with("visits", values.visits)
        .and(expected(&values))
        .and(raw.unwrap_or_default())
        .with("thisHash", this_hash)
        .with("symHash", sym_hash)
}

/// The network's raw evaluation of a position.
fn raw_evaluation(raw: &RawEvaluation, seen: Viewpoint) -> Object {
    let score_lead = six(seen.balance(raw.score));
    Object::default()
        .with("rawWinrate", six(seen.share(raw.win_rate())))
        .with("rawLead", score_lead)
        .with("rawScoreSelfplay", score_lead)
        // The network predicts the mean absolute deviation, which is √(2/π) of the standard deviation of a normal
        // distribution.
        .with("rawScoreSelfplayStdev", six(raw.score_deviation * std::f64::consts::FRAC_PI_2.sqrt()))
        .with("rawNoResultProb", six(raw.draw))
}

/// Hashes of the position with the colour to play: of this position, and the same for all its symmetric images.
fn hashes(game: &Game, color: Color) -> (String, String) {
    let (size, position) = (game.size(), game.board().position());
    let image = |symmetry: Symmetry| {
        let turned = |points: PointSet| points.iter().map(|point| symmetry.apply(size, point)).collect();
        let stones = PerColor { black: turned(position.stones.black), white: turned(position.stones.white) };
        Board::from_position(size, &Position { stones }).hash()
    };
    let text = |hash: u64| format!("{:016X}{hash:016X}", u64::from(color == Color::White) + 2 * size.lines() as u64);
    let least = Symmetry::ALL.into_iter().map(image).min().unwrap_or_default();
    (text(game.board().hash()), text(least))
}

/// The prior of each move, the pass last. Illegal moves have -1. Legal moves that the search excludes because they lose
/// at once have 0.
fn policy(game: &Game, report: &Report) -> Vec<f64> {
    let prior = |action: Move| {
        if let Some(raw) = &report.raw {
            return raw.policy.iter().find(|(likely, _)| *likely == action).map(|&(_, prior)| six(prior));
        }
        let considered = report.candidates.iter().find(|candidate| candidate.action == action);
        considered.map(|candidate| six(candidate.prior))
    };
    let of = |action: Move| {
        prior(action).unwrap_or_else(|| if game.check(report.color, action).is_ok() { 0.0 } else { -1.0 })
    };
    let placements = game.size().points_from_the_top().map(Move::Place);
    placements.chain([Move::Abstain]).map(of).collect()
}

/// The fields that only our rules have.
fn one_pure(game: &Game) -> Object {
    let at_stake = rule_notices(game);
    let dead_ends = |color: Color| {
        let is_dead_end = |notice: &&RuleNotice| matches!(notice, RuleNotice::DeadEnds(..) | RuleNotice::Retake { .. });
        let of_color = at_stake.iter().filter(|notice| notice.color() == color).filter(is_dead_end);
        of_color.fold(PointSet::empty(), |points, notice| points | notice.points())
    };
    let Count { points: PerColor { black, white }, komi, .. } = game.count();
    Object::default()
        .with("rules", game.ruleset().name)
        .with("over", game.is_over())
        .with("result", game.outcome().map(|outcome| outcome.verdict.to_string()))
        .with("points", json!({ "black": black, "white": white, "komi": komi }))
        .with("waiting", PerColor::from_fn(|color| game.stones(color).waiting))
        .with("quarantined", PerColor::from_fn(|color| game.stones(color).quarantined))
        .with("barred", game.barred())
        .with("deadEnds", PerColor::from_fn(dead_ends))
        .with("atStake", at_stake.iter().map(|notice| rule_notice(notice, Language::English)).collect::<Vec<_>>())
}
