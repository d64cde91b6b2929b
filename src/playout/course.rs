//! Lines of play of either kind, as the search and the judgement of stones see them.

use super::line::{End, Line, Root, Tried};
use super::ordinary_line::{OrdinaryLine, OrdinaryRoot};
use super::policy::{self, Policy};
use super::randomness::Randomness;
use super::trace::Trace;
use crate::board::{Board, Color};
use crate::geometry::{Bitboard, Layout, Point, PointSet};
use crate::rules::{Articles, Count, Counting, Game, Outcome, Reason, Verdict};

/// A line of play from a root.
pub trait Course<'root, L: Layout>: Sized {
    /// Where lines of this kind start.
    type Root: Sync;

    /// A line at its root.
    fn at(root: &'root Self::Root) -> Self;

    /// Goes back to the root.
    fn restart(&mut self, root: &'root Self::Root);

    /// The board as it stands.
    fn board(&self) -> &Board<L>;

    /// Whose turn it is.
    fn to_play(&self) -> Color;

    /// The placements worth a thought: every one that is legal, is not lost at once and does not fill an own eye.
    fn placements(&self) -> Bitboard<L>;

    /// Whether an abstention is worth a thought beside placements.
    fn may_abstain(&self) -> bool;

    /// The empty points that are no eyes of the colour to play. Placements on some of them may be illegal or lost at once.
    fn candidates(&self) -> Bitboard<L>;

    /// Whether an empty point is one of [`Course::candidates`].
    fn is_candidate(&self, point: Point<L>) -> bool;

    /// Uses the right for a placement on an empty point, unless it is illegal or lost at once: then nothing changes.
    fn try_place(&mut self, point: Point<L>) -> Tried;

    /// Uses the right for a placement on one of [`Course::placements`].
    fn place(&mut self, point: Point<L>) -> Option<End>;

    /// Does not use the right.
    fn abstain(&mut self) -> Option<End>;

    /// Plays on to the end by a policy, and records the turns.
    fn play_on(&mut self, policy: &Policy, randomness: &mut Randomness, trace: &mut Trace<L>) -> End {
        policy::play_on(self, policy, randomness, trace)
    }

    /// The count as it stands, or, where play has ended, as it is then.
    fn count(&self) -> Count;

    /// The outcome of an end.
    fn outcome(&self, end: End) -> Outcome;

    /// What is counted.
    fn counting(&self) -> Counting {
        self.articles().counting
    }

    /// The rules.
    fn articles(&self) -> &Articles;

    /// The empty points where the colour to play may not place, or where it loses at once if it does.
    fn refused(&self) -> Bitboard<L>;

    /// The empty points where a placement retires a chain of the colour to play.
    fn self_fills(&self) -> Bitboard<L>;

    /// The outcome of an abstention now, if it would end play.
    fn outcome_of_abstention(&self) -> Option<Outcome>;

    /// Waiting stones of a colour; `None` without a quota.
    fn waiting_stones(&self, color: Color) -> Option<u16>;

    /// The points from which stones of a colour have retired, so that their next retirement there may be for good; none where
    /// no stone is lost for good.
    fn retired_points(&self, color: Color) -> Bitboard<L>;

    /// The colour that may not receive the right again.
    fn barred(&self) -> Option<Color>;
}

impl<'root, L: Layout> Course<'root, L> for Line<'root, L> {
    type Root = Root<L>;

    fn at(root: &'root Root<L>) -> Self {
        Self::new(root)
    }

    #[inline]
    fn restart(&mut self, root: &'root Root<L>) {
        self.restart(root);
    }

    #[inline]
    fn board(&self) -> &Board<L> {
        self.board()
    }

    #[inline]
    fn to_play(&self) -> Color {
        self.to_play()
    }

    fn placements(&self) -> Bitboard<L> {
        self.candidates().into_iter().filter(|&point| !self.is_dead_end(point)).collect()
    }

    /// An abstention lets the opponent abstain too, and have the board counted as it stands: it is worth nothing where that
    /// count is lost.
    fn may_abstain(&self) -> bool {
        !matches!(self.count().verdict(), Verdict::Win(winner, _) if winner != self.to_play())
    }

    #[inline]
    fn candidates(&self) -> Bitboard<L> {
        self.candidates()
    }

    #[inline]
    fn is_candidate(&self, point: Point<L>) -> bool {
        self.is_candidate(self.to_play(), point)
    }

    #[inline]
    fn try_place(&mut self, point: Point<L>) -> Tried {
        self.try_place(self.to_play(), point)
    }

    #[inline]
    fn place(&mut self, point: Point<L>) -> Option<End> {
        self.place(point)
    }

    #[inline]
    fn abstain(&mut self) -> Option<End> {
        self.abstain()
    }

    /// A colour without a waiting stone cannot go on: the board stays as it stands.
    #[inline]
    fn play_on(&mut self, policy: &Policy, randomness: &mut Randomness, trace: &mut Trace<L>) -> End {
        if self.waiting(self.to_play()) == 0 {
            End::Count(Reason::Exhaustion)
        } else {
            policy::play_on(self, policy, randomness, trace)
        }
    }

    fn count(&self) -> Count {
        self.count()
    }

    fn outcome(&self, end: End) -> Outcome {
        self.outcome(end)
    }

    fn articles(&self) -> &Articles {
        self.articles()
    }

    fn refused(&self) -> Bitboard<L> {
        let board = self.board();
        let crowded = board.empty() - board.empty().neighbours();
        crowded.into_iter().filter(|&point| self.is_dead_end(point)).collect()
    }

    fn self_fills(&self) -> Bitboard<L> {
        self.self_fills()
    }

    fn outcome_of_abstention(&self) -> Option<Outcome> {
        self.end_by_abstention().map(|end| self.outcome(end))
    }

    fn waiting_stones(&self, color: Color) -> Option<u16> {
        self.articles().quota.map(|_| self.waiting(color))
    }

    fn retired_points(&self, color: Color) -> Bitboard<L> {
        if self.articles().forfeiture { self.retired_points(color) } else { Bitboard::empty() }
    }

    fn barred(&self) -> Option<Color> {
        self.barred()
    }
}

impl<'root, L: Layout> Course<'root, L> for OrdinaryLine<'root, L> {
    type Root = OrdinaryRoot<L>;

    fn at(root: &'root OrdinaryRoot<L>) -> Self {
        Self::new(root)
    }

    #[inline]
    fn restart(&mut self, root: &'root OrdinaryRoot<L>) {
        self.restart(root);
    }

    #[inline]
    fn board(&self) -> &Board<L> {
        self.board()
    }

    #[inline]
    fn to_play(&self) -> Color {
        self.to_play()
    }

    fn placements(&self) -> Bitboard<L> {
        self.placements()
    }

    /// Where every placement harms, as in a seki, a colour that is behind abstains too.
    fn may_abstain(&self) -> bool {
        true
    }

    #[inline]
    fn candidates(&self) -> Bitboard<L> {
        self.candidates()
    }

    #[inline]
    fn is_candidate(&self, point: Point<L>) -> bool {
        self.is_candidate(point)
    }

    #[inline]
    fn try_place(&mut self, point: Point<L>) -> Tried {
        self.try_place(point)
    }

    fn place(&mut self, point: Point<L>) -> Option<End> {
        self.place(point);
        None
    }

    fn abstain(&mut self) -> Option<End> {
        self.abstain()
    }

    fn count(&self) -> Count {
        self.count()
    }

    fn outcome(&self, end: End) -> Outcome {
        end.outcome(|| self.count())
    }

    fn articles(&self) -> &Articles {
        self.articles()
    }

    fn refused(&self) -> Bitboard<L> {
        self.illegal()
    }

    /// Where stones could be left without a liberty by their own colour, that is illegal.
    fn self_fills(&self) -> Bitboard<L> {
        Bitboard::empty()
    }

    fn outcome_of_abstention(&self) -> Option<Outcome> {
        self.outcome_of_abstention()
    }

    fn waiting_stones(&self, _color: Color) -> Option<u16> {
        None
    }

    fn retired_points(&self, _color: Color) -> Bitboard<L> {
        Bitboard::empty()
    }

    fn barred(&self) -> Option<Color> {
        None
    }
}

/// Something to be done with lines of play, of whatever kind.
pub trait CourseTask<L: Layout> {
    /// What comes of it.
    type Output;

    /// Does it, with lines from this root.
    fn run<'root, C: Course<'root, L>>(self, root: &'root C::Root) -> Self::Output;
}

/// A root of lines of the kind that the rules of a game ask for.
#[derive(Clone, Debug)]
pub enum CourseRoot<L: Layout> {
    /// The One Pure Rules, or others with immovable stones.
    Pure(Box<Root<L>>),
    /// Ordinary rules.
    Ordinary(Box<OrdinaryRoot<L>>),
}

impl<L: Layout> CourseRoot<L> {
    /// The root where a game stands, with `color` to play. Under ordinary rules the stones in `lost` are lifted before the
    /// count where abstentions end play.
    ///
    /// # Panics
    /// If the layout is too small for the board.
    pub fn new(game: &Game, color: Color, lost: PointSet) -> Self {
        if game.articles().immovability {
            Self::Pure(Box::new(Root::new(game, color)))
        } else {
            Self::Ordinary(Box::new(OrdinaryRoot::new(game, color, lost)))
        }
    }

    /// Does something with lines from here.
    pub fn follow<T: CourseTask<L>>(&self, task: T) -> T::Output {
        match self {
            Self::Pure(root) => task.run::<Line<'_, L>>(root),
            Self::Ordinary(root) => task.run::<OrdinaryLine<'_, L>>(root),
        }
    }
}
