//! Playing the missing games of a match.

use super::description::MatchHeader;
use super::match_settings::{MatchSettings, MatchSettingsError};
use super::pairings::{ScheduledGame, Shard};
use super::results::{Results, ResultsError, ResultsFile};
use super::standing::Standing;
use crate::arena::game::failed_starts::FailedStarts;
use crate::arena::statistics::SprtDecision;
use crate::arena::{GameError, GameSettings, Played, PlayerSlot, Watcher, on_threads, play_game};
use onepure_rules::board::PerColor;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Execution options, which do not change the games.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The shard to play; `None` for the whole match.
    pub shard: Option<Shard>,
    /// The number of parallel games, at least 1.
    pub parallel: usize,
    /// The folder for results, records and transcripts, created if needed.
    pub output: PathBuf,
    /// Whether to keep the transcripts of all games, instead of only those with a fault.
    pub transcripts: bool,
}

impl Plan {
    /// The results file.
    pub fn results_file(&self) -> PathBuf {
        self.file("results", "jsonl")
    }

    /// An output file; one per shard.
    pub fn file(&self, name: &str, extension: &str) -> PathBuf {
        let shard = self.shard.map_or_else(String::new, |shard| format!(".{}", shard.file_name()));
        self.output.join(format!("{name}{shard}.{extension}"))
    }
}

/// Why a match stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchEnd {
    /// All its games are played.
    Complete,
    /// The sequential test has decided.
    Decided(SprtDecision),
    /// It was interrupted.
    Stopped,
}

/// Why a match cannot go on. Results so far are kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MatchError {
    /// The settings define no match.
    #[error(transparent)]
    Settings(#[from] MatchSettingsError),
    /// The results cannot be read or written.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A game cannot be played.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A folder cannot be created.
    #[error("{folder}: {reason}")]
    Folder {
        /// The folder.
        folder: String,
        /// The error that the operating system reports.
        reason: String,
    },
}

/// An observer of a match, called from any thread.
pub trait Observer: Sync {
    /// Returns whether to stop the match. Called often.
    fn is_stopped(&self) -> bool;

    /// Called at the start with the results so far, and after each game with the finished game in `last`.
    fn follow(&self, results: &Results, standing: &Standing, last: Option<&Played>);
}

/// Plays the missing games of a match and returns all results. The sequential test ends the match as soon as it
/// decides; games in progress are stopped. In a shard the test decides nothing, because it does not see the other
/// shards.
pub fn play_match(
    settings: &MatchSettings,
    plan: &Plan,
    observer: &dyn Observer,
) -> Result<(Results, MatchEnd), MatchError> {
    settings.check()?;
    for folder in [plan.output.clone(), plan.output.join(GAMES), plan.output.join(TRANSCRIPTS)] {
        fs::create_dir_all(&folder)
            .map_err(|error| MatchError::Folder { folder: folder.display().to_string(), reason: error.to_string() })?;
    }
    let header = MatchHeader::of(settings, plan.shard);
    let (file, results) = ResultsFile::open(&plan.results_file(), &header)?;
    let played: BTreeSet<usize> = results.games.iter().map(|game| game.number).collect();
    let schedule = settings.schedule();
    let missing: VecDeque<ScheduledGame> =
        schedule.games(plan.shard).filter(|scheduled| !played.contains(&scheduled.number)).collect();
    let names = header.description.names();
    let mut state = State {
        missing,
        results,
        file,
        starts: FailedStarts::default(),
        error: None,
        decision: SprtDecision::Continue,
    };
    let standing = state.test(settings, plan, &names);
    observer.follow(&state.results, &standing, None);
    let run = MatchRun {
        settings,
        plan,
        observer,
        names,
        event: format!("onepure match {}", header.fingerprint),
        state: Mutex::new(state),
        is_over: AtomicBool::new(false),
    };
    on_threads(plan.parallel.max(1), || run.work());
    let state = run.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    let ending = match state {
        State { error: Some(error), .. } => return Err(error),
        State { decision: SprtDecision::Continue, ref missing, .. } if missing.is_empty() => MatchEnd::Complete,
        State { decision: SprtDecision::Continue, .. } => MatchEnd::Stopped,
        State { decision, .. } => MatchEnd::Decided(decision),
    };
    Ok((state.results, ending))
}

/// The folder of the records, within the output folder.
const GAMES: &str = "games";

/// The folder of the transcripts, within the output folder.
const TRANSCRIPTS: &str = "transcripts";

/// The games of a match, played in parallel.
struct MatchRun<'m> {
    settings: &'m MatchSettings,
    plan: &'m Plan,
    observer: &'m dyn Observer,
    names: Vec<String>,
    event: String,
    state: Mutex<State>,
    /// Set once no further game may start. Relaxed ordering suffices: no other data depends on it.
    is_over: AtomicBool,
}

/// The missing games and the results so far.
struct State {
    /// The games that have not begun, and those that were stopped.
    missing: VecDeque<ScheduledGame>,
    results: Results,
    file: ResultsFile,
    starts: FailedStarts,
    error: Option<MatchError>,
    decision: SprtDecision,
}

impl State {
    /// Updates the decision of the sequential test and returns the standing.
    fn test(&mut self, settings: &MatchSettings, plan: &Plan, names: &[String]) -> Standing {
        let standing = Standing::of(names, &self.results.games);
        if let (Some(sprt), None) = (settings.sprt, plan.shard) {
            self.decision = sprt.state(&standing.tested).decision;
        }
        standing
    }
}

impl Watcher for MatchRun<'_> {
    fn is_stopped(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.observer.is_stopped()
    }
}

impl MatchRun<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays games until none is missing.
    fn work(&self) {
        let mut slots: BTreeMap<usize, PlayerSlot> = BTreeMap::new();
        while let Some(scheduled) = self.next() {
            let PerColor { black, white } = scheduled.players;
            // Stop idle players, which would keep their memory.
            slots.retain(|player, _| [black, white].contains(player));
            for player in [black, white] {
                slots.entry(player).or_insert_with(|| PlayerSlot::new(self.settings.players[player].clone()));
            }
            let mut taken = slots.iter_mut().map(|(&player, slot)| (player == black, slot));
            let (Some((first_is_black, first)), Some((_, second))) = (taken.next(), taken.next()) else { return };
            let slots_of_game = if first_is_black {
                PerColor { black: first, white: second }
            } else {
                PerColor { black: second, white: first }
            };
            let played = play_game(&self.game(scheduled), slots_of_game, self);
            self.finish(scheduled, PerColor { black: &slots[&black], white: &slots[&white] }, played);
        }
    }

    /// The next game; `None` if none is missing or the match is over.
    fn next(&self) -> Option<ScheduledGame> {
        let mut state = self.state();
        let goes_on = !self.is_stopped() && state.error.is_none() && state.decision == SprtDecision::Continue;
        if goes_on { state.missing.pop_front() } else { None }
    }

    fn game(&self, scheduled: ScheduledGame) -> GameSettings {
        let file = |folder: &str, extension: &str| {
            Some(self.plan.output.join(folder).join(format!("{:06}.{extension}", scheduled.number)))
        };
        GameSettings {
            event: Some(self.event.clone()),
            sgf: file(GAMES, "sgf"),
            transcript: file(TRANSCRIPTS, "txt"),
            keep_transcript: self.plan.transcripts,
            ..self.settings.game(scheduled)
        }
    }

    /// Records the result of a game. A game that ends while the match is being stopped is played again later: its end
    /// may come from the interruption.
    fn finish(&self, scheduled: ScheduledGame, slots: PerColor<&PlayerSlot>, played: Result<Played, GameError>) {
        let mut state = self.state();
        let kept = match played {
            Ok(played) if !self.is_stopped() => match state.starts.note(scheduled.players, slots, &played) {
                Ok(true) => self.keep(&mut state, played),
                Ok(false) => {
                    state.missing.push_back(scheduled);
                    Ok(())
                }
                Err(error) => Err(error.into()),
            },
            Ok(_) | Err(GameError::Stopped) => {
                state.missing.push_back(scheduled);
                Ok(())
            }
            Err(error) => Err(error.into()),
        };
        if let Err(error) = kept {
            state.error.get_or_insert(error);
        }
        if state.error.is_some() || state.decision != SprtDecision::Continue {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }

    fn keep(&self, state: &mut State, mut played: Played) -> Result<(), MatchError> {
        // Relative paths stay valid if the folder moves.
        for file in [&mut played.sgf, &mut played.transcript] {
            *file = file.as_deref().map(|file| within(file, &self.plan.output));
        }
        state.file.append(&played)?;
        state.results.games.push(played);
        let standing = state.test(self.settings, self.plan, &self.names);
        self.observer.follow(&state.results, &standing, state.results.games.last());
        Ok(())
    }
}

fn within(file: &Path, folder: &Path) -> PathBuf {
    file.strip_prefix(folder).unwrap_or(file).to_owned()
}
