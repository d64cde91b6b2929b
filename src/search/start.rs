//! The start of a search: what it begins with, and what its threads do.

use super::evaluation::{Evaluator, NetworkEvaluator, PlayoutEvaluator, RawEvaluation};
use super::job::Job;
use super::limits::SearchProgress;
use super::parameters::{Parameters, SelectionMethod};
use super::priors;
use super::report::ReportContext;
use super::reuse::{Conditions, KeptTree, SharedSubtree, Subtree};
use super::select::RootNoise;
use super::tree::Tree;
use super::worker::{Task, Worker};
use super::{Search, Searcher};
use crate::board::{Color, PerColor};
use crate::geometry::{BoardSize, Layout, LayoutTask};
use crate::network::Network;
use crate::playout::{PlayoutPosition, PlayoutRoot, PlayoutTask, Randomness, Trace};
use crate::rules::Game;
use std::borrow::Cow;
use std::sync::{Arc, Mutex};

/// Starts a search in the layout of its board.
pub(super) struct StartSearch<'start> {
    pub(super) searcher: &'start mut Searcher,
    pub(super) game: &'start Game,
    pub(super) color: Color,
    pub(super) search: Search,
}

impl LayoutTask for StartSearch<'_> {
    type Output = Arc<Job>;

    fn run<L: Layout>(self) -> Arc<Job> {
        let Self { searcher, game, color, search } = self;
        let Search {
            parameters,
            network,
            seed,
            memory,
            limits,
            restrictions,
            ownership,
            moves_ownership,
            dead,
            weigh_abstention,
            virtual_komi,
        } = search;
        let komi = game.komi() + virtual_komi;
        let game = if virtual_komi == 0.0 { Cow::Borrowed(game) } else { Cow::Owned(game.with_komi(komi)) };
        let game = game.as_ref();
        let method = parameters.selection.method(network.is_some());
        let root = Arc::new(PlayoutRoot::<L>::new(game, color, dead));
        let trace = Trace::new(game);
        let conditions = Conditions {
            size: game.size(),
            ruleset: *game.ruleset(),
            start: game.start(),
            first: game.first_to_play(),
            komi,
            handicap: game.handicap(),
            penalties: PerColor::from_fn(|color| game.penalty(color)),
            parameters,
            network: network.clone(),
            restrictions: restrictions.clone(),
            dead,
            memory,
            seed,
        };
        let seed = seed.wrapping_add(game.turns().len() as u64);
        let known = searcher.kept.as_ref().and_then(|kept| kept.find::<L>(&conditions, game, color));
        let before = known.as_ref().map_or(0, |known| u64::from(known.tree.node(known.origin).visits()));
        let new = || Subtree { tree: Arc::new(Tree::new(memory / 2)), origin: Tree::ROOT };
        let subtree = known.unwrap_or_else(new);
        let raw = root.follow(LookAtOrigin {
            subtree: &subtree,
            size: game.size(),
            parameters: &parameters,
            network: network.as_ref(),
            method,
            trace: &trace,
            randomness: Randomness::new(seed, 0),
        });
        // Where a search goes on, it goes on with other random numbers than those it began with.
        let worker_seed = seed ^ before.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let moves = subtree.tree.children(subtree.origin).count();
        let puct = parameters.puct;
        let mut randomness = Randomness::new(!worker_seed, 0);
        let noise = RootNoise::dirichlet(puct.root_noise, puct.root_noise_concentration, moves, &mut randomness);
        let subtree = Arc::new(SharedSubtree::new(subtree));
        searcher.keep(KeptTree::new(conditions, game, color, Arc::clone(&subtree)));

        let progress = SearchProgress::new(limits, before);
        let threads = if progress.is_late() { 0 } else { searcher.pool().current_num_threads() };
        let (score_share, priors) = (parameters.worth.score_share, parameters.priors);
        let context = ReportContext { color, size: game.size(), komi, virtual_komi, score_share, method, priors };
        let tallies = if ownership { (0..threads).map(|_| Mutex::default()).collect() } else { Vec::new() };
        let job = Arc::new(Job::new::<L>(subtree, progress, context, raw, restrictions, tallies, threads));
        let noise = Arc::new(noise);
        for thread in 0..threads {
            let (job, root, noise, trace) = (Arc::clone(&job), Arc::clone(&root), Arc::clone(&noise), trace.clone());
            let network = network.clone();
            let randomness = Randomness::new(worker_seed, 1 + thread as u64);
            searcher.pool().spawn(move || {
                let work = Work {
                    job: &job,
                    parameters: &parameters,
                    network: network.as_ref(),
                    method,
                    noise: &noise,
                    weigh_abstention,
                    moves_ownership,
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

/// Gives the node of a position its children, all of them, before the threads start: every simulation goes through one of them.
/// What a network says of the position is the answer.
struct LookAtOrigin<'start, L: Layout> {
    /// Where the children are written, as far as they are not known.
    subtree: &'start Subtree,
    size: BoardSize,
    parameters: &'start Parameters,
    network: Option<&'start Network>,
    method: SelectionMethod,
    trace: &'start Trace<L>,
    randomness: Randomness,
}

impl<L: Layout> PlayoutTask<L> for LookAtOrigin<'_, L> {
    type Output = Option<RawEvaluation>;

    fn run<'root, P: PlayoutPosition<'root, L>>(self, root: &'root P::Root) -> Option<RawEvaluation> {
        let Self { subtree, size, parameters, network, method, trace, randomness } = self;
        let position = P::at(root);
        let Some(network) = network else {
            expand(subtree, method, &mut PlayoutEvaluator::new(parameters, method, randomness), &position, trace);
            return None;
        };
        let mut evaluator = NetworkEvaluator::new(network, size, parameters, method, true, randomness);
        let raw = evaluator.raw(&position, trace);
        expand(subtree, method, &mut evaluator, &position, trace);
        Some(raw)
    }
}

/// Gives the origin of a subtree the children that it does not have yet.
fn expand<'root, L: Layout, P: PlayoutPosition<'root, L>>(
    Subtree { tree, origin }: &Subtree,
    method: SelectionMethod,
    evaluator: &mut impl Evaluator<'root, L, P>,
    position: &P,
    trace: &Trace<L>,
) {
    let mut all = || {
        let mut children = Vec::new();
        evaluator.expand(position, trace, &mut children);
        if method == SelectionMethod::Puct {
            priors::sort_first(&mut children, usize::MAX);
        }
        children
    };
    tree.expand(*origin, &mut all);
    tree.grow(*origin, usize::MAX, all);
}

/// What one thread does.
struct Work<'search, L: Layout> {
    job: &'search Job,
    parameters: &'search Parameters,
    network: Option<&'search Network>,
    method: SelectionMethod,
    noise: &'search RootNoise,
    weigh_abstention: bool,
    moves_ownership: bool,
    thread: usize,
    randomness: Randomness,
    trace: Trace<L>,
}

impl<L: Layout> PlayoutTask<L> for Work<'_, L> {
    type Output = ();

    fn run<'root, P: PlayoutPosition<'root, L>>(self, root: &'root P::Root) {
        let Self {
            job,
            parameters,
            network,
            method,
            noise,
            weigh_abstention,
            moves_ownership,
            thread,
            randomness,
            trace,
        } = self;
        let Subtree { tree, origin } = job.subtree.with_room(method, || job.progress.is_stopped());
        let restrictions = &job.restrictions;
        let task =
            Task { tree: &tree, origin, parameters, method, noise, restrictions, weigh_abstention, moves_ownership };
        let tally = job.tallies.get(thread);
        match network {
            None => {
                let evaluator = PlayoutEvaluator::new(parameters, method, randomness);
                Worker::<L, P, _>::new(task, root, evaluator, trace, tally).work(&job.progress);
            }
            Some(network) => {
                let evaluator =
                    NetworkEvaluator::new(network, job.size(), parameters, method, tally.is_some(), randomness);
                Worker::<L, P, _>::new(task, root, evaluator, trace, tally).work(&job.progress);
            }
        }
    }
}
