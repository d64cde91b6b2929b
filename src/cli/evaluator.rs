//! `--evaluator COMMAND`: a process that evaluates positions in batches, for example on a GPU.
//!
//! Batches are in files that both processes map, in shared memory if the system has a folder of it. Lines on the evaluator's
//! stdin and stdout say which buffer to work on. `docs/evaluator.md` has the protocol.

use anyhow::{Context, anyhow, bail, ensure};
use onepure_engine::engine::batch::{Batch, BatchInputs, BatchQueue, output_bytes};
use onepure_rules::geometry::BoardSize;
use serde::Deserialize;
use serde_json::json;
use std::collections::hash_map::RandomState;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The number of batches in progress: one is evaluated while others are written, wait and are read.
const BUFFERS: usize = 4;

/// The largest batch, in positions.
const BATCH: usize = 1024;

/// The time limit for an evaluator to load its network.
const PATIENCE: Duration = Duration::from_secs(300);

/// The time limit for the first answer about boards of one size: an evaluator may compile its network for them.
const PATIENCE_AT_FIRST: Duration = Duration::from_secs(30);

/// The time limit for any other answer. A batch takes milliseconds.
const PATIENCE_LATER: Duration = Duration::from_secs(10);

/// The longest line of an evaluator in bytes.
const LONGEST_LINE: u64 = 1 << 16;

/// How far a probability or an ownership may lie outside its range, for floats of 16 bits.
const ROUNDING: f32 = 1e-2;

/// The folder of shared memory on Linux.
const SHARED_MEMORY: &str = "/dev/shm";

/// The beginning of the names of the files.
const PREFIX: &str = "onepure-";

/// A running evaluator. Dropping it ends the process, and searches go on without it.
#[derive(Debug)]
pub(super) struct Evaluator {
    queue: Arc<BatchQueue>,
    child: Arc<Mutex<Child>>,
    files: Vec<PathBuf>,
}

/// The first line of an evaluator, which says that it is ready.
#[derive(Deserialize)]
struct Greeting {
    version: u32,
}

impl Evaluator {
    /// Starts an evaluator of positions that are shown in this way, and waits until it is ready.
    pub(super) fn start(command: &str, inputs: BatchInputs) -> anyhow::Result<Self> {
        let words = shell_words::split(command).with_context(|| format!("--evaluator {command}"))?;
        let (program, arguments) = words.split_first().ok_or_else(|| anyhow!("--evaluator: expected a command"))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("evaluator {program}"))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let child = Arc::new(Mutex::new(child));
        let mut this = Self { queue: Arc::default(), child, files: Vec::new() };
        let (stdin, stdout) = pipes.ok_or_else(|| anyhow!("evaluator {program}: no pipes to the process"))?;
        this.greet(stdin, BufReader::new(stdout), inputs.version()).with_context(|| format!("evaluator {program}"))?;
        Ok(this)
    }

    /// The queue of positions for the evaluator.
    pub(super) fn queue(&self) -> &Arc<BatchQueue> {
        &self.queue
    }

    fn greet(
        &mut self,
        mut stdin: ChildStdin,
        stdout: impl BufRead + Send + 'static,
        expected: u32,
    ) -> anyhow::Result<()> {
        let folder = Some(PathBuf::from(SHARED_MEMORY)).filter(|folder| folder.is_dir());
        let folder = folder.unwrap_or_else(std::env::temp_dir);
        cleanup::remove_left(&folder);
        cleanup::at_signals();
        let mut buffers = Vec::new();
        for number in 0..BUFFERS {
            let path = folder.join(format!("{PREFIX}{:016x}-{number}", random()));
            let file = create(&path).with_context(|| path.display().to_string())?;
            cleanup::add(&path);
            self.files.push(path);
            buffers.push(file);
        }
        let hello = json!({ "version": expected, "batch": BATCH, "answers": answers_at(), "files": self.files });
        // If the evaluator has ended, the greeting below is missing and reports it.
        let _ = writeln!(stdin, "{hello}");
        let (greeted, greeting) = mpsc::channel();
        let (senders, receivers): (Vec<_>, Vec<_>) = (0..BUFFERS).map(|_| mpsc::channel()).unzip();
        let faults = Faults { queue: Arc::clone(&self.queue), are_told: Arc::default() };
        let reader = faults.clone();
        start_thread(move || read(stdout, &greeted, &senders, &reader))?;
        let line = greeting.recv_timeout(PATIENCE).map_err(|error| match error {
            RecvTimeoutError::Disconnected => anyhow!("expected a greeting, but it ended"),
            RecvTimeoutError::Timeout => anyhow!("expected a greeting within {} s", PATIENCE.as_secs()),
        })??;
        let Greeting { version } =
            serde_json::from_str(&line).map_err(|_| anyhow!(r#"expected {{"version":{expected}}}, got {line:?}"#))?;
        ensure!(version == expected, "expected version {expected}, got {version}");
        // Both processes have the files open by now. Without names nothing of them is left, however this process ends.
        self.remove_files();
        let stdin = Arc::new(Mutex::new(stdin));
        for (number, (file, done)) in buffers.into_iter().zip(receivers).enumerate() {
            let (stdin, faults, child) = (Arc::clone(&stdin), faults.clone(), Arc::clone(&self.child));
            let driver = Driver { number, file, stdin, done, faults, child, answered: 0 };
            start_thread(move || driver.run())?;
        }
        Ok(())
    }
}

impl Evaluator {
    /// Removes the names of the files.
    fn remove_files(&mut self) {
        for file in self.files.drain(..) {
            let _ = std::fs::remove_file(&file);
            cleanup::forget(&file);
        }
    }
}

impl Drop for Evaluator {
    fn drop(&mut self) {
        self.queue.close();
        end(&self.child);
        // No thread is joined: one may wait for a pipe that a child of the evaluator holds open.
        self.remove_files();
    }
}

/// The end of the work of an evaluator, as its threads share it.
#[derive(Clone)]
struct Faults {
    queue: Arc<BatchQueue>,
    /// Relaxed ordering suffices: no other data depends on it.
    are_told: Arc<AtomicBool>,
}

impl Faults {
    /// Logs the first fault, and closes the queue: from then on the program evaluates by itself.
    fn tell(&self, fault: &str) {
        if !self.are_told.swap(true, Ordering::Relaxed) {
            tracing::error!("evaluator: {fault}; the program evaluates by itself from here on");
        }
        self.queue.close();
    }
}

/// Starts a thread of the evaluator.
fn start_thread(work: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    let started = thread::Builder::new().name("evaluator".to_owned()).spawn(work);
    started.map(drop).context("expected threads for its buffers, got none")
}

/// Ends the process of an evaluator.
fn end(child: &Mutex<Child>) {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = child.kill();
    let _ = child.wait();
}

/// The first probability outside 0 to 1, or ownership outside -1 to 1, in the answers about this number of positions on boards of
/// `points` points.
fn out_of_range(bytes: &[u8], positions: usize, points: usize) -> Option<f32> {
    let numbers: Vec<f32> = bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    // The logits come first, then the outcomes and the scores; ownership comes last.
    let ownership = numbers.len().checked_sub(positions * points)?;
    let outcomes = positions * (points + 1)..ownership.checked_sub(2 * positions)?;
    let outcomes = numbers.get(outcomes)?.iter().filter(|number| !(-ROUNDING..=1.0 + ROUNDING).contains(*number));
    let owners = numbers[ownership..].iter().filter(|number| !(-1.0 - ROUNDING..=1.0 + ROUNDING).contains(*number));
    outcomes.chain(owners).copied().next()
}

/// The offset of the answers in a file: after the largest batch.
fn answers_at() -> usize {
    let bytes = |inputs: BatchInputs| inputs.bytes(most_points());
    BATCH * bytes(BatchInputs::Onepure).max(bytes(BatchInputs::Katago))
}

fn most_points() -> usize {
    BoardSize::MAIN.lines() * BoardSize::MAIN.lines()
}

/// A random number: the standard library keys its hashes with one.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Creates a file that nobody else can read, and locks it: see [`cleanup`]. Fails if there is anything with this name, also a symbolic link.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    cleanup::lock(&file);
    if !path.exists() {
        return Err(io::Error::other("another run removed it; start again"));
    }
    file.set_len((answers_at() + BATCH * output_bytes(most_points())) as u64)?;
    Ok(file)
}

/// The removal of files whose evaluator did not greet: after a signal, and at the next start after a kill. A file is locked as long as its
/// program runs, so one that can be locked was left by a program that was killed.
mod cleanup {
    use super::PREFIX;
    use std::fs::File;
    use std::path::{Path, PathBuf};
    use std::sync::{Mutex, PoisonError};

    /// The files that have a name.
    static FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

    pub(super) fn add(path: &Path) {
        FILES.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
    }

    pub(super) fn forget(path: &Path) {
        FILES.lock().unwrap_or_else(PoisonError::into_inner).retain(|file| file != path);
    }

    /// Removes the files at a signal that ends the program, and lets it end the program. A handler that is set later, as for matches, comes
    /// in place of this one: by then no file has a name.
    #[cfg(unix)]
    pub(super) fn at_signals() {
        use signal_hook::consts::{SIGINT, SIGTERM};
        use signal_hook::iterator::Signals;
        use signal_hook::low_level::emulate_default_handler;
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
        let wait = move || {
            for signal in &mut signals {
                for file in FILES.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
                    let _ = std::fs::remove_file(file);
                }
                let _ = emulate_default_handler(signal);
            }
        };
        let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(wait);
    }

    #[cfg(not(unix))]
    pub(super) fn at_signals() {}

    /// Locks a file until it is closed.
    #[cfg(unix)]
    pub(super) fn lock(file: &File) {
        use rustix::fs::{FlockOperation, flock};
        // Without locks the next start removes nothing.
        let _ = flock(file, FlockOperation::LockExclusive);
    }

    #[cfg(not(unix))]
    pub(super) fn lock(_: &File) {}

    /// Removes the files of programs that were killed.
    #[cfg(unix)]
    pub(super) fn remove_left(folder: &Path) {
        use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};
        use std::os::unix::fs::MetadataExt;
        let user = rustix::process::geteuid().as_raw();
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            let is_ours = is_name(&entry.file_name().to_string_lossy())
                && entry.metadata().is_ok_and(|there| there.is_file() && there.uid() == user);
            if !is_ours {
                continue;
            }
            let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
            if let Ok(file) = open(entry.path(), flags, Mode::empty())
                && flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok()
            {
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }

    #[cfg(not(unix))]
    pub(super) fn remove_left(_: &Path) {}

    /// Returns whether a file has a name as those of this program.
    #[cfg_attr(not(unix), expect(dead_code, reason = "nothing is removed there"))]
    pub(super) fn is_name(name: &str) -> bool {
        let parts = name.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-'));
        parts.is_some_and(|(random, number)| {
            let is_random = random.len() == 16 && random.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_random && number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    }
}

/// Reads the evaluator's lines: first the greeting, then the number of each buffer with an answer. Ends with the process, and at
/// the first line that is anything else.
fn read(mut stdout: impl BufRead, greeted: &Sender<anyhow::Result<String>>, done: &[Sender<()>], faults: &Faults) {
    match line(&mut stdout) {
        Ok(None) => {}
        Ok(Some(greeting)) => drop(greeted.send(Ok(greeting))),
        // The start fails, and its error says so.
        Err(error) => {
            let _ = greeted.send(Err(error));
            return faults.queue.close();
        }
    }
    loop {
        let line = match line(&mut stdout) {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(error) => return faults.tell(&format!("{error:#}")),
        };
        let Some(sender) = line.trim().parse().ok().and_then(|number: usize| done.get(number)) else {
            return faults.tell(&format!("expected the number of a buffer, got {line:?}"));
        };
        if sender.send(()).is_err() {
            break;
        }
    }
    faults.queue.close();
}

/// The next line; `None` at the end.
fn line(stdout: &mut impl BufRead) -> anyhow::Result<Option<String>> {
    let mut bytes = Vec::new();
    stdout.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') && bytes.len() as u64 == LONGEST_LINE {
        bail!("expected a line of at most {LONGEST_LINE} bytes, got more");
    }
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("expected a line in UTF-8, got other bytes"))?;
    Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
}

/// Sends batches to the evaluator through one buffer.
struct Driver {
    number: usize,
    file: File,
    stdin: Arc<Mutex<ChildStdin>>,
    done: Receiver<()>,
    faults: Faults,
    child: Arc<Mutex<Child>>,
    /// The numbers of lines of the boards about which it has answered, a bit each.
    answered: u32,
}

impl Driver {
    fn run(mut self) {
        let mut bytes = Vec::new();
        while let Some(batch) = self.faults.queue.take(BATCH) {
            if let Err(error) = self.evaluate(batch, &mut bytes) {
                self.faults.tell(&format!("{error:#}"));
                end(&self.child);
            }
        }
    }

    fn evaluate(&mut self, batch: Batch, bytes: &mut Vec<u8>) -> anyhow::Result<()> {
        batch.write(bytes);
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(bytes)?;
        let line = format!("{} {} {}\n", self.number, batch.lines(), batch.positions());
        self.stdin.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes()).context("has ended")?;
        let is_first = self.answered & (1 << batch.lines()) == 0;
        let patience = if is_first { PATIENCE_AT_FIRST } else { PATIENCE_LATER };
        self.done.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Disconnected => anyhow!("has ended"),
            RecvTimeoutError::Timeout => anyhow!("expected an answer within {} s, got none", patience.as_secs()),
        })?;
        self.answered |= 1 << batch.lines();
        bytes.resize(batch.answer_bytes(), 0);
        self.file.seek(SeekFrom::Start(answers_at() as u64))?;
        self.file.read_exact(bytes)?;
        if let Some(number) = out_of_range(bytes, batch.positions(), batch.lines() * batch.lines()) {
            bail!("answered with {number}: expected probabilities from 0 to 1 and ownership from -1 to 1");
        }
        if !batch.answer(bytes) {
            bail!("answered with numbers that are not finite");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_an_end_and_is_text() {
        let read = |bytes: &[u8]| line(&mut BufReader::new(bytes)).map_err(|error| error.to_string());
        assert_eq!(read(b"2\n3\n"), Ok(Some("2".to_owned())));
        assert_eq!(read(b""), Ok(None));
        assert_eq!(read(b"\xFF\xFE\n"), Err("expected a line in UTF-8, got other bytes".to_owned()));
        let endless = vec![b'x'; 1 << 20];
        assert_eq!(read(&endless), Err("expected a line of at most 65536 bytes, got more".to_owned()));
    }

    #[test]
    fn answers_have_ranges() {
        const POINTS: usize = 25;
        let with = |place: usize, number: f32| {
            let mut numbers = vec![0.5_f32; output_bytes(POINTS) / 4];
            numbers[place] = number;
            let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            out_of_range(&bytes, 1, POINTS)
        };
        // A logit and a score may be anything, an outcome and an owner may not.
        let [logit, outcome, score, owner] = [3, POINTS + 1, POINTS + 5, POINTS + 7];
        assert_eq!(
            (with(logit, 3e38), with(score, -300.0), with(outcome, 1.0), with(owner, -1.0)),
            (None, None, None, None)
        );
        assert_eq!((with(outcome, 3e38), with(outcome, -0.5)), (Some(3e38), Some(-0.5)));
        assert_eq!((with(owner, 1.5), with(owner, f32::INFINITY)), (Some(1.5), Some(f32::INFINITY)));
    }

    #[cfg(unix)]
    #[test]
    fn a_buffer_is_new_and_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let (path, link, target) = (folder.path().join("a"), folder.path().join("b"), folder.path().join("c"));
        create(&path).expect("a new file");
        assert_eq!(path.metadata().expect("a file").permissions().mode() & 0o777, 0o600);
        assert!(create(&path).is_err(), "it is there already");
        std::fs::write(&target, "kept").expect("a file");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        assert!(create(&link).is_err());
        assert_eq!(std::fs::read_to_string(&target).expect("a file"), "kept");
    }
}
