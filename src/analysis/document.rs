//! Analyses as JSON.

use super::position_analysis::PositionAnalysis;
use super::swing::{MistakeSize, Swing, largest, mistakes};
use crate::view::{Language, Perspective, RuleNotice};
use onepure_engine::engine::{Candidate, Estimate, Viewpoint};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::PointSet;
use onepure_rules::record::{Basis, RecordError};
use onepure_rules::rules::{Article, Count, Fraction, Game, Move, Stones};
use serde::Serialize;
use serde_json::{Value, json as value};

/// The number of swings listed.
const SWINGS: usize = 5;

/// The record whose positions are analysed.
#[derive(Clone, Copy, Debug)]
pub struct Source<'r> {
    /// The name of its file.
    pub name: &'r str,
    /// Its rules and komi, and their source.
    pub basis: &'r Basis,
    /// The illegal move before which it was read.
    pub stopped: Option<&'r RecordError>,
}

/// The analyses of positions of one game as one JSON object: the common fields, `positions` with one line each, the
/// largest swings, and the mistakes. Win rates and leads are those of the colour that `perspective` selects; each
/// position names it.
pub fn json(
    &Source { name, basis, stopped }: &Source<'_>,
    analyses: &[PositionAnalysis],
    swings: &[Swing],
    perspective: Perspective,
    language: Language,
) -> String {
    let Some(first) = analyses.first() else { return "{\"positions\":[]}\n".to_owned() };
    let game = first.game();
    let head = value!({
        "name": name,
        "rules": game.ruleset().name,
        "rulesFrom": basis.rules_from.key(),
        "size": game.size().lines(),
        "komi": game.komi(),
        "komiFrom": basis.komi_from.key(),
        "stopped": stopped.map(|error| {
            value!({"move": error.move_number, "line": error.line, "reason": error.problem.to_string()})
        }),
    });
    let positions: Vec<String> = analyses
        .iter()
        .map(|analysis| {
            let swing = swings.iter().find(|swing| swing.number == analysis.position.number + 1);
            line(&PositionDocument::of(analysis, swing, perspective, language))
        })
        .collect();
    let largest: Vec<SwingDocument> = largest(swings, SWINGS).iter().map(SwingDocument::of).collect();
    let mistakes: Vec<MistakeDocument> = mistakes(swings).iter().filter_map(MistakeDocument::of).collect();
    let head = line(&head);
    let head = head.strip_suffix('}').unwrap_or(&head);
    let (positions, largest, mistakes) = (positions.join(",\n"), line(&largest), line(&mistakes));
    format!("{head},\"positions\":[\n{positions}\n],\"swings\":{largest},\"mistakes\":{mistakes}}}\n")
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, numbers and lists of them can always be written")
}

/// A number with four decimals. Playouts justify no more.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0 + 0.0
}

/// A position. The fields are in the order of the JSON keys.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PositionDocument {
    r#move: usize,
    to_play: Option<Color>,
    perspective: Color,
    result: Option<String>,
    stones: Value,
    points: CountDocument,
    visits: u64,
    win_rate: f64,
    #[serde(rename = "lead")]
    score_lead: f64,
    #[serde(rename = "leadDeviation")]
    score_deviation: f64,
    expected_points: Option<PerColor<f64>>,
    held: Option<PerColor<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<&'static str>,
    candidates: Vec<CandidateDocument>,
    ownership: Option<Vec<f64>>,
    at_stake: Vec<RuleNoticeDocument>,
    played: Option<SwingDocument>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CandidateDocument {
    r#move: String,
    visits: u64,
    win_rate: f64,
    #[serde(rename = "lead")]
    score_lead: f64,
    #[serde(rename = "leadDeviation")]
    score_deviation: f64,
    prior: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<&'static str>,
    variation: Vec<String>,
    variation_visits: Vec<u64>,
}

#[derive(Serialize)]
struct CountDocument {
    black: Fraction,
    white: Fraction,
    komi: f64,
    result: String,
}

/// A rule notice, as fields for programs and as text for readers.
#[derive(Serialize)]
pub(super) struct RuleNoticeDocument {
    kind: &'static str,
    color: Color,
    points: Vec<String>,
    articles: Vec<String>,
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SwingDocument {
    number: usize,
    color: Color,
    r#move: String,
    best: String,
    win_rate_lost: f64,
    standard_error: f64,
    points_lost: f64,
}

#[derive(Serialize)]
struct MistakeDocument {
    size: MistakeSize,
    #[serde(flatten)]
    swing: SwingDocument,
}

impl MistakeDocument {
    fn of(mistake: &Swing) -> Option<Self> {
        Some(Self { size: mistake.mistake_size()?, swing: SwingDocument::of(mistake) })
    }
}

impl PositionDocument {
    fn of(analysis: &PositionAnalysis, swing: Option<&Swing>, perspective: Perspective, language: Language) -> Self {
        let (game, report) = (analysis.game(), &analysis.report);
        let viewer = perspective.color(analysis.position.color);
        let by_viewer = Viewpoint::by(viewer, Color::Black);
        let is_over = game.is_over();
        Self {
            r#move: analysis.position.number,
            to_play: (!is_over).then_some(analysis.position.color),
            perspective: viewer,
            result: game.outcome().map(|outcome| outcome.verdict.to_string()),
            stones: stones(game),
            points: CountDocument::of(&analysis.count()),
            visits: report.position.visits,
            win_rate: rounded(by_viewer.share(analysis.win_rate())),
            score_lead: rounded(by_viewer.balance(analysis.score_lead())),
            score_deviation: rounded(report.position.score_deviation),
            expected_points: analysis.expected_points().map(|points| PerColor::from_fn(|color| rounded(points[color]))),
            held: analysis.held().map(|held| PerColor::from_fn(|color| rounded(held[color]))),
            proven: report.proven_winner(),
            candidates: report
                .candidates
                .iter()
                .filter(|candidate| candidate.estimate.visits > 0)
                .map(|candidate| CandidateDocument::of(candidate, viewer, report.color))
                .collect(),
            ownership: balances(analysis, by_viewer),
            at_stake: analysis.rule_notices.iter().map(|notice| RuleNoticeDocument::of(notice, language)).collect(),
            played: swing.map(SwingDocument::of),
        }
    }
}

/// The number of stones of each colour by place.
pub(super) fn stones(game: &Game) -> Value {
    let of = |color| {
        let Stones { board, waiting, quarantined } = game.stones(color);
        value!({ "board": board, "waiting": waiting, "quarantined": quarantined })
    };
    value!({ "black": of(Color::Black), "white": of(Color::White) })
}

/// The ownership of each point, row by row from the top left, -1 to 1.
fn balances(analysis: &PositionAnalysis, seen: Viewpoint) -> Option<Vec<f64>> {
    analysis
        .game()
        .size()
        .points_from_the_top()
        .map(|point| analysis.balance(point).map(|balance| rounded(seen.balance(balance))))
        .collect()
}

impl CandidateDocument {
    /// The candidate of `mover`, with values of the colour `viewer`.
    fn of(candidate: &Candidate, viewer: Color, mover: Color) -> Self {
        let seen = Viewpoint::by(viewer, mover);
        let Estimate { score, score_deviation, .. } = candidate.estimate;
        Self {
            r#move: candidate.action.to_string(),
            visits: candidate.estimate.visits,
            win_rate: rounded(seen.share(candidate.estimate.win_rate)),
            score_lead: rounded(seen.balance(score)),
            score_deviation: rounded(score_deviation),
            prior: rounded(candidate.prior),
            proven: candidate.proven_winner(mover),
            variation: candidate.variation.iter().map(Move::to_string).collect(),
            variation_visits: candidate.variation_visits.clone(),
        }
    }
}

impl CountDocument {
    fn of(count: &Count) -> Self {
        let PerColor { black, white } = count.points;
        Self { black, white, komi: count.komi, result: count.verdict().to_string() }
    }
}

impl RuleNoticeDocument {
    /// A notice with its text in `language`.
    pub(super) fn of(notice: &RuleNotice, language: Language) -> Self {
        Self {
            kind: notice.kind(),
            color: notice.color(),
            points: names(notice.points()),
            articles: notice.articles().iter().map(Article::to_string).collect(),
            text: language.rule_notice(notice),
        }
    }
}

impl SwingDocument {
    fn of(swing: &Swing) -> Self {
        Self {
            number: swing.number,
            color: swing.color,
            r#move: swing.action.to_string(),
            best: swing.better.unwrap_or(swing.action).to_string(),
            win_rate_lost: rounded(swing.share),
            standard_error: rounded(swing.error),
            points_lost: rounded(swing.points),
        }
    }
}

/// The names of the points.
pub(super) fn names(points: PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}
