//! Annotations of a record: comments, marks, values for graphs, and the best moves as variations.

use super::position_analysis::{LABELS, PositionAnalysis};
use super::report::AnalysisText;
use super::swing::{MistakeSize, Swing, mistakes};
use super::words::words;
use crate::document::{CandidateDocument, Values, proven_pair, spaced};
use crate::view::{Language, Look, Perspective, RuleNotice};
use onepure_engine::engine::{Candidate, Viewpoint};
use onepure_rules::board::Color;
use onepure_rules::geometry::{BoardSize, Point, PointSet};
use onepure_rules::record::{Node, NodeContent, NodeId, Property, Record, point_text};
use onepure_rules::rules::Move;

/// The number of best moves that become variations.
const VARIATIONS: usize = 3;

/// The number of moves of a variation that are written.
const LONGEST_VARIATION: usize = 12;

/// The win rate by which a brilliant move must exceed the second best move.
const BRILLIANT: f64 = 0.10;

/// Win rates from which a position is good, and very good, for a colour.
const GOOD: f64 = 0.70;
const VERY_GOOD: f64 = 0.90;

/// The identifier of the property with the search results. It is private to this program; the page of `onepure web`
/// reads it.
const FOUND: &str = "OPRA";

/// Writes analyses into the nodes of a record that lead to their positions.
///
/// - C: the best moves and the rule notices, after an existing comment.
/// - LB: the letters of the best moves. TR: stones that would be quarantined if they were retired again. MA: points
///   where a placement of the colour to play loses at once.
/// - SBKV and SBKS: Black's win rate in percent and lead, as Sabaki draws them.
/// - OPRA: the colour to play, and the search results in the format of `kata-analyze` from its viewpoint.
/// - GB, GW, UC: the position is good for Black, good for White, or unclear. BM, DO, TE: the judgement of the played
///   move.
/// - Best moves that were not played become variations. After the last node of the record a note comes first, which
///   says that the record ends there. Without it a variation would become part of the main line.
pub fn annotate(record: &mut Record, analyses: &[PositionAnalysis], swings: &[Swing], language: Language) {
    let size = record.size();
    for analysis in analyses {
        let Some(place) = analysis.position.place else { continue };
        let swing = swings.iter().find(|swing| swing.number == analysis.position.number + 1);
        let node = record.node_mut(place);
        let comment = comment(analysis, swing, language);
        node.comment = Some(match node.comment.take() {
            Some(before) if !before.trim().is_empty() => format!("{before}\n\n{comment}"),
            _ => comment,
        });
        let marks = marks(analysis, &marked(node), size);
        node.other.retain(|property| !is_judgement(property));
        node.other.extend(marks);
        node.other.extend(numbers(analysis));
        node.other.extend(found(analysis));
        node.other.push(judgement(analysis.win_rate()));
        add_variations(record, place, analysis, language);
    }
    let mistakes = mistakes(swings);
    for swing in swings {
        let before = analyses.iter().find(|analysis| analysis.position.number + 1 == swing.number);
        let after = analyses.iter().find(|analysis| analysis.position.number == swing.number);
        if let (Some(before), Some(place)) = (before, after.and_then(|after| after.position.place)) {
            // Notes may follow the move. Its node is the first one after the position before it.
            let place = move_node(record, before, place);
            let node = record.node_mut(place);
            let is_judged = node.other.iter().any(|other| JUDGED_MOVE.contains(&other.identifier.as_str()));
            node.other.extend(judged_move(before, swing, &mistakes).filter(|_| !is_judged));
        }
    }
}

/// The node of the move after a position: the next one on the main line, or else `after`.
fn move_node(record: &Record, before: &PositionAnalysis, after: NodeId) -> NodeId {
    let line = record.main_line_ids();
    let place = before.position.place.and_then(|place| line.iter().position(|&id| id == place));
    place.and_then(|place| line.get(place + 1).copied()).unwrap_or(after)
}

fn comment(analysis: &PositionAnalysis, swing: Option<&Swing>, language: Language) -> String {
    let text = AnalysisText { language, look: Look::PLAIN, perspective: Perspective::Black };
    let mut lines = vec![text.heading(analysis)];
    if analysis.game().is_over() {
        lines.extend(language.end(analysis.game()));
        lines.push(language.count(&analysis.count()));
        return lines.join("\n");
    }
    lines.push(text.expected(analysis));
    lines.extend(
        analysis
            .best()
            .take(VARIATIONS)
            .map(|(label, candidate)| candidate_comment(analysis, label, candidate, language)),
    );
    lines.extend(swing.map(|swing| words(language).played(swing)));
    lines.extend(analysis.rule_notices.iter().map(|notice| language.rule_notice(notice)));
    lines.join("\n")
}

/// The comment about a candidate.
fn candidate_comment(analysis: &PositionAnalysis, label: char, candidate: &Candidate, language: Language) -> String {
    let score_lead = Viewpoint::by(Color::Black, analysis.report.color).balance(candidate.estimate.score);
    words(language).candidate(
        label,
        candidate.action,
        analysis.report.color,
        candidate.estimate.win_rate,
        score_lead,
        candidate.estimate.visits,
    )
}

/// The points that a node marks already. SGF allows one mark and one label per point.
struct Marked {
    labelled: Vec<String>,
    marked: Vec<String>,
}

fn marked(node: &Node) -> Marked {
    let values = |identifiers: &[&str]| {
        let named = |property: &&Property| identifiers.contains(&property.identifier.as_str());
        let values = node.other.iter().filter(named).flat_map(|property| &property.values);
        values.map(|value| value.split(':').next().unwrap_or_default().to_owned()).collect()
    };
    Marked { labelled: values(&["LB"]), marked: values(&["CR", "MA", "SL", "SQ", "TR"]) }
}

fn marks(analysis: &PositionAnalysis, before: &Marked, size: BoardSize) -> Vec<Property> {
    let text = |point: Point| point_text(point, size);
    let labels = analysis.labels().into_iter().map(|(point, label)| (text(point), label));
    let labels = labels.filter(|(point, _)| !before.labelled.contains(point));
    let labels: Vec<String> = labels.map(|(point, label)| format!("{point}:{label}")).collect();
    let (mut again, mut lost) = (PointSet::empty(), PointSet::empty());
    for notice in &analysis.rule_notices {
        match notice {
            RuleNotice::Repeated { stones, .. } => again |= *stones,
            RuleNotice::DeadEnds(color, points) if *color == analysis.position.color => lost |= *points,
            RuleNotice::Retake { color, point, .. } if *color == analysis.position.color => lost.insert(*point),
            _ => {}
        }
    }
    let free = |points: PointSet| points.iter().map(text).filter(|point| !before.marked.contains(point)).collect();
    let lists = [("LB", labels), ("TR", free(again)), ("MA", free(lost))];
    lists
        .into_iter()
        .filter(|(_, values)| !values.is_empty())
        .map(|(name, values)| Property::new(name, values))
        .collect()
}

/// The values that Sabaki draws as graphs.
fn numbers(analysis: &PositionAnalysis) -> [Property; 2] {
    let number = |number: f64| [format!("{:.2}", number + 0.0)];
    [Property::new("SBKV", number(100.0 * analysis.win_rate())), Property::new("SBKS", number(analysis.score_lead()))]
}

/// The search results for the position and its best moves; `None` after the end of play.
fn found(analysis: &PositionAnalysis) -> Option<Property> {
    let color = analysis.report.color;
    let document = analysis.document(color);
    let numbers = |values: &Values, proven| {
        let Values { visits, win_rate, score_lead, .. } = values;
        format!("visits {visits} winrate {win_rate:.4} scoreLead {score_lead:.2}{}", proven_pair(proven))
    };
    let info = |(order, CandidateDocument { action, values, prior, proven, variation, .. }): (usize, _)| {
        let variation = spaced(variation.iter().take(LONGEST_VARIATION));
        format!("info move {action} {} prior {prior:.4} order {order} pv {variation}", numbers(&values, proven))
    };
    let infos = document.visited().take(LABELS.len()).enumerate().map(info);
    let position = document.position();
    let root = format!("rootInfo {}", numbers(&position, document.proven()));
    let text = spaced(std::iter::once(color.to_string()).chain(infos).chain([root]));
    (position.visits > 0).then(|| Property::new(FOUND, [text]))
}

/// Returns whether a property is replaced: a judgement of the position, of which SGF allows one per node, or a value
/// from this module.
fn is_judgement(property: &Property) -> bool {
    matches!(property.identifier.as_str(), "GB" | "GW" | "DM" | "UC" | "SBKV" | "SBKS" | FOUND)
}

/// The judgement of a position.
fn judgement(black_wins: f64) -> Property {
    let very = |share: f64| [if share >= VERY_GOOD { "2" } else { "1" }];
    if black_wins >= GOOD {
        Property::new("GB", very(black_wins))
    } else if 1.0 - black_wins >= GOOD {
        Property::new("GW", very(1.0 - black_wins))
    } else {
        Property::new("UC", ["1"])
    }
}

/// The properties that judge a move. SGF allows one per node, so a person's judgement stays.
const JUDGED_MOVE: [&str; 4] = ["BM", "DO", "IT", "TE"];

/// The judgement of a played move.
fn judged_move(before: &PositionAnalysis, swing: &Swing, mistakes: &[Swing]) -> Option<Property> {
    if swing.better.is_none() {
        let mut best = before.report.visited();
        let (first, second) = (best.next()?, best.next()?);
        return (first.estimate.win_rate - second.estimate.win_rate >= BRILLIANT).then(|| Property::new("TE", ["1"]));
    }
    if !mistakes.contains(swing) {
        return None;
    }
    Some(match swing.mistake_size()? {
        MistakeSize::Small => Property::new("DO", [""]),
        MistakeSize::Medium => Property::new("BM", ["1"]),
        MistakeSize::Large => Property::new("BM", ["2"]),
    })
}

/// Adds the best moves that the record does not have yet as variations of a node.
fn add_variations(record: &mut Record, place: NodeId, analysis: &PositionAnalysis, language: Language) {
    let known: Vec<Move> = record
        .following(place)
        .filter_map(|node| match node.content {
            NodeContent::Move(_, action) => Some(action),
            NodeContent::Note | NodeContent::SetUp(_) => None,
        })
        .collect();
    let best: Vec<_> =
        analysis.best().take(VARIATIONS).filter(|(_, candidate)| !known.contains(&candidate.action)).collect();
    if !best.is_empty() && record.following(place).next().is_none() {
        let comment = Some(words(language).end_of_record().to_owned());
        record.add_variation(place, Node::default().with_comment(comment));
    }
    for (label, candidate) in best {
        let mut last = place;
        let mut color: Color = analysis.report.color;
        for (index, &action) in candidate.variation.iter().take(LONGEST_VARIATION).enumerate() {
            let comment = (index == 0).then(|| candidate_comment(analysis, label, candidate, language));
            let node = Node::new(NodeContent::Move(color, action)).with_comment(comment);
            last = record.add_variation(last, node);
            color = !color;
        }
    }
}
