//! One node of the tree: its move, its prior, and the results of simulations.

use super::outcome::{Ending, Known};
use onepure_rules::geometry::{Large, Layout, Point};
use onepure_rules::rules::Move;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The unit in which values are summed as integers, so that the sum does not depend on the order of the threads.
const UNIT: f64 = 65536.0;

/// A move in the tree: a placement by the index of its point, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct PackedMove(u16);

impl PackedMove {
    /// The bits of a move; the index of a point is below 380. A [`Node`] has its flags in the bits above.
    const MASK: u16 = (1 << 10) - 1;
    /// A pass.
    pub(super) const PASS: Self = Self(Self::MASK);
    /// No move: the move of the node that holds the remaining siblings.
    pub(super) const NONE: Self = Self(Self::MASK - 1);

    /// A placement.
    pub(super) fn place<L: Layout>(point: Point<L>) -> Self {
        Self(point.index() as u16)
    }

    /// The point of a placement; `None` for a pass.
    pub(super) fn point<L: Layout>(self) -> Option<Point<L>> {
        (self != Self::PASS).then(|| Point::from_index(usize::from(self.0)))
    }

    /// The move as [`Move`].
    pub(super) fn to_move<L: Layout>(self) -> Move {
        self.point().map_or(Move::Abstain, |point: Point<L>| Move::Place(point.convert::<Large>()))
    }

    /// A [`Move`] as the tree stores it.
    pub(super) fn of_move<L: Layout>(action: Move) -> Self {
        match action {
            Move::Place(point) => Self::place(point.convert::<L>()),
            Move::Abstain => Self::PASS,
        }
    }
}

/// A position in the tree, seen by the colour that moved to it. It holds what selection reads.
///
/// Threads write `visits` and `value` by relaxed additions: each is a sum, and no other data depends on it. The known outcome is written by
/// a relaxed `fetch_or`: it is a fact, so all threads that find it write the same one. `children` guards the other
/// fields of the children: it is stored with `Release` after they are written, and loaded with `Acquire` before they are read. With a
/// weaker ordering, a thread could read children that are half written.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// The move, the flags from [`WIN`] to [`LEAVES_MOVES_OUT`], and in the upper half the number of children with [`HAS_REST`].
    action_and_count: AtomicU32,
    /// The number of the first child; [`UNEXPANDED`] or [`EXPANDING`] before there is one.
    children: AtomicU32,
    /// Simulations through the node. One in progress counts as lost (virtual loss).
    visits: AtomicU32,
    /// The prior as the bits of an `f32`, written once with the move.
    prior: AtomicU32,
    /// The sum of the values backed up, in 1/[`UNIT`].
    value: AtomicU64,
    /// The number of the transposition source in the upper half, and the simulations that ended here with its value in the lower half.
    transposition: AtomicU64,
}

/// The node has no children.
const UNEXPANDED: u32 = 0;
/// A thread is writing the children.
const EXPANDING: u32 = u32::MAX;
/// Flags of the known outcome, for the colour that moved here: exactly one of the first three is set once it is known.
const WIN: u32 = 1 << 10;
const LOSS: u32 = 1 << 11;
const DRAW: u32 = 1 << 12;
const IS_PROVEN: u32 = 1 << 13;
/// A flag: no child has one of the legal moves that may not lose.
const LEAVES_MOVES_OUT: u32 = 1 << 14;
/// A flag in the number of children: the next node holds the remaining siblings.
const HAS_REST: u32 = 1 << 31;

/// Consecutive nodes: all children of a node, or some of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Siblings {
    /// The number of the first node.
    pub(super) first: u32,
    /// The number of nodes.
    pub(super) count: u32,
    /// Whether the next node holds the remaining siblings, now or later.
    pub(super) has_rest: bool,
}

impl Node {
    /// The move that leads here.
    #[inline]
    pub(super) fn action(&self) -> PackedMove {
        PackedMove(self.action_and_count.load(Ordering::Relaxed) as u16 & PackedMove::MASK)
    }

    /// The outcome with best play for the colour that moved here, if it is known.
    #[inline]
    pub(super) fn known(&self) -> Option<Known> {
        let flags = self.action_and_count.load(Ordering::Relaxed);
        let of = |ending| Some(Known { ending, is_proven: flags & IS_PROVEN != 0 });
        match flags & (WIN | LOSS | DRAW) {
            0 => None,
            WIN => of(Ending::Win),
            LOSS => of(Ending::Loss),
            _ => of(Ending::Draw),
        }
    }

    /// Returns whether the colour that moved here is known to win.
    #[inline]
    pub(super) fn is_known_win(&self) -> bool {
        self.action_and_count.load(Ordering::Relaxed) & WIN != 0
    }

    /// Returns whether the colour that moved here is known to lose.
    #[inline]
    pub(super) fn is_known_loss(&self) -> bool {
        self.action_and_count.load(Ordering::Relaxed) & LOSS != 0
    }

    /// Records the outcome for the colour that moved here. It never changes.
    pub(super) fn set_known(&self, Known { ending, is_proven }: Known) {
        let ending = match ending {
            Ending::Win => WIN,
            Ending::Loss => LOSS,
            Ending::Draw => DRAW,
        };
        self.action_and_count.fetch_or(ending | if is_proven { IS_PROVEN } else { 0 }, Ordering::Relaxed);
    }

    /// Returns whether no child has one of the legal moves that may not lose. Meaningless before the node is expanded.
    pub(super) fn leaves_moves_out(&self) -> bool {
        self.action_and_count.load(Ordering::Relaxed) & LEAVES_MOVES_OUT != 0
    }

    /// Records that no child will have one of the legal moves that may not lose. Called before [`Node::adopt`].
    pub(super) fn leave_moves_out(&self) {
        self.action_and_count.fetch_or(LEAVES_MOVES_OUT, Ordering::Relaxed);
    }

    /// The simulations through the node.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// The sum of the values backed up.
    #[inline]
    pub(super) fn value(&self) -> f64 {
        self.value.load(Ordering::Relaxed) as f64 / UNIT
    }

    /// The prior of the move: the probability that it is the best one, from 0 to 1.
    #[inline]
    pub(super) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }

    /// Counts a simulation: as lost until its value is backed up (virtual loss), so that other threads avoid its path.
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds the value of a simulation for the colour that moved here, from 0 to 1.
    pub(super) fn add_value(&self, value: f64) {
        self.value.fetch_add((value * UNIT).round() as u64, Ordering::Relaxed);
    }

    /// Counts a simulation that ends here with the value of the transposition source. A node always has the same source, so that `fetch_or`
    /// cannot mix two numbers.
    pub(super) fn add_transposition(&self, source: u32) {
        self.transposition.fetch_or(u64::from(source) << 32, Ordering::Relaxed);
        self.transposition.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of the transposition source; `None` if no simulation has ended here with its value.
    pub(super) fn transposition_source(&self) -> Option<u32> {
        let number = (self.transposition.load(Ordering::Relaxed) >> 32) as u32;
        (number != 0).then_some(number)
    }

    /// The simulations that ended here with the value of the transposition source.
    #[inline]
    pub(super) fn transposition_visits(&self) -> u32 {
        self.transposition.load(Ordering::Relaxed) as u32
    }

    /// The children, or the first of them; `None` before the node is expanded.
    #[inline]
    pub(super) fn children(&self) -> Option<Siblings> {
        let first = self.children.load(Ordering::Acquire);
        let is_there = first != UNEXPANDED && first != EXPANDING;
        is_there.then(|| {
            let count = self.action_and_count.load(Ordering::Relaxed);
            Siblings { first, count: (count & !HAS_REST) >> 16, has_rest: count & HAS_REST != 0 }
        })
    }

    /// Claims the right to expand the node. Returns whether this thread has it: only one thread ever does.
    pub(super) fn claim(&self) -> bool {
        self.children.compare_exchange(UNEXPANDED, EXPANDING, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Gives up the right to expand the node.
    pub(super) fn unclaim(&self) {
        self.children.store(UNEXPANDED, Ordering::Relaxed);
    }

    /// Publishes the children of the node. They must be written: other threads read them from now on.
    pub(super) fn adopt(&self, Siblings { first, count, has_rest }: Siblings) {
        let rest = if has_rest { HAS_REST } else { 0 };
        self.action_and_count.fetch_or(count << 16 | rest, Ordering::Relaxed);
        self.children.store(first, Ordering::Release);
    }

    /// Writes the initial data of a child.
    pub(super) fn write(&self, child: NewChild) {
        self.action_and_count.store(u32::from(child.action.0), Ordering::Relaxed);
        self.prior.store(child.prior.to_bits(), Ordering::Relaxed);
    }

    /// Copies another node, without its children and its transposition source: in another tree that number names another node. Its known
    /// outcome stays known.
    pub(super) fn copy(&self, other: &Self) {
        let action_and_flags = other.action_and_count.load(Ordering::Relaxed) & u32::from(u16::MAX);
        self.action_and_count.store(action_and_flags, Ordering::Relaxed);
        self.prior.store(other.prior.load(Ordering::Relaxed), Ordering::Relaxed);
        self.transposition.store(u64::from(other.transposition_visits()), Ordering::Relaxed);
        self.visits.store(other.visits(), Ordering::Relaxed);
        self.value.store(other.value.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// A child that is not in the tree yet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct NewChild {
    pub(super) action: PackedMove,
    /// The prior: the probability that the move is the best one, from 0 to 1.
    pub(super) prior: f32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::geometry::Small;

    #[test]
    fn a_node_takes_32_bytes() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn actions_are_points_or_the_abstention() {
        let point = Point::<Large>::new(18, 18);
        assert_eq!(PackedMove::place(point).point(), Some(point));
        assert_eq!(PackedMove::PASS.point::<Large>(), None);
        for action in [Move::Abstain, Move::Place(Point::new(3, 5))] {
            assert_eq!(PackedMove::of_move::<Small>(action).to_move::<Small>(), action);
        }
    }

    #[test]
    fn one_thread_may_give_a_node_its_children() {
        let node = Node::default();
        assert!(node.claim() && !node.claim());
        assert_eq!(node.children(), None);
        node.unclaim();
        assert!(node.claim());
        let siblings = Siblings { first: 5, count: 3, has_rest: true };
        node.adopt(siblings);
        assert_eq!((node.children(), node.action()), (Some(siblings), PackedMove(0)));
        assert!(!node.claim());
    }

    #[test]
    fn an_outcome_is_kept_with_move_and_children() {
        for (ending, is_proven) in [(Ending::Win, true), (Ending::Loss, false), (Ending::Draw, true)] {
            let node = Node::default();
            let child = NewChild { action: PackedMove::PASS, prior: 0.5 };
            node.write(child);
            assert_eq!((node.known(), node.leaves_moves_out()), (None, false));
            let known = Known { ending, is_proven };
            node.leave_moves_out();
            node.set_known(known);
            let siblings = Siblings { first: 5, count: 361, has_rest: true };
            assert!(node.claim());
            node.adopt(siblings);
            // Two threads may find the same.
            node.set_known(known);
            let copy = Node::default();
            copy.copy(&node);
            assert_eq!((node.children(), copy.children()), (Some(siblings), None));
            for node in [node, copy] {
                assert_eq!((node.known(), node.leaves_moves_out()), (Some(known), true));
                assert_eq!(
                    (node.is_known_win(), node.is_known_loss()),
                    (ending == Ending::Win, ending == Ending::Loss)
                );
                assert_eq!(node.action(), PackedMove::PASS);
            }
        }
    }
}
