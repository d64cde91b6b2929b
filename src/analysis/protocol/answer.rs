//! Answers: search results as lines of JSON.

use super::fields::FieldError;
use super::query::AnswerFields;
use super::queue::Task;
use crate::analysis::document::{RuleNoticeDocument, names};
use crate::document::Part;
use crate::view::{Language, RuleNotice, rule_notices};
use onepure_engine::engine::{Candidate, Estimate, Ownership, RawEvaluation, Report, Viewpoint, lower_bound};
use onepure_rules::board::{Board, Color, PerColor, Position};
use onepure_rules::geometry::{Point, PointSet, Symmetry};
use onepure_rules::rules::{Count, Game, Move, Verdict};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The answer for a position. The fields are in the order of the JSON keys.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PositionAnswer<'task> {
    id: &'task str,
    is_during_search: bool,
    turn_number: usize,
    move_infos: Vec<MoveInfo>,
    root_info: RootInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership_stdev: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Vec<f64>>,
    opr: OnePure,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo {
    r#move: String,
    visits: u64,
    edge_visits: u64,
    #[serde(flatten)]
    expected: Expected,
    lcb: f64,
    utility_lcb: f64,
    prior: f64,
    order: usize,
    play_selection_value: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_result_value: Option<f64>,
    pv: Vec<String>,
    #[serde(rename = "pvVisits", skip_serializing_if = "Option::is_none")]
    pv_visits: Option<Vec<u64>>,
    #[serde(rename = "pvEdgeVisits", skip_serializing_if = "Option::is_none")]
    pv_edge_visits: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership_stdev: Option<Vec<f64>>,
}

/// The expected outcome of a move or a position.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Expected {
    winrate: f64,
    score_lead: f64,
    score_mean: f64,
    score_selfplay: f64,
    score_stdev: f64,
    utility: f64,
    weight: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    current_player: &'static str,
    visits: u64,
    #[serde(flatten)]
    expected: Expected,
    lcb: f64,
    #[serde(flatten)]
    raw: Option<Raw>,
    this_hash: String,
    sym_hash: String,
}

/// The network's raw evaluation of a position.
#[derive(Serialize)]
struct Raw {
    #[serde(rename = "rawWinrate")]
    winrate: f64,
    #[serde(rename = "rawLead")]
    score_lead: f64,
    #[serde(rename = "rawScoreSelfplay")]
    score_selfplay: f64,
    #[serde(rename = "rawScoreSelfplayStdev")]
    score_selfplay_stdev: f64,
    #[serde(rename = "rawNoResultProb")]
    no_result_prob: f64,
}

impl Raw {
    fn of(raw: &RawEvaluation, seen: Viewpoint) -> Self {
        let score_lead = rounded(seen.balance(raw.score));
        Self {
            winrate: rounded(seen.share(raw.win_rate())),
            score_lead,
            score_selfplay: score_lead,
            // The network predicts the mean absolute deviation, which is √(2/π) of the standard deviation of a normal
            // distribution.
            score_selfplay_stdev: rounded(raw.score_deviation * std::f64::consts::FRAC_PI_2.sqrt()),
            no_result_prob: rounded(raw.draw),
        }
    }
}

/// The fields that only our rules have.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OnePure {
    rules: &'static str,
    over: bool,
    result: Option<String>,
    points: Value,
    waiting: PerColor<Option<u16>>,
    quarantined: PerColor<u16>,
    barred: Option<Color>,
    dead_ends: PerColor<Vec<String>>,
    at_stake: Vec<RuleNoticeDocument>,
}

impl<'task> PositionAnswer<'task> {
    /// The answer with the report of a task.
    pub(super) fn of(task: &'task Task, report: &Report, is_during_search: bool) -> Self {
        let (game, wanted) = (&task.game, &task.query.wanted);
        let viewer = task.query.perspective.color(report.color);
        let seen = Viewpoint::by(viewer, report.color);
        let visited = report.candidates.iter().filter(|candidate| candidate.estimate.visits > 0);
        let by_black = Viewpoint::by(viewer, Color::Black);
        let ownership = report.ownership.as_ref();
        let after = |action: Move, is_wanted: bool| report.ownership_after(action).filter(|_| is_wanted);
        let owned = |action: Move, is_wanted: bool| {
            let of = |after: &Ownership| over_board(game, |point| short(by_black.balance(after.balance(point))));
            after(action, is_wanted).map(of)
        };
        let deviating = |action: Move, is_wanted: bool| {
            after(action, is_wanted).map(|after| over_board(game, |point| short(after.deviation(point))))
        };
        Self {
            id: &task.query.id,
            is_during_search,
            turn_number: task.turn,
            move_infos: (0..)
                .zip(visited)
                .map(|(order, one)| MoveInfo {
                    ownership: owned(one.action, wanted.parts.has(Part::MovesOwnership)),
                    ownership_stdev: deviating(one.action, wanted.parts.has(Part::MovesOwnershipDeviation)),
                    ..MoveInfo::of(order, one, seen, wanted)
                })
                .collect(),
            root_info: RootInfo::of(game, report, seen),
            ownership: ownership
                .filter(|_| wanted.parts.has(Part::Ownership))
                .map(|ownership| over_board(game, |point| rounded(by_black.balance(ownership.balance(point))))),
            ownership_stdev: ownership
                .filter(|_| wanted.parts.has(Part::OwnershipDeviation))
                .map(|ownership| over_board(game, |point| rounded(ownership.deviation(point)))),
            policy: wanted.parts.has(Part::Policy).then(|| policy(game, report)),
            opr: OnePure::of(game),
        }
    }
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

pub(super) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, numbers and lists of them can always be written")
}

/// A number with six decimals.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6 + 0.0
}

/// A number with three decimals, for arrays over the board for each move.
fn short(number: f64) -> f64 {
    (number * 1e3).round() / 1e3 + 0.0
}

impl MoveInfo {
    fn of(order: usize, candidate: &Candidate, seen: Viewpoint, wanted: &AnswerFields) -> Self {
        let Candidate { action, estimate, prior, variation, variation_visits, .. } = candidate;
        let Estimate { visits, win_rate, .. } = estimate;
        let shown = variation.len().min(wanted.variation);
        let variation_visits = wanted.parts.has(Part::VariationVisits).then(|| variation_visits[..shown].to_vec());
        Self {
            r#move: action.to_string(),
            visits: *visits,
            edge_visits: *visits,
            expected: Expected {
                winrate: rounded(seen.share(*win_rate)),
                score_lead: rounded(seen.balance(estimate.score)),
                score_mean: rounded(seen.balance(estimate.score)),
                score_selfplay: rounded(seen.balance(estimate.score)),
                score_stdev: rounded(estimate.score_deviation),
                utility: rounded(seen.balance(2.0 * estimate.value - 1.0)),
                weight: *visits,
            },
            lcb: rounded(seen.share(lower_bound(*win_rate, *visits))),
            utility_lcb: rounded(seen.balance(2.0 * lower_bound(estimate.value, *visits) - 1.0)),
            prior: rounded(*prior),
            order,
            play_selection_value: *visits,
            no_result_value: wanted.parts.has(Part::NoResult).then_some(0.0),
            pv: variation[..shown].iter().map(Move::to_string).collect(),
            pv_edge_visits: variation_visits.clone(),
            pv_visits: variation_visits,
            ownership: None,
            ownership_stdev: None,
        }
    }
}

impl RootInfo {
    fn of(game: &Game, report: &Report, seen: Viewpoint) -> Self {
        let estimate = &report.position;
        let (win_rate, score, value) = match game.outcome() {
            None => (estimate.win_rate, estimate.score, estimate.value),
            Some(outcome) => {
                let win_rate = match outcome.verdict {
                    Verdict::Win(color, _) if color == report.color => 1.0,
                    Verdict::Win(..) => 0.0,
                    Verdict::Draw | Verdict::BothLose | Verdict::NoResult => 0.5,
                };
                (win_rate, Viewpoint::by(report.color, Color::Black).balance(game.count().margin()), win_rate)
            }
        };
        let score_lead = rounded(seen.balance(score));
        let (this_hash, sym_hash) = hashes(game, report.color);
        Self {
            current_player: if report.color == Color::Black { "B" } else { "W" },
            visits: estimate.visits,
            expected: Expected {
                winrate: rounded(seen.share(win_rate)),
                score_lead,
                score_mean: score_lead,
                score_selfplay: score_lead,
                score_stdev: rounded(estimate.score_deviation),
                utility: rounded(seen.balance(2.0 * value - 1.0)),
                weight: estimate.visits,
            },
            lcb: rounded(seen.share(lower_bound(win_rate, estimate.visits))),
            raw: report.raw.as_ref().map(|raw| Raw::of(raw, seen)),
            this_hash,
            sym_hash,
        }
    }
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

/// A value for each point, row by row from the top left.
fn over_board(game: &Game, of: impl Fn(Point) -> f64) -> Vec<f64> {
    game.size().points_from_the_top().map(of).collect()
}

/// The prior of each move, the pass last. Illegal moves have -1. Legal moves that the search excludes because they lose
/// at once have 0.
fn policy(game: &Game, report: &Report) -> Vec<f64> {
    let prior = |action: Move| {
        if let Some(raw) = &report.raw {
            return raw.policy.iter().find(|(likely, _)| *likely == action).map(|&(_, prior)| rounded(prior));
        }
        let considered = report.candidates.iter().find(|candidate| candidate.action == action);
        considered.map(|candidate| rounded(candidate.prior))
    };
    let of = |action: Move| {
        prior(action).unwrap_or_else(|| if game.check(report.color, action).is_ok() { 0.0 } else { -1.0 })
    };
    let mut policy = over_board(game, |point| of(Move::Place(point)));
    policy.push(of(Move::Abstain));
    policy
}

impl OnePure {
    fn of(game: &Game) -> Self {
        let at_stake = rule_notices(game);
        let dead_ends = |color: Color| {
            let mut points = PointSet::empty();
            for notice in at_stake.iter().filter(|notice| notice.color() == color) {
                if matches!(notice, RuleNotice::DeadEnds(..) | RuleNotice::Retake { .. }) {
                    points |= notice.points();
                }
            }
            names(points)
        };
        let Count { points: PerColor { black, white }, komi, .. } = game.count();
        Self {
            rules: game.ruleset().name,
            over: game.is_over(),
            result: game.outcome().map(|outcome| outcome.verdict.to_string()),
            points: json!({ "black": black, "white": white, "komi": komi }),
            waiting: PerColor::from_fn(|color| game.stones(color).waiting),
            quarantined: PerColor::from_fn(|color| game.stones(color).quarantined),
            barred: game.barred(),
            dead_ends: PerColor::from_fn(dead_ends),
            at_stake: at_stake.iter().map(|notice| RuleNoticeDocument::of(notice, Language::English)).collect(),
        }
    }
}
