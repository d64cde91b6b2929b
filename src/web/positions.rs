//! The positions of a game, analysed one by one, as lines of JSON for the page.

use crate::analysis::{PositionAnalysis, RecordPosition, RecordPositions, Swing, mistake_reason};
use crate::view::Language;
use onepure_engine::engine::{Engine, NetworkChoice, Settings};
use onepure_rules::board::Color;
use onepure_rules::record::{NodeId, Record};
use onepure_rules::rules::Ruleset;
use serde::Serialize;

/// The longest game, in moves: that of a session.
const MOST_MOVES: usize = 2_000;

/// The highest number of MiB for the tree of each thread.
const MEMORY: usize = 32;

/// The first line: the number of positions that follow.
#[derive(Serialize)]
pub(super) struct Announced {
    pub(super) positions: usize,
}

/// A position of the main line.
#[derive(Serialize)]
pub(super) struct Found {
    /// The number of the position's node in the main line, from 0.
    node: usize,
    /// The result of the search; `None` after the end of play.
    analysis: Option<Analysis>,
    /// The reason why the move to this position is a mistake, in each language.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
}

#[derive(Serialize)]
struct Reason {
    en: String,
    ko: String,
}

/// The fields of an analysis that the page shows. Values are for the colour to move, ownership is Black's.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Analysis {
    color: Color,
    visits: u64,
    winrate: f64,
    score_lead: f64,
    /// The winner, or `draw`, if the outcome is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<&'static str>,
    candidates: Vec<Candidate>,
    ownership: Option<Vec<f64>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Candidate {
    r#move: String,
    visits: u64,
    winrate: f64,
    score_lead: f64,
    /// As for the analysis.
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<&'static str>,
    prior: f64,
    order: usize,
    pv: Vec<String>,
}

/// The record in the bytes of a request; `None` if it is invalid or too long.
pub(super) fn record_of(bytes: &[u8]) -> Option<Record> {
    let nodes = bytes.split(|&byte| byte == b';').count() - 1;
    let record = (nodes <= 2 * MOST_MOVES).then(|| Record::from_bytes(bytes).ok())??;
    (record.main_line().moves().count() <= MOST_MOVES).then_some(record)
}

/// These settings with the memory that the analysis of a game may take.
pub(super) fn limited(settings: Settings) -> Settings {
    Settings { memory: settings.memory.min(MEMORY), ..settings }
}

/// The positions of a record's main line. An illegal move ends it.
pub(super) fn positions_of(record: &Record, ruleset: Ruleset) -> impl Iterator<Item = RecordPosition> + Send {
    RecordPositions::of(record, ruleset).map_while(Result::ok)
}

/// The analysis of every position of a record's main line: an iterator of lines, for callers without threads. The first line has the
/// number of positions.
#[derive(Debug)]
pub struct GameAnalysis {
    record: Record,
    ruleset: Ruleset,
    nodes: Vec<NodeId>,
    settings: Settings,
    engine: Option<Engine>,
    /// The analysis of the position before.
    before: Option<PositionAnalysis>,
    positions: usize,
    /// The number of lines so far.
    lines: usize,
}

impl GameAnalysis {
    /// The analysis of a record by these rules; `None` if it is invalid or too long.
    pub fn new(bytes: &[u8], ruleset: Ruleset, settings: Settings) -> Option<Self> {
        let record = record_of(bytes)?;
        let nodes = record.main_line_ids();
        let positions = positions_of(&record, ruleset).count();
        let settings = limited(settings);
        Some(Self { record, ruleset, nodes, settings, engine: None, before: None, positions, lines: 0 })
    }

    /// Lets other networks evaluate; before the first line.
    #[must_use]
    pub fn with_network(self, network: NetworkChoice) -> Self {
        Self { settings: Settings { network, ..self.settings }, ..self }
    }
}

impl Iterator for GameAnalysis {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let line = match self.lines.checked_sub(1) {
            None => json(&Announced { positions: self.positions }),
            Some(number) if number >= self.positions => return None,
            Some(number) => {
                // Each position has the history of its game: to keep all of them would take much memory.
                let position = RecordPositions::of(&self.record, self.ruleset).after(Some(number)).ok()?;
                let (size, ruleset) = (position.game.size(), *position.game.ruleset());
                let engine = self.engine.get_or_insert_with(|| Engine::new(size, ruleset, self.settings.clone()));
                let analysis = PositionAnalysis::of(position, engine, || false);
                let found = json(&Found::of(&analysis, self.before.as_ref(), &self.nodes));
                self.before = Some(analysis);
                found
            }
        };
        self.lines += 1;
        Some(line)
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, numbers and lists of them can always be written")
}

impl Found {
    /// The description of an analysis after that of the position before it. `nodes` are those of the main line.
    pub(super) fn of(analysis: &PositionAnalysis, before: Option<&PositionAnalysis>, nodes: &[NodeId]) -> Self {
        let node = analysis.position.place.and_then(|place| nodes.iter().position(|&id| id == place));
        let reason = before.and_then(|before| {
            Swing::between(before, analysis)?.mistake_size()?;
            let reason = |language| mistake_reason(before, analysis, language);
            Some(Reason { en: reason(Language::English)?, ko: reason(Language::Korean)? })
        });
        Self { node: node.unwrap_or(0), analysis: Analysis::of(analysis), reason }
    }
}

impl Analysis {
    fn of(analysis: &PositionAnalysis) -> Option<Self> {
        let (game, report) = (analysis.game(), &analysis.report);
        if game.is_over() || report.position.visits == 0 {
            return None;
        }
        let candidates = analysis.best().enumerate().map(|(order, (_, candidate))| Candidate {
            r#move: candidate.action.to_string(),
            visits: candidate.estimate.visits,
            winrate: rounded(candidate.estimate.win_rate, 4),
            score_lead: rounded(candidate.estimate.score, 2),
            proven: candidate.proven_winner(report.color),
            prior: rounded(candidate.prior, 4),
            order,
            pv: candidate.variation.iter().map(ToString::to_string).collect(),
        });
        let points = || game.size().points_from_the_top();
        Some(Self {
            color: report.color,
            visits: report.position.visits,
            winrate: rounded(report.position.win_rate, 4),
            score_lead: rounded(report.position.score, 2),
            proven: report.proven_winner(),
            candidates: candidates.collect(),
            ownership: report
                .ownership
                .as_ref()
                .map(|ownership| points().map(|point| rounded(ownership.balance(point), 2)).collect()),
        })
    }
}

fn rounded(number: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (number * scale).round() / scale + 0.0
}
