//! One search from its start to its end, as its threads and its owner share it.

use super::evaluation::RawEvaluation;
use super::limits::SearchProgress;
use super::ownership::Tally;
use super::report::{Report, ReportBelow, ReportContext};
use super::restrictions::Restrictions;
use super::reuse::SharedSubtree;
use crate::geometry::{BoardSize, Layout};
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long threads that are late with their last simulation are waited for. They do no harm when they come later.
const GRACE: Duration = Duration::from_millis(5);

/// A search that goes on, or is over.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) subtree: Arc<SharedSubtree>,
    pub(super) progress: SearchProgress,
    pub(super) restrictions: Restrictions,
    /// What each thread records of who holds which point; empty if that was not asked for.
    pub(super) tallies: Vec<Mutex<Tally>>,
    context: ReportContext,
    /// What the network says of the position by itself.
    raw: Option<RawEvaluation>,
    /// Makes the report, in the layout of the board, …
    report: fn(&Self) -> Report,
    /// … and those of positions below.
    below: fn(&Self, u64) -> Vec<ReportBelow>,
    workers: Mutex<Workers>,
    /// Told whenever a thread has finished.
    finished: Condvar,
}

/// The threads that work on a search.
#[derive(Debug)]
struct Workers {
    /// Those that have not finished.
    working: usize,
    /// What one of them has panicked with.
    panic: Option<Box<dyn Any + Send>>,
}

impl Job {
    /// A search on which so many threads are going to work.
    pub(super) fn new<L: Layout>(
        subtree: Arc<SharedSubtree>,
        progress: SearchProgress,
        context: ReportContext,
        raw: Option<RawEvaluation>,
        restrictions: Restrictions,
        tallies: Vec<Mutex<Tally>>,
        threads: usize,
    ) -> Self {
        let workers = Mutex::new(Workers { working: threads, panic: None });
        let report = |job: &Self| Report::of::<L>(&job.subtree.get(), &job.context, &job.restrictions);
        let below =
            |job: &Self, visits| Report::below::<L>(&job.subtree.get(), &job.context, &job.restrictions, visits);
        let finished = Condvar::new();
        Self { subtree, progress, restrictions, tallies, context, raw, report, below, workers, finished }
    }

    /// The size of the board.
    pub(super) fn size(&self) -> BoardSize {
        self.context.size
    }

    fn workers(&self) -> MutexGuard<'_, Workers> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What one of the threads does. A panic is kept for those who wait.
    pub(super) fn work(&self, work: impl FnOnce()) {
        let worked = panic::catch_unwind(AssertUnwindSafe(work));
        let mut workers = self.workers();
        if let Err(panic) = worked {
            self.progress.stop();
            workers.panic = Some(panic);
        }
        workers.working -= 1;
        self.finished.notify_all();
    }

    /// Waits until the search is over, or until this moment, and says whether it is over.
    ///
    /// # Panics
    /// With what a thread of the search has panicked with.
    pub(super) fn wait(&self, until: Option<Instant>) -> bool {
        let mut workers = self.workers();
        let mut last_call = None;
        loop {
            if let Some(panic) = workers.panic.take() {
                drop(workers);
                panic::resume_unwind(panic);
            }
            let now = Instant::now();
            if last_call.is_none() && self.progress.is_stopped() {
                last_call = Some(now + GRACE);
            }
            if workers.working == 0 || last_call.is_some_and(|end| now >= end) {
                return true;
            }
            if until.is_some_and(|until| now >= until) {
                return false;
            }
            let next =
                [last_call, until, self.progress.deadline()].into_iter().flatten().filter(|&moment| moment > now);
            workers = match next.min() {
                Some(moment) => {
                    let waited = self.finished.wait_timeout(workers, moment - now);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.finished.wait(workers).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// What has been found so far.
    pub(super) fn report(&self) -> Report {
        let (ownership, moves_ownership) = self.tally().map(|Tally { all, moves }| (all, moves)).unzip();
        Report {
            playouts: self.progress.begun(),
            elapsed: self.progress.elapsed(),
            ownership,
            moves_ownership: moves_ownership.unwrap_or_default(),
            raw: self.raw.clone(),
            ..(self.report)(self)
        }
    }

    /// What has been found so far of the positions below from which at least so many simulations went on.
    pub(super) fn reports_below(&self, visits: u64) -> Vec<ReportBelow> {
        (self.below)(self, visits)
    }

    /// Who holds each point at the ends of the simulations so far, if that was asked for.
    fn tally(&self) -> Option<Tally> {
        let (first, others) = self.tallies.split_first()?;
        let of = |tally: &Mutex<Tally>| tally.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut all = of(first);
        for other in others {
            all.absorb(&of(other));
        }
        Some(all)
    }
}
