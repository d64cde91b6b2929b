//! The conversation: one thread reads lines, others search positions and write the answers.

use super::action::ActionQuery;
use super::answer;
use super::fields::{FieldError, Fields, id_in};
use super::query::{Query, QueryDefaults};
use super::queue::{Queue, Task};
use crate::document::line;
use onepure_engine::engine::{Engine, Report, Settings, StopHandle, room_for_threads};
use serde_json::{Map, Value};
use std::io::{self, BufRead, Read, Write};
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// The longest line read, in bytes.
const LONGEST_LINE: u64 = 1 << 24;

/// The interval at which a search checks whether to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The warning after the end of the input has stopped a search.
const CUT_SHORT: &str = "the input has ended, and so a search was stopped before its maxVisits; \
    with a maxTime or 10000 visits at most every query is answered in full";

/// The error if the answers cannot be delivered.
const UNREAD: &str = "nobody reads the answers any more";

/// The state shared by the reader and the workers.
struct Shared<W> {
    defaults: QueryDefaults,
    queue: Queue,
    output: Arc<Mutex<W>>,
    /// The time at which the input ended.
    input_end: OnceLock<Instant>,
    /// Set when the end of the input first stops a search, so that one warning is printed.
    has_cut_short: OnceLock<()>,
    /// The error that ended the conversation.
    error: OnceLock<io::Error>,
}

/// Answers queries until the input has ended and all are answered. Each thread searches a position of its own. If fewer
/// positions than threads wait, a position gets several threads.
///
/// After the end of the input, searches that nobody may wait for are stopped ([`StopHandle::stop_unattended`]) and answered
/// with the results so far. If `is_read` then returns false, or the output cannot be written, the remaining positions
/// are dropped. In the latter case the reader thread still consumes one more line.
pub fn converse<W: Write + Send + 'static>(
    input: impl BufRead + Send + 'static,
    output: Arc<Mutex<W>>,
    defaults: QueryDefaults,
    is_read: impl Fn() -> bool + Send + 'static,
) -> io::Result<()> {
    let shared = Arc::new(Shared {
        defaults,
        queue: Queue::default(),
        output,
        input_end: OnceLock::new(),
        has_cut_short: OnceLock::new(),
        error: OnceLock::new(),
    });
    let mut workers = Vec::new();
    let wanted = shared.defaults.settings.threads.max(1);
    for number in 0..wanted {
        let shared = Arc::clone(&shared);
        let worker = thread::Builder::new().name(format!("position {number}"));
        let has_room = workers.is_empty() || room_for_threads(1) > 0;
        match has_room.then(|| worker.spawn(move || shared.work())) {
            Some(Ok(worker)) => workers.push(worker),
            Some(Err(error)) if workers.is_empty() => {
                return Err(io::Error::new(error.kind(), format!("threads: expected one, got none: {error}")));
            }
            Some(Err(_)) | None => {
                tracing::error!("threads: expected {wanted} for positions in parallel, got {number}");
                break;
            }
        }
    }
    let reader = Arc::downgrade(&shared);
    thread::Builder::new().name("queries".to_owned()).spawn(move || {
        let Some(shared) = reader.upgrade() else { return };
        if let Err(error) = shared.read(input) {
            let _ = shared.error.set(io::Error::new(error.kind(), format!("queries cannot be read: {error}")));
        }
        let _ = shared.input_end.set(Instant::now());
        shared.queue.close();
        drop(shared);
        while let Some(shared) = reader.upgrade() {
            if !is_read() && shared.queue.abandon() {
                let _ = shared.error.set(io::Error::new(io::ErrorKind::BrokenPipe, UNREAD));
            }
            drop(shared);
            thread::sleep(POLL_INTERVAL);
        }
    })?;
    for worker in workers {
        // Panics of tasks are caught in the task.
        let _ = worker.join();
    }
    shared.error.get().map_or(Ok(()), |error| Err(io::Error::new(error.kind(), error.to_string())))
}

impl<W: Write> Shared<W> {
    /// Writes lines in one piece. If that fails, drops all tasks.
    fn write(&self, lines: &[String]) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        if let Err(error) = output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
            let _ = self.error.set(error);
            self.queue.abandon();
        }
    }

    /// Reads lines until the end of the input.
    fn read(&self, mut input: impl BufRead) -> io::Result<()> {
        loop {
            let mut line = Vec::new();
            input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                return Ok(());
            }
            if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
                input.skip_until(b'\n')?;
                let message = format!("the line is longer than {LONGEST_LINE} bytes");
                self.write(&[answer::general_error(id_in(&line).as_deref(), &message)]);
            } else if !line.trim_ascii().is_empty() {
                self.receive(&line);
            }
        }
    }

    /// Handles one line.
    fn receive(&self, line: &[u8]) {
        let object = match serde_json::from_slice(line) {
            Ok(Value::Object(object)) => object,
            Ok(_) => return self.write(&[answer::general_error(None, "a query is a JSON object on one line")]),
            Err(error) => {
                let message = format!("a query is a JSON object on one line: {error}");
                return self.write(&[answer::general_error(id_in(line).as_deref(), &message)]);
            }
        };
        let mut fields = Fields::new(object.clone());
        let id = match fields.text("id") {
            Ok(Some(id)) => id,
            Ok(None) => {
                return self.write(&[answer::general_error(None, "a query has an id, which is a text: it is missing")]);
            }
            Err(_) => return self.write(&[answer::general_error(None, "a query has an id, which is a text")]),
        };
        // A panic must not end the conversation: answer the line and read the next.
        let done = panic::catch_unwind(AssertUnwindSafe(|| match fields.text("action") {
            Ok(Some(name)) => self.act(&id, &name, object, &mut fields),
            Ok(None) => self.ask(&id, &mut fields),
            Err(error) => self.write(&[answer::error(&id, &error)]),
        }));
        if done.is_err() {
            self.write(&[answer::error(&id, &FieldError::new("id", "internal error: what it says is not done"))]);
        }
    }

    fn act(&self, id: &str, name: &str, said: Map<String, Value>, fields: &mut Fields) {
        match ActionQuery::read(name, &self.defaults.settings.network, fields) {
            Ok(ActionQuery::Answer(more)) => self.write(&[answer::echo(said, more)]),
            Ok(ActionQuery::Terminate(which)) => {
                let ended = self.queue.terminate(&which);
                let mut lines = vec![answer::echo(said, Map::new())];
                lines.extend(ended.iter().map(|task| answer::no_results(task)));
                self.write(&lines);
            }
            Err(error) => self.write(&[answer::error(id, &error)]),
        }
    }

    fn ask(&self, id: &str, fields: &mut Fields) {
        let mut warnings = Vec::new();
        match Query::read(id, fields, &self.defaults, &mut warnings) {
            Ok(query) => {
                let lines: Vec<String> = warnings.iter().map(|warning| answer::warning(id, warning)).collect();
                if !lines.is_empty() {
                    self.write(&lines);
                }
                self.queue.add(query);
            }
            Err(error) => self.write(&[answer::error(id, &error)]),
        }
    }

    /// Searches positions until the queue is closed and empty.
    fn work(&self) {
        let mut engine: Option<Engine> = None;
        while let Some((task, busy)) = self.queue.take() {
            let searched = panic::catch_unwind(AssertUnwindSafe(|| self.search(&task, busy, &mut engine)));
            if searched.is_err() {
                engine = None;
                let message = format!("internal error at turn {} of query {}", task.turn, task.query.id);
                self.write(&[answer::general_error(None, &message), answer::no_results(&task)]);
            }
            self.queue.finish(&task);
        }
    }

    /// Searches one position and writes the answer. `busy` positions share the threads.
    fn search(&self, task: &Task, busy: usize, engine: &mut Option<Engine>) {
        if task.is_terminated() {
            return self.write(&[answer::no_results(task)]);
        }
        let settings = self.settings(task, busy);
        let (game, query) = (&task.game, &task.query);
        let engine = engine.get_or_insert_with(|| Engine::new(game.size(), *game.ruleset(), settings.clone()));
        engine.set_settings(settings);
        engine.set_game(game.clone());
        engine.forget();
        let mut request = query.request.clone();
        request.is_advice = true;
        request.interval = Some(query.report_every.map_or(POLL_INTERVAL, |interval| interval.min(POLL_INTERVAL)));
        let mut reported = Instant::now();
        let stop_handle = engine.stop_handle();
        engine.best_move_with(game.to_play(), &request, |report: &Report| {
            if task.is_terminated() {
                return ControlFlow::Break(());
            }
            self.stop_unattended(&stop_handle);
            if query.report_every.is_some_and(|interval| reported.elapsed() >= interval) && report.position.visits > 0 {
                reported = Instant::now();
                self.write(&[line(&answer::position(task, report, true))]);
            }
            ControlFlow::Continue(())
        });
        let report = engine.last_choice().map(|choice| choice.report.clone());
        let report = report.unwrap_or_else(|| Report::empty(game.to_play()));
        let has_nothing = report.candidates.iter().all(|candidate| candidate.estimate.visits == 0);
        let is_ended_early = task.is_terminated() && has_nothing && !game.is_over();
        let last =
            if is_ended_early { answer::no_results(task) } else { line(&answer::position(task, &report, false)) };
        self.write(&[last]);
    }

    /// Stops a worker's search if the input has ended and nobody may wait for it.
    fn stop_unattended(&self, stop_handle: &StopHandle) {
        if let Some(&input_end) = self.input_end.get()
            && stop_handle.stop_unattended(input_end)
            && self.has_cut_short.set(()).is_ok()
        {
            // Ignore errors of stderr: there is no other place to report them.
            let _ = writeln!(io::stderr(), "onepure: {CUT_SHORT}");
        }
    }

    /// The settings of a task's search. All positions in progress share the threads and the memory.
    fn settings(&self, task: &Task, busy: usize) -> Settings {
        let Settings { threads, memory, .. } = self.defaults.settings;
        let mut settings = task.query.settings.clone();
        if settings.memory == memory {
            settings.memory = (memory / threads.max(1)).max(1);
        }
        if !task.query.has_threads {
            settings.threads = (threads / busy.clamp(1, threads.max(1))).max(1);
        }
        settings
    }
}
