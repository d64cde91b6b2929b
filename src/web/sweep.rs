//! The analysis of a whole game, apart from its session. Positions are analysed in parallel as in `onepure analyze --all`, and sent
//! one by one as lines of JSON. If the client stops reading, the search stops.

use super::connections::PATIENCE;
use super::positions::{announced, found, limited, positions_of};
use crate::analysis::look_into_all;
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::Frame;
use onepure_engine::engine::Settings;
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

/// The number of lines that wait for a slow reader before the search waits too.
const MOST_LINES: usize = 64;

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
    let settings = limited(settings);
    thread::Builder::new().name("analysis".to_owned()).spawn(move || {
        analyse(&record, ruleset, settings, &output);
        drop(permit);
    })?;
    Ok(Body::new(Lines(lines)))
}

/// The channel of lines to the client.
struct Output {
    sender: mpsc::Sender<Bytes>,
    runtime: Handle,
}

fn analyse(record: &Record, ruleset: Ruleset, settings: Settings, output: &Output) {
    let nodes = record.main_line_ids();
    let number = positions_of(record, ruleset).count();
    if send(output, &announced(number)).is_break() {
        return;
    }
    let mut before = None;
    look_into_all(
        positions_of(record, ruleset),
        number,
        settings,
        || output.sender.is_closed(),
        |analysis| {
            let found = found(&analysis, before.as_ref(), &nodes);
            before = Some(analysis);
            send(output, &found)
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
