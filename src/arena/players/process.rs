//! The process of a player, with everything that it starts.

use super::process_group::{self, ProcessMark};
use super::settings::Process;
use super::stderr_tail::StderrTail;
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The process of a player. On Unix it leads a process group of its own: an interrupt from the terminal does not reach it,
/// and what it starts ends with it, on Linux also what has left the group.
///
/// When it is dropped, all of that is killed and the process waited for, so that nothing is left behind.
#[derive(Debug)]
pub(super) struct PlayerProcess {
    child: Child,
    stderr_tail: StderrTail,
    /// What it had computed when it was ended.
    cpu_at_end: Option<Duration>,
}

/// The processes that run, with their marks, for [`kill_players`].
static RUNNING: Mutex<BTreeMap<u32, ProcessMark>> = Mutex::new(BTreeMap::new());

/// Kills the processes of all players at once, for a program that is about to end without dropping its slots, as on a
/// second interrupt. Games that are still played with them are forfeited.
pub fn kill_players() {
    for (&id, mark) in &*RUNNING.lock().unwrap_or_else(PoisonError::into_inner) {
        process_group::kill(id);
        process_group::kill_marked(mark);
    }
}

impl PlayerProcess {
    /// Starts the process, with pipes to its stdin and stdout.
    pub(super) fn start(process: &Process) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let stderr = process.stderr.as_ref().map(|path| {
            let file = OpenOptions::new().create(true).append(true).open(path)?;
            let length = file.metadata().map_or(0, |file| file.len());
            io::Result::Ok((file, StderrTail::File(path.clone(), length)))
        });
        let (stderr, in_file) = stderr.transpose()?.map_or((None, None), |(file, words)| (Some(file), Some(words)));
        let mark = ProcessMark::new();
        let (program, arguments) =
            process.command.split_first().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no command"))?;
        let mut command = Command::new(program);
        command.args(arguments).envs(&process.environment).env(process_group::VARIABLE, mark.value());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr.map_or_else(Stdio::piped, Stdio::from));
        if let Some(directory) = &process.directory {
            command.current_dir(directory);
        }
        process_group::lead(&mut command);
        // Held while it starts, so that no process escapes `kill_players`.
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut child = command.spawn()?;
        running.insert(child.id(), mark);
        drop(running);
        let pipes = child.stdin.take().zip(child.stdout.take());
        let stderr_tail = match (in_file, child.stderr.take()) {
            (None, Some(stderr)) => StderrTail::of_pipe(stderr),
            (in_file, _) => Ok(in_file.unwrap_or_default()),
        };
        let mut this = Self { child, stderr_tail: StderrTail::default(), cpu_at_end: None };
        this.stderr_tail = stderr_tail?;
        let (stdin, stdout) = pipes.ok_or_else(|| io::Error::other("no pipes to the process"))?;
        Ok((this, stdin, stdout))
    }

    /// What it has said last on its stderr, the last line last.
    pub(super) fn stderr_tail(&self) -> Vec<String> {
        self.stderr_tail.lines()
    }

    /// The time that the process and its group have computed; `None` where the system does not say.
    pub(super) fn cpu(&self) -> Option<Duration> {
        self.cpu_at_end.or_else(|| process_group::computed(self.child.id()))
    }

    /// Waits for the process to end by itself, and says whether it did. It is not reaped yet, so that nothing else can
    /// get its number.
    pub(super) fn wait(&mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_millis(1);
        loop {
            if process_group::has_ended(&mut self.child) {
                return true;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            std::thread::sleep(pause.min(left));
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// Kills the group and waits for the process.
    pub(super) fn end(&mut self) -> io::Result<ExitStatus> {
        let id = self.child.id();
        let mark = RUNNING.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        if let Some(mark) = mark {
            self.cpu_at_end = process_group::computed(id);
            process_group::kill(id);
            process_group::kill_marked(&mark);
            // Where there are no groups, the process alone.
            let _ = self.child.kill();
        }
        self.child.wait()
    }
}

impl Drop for PlayerProcess {
    fn drop(&mut self) {
        let _ = self.end();
    }
}
