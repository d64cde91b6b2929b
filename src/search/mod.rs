//! Monte Carlo tree search.
//!
//! A [`Searcher`] keeps threads and a tree from one search to the next. [`Searcher::start`] sets the threads to work on a
//! position and returns at once, [`Searcher::wait`] waits for the end that the [`Limits`] or a [`Stopper`] bring about,
//! and [`Searcher::report`] says at any time what has been found so far.
//!
//! One tree is shared by all threads of a rayon pool. Each thread runs down the tree by upper confidence bounds (UCT),
//! plays on at random under the rules, and adds the value of the end to every node on its way. What is illegal is not in
//! the tree, and neither are dead ends: they are lost at once. While a game goes on by moves that are in the tree, the next
//! search goes on with what is known of its position. With one thread and a limit of visits, the same searches in the
//! same order give the same trees.

mod action;
mod ground;
mod limits;
mod ongoing;
mod ownership;
mod parameters;
mod pool;
mod priors;
mod report;
mod restrictions;
mod time;
mod tree;
#[cfg(test)]
mod tree_shared;
mod worker;

pub use limits::Limits;
pub use ownership::{Ownership, ownership, ownership_until};
pub use parameters::{EndWorth, Parameters, Priors, Selection};
pub use pool::{MOST_THREADS, thread_time};
pub use report::{Candidate, Estimate, Report};
pub use restrictions::{Restriction, Restrictions};
pub use time::{Overtime, TimeLeft, TimeSettings};

use crate::board::Color;
use crate::geometry::{Layout, LayoutTask, PerPoint, PointSet};
use crate::playout::{Course, CourseRoot, CourseTask, Randomness, Trace};
use crate::rules::{Game, Move};
use ground::{Conditions, Ground, Kept, Site};
use limits::Progress;
use ongoing::Ongoing;
use rayon::ThreadPool;
use report::Reading;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tree::Tree;
use worker::Worker;

/// Everything that a search needs beside the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Search {
    /// The numbers that steer it.
    pub parameters: Parameters,
    /// Where random numbers start.
    pub seed: u64,
    /// Memory, in bytes. Half of it is for the tree, the other half for its copy when it becomes crowded.
    pub memory: usize,
    /// When it ends.
    pub limits: Limits,
    /// Moves that it leaves out.
    pub restrictions: Restrictions,
    /// Whether it records who holds which point in the end.
    pub ownership: bool,
    /// Whether it records that for each move at the root too; only where `ownership` is set.
    pub moves_ownership: bool,
    /// The stones that are held to be lost: where abstentions end play under rules with removal, the board is counted without
    /// them.
    pub lost: PointSet,
    /// Whether it looks into an abstention now and then, however little that promises, so that it can be weighed against the
    /// best move.
    pub weigh_abstention: bool,
}

/// Threads that search, and what they have found.
#[derive(Debug)]
pub struct Searcher {
    threads: usize,
    /// Started when they are first needed.
    pool: Option<ThreadPool>,
    current: Stopper,
    kept: Option<Kept>,
}

/// Stops the search that is going on, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Stopper {
    /// The search under way or the last one. Locked only to be read or replaced.
    current: Arc<Mutex<Option<Arc<Ongoing>>>>,
}

impl Stopper {
    /// Stops the search that is going on, if there is one. It never blocks: runs that have begun come to their end after
    /// it has returned.
    pub fn stop(&self) {
        if let Some(ongoing) = self.slot().as_ref() {
            ongoing.progress.stop();
        }
    }

    fn slot(&self) -> MutexGuard<'_, Option<Arc<Ongoing>>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Searcher {
    /// A searcher with so many threads, [`MOST_THREADS`] at most. Where the machine cannot start so many, fewer run.
    pub fn new(threads: usize) -> Self {
        Self { threads, pool: None, current: Stopper::default(), kept: None }
    }

    /// A searcher with another number of threads, and with what this one has found.
    pub fn with_threads(&self, threads: usize) -> Self {
        Self { threads, pool: None, current: self.current.clone(), kept: self.kept.clone() }
    }

    /// Starts a search of the game for `color`, which may hold the right or have it handed over, and stops the one before.
    /// It never blocks: threads are at work after it has returned, unless the deadline has passed already.
    ///
    /// In a game that is over, or where the colour cannot receive the right, there is nothing to search, and the report
    /// has no candidates.
    pub fn start(&mut self, game: &Game, color: Color, search: Search) {
        self.stop();
        let can_move = !game.is_over() && game.check(color, Move::Abstain).is_ok();
        let ongoing = can_move.then(|| game.size().with_layout(Start { searcher: self, game, color, search }));
        *self.current.slot() = ongoing;
    }

    /// Stops the search that is going on; see [`Stopper::stop`].
    pub fn stop(&self) {
        self.current.stop();
    }

    /// What stops the searches of this searcher from other threads.
    pub fn stopper(&self) -> Stopper {
        self.current.clone()
    }

    /// Waits until the search is over, or until this moment at most, and says whether it is over. A thread that is late
    /// with its last run is not waited for: its result is in the next report.
    ///
    /// # Panics
    /// With what a thread of the search has panicked with.
    pub fn wait(&self, until: Option<Instant>) -> bool {
        let ongoing = self.current.slot().clone();
        ongoing.is_none_or(|ongoing| ongoing.wait(until))
    }

    /// What the search has found so far.
    pub fn report(&self) -> Option<Report> {
        let ongoing = self.current.slot().clone();
        ongoing.map(|ongoing| ongoing.report())
    }

    /// Forgets what was found: the next search begins anew.
    pub fn forget(&mut self) {
        self.stop();
        *self.current.slot() = None;
        self.kept = None;
    }

    /// The time that the threads have computed since they were started; `None` where the system does not say. It waits for
    /// a search that goes on.
    pub fn cpu_time(&self) -> Option<Duration> {
        let Some(pool) = &self.pool else { return Some(Duration::ZERO) };
        pool.broadcast(|_| thread_time()).into_iter().sum()
    }

    fn pool(&mut self) -> &ThreadPool {
        let threads = self.threads;
        self.pool.get_or_insert_with(|| pool::start_threads(threads))
    }

    /// Puts another tree in place of the one that was kept, whose memory is given back by another thread.
    fn keep(&mut self, kept: Kept) {
        if let Some(old) = self.kept.replace(kept) {
            self.pool().spawn(move || drop(old));
        }
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Starts a search in the layout of its board.
struct Start<'start> {
    searcher: &'start mut Searcher,
    game: &'start Game,
    color: Color,
    search: Search,
}

impl LayoutTask for Start<'_> {
    type Output = Arc<Ongoing>;

    fn run<L: Layout>(self) -> Arc<Ongoing> {
        let Self { searcher, game, color, search } = self;
        let Search {
            parameters,
            seed,
            memory,
            limits,
            restrictions,
            ownership,
            moves_ownership,
            lost,
            weigh_abstention,
        } = search;
        let root = Arc::new(CourseRoot::<L>::new(game, color, lost));
        let trace = Trace::new(game);
        let conditions = Conditions {
            size: game.size(),
            ruleset: *game.ruleset(),
            start: game.start(),
            first: game.first_to_play(),
            lead: game.lead(),
            parameters,
            restrictions: restrictions.clone(),
            lost,
            memory,
            seed,
        };
        let seed = seed.wrapping_add(game.turns().len() as u64);
        let known = searcher.kept.as_ref().and_then(|kept| kept.find::<L>(&conditions, game, color));
        let before = known.as_ref().map_or(0, |site| u64::from(site.tree.node(site.origin).visits()));
        let site = known.unwrap_or_else(|| {
            let site = Site { tree: Arc::new(Tree::new(memory / 2)), origin: Tree::ROOT };
            root.follow(Expand {
                site: &site,
                priors: &parameters.priors,
                trace: &trace,
                randomness: Randomness::new(seed, 0),
            });
            site
        });
        let ground = Arc::new(Ground::new(site));
        searcher.keep(Kept::new(conditions, game, color, Arc::clone(&ground)));

        let progress = Progress::new(limits, before);
        let threads = if progress.is_late() { 0 } else { searcher.pool().current_num_threads() };
        let reading =
            Reading { color, size: game.size(), lead: game.lead(), score_share: parameters.worth.score_share };
        let tallies = if ownership { (0..threads).map(|_| Mutex::default()).collect() } else { Vec::new() };
        let ongoing = Arc::new(Ongoing::new::<L>(ground, progress, reading, restrictions, tallies, threads));
        // Where a search goes on, it goes on with other random numbers than those it began with.
        let seed = seed ^ before.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for thread in 0..threads {
            let (ongoing, root, trace) = (Arc::clone(&ongoing), Arc::clone(&root), trace.clone());
            let randomness = Randomness::new(seed, 1 + thread as u64);
            searcher.pool().spawn(move || {
                let work = Work {
                    ongoing: &ongoing,
                    parameters: &parameters,
                    weigh_abstention,
                    moves_ownership,
                    thread,
                    randomness,
                    trace,
                };
                ongoing.employ(|| root.follow(work));
            });
        }
        ongoing
    }
}

/// Gives the node of a position its children, before the threads start: every run goes through one of them.
struct Expand<'start, L: Layout> {
    site: &'start Site,
    priors: &'start Priors,
    trace: &'start Trace<L>,
    randomness: Randomness,
}

impl<L: Layout> CourseTask<L> for Expand<'_, L> {
    type Output = ();

    fn run<'root, C: Course<'root, L>>(mut self, root: &'root C::Root) {
        let Site { tree, origin } = self.site;
        tree.expand(*origin, || priors::seeds(&C::at(root), self.trace, self.priors, &mut self.randomness));
    }
}

/// What one thread does.
struct Work<'search, L: Layout> {
    ongoing: &'search Ongoing,
    parameters: &'search Parameters,
    weigh_abstention: bool,
    moves_ownership: bool,
    thread: usize,
    randomness: Randomness,
    trace: Trace<L>,
}

impl<L: Layout> CourseTask<L> for Work<'_, L> {
    type Output = ();

    fn run<'root, C: Course<'root, L>>(self, root: &'root C::Root) {
        let Self { ongoing, parameters, weigh_abstention, moves_ownership, thread, randomness, trace } = self;
        let Site { tree, origin } = ongoing.ground.with_room(|| ongoing.progress.is_stopped());
        let (restrictions, tally) = (&ongoing.restrictions, ongoing.tallies.get(thread));
        let worker = Worker {
            tree: &tree,
            origin,
            root,
            parameters,
            restrictions,
            weigh_abstention,
            tally,
            moves_ownership,
            randomness,
            line: C::at(root),
            path: Vec::new(),
            trace,
            first: PerPoint::filled(0),
        };
        worker.work(&ongoing.progress);
    }
}
