//! Playing the missing games of self-play.

use super::file::{TrainingFileError, TrainingGame, TrainingGames, TrainingHeader, member};
use super::game;
use super::selfplay_settings::{SelfplaySettings, SelfplaySettingsError};
use crate::arena::LineFileError;
use crate::arena::line_file::lock;
use crate::arena::on_threads;
use crate::arena::schedule::Shard;
use onepure_engine::engine::Settings;
use onepure_rules::files;
use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Execution options, which do not change the games.
#[derive(Clone, Debug)]
pub struct SelfplayPlan {
    /// The shard to play; `None` for all games.
    pub shard: Option<Shard>,
    /// The number of parallel games, at least 1.
    pub parallel: usize,
    /// The folder of the file, created if needed.
    pub output: PathBuf,
    /// The name of the network for the file; `none` for playouts alone.
    pub network: String,
}

impl SelfplayPlan {
    /// The file of the games; one per shard.
    pub fn file(&self) -> PathBuf {
        let shard = self.shard.map_or_else(String::new, |shard| format!(".{}", shard.file_name()));
        self.output.join(format!("games{shard}.jsonl.gz"))
    }
}

/// Why self-play cannot go on. Finished games are kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SelfplayError {
    /// The settings define no games.
    #[error(transparent)]
    Settings(#[from] SelfplaySettingsError),
    /// The file cannot be read.
    #[error(transparent)]
    Training(#[from] TrainingFileError),
    /// The file or its folder cannot be created or written.
    #[error(transparent)]
    File(#[from] LineFileError),
    /// The file has games of other settings.
    #[error("{0} was made with other settings or another network; give another --output")]
    OtherSettings(String),
}

/// An observer of self-play, called from any thread.
pub trait SelfplayObserver: Sync {
    /// Returns whether to stop. Called often.
    fn is_stopped(&self) -> bool;

    /// Called at the start with the games already in the file, then after each game.
    fn follow(&self, tally: &SelfplayTally);
}

/// The progress of self-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SelfplayTally {
    /// Games in the file.
    pub games: usize,
    /// Games that the file will have at the end.
    pub all: usize,
    /// Moves of the games in the file.
    pub moves: usize,
    /// Policy targets in the file.
    pub targets: usize,
    /// Games that ended by resignation.
    pub resigned: usize,
    /// Games that a colour would have resigned but that were played to the end.
    pub played_out: usize,
    /// Such games that this colour did not lose.
    pub turned: usize,
}

impl SelfplayTally {
    fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        self.moves += game.moves.split_ascii_whitespace().count();
        self.targets += game.targets.len() + game.tree.len();
        self.resigned += usize::from(game.result.ends_with("+R"));
        if game.resignation.is_some() {
            self.played_out += 1;
            self.turned += usize::from(game.is_turned());
        }
    }
}

/// Plays the games that the file lacks and returns the progress. All games are played unless the observer stops it.
///
/// Each game is written when it ends. An incomplete game at the end of the file is cut off and played again.
pub fn selfplay(
    settings: &SelfplaySettings,
    plan: &SelfplayPlan,
    engine: &Settings,
    observer: &dyn SelfplayObserver,
) -> Result<SelfplayTally, SelfplayError> {
    settings.check()?;
    fs::create_dir_all(&plan.output).map_err(|error| LineFileError::system(&plan.output, &error))?;
    let path = plan.file();
    let numbers = (0..settings.games).filter(|&number| plan.shard.is_none_or(|shard| shard.has(number)));
    let mut missing: BTreeSet<usize> = numbers.collect();
    let mut tally = SelfplayTally { all: missing.len(), ..SelfplayTally::default() };
    let file = open(&path, &TrainingHeader::new(settings, &plan.network), |game| {
        if missing.remove(&game.game) {
            tally.add(game);
        }
    })?;
    observer.follow(&tally);
    let state = State { missing: missing.into_iter().collect(), tally, file, error: None };
    let run = Run { settings, engine, observer, path, state: Mutex::new(state), is_broken: AtomicBool::new(false) };
    on_threads(plan.parallel.clamp(1, settings.games), || run.work());
    let state = run.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.error.map_or(Ok(state.tally), |error| Err(error.into()))
}

/// Creates the file, or opens one of the same games and passes each game to `keep`.
fn open(path: &Path, header: &TrainingHeader, mut keep: impl FnMut(&TrainingGame)) -> Result<File, SelfplayError> {
    let failed = |error: std::io::Error| LineFileError::system(path, &error);
    let mut file = files::append(path).map_err(failed)?;
    if !lock(&file) {
        return Err(LineFileError::InUse(path.display().to_string()).into());
    }
    let mut games = TrainingGames::open(path)?;
    for game in games.by_ref() {
        keep(&game?);
    }
    file.set_len(games.whole).map_err(failed)?;
    match games.header {
        Some(found) if (&found.settings, &found.network) != (&header.settings, &header.network) => {
            return Err(SelfplayError::OtherSettings(path.display().to_string()));
        }
        Some(_) => {}
        None => file.write_all(&member(header).map_err(failed)?).map_err(failed)?,
    }
    Ok(file)
}

struct Run<'r> {
    settings: &'r SelfplaySettings,
    engine: &'r Settings,
    observer: &'r dyn SelfplayObserver,
    path: PathBuf,
    state: Mutex<State>,
    /// Set if the file cannot be written. Relaxed ordering suffices: no other data depends on it.
    is_broken: AtomicBool,
}

struct State {
    missing: VecDeque<usize>,
    tally: SelfplayTally,
    file: File,
    error: Option<LineFileError>,
}

impl Run<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.is_broken.load(Ordering::Relaxed) || self.observer.is_stopped()
    }

    /// Plays games until none is missing.
    fn work(&self) {
        while !self.is_stopped() {
            let Some(number) = self.state().missing.pop_front() else { return };
            let Some(game) = game::play(self.settings, number, self.engine, || self.is_stopped()) else { continue };
            let mut state = self.state();
            // One write per game: if the program is killed, at most the last game is incomplete.
            match member(&game).and_then(|bytes| state.file.write_all(&bytes)) {
                Ok(()) => {
                    state.tally.add(&game);
                    self.observer.follow(&state.tally);
                }
                Err(error) => {
                    state.error.get_or_insert(LineFileError::system(&self.path, &error));
                    self.is_broken.store(true, Ordering::Relaxed);
                }
            }
        }
    }
}
