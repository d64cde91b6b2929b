//! The processes of a player: its process group, and descendants that left the group.
//!
//! A child process inherits the environment, whatever its group, session or parent. So each player has a unique mark in
//! its environment, which finds all its descendants unless one was started with a new environment.

#![allow(clippy::disallowed_methods, reason = "reads no regular files, only those of /proc")]

#[cfg(unix)]
pub(super) use unix::{has_ended, kill, lead};
#[cfg(not(unix))]
pub(super) use without_groups::{has_ended, kill, lead};

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The environment variable with the marks, separated by blanks: the player's own, and before it those of an enclosing
/// match.
pub(super) const VARIABLE: &str = "ONEPURE_PLAYER";

/// The mark of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ProcessMark(String);

impl ProcessMark {
    /// A unique mark.
    pub(super) fn new() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let moment = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        Self(format!("{}-{moment}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed)))
    }

    /// The variable's value for the player: this process's own marks, then the player's.
    pub(super) fn value(&self) -> String {
        let inherited = std::env::var(VARIABLE).unwrap_or_default();
        format!("{inherited} {}", self.0).trim_start().to_owned()
    }
}

/// Kills every process with the mark. Works on Linux, which shows the environments of processes.
#[cfg(target_os = "linux")]
pub(super) fn kill_marked(mark: &ProcessMark) {
    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    /// A process may start another one while it is killed, so repeat.
    const ROUNDS: usize = 5;

    for _ in 0..ROUNDS {
        let Ok(processes) = std::fs::read_dir("/proc") else { return };
        let numbers = processes.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        let mut has_killed = false;
        for pid in numbers.filter_map(Pid::from_raw) {
            // Open before reading the environment: the id may pass to another process, the descriptor cannot.
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

/// Other systems do not show environments.
#[cfg(not(target_os = "linux"))]
pub(super) fn kill_marked(_: &ProcessMark) {}

/// Returns whether an environment, a list of variables that end with a zero byte, has the mark.
#[cfg(target_os = "linux")]
fn has_mark(environment: &[u8], mark: &ProcessMark) -> bool {
    let mut variables = environment.split(|&byte| byte == 0);
    variables.any(|variable| {
        let value = variable.strip_prefix(VARIABLE.as_bytes()).and_then(|rest| rest.strip_prefix(b"="));
        value.is_some_and(|marks| marks.split(|&byte| byte == b' ').any(|word| word == mark.0.as_bytes()))
    })
}

/// CPU time of the processes of a group and of their ended children; `None` if the system does not report it.
#[cfg(target_os = "linux")]
pub(super) fn computed(group: u32) -> Option<Duration> {
    let ticks_per_second = rustix::param::clock_ticks_per_second();
    let processes = std::fs::read_dir("/proc").ok()?.flatten();
    let numbered =
        processes.filter(|entry| entry.file_name().as_encoded_bytes().first().is_some_and(u8::is_ascii_digit));
    let ticks: u64 = numbered
        .filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok())
        .filter_map(|stat| ticks_in_group(&stat, group))
        .sum();
    Some(Duration::from_secs_f64(ticks as f64 / ticks_per_second as f64))
}

/// Other systems have no `/proc`.
#[cfg(not(target_os = "linux"))]
pub(super) fn computed(_: u32) -> Option<Duration> {
    None
}

/// The clock ticks of a process and of its ended children; `None` if it belongs to another group. See
/// `proc_pid_stat(5)`: after the name in parentheses, which may contain any character, field 3 is the group and fields
/// 12 to 15 are the times.
#[cfg(target_os = "linux")]
fn ticks_in_group(stat: &str, group: u32) -> Option<u64> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = after_name.split_ascii_whitespace().collect();
    if fields.get(2)?.parse() != Ok(group) {
        return None;
    }
    let times = fields.get(11..15)?;
    Some(times.iter().filter_map(|time| time.parse::<u64>().ok()).sum())
}

#[cfg(unix)]
mod unix {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    pub(in super::super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// An error means that no process is left.
    pub(in super::super) fn kill(id: u32) {
        if let Some(leader) = Pid::from_raw(id.cast_signed()) {
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }

    pub(in super::super) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
    }
}

#[cfg(not(unix))]
mod without_groups {
    use std::process::{Child, Command};

    pub(in super::super) fn lead(_: &mut Command) {}

    pub(in super::super) fn kill(_: u32) {}

    pub(in super::super) fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_found_among_others() {
        let (mine, other) = (ProcessMark::new(), ProcessMark::new());
        assert_ne!(mine, other);
        let environment = format!("PATH=/bin\0{VARIABLE}=outer {}\0HOME=/\0", mine.0);
        assert!(has_mark(environment.as_bytes(), &mine) && !has_mark(environment.as_bytes(), &other));
        assert!(!has_mark(format!("X{VARIABLE}={}\0", mine.0).as_bytes(), &mine));
        assert!(!has_mark(b"", &mine));
    }

    #[test]
    fn the_fields_of_a_process() {
        let stat = "42 (a) b) c) S 1 77 77 0 -1 4194560 10 20 30 40 100 20 3 -1 20 0 1";
        assert_eq!(ticks_in_group(stat, 77), Some(123));
        assert_eq!(ticks_in_group(stat, 78), None);
        assert_eq!(ticks_in_group("42 (a) S 1 77", 77), None);
        assert_eq!(ticks_in_group("", 77), None);
    }
}
