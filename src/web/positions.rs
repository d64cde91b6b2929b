//! The positions of a game, analysed one by one, as lines of JSON for the page.

use crate::analysis::{LABELS, PositionAnalysis, RecordPosition, RecordPositions, Swing, mistake_reason};
use crate::document::{Object, Values, line, rounded};
use crate::view::Language;
use onepure_engine::engine::{Engine, NetworkChoice, Settings};
use onepure_rules::board::Color;
use onepure_rules::record::{NodeId, Record};
use onepure_rules::rules::Ruleset;

/// The longest game, in moves: that of a session.
const MOST_MOVES: usize = 2_000;

/// The highest number of MiB for the tree of each thread.
const MEMORY: usize = 32;

/// The first line: the number of positions that follow.
pub(super) fn announced(positions: usize) -> Object {
    Object::default().with("positions", positions)
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
        let next = match self.lines.checked_sub(1) {
            None => line(&announced(self.positions)),
            Some(number) if number >= self.positions => return None,
            Some(number) => {
                // Each position has the history of its game: to keep all of them would take much memory.
                let position = RecordPositions::of(&self.record, self.ruleset).after(Some(number)).ok()?;
                let (size, ruleset) = (position.game.size(), *position.game.ruleset());
                let engine = self.engine.get_or_insert_with(|| Engine::new(size, ruleset, self.settings.clone()));
                let analysis = PositionAnalysis::of(position, engine, || false);
                let found = line(&found(&analysis, self.before.as_ref(), &self.nodes));
                self.before = Some(analysis);
                found
            }
        };
        self.lines += 1;
        Some(next)
    }
}

/// A position of the main line after its analysis and that of the position before it: the number of its node among those of the main
/// line, the analysis, and the reason in each language why the move to the position is a mistake.
pub(super) fn found(analysis: &PositionAnalysis, before: Option<&PositionAnalysis>, nodes: &[NodeId]) -> Object {
    let node = analysis.position.place.and_then(|place| nodes.iter().position(|&id| id == place));
    let reason = before.and_then(|before| {
        Swing::between(before, analysis)?.mistake_size()?;
        let reason = |language| mistake_reason(before, analysis, language);
        Some(Object::default().with("en", reason(Language::English)?).with("ko", reason(Language::Korean)?))
    });
    Object::default().with("node", node.unwrap_or(0)).with("analysis", values(analysis)).with_some("reason", reason)
}

/// The fields of an analysis that the page shows; `None` after the end of play. Values are for the colour to move, ownership is Black's.
fn values(analysis: &PositionAnalysis) -> Option<Object> {
    let color = analysis.report.color;
    let document = analysis.document(color);
    let shared = |Values { visits, win_rate, score_lead, .. }: Values, proven: Option<&'static str>| {
        Object::default()
            .with("visits", visits)
            .with("winrate", rounded(win_rate, 4))
            .with("scoreLead", rounded(score_lead, 2))
            .with_some("proven", proven)
    };
    let candidates = document.visited().take(LABELS.len()).enumerate().map(|(order, candidate)| {
        Object::default()
            .with("move", candidate.action)
            .and(shared(candidate.values, candidate.proven))
            .with("prior", rounded(candidate.prior, 4))
            .with("order", order)
            .with("pv", candidate.variation)
    });
    let ownership = analysis.document(Color::Black).balances();
    let ownership = ownership.map(|owned| owned.into_iter().map(|balance| rounded(balance, 2)).collect::<Vec<_>>());
    let values = Object::default()
        .with("color", color)
        .and(shared(document.position(), document.proven()))
        .with("candidates", candidates.collect::<Vec<_>>())
        .with("ownership", ownership);
    (!analysis.game().is_over() && analysis.report.position.visits > 0).then_some(values)
}
