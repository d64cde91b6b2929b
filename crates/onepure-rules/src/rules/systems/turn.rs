//! One turn, for every caller: the game that remembers everything, and the playout that trusts hashes.

use super::one_pure;
use crate::board::{Board, Color, Lifted, PerColor};
use crate::geometry::{Layout, Point};
use crate::rules::outcome::Reason;
use crate::rules::ruleset::{Articles, EndOfPlay};

/// Why a chain retired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// The opponent took its last liberty (피충).
    Enclosed,
    /// Its own colour took its last liberty (자충).
    SelfFill,
}

/// A chain that has just been lifted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Retired<L: Layout> {
    pub(crate) color: Color,
    pub(crate) chain: Lifted<L>,
    pub(crate) cause: Cause,
    /// Whether a chain of this colour on exactly these points had retired before.
    pub(crate) repeated: bool,
    /// Whether its stones went to quarantine.
    pub(crate) quarantined: bool,
}

/// What a placement asks of the past, and tells it.
pub(crate) trait Memory<L: Layout> {
    /// Whether the position of the board with `stone` lifted is the one just before the placement of that stone (article 4). A
    /// stone that was set up has no such position.
    fn stood_before(&self, board: &Board<L>, stone: Point<L>) -> bool;

    /// Whether a chain of this colour on exactly these points has retired before. Asked once of each chain that retires.
    fn has_retired(&mut self, color: Color, chain: &Lifted<L>) -> bool;

    /// Is told of a chain that has retired, after which the board is this one.
    fn retire(&mut self, board: &Board<L>, retired: &Retired<L>);
}

/// Who can still receive the right: the stones in the bowls, and the colour that is barred.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Eligibility {
    /// Waiting stones; so many that they never run out where there is no quota.
    waiting: PerColor<u16>,
    /// The colour that may not receive the right again (annex).
    barred: Option<Color>,
    /// Whether a stone has been placed or set up.
    begun: bool,
}

impl Eligibility {
    /// Waiting stones where there is no quota: more than all boards have points.
    const ENDLESS: u16 = u16::MAX / 2;

    /// At the start of a game with these numbers of stones on the board.
    pub(crate) fn at_start(articles: &Articles, on_board: PerColor<u16>) -> Self {
        let waiting = PerColor::from_fn(|color| articles.quota.unwrap_or(Self::ENDLESS) - on_board[color]);
        Self { waiting, barred: None, begun: on_board.black + on_board.white > 0 }
    }

    /// Waiting stones of a colour; meaningless without a quota.
    #[inline(always)]
    pub(crate) fn waiting(self, color: Color) -> u16 {
        self.waiting[color]
    }

    /// Whether a colour has a stone to place.
    #[inline(always)]
    pub(crate) fn has_waiting_stone(self, color: Color) -> bool {
        self.waiting[color] > 0
    }

    /// The colour that may not receive the right again.
    #[inline(always)]
    pub(crate) fn barred(self) -> Option<Color> {
        self.barred
    }

    /// Whether a stone has been placed or set up.
    #[inline(always)]
    pub(crate) fn has_begun(self) -> bool {
        self.begun
    }

    /// A stone leaves the bowl.
    #[inline(always)]
    pub(crate) fn place(&mut self, color: Color) {
        self.waiting[color] -= 1;
        self.begun = true;
    }
}

/// What the settling of a placement left on the board.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Settlement<L: Layout> {
    /// The stone that was enclosed and may not retire.
    pub(crate) immovable: Option<Point<L>>,
    /// Whether the stone just put down is enclosed and may not retire, nor anything around it, so that nobody may place.
    pub(crate) dead_end: bool,
    /// Whether the chain of the stone just put down retired.
    pub(crate) self_filled: bool,
    /// How many stones of its own colour the placement left without a liberty, once the opponent's enclosed chains were lifted.
    pub(crate) suicide: u16,
    /// Whether a colour that had stones on the board has none, and article 5 ② is in force.
    pub(crate) annihilated: bool,
}

impl<L: Layout> Settlement<L> {}

/// Steps 2 to 6 of a placement: lifts what must and may retire after `color` has put a stone on `point`, and says where the
/// stones go.
#[inline(always)]
pub(crate) fn settle<L: Layout, M: Memory<L>>(
    articles: &Articles,
    board: &mut Board<L>,
    eligibility: &mut Eligibility,
    memory: &mut M,
    color: Color,
    point: Point<L>,
) -> Settlement<L> {
    let mut annihilated = false;
    let mut retire = |board: &mut Board<L>, memory: &mut M, color, head, cause| {
        annihilated |= lift(articles, board, eligibility, memory, color, head, cause);
    };
    let enclosed = board.enclosed_around(!color, point);
    let mut immovable = None;
    if let Some(head) = enclosed.only() {
        if articles.has_immovable_stones() && board.is_lone(head) && board.is_enclosed(point) {
            immovable = one_pure::immovable(board, &enclosed, |stone| memory.stood_before(board, stone));
        }
        if immovable.is_none() {
            retire(board, memory, !color, head, Cause::Enclosed);
            return Settlement { annihilated, ..Settlement::default() };
        }
    } else {
        for head in enclosed.heads() {
            retire(board, memory, !color, head, Cause::Enclosed);
        }
    }
    let is_enclosed = board.is_enclosed(point);
    // Lifting a lone stone would undo the very placement.
    let dead_end = is_enclosed && articles.has_immovable_stones() && board.is_lone(point);
    let self_filled = is_enclosed && !dead_end;
    let mut suicide = u16::from(dead_end);
    if self_filled {
        // What the chain encloses and may not retire gets its liberties back.
        let before = board.stones(color).len();
        retire(board, memory, color, point, Cause::SelfFill);
        suicide = (before - board.stones(color).len()) as u16;
    }
    Settlement { immovable, dead_end, self_filled, suicide, annihilated }
}

/// Lifts a chain, and says whether that annihilates its colour.
#[inline(always)]
fn lift<L: Layout>(
    articles: &Articles,
    board: &mut Board<L>,
    eligibility: &mut Eligibility,
    memory: &mut impl Memory<L>,
    color: Color,
    head: Point<L>,
    cause: Cause,
) -> bool {
    let chain = board.lift(head);
    let repeated = memory.has_retired(color, &chain);
    let quarantined = articles.quarantines(cause, repeated);
    if articles.quota.is_none() || !quarantined {
        eligibility.waiting[color] += chain.stones.len() as u16;
    }
    memory.retire(board, &Retired { color, chain, cause, repeated, quarantined });
    articles.annihilation && board.stones(color).is_empty()
}

impl Articles {
    /// Step 8 of a placement of `color`, and whether it ends play: passes the right on. `recreates` says that the placed position
    /// had stood before, `recurs` whether the position that now stands did, with the same colour to play, as often as it takes to
    /// end play; it is asked where that matters.
    #[inline(always)]
    pub(crate) fn end_by_placement<L: Layout>(
        &self,
        eligibility: &mut Eligibility,
        color: Color,
        settlement: Settlement<L>,
        recreates: bool,
        recurs: impl FnOnce() -> bool,
    ) -> Option<Reason> {
        let Settlement { dead_end, annihilated, .. } = settlement;
        let last_turn = eligibility.barred == Some(!color);
        if recreates && !dead_end && self.bars_repetition() && eligibility.barred.is_none() {
            eligibility.barred = Some(color);
        }
        let recurred = self.end_by_repetition().filter(|_| recurs());
        let exhausted = !eligibility.has_waiting_stone(!color);
        Aftermath { dead_end, annihilated, last_turn, recurred, exhausted }.end()
    }

    /// How an abstention of `color` ends play, if it does. `before` is what is known of abstentions before it; `recurs` says whether
    /// the position has stood with the other colour to play.
    pub(crate) fn end_by_abstention(
        &self,
        eligibility: Eligibility,
        color: Color,
        before: &impl Abstentions,
        recurs: impl FnOnce() -> bool,
    ) -> Option<Reason> {
        if self.black_begins && color == Color::Black && !eligibility.begun {
            Some(Reason::BlackAbstainedFirst)
        } else if self.abstention_suffices(before, color) {
            Some(Reason::Abstentions)
        } else {
            let aftermath = Aftermath {
                last_turn: eligibility.barred == Some(!color),
                recurred: self.draws_repetition().then_some(Reason::Repetition).filter(|_| recurs()),
                exhausted: !eligibility.has_waiting_stone(!color),
                ..Aftermath::default()
            };
            aftermath.end()
        }
    }

    /// Whether an abstention of `color` ends play together with those before it.
    pub(crate) fn abstention_suffices(&self, before: &impl Abstentions, color: Color) -> bool {
        match self.end_of_play {
            EndOfPlay::AbstentionsAtOnePosition => before.has_abstained_here(!color),
            EndOfPlay::AbstentionsInARow(enough) => before.in_a_row(color) + 1 >= usize::from(enough),
        }
    }
}

/// What is known of the abstentions before a turn.
pub(crate) trait Abstentions {
    /// Whether a colour has abstained at the position that stands.
    fn has_abstained_here(&self, color: Color) -> bool;

    /// How many abstentions of the colours by turns, the last of them by the opponent, an abstention of `color` would follow.
    fn in_a_row(&self, color: Color) -> usize;
}

/// What is known after a turn, from which it follows whether play has ended.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each named where it is established")]
struct Aftermath {
    /// An enclosed stone is left on the board.
    dead_end: bool,
    /// A colour that had stones on the board has none, and article 5 ② is in force.
    annihilated: bool,
    /// The opponent was barred before this turn, so that it was the last.
    last_turn: bool,
    /// How play ends because the position has stood before with the same colour to play.
    recurred: Option<Reason>,
    /// The colour that would receive the right has no waiting stone.
    exhausted: bool,
}

impl Aftermath {
    /// The reason for which play has ended, if it has.
    ///
    /// A dead end comes before everything, except in the last turn of the annex, where it goes unpenalised.
    #[inline(always)]
    const fn end(self) -> Option<Reason> {
        if self.dead_end && !self.last_turn {
            Some(Reason::DeadEnd)
        } else if self.annihilated {
            Some(Reason::Annihilation)
        } else if self.last_turn {
            Some(Reason::IdenticalPlacement)
        } else if self.recurred.is_some() {
            self.recurred
        } else if self.exhausted {
            Some(Reason::Exhaustion)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earlier_of_two_reasons_ends_play() {
        let recurred = Some(Reason::Repetition);
        let all = Aftermath { dead_end: true, annihilated: true, last_turn: true, recurred, exhausted: true };
        assert_eq!(Aftermath { last_turn: false, ..all }.end(), Some(Reason::DeadEnd));
        assert_eq!(all.end(), Some(Reason::Annihilation));
        let all = Aftermath { annihilated: false, ..all };
        assert_eq!(all.end(), Some(Reason::IdenticalPlacement));
        let all = Aftermath { dead_end: false, last_turn: false, ..all };
        assert_eq!(all.end(), Some(Reason::Repetition));
        assert_eq!(Aftermath { recurred: None, ..all }.end(), Some(Reason::Exhaustion));
        assert_eq!(Aftermath { recurred: None, exhausted: false, ..all }.end(), None);
    }
}
