//! One node of the tree: the move that leads to it, what is known of the move beforehand, and what simulations found.

use onepure_rules::geometry::{Large, Layout, Point};
use onepure_rules::rules::Move;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Values are summed as integers in this unit, so that the sum does not depend on the order of the threads.
const UNIT: f64 = 65536.0;

/// A move in the tree: a placement by the index of its point, or an abstention.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct PackedMove(u16);

impl PackedMove {
    /// Not to use the right.
    pub(super) const ABSTAIN: Self = Self(u16::MAX);
    /// No move: what the node of the moves that have none of their own yet has in its place.
    pub(super) const NONE: Self = Self(u16::MAX - 1);

    /// A placement.
    pub(super) fn place<L: Layout>(point: Point<L>) -> Self {
        Self(point.index() as u16)
    }

    /// The point of a placement.
    pub(super) fn point<L: Layout>(self) -> Option<Point<L>> {
        (self != Self::ABSTAIN).then(|| Point::from_index(usize::from(self.0)))
    }

    /// The move as games have it.
    pub(super) fn to_move<L: Layout>(self) -> Move {
        self.point().map_or(Move::Abstain, |point: Point<L>| Move::Place(point.convert::<Large>()))
    }

    /// A move of a game.
    pub(super) fn of_move<L: Layout>(action: Move) -> Self {
        match action {
            Move::Place(point) => Self::place(point.convert::<L>()),
            Move::Abstain => Self::ABSTAIN,
        }
    }
}

/// A position in the tree, seen from the colour that moved to it: what selection reads.
///
/// Threads write `visits` and `value` with relaxed additions: each is a sum, and nothing else is read on their account.
/// `children` guards the children's other fields: it is stored with `Release` when they are written, and loaded with
/// `Acquire` before they are read.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// The move that leads here, and in the upper half the number of children, with [`HAS_REST`].
    action_and_count: AtomicU32,
    /// The first child; [`UNEXPANDED`] or [`EXPANDING`] while there is none.
    children: AtomicU32,
    /// Simulations that came through here, those under way included: one that is under way counts as lost (virtual loss).
    visits: AtomicU32,
    /// The [`Prior`], written once with the move.
    prior: AtomicU32,
    /// The sum of the values that simulations backed up, in 1/[`UNIT`].
    value: AtomicU64,
    /// Under RAVE the [`Amaf`] value of the move, read and written as a whole, relaxed: if two threads write at once, one update is
    /// lost. Under PUCT the transposition of the position: in the lower half the simulations that ended here with its value, in the
    /// upper half the number of the source.
    amaf_or_transposition: AtomicU64,
}

/// No children yet.
const UNEXPANDED: u32 = 0;
/// A thread is writing the children.
const EXPANDING: u32 = u32::MAX;
/// Beside the number of children: after them comes a node whose children are the rest of them.
const HAS_REST: u32 = 1 << 31;

/// Nodes that follow each other: children of one node, or some of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Siblings {
    /// The number of the first.
    pub(super) first: u32,
    /// How many there are.
    pub(super) count: u32,
    /// Whether the node after them has more of them as its children, now or later.
    pub(super) has_rest: bool,
}

impl Node {
    /// The move that leads here.
    #[inline]
    pub(super) fn action(&self) -> PackedMove {
        PackedMove(self.action_and_count.load(Ordering::Relaxed) as u16)
    }

    /// Simulations that came through here.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// The sum of the values that simulations backed up.
    #[inline]
    pub(super) fn value(&self) -> f64 {
        self.value.load(Ordering::Relaxed) as f64 / UNIT
    }

    /// What is known of the move before it is tried.
    #[inline]
    pub(super) fn prior(&self) -> Prior {
        Prior(self.prior.load(Ordering::Relaxed))
    }

    /// What simulations say of the move in which it was made later. Only under RAVE.
    #[inline]
    pub(super) fn amaf(&self) -> Amaf {
        Amaf::unpacked(self.amaf_or_transposition.load(Ordering::Relaxed))
    }

    /// Counts a simulation that comes through: as lost, until its value is backed up.
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds the value of a simulation to the colour that moved here, 0 to 1.
    pub(super) fn add_value(&self, value: f64) {
        self.value.fetch_add((value * UNIT).round() as u64, Ordering::Relaxed);
    }

    /// Counts a simulation that ends here with the value of its transposition source, which has this number and never changes. Only
    /// under PUCT.
    pub(super) fn add_transposition(&self, source: u32) {
        self.amaf_or_transposition.fetch_or(u64::from(source) << 32, Ordering::Relaxed);
        self.amaf_or_transposition.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of the transposition source; `None` if no simulation has ended here with its value. Only under PUCT.
    pub(super) fn transposition_source(&self) -> Option<u32> {
        let number = (self.amaf_or_transposition.load(Ordering::Relaxed) >> 32) as u32;
        (number != 0).then_some(number)
    }

    /// Forgets the number of the transposition source: in another tree nodes have others. Only under PUCT.
    pub(super) fn forget_transposition_source(&self) {
        self.amaf_or_transposition.fetch_and(u64::from(u32::MAX), Ordering::Relaxed);
    }

    /// Simulations that have ended here with the value of the transposition source. Only under PUCT.
    #[inline]
    pub(super) fn transposition_visits(&self) -> u32 {
        self.amaf_or_transposition.load(Ordering::Relaxed) as u32
    }

    /// Adds a simulation in which the move was made later. Only under RAVE.
    #[inline]
    pub(super) fn update_amaf(&self, value: f32, weight: f32) {
        let Amaf { mean, weight: before } = self.amaf();
        let after = before + weight;
        let amaf = Amaf { mean: mean + (value - mean) * weight / after, weight: after };
        self.amaf_or_transposition.store(amaf.packed(), Ordering::Relaxed);
    }

    /// The children, or the first of them; `None` while there are none.
    #[inline]
    pub(super) fn children(&self) -> Option<Siblings> {
        let first = self.children.load(Ordering::Acquire);
        let is_there = first != UNEXPANDED && first != EXPANDING;
        is_there.then(|| {
            let count = self.action_and_count.load(Ordering::Relaxed);
            Siblings { first, count: (count & !HAS_REST) >> 16, has_rest: count & HAS_REST != 0 }
        })
    }

    /// Claims the right to give the node its children: one thread gets it, once.
    pub(super) fn claim(&self) -> bool {
        self.children.compare_exchange(UNEXPANDED, EXPANDING, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Gives the right back.
    pub(super) fn unclaim(&self) {
        self.children.store(UNEXPANDED, Ordering::Relaxed);
    }

    /// Gives the node its children, or the first of them. They are written.
    pub(super) fn adopt(&self, Siblings { first, count, has_rest }: Siblings) {
        let rest = if has_rest { HAS_REST } else { 0 };
        self.action_and_count.fetch_or(count << 16 | rest, Ordering::Relaxed);
        self.children.store(first, Ordering::Release);
    }

    /// Writes what a child begins with.
    pub(super) fn write(&self, child: &NewChild) {
        self.action_and_count.store(u32::from(child.action.0), Ordering::Relaxed);
        self.prior.store(child.prior.0, Ordering::Relaxed);
        self.amaf_or_transposition.store(child.amaf.packed(), Ordering::Relaxed);
    }

    /// Becomes a copy of another node, without its children.
    pub(super) fn copy(&self, other: &Self) {
        self.action_and_count.store(u32::from(other.action().0), Ordering::Relaxed);
        self.prior.store(other.prior().0, Ordering::Relaxed);
        let amaf_or_transposition = other.amaf_or_transposition.load(Ordering::Relaxed);
        self.amaf_or_transposition.store(amaf_or_transposition, Ordering::Relaxed);
        self.visits.store(other.visits(), Ordering::Relaxed);
        self.value.store(other.value.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// What is known of a move before it is tried. Which of the two it is, is the same in the whole tree: selection decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Prior(u32);

/// Visits that a move begins with, as if so many simulations had backed up this value on the average.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct VirtualVisits {
    /// The value to the colour that makes the move, 0 to 1.
    pub(super) mean: f32,
    /// The number of visits, less than 1,024.
    pub(super) weight: f32,
}

impl Prior {
    /// Weights are stored in this part of a visit.
    const PART: f32 = 64.0;
    const MOST: f32 = 65535.0;

    /// The prior of selection by RAVE.
    pub(super) fn virtual_visits(VirtualVisits { mean, weight }: VirtualVisits) -> Self {
        let mean = (mean.clamp(0.0, 1.0) * Self::MOST).round() as u32;
        let weight = (weight * Self::PART).round().clamp(0.0, Self::MOST) as u32;
        Self(mean << 16 | weight)
    }

    /// The prior of selection by PUCT: how likely the move is the one to make, 0 to 1.
    pub(super) fn probability(probability: f32) -> Self {
        Self(probability.to_bits())
    }

    /// The prior read as virtual visits.
    #[inline]
    pub(super) fn as_virtual_visits(self) -> VirtualVisits {
        VirtualVisits { mean: (self.0 >> 16) as f32 / Self::MOST, weight: (self.0 & 0xffff) as f32 / Self::PART }
    }

    /// The prior read as a probability.
    #[inline]
    pub(super) fn as_probability(self) -> f32 {
        f32::from_bits(self.0)
    }
}

/// What simulations say of a move in which its colour made it later (all moves as first, AMAF: Brügmann 1993; in trees, RAVE:
/// Gelly and Silver 2007).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Amaf {
    /// The mean value to the colour that makes the move, 0 to 1.
    pub(super) mean: f32,
    /// The sum of the weights of the simulations.
    pub(super) weight: f32,
}

impl Amaf {
    /// No such simulation yet.
    pub(super) const NOTHING: Self = Self { mean: 0.0, weight: 0.0 };

    /// The same mean, with this weight at most.
    pub(super) fn at_most(self, weight: f32) -> Self {
        Self { weight: self.weight.min(weight), ..self }
    }

    #[inline]
    fn packed(self) -> u64 {
        u64::from(self.mean.to_bits()) << 32 | u64::from(self.weight.to_bits())
    }

    #[inline]
    fn unpacked(packed: u64) -> Self {
        Self { mean: f32::from_bits((packed >> 32) as u32), weight: f32::from_bits(packed as u32) }
    }
}

/// A move that becomes a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct NewChild {
    pub(super) action: PackedMove,
    pub(super) prior: Prior,
    /// What other nodes know of the same move.
    pub(super) amaf: Amaf,
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
        assert_eq!(PackedMove::ABSTAIN.point::<Large>(), None);
        for action in [Move::Abstain, Move::Place(Point::new(3, 5))] {
            assert_eq!(PackedMove::of_move::<Small>(action).to_move::<Small>(), action);
        }
    }

    #[test]
    fn priors_are_kept_as_they_were_given() {
        for (mean, weight) in [(0.0, 0.0), (1.0, 1000.0), (0.5, 14.0), (0.25, 0.5)] {
            let kept = Prior::virtual_visits(VirtualVisits { mean, weight }).as_virtual_visits();
            assert!((kept.mean - mean).abs() < 1e-4 && (kept.weight - weight).abs() < 0.02, "{mean} {weight}");
            assert_eq!(Prior::probability(mean).as_probability().to_bits(), mean.to_bits());
        }
    }

    #[test]
    fn amaf_is_a_weighted_mean() {
        let node = Node::default();
        node.update_amaf(0.75, 2.0);
        node.update_amaf(0.0, 1.0);
        let Amaf { mean, weight } = node.amaf();
        assert!((mean - 0.5).abs() < 1e-6 && (weight - 3.0).abs() < 1e-6, "{mean} {weight}");
        let amaf = node.amaf().at_most(1.5);
        assert!((amaf.weight - 1.5).abs() < 1e-6, "{amaf:?}");
        assert_eq!(amaf.at_most(7.0), amaf);
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
}
