//! One search, as its threads and its owner share it.

use super::Searcher;
use super::evaluation::{Evaluator, Findings, NetworkEvaluator, PlayoutEvaluator, RawEvaluation};
use super::limits::SearchProgress;
use super::ownership::Tally;
use super::priors;
use super::report::{Report, ReportBelow, ReportContext};
use super::reuse::{KeptTree, SharedSubtree, Subtree};
use super::root_noise::RootNoise;
use super::spec::SearchSpec;
use super::threads::Driver;
use super::tree::Tree;
use super::worker::{Worker, note_moves_left_out};
use crate::budget::Budget;
use crate::network::AnyInference;
use onepure_rules::geometry::{BoardSize, Layout, with_layout};
use onepure_rules::random::Randomness;
use onepure_rules::rules::Game;
use onepure_rules::simulation::{SimulationPosition, SimulationRoot, Trace, with_position};
use rayon::ThreadPool;
use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// The time for which [`Job::wait`] waits for threads that are late with their last simulation. They may finish later without harm.
const GRACE: Duration = Duration::from_millis(5);

/// A search, running or over.
#[derive(Debug)]
pub(super) struct Job {
    spec: Arc<SearchSpec>,
    size: BoardSize,
    /// The komi of the search: the game's plus [`SearchSpec::virtual_komi`].
    komi: f64,
    root_noise: RootNoise,
    subtree: Arc<SharedSubtree>,
    progress: SearchProgress,
    /// The ownership that each thread records; empty if [`SearchSpec::ownership`] is off.
    tallies: Vec<Mutex<Tally>>,
    /// The network's evaluation of the root, without a search.
    raw: Option<RawEvaluation>,
    workers: Mutex<Workers>,
    /// Notified when a thread has finished.
    finished: Condvar,
    /// The processor and memory shared with other searches.
    budget: Option<Budget>,
    /// The work that the caller of `wait` computes, until the search is over; for a search without threads.
    slices: Mutex<Option<Slices>>,
}

/// The work of a search without threads.
struct Slices(Box<Slice>);

/// Computes a search until a moment, and returns whether the search is over.
type Slice = dyn FnMut(&Job, Option<Instant>) -> bool + Send;

impl fmt::Debug for Slices {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Slices")
    }
}

/// The state of the threads of a search.
#[derive(Debug)]
struct Workers {
    /// The number of threads that have not finished.
    working: usize,
    /// The last panic of a thread, for [`Job::wait`] to resume.
    panic: Option<Box<dyn Any + Send>>,
}

/// Starts a search in this layout: expands the root and gives each thread of the pool its work. Never waits for the threads.
pub(super) fn start<L: Layout>(searcher: &mut Searcher, game: &Game, spec: SearchSpec) -> Arc<Job> {
    let komi = game.komi() + spec.virtual_komi;
    let game = if spec.virtual_komi == 0.0 { Cow::Borrowed(game) } else { Cow::Owned(game.with_komi(komi)) };
    let game = game.as_ref();
    let spec = Arc::new(spec);
    let positions = Arc::new(SimulationRoot::<L>::new(game, spec.color, spec.dead));
    let trace = Trace::new(game);
    let kept = searcher.kept.as_ref().and_then(|kept| kept.find::<L>(game, &spec));
    let kept_visits = kept.as_ref().map_or(0, |kept| u64::from(kept.tree.node(kept.root).visits()));
    let budget = searcher.budget.clone();
    let new = || Subtree { tree: Arc::new(Tree::new(spec.memory / 2, budget.clone())), root: Tree::ROOT };
    let subtree = kept.unwrap_or_else(new);

    let seed = spec.seed.wrapping_add(game.turns().len() as u64);
    let randomness = Randomness::new(seed, 0);
    let inference = spec.network.as_ref().map(|network| AnyInference::<L>::new(network, game));
    let raw = with_position!(&*positions, position => {
        expand_root(&spec, inference.clone(), &subtree, &position, &trace, randomness)
    });
    // A search that reuses a tree needs new random numbers: it would repeat the simulations that made the tree.
    let worker_seed = seed ^ kept_visits.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let moves = subtree.tree.children(subtree.root).count();
    let root_noise = RootNoise::dirichlet(&spec.parameters.puct, moves, &mut Randomness::new(!worker_seed, 0));
    let subtree = Arc::new(SharedSubtree::new(subtree));
    searcher.keep(KeptTree::new(game, Arc::clone(&spec), Arc::clone(&subtree)));

    let progress = SearchProgress::new(spec.limits, kept_visits);
    let is_late = progress.is_late();
    let threads = match searcher.driver {
        Driver::Pool if !is_late => searcher.pool().map_or(0, ThreadPool::current_num_threads),
        _ => 0,
    };
    let mut randomness = Randomness::new(worker_seed, 1);
    let slices = (searcher.driver == Driver::Caller && !is_late).then(|| {
        let (positions, trace, inference) = (Arc::clone(&positions), trace.clone(), inference.clone());
        Slices(Box::new(move |job, until| {
            let (next, is_over) = with_position!(&*positions, position => {
                job.work(0, inference.clone(), position, trace.clone(), randomness.clone(), until)
            });
            randomness = next;
            is_over
        }))
    });
    let tallies = threads + usize::from(slices.is_some());
    let job = Arc::new(Job {
        size: game.size(),
        komi,
        root_noise,
        subtree,
        progress,
        tallies: if spec.ownership { (0..tallies).map(|_| Mutex::default()).collect() } else { Vec::new() },
        raw,
        workers: Mutex::new(Workers { working: threads, panic: None }),
        finished: Condvar::new(),
        budget,
        slices: Mutex::new(slices),
        spec,
    });
    for thread in 0..threads {
        let (job, positions, trace, inference) =
            (Arc::clone(&job), Arc::clone(&positions), trace.clone(), inference.clone());
        let randomness = Randomness::new(worker_seed, 1 + thread as u64);
        let work = move || {
            job.catch_panic(|| {
                with_position!(&*positions, position => {
                    job.work(thread, inference, position, trace, randomness, None)
                });
            });
        };
        if let Some(pool) = searcher.pool() {
            pool.spawn(work);
        }
    }
    job
}

/// Gives the root all its children before the threads start: every simulation goes through one of them. Returns the network's evaluation of
/// the position.
fn expand_root<L: Layout>(
    spec: &SearchSpec,
    inference: Option<AnyInference<L>>,
    Subtree { tree, root }: &Subtree,
    position: &impl SimulationPosition<L>,
    trace: &Trace<L>,
    randomness: Randomness,
) -> Option<RawEvaluation> {
    let mut findings = Findings::default();
    let raw = if let Some(inference) = inference {
        let mut evaluator = NetworkEvaluator::new(spec, inference, position.board().size());
        Some(evaluator.raw(position, trace, &mut findings.children))
    } else {
        PlayoutEvaluator::new(spec, trace.clone(), randomness).evaluate(position, trace, &mut findings, |_| None);
        None
    };
    priors::sort_first(&mut findings.children, usize::MAX);
    note_moves_left_out(tree.node(*root), position);
    tree.expand(*root, || &findings.children);
    tree.grow(*root, usize::MAX, || findings.children);
    raw
}

impl Job {
    /// Runs the simulations of one thread until the search ends, or until this moment. Returns the random numbers to go on with, and
    /// whether the search is over.
    fn work<L: Layout, P: SimulationPosition<L>>(
        &self,
        thread: usize,
        inference: Option<AnyInference<L>>,
        position: P,
        trace: Trace<L>,
        randomness: Randomness,
        until: Option<Instant>,
    ) -> (Randomness, bool) {
        let Self { spec, progress, root_noise, budget, .. } = self;
        let is_endless = spec.limits.visits.is_none() && spec.limits.deadline.is_none();
        let turn = budget.as_ref().map(|budget| budget.turn(is_endless));
        let subtree = self.subtree.with_room(|| progress.is_stopped());
        let tally = self.tallies.get(thread);
        if let Some(inference) = inference {
            let evaluator = NetworkEvaluator::new(spec, inference, self.size);
            let mut worker = Worker::new(spec, &subtree, root_noise, tally, position, trace, evaluator);
            (randomness, worker.work(progress, turn, until))
        } else {
            let evaluator = PlayoutEvaluator::new(spec, trace.clone(), randomness);
            let mut worker = Worker::new(spec, &subtree, root_noise, tally, position, trace, evaluator);
            let is_over = worker.work(progress, turn, until);
            (worker.into_evaluator().into_randomness(), is_over)
        }
    }

    /// Runs the work of one thread. Keeps a panic for [`Job::wait`]: rayon would abort the program.
    fn catch_panic(&self, work: impl FnOnce()) {
        let worked = panic::catch_unwind(AssertUnwindSafe(work));
        let mut workers = self.workers();
        if let Err(panic) = worked {
            self.progress.stop();
            workers.panic = Some(panic);
        }
        workers.working -= 1;
        self.finished.notify_all();
    }

    fn workers(&self) -> MutexGuard<'_, Workers> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the search. Simulations that have begun finish after this has returned.
    pub(super) fn stop(&self) {
        self.progress.stop();
    }

    fn slices(&self) -> MutexGuard<'_, Option<Slices>> {
        self.slices.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the search is over, or until this moment; computes it meanwhile if it has no threads. Returns whether it is over.
    ///
    /// # Panics
    /// If a thread of the search has panicked, with its panic.
    pub(super) fn wait(&self, until: Option<Instant>) -> bool {
        // Taken out, so that nobody is kept from the report, and a panic ends the search.
        let slices = self.slices().take();
        if let Some(mut slices) = slices
            && !(slices.0)(self, until)
        {
            *self.slices() = Some(slices);
            return false;
        }
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

    /// The report on the results so far.
    pub(super) fn report(&self) -> Report {
        let (ownership, moves_ownership) = self.tally().map(|Tally { all, moves }| (all, moves)).unzip();
        let found = with_layout!(self.size, L => Report::of::<L>(&self.subtree.get(), self.context()));
        Report {
            simulations: self.progress.begun(),
            elapsed: self.progress.elapsed(),
            ownership,
            moves_ownership: moves_ownership.unwrap_or_default(),
            by_playouts: self.raw.is_none(),
            raw: self.raw.clone(),
            ..found
        }
    }

    /// The reports on the positions below the root that at least `visits` simulations went on from.
    pub(super) fn reports_below(&self, visits: u64) -> Vec<ReportBelow> {
        with_layout!(self.size, L => Report::below::<L>(&self.subtree.get(), self.context(), visits))
    }

    fn context(&self) -> ReportContext<'_> {
        ReportContext { spec: &self.spec, color: self.spec.color, size: self.size, komi: self.komi }
    }

    /// The ownership recorded so far by all threads; `None` if [`SearchSpec::ownership`] is off.
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
