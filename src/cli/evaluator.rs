//! `--evaluator COMMAND`: a process that evaluates positions in batches, for example on a GPU.
//!
//! Batches are in files that both processes map, in shared memory if the system has a folder of it. Lines on the evaluator's
//! stdin and stdout say which buffer to work on. `docs/evaluator.md` has the protocol.

use anyhow::{Context, anyhow, bail, ensure};
use onepure_engine::engine::batch::{BATCH_VERSION, Batch, BatchQueue, input_bytes, output_bytes};
use onepure_rules::geometry::BoardSize;
use serde::Deserialize;
use serde_json::json;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The number of batches in progress: one is evaluated while others are written, wait and are read.
const BUFFERS: usize = 4;

/// The largest batch, in positions.
const BATCH: usize = 1024;

/// The time limit for an evaluator to load its network.
const PATIENCE: Duration = Duration::from_secs(300);

/// The folder of shared memory on Linux.
const SHARED_MEMORY: &str = "/dev/shm";

/// A running evaluator. Dropping it ends the process, and searches go on without it.
#[derive(Debug)]
pub(super) struct Evaluator {
    queue: Arc<BatchQueue>,
    child: Child,
    drivers: Vec<JoinHandle<()>>,
    files: Vec<PathBuf>,
}

/// The first line of an evaluator, which says that it is ready.
#[derive(Deserialize)]
struct Greeting {
    version: u32,
}

impl Evaluator {
    /// Starts an evaluator, and waits until it is ready.
    pub(super) fn start(command: &str) -> anyhow::Result<Self> {
        let words = shell_words::split(command).with_context(|| format!("--evaluator {command}"))?;
        let (program, arguments) = words.split_first().ok_or_else(|| anyhow!("--evaluator: expected a command"))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("evaluator {program}"))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let mut this = Self { queue: Arc::default(), child, drivers: Vec::new(), files: Vec::new() };
        let (stdin, stdout) = pipes.ok_or_else(|| anyhow!("evaluator {program}: no pipes to the process"))?;
        this.greet(stdin, BufReader::new(stdout)).with_context(|| format!("evaluator {program}"))?;
        Ok(this)
    }

    /// The queue of positions for the evaluator.
    pub(super) fn queue(&self) -> &Arc<BatchQueue> {
        &self.queue
    }

    fn greet(&mut self, mut stdin: ChildStdin, stdout: impl BufRead + Send + 'static) -> anyhow::Result<()> {
        let folder = Some(PathBuf::from(SHARED_MEMORY)).filter(|folder| folder.is_dir());
        let folder = folder.unwrap_or_else(std::env::temp_dir);
        let mut buffers = Vec::new();
        for number in 0..BUFFERS {
            let path = folder.join(format!("onepure-{}-{number}", std::process::id()));
            let file = create(&path).with_context(|| path.display().to_string())?;
            self.files.push(path);
            buffers.push(file);
        }
        let hello = json!({ "version": BATCH_VERSION, "batch": BATCH, "answers": answers_at(), "files": self.files });
        // If the evaluator has ended, the greeting below is missing and reports it.
        let _ = writeln!(stdin, "{hello}");
        let (greeted, greeting) = mpsc::channel();
        let (senders, receivers): (Vec<_>, Vec<_>) = (0..BUFFERS).map(|_| mpsc::channel()).unzip();
        let queue = Arc::clone(&self.queue);
        self.drivers.push(thread::spawn(move || read(stdout, &greeted, &senders, &queue)));
        let line = greeting.recv_timeout(PATIENCE).map_err(|error| match error {
            RecvTimeoutError::Disconnected => anyhow!("expected a greeting, but it ended"),
            RecvTimeoutError::Timeout => anyhow!("expected a greeting within {} s", PATIENCE.as_secs()),
        })?;
        let Greeting { version } =
            serde_json::from_str(&line).map_err(|_| anyhow!(r#"expected {{"version":1}}, got {line:?}"#))?;
        ensure!(version == BATCH_VERSION, "expected version {BATCH_VERSION}, got {version}");
        let stdin = Arc::new(Mutex::new(stdin));
        for (number, (file, done)) in buffers.into_iter().zip(receivers).enumerate() {
            let driver = Driver { number, file, stdin: Arc::clone(&stdin), done, queue: Arc::clone(&self.queue) };
            self.drivers.push(thread::spawn(move || driver.run()));
        }
        Ok(())
    }
}

impl Drop for Evaluator {
    fn drop(&mut self) {
        self.queue.close();
        let _ = self.child.kill();
        let _ = self.child.wait();
        for driver in self.drivers.drain(..) {
            let _ = driver.join();
        }
        for file in &self.files {
            let _ = std::fs::remove_file(file);
        }
    }
}

/// The offset of the answers in a file: after the largest batch.
fn answers_at() -> usize {
    BATCH * input_bytes(most_points())
}

fn most_points() -> usize {
    BoardSize::MAIN.lines() * BoardSize::MAIN.lines()
}

fn create(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path)?;
    file.set_len((answers_at() + BATCH * output_bytes(most_points())) as u64)?;
    Ok(file)
}

/// Reads the evaluator's lines: first the greeting, then the number of each buffer with an answer. Ends with the process, and at
/// the first line that is anything else.
fn read(stdout: impl BufRead, greeted: &Sender<String>, done: &[Sender<()>], queue: &BatchQueue) {
    let mut lines = stdout.lines().map_while(Result::ok);
    if let Some(line) = lines.next() {
        let _ = greeted.send(line);
    }
    for line in lines {
        let Some(sender) = line.trim().parse().ok().and_then(|number: usize| done.get(number)) else {
            tracing::error!("evaluator: expected the number of a buffer, got {line:?}");
            break;
        };
        if sender.send(()).is_err() {
            break;
        }
    }
    queue.close();
}

/// Sends batches to the evaluator through one buffer.
struct Driver {
    number: usize,
    file: File,
    stdin: Arc<Mutex<ChildStdin>>,
    done: Receiver<()>,
    queue: Arc<BatchQueue>,
}

impl Driver {
    fn run(mut self) {
        let mut bytes = Vec::new();
        while let Some(batch) = self.queue.take(BATCH) {
            if let Err(error) = self.evaluate(batch, &mut bytes) {
                tracing::error!("evaluator: {error:#}; the program evaluates by itself from here on");
                self.queue.close();
            }
        }
    }

    fn evaluate(&mut self, batch: Batch, bytes: &mut Vec<u8>) -> anyhow::Result<()> {
        batch.write(bytes);
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(bytes)?;
        let line = format!("{} {} {}\n", self.number, batch.lines(), batch.positions());
        self.stdin.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes()).context("has ended")?;
        self.done.recv().context("has ended")?;
        bytes.resize(batch.answer_bytes(), 0);
        self.file.seek(SeekFrom::Start(answers_at() as u64))?;
        self.file.read_exact(bytes)?;
        if !batch.answer(bytes) {
            bail!("answered with numbers that are not finite");
        }
        Ok(())
    }
}
