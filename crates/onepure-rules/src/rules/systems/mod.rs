//! What the fields of a rule set mean: the one place where they are interpreted.
//!
//! A rule set is data ([`Articles`]). Here stand the answers to what a game, a playout, a search or a front end asks of it:
//!
//! * `turn`: what a placement or an abstention does, from the stone put down to the right passed on;
//! * `one_pure`: immovable stones and dead ends;
//! * `area`: suicide, before a stone is put down;
//! * `ing`: the ko of the Ing rules;
//! * `citations`: the articles by which something happens;
//! * this file: everything that is asked of the fields by name.
//!
//! A [`Game`](super::Game) plays any combination of fields. What searches or plays out a game knows fewer: a [`Family`] is what one
//! kind of playout position covers exactly.

pub(crate) mod area;
pub(crate) mod citations;
pub(crate) mod ing;
pub(crate) mod one_pure;
pub(crate) mod turn;

use super::outcome::Reason;
use super::points::Points;
use super::ruleset::{
    Articles, Counting, EndOfPlay, HandicapBonus, HandicapPlacement, Repetition, Ruleset, Sharing, Suicide, Tax,
};
use crate::board::Board;
use crate::geometry::{BoardSize, Layout};
use ing::IngKo;
use turn::Cause;

/// The rule sets that one kind of playout position covers exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// The One Pure Rules with their options: no point is forbidden, some enclosed stones are immovable.
    OnePure,
    /// Ordinary Go: everything without a liberty is captured, a lone stone may not be put where it has none, some repetitions are
    /// illegal or have no result; play ends by passes in a row, and area or territory is counted.
    Area,
}

/// Why a placement on an empty point is illegal, if it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Forbidden {
    /// The chain would have no liberty.
    Suicide,
    /// A position that has stood would stand again.
    Superko,
    /// A ko would be retaken at once.
    Ko,
    /// The ko of the Ing rules.
    Ing(IngKo),
    /// A position would stand for the third time.
    ThirdTime,
}

/// A way in which a position may come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Recurrence {
    /// It has stood.
    Position,
    /// It has stood with the opponent to play.
    Situation,
    /// It stood before the last turn, which was a placement of the opponent.
    Ko,
    /// It has stood twice with the opponent to play.
    ThirdTime,
}

/// Where retired stones go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Destination {
    /// Back to the bowl, where they wait.
    Bowl,
    /// To quarantine, for good.
    Quarantine,
    /// Off a board without a quota, where nobody counts them.
    Uncounted,
    /// Into the opponent's hands, under rules that know captures and no retirement.
    Captured,
}

/// Why a rule set cannot be searched: no playout position plays by it exactly on every board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the rules {name} can be refereed, but the search does not play exactly by them; it does by {}", covered.join(", "))]
pub struct NotCovered {
    name: &'static str,
    covered: Vec<&'static str>,
}

impl Ruleset {
    /// The rule set, if a playout position covers it exactly on every board. Whoever lets a user choose rules that will be
    /// searched asks this first: nothing searches a game by other rules than the referee's.
    pub fn covered(self) -> Result<Self, NotCovered> {
        if [self.main_board, self.lesser_board].iter().all(|articles| articles.family().is_some()) {
            Ok(self)
        } else {
            let covered = Self::ALL.iter().filter(|ruleset| ruleset.covered().is_ok()).map(|ruleset| ruleset.name);
            Err(NotCovered { name: self.name, covered: covered.collect() })
        }
    }

    /// The family of the rule set on a board of this size; `None` if no playout position covers it exactly.
    pub fn family(&self, size: BoardSize) -> Option<Family> {
        self.articles(size).family()
    }
}

impl Articles {
    /// The family to which these articles belong; `None` if no playout position covers them exactly.
    pub fn family(&self) -> Option<Family> {
        let Self { suicide, immovability, repetition, end_of_play, .. } = *self;
        let passes = matches!(end_of_play, EndOfPlay::AbstentionsInARow(_));
        let is_one_pure = immovability
            && suicide == Suicide::Allowed
            && matches!(repetition, Repetition::Allowed | Repetition::BarsMover | Repetition::Draw)
            && self.counting != Counting::Territory
            && self.tax == Tax::None
            && self.sharing == Sharing::None
            && !self.black_wins_ties
            && self.handicap_bonus == HandicapBonus::None
            && end_of_play == EndOfPlay::AbstentionsAtOnePosition;
        let is_area = !immovability
            && suicide != Suicide::Allowed
            && !matches!(repetition, Repetition::BarsMover | Repetition::Draw)
            && passes
            && self.quota.is_none()
            && self.counting != Counting::Contact
            && !self.annihilation
            && !self.black_begins;
        match (is_one_pure, is_area) {
            (true, _) => Some(Family::OnePure),
            (_, true) => Some(Family::Area),
            _ => None,
        }
    }

    /// Whether some enclosed stones are immovable, so that a placement can be a dead end.
    #[inline(always)]
    pub const fn has_immovable_stones(&self) -> bool {
        self.immovability
    }

    /// Whether a placement may take the last liberty of its own chain.
    pub fn allows_suicide(&self) -> bool {
        self.suicide != Suicide::Forbidden
    }

    /// Whether a placement that recreates a position bars its colour from the right.
    #[inline(always)]
    pub fn bars_repetition(&self) -> bool {
        self.repetition == Repetition::BarsMover
    }

    /// Whether a position that comes back with the same colour to play ends play.
    #[inline(always)]
    pub fn draws_repetition(&self) -> bool {
        self.repetition == Repetition::Draw
    }

    /// Whether a placement that brings a position back is illegal.
    #[inline(always)]
    pub fn forbids_repetition(&self) -> bool {
        matches!(self.repetition, Repetition::PositionalSuperko | Repetition::SituationalSuperko)
    }

    /// Whether it matters for that who is to play when the position stands again.
    pub fn forbids_by_situation(&self) -> bool {
        self.repetition == Repetition::SituationalSuperko
    }

    /// Whether only a ko may not be retaken at once, and a position that stands for the third time ends play without a result.
    #[inline]
    pub fn has_simple_ko(&self) -> bool {
        self.repetition == Repetition::SimpleKo
    }

    /// Whether a lone stone that has just captured a lone stone may not be captured at once.
    pub fn has_hot_stones(&self) -> bool {
        self.has_simple_ko() || self.has_ing_ko()
    }

    /// Whether kos that hang together are told apart as the Ing rules do.
    pub fn has_ing_ko(&self) -> bool {
        matches!(self.repetition, Repetition::Ing | Repetition::Ing1986)
    }

    /// Whether it matters how often a position has stood with the same colour to play: where a stone is hot for one turn only, longer
    /// cycles are left to that.
    pub(crate) fn counts_standings(&self) -> bool {
        self.has_hot_stones()
    }

    /// Whether a pass makes it forgotten how often positions have stood.
    pub(crate) fn passes_forget_standings(&self) -> bool {
        !self.has_ing_ko()
    }

    /// Why a placement is illegal, if it is: by how many stones of its own colour it would leave without a liberty, whether the
    /// position after it comes back in the way that these articles forbid, and what the ko of the Ing rules says of it.
    #[inline]
    pub(crate) fn forbids(
        &self,
        suicide: usize,
        comes_back: impl Fn(Recurrence) -> bool,
        ing_ko: impl FnOnce() -> Option<IngKo>,
    ) -> Option<Forbidden> {
        let most = match self.suicide {
            Suicide::Allowed => 0,
            Suicide::OfTwoOrMore => 1,
            Suicide::Forbidden => usize::MAX,
        };
        if (1..=most).contains(&suicide) {
            return Some(Forbidden::Suicide);
        }
        let (recurrence, forbidden) = match self.repetition {
            Repetition::Allowed | Repetition::BarsMover | Repetition::Draw => return None,
            Repetition::PositionalSuperko => (Recurrence::Position, Forbidden::Superko),
            Repetition::SituationalSuperko => (Recurrence::Situation, Forbidden::Superko),
            Repetition::SimpleKo => (Recurrence::Ko, Forbidden::Ko),
            Repetition::Ing | Repetition::Ing1986 => {
                if comes_back(Recurrence::Ko) {
                    return Some(Forbidden::Ko);
                }
                if let Some(ko) = ing_ko() {
                    return Some(Forbidden::Ing(ko));
                }
                (Recurrence::ThirdTime, Forbidden::ThirdTime)
            }
        };
        comes_back(recurrence).then_some(forbidden)
    }

    /// How play ends where a position comes back as often as that takes, if it does.
    #[inline(always)]
    pub(crate) fn end_by_repetition(&self) -> Option<Reason> {
        match self.repetition {
            Repetition::Draw => Some(Reason::Repetition),
            Repetition::SimpleKo => Some(Reason::NoResult),
            _ => None,
        }
    }

    /// Whether the rules know a handicap.
    pub fn has_handicap(&self) -> bool {
        self.handicap != HandicapPlacement::None
    }

    /// Whether Black puts its handicap stones where it likes.
    pub fn places_handicap_freely(&self) -> bool {
        self.handicap == HandicapPlacement::Free
    }

    /// The komi where none is given, with so many handicap stones.
    pub const fn usual_komi(&self, handicap: u16) -> f64 {
        if handicap < 2 { self.komi } else { self.handicap_komi }
    }

    /// How many points White has for so many handicap stones.
    pub const fn bonus_for(&self, handicap: u16) -> u16 {
        match self.handicap_bonus {
            _ if handicap < 2 => 0,
            HandicapBonus::None => 0,
            HandicapBonus::Stones => handicap,
            HandicapBonus::StonesLessOne => handicap - 1,
        }
    }

    /// Whether a pass hands the opponent a stone, so that a count by territory with these stones agrees with the one by area.
    pub const fn has_pass_stones(&self) -> bool {
        self.pass_stones
    }

    /// Whether groups in a seki have no points for their eyes, so that it matters which points are neutral.
    pub fn taxes_sekis(&self) -> bool {
        self.tax != Tax::None
    }

    /// Whether the count tells neutral points from territory: territory is counted, or groups are taxed.
    pub fn tells_territory(&self) -> bool {
        self.counts_territory() || self.taxes_sekis()
    }

    /// Whether captured stones count, and neutral points do not.
    #[inline]
    pub fn counts_territory(&self) -> bool {
        self.counting == Counting::Territory
    }

    /// The points of a board as it stands.
    #[inline]
    pub fn points<L: Layout>(&self, board: &Board<L>) -> Points<L> {
        self.shared(board, Points::taxed(board, self.counting, self.tax))
    }

    /// The points of a board on which play goes on: see [`Points::judged`].
    pub fn judged_points<L: Layout>(&self, board: &Board<L>) -> Points<L> {
        self.shared(board, Points::judged(board, self.counting, self.tax))
    }

    #[inline]
    fn shared<L: Layout>(&self, board: &Board<L>, points: Points<L>) -> Points<L> {
        let points = if self.shares_points() { points.with_shares(board, self.sharing) } else { points };
        if self.black_wins_ties { points.with_ties_for_black() } else { points }
    }

    /// Whether empty points that both colours reach are divided between them.
    pub fn shares_points(&self) -> bool {
        self.sharing != Sharing::None && self.counting == Counting::Area
    }

    /// The komi that comes to the same for whole numbers of points, and leaves no tie for Black to win: a komi of 8 with which Black
    /// wins ties is one of 7.5.
    pub fn komi_without_ties(&self) -> f64 {
        if self.black_wins_ties { self.komi - 0.5 } else { self.komi }
    }

    /// The stones with which each colour plays; `None` for as many as it takes.
    pub const fn quota(&self) -> Option<u16> {
        self.quota
    }

    /// Whether play ends when a colour has lost all its stones on the board (article 5 ②).
    pub const fn ends_by_annihilation(&self) -> bool {
        self.annihilation
    }

    /// Whether stones can be lost for good (article 5 ①).
    pub const fn has_quarantine(&self) -> bool {
        self.forfeiture
    }

    /// Whether the stones of a chain go to quarantine: it retires for this cause, and has retired before or not.
    #[inline(always)]
    pub(crate) fn quarantines(&self, cause: Cause, is_repeated: bool) -> bool {
        self.forfeiture && (is_repeated || cause == Cause::SelfFill)
    }

    /// Where stones go that leave the board, to quarantine or not.
    pub const fn destination(&self, is_quarantined: bool) -> Destination {
        match (is_quarantined, self.quota) {
            (true, _) => Destination::Quarantine,
            (false, Some(_)) => Destination::Bowl,
            (false, None) if self.immovability => Destination::Uncounted,
            (false, None) => Destination::Captured,
        }
    }

    /// How many abstentions right after each other end play, where it is their number that does; `None` where it is the position
    /// at which they are made.
    #[inline]
    pub const fn passes_that_end_play(&self) -> Option<u8> {
        match self.end_of_play {
            EndOfPlay::AbstentionsInARow(enough) => Some(enough),
            EndOfPlay::AbstentionsAtOnePosition => None,
        }
    }

    /// Whether points are counted by contact (article 7), so that a colour without a point loses, and not by area.
    #[inline]
    pub fn counts_contact(&self) -> bool {
        self.counting == Counting::Contact
    }

    /// Whether the count belongs to the board without the stones that both players agree are dead, and not to the board as it
    /// stands.
    pub const fn lifts_dead_stones(&self) -> bool {
        self.removal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Combination;

    #[test]
    fn every_rule_set_there_is_can_be_searched() {
        let all = Ruleset::all_with_options();
        assert_eq!(all.len(), 13);
        for ruleset in all.into_iter().chain(Combination::all().into_iter().map(Combination::ruleset)) {
            assert_eq!(ruleset.covered(), Ok(ruleset));
        }
    }

    #[test]
    fn a_rule_set_that_no_playout_position_covers_is_refused() {
        let chinese = Ruleset::chinese().main_board;
        let one_pure = Ruleset::one_pure().main_board;
        let others = [
            Articles { suicide: Suicide::Allowed, ..chinese },
            Articles { repetition: Repetition::Draw, ..chinese },
            Articles { quota: Some(180), ..chinese },
            Articles { counting: Counting::Contact, ..chinese },
            Articles { end_of_play: EndOfPlay::AbstentionsAtOnePosition, ..chinese },
            Articles { suicide: Suicide::Forbidden, ..one_pure },
            Articles { immovability: false, ..one_pure },
            Articles { repetition: Repetition::PositionalSuperko, ..one_pure },
            Articles { repetition: Repetition::SimpleKo, ..one_pure },
            Articles { counting: Counting::Territory, ..one_pure },
            Articles { tax: Tax::All, ..one_pure },
            Articles { end_of_play: EndOfPlay::AbstentionsInARow(2), ..one_pure },
        ];
        for articles in others {
            let refused = Ruleset::uniform("others", articles).covered();
            let told = refused.expect_err("no playout position covers it").to_string();
            let expected =
                "the rules others can be refereed, but the search does not play exactly by them; it does by ";
            assert_eq!(told, format!("{expected}{}", Ruleset::names()));
        }
    }
}
