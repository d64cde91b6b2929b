//! Monte Carlo tree search.
//!
//! A [`Searcher`] keeps threads and a tree from one search to the next. [`Searcher::start`] sets the threads to work on a
//! position and returns at once, [`Searcher::wait`] waits for the end that the [`Limits`] or a [`Stopper`] bring about,
//! and [`Searcher::report`] says at any time what has been found so far.
//!
//! One tree is shared by all threads of a rayon pool. A simulation descends the tree (`worker`), from child to child as
//! selection decides (`select`), has its leaf evaluated (`evaluation`), and backs the value up to every node on its way. What is
//! illegal is not in the tree, and neither are dead ends: they are lost at once. While a game goes on by moves that are in the
//! tree, the next search goes on with what is known of its position (`reuse`). With one thread and a limit of visits, the same
//! searches in the same order give the same trees.

mod amaf;
mod commons;
mod evaluation;
mod job;
mod limits;
mod node;
mod ownership;
mod parameters;
mod priors;
mod report;
mod restrictions;
mod reuse;
mod select;
mod spec;
mod threads;
mod transpositions;
mod tree;
#[cfg(test)]
mod tree_shared;
mod worker;

#[cfg(test)]
mod tests;

pub use commons::Commons;
pub use evaluation::{RawEvaluation, raw_evaluation};
pub use limits::Limits;
pub use ownership::{Ownership, ownership, ownership_until};
pub use parameters::{EndWorth, NetworkUse, Parameters, Priors, Puct, Selection, SelectionMethod};
pub use report::{Candidate, Estimate, Report, ReportBelow};
pub use restrictions::{Restriction, Restrictions};
pub use spec::SearchSpec;
pub use threads::{MOST_THREADS, process_time, thread_time};

use job::Job;
use onepure_rules::geometry::with_layout;
use onepure_rules::rules::{Game, Move};
use rayon::ThreadPool;
use reuse::KeptTree;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Threads that search, and what they have found.
#[derive(Debug)]
pub struct Searcher {
    threads: usize,
    /// Started when they are first needed.
    pool: Option<ThreadPool>,
    current: Stopper,
    kept: Option<KeptTree>,
    /// What it shares with other searchers, if it does.
    commons: Option<Commons>,
}

/// Stops the search that is going on, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Stopper {
    /// The search under way or the last one. Locked only to be read or replaced.
    current: Arc<Mutex<Option<Arc<Job>>>>,
}

impl Stopper {
    /// Stops the search that is going on, if there is one. It never blocks: simulations that have begun come to their end after
    /// it has returned.
    pub fn stop(&self) {
        if let Some(job) = self.slot().as_ref() {
            job.stop();
        }
    }

    fn slot(&self) -> MutexGuard<'_, Option<Arc<Job>>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Searcher {
    /// A searcher with so many threads, [`MOST_THREADS`] at most. Where the machine cannot start so many, fewer run.
    pub fn new(threads: usize) -> Self {
        Self { threads, pool: None, current: Stopper::default(), kept: None, commons: None }
    }

    /// The same searcher, which takes turns at the processor and memory for its trees from commons.
    pub fn sharing(mut self, commons: Commons) -> Self {
        self.commons = Some(commons);
        self
    }

    /// A searcher with another number of threads, and with what this one has found.
    pub fn with_threads(&self, threads: usize) -> Self {
        Self {
            threads,
            pool: None,
            current: self.current.clone(),
            kept: self.kept.clone(),
            commons: self.commons.clone(),
        }
    }

    /// Starts a search of the game, and stops the one before. It never blocks: threads are at work after it has returned, unless the
    /// deadline has passed already.
    ///
    /// In a game that is over, or where the colour cannot receive the right, there is nothing to search, and the report
    /// has no candidates.
    pub fn start(&mut self, game: &Game, spec: SearchSpec) {
        self.stop();
        let can_move = !game.is_over() && game.check(spec.color, Move::Abstain).is_ok();
        let job = can_move.then(|| with_layout!(game.size(), L => job::start::<L>(self, game, spec)));
        *self.current.slot() = job;
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
    /// with its last simulation is not waited for: its result is in the next report.
    ///
    /// # Panics
    /// With what a thread of the search has panicked with.
    pub fn wait(&self, until: Option<Instant>) -> bool {
        let job = self.current.slot().clone();
        job.is_none_or(|job| job.wait(until))
    }

    /// What the search has found so far.
    pub fn report(&self) -> Option<Report> {
        let job = self.current.slot().clone();
        job.map(|job| job.report())
    }

    /// What the search has found so far of the positions below its own from which at least so many simulations went on.
    pub fn reports_below(&self, visits: u64) -> Vec<ReportBelow> {
        let job = self.current.slot().clone();
        job.map(|job| job.reports_below(visits)).unwrap_or_default()
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
        self.pool.get_or_insert_with(|| threads::start_threads(threads))
    }

    /// Puts another tree in place of the one that was kept, whose memory is given back by another thread.
    fn keep(&mut self, kept: KeptTree) {
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
