//! Long matches leave no processes, no open files, and no growing memory.

#![cfg(target_os = "linux")]

use super::program::{games, results, start, wait_for_games};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The number of games; the environment variable `ONEPURE_MATCH_GAMES` overrides it.
fn number_of_games() -> usize {
    let games = std::env::var("ONEPURE_MATCH_GAMES");
    games.map_or(60, |games| games.parse().expect("ONEPURE_MATCH_GAMES is a number of games"))
}

#[test]
fn many_games_leave_nothing_behind() {
    let folder = TempDir::new().expect("a folder for the test");
    let games_to_play = number_of_games();
    let process = format!("process='{}' gtp --visits 1 --threads 1", env!("CARGO_BIN_EXE_onepure"));
    let number = games_to_play.to_string();
    let arguments = [
        "--size",
        "5",
        "--player",
        &process,
        "--player",
        "builtin:visits=1",
        "--games",
        &number,
        "--parallel",
        "2",
        "--random-opening",
        "2",
        "--most-turns",
        "60",
        "--output",
        "out",
    ];
    let match_process = start(folder.path(), &arguments);
    let id = match_process.id();
    let file = results(folder.path(), "out");

    wait_for_games(&file, games_to_play / 4);
    let (files, memory, players) = (open_files(id), memory(id), children(id));
    wait_for_games(&file, games_to_play - 4);
    let (files_later, memory_later) = (open_files(id), self::memory(id));
    let output = match_process.wait_with_output().expect("it was started");

    assert!(output.status.success());
    assert_eq!(games(&file).len(), games_to_play);
    if let (Some(files), Some(later)) = (files, files_later) {
        // Two games run, each with a record and a transcript that may be open.
        assert!(later <= files + 6, "{files} open files, later {later}");
    }
    if let (Some(memory), Some(later)) = (memory, memory_later) {
        assert!(later <= memory + 32 * 1024, "{memory} KiB, later {later}");
    }
    assert!(!players.is_empty(), "no player was seen");
    for player in players {
        assert!(!Path::new(&format!("/proc/{player}")).exists(), "the player {player} is left behind");
    }
}

/// The number of open files; `None` after the process has ended.
fn open_files(process: u32) -> Option<usize> {
    fs::read_dir(format!("/proc/{process}/fd")).ok().map(Iterator::count)
}

/// Resident memory in KiB; `None` after the process has ended.
fn memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// The child processes.
fn children(process: u32) -> Vec<u32> {
    let all = fs::read_dir("/proc").expect("the processes").filter_map(Result::ok);
    let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let parent = |number: &u32| {
        let status = fs::read_to_string(format!("/proc/{number}/status")).ok()?;
        status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse::<u32>().ok()
    };
    numbers.filter(|number| parent(number) == Some(process)).collect()
}
