//! Many games in one run do not grow memory, threads or files.

use super::scene::{Scene, Test, read};
use onepure::arena::{PlayerSettings, PlayerSlot, Unwatched, play_game};
use onepure::board::PerColor;
use std::fs;
use std::process::Command;
use std::time::Duration;

pub(crate) const TESTS: &[Test] = &[("many_games_leave_nothing_behind", many_games_leave_nothing_behind)];

/// The environment variable that makes this executable play this number of games and measure itself.
pub(crate) const GAMES_OF_THIS_PROCESS: &str = "ONEPURE_ARENA_PLAYS";

/// The default number of games.
const GAMES: &str = "120";

fn many_games_leave_nothing_behind() {
    let games = std::env::var("ONEPURE_ARENA_GAMES").unwrap_or_else(|_| GAMES.to_owned());
    let executable = std::env::current_exe().expect("this executable");
    // In its own process, because other tests start threads and open files too.
    let status = Command::new(executable).env(GAMES_OF_THIS_PROCESS, games).status().expect("this executable");
    assert!(status.success());
}

/// Plays this number of games between fakes, one of which crashes, and the engine. Measures at the start and at the end.
pub(crate) fn play(games: usize) {
    /// Games before the first measurement, in which caches are filled.
    const WARM_UP: usize = 20;
    /// The highest growth of memory, in KiB.
    const GROWTH: usize = 2048;

    let mut scene = Scene::new("random 1 10", "random 2 10");
    let mut crashing = Scene::new("at 3 crash", "").black;
    let mut engine = PlayerSlot::new("builtin:visits=1".parse::<PlayerSettings>().expect("a player"));
    scene.settings.sgf = Some(scene.file("game.sgf"));
    scene.settings.transcript = Some(scene.file("transcript"));
    let mut at_start = None;
    for number in 0..WARM_UP + games {
        if number == WARM_UP {
            at_start = Some(Resources::now());
        }
        scene.settings.seed = number as u64;
        let Scene { settings, black, white, .. } = &mut scene;
        let slots = match number % 5 {
            0 => PerColor { black: &mut engine, white },
            1 => PerColor { black, white: &mut crashing },
            _ => PerColor { black, white },
        };
        play_game(settings, slots, &Unwatched).expect("a result");
    }
    let (start, end) = (at_start.expect("a warm-up"), Resources::now());
    assert_eq!((end.files, end.threads, end.children), (start.files, start.threads, start.children));
    assert!(end.memory < start.memory + GROWTH, "{start:?} became {end:?}");
    scene.close();
}

/// The resources of a process, on Linux.
#[derive(Debug)]
struct Resources {
    files: usize,
    threads: usize,
    children: usize,
    /// Resident memory, in KiB.
    memory: usize,
}

impl Resources {
    fn now() -> Self {
        // A thread that reads from an ended process takes a moment to end.
        std::thread::sleep(Duration::from_millis(200));
        let status = read("/proc/self/status".as_ref());
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let memory = line.and_then(|line| line.split_whitespace().next()).and_then(|number| number.parse().ok());
        let entries = |folder: &str| fs::read_dir(folder).map_or(0, Iterator::count);
        Self {
            files: entries("/proc/self/fd"),
            threads: entries("/proc/self/task"),
            children: children(),
            memory: memory.unwrap_or_default(),
        }
    }
}

/// The number of child processes that were not waited for.
fn children() -> usize {
    let me = std::process::id().to_string();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let parents = processes.filter_map(|process| {
        let stat = read(&process.path().join("stat"));
        let (_, after_name) = stat.rsplit_once(')')?;
        after_name.split_whitespace().nth(1).map(str::to_owned)
    });
    parents.filter(|parent| *parent == me).count()
}
