//! Depth-first proof-number search (df-pn; Nagai, 2002) over positions with their history.
//!
//! Open nodes are stored under a key of the position and all facts of its history, so that no number is used under another
//! history. A proven node is stored with the facts that its proof asked for, and is used again where the history gives the same
//! answers: under the One Pure Rules most orders of the same moves do. This treats the interaction of graph and history exactly,
//! but for collisions of 64-bit hashes, which a checker of proofs finds.
//!
//! From an empty board, a proof is used for the symmetric images of its position too, with the images of its facts.

use super::control::Watch;
use super::goal::Goal;
use super::position::ProofPosition;
use crate::budget::Reservation;
use onepure_rules::geometry::{Layout, Point};
use onepure_rules::simulation::{Action, ExactPosition, Facts, Image, Query, Trail};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::marker::PhantomData;
use std::rc::Rc;
use std::time::Duration;
use web_time::Instant;

/// The proof number of what cannot be proven.
const INFINITE: u32 = 1_000_000_000;

/// A proof that asked for more facts is used again only under the very same history.
const MOST_QUERIES: usize = 300;

/// The number of proofs that are kept of one position.
const MOST_PROOFS: usize = 24;

/// The number of nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 256;

/// The number of nodes between two looks at the [`Watch`]: less than a millisecond, so that others wait little for their turn.
const NODES_PER_WATCH: u64 = 16;

/// The bytes of a kept position with its share of proofs.
const POSITION_BYTES: usize = 160;

/// The positions of a search without a reservation from the budget, and those of a reservation.
const ROOM_AT_FIRST: usize = 256;
const ROOM_PER_LOAN: usize = 4096;

/// The first number against the outcome that a position had under another history.
const LIKELY: u32 = 20;

/// The deepest line for which [`Control::on_a_deep_stack`](super::Control) has room.
const MOST_DEPTH: usize = 400;

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct ProofLimits {
    /// The time for one answer.
    pub time: Duration,
    /// The number of open positions that are kept. With proofs it is half of the memory.
    pub positions: usize,
    /// The number of nodes for one answer.
    pub nodes: u64,
    /// The number of moves of a line. A longer line ends the search without an answer.
    pub depth: usize,
    /// True if groups are also searched in zones around them.
    pub zones: bool,
}

impl ProofLimits {
    /// No limit but the stack.
    pub const UNLIMITED: Self = Self {
        time: Duration::from_secs(1 << 32),
        positions: usize::MAX / 2,
        nodes: u64::MAX,
        depth: MOST_DEPTH,
        zones: true,
    };

    /// The time for an answer if none is given.
    pub const USUAL_TIME: Duration = Duration::from_secs(10);

    /// The limits for this time, or the usual one, and this memory in MiB.
    pub fn of(time: Option<Duration>, memory: usize) -> Self {
        let positions = (memory << 20) / POSITION_BYTES;
        Self { time: time.unwrap_or(Self::USUAL_TIME), positions, ..Self::UNLIMITED }
    }
}

/// What was proven about a position under some histories.
#[derive(Debug)]
pub(super) struct Proof {
    pub(super) queries: Box<[Query]>,
    /// The hash of all facts, if the proof asked for too many of them.
    pub(super) history: Option<u64>,
    pub(super) reached: bool,
    /// The frame of the board in which the position has its key.
    pub(super) frame: u8,
    /// The move that proves it, as the index of its point plus 1; 0 is an abstention.
    pub(super) best: u16,
    /// The number of nodes of the tree, saturating.
    pub(super) size: u64,
}

/// A proof of the image of a position.
#[derive(Clone, Debug)]
struct ImageProof {
    proof: Rc<Proof>,
    /// The map from the position of the proof.
    map: Image,
}

struct Child<L: Layout> {
    action: Action<L>,
    key: u64,
    base: u64,
    /// The numbers of the player to move after the action.
    phi: u32,
    delta: u32,
    /// Set when proven; the proof is `None` at the end of play.
    known: Option<(bool, Option<ImageProof>)>,
}

/// A search for proofs of one goal.
pub(super) struct Search<L: Layout, P = ExactPosition<L>> {
    goal: Goal<L>,
    position: PhantomData<P>,
    pub(super) facts: Facts,
    pub(super) open: FxHashMap<u64, (u32, u32)>,
    /// The latest numbers of a position under any history, for the first numbers under another one.
    pub(super) hints: FxHashMap<u64, (u32, u32)>,
    pub(super) proofs: FxHashMap<u64, SmallVec<[Rc<Proof>; 1]>>,
    kept_queries: usize,
    limits: ProofLimits,
    deadline: Instant,
    pub(super) nodes: u64,
    is_stopped: bool,
    /// True if a line had as many moves as the limits allow: more time does not help.
    pub(super) is_too_deep: bool,
    depth: usize,
    trail: Trail,
    /// Who may stop the search, and reserves memory for it.
    watch: Option<Rc<Watch>>,
    /// The number of positions for which there is memory, at most that of the limits.
    room: usize,
    /// The reservations for that room. The last field: the tables go first.
    reservations: Vec<Reservation>,
}

impl<L: Layout, P: ProofPosition<L>> Search<L, P> {
    pub(super) fn new(goal: Goal<L>, facts: Facts, limits: ProofLimits, deadline: Instant) -> Self {
        Self {
            goal,
            position: PhantomData,
            facts,
            open: FxHashMap::default(),
            hints: FxHashMap::default(),
            proofs: FxHashMap::default(),
            kept_queries: 0,
            limits,
            deadline,
            nodes: 0,
            is_stopped: false,
            is_too_deep: false,
            depth: 0,
            trail: Trail::default(),
            watch: None,
            room: limits.positions,
            reservations: Vec::new(),
        }
    }

    /// This search under a watch: it can be stopped, and if memory is shared its tables grow by reservations.
    pub(super) fn watched(mut self, watch: Option<&Rc<Watch>>) -> Self {
        self.watch = watch.cloned();
        if watch.is_some_and(|watch| watch.budget().is_some()) {
            self.room = self.limits.positions.min(ROOM_AT_FIRST);
        }
        self
    }

    /// Makes room for more positions. Returns false if the limits are reached, or if the budget has no more.
    fn grow(&mut self) -> bool {
        let more = (self.limits.positions - self.room).min(ROOM_PER_LOAN);
        let reservation = (more > 0).then(|| self.watch.as_ref()?.reserve(more * POSITION_BYTES)).flatten();
        let Some(reservation) = reservation else { return false };
        self.reservations.push(reservation);
        self.room += more;
        true
    }

    /// Returns whether the goal is reached from a position, or `None` if the limits did not suffice.
    pub(super) fn decide(&mut self, position: &P) -> Option<bool> {
        if self.is_safe(position) { Some(false) } else { self.proof(position).map(|known| known.proof.reached) }
    }

    fn proof(&mut self, position: &P) -> Option<ImageProof> {
        self.find(position, position.key()).or_else(|| self.expand(position, INFINITE, INFINITE))
    }

    /// The number of nodes of the proof of a position; `None` if the limits did not suffice.
    pub(super) fn size(&mut self, position: &P) -> Option<u64> {
        self.proof(position).map(|known| known.proof.size)
    }

    /// Allows this number of nodes more.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.limits.nodes = self.nodes + nodes;
        self.is_stopped = false;
    }

    /// Sets a new deadline after this time, and goes on if the last one has passed.
    pub(super) fn extend(&mut self, time: Duration) {
        self.extend_to(Instant::now() + time);
    }

    /// Sets a new deadline, and goes on if the last one has passed.
    pub(super) fn extend_to(&mut self, deadline: Instant) {
        self.deadline = deadline;
        (self.is_stopped, self.is_too_deep) = (false, false);
    }

    /// The stored outcome of a position.
    pub(super) fn known(&self, position: &P) -> Option<bool> {
        self.find(position, position.key()).map(|known| known.proof.reached)
    }

    /// Returns whether the colour to play is the one that profits from the outcome.
    pub(super) fn favours(&self, position: &P, reached: bool) -> bool {
        self.is_prover(position) == reached
    }

    /// The outcome after a turn, if it is decided.
    pub(super) fn judge(&self, position: &P, end: Option<P::End>) -> Option<bool> {
        position.judge(self.goal, end)
    }

    /// Returns whether a static answer shows that the goal is not reached: the defender to play has an unconditionally alive target.
    pub(super) fn is_safe(&self, position: &P) -> bool {
        matches!(self.goal, Goal::Capture { by, target }
            if position.to_play() != by && position.is_alive(target))
    }

    /// The proof of a position with this key, or of an image of it, that holds under the current history.
    fn find(&self, position: &P, key: u64) -> Option<ImageProof> {
        self.proofs.get(&key)?.iter().rev().find_map(|proof| {
            let map = position.maps(proof.frame, &self.facts).find(|&map| match proof.history {
                Some(hash) => map == Image::IDENTITY && hash == self.facts.hash(),
                None => self.facts.agrees(&proof.queries, map),
            });
            map.map(|map| ImageProof { proof: Rc::clone(proof), map })
        })
    }

    /// The move of the proof of a position, for the player who profits from it.
    pub(super) fn best(&mut self, position: &P) -> Option<Action<L>> {
        let ImageProof { proof, map } = self.proof(position)?;
        match usize::from(proof.best) {
            0 => Some(Action::Abstain),
            number => {
                let point = Point::from_index(self.facts.point_image(number - 1, map));
                // A file with the progress may say anything.
                position.board().empty().contains(point).then_some(Action::Place(point))
            }
        }
    }

    /// The actions of a position: all empty points row by row from A1, then an abstention where it is allowed.
    pub(super) fn actions(position: &P) -> impl Iterator<Item = Action<L>> + use<L, P> {
        let pass = position.may_pass().then_some(Action::Abstain);
        position.board().empty().into_iter().map(Action::Place).chain(pass)
    }

    fn children(&mut self, position: &P) -> Vec<Child<L>> {
        let mut children = Vec::new();
        for action in Self::actions(position) {
            let (mut next, mark) = (*position, self.facts.mark());
            self.trail.clear();
            if let Ok(end) = next.play(action, &mut self.facts, &mut self.trail) {
                let base = next.key();
                let key = base ^ self.facts.shared_hash();
                let mut child = Child { action, key, base, phi: 1, delta: 1, known: None };
                if let Some(reached) = next.judge(self.goal, end) {
                    child.know(reached, None, self.is_prover(&next));
                } else if self.is_safe(&next) {
                    child.know(false, None, false);
                } else {
                    self.look_up(&mut child, &next);
                }
                children.push(child);
            }
            self.facts.undo(mark);
        }
        children
    }

    fn is_prover(&self, position: &P) -> bool {
        position.to_play() == self.goal.by()
    }

    /// Sets the numbers of a child, which leads to `next`, from what is stored. The facts must be those after its action.
    fn look_up(&self, child: &mut Child<L>, next: &P) {
        if let Some(known) = self.find(next, child.base) {
            child.know(known.proof.reached, Some(known), self.is_prover(next));
        } else if let Some(&(phi, delta)) = self.open.get(&child.key).or_else(|| self.hints.get(&child.base)) {
            (child.phi, child.delta) = (phi, delta);
        }
    }

    /// Expands a node until its numbers reach a threshold or it is proven. Returns the proof.
    fn expand(&mut self, position: &P, most_phi: u32, most_delta: u32) -> Option<ImageProof> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) && Instant::now() >= self.deadline {
            self.is_stopped = true;
        }
        if self.nodes.is_multiple_of(NODES_PER_WATCH) && self.watch.as_ref().is_some_and(|watch| !watch.goes_on()) {
            self.is_stopped = true;
        }
        if self.depth >= self.limits.depth {
            (self.is_stopped, self.is_too_deep) = (true, true);
        }
        if self.nodes > self.limits.nodes {
            self.is_stopped = true;
        }
        if self.is_stopped {
            return None;
        }
        let prover_moves = self.is_prover(position);
        let base = position.key();
        let key = base ^ self.facts.shared_hash();
        let mut children = self.children(position);
        loop {
            let winner = children.iter().position(|child| child.delta == 0);
            if winner.is_some() || children.iter().all(|child| child.phi == 0) {
                return Some(self.record(position, &children, prover_moves == winner.is_some()));
            }
            let (mut best, mut least, mut second) = (0, u32::MAX, INFINITE);
            let (mut hardest, mut number) = (0, 0);
            for (index, child) in children.iter().enumerate().filter(|(_, child)| child.known.is_none()) {
                hardest = hardest.max(child.phi);
                number += 1;
                if child.delta < least {
                    (best, second, least) = (index, least.min(INFINITE), child.delta);
                } else {
                    second = second.min(child.delta);
                }
            }
            // The sum would count positions twice that several moves lead to (weak proof-number search; Ueda and others, 2008).
            let delta = (hardest + number - 1).min(INFINITE - 1);
            let phi = least;
            if phi >= most_phi || delta >= most_delta {
                self.keep(base, key, phi, delta);
                return None;
            }
            let child_phi = if most_delta == INFINITE { INFINITE } else { most_delta - (number - 1) };
            let child_delta = most_phi.min(second.saturating_add(1 + second / 4)).min(INFINITE);
            let (mut next, mark) = (*position, self.facts.mark());
            self.trail.clear();
            let _ = next.play(children[best].action, &mut self.facts, &mut self.trail);
            self.depth += 1;
            let known = self.expand(&next, child_phi, child_delta);
            self.depth -= 1;
            match known {
                Some(known) => children[best].know(known.proof.reached, Some(known), self.is_prover(&next)),
                None => self.look_up(&mut children[best], &next),
            }
            self.facts.undo(mark);
            if self.is_stopped {
                return None;
            }
        }
    }

    fn keep(&mut self, base: u64, key: u64, phi: u32, delta: u32) {
        if self.open.len() >= self.room && !self.grow() {
            self.forget_small_numbers();
        }
        if self.hints.len() >= self.room && !self.grow() {
            self.hints.clear();
        }
        self.open.insert(key, (phi, delta));
        // Far from certain: another history is looked at with an open mind, in the likely direction.
        self.hints.insert(base, (phi.isqrt().max(1), delta.isqrt().max(1)));
    }

    /// Stores what was proven about a position, with the facts that its proof asked for.
    fn record(&mut self, position: &P, children: &[Child<L>], reached: bool) -> ImageProof {
        let mover_profits = self.is_prover(position) == reached;
        let size_of = |child: &Child<L>| match &child.known {
            Some((_, Some(known))) => known.proof.size,
            _ => 1,
        };
        let chosen =
            children.iter().filter(|child| mover_profits && child.delta == 0).min_by_key(|child| size_of(child));
        let mut queries = Vec::new();
        let mut is_exact = false;
        let mut size = 1_u64;
        for action in Self::actions(position) {
            if chosen.is_some_and(|chosen| chosen.action != action) {
                continue;
            }
            let (mut next, mark) = (*position, self.facts.mark());
            self.trail.clear();
            // A forbidden placement is not a child, but the history decides that it is forbidden: keep that query too.
            let _ = next.play(action, &mut self.facts, &mut self.trail);
            self.facts.undo(mark);
            queries.extend_from_slice(&self.trail.queries);
            let Some(child) = children.iter().find(|child| child.action == action) else { continue };
            size = size.saturating_add(size_of(child));
            if let Some((_, Some(ImageProof { proof, map }))) = &child.known {
                is_exact |= proof.history.is_some();
                let images = proof.queries.iter().map(|&query| self.facts.image(query, *map));
                queries.extend(images.filter(|query| !self.trail.determines(query)));
            }
        }
        queries.sort_unstable();
        queries.dedup();
        is_exact |= queries.len() > MOST_QUERIES;
        let history = is_exact.then(|| self.facts.hash());
        if is_exact {
            queries.clear();
        }
        // Facts that hold are rare in other histories: check them first.
        queries.sort_by_key(|query| !query.holds);
        let best = match chosen.map(|child| child.action) {
            Some(Action::Place(point)) => point.index() as u16 + 1,
            Some(Action::Abstain) | None => 0,
        };
        let frame = position.frame();
        let proof = Rc::new(Proof { queries: queries.into_boxed_slice(), history, reached, frame, best, size });
        self.hints.insert(position.key(), if mover_profits { (1, LIKELY) } else { (LIKELY, 1) });
        self.store(position.key(), Rc::clone(&proof));
        ImageProof { proof, map: Image::IDENTITY }
    }

    /// Keeps a proof of the position with this key.
    pub(super) fn store(&mut self, key: u64, proof: Rc<Proof>) {
        self.kept_queries += proof.queries.len() + 4;
        let list = self.proofs.entry(key).or_default();
        if list.len() >= MOST_PROOFS {
            let forgotten = list.remove(0);
            self.kept_queries -= forgotten.queries.len() + 4;
        }
        list.push(proof);
        self.forget_small_proofs();
    }

    /// Drops the open nodes with the smallest numbers, which took the least work, until half of the memory is free.
    fn forget_small_numbers(&mut self) {
        let mut least = 4_u32;
        while self.open.len() > self.room / 2 {
            self.open.retain(|_, &mut (phi, delta)| phi.saturating_add(delta) >= least);
            least = least.saturating_mul(2);
        }
    }

    /// Drops the smallest proofs if all together take more memory than open positions may.
    fn forget_small_proofs(&mut self) {
        let mut least = 4;
        while self.kept_queries > 2usize.saturating_mul(self.room) {
            if self.grow() {
                continue;
            }
            let mut kept = 0;
            self.proofs.retain(|_, list| {
                list.retain(|proof| proof.size >= least);
                kept += list.iter().map(|proof| proof.queries.len() + 4).sum::<usize>();
                !list.is_empty()
            });
            self.kept_queries = kept;
            least *= 4;
        }
    }
}

impl<L: Layout> Child<L> {
    fn know(&mut self, reached: bool, known: Option<ImageProof>, prover_moves: bool) {
        (self.phi, self.delta) = if reached == prover_moves { (0, INFINITE) } else { (INFINITE, 0) };
        self.known = Some((reached, known));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::board::Color;
    use onepure_rules::geometry::{BoardSize, Small};
    use onepure_rules::rules::Ruleset;

    type Start = (ExactPosition<Small>, Facts);

    fn rectangle(columns: usize, rows: usize, ruleset: Ruleset) -> Start {
        let size = BoardSize::new(columns.max(rows)).expect("a size");
        ExactPosition::rectangle(columns, rows, size, ruleset.articles(size))
    }

    fn search(start: &Start, least: i32) -> Search<Small> {
        let limits = ProofLimits { time: Duration::from_secs(600), positions: 1 << 20, ..ProofLimits::UNLIMITED };
        let goal = Goal::Margin { by: Color::Black, least };
        Search::new(goal, start.1.clone(), limits, Instant::now() + limits.time)
    }

    #[test]
    fn tables_grow_as_long_as_the_budget_has_memory() {
        use crate::budget::Budget;
        use crate::solve::control::{Control, Watch};
        const LOANS: usize = 3;
        let memory = LOANS * ROOM_PER_LOAN * POSITION_BYTES;
        let start = rectangle(3, 4, Ruleset::one_pure());
        let most_kept = |control: &Control| {
            let mut search = search(&start, 3).watched(Some(&Watch::of(control)));
            search.allow(60_000);
            search.decide(&start.0);
            let kept = search.open.len().max(search.hints.len()).max(search.kept_queries / 2);
            assert!(kept <= search.room, "{kept} of {}", search.room);
            (search.room, search.nodes)
        };
        let budget = Budget::new(1, memory);
        let (room, nodes) = most_kept(&Control::default().sharing(budget.clone()));
        assert_eq!(room, ROOM_AT_FIRST + LOANS * ROOM_PER_LOAN);
        assert!(nodes > 50_000, "a search with full tables goes on: {nodes}");
        assert!(budget.reserve(memory).is_some(), "the memory came back");
        assert_eq!(most_kept(&Control::default()).0, 1 << 20, "alone it has all at once");
    }

    /// The position after stones on these points, with the facts of the search.
    fn after(search: &mut Search<Small>, start: &Start, stones: &[(usize, usize)]) -> ExactPosition<Small> {
        let mut position = start.0;
        search.facts = start.1.clone();
        for &(column, row) in stones {
            let action = Action::Place(Point::new(column, row));
            let end = position.play(action, &mut search.facts, &mut Trail::default());
            assert_eq!(end, Ok(None));
        }
        position
    }

    #[test]
    fn a_proof_is_found_from_every_image_of_its_position() {
        for ruleset in [Ruleset::one_pure(), Ruleset::chinese()] {
            let start = rectangle(2, 3, ruleset);
            let mut search = search(&start, 1);
            let position = after(&mut search, &start, &[(0, 0), (1, 1)]);
            let reached = search.decide(&position).expect("time enough");
            let best = search.best(&position).expect("a proof");
            let nodes = search.nodes;
            assert!(nodes > 10, "{nodes}");
            for (columns, rows) in [(true, false), (false, true), (true, true)] {
                let turned =
                    |(column, row)| (if columns { 1 - column } else { column }, if rows { 2 - row } else { row });
                let image = after(&mut search, &start, &[turned((0, 0)), turned((1, 1))]);
                assert_eq!(search.decide(&image), Some(reached));
                let expected = match best {
                    Action::Place(point) => {
                        let (column, row) = turned((point.column(), point.row()));
                        Action::Place(Point::new(column, row))
                    }
                    Action::Abstain => Action::Abstain,
                };
                if search.favours(&image, reached) {
                    assert_eq!(search.best(&image), Some(expected));
                }
                assert_eq!(search.nodes, nodes, "{}", ruleset.name);
            }
        }
    }

    #[test]
    fn a_proof_that_asked_for_the_history_is_not_found_under_another() {
        // The same stones, put down in another order: what is immovable may differ.
        let start = rectangle(2, 3, Ruleset::one_pure());
        let (one, other) = ([(0, 0), (0, 2), (1, 0), (1, 2), (0, 1)], [(0, 1), (1, 2), (0, 0), (0, 2), (1, 0)]);
        for least in -1..=3 {
            let mut both = search(&start, least);
            for stones in [one, other] {
                let position = after(&mut both, &start, &stones);
                let reached = both.decide(&position);
                let mut alone = search(&start, least);
                let position = after(&mut alone, &start, &stones);
                assert_eq!(reached, alone.decide(&position));
            }
        }
    }
}
