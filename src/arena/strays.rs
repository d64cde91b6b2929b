//! Processes that a player has started and that have left its process group, by a mark in their environment.
//!
//! A process inherits the environment of the one that starts it, whatever group or session it goes to and whoever becomes
//! its parent. So each player has a mark of its own there, and whatever has the mark is the player's, unless it was started
//! with another environment.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The variable of the environment with the marks of a player, and of the player that is a match in which it plays, if it
/// is one, with blanks between them.
pub(super) const VARIABLE: &str = "ONEPURE_PLAYER";

/// The mark of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mark(String);

impl Mark {
    /// A mark that nobody else has.
    pub(super) fn new() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let moment = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        Self(format!("{}-{moment}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed)))
    }

    /// What stands in the environment of the player: its mark, after those that this process has itself.
    pub(super) fn value(&self) -> String {
        let inherited = std::env::var(VARIABLE).unwrap_or_default();
        format!("{inherited} {}", self.0).trim_start().to_owned()
    }
}

/// Kills every process with the mark, where the system says what stands in environments: Linux does.
#[cfg(target_os = "linux")]
pub(super) fn kill(mark: &Mark) {
    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    /// Those that are killed may have started others meanwhile.
    const ROUNDS: usize = 5;

    for _ in 0..ROUNDS {
        let Ok(processes) = std::fs::read_dir("/proc") else { return };
        let numbers = processes.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        let mut has_killed = false;
        for pid in numbers.filter_map(Pid::from_raw) {
            // Opened before it is looked at: the number may go to another process, the descriptor never.
            let Ok(process) = pidfd_open(pid, PidfdFlags::empty()) else { continue };
            let environment = std::fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero())).unwrap_or_default();
            if has_mark(&environment, mark) {
                has_killed |= pidfd_send_signal(&process, Signal::KILL).is_ok();
            }
        }
        if !has_killed {
            return;
        }
    }
}

/// Nothing is known here.
#[cfg(not(target_os = "linux"))]
pub(super) fn kill(_: &Mark) {}

/// Whether the mark stands in an environment: variables with a zero byte after each.
#[cfg(target_os = "linux")]
fn has_mark(environment: &[u8], mark: &Mark) -> bool {
    let mut variables = environment.split(|&byte| byte == 0);
    variables.any(|variable| {
        let value = variable.strip_prefix(VARIABLE.as_bytes()).and_then(|rest| rest.strip_prefix(b"="));
        value.is_some_and(|marks| marks.split(|&byte| byte == b' ').any(|word| word == mark.0.as_bytes()))
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_found_among_others() {
        let (mine, other) = (Mark::new(), Mark::new());
        assert_ne!(mine, other);
        let environment = format!("PATH=/bin\0{VARIABLE}=outer {}\0HOME=/\0", mine.0);
        assert!(has_mark(environment.as_bytes(), &mine) && !has_mark(environment.as_bytes(), &other));
        assert!(!has_mark(format!("X{VARIABLE}={}\0", mine.0).as_bytes(), &mine));
        assert!(!has_mark(b"", &mine));
    }
}
