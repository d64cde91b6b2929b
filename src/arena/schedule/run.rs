//! Playing the games of a match that are still missing.

use super::description::MatchHeader;
use super::pairings::{ScheduledGame, Shard};
use super::results::{Results, ResultsError, ResultsFile};
use super::settings::{MatchSettings, MatchSettingsError};
use super::standing::Standing;
use crate::arena::game::failed_starts::FailedStarts;
use crate::arena::statistics::SprtDecision;
use crate::arena::{GameError, GameSettings, Played, PlayerSlot, Watcher, play_game};
use onepure_rules::board::PerColor;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How a match is played, here and now. What is played does not depend on it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The share of the games that is played; `None` for all.
    pub shard: Option<Shard>,
    /// How many games are played in parallel, at least 1.
    pub parallel: usize,
    /// The folder for results, records and transcripts. It is made if it is not there.
    pub output: PathBuf,
    /// Whether the transcripts of all games are kept, and not only of those in which something was wrong.
    pub transcripts: bool,
}

impl Plan {
    /// The file of the results.
    pub fn results_file(&self) -> PathBuf {
        self.file("results", "jsonl")
    }

    /// A file of the output: one for each shard.
    pub fn file(&self, name: &str, extension: &str) -> PathBuf {
        let shard = self.shard.map_or_else(String::new, |shard| format!(".{}", shard.file_name()));
        self.output.join(format!("{name}{shard}.{extension}"))
    }
}

/// How a match came to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All its games are played.
    Complete,
    /// The sequential test has decided.
    Decided(SprtDecision),
    /// It was interrupted.
    Stopped,
}

/// Why a match cannot go on. Results up to then are kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MatchError {
    /// The settings make no match.
    #[error(transparent)]
    Settings(#[from] MatchSettingsError),
    /// Its results cannot be read or written.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A game cannot be played at all.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A folder cannot be made.
    #[error("{folder}: {reason}")]
    Folder {
        /// The folder.
        folder: String,
        /// What the operating system says.
        reason: String,
    },
}

/// Who follows a match while it is played, from any thread.
pub trait Observer: Sync {
    /// Whether the match is to be interrupted. Asked often.
    fn is_stopped(&self) -> bool;

    /// Told at the start of the results that stand already, then of those after each game, and where the players stand.
    /// `last` is the game that has just ended.
    fn follow(&self, results: &Results, standing: &Standing, last: Option<&Played>);
}

/// Plays the games of a match that are not among its results yet, and gives all results. A sequential test ends the match
/// as soon as it decides, and what is being played then is broken off; in a shard it decides nothing, for it would have to
/// see the other shards.
pub fn play_match(
    settings: &MatchSettings,
    plan: &Plan,
    observer: &dyn Observer,
) -> Result<(Results, Ending), MatchError> {
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
    std::thread::scope(|scope| {
        for _ in 0..plan.parallel.max(1) {
            scope.spawn(|| run.work());
        }
    });
    let state = run.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    let ending = match state {
        State { error: Some(error), .. } => return Err(error),
        State { decision: SprtDecision::Continue, ref missing, .. } if missing.is_empty() => Ending::Complete,
        State { decision: SprtDecision::Continue, .. } => Ending::Stopped,
        State { decision, .. } => Ending::Decided(decision),
    };
    Ok((state.results, ending))
}

/// The folder of the records, in that of the match.
const GAMES: &str = "games";

/// The folder of the transcripts.
const TRANSCRIPTS: &str = "transcripts";

/// Where the games of a match are played, in parallel.
struct MatchRun<'m> {
    settings: &'m MatchSettings,
    plan: &'m Plan,
    observer: &'m dyn Observer,
    names: Vec<String>,
    event: String,
    state: Mutex<State>,
    /// Whether no game goes on any more. Set once; nothing else is read by it.
    is_over: AtomicBool,
}

/// What is still to be played, and what came of the rest.
struct State {
    /// The games that nobody has begun; those that were broken off are put back.
    missing: VecDeque<ScheduledGame>,
    results: Results,
    file: ResultsFile,
    starts: FailedStarts,
    error: Option<MatchError>,
    decision: SprtDecision,
}

impl State {
    /// Lets the sequential test decide, and says where the players stand.
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

    /// Plays one game after the other, as long as there are any.
    fn work(&self) {
        let mut slots: BTreeMap<usize, PlayerSlot> = BTreeMap::new();
        while let Some(scheduled) = self.next() {
            let PerColor { black, white } = scheduled.players;
            // Those who do not play now would lie idle in memory.
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

    /// The next game to be played, unless the match is over.
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

    /// Keeps the result of a game. One that ended while the match was being broken off is played again another time: its
    /// end may be no more than the interruption.
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
        // Files are named from the folder of the match, which may be moved.
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
