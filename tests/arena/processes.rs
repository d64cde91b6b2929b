//! No process survives a match, whatever happens.

use super::scene::{Scene, Test, is_running, process, read, verdict};
use onepure::arena::{GameError, GameSettings, PlayerSettings, PlayerSlot, Program, Unwatched, Watcher, kill_players};
use onepure::board::Color;
use onepure::rules::Game;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, exit};
use std::time::{Duration, Instant};

pub(crate) const TESTS: &[Test] = &[
    ("players_stay_from_game_to_game", players_stay_from_game_to_game),
    ("who_ignores_quit_is_killed", who_ignores_quit_is_killed),
    ("what_a_player_starts_ends_with_it", what_a_player_starts_ends_with_it),
    ("a_panic_of_the_match_leaves_nothing", a_panic_of_the_match_leaves_nothing),
    ("players_can_be_killed_at_once", players_can_be_killed_at_once),
    ("a_program_that_does_not_exist", a_program_that_does_not_exist),
    ("directory_and_stderr", directory_and_stderr),
];

/// The environment variable that makes this executable abandon a match.
pub(crate) const ABANDON: &str = "ONEPURE_ABANDON_MATCH";

fn players_stay_from_game_to_game() {
    let mut scene = Scene::new("play C3", "play C4");
    for _ in 0..3 {
        assert_eq!(scene.play().reason, "abstentions");
    }
    assert_eq!(scene.pids().len(), 2);
    assert!(scene.pids().into_iter().all(is_running));
    scene.close();
}

fn who_ignores_quit_is_killed() {
    let mut scene = Scene::new("play C3; ignore-quit", "play C4");
    scene.play();
    let start = Instant::now();
    scene.close();
    assert!(start.elapsed() < Duration::from_secs(5));
}

fn what_a_player_starts_ends_with_it() {
    let scene = Scene::new("", "");
    let file = scene.file("child");
    // A process that left the group is found by its environment, which only Linux shows.
    let kinds: &[&str] = if cfg!(target_os = "linux") { &["child", "stray"] } else { &["child"] };
    let misdeeds = ["play C3", "at 1 crash", "at 1 hang", "ignore-quit"];
    for (misdeed, kind) in misdeeds.into_iter().flat_map(|misdeed| kinds.iter().map(move |kind| (misdeed, kind))) {
        let _ = std::fs::remove_file(&file);
        let script = format!("{misdeed}; {kind} {}", file.display());
        let mut scene = Scene::new(&script, "play C4").time("0.5/move");
        scene.play();
        let child = read(&file).parse().expect("a number");
        scene.close();
        // The system waits for it, because its parent is gone.
        let deadline = Instant::now() + Duration::from_secs(5);
        while is_alive(child) {
            assert!(Instant::now() < deadline, "{child} is left behind");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Returns whether a process of another parent runs. A zombie without an init to wait for it does not.
fn is_alive(pid: i32) -> bool {
    let stat = read(format!("/proc/{pid}/stat").as_ref());
    let is_zombie = stat.rsplit_once(") ").is_some_and(|(_, state)| state.starts_with('Z'));
    is_running(pid) && !is_zombie
}

struct Panic;

impl Watcher for Panic {
    fn turn(&self, _: &GameSettings, _: &Game) {
        std::panic::resume_unwind(Box::new("on purpose"));
    }
}

fn a_panic_of_the_match_leaves_nothing() {
    let mut scene = Scene::new("play C3", "play C4");
    assert!(catch_unwind(AssertUnwindSafe(|| scene.try_play(&Panic))).is_err());
    scene.close();
}

/// Starts two players, kills them, and exits without running destructors, as on a second interrupt.
pub(crate) fn abandon() -> ! {
    struct Abandon(Vec<i32>);

    impl Watcher for Abandon {
        fn turn(&self, _: &GameSettings, _: &Game) {
            kill_players();
            std::thread::sleep(Duration::from_millis(300));
            exit(if self.0.iter().any(|&pid| is_alive(pid)) { 1 } else { 42 });
        }
    }

    let mut scene = Scene::new("play C3; ignore-quit", "play C3; at 1 crash; ignore-quit");
    scene.play();
    let _ = scene.try_play(&Abandon(scene.pids()));
    exit(2);
}

fn players_can_be_killed_at_once() {
    let executable = std::env::current_exe().expect("this executable");
    let status = Command::new(executable).env(ABANDON, "1").status().expect("this executable");
    assert_eq!(status.code(), Some(42));
}

fn a_program_that_does_not_exist() {
    let mut scene = Scene::new("play C3", "");
    scene.white = PlayerSlot::new("nobody=/nowhere/nothing --gtp".parse().expect("a player"));
    let Err(GameError::Player { player, reason }) = scene.try_play(&Unwatched) else { panic!("it was started") };
    assert_eq!(player, "nobody");
    assert!(reason.starts_with("`/nowhere/nothing` cannot be started: "), "{reason}");
    scene.close();
}

fn directory_and_stderr() {
    let mut scene = Scene::new("", "play C4");
    let mut settings = process("play nonsense; log here.log");
    settings.directory = Some(scene.file(""));
    settings.stderr = Some(scene.file("stderr"));
    scene.black = PlayerSlot::new(PlayerSettings { name: "black".to_owned(), program: Program::Process(settings) });
    // The player panics, with a message on stderr.
    assert_eq!(verdict(&scene.play()).0, "W+Forfeit");
    assert!(read(&scene.file("here.log")).contains("genmove black"));
    assert!(read(&scene.file("stderr")).contains("panicked"));
    assert_eq!(scene.told(Color::Black), Vec::<String>::new());
    scene.close();
}
