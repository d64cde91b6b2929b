//! Analyses as JSON.

use super::position_analysis::PositionAnalysis;
use super::swing::{Swing, largest, mistakes};
use crate::document::{CandidateDocument, Object, Values, line, rounded, rule_notice, stopped};
use crate::view::{Language, Perspective};
use onepure_rules::board::PerColor;
use onepure_rules::record::{Basis, RecordError};
use onepure_rules::rules::Count;

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
    &Source { name, basis, stopped: error }: &Source<'_>,
    analyses: &[PositionAnalysis],
    swings: &[Swing],
    perspective: Perspective,
    language: Language,
) -> String {
    let Some(first) = analyses.first() else { return "{\"positions\":[]}\n".to_owned() };
    let game = first.game();
    let head = line(&serde_json::json!({
        "name": name,
        "rules": game.ruleset().name,
        "rulesFrom": basis.rules_from.key(),
        "size": game.size().lines(),
        "komi": game.komi(),
        "komiFrom": basis.komi_from.key(),
        "stopped": error.map(stopped),
    }));
    let positions: Vec<String> = analyses
        .iter()
        .map(|analysis| {
            let played = swings.iter().find(|swing| swing.number == analysis.position.number + 1);
            line(&position(analysis, perspective, language).with("played", played.map(swing)))
        })
        .collect();
    let largest = line(&largest(swings, SWINGS).iter().map(swing).collect::<Vec<_>>());
    let mistakes = line(&mistakes(swings).iter().filter_map(mistake).collect::<Vec<_>>());
    let (head, positions) = (head.strip_suffix('}').unwrap_or(&head), positions.join(",\n"));
    format!("{head},\"positions\":[\n{positions}\n],\"swings\":{largest},\"mistakes\":{mistakes}}}\n")
}

/// A number with four decimals. Playouts justify no more.
fn four(number: f64) -> f64 {
    rounded(number, 4)
}

fn position(analysis: &PositionAnalysis, perspective: Perspective, language: Language) -> Object {
    let (game, color) = (analysis.game(), analysis.position.color);
    let viewer = perspective.color(color);
    let document = analysis.document(viewer);
    let per_color = |numbers: PerColor<f64>| PerColor::from_fn(|color| four(numbers[color]));
    let ownership = document.balances().map(|balances| balances.into_iter().map(four).collect::<Vec<_>>());
    Object::default()
        .with("move", analysis.position.number)
        .with("toPlay", (!game.is_over()).then_some(color))
        .with("perspective", viewer)
        .with("result", game.outcome().map(|outcome| outcome.verdict.to_string()))
        .with("stones", serde_json::json!(PerColor::from_fn(|color| game.stones(color))))
        .with("points", count(&analysis.count()))
        .and(values(&document.position()))
        .with("expectedPoints", analysis.expected_points().map(per_color))
        .with("held", analysis.held().map(per_color))
        .with_some("proven", document.proven())
        .with("candidates", document.visited().map(candidate).collect::<Vec<_>>())
        .with("ownership", ownership)
        .with("atStake", analysis.rule_notices.iter().map(|notice| rule_notice(notice, language)).collect::<Vec<_>>())
}

/// The fields that a position shares with a candidate.
fn values(values: &Values) -> Object {
    Object::default()
        .with("visits", values.visits)
        .with("winRate", four(values.win_rate))
        .with("lead", four(values.score_lead))
        .with("leadDeviation", four(values.score_deviation))
}

fn candidate(candidate: CandidateDocument<'_>) -> Object {
    Object::default()
        .with("move", candidate.action)
        .and(values(&candidate.values))
        .with("prior", four(candidate.prior))
        .with_some("proven", candidate.proven)
        .with("variation", candidate.variation)
        .with("variationVisits", candidate.variation_visits)
}

fn count(count: &Count) -> Object {
    Object::default()
        .with("black", count.points.black)
        .with("white", count.points.white)
        .with("komi", count.komi)
        .with("result", count.verdict().to_string())
}

fn swing(swing: &Swing) -> Object {
    Object::default()
        .with("number", swing.number)
        .with("color", swing.color)
        .with("move", swing.action)
        .with("best", swing.better.unwrap_or(swing.action))
        .with("winRateLost", four(swing.share))
        .with("standardError", four(swing.error))
        .with("pointsLost", four(swing.points))
}

fn mistake(mistake: &Swing) -> Option<Object> {
    Some(Object::default().with("size", mistake.mistake_size()?).and(swing(mistake)))
}
