//! Monte Carlo tree search.
//!
//! One tree is shared by all threads of a rayon pool. Each thread runs down the tree by upper confidence bounds (UCT),
//! plays on at random under the rules, and adds the value of the end to every node on its way. What is illegal is not in
//! the tree, and neither are dead ends: they are lost at once.

mod limits;
mod ownership;
mod parameters;
mod report;
mod time;
mod tree;
mod worker;

pub use limits::Limits;
pub use ownership::{Ownership, ownership};
pub use parameters::Parameters;
pub use report::{Candidate, Report};
pub use time::{TimeLeft, TimeSettings};

use crate::board::Color;
use crate::geometry::{Layout, LayoutTask, PointSet};
use crate::playout::{Course, CourseTask, Randomness, follow};
use crate::rules::{Game, Move};
use limits::Progress;
use rayon::ThreadPool;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use tree::Tree;
use worker::Worker;

/// Everything that a search needs beside the game.
#[derive(Clone, Copy, Debug)]
pub struct Search<'search> {
    /// The threads that run playouts.
    pub pool: &'search ThreadPool,
    /// The numbers that steer it.
    pub parameters: &'search Parameters,
    /// Where random numbers start. With one thread and a limit of visits, the same seed gives the same tree.
    pub seed: u64,
    /// Memory for the tree, in bytes.
    pub memory: usize,
    /// When it ends.
    pub limits: Limits,
    /// The stones that are held to be lost: where abstentions end play under rules with removal, the board is counted without
    /// them.
    pub lost: PointSet,
    /// Ends it from outside, when set.
    pub stop: &'search AtomicBool,
}

impl Search<'_> {
    /// Searches the game for `color`, which may hold the right or have it handed over.
    ///
    /// In a game that is over, or where the colour cannot receive the right, the report has no candidates.
    pub fn run(&self, game: &Game, color: Color) -> Report {
        if game.is_over() || game.check(color, Move::Abstain).is_err() {
            return Report::default();
        }
        let mut report = game.size().with_layout(Task { search: self, game, color });
        // Lines trust hashes; a game does not.
        report.candidates.retain(|candidate| game.check(color, candidate.action).is_ok());
        report
    }
}

struct Task<'task> {
    search: &'task Search<'task>,
    game: &'task Game,
    color: Color,
}

impl LayoutTask for Task<'_> {
    type Output = Report;

    fn run<L: Layout>(self) -> Report {
        follow::<L, _>(self.game, self.color, self.search.lost, self)
    }
}

impl<L: Layout> CourseTask<L> for Task<'_> {
    type Output = Report;

    fn run<'root, C: Course<'root, L>>(self, root: &'root C::Root) -> Report {
        let start = Instant::now();
        let search = self.search;
        let tree = Tree::new(search.memory);
        let progress = Progress::start(search.limits, search.stop);
        let worker = |stream| {
            let randomness = Randomness::new(search.seed, stream);
            Worker::<L, C>::new(&tree, root, search.parameters, randomness)
        };
        worker(0).expand_root();
        search.pool.scope(|scope| {
            let (worker, progress) = (&worker, &progress);
            for thread in 1..=search.pool.current_num_threads() as u64 {
                scope.spawn(move |_| worker(thread).work(progress));
            }
        });
        Report::of::<L>(&tree, progress.begun(), start.elapsed())
    }
}
