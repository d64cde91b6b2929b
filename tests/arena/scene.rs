//! Games between fake players.

use super::fake;
use onepure::arena::{
    GameError, GameSettings, Opening, Played, PlayerSettings, PlayerSlot, Process, Program, TroubleKind, Unwatched,
    Watcher, play_game,
};
use onepure::board::{Color, PerColor};
use onepure::geometry::BoardSize;
use onepure::record::Diagram;
use onepure::rules::Ruleset;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// The name and the function of a test.
pub(crate) type Test = (&'static str, fn());

/// Two players and the settings of their game.
pub(crate) struct Scene {
    pub(crate) settings: GameSettings,
    pub(crate) black: PlayerSlot,
    pub(crate) white: PlayerSlot,
    folder: TempDir,
}

impl Scene {
    /// Two players with these scripts, on an empty board of 5 lines under the One Pure Rules.
    pub(crate) fn new(black: &str, white: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let slot = |name: &str, script: &str| {
            let log = folder.path().join(format!("{name}.log"));
            PlayerSlot::new(PlayerSettings {
                name: name.to_owned(),
                program: Program::Process(process(&format!("{script}; log {}", log.display()))),
            })
        };
        let size = BoardSize::new(5).expect("5 lines");
        let mut settings = GameSettings::new(Ruleset::one_pure(), size);
        settings.patience = Duration::from_secs(20);
        Self { settings, black: slot("black", black), white: slot("white", white), folder }
    }

    pub(crate) fn rules(mut self, ruleset: Ruleset) -> Self {
        self.settings.ruleset = ruleset;
        self
    }

    pub(crate) fn time(mut self, control: &str) -> Self {
        self.settings.time = control.parse().expect("a time control");
        self
    }

    pub(crate) fn patience(mut self, patience: Duration) -> Self {
        self.settings.patience = patience;
        self
    }

    /// Starts from a diagram.
    pub(crate) fn from(mut self, diagram: &str, to_play: Color) -> Self {
        let diagram: Diagram = diagram.parse().expect("a diagram");
        self.settings.size = diagram.size;
        self.settings.opening =
            Opening { id: "diagram".to_owned(), start: Some((diagram.position, to_play)), ..Opening::default() };
        self
    }

    /// A file in the folder of this game.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn try_play(&mut self, watcher: &dyn Watcher) -> Result<Played, GameError> {
        play_game(&self.settings, PerColor { black: &mut self.black, white: &mut self.white }, watcher)
    }

    pub(crate) fn play(&mut self) -> Played {
        self.try_play(&Unwatched).expect("a result")
    }

    /// The commands that the player of this colour received.
    pub(crate) fn told(&self, color: Color) -> Vec<String> {
        let log = read(&self.file(&format!("{color}.log")));
        log.lines().filter(|line| !line.starts_with("pid")).map(str::to_owned).collect()
    }

    /// The ids of all processes of both players.
    pub(crate) fn pids(&self) -> Vec<i32> {
        let logs = Color::BOTH.map(|color| read(&self.file(&format!("{color}.log"))));
        let lines = logs.iter().flat_map(|log| log.lines());
        lines.filter_map(|line| line.strip_prefix("pid ")).map(|pid| pid.parse().expect("a number")).collect()
    }

    /// Drops the players, and checks that all of their processes have ended.
    pub(crate) fn close(self) {
        let Self { black, white, folder, .. } = self;
        drop((black, white));
        let scene = Scene { folder, ..Scene::new("", "") };
        for pid in scene.pids() {
            assert!(!is_running(pid), "{pid} is left behind");
        }
    }
}

/// The process of a fake player.
pub(crate) fn process(script: &str) -> Process {
    let executable = std::env::current_exe().expect("this executable");
    Process {
        command: vec![executable.display().to_string()],
        environment: BTreeMap::from([(fake::SCRIPT.to_owned(), script.to_owned())]),
        ..Process::default()
    }
}

/// Plays one game, drops the players, and checks that all of their processes have ended.
pub(crate) fn play(mut scene: Scene) -> Played {
    let played = scene.play();
    scene.close();
    played
}

/// The result, its reason, and the trouble with its player.
pub(crate) fn verdict(played: &Played) -> (&str, &str, Option<(TroubleKind, Option<Color>)>) {
    let trouble = played.trouble.as_ref().map(|trouble| (trouble.kind, trouble.player));
    (&played.result, &played.reason, trouble)
}

pub(crate) fn detail(played: &Played) -> &str {
    played.trouble.as_ref().map_or("", |trouble| &trouble.detail)
}

/// Returns whether a process with this id exists, counting zombies.
pub(crate) fn is_running(pid: i32) -> bool {
    let pid = rustix::process::Pid::from_raw(pid).expect("a number above 0");
    rustix::process::test_kill_process(pid).is_ok()
}

pub(crate) fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_default()
}
