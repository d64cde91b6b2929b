//! The start of a search: what it begins with, and what its threads do.

use super::evaluation::{Evaluator, PlayoutEvaluator};
use super::job::Job;
use super::limits::Progress;
use super::parameters::{Parameters, SelectionMethod};
use super::report::ReportContext;
use super::reuse::{Conditions, KeptTree, SharedSubtree, Subtree};
use super::select::RootNoise;
use super::tree::Tree;
use super::worker::{Task, Worker};
use super::{Search, Searcher};
use crate::board::Color;
use crate::geometry::{Layout, LayoutTask};
use crate::playout::{Course, CourseRoot, CourseTask, Randomness, Trace};
use crate::rules::Game;
use std::sync::{Arc, Mutex};

/// Starts a search in the layout of its board.
pub(super) struct Start<'start> {
    pub(super) searcher: &'start mut Searcher,
    pub(super) game: &'start Game,
    pub(super) color: Color,
    pub(super) search: Search,
}

impl LayoutTask for Start<'_> {
    type Output = Arc<Job>;

    fn run<L: Layout>(self) -> Arc<Job> {
        let Self { searcher, game, color, search } = self;
        let Search { parameters, seed, memory, limits, restrictions, ownership, lost, weigh_abstention } = search;
        let method = parameters.selection.method.unwrap_or(SelectionMethod::Rave);
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
        let before = known.as_ref().map_or(0, |known| u64::from(known.tree.node(known.origin).visits()));
        let subtree = known.unwrap_or_else(|| {
            let subtree = Subtree { tree: Arc::new(Tree::new(memory / 2)), origin: Tree::ROOT };
            root.follow(ExpandOrigin {
                subtree: &subtree,
                parameters: &parameters,
                method,
                trace: &trace,
                randomness: Randomness::new(seed, 0),
            });
            subtree
        });
        // Where a search goes on, it goes on with other random numbers than those it began with.
        let worker_seed = seed ^ before.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let moves = subtree.tree.children(subtree.origin).count();
        let puct = parameters.puct;
        let mut randomness = Randomness::new(!worker_seed, 0);
        let noise = RootNoise::dirichlet(puct.root_noise, puct.root_noise_concentration, moves, &mut randomness);
        let subtree = Arc::new(SharedSubtree::new(subtree));
        searcher.keep(KeptTree::new(conditions, game, color, Arc::clone(&subtree)));

        let progress = Progress::new(limits, before);
        let threads = if progress.is_late() { 0 } else { searcher.pool().current_num_threads() };
        let score_share = parameters.worth.score_share;
        let context = ReportContext { color, size: game.size(), lead: game.lead(), score_share, method };
        let tallies = if ownership { (0..threads).map(|_| Mutex::default()).collect() } else { Vec::new() };
        let job = Arc::new(Job::new::<L>(subtree, progress, context, restrictions, tallies, threads));
        let noise = Arc::new(noise);
        for thread in 0..threads {
            let (job, root, noise, trace) = (Arc::clone(&job), Arc::clone(&root), Arc::clone(&noise), trace.clone());
            let randomness = Randomness::new(worker_seed, 1 + thread as u64);
            searcher.pool().spawn(move || {
                let work = Work {
                    job: &job,
                    parameters: &parameters,
                    method,
                    noise: &noise,
                    weigh_abstention,
                    thread,
                    randomness,
                    trace,
                };
                job.work(|| root.follow(work));
            });
        }
        job
    }
}

/// Gives the node of a position its children, before the threads start: every simulation goes through one of them.
struct ExpandOrigin<'start, L: Layout> {
    subtree: &'start Subtree,
    parameters: &'start Parameters,
    method: SelectionMethod,
    trace: &'start Trace<L>,
    randomness: Randomness,
}

impl<L: Layout> CourseTask<L> for ExpandOrigin<'_, L> {
    type Output = ();

    fn run<'root, C: Course<'root, L>>(self, root: &'root C::Root) {
        let Self { subtree: Subtree { tree, origin }, parameters, method, trace, randomness } = self;
        let mut evaluator = PlayoutEvaluator::new(parameters, method, randomness);
        tree.expand(*origin, || {
            let mut children = Vec::new();
            evaluator.expand(&C::at(root), trace, &mut children);
            children
        });
    }
}

/// What one thread does.
struct Work<'search, L: Layout> {
    job: &'search Job,
    parameters: &'search Parameters,
    method: SelectionMethod,
    noise: &'search RootNoise,
    weigh_abstention: bool,
    thread: usize,
    randomness: Randomness,
    trace: Trace<L>,
}

impl<L: Layout> CourseTask<L> for Work<'_, L> {
    type Output = ();

    fn run<'root, C: Course<'root, L>>(self, root: &'root C::Root) {
        let Self { job, parameters, method, noise, weigh_abstention, thread, randomness, trace } = self;
        let Subtree { tree, origin } = job.subtree.with_room(|| job.progress.is_stopped());
        let restrictions = &job.restrictions;
        let task = Task { tree: &tree, origin, parameters, method, noise, restrictions, weigh_abstention };
        let evaluator = PlayoutEvaluator::new(parameters, method, randomness);
        Worker::<L, C, _>::new(task, root, evaluator, trace, job.tallies.get(thread)).work(&job.progress);
    }
}
