//! The interpretation of a rule set's fields, in one place.
//!
//! A rule set is data ([`Articles`]). Games, simulations, searches and front ends ask its methods:
//!
//! * `turn`: the effect of a placement or an abstention, up to passing the right on;
//! * `one_pure`: immovable stones and dead ends;
//! * `area`: suicide, before a stone is put down;
//! * `ing`: the ko rule of Ing;
//! * `citations`: the articles to cite;
//! * this file: one method for each question about the fields.
//!
//! A [`Game`](super::Game) supports any combination of fields. Simulations support fewer: a [`Family`] is the set that
//! one kind of simulation position plays exactly.

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

/// A class of rule sets that one kind of simulation position plays exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// The One Pure Rules with their options: no point is forbidden, and some enclosed stones are immovable.
    OnePure,
    /// Ordinary Go: chains without a liberty are captured, and suicide of a lone stone is illegal. Some repetitions are
    /// illegal or give no result. Play ends by passes in a row, and area or territory is counted.
    Area,
}

/// The reason why a placement on an empty point is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Forbidden {
    /// The chain would have no liberty.
    Suicide,
    /// A position would recur.
    Superko,
    /// A ko would be retaken at once.
    Ko,
    /// The ko rule of Ing.
    Ing(IngKo),
    /// A position would occur for the third time.
    ThirdTime,
}

/// A kind of recurrence of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Recurrence {
    /// It has occurred.
    Position,
    /// It has occurred with the opponent to play.
    Situation,
    /// It was the position before the last turn, which was the opponent's placement.
    Ko,
    /// It has occurred twice with the opponent to play.
    ThirdTime,
}

/// The destination of retired stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Destination {
    /// The bowl, where they wait.
    Bowl,
    /// Quarantine, for good.
    Quarantine,
    /// Off the board without being counted, because there is no quota.
    Uncounted,
    /// The opponent's prisoners, under rules with captures and without retirement.
    Captured,
}

/// The error for a rule set that no kind of simulation position plays exactly on every board, so that it cannot be
/// searched.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "rules: expected rules that the search plays exactly ({}), got \"{name}\", which can only be refereed",
    covered.join(", ")
)]
pub struct NotCovered {
    name: &'static str,
    covered: Vec<&'static str>,
}

impl Ruleset {
    /// The rule set itself, if simulations play it exactly on every board. Front ends must call this before a search:
    /// the search must not play by other rules than the referee.
    ///
    /// # Errors
    /// The name of the rule set, and the names of those that can be searched.
    pub fn covered(self) -> Result<Self, NotCovered> {
        if [self.main_board, self.lesser_board].iter().all(|articles| articles.family().is_some()) {
            Ok(self)
        } else {
            let covered = Self::ALL.iter().filter(|ruleset| ruleset.covered().is_ok()).map(|ruleset| ruleset.name);
            Err(NotCovered { name: self.name, covered: covered.collect() })
        }
    }

    /// The family of the rule set on a board of this size; `None` if simulations do not play it exactly.
    pub fn family(&self, size: BoardSize) -> Option<Family> {
        self.articles(size).family()
    }
}

/// The komi of a handicap game in front ends.
const HANDICAP_KOMI: f64 = 0.5;

impl Articles {
    /// The family of these articles; `None` if simulations do not play them exactly.
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

    /// Returns whether some enclosed stones are immovable, so that a placement can be a dead end.
    #[inline(always)]
    pub const fn has_immovable_stones(&self) -> bool {
        self.immovability
    }

    /// Returns whether a placement may take the last liberty of its own chain.
    pub fn allows_suicide(&self) -> bool {
        self.suicide != Suicide::Forbidden
    }

    /// Returns whether a placement that recreates a position bars its colour from the right.
    #[inline(always)]
    pub fn bars_repetition(&self) -> bool {
        self.repetition == Repetition::BarsMover
    }

    /// Returns whether a position that recurs with the same colour to play is a draw.
    #[inline(always)]
    pub fn draws_repetition(&self) -> bool {
        self.repetition == Repetition::Draw
    }

    /// Returns whether a placement that recreates a position is illegal (superko).
    #[inline(always)]
    pub fn forbids_repetition(&self) -> bool {
        matches!(self.repetition, Repetition::PositionalSuperko | Repetition::SituationalSuperko)
    }

    /// Returns whether superko takes the colour to play into account.
    pub fn forbids_by_situation(&self) -> bool {
        self.repetition == Repetition::SituationalSuperko
    }

    /// Returns whether the rules have simple ko: a ko may not be retaken at once, and the third occurrence of a
    /// position ends play without a result.
    #[inline]
    pub fn has_simple_ko(&self) -> bool {
        self.repetition == Repetition::SimpleKo
    }

    /// Returns whether a lone stone that has just captured a lone stone may not be captured at once.
    pub fn forbids_immediate_retake(&self) -> bool {
        self.has_simple_ko() || self.has_ing_ko()
    }

    /// Returns whether the rules have Ing's classes of connected kos.
    pub fn has_ing_ko(&self) -> bool {
        matches!(self.repetition, Repetition::Ing | Repetition::Ing1986)
    }

    /// Returns whether the number of occurrences of a position matters. Simple ko and the Ing rules end or forbid longer
    /// cycles at the third occurrence.
    pub(crate) fn counts_occurrences(&self) -> bool {
        self.forbids_immediate_retake()
    }

    /// Returns whether a pass resets the numbers of occurrences.
    pub(crate) fn passes_reset_occurrences(&self) -> bool {
        !self.has_ing_ko()
    }

    /// The reason why a placement is illegal, if it is. `suicide` is the number of own stones left without a liberty.
    /// `recurs` returns whether the position after the placement recurs in the given way. `ing_ko` is called only under
    /// the Ing rules.
    #[inline]
    pub(crate) fn forbids(
        &self,
        suicide: usize,
        recurs: impl Fn(Recurrence) -> bool,
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
                if recurs(Recurrence::Ko) {
                    return Some(Forbidden::Ko);
                }
                if let Some(ko) = ing_ko() {
                    return Some(Forbidden::Ing(ko));
                }
                (Recurrence::ThirdTime, Forbidden::ThirdTime)
            }
        };
        recurs(recurrence).then_some(forbidden)
    }

    /// The end of play by a recurring position, under rules that have one.
    #[inline(always)]
    pub(crate) fn end_by_repetition(&self) -> Option<Reason> {
        match self.repetition {
            Repetition::Draw => Some(Reason::Repetition),
            Repetition::SimpleKo => Some(Reason::NoResult),
            _ => None,
        }
    }

    /// Returns whether the rules have a handicap.
    pub fn has_handicap(&self) -> bool {
        self.handicap != HandicapPlacement::None
    }

    /// Returns whether Black chooses the points of its handicap stones.
    pub fn places_handicap_freely(&self) -> bool {
        self.handicap == HandicapPlacement::Free
    }

    /// The komi that front ends give a handicap game unless somebody asked for another: half a point, so that no game is a
    /// draw. `None` for an even game, and under rules without handicap.
    pub fn komi_in_handicap_game(&self, handicap: u16) -> Option<f64> {
        (handicap > 1 && self.has_handicap()).then_some(HANDICAP_KOMI.min(self.handicap_komi))
    }

    /// The default komi with `handicap` handicap stones.
    pub const fn usual_komi(&self, handicap: u16) -> f64 {
        if handicap < 2 { self.komi } else { self.handicap_komi }
    }

    /// White's points for `handicap` handicap stones.
    pub const fn bonus_for(&self, handicap: u16) -> u16 {
        match self.handicap_bonus {
            _ if handicap < 2 => 0,
            HandicapBonus::None => 0,
            HandicapBonus::Stones => handicap,
            HandicapBonus::StonesLessOne => handicap - 1,
        }
    }

    /// Returns whether a pass hands the opponent a stone, so that a count by territory with these stones agrees with
    /// the count by area.
    pub const fn has_pass_stones(&self) -> bool {
        self.pass_stones
    }

    /// Returns whether groups in a seki have no points for their eyes, so that it matters which points are neutral.
    pub fn taxes_sekis(&self) -> bool {
        self.tax != Tax::None
    }

    /// Returns whether the count distinguishes neutral points from territory, because it counts territory or taxes
    /// groups.
    pub fn tells_territory(&self) -> bool {
        self.counts_territory() || self.taxes_sekis()
    }

    /// Returns whether the count has captured stones and no stones on the board.
    #[inline]
    pub fn counts_territory(&self) -> bool {
        self.counting == Counting::Territory
    }

    /// The points of a board as it stands.
    #[inline]
    pub fn points<L: Layout>(&self, board: &Board<L>) -> Points<L> {
        self.shared(board, Points::taxed(board, self.counting, self.tax))
    }

    /// The points of a board at the end of a game, without dead stones; see [`Points::settled`].
    pub fn settled_points<L: Layout>(&self, board: &Board<L>) -> Points<L> {
        self.shared(board, Points::settled(board, self.counting, self.tax))
    }

    /// The points of a board on which play goes on; see [`Points::judged`].
    pub fn judged_points<L: Layout>(&self, board: &Board<L>) -> Points<L> {
        self.shared(board, Points::judged(board, self.counting, self.tax))
    }

    #[inline]
    fn shared<L: Layout>(&self, board: &Board<L>, points: Points<L>) -> Points<L> {
        let points = if self.shares_points() { points.with_shares(board, self.sharing) } else { points };
        if self.black_wins_ties { points.with_ties_for_black() } else { points }
    }

    /// Returns whether the colours share the empty points that both reach.
    pub fn shares_points(&self) -> bool {
        self.sharing != Sharing::None && self.counting == Counting::Area
    }

    /// The komi that gives the same results for integer points if ties are impossible: 7.5 for a komi of 8 with which
    /// Black wins ties.
    pub fn komi_without_ties(&self) -> f64 {
        if self.black_wins_ties { self.komi - 0.5 } else { self.komi }
    }

    /// The number of stones with which each colour plays; `None` for no limit.
    pub const fn quota(&self) -> Option<u16> {
        self.quota
    }

    /// Returns whether play ends when a colour loses its last stone on the board (article 5 ②).
    pub const fn ends_by_annihilation(&self) -> bool {
        self.annihilation
    }

    /// Returns whether stones can go to quarantine for good (article 5 ①).
    pub const fn has_quarantine(&self) -> bool {
        self.forfeiture
    }

    /// Returns whether the stones of a retiring chain go to quarantine.
    #[inline(always)]
    pub(crate) fn quarantines(&self, cause: Cause, is_repeated: bool) -> bool {
        self.forfeiture && (is_repeated || cause == Cause::SelfFill)
    }

    /// The destination of stones that leave the board.
    pub const fn destination(&self, is_quarantined: bool) -> Destination {
        match (is_quarantined, self.quota) {
            (true, _) => Destination::Quarantine,
            (false, Some(_)) => Destination::Bowl,
            (false, None) if self.immovability => Destination::Uncounted,
            (false, None) => Destination::Captured,
        }
    }

    /// The number of abstentions in a row that end play; `None` if abstentions at one position do.
    #[inline]
    pub const fn passes_that_end_play(&self) -> Option<u8> {
        match self.end_of_play {
            EndOfPlay::AbstentionsInARow(enough) => Some(enough),
            EndOfPlay::AbstentionsAtOnePosition => None,
        }
    }

    /// Returns whether points are counted by contact (article 7), so that a colour without a point loses.
    #[inline]
    pub fn counts_contact(&self) -> bool {
        self.counting == Counting::Contact
    }

    /// Returns whether stones that both players agree are dead are lifted before the count.
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
            let message = refused.expect_err("no simulation position covers it").to_string();
            let (what, got) = ("rules: expected rules that the search plays exactly", "got \"others\", which can only");
            assert_eq!(message, format!("{what} ({}), {got} be refereed", Ruleset::names()));
        }
    }
}
