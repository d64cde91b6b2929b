//! Playing the missing games of a tuning.

use super::settings::{TuneDescription, TuneHeader, TuneSettings, TuneSettingsError};
use super::spsa::Trial;
use super::tune_state::TuneState;
use crate::arena::game::failed_starts::FailedStarts;
use crate::arena::line_file::{LineFile, LineFileError};
use crate::arena::schedule::{Plan, ScheduledGame};
use crate::arena::{GameError, GameSettings, Played, PlayerSlot, Watcher, on_threads, play_game};
use onepure_rules::board::PerColor;
use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Why a tuning cannot go on. Finished games are kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TuneError {
    /// The settings define no tuning.
    #[error(transparent)]
    Settings(#[from] TuneSettingsError),
    /// The file cannot be read or written, or a folder not created.
    #[error(transparent)]
    File(#[from] LineFileError),
    /// The file belongs to another tuning.
    #[error(
        "{file} is of another tuning: its {setting} is {found}, not {expected}; \
         give the settings with which it was begun, or another --output"
    )]
    OtherTuning {
        /// The file.
        file: String,
        /// The first setting that differs.
        setting: String,
        /// The value found in the file.
        found: String,
        /// The value expected.
        expected: String,
    },
    /// A game cannot be played.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// An observer of a tuning, called from any thread.
pub trait TuneObserver: Sync {
    /// Returns whether to stop the tuning. Called often.
    fn is_stopped(&self) -> bool;

    /// Called at the start with the progress so far, and after each game with the finished game in `last`.
    fn follow(&self, tuning: &TuneState<'_>, last: Option<&Played>);
}

/// Plays the missing games of a tuning and returns its state. The state is final unless the tuning was interrupted.
///
/// The file `tune.jsonl` in the output folder has one line for the tuning and one for each finished game. There is no
/// other state. The games of an iteration run in parallel; the next iteration waits for their results.
pub fn tune<'s>(
    settings: &'s TuneSettings,
    plan: &Plan,
    observer: &dyn TuneObserver,
) -> Result<TuneState<'s>, TuneError> {
    settings.check()?;
    for folder in [plan.output.clone(), plan.output.join(GAMES), plan.output.join(TRANSCRIPTS)] {
        fs::create_dir_all(&folder).map_err(|error| LineFileError::system(&folder, &error))?;
    }
    let (file, mut tuning) = open(settings, &plan.file("tune", "jsonl"))?;
    observer.follow(&tuning, None);
    let mut opponents: Vec<Option<PlayerSlot>> = Vec::new();
    opponents.resize_with(plan.parallel.clamp(1, settings.games_of_iteration()), || None);
    let mut state =
        State { missing: VecDeque::new(), tuning: tuning.clone(), file, starts: FailedStarts::default(), error: None };
    while let Some(trial) = tuning.trial().filter(|_| !observer.is_stopped()) {
        state.missing = tuning.missing().collect();
        let run =
            IterationRun { settings, plan, observer, trial, state: Mutex::new(state), is_over: AtomicBool::new(false) };
        let slots = Mutex::new(opponents.iter_mut());
        let next = || slots.lock().unwrap_or_else(PoisonError::into_inner).next();
        on_threads(plan.parallel.clamp(1, settings.games_of_iteration()), || {
            if let Some(opponent) = next() {
                run.work(opponent);
            }
        });
        state = run.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = state.error {
            return Err(error);
        }
        tuning = state.tuning.clone();
    }
    Ok(tuning)
}

/// The folder of the records, within the output folder.
const GAMES: &str = "games";

/// The folder of the transcripts, within the output folder.
const TRANSCRIPTS: &str = "transcripts";

/// Creates the file of a tuning, or opens that of the same tuning, and returns the progress in it.
fn open<'s>(settings: &'s TuneSettings, path: &Path) -> Result<(LineFile, TuneState<'s>), TuneError> {
    let (mut file, text) = LineFile::open(path)?;
    let mut tuning = TuneState::new(settings);
    let header = TuneHeader { tune: TuneDescription::of(settings), version: env!("CARGO_PKG_VERSION").to_owned() };
    let wrong =
        |line, reason: String| TuneError::from(LineFileError::Line { file: path.display().to_string(), line, reason });
    let mut lines = (1..).zip(text.lines());
    if let Some((number, first)) = lines.next() {
        let found: TuneHeader = serde_json::from_str(first)
            .map_err(|error| wrong(number, format!("not the first line of a tuning ({error})")))?;
        if let Some((setting, found, expected)) = found.tune.difference(&header.tune) {
            return Err(TuneError::OtherTuning { file: path.display().to_string(), setting, found, expected });
        }
    }
    for (number, line) in lines {
        let played: Played =
            serde_json::from_str(line).map_err(|error| wrong(number, format!("not the result of a game ({error})")))?;
        tuning.add(&played).map_err(|error| wrong(number, error.to_string()))?;
    }
    file.keep(&text)?;
    if text.is_empty() {
        file.append(&header)?;
    }
    Ok((file, tuning))
}

/// The games of one iteration, played in parallel.
struct IterationRun<'t, 's> {
    settings: &'s TuneSettings,
    plan: &'t Plan,
    observer: &'t dyn TuneObserver,
    trial: &'t Trial,
    state: Mutex<State<'s>>,
    /// Set once no further game may start. Relaxed ordering suffices: no other data depends on it.
    is_over: AtomicBool,
}

/// The missing games of the iteration, and the progress of the tuning.
struct State<'s> {
    missing: VecDeque<ScheduledGame>,
    tuning: TuneState<'s>,
    file: LineFile,
    starts: FailedStarts,
    error: Option<TuneError>,
}

impl Watcher for IterationRun<'_, '_> {
    fn is_stopped(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.observer.is_stopped()
    }
}

impl<'s> IterationRun<'_, 's> {
    fn state(&self) -> MutexGuard<'_, State<'s>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays games until none is missing. The opponent keeps its slot between iterations. The two sides are started for
    /// each game, because their values change.
    fn work(&self, opponent: &mut Option<PlayerSlot>) {
        while let Some(scheduled) = self.next() {
            let [mut black, mut white] = [scheduled.players.black, scheduled.players.white].map(|player| {
                let kept = if self.settings.side(player).is_none() { opponent.take() } else { None };
                kept.unwrap_or_else(|| PlayerSlot::new(self.settings.player(player, self.trial)))
            });
            let played = play_game(&self.game(scheduled), PerColor { black: &mut black, white: &mut white }, self);
            self.finish(scheduled, PerColor { black: &black, white: &white }, played);
            for (player, slot) in [(scheduled.players.black, black), (scheduled.players.white, white)] {
                if self.settings.side(player).is_none() {
                    *opponent = Some(slot);
                }
            }
        }
    }

    /// The next game; `None` if none is missing or the tuning is stopped.
    fn next(&self) -> Option<ScheduledGame> {
        if self.is_stopped() { None } else { self.state().missing.pop_front() }
    }

    fn game(&self, scheduled: ScheduledGame) -> GameSettings {
        let file = |folder: &str, extension: &str| {
            Some(self.plan.output.join(folder).join(format!("{:06}.{extension}", scheduled.number)))
        };
        GameSettings {
            event: Some(format!("onepure tune, iteration {}", scheduled.round / self.settings.rounds + 1)),
            sgf: file(GAMES, "sgf"),
            transcript: file(TRANSCRIPTS, "txt"),
            keep_transcript: self.plan.transcripts,
            ..self.settings.games().game(scheduled)
        }
    }

    /// Records the result of a game. A game that ends while the tuning is being stopped is discarded and played again
    /// later: its end may come from the interruption.
    fn finish(&self, scheduled: ScheduledGame, slots: PerColor<&PlayerSlot>, played: Result<Played, GameError>) {
        let mut state = self.state();
        let kept = match played {
            Ok(played) if !self.is_stopped() => match state.starts.note(scheduled.players, slots, &played) {
                Ok(true) => self.keep(&mut state, played),
                Ok(false) => Ok(()),
                Err(error) => Err(error.into()),
            },
            Ok(_) | Err(GameError::Stopped) => Ok(()),
            Err(error) => Err(error.into()),
        };
        if let Err(error) = kept {
            state.error.get_or_insert(error);
            self.is_over.store(true, Ordering::Relaxed);
        }
    }

    fn keep(&self, state: &mut State<'_>, mut played: Played) -> Result<(), TuneError> {
        // Relative paths stay valid if the folder moves.
        for file in [&mut played.sgf, &mut played.transcript].into_iter().flatten() {
            *file = file.strip_prefix(&self.plan.output).unwrap_or(file).to_owned();
        }
        state.file.append(&played)?;
        let added = state.tuning.add(&played);
        debug_assert_eq!(added, Ok(()), "the games are those that are missing");
        self.observer.follow(&state.tuning, Some(&played));
        Ok(())
    }
}
