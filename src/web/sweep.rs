//! The analysis of a whole game beside its session. Positions are analysed in parallel as in `onepure analyze --all`, and sent
//! one by one as lines of JSON. If the client stops reading, the search stops.

use super::connections::PATIENCE;
use crate::analysis::{PositionAnalysis, RecordPositions, look_into_all};
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::Frame;
use onepure_engine::engine::Settings;
use onepure_rules::board::Color;
use onepure_rules::record::Record;
use onepure_rules::rules::Ruleset;
use serde::Serialize;
use std::convert::Infallible;
use std::io;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::thread;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, mpsc};

/// The highest number of visits of a position that a page may request.
pub(super) const MOST_VISITS: u64 = 100_000;

/// The longest game, in moves: that of a session.
const MOST_MOVES: usize = 2_000;

/// The highest number of MiB for the tree of each thread.
const MEMORY: usize = 32;

/// The number of lines that wait for a slow reader before the search waits too.
const MOST_LINES: usize = 64;

/// The first line: the number of positions that follow.
#[derive(Serialize)]
struct Announced {
    positions: usize,
}

/// A position of the main line.
#[derive(Serialize)]
struct Found {
    /// The number of the position's node in the main line, from 0.
    node: usize,
    /// The result of the search; `None` after the end of play.
    analysis: Option<Analysis>,
}

/// The fields of an analysis that the page shows. Values are for the colour to move, ownership is Black's.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Analysis {
    color: Color,
    visits: u64,
    winrate: f64,
    score_lead: f64,
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
    prior: f64,
    order: usize,
    pv: Vec<String>,
}

/// Analyses every position of a record's main line with these settings. Dropping the body ends the search and releases the
/// permit.
pub(super) fn analysed(
    record: Record,
    ruleset: Ruleset,
    settings: Settings,
    permit: OwnedSemaphorePermit,
) -> io::Result<Body> {
    let (sender, lines) = mpsc::channel(MOST_LINES);
    let output = Output { sender, runtime: Handle::current() };
    let settings = Settings { memory: settings.memory.min(MEMORY), ..settings };
    thread::Builder::new().name("analysis".to_owned()).spawn(move || {
        analyse(&record, ruleset, settings, &output);
        drop(permit);
    })?;
    Ok(Body::new(Lines(lines)))
}

/// The record in the bytes of a request; `None` if it is invalid or too long.
pub(super) fn record_of(bytes: &[u8]) -> Option<Record> {
    let nodes = bytes.split(|&byte| byte == b';').count() - 1;
    let record = (nodes <= 2 * MOST_MOVES).then(|| Record::from_bytes(bytes).ok())??;
    (record.main_line().moves().count() <= MOST_MOVES).then_some(record)
}

/// The channel of lines to the client.
struct Output {
    sender: mpsc::Sender<Bytes>,
    runtime: Handle,
}

fn analyse(record: &Record, ruleset: Ruleset, settings: Settings, output: &Output) {
    let nodes = record.main_line_ids();
    // An illegal move ends the main line.
    let positions = || RecordPositions::of(record, ruleset).map_while(Result::ok);
    let number = positions().count();
    if send(output, &Announced { positions: number }).is_break() {
        return;
    }
    look_into_all(
        positions(),
        number,
        settings,
        || output.sender.is_closed(),
        |analysis| {
            let node = analysis.position.place.and_then(|place| nodes.iter().position(|&id| id == place));
            send(output, &Found { node: node.unwrap_or(0), analysis: Analysis::of(&analysis) })
        },
    );
}

/// Sends a value as a line. Breaks if the client is gone, or reads nothing for [`PATIENCE`].
fn send(Output { sender, runtime }: &Output, value: &impl Serialize) -> ControlFlow<()> {
    let Ok(mut line) = serde_json::to_vec(value) else { return ControlFlow::Break(()) };
    line.push(b'\n');
    match runtime.block_on(sender.send_timeout(line.into(), PATIENCE)) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
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

/// Lines as the body of an answer, each sent at once.
struct Lines(mpsc::Receiver<Bytes>);

impl HttpBody for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(line))))
    }
}
