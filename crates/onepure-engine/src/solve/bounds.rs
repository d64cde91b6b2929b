//! The search for the result: questions about margins, until the bounds meet.

use super::control::Watch;
use super::goal::{FORFEIT, Goal};
use super::search::{ProofLimits, Search};
use super::store::{self, Store};
use super::{Effort, ProofText, ResultAnswer, SolveError, Start, tree};
use onepure_rules::board::Color;
use onepure_rules::geometry::Layout;
use onepure_rules::simulation::{ExactPosition, Facts};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;
use web_time::Instant;

/// The time between two writes of the progress.
const TIME_PER_WRITE: Duration = Duration::from_secs(180);

/// The upper bound on a board with this number of points if Black does not have this margin.
fn most_without(asked: i32, points: i32) -> i32 {
    if asked > points {
        points
    } else if asked <= -points {
        -FORFEIT
    } else {
        asked - 1
    }
}

/// The search for Black's margin between two bounds.
pub(super) struct Bounds<'start, L: Layout> {
    start: &'start Start,
    position: ExactPosition<L>,
    facts: Facts,
    limits: ProofLimits,
    began: Instant,
    least: i32,
    most: i32,
    /// The searches that prove the bounds.
    proofs: [Option<Search<L>>; 2],
    nodes: u64,
    store: Option<Store>,
    /// The time of the runs before this one.
    earlier: Duration,
    watch: Option<Rc<Watch>>,
}

impl<'start, L: Layout> Bounds<'start, L> {
    pub(super) fn new(start: &'start Start, limits: ProofLimits) -> Self {
        let (position, facts) = start.position(None);
        let began = Instant::now();
        let (least, most) = (-FORFEIT, FORFEIT);
        let (proofs, nodes, store, earlier) = ([None, None], 0, None, Duration::ZERO);
        Self { start, position, facts, limits, began, least, most, proofs, nodes, store, earlier, watch: None }
    }

    /// These bounds under a watch.
    pub(super) fn watched(self, watch: &Rc<Watch>) -> Self {
        Self { watch: Some(Rc::clone(watch)), ..self }
    }

    fn is_stopped(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| !watch.goes_on())
    }

    /// Goes on with the progress in a file, and keeps it there.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or is about something else.
    pub(super) fn resume(&mut self, path: &Path) -> Result<(), SolveError> {
        let position = tree::position(self.start, self.position.to_play());
        let header = store::header(&position, self.position.key(), &self.facts);
        let mut store = Store::open(path, header, &self.facts)?;
        if store.questions.is_empty() {
            // A file that cannot be written is found before the search.
            store.save::<L>(None, |_, _| true)?;
        }
        (self.nodes, self.earlier) = (store.nodes, store.time);
        for question in &store.questions {
            let Some(reached) = question.outcome else { continue };
            let mut search = self.search(question.asked);
            store.load(question.asked, &mut search)?;
            if search.known(&self.position) != Some(reached) {
                return Err(store.damaged());
            }
            self.learn(question.asked, reached, search);
        }
        self.store = Some(store);
        self.began = Instant::now();
        Ok(())
    }

    fn search(&self, asked: i32) -> Search<L> {
        let goal = Goal::Margin { by: Color::Black, least: asked };
        Search::new(goal, self.facts.clone(), self.limits, Instant::now()).watched(self.watch.as_ref())
    }

    /// Sets a bound that a search has proven.
    fn learn(&mut self, asked: i32, reached: bool, search: Search<L>) {
        if reached {
            self.least = asked;
        } else {
            self.most = most_without(asked, self.start.points());
        }
        self.proofs[usize::from(!reached)] = Some(search);
    }

    /// Narrows the bounds to the margins from `low` to `high`, first in the middle, or with the question that the file has searched most.
    /// Gives up a question after half of the time that is left, and goes on with those on both sides of it.
    fn narrow(&mut self, low: i32, high: i32) -> Result<(), SolveError> {
        let (low, high) = (low.max(self.least), high.min(self.most));
        let left = self.limits.time.saturating_sub(self.began.elapsed());
        if low >= high || left < Duration::from_millis(20) || self.is_stopped() {
            return Ok(());
        }
        // No count is larger than the board: beyond are forfeits alone.
        let points = self.start.points();
        let (low, high) = (low.max(-points - 1), high.min(points + 1));
        let middle = (low + high + 1).div_euclid(2);
        let searched = self.store.as_ref().and_then(|store| store.open_between(low, high));
        let middle = searched.unwrap_or(middle);
        let asked = if middle > points { FORFEIT } else { middle };
        let mut search = self.search(asked);
        match self.decide(asked, &mut search, Instant::now() + left / 2)? {
            Some(reached) => {
                self.learn(asked, reached, search);
                let (low, high) = if reached { (asked, high) } else { (low, self.most) };
                self.narrow(low, high)
            }
            None if high - low > 1 => {
                drop(search);
                self.narrow(low, middle - 1)?;
                self.narrow(middle, high)
            }
            None => Ok(()),
        }
    }

    /// Searches for the answer to a question until a deadline, and writes the progress.
    fn decide(&mut self, asked: i32, search: &mut Search<L>, deadline: Instant) -> Result<Option<bool>, SolveError> {
        let Some(store) = &self.store else {
            search.extend_to(deadline);
            let decided = search.decide(&self.position);
            self.nodes += search.nodes;
            return Ok(decided);
        };
        store.load(asked, search)?;
        let (mut nodes, points) = (search.nodes, self.start.points());
        loop {
            search.extend_to(deadline.min(Instant::now() + TIME_PER_WRITE));
            let decided = search.decide(&self.position);
            self.nodes += search.nodes - nodes;
            nodes = search.nodes;
            let (mut least, mut most) = (self.least, self.most);
            match decided {
                Some(true) => least = asked,
                Some(false) => most = most_without(asked, points),
                None => {}
            }
            let is_of_use = |asked: i32, outcome| match outcome {
                Some(true) => asked == least,
                Some(false) => most_without(asked, points) == most,
                None => least < asked && asked <= most,
            };
            if let Some(store) = &mut self.store {
                (store.nodes, store.time) = (self.nodes, self.earlier + self.began.elapsed());
                store.save(Some((asked, decided, search)), is_of_use)?;
            }
            let is_over = Instant::now() >= deadline || self.is_stopped();
            if decided.is_some() || search.is_too_deep || is_over {
                return Ok(decided);
            }
        }
    }

    pub(super) fn answer(mut self, most_moves: usize) -> Result<ResultAnswer, SolveError> {
        self.narrow(-FORFEIT, FORFEIT)?;
        let effort = Effort { nodes: self.nodes, time: self.earlier + self.began.elapsed() };
        let (least, most) = (self.least, self.most);
        let first = self.position.to_play();
        let (mut line, mut proofs) = (Vec::new(), Vec::new());
        for (search, (reached, claim)) in self
            .proofs
            .iter_mut()
            .zip([(true, format!("black margin {least}")), (false, format!("white margin {}", -most))])
        {
            let Some(search) = search else { continue };
            search.extend(effort.time.max(Duration::from_secs(1)));
            if reached == (first == Color::Black) {
                line = tree::line(search, &self.position, reached);
            }
            if let Some((tree, moves)) = tree::text(search, &self.position, reached, most_moves) {
                proofs.push(ProofText { text: tree::header(self.start, first, None, &claim) + &tree, moves });
            }
        }
        Ok(ResultAnswer { least, most, line, proofs, effort })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::geometry::Small;
    use onepure_rules::rules::Ruleset;

    const LIMITS: ProofLimits =
        ProofLimits { time: Duration::from_secs(600), positions: 1 << 20, ..ProofLimits::UNLIMITED };

    fn board() -> Start {
        Start::Rectangle { columns: 2, rows: 4, ruleset: Ruleset::one_pure() }
    }

    #[test]
    fn a_search_in_pieces_repeats_little() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, start) = (folder.path().join("progress"), board());
        let asked = 3;
        let mut whole = Bounds::<Small>::new(&start, LIMITS);
        let mut search = whole.search(asked);
        assert_eq!(whole.decide(asked, &mut search, Instant::now() + LIMITS.time), Ok(Some(false)));
        let mut pieces = 0;
        let nodes = loop {
            let mut bounds = Bounds::<Small>::new(&start, LIMITS);
            bounds.resume(&file).expect("its own file");
            let mut search = bounds.search(asked);
            pieces += 1;
            // No time: it ends at the first look at the clock.
            match bounds.decide(asked, &mut search, Instant::now()).expect("the file can be written") {
                None => assert!(pieces < 1000),
                Some(reached) => {
                    assert!(!reached);
                    break bounds.nodes;
                }
            }
        };
        assert!(pieces > 10, "{pieces}");
        assert!(nodes < 2 * whole.nodes, "{nodes} of {}", whole.nodes);
        let mut bounds = Bounds::<Small>::new(&start, LIMITS);
        bounds.resume(&file).expect("its own file");
        assert_eq!((bounds.least, bounds.most, bounds.nodes), (-FORFEIT, 2, nodes));
    }

    #[test]
    fn a_question_that_is_answered_leaves_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, start) = (folder.path().join("progress"), board());
        let mut bounds = Bounds::<Small>::new(&start, LIMITS);
        bounds.resume(&file).expect("no file");
        for (asked, time) in [(4, Duration::ZERO), (1, Duration::ZERO), (3, LIMITS.time), (1, LIMITS.time)] {
            let mut search = bounds.search(asked);
            let decided = bounds.decide(asked, &mut search, Instant::now() + time).expect("a file");
            if let Some(reached) = decided {
                bounds.learn(asked, reached, search);
            }
        }
        let store = bounds.store.expect("a file");
        let questions: Vec<_> = store.questions.iter().map(|question| (question.asked, question.outcome)).collect();
        assert_eq!(questions, [(3, Some(false)), (1, Some(true))]);
    }
}
