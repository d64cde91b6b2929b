//! The process of a player, with all processes that it starts.

use super::player_settings::Process;
use super::process_group::{self, ProcessMark};
use super::stderr_tail::StderrTail;
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The process of a player. On Unix it leads its own process group. So an interrupt in the terminal does not reach it,
/// and its children end with it; on Linux also those that left the group.
///
/// Dropping it kills all of them and waits for the process, so that none is left behind.
#[derive(Debug)]
pub(super) struct PlayerProcess {
    child: Child,
    stderr_tail: StderrTail,
    /// CPU time at the end of the process.
    cpu_at_end: Option<Duration>,
}

/// The running processes with their marks, for [`kill_players`].
static RUNNING: Mutex<BTreeMap<u32, ProcessMark>> = Mutex::new(BTreeMap::new());

/// Kills the processes of all players, for a program that ends without dropping its slots, as on a second interrupt.
/// The players forfeit their current games.
pub fn kill_players() {
    for (&id, mark) in &*RUNNING.lock().unwrap_or_else(PoisonError::into_inner) {
        process_group::kill(id);
        process_group::kill_marked(mark);
    }
}

impl PlayerProcess {
    /// Starts the process with pipes for stdin and stdout.
    pub(super) fn start(process: &Process) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let stderr = process.stderr.as_ref().map(|path| {
            // A pipe without a reader would keep the match waiting, and one with a reader the player.
            #[cfg(unix)]
            if path.metadata().is_ok_and(|there| std::os::unix::fs::FileTypeExt::is_fifo(&there.file_type())) {
                let what = format!("{}: expected a regular file or a device, got a pipe", path.display());
                return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
            }
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
        // Keep the lock during the start, so that `kill_players` misses no process.
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

    /// The last lines of stderr, oldest first.
    pub(super) fn stderr_tail(&self) -> Vec<String> {
        self.stderr_tail.lines()
    }

    /// CPU time of the process group; `None` if the system does not report it.
    pub(super) fn cpu(&self) -> Option<Duration> {
        self.cpu_at_end.or_else(|| process_group::computed(self.child.id()))
    }

    /// Waits for the process to end, and returns whether it did. Does not reap it: otherwise another process could get
    /// its id, and [`PlayerProcess::end`] would kill that one.
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

    /// Kills the process group and waits for the process.
    pub(super) fn end(&mut self) -> io::Result<ExitStatus> {
        let id = self.child.id();
        let mark = RUNNING.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        if let Some(mark) = mark {
            self.cpu_at_end = process_group::computed(id);
            process_group::kill(id);
            process_group::kill_marked(&mark);
            // Covers systems without process groups.
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
