//! The process of a player, with everything that it starts.

use super::last_words::LastWords;
use super::player::Process;
use super::strays::{self, Mark};
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
    last_words: LastWords,
    /// What it had computed when it was ended.
    cpu_at_end: Option<Duration>,
}

/// The processes that run, with their marks, for [`kill_players`].
static RUNNING: Mutex<BTreeMap<u32, Mark>> = Mutex::new(BTreeMap::new());

/// Kills the processes of all players at once, for a program that is about to end without dropping its seats, as on a
/// second interrupt. Games that are still played with them are forfeited.
pub fn kill_players() {
    for (&id, mark) in &*RUNNING.lock().unwrap_or_else(PoisonError::into_inner) {
        group::kill(id);
        strays::kill(mark);
    }
}

impl PlayerProcess {
    /// Starts the process, with pipes to its stdin and stdout.
    pub(super) fn start(process: &Process) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let stderr = process.stderr.as_ref().map(|path| {
            let file = OpenOptions::new().create(true).append(true).open(path)?;
            let length = file.metadata().map_or(0, |file| file.len());
            io::Result::Ok((file, LastWords::File(path.clone(), length)))
        });
        let (stderr, in_file) = stderr.transpose()?.map_or((None, None), |(file, words)| (Some(file), Some(words)));
        let mark = Mark::new();
        let (program, arguments) =
            process.command.split_first().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no command"))?;
        let mut command = Command::new(program);
        command.args(arguments).envs(&process.environment).env(strays::VARIABLE, mark.value());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr.map_or_else(Stdio::piped, Stdio::from));
        if let Some(directory) = &process.directory {
            command.current_dir(directory);
        }
        group::lead(&mut command);
        // Held while it starts, so that no process escapes `kill_players`.
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut child = command.spawn()?;
        running.insert(child.id(), mark);
        drop(running);
        let pipes = child.stdin.take().zip(child.stdout.take());
        let last_words = match (in_file, child.stderr.take()) {
            (None, Some(stderr)) => LastWords::of_pipe(stderr),
            (in_file, _) => Ok(in_file.unwrap_or_default()),
        };
        let mut this = Self { child, last_words: LastWords::default(), cpu_at_end: None };
        this.last_words = last_words?;
        let (stdin, stdout) = pipes.ok_or_else(|| io::Error::other("no pipes to the process"))?;
        Ok((this, stdin, stdout))
    }

    /// What it has said last on its stderr, the last line last.
    pub(super) fn last_words(&self) -> Vec<String> {
        self.last_words.lines()
    }

    /// The time that the process and its group have computed; `None` where the system does not say.
    pub(super) fn cpu(&self) -> Option<Duration> {
        self.cpu_at_end.or_else(|| super::cpu::of_group(self.child.id()))
    }

    /// Waits for the process to end by itself, and says whether it did. It is not reaped yet, so that nothing else can
    /// get its number.
    pub(super) fn wait(&mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_millis(1);
        loop {
            if group::has_ended(&mut self.child) {
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
            self.cpu_at_end = super::cpu::of_group(id);
            group::kill(id);
            strays::kill(&mark);
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

#[cfg(unix)]
mod group {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    pub(super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// An error means that there is nothing left to kill.
    pub(super) fn kill(id: u32) {
        if let Some(leader) = Pid::from_raw(id.cast_signed()) {
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }

    pub(super) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
    }
}

#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn lead(_: &mut Command) {}

    pub(super) fn kill(_: u32) {}

    pub(super) fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }
}
