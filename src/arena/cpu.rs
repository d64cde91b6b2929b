//! The time that processes have computed, where the system says so: Linux does.

use std::time::Duration;

/// The time that the processes of a group have computed, those that they started and that have ended included; `None` where
/// the system does not say.
#[cfg(target_os = "linux")]
pub(super) fn of_group(group: u32) -> Option<Duration> {
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

/// Nothing is known here.
#[cfg(not(target_os = "linux"))]
pub(super) fn of_group(_: u32) -> Option<Duration> {
    None
}

/// The clock ticks that a process and its ended children have computed, if it belongs to the group. See `proc_pid_stat(5)`:
/// after the name in parentheses, in which anything may stand, the third field is the group, and the twelfth to the
/// fifteenth are the times.
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_fields_of_a_process() {
        let stat = "42 (a) b) c) S 1 77 77 0 -1 4194560 10 20 30 40 100 20 3 -1 20 0 1";
        assert_eq!(ticks_in_group(stat, 77), Some(123));
        assert_eq!(ticks_in_group(stat, 78), None);
        assert_eq!(ticks_in_group("42 (a) S 1 77", 77), None);
        assert_eq!(ticks_in_group("", 77), None);
    }
}
