//! The turn procedure, one for the game, which keeps its whole history, and for simulations, which trust hashes.

use super::one_pure;
use crate::board::{Board, Color, Lifted, PerColor};
use crate::geometry::{Layout, Point};
use crate::rules::outcome::Reason;
use crate::rules::ruleset::{Articles, EndOfPlay};

/// The reason why a chain retired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// The opponent took its last liberty (피충).
    Enclosed,
    /// Its own colour took its last liberty (자충).
    SelfFill,
}

impl Cause {
    /// The name in answers to programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Enclosed => "enclosed",
            Self::SelfFill => "self-fill",
        }
    }
}

/// A chain that has just been lifted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Retired<L: Layout> {
    pub(crate) color: Color,
    pub(crate) chain: Lifted<L>,
    pub(crate) cause: Cause,
    /// True if a chain of this colour on exactly these points had retired before.
    pub(crate) repeated: bool,
    /// True if its stones went to quarantine.
    pub(crate) quarantined: bool,
}

/// The history that a placement depends on and adds to.
pub(crate) trait Memory<L: Layout> {
    /// Returns whether lifting `stone` from the board restores the position just before its placement (article 4).
    /// False for a stone that was set up, because it has no such position.
    fn would_undo(&self, board: &Board<L>, stone: Point<L>) -> bool;

    /// Returns whether a chain of this colour on exactly these points has retired before. The turn procedure calls it
    /// exactly once for each chain that retires, so that an implementation may record the chain.
    fn has_retired(&mut self, color: Color, chain: &Lifted<L>) -> bool;

    /// Records the retirement of a chain. `board` is the board after it.
    fn retire(&mut self, board: &Board<L>, retired: &Retired<L>);
}

/// The eligibility for the right: the stones in the bowls, and the colour that is barred.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Eligibility {
    /// Waiting stones; `UNLIMITED` less the stones on the board if there is no quota.
    waiting: PerColor<u16>,
    /// The colour that the annex bars from the right.
    barred: Option<Color>,
    /// True if a stone has been placed or set up.
    begun: bool,
}

impl Eligibility {
    /// The number of waiting stones without a quota: more than any board has points.
    const UNLIMITED: u16 = u16::MAX / 2;

    /// The eligibility at the start of a game with these numbers of stones on the board.
    pub(crate) fn at_start(articles: &Articles, on_board: PerColor<u16>) -> Self {
        let waiting = PerColor::from_fn(|color| articles.quota.unwrap_or(Self::UNLIMITED) - on_board[color]);
        Self { waiting, barred: None, begun: on_board.black + on_board.white > 0 }
    }

    /// The waiting stones of a colour. Meaningless without a quota.
    #[inline(always)]
    pub(crate) fn waiting(self, color: Color) -> u16 {
        self.waiting[color]
    }

    /// Returns whether a colour has a stone to place.
    #[inline(always)]
    pub(crate) fn has_waiting_stone(self, color: Color) -> bool {
        self.waiting[color] > 0
    }

    /// The colour that may not receive the right again.
    #[inline(always)]
    pub(crate) fn barred(self) -> Option<Color> {
        self.barred
    }

    /// Returns whether a stone has been placed or set up.
    #[inline(always)]
    pub(crate) fn has_begun(self) -> bool {
        self.begun
    }

    /// Takes a stone from the bowl.
    #[inline(always)]
    pub(crate) fn place(&mut self, color: Color) {
        self.waiting[color] -= 1;
        self.begun = true;
    }
}

/// The state of the board after the enclosed chains have retired.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Settlement<L: Layout> {
    /// The enclosed enemy stone that may not retire.
    pub(crate) immovable: Option<Point<L>>,
    /// True if the stone just put down is enclosed and may not retire, so that nobody may place.
    pub(crate) dead_end: bool,
    /// True if the chain of the stone just put down retired.
    pub(crate) self_filled: bool,
    /// The number of its own stones that the placement left without a liberty after the enclosed enemy chains were
    /// lifted.
    pub(crate) suicide: u16,
    /// True if a colour lost its last stone on the board, and article 5 ② is in force.
    pub(crate) annihilated: bool,
}

/// Steps 2 to 6 of a placement: retires the enclosed chains that may retire, after `color` has put a stone on `point`.
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
            immovable = one_pure::immovable(board, &enclosed, |stone| memory.would_undo(board, stone));
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
    // Lifting a lone stone would undo its own placement.
    let dead_end = is_enclosed && articles.has_immovable_stones() && board.is_lone(point);
    let self_filled = is_enclosed && !dead_end;
    let mut suicide = u16::from(dead_end);
    if self_filled {
        // Its retirement gives a liberty to the immovable stone that it encloses.
        let before = board.stones(color).len();
        retire(board, memory, color, point, Cause::SelfFill);
        suicide = (before - board.stones(color).len()) as u16;
    }
    Settlement { immovable, dead_end, self_filled, suicide, annihilated }
}

/// Lifts a chain. Returns whether that annihilates its colour.
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
    /// Step 8 of a placement of `color`: passes the right on. Returns the reason if play ends. `recreates` is true if
    /// the placed position had occurred before. `recurs` returns whether the current position, with the colour to play,
    /// has occurred often enough to end play; it is called only if the rules end play by repetition.
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

    /// The reason if an abstention of `color` ends play. `before` is the history of abstentions. `recurs` returns
    /// whether the position has occurred with the other colour to play.
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

    /// Returns whether an abstention of `color` ends play together with earlier ones.
    pub(crate) fn abstention_suffices(&self, before: &impl Abstentions, color: Color) -> bool {
        match self.end_of_play {
            EndOfPlay::AbstentionsAtOnePosition => before.has_abstained_here(!color),
            EndOfPlay::AbstentionsInARow(enough) => before.in_a_row(color) + 1 >= usize::from(enough),
        }
    }
}

/// The history of abstentions before a turn.
pub(crate) trait Abstentions {
    /// Returns whether a colour has abstained at the current position.
    fn has_abstained_here(&self, color: Color) -> bool;

    /// The length of the run of alternate abstentions that an abstention of `color` would extend. The last of them is
    /// the opponent's.
    fn in_a_row(&self, color: Color) -> usize;
}

/// The facts after a turn that decide whether play has ended.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each named where it is established")]
struct Aftermath {
    /// True if an enclosed stone is left on the board.
    dead_end: bool,
    /// True if a colour lost its last stone on the board, and article 5 ② is in force.
    annihilated: bool,
    /// True if the opponent was barred before this turn, which makes it the last turn.
    last_turn: bool,
    /// The end of play by repetition, if the position has recurred.
    recurred: Option<Reason>,
    /// True if the colour that would receive the right has no waiting stone.
    exhausted: bool,
}

impl Aftermath {
    /// The reason why play has ended, if it has.
    ///
    /// A dead end takes precedence over all others, except in the last turn of the annex, where it is not penalised.
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
