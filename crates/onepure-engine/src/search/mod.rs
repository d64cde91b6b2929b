//! Monte Carlo tree search.
//!
//! A [`Searcher`] keeps its threads and its tree from one search to the next. [`Searcher::start`] starts a search and returns at once.
//! [`Searcher::wait`] waits until the [`Limits`] or a [`Stopper`] end it. [`Searcher::report`] returns the results at any time.
//!
//! All threads of a rayon pool share one tree. A simulation descends the tree (`worker`) by selection (`select`), evaluates its leaf
//! (`evaluation`), and backs the value up along its path. Illegal moves are not in the tree. Neither are dead ends, which lose at once.
//! Positions whose outcome is known are not searched again (`outcome`). If the game goes on by moves of the tree, the next search reuses
//! the subtree (`reuse`). With one thread and a limit of visits, the same searches in the same order give the same trees.

mod evaluation;
mod job;
mod limits;
mod node;
mod outcome;
mod ownership;
mod parameters;
mod priors;
mod report;
mod restrictions;
mod reuse;
mod root_noise;
mod select;
mod spec;
mod threads;
mod tree;
#[cfg(test)]
mod tree_shared;
mod worker;

#[cfg(test)]
mod tests;

pub use evaluation::{RawEvaluation, expected_ownership, raw_evaluation, resumed};
pub use limits::Limits;
pub use outcome::{Ending, Known};
pub use ownership::{Ownership, ownership, ownership_until};
pub use parameters::{Parameters, Puct};
pub use report::{Candidate, Estimate, Report, ReportBelow};
pub use restrictions::{Restriction, Restrictions};
pub use spec::SearchSpec;
pub use threads::{MOST_THREADS, process_time, room_for_threads, thread_time};

use crate::budget::Budget;
use job::Job;
use onepure_rules::geometry::with_layout;
use onepure_rules::rules::{Game, Move};
use rayon::ThreadPool;
use reuse::KeptTree;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use threads::Driver;
use web_time::Instant;

/// The threads of a search, and the tree that they leave for the next one.
#[derive(Debug)]
pub struct Searcher {
    threads: usize,
    driver: Driver,
    /// Started by the first search.
    pool: Option<ThreadPool>,
    current: Stopper,
    kept: Option<KeptTree>,
    /// The processor and memory shared with other searchers.
    budget: Option<Budget>,
}

/// A handle that stops the current search, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Stopper {
    /// The current search, or the last one. The lock is held only to read or replace it, so [`Stopper::stop`] never blocks.
    current: Arc<Mutex<Option<Arc<Job>>>>,
}

impl Stopper {
    /// Stops the current search, if there is one. Never blocks: simulations that have begun finish later.
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
    /// A searcher with `threads` threads, at most [`MOST_THREADS`]. It has fewer if the machine cannot start that many.
    pub fn new(threads: usize) -> Self {
        Self { threads, driver: Driver::USUAL, pool: None, current: Stopper::default(), kept: None, budget: None }
    }

    /// This searcher, with the processor and the memory for its trees shared in `budget`.
    pub fn sharing(mut self, budget: Budget) -> Self {
        self.budget = Some(budget);
        self
    }

    /// This searcher without threads: the caller of [`Searcher::wait`] computes the search until the moment that it gives, and the search
    /// rests between two calls. In WebAssembly every searcher works in this way.
    pub fn driven_by_caller(mut self) -> Self {
        self.driver = Driver::Caller;
        self
    }

    /// A searcher with another number of threads, and with the tree of this one.
    pub fn with_threads(&self, threads: usize) -> Self {
        Self {
            threads,
            driver: self.driver,
            pool: None,
            current: self.current.clone(),
            kept: self.kept.clone(),
            budget: self.budget.clone(),
        }
    }

    /// Starts a search of the game and stops the one before. Never blocks: the threads work after it has returned. No thread works if the
    /// deadline has passed, or if the caller drives the search.
    ///
    /// If the game is over, or if the colour cannot receive the right to move, the report has no candidates.
    pub fn start(&mut self, game: &Game, spec: SearchSpec) {
        self.stop();
        let can_move = !game.is_over() && game.check(spec.color, Move::Abstain).is_ok();
        let job = can_move.then(|| with_layout!(game.size(), L => job::start::<L>(self, game, spec)));
        *self.current.slot() = job;
    }

    /// Stops the current search; see [`Stopper::stop`].
    pub fn stop(&self) {
        self.current.stop();
    }

    /// A handle that stops the searches of this searcher from other threads.
    pub fn stopper(&self) -> Stopper {
        self.current.clone()
    }

    /// Waits until the search is over, or until this moment. Returns whether the search is over. It does not wait for a thread that is late
    /// with its last simulation: the next report has that result.
    ///
    /// # Panics
    /// If a thread of the search has panicked, with its panic.
    pub fn wait(&self, until: Option<Instant>) -> bool {
        let job = self.current.slot().clone();
        job.is_none_or(|job| job.wait(until))
    }

    /// The results of the search so far.
    pub fn report(&self) -> Option<Report> {
        let job = self.current.slot().clone();
        job.map(|job| job.report())
    }

    /// The results so far for the positions below the root that at least `visits` simulations went on from.
    pub fn reports_below(&self, visits: u64) -> Vec<ReportBelow> {
        let job = self.current.slot().clone();
        job.map(|job| job.reports_below(visits)).unwrap_or_default()
    }

    /// Forgets the tree: the next search starts from nothing.
    pub fn forget(&mut self) {
        self.stop();
        *self.current.slot() = None;
        self.kept = None;
    }

    /// The processor time of the threads since they were started; `None` if the system does not report it. Blocks until the current search
    /// is over.
    pub fn cpu_time(&self) -> Option<Duration> {
        if self.driver == Driver::Caller {
            return None;
        }
        let Some(pool) = &self.pool else { return Some(Duration::ZERO) };
        pool.broadcast(|_| thread_time()).into_iter().sum()
    }

    /// The threads, started if they are not. Without one the caller drives this search and all later ones.
    fn pool(&mut self) -> Option<&ThreadPool> {
        if self.pool.is_none() && self.driver == Driver::Pool {
            self.pool = threads::start_threads(self.threads);
            if self.pool.is_none() {
                self.driver = Driver::Caller;
            }
        }
        self.pool.as_ref()
    }

    /// Replaces the kept tree. A pool thread frees the old one: a large tree would delay the move.
    fn keep(&mut self, kept: KeptTree) {
        if let Some(old) = self.kept.replace(kept)
            && let Some(pool) = self.pool()
        {
            pool.spawn(move || drop(old));
        }
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.stop();
    }
}
