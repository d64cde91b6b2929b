//! What was found, written into the record: comments, marks, numbers for graphs, and the best moves as variations.

use super::position_analysis::PositionAnalysis;
use super::report::AnalysisText;
use super::swing::{MistakeSize, Swing, mistakes};
use super::words::words;
use crate::view::{Language, Look, RuleNotice};
use onepure_engine::engine::{Candidate, Estimate, Perspective};
use onepure_rules::board::Color;
use onepure_rules::geometry::{BoardSize, Point, PointSet};
use onepure_rules::record::{Node, NodeContent, NodeId, Property, Record, point_text};
use onepure_rules::rules::Move;

/// How many of the best moves become variations.
const VARIATIONS: usize = 3;

/// How many moves of a variation are written.
const LONGEST_VARIATION: usize = 12;

/// By how much the only good move is better than the next.
const BRILLIANT: f64 = 0.10;

/// From which share of wins on a position is good for a colour, and very good.
const GOOD: f64 = 0.70;
const VERY_GOOD: f64 = 0.90;

/// The identifier of the property with what the search found: a property of this program, which the page of `onepure web` reads.
const FOUND: &str = "OPRA";

/// Writes what was found into the nodes of a record after which its positions stand.
///
/// - C: the best moves, and what the rules have at stake, behind the comment that is there.
/// - LB: the letters of the best moves. TR: stones that would go to quarantine if they were retired again. MA: points where
///   a placement of the colour to play loses at once.
/// - SBKV and SBKS: Black's expected wins in percent and its lead, as Sabaki draws them.
/// - OPRA: the colour that moves, and what the search found in the words of `kata-analyze`, seen by that colour.
/// - GB, GW, UC: the position is good for Black, for White, or unclear. BM, DO, TE on the move that was played.
/// - The best moves that were not played become variations. After the last node of the record they stand beside a node that
///   says that the record ends there, so that the game stays what it was.
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
            // The node of the move is the first after the position before it, whatever notes follow.
            let place = move_node(record, before, place);
            let node = record.node_mut(place);
            let is_judged = node.other.iter().any(|other| JUDGED_MOVE.contains(&other.identifier.as_str()));
            node.other.extend(judged_move(before, swing, &mistakes).filter(|_| !is_judged));
        }
    }
}

/// The node of the move that follows a position: the one after its place, or else the place of the position after it.
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
    lines.extend(analysis.best().take(VARIATIONS).map(|(label, candidate)| said(analysis, label, candidate, language)));
    lines.extend(swing.map(|swing| words(language).played(swing)));
    lines.extend(analysis.rule_notices.iter().map(|notice| language.rule_notice(notice)));
    lines.join("\n")
}

/// What is said of a candidate.
fn said(analysis: &PositionAnalysis, label: char, candidate: &Candidate, language: Language) -> String {
    let score_lead = analysis.seen_by_black().balance(candidate.estimate.score);
    words(language).candidate(
        label,
        candidate.action,
        analysis.report.color,
        candidate.estimate.win_rate,
        score_lead,
        candidate.estimate.visits,
    )
}

/// The points that a node marks already; only one mark may stand on a point, and one letter.
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
    lists.into_iter().filter(|(_, values)| !values.is_empty()).map(|(name, values)| property(name, values)).collect()
}

fn property(identifier: &str, values: Vec<String>) -> Property {
    Property { identifier: identifier.to_owned(), values }
}

/// The numbers that Sabaki draws as graphs.
fn numbers(analysis: &PositionAnalysis) -> [Property; 2] {
    let number = |number: f64| vec![format!("{:.2}", number + 0.0)];
    [property("SBKV", number(100.0 * analysis.win_rate())), property("SBKS", number(analysis.score_lead()))]
}

/// What the search found of the position and its best moves; nothing after the end of play.
fn found(analysis: &PositionAnalysis) -> Option<Property> {
    use std::fmt::Write;
    let report = &analysis.report;
    let mut text = report.color.to_string();
    let numbers =
        |estimate: &Estimate| format!("winrate {:.4} scoreLead {:.2}", estimate.win_rate + 0.0, estimate.score + 0.0);
    for (order, (_, candidate)) in analysis.best().enumerate() {
        let Candidate { action, prior, estimate, .. } = candidate;
        let variation = candidate.variation.iter().take(LONGEST_VARIATION).map(ToString::to_string);
        let variation = variation.collect::<Vec<_>>().join(" ");
        let numbers = numbers(estimate);
        // A text takes whatever is written into it.
        let _ = write!(
            text,
            " info move {action} visits {} {numbers} prior {prior:.4} order {order} pv {variation}",
            estimate.visits
        );
    }
    let position = &report.position;
    let _ = write!(text, " rootInfo visits {} {}", position.visits, numbers(position));
    (position.visits > 0).then(|| property(FOUND, vec![text]))
}

/// Whether a property judges the position, of which a node may have one only, or holds numbers that are written anew.
fn is_judgement(property: &Property) -> bool {
    matches!(property.identifier.as_str(), "GB" | "GW" | "DM" | "UC" | "SBKV" | "SBKS" | FOUND)
}

/// For whom a position is good.
fn judgement(black_wins: f64) -> Property {
    let very = |share: f64| vec![if share >= VERY_GOOD { "2" } else { "1" }.to_owned()];
    if black_wins >= GOOD {
        property("GB", very(black_wins))
    } else if 1.0 - black_wins >= GOOD {
        property("GW", very(1.0 - black_wins))
    } else {
        property("UC", vec!["1".to_owned()])
    }
}

/// The properties that judge a move, of which a node may have one only: what a person has said stays.
const JUDGED_MOVE: [&str; 4] = ["BM", "DO", "IT", "TE"];

/// What a move deserves that was played.
fn judged_move(before: &PositionAnalysis, swing: &Swing, mistakes: &[Swing]) -> Option<Property> {
    let times = |number: &str| vec![number.to_owned()];
    if swing.better.is_none() {
        let mut best = before.report.candidates.iter().filter(|candidate| candidate.estimate.visits > 0);
        let (first, second) = (best.next()?, best.next()?);
        return (first.estimate.win_rate - second.estimate.win_rate >= BRILLIANT).then(|| property("TE", times("1")));
    }
    if !mistakes.contains(swing) {
        return None;
    }
    Some(match swing.mistake_size()? {
        MistakeSize::Small => property("DO", times("")),
        MistakeSize::Medium => property("BM", times("1")),
        MistakeSize::Large => property("BM", times("2")),
    })
}

/// Lets the best moves that nobody has played or shown yet follow a node.
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
            let comment = (index == 0).then(|| said(analysis, label, candidate, language));
            let node = Node::new(NodeContent::Move(color, action)).with_comment(comment);
            last = record.add_variation(last, node);
            color = !color;
        }
    }
}
