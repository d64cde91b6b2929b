//! What the fields of a rule set mean: the one place where they are interpreted.
//!
//! A rule set is data ([`Articles`]). Here stand the answers to what a game, a playout, a search or a front end asks of it:
//!
//! * `turn`: what a placement or an abstention does, from the stone put down to the right passed on;
//! * `one_pure`: immovable stones and dead ends;
//! * `area`: suicide, before a stone is put down;
//! * `citations`: the articles by which something happens;
//! * this file: everything that is asked of the fields by name.
//!
//! A [`Game`](super::Game) plays any combination of fields. What searches or plays out a game knows fewer: a [`Family`] is what one
//! kind of playout position covers exactly.

pub(crate) mod area;
pub(crate) mod citations;
pub(crate) mod one_pure;
pub(crate) mod turn;

use super::ruleset::{Articles, Counting, EndOfPlay, Repetition, Ruleset, Suicide};
use crate::geometry::BoardSize;
use turn::Cause;

/// The rule sets that one kind of playout position covers exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// The One Pure Rules with their options: no point is forbidden, some enclosed stones are immovable.
    OnePure,
    /// Ordinary Go: suicide is illegal and everything without a liberty is captured; play ends by passes in a row.
    Area,
}

/// Why a placement on an empty point is illegal, if it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Forbidden {
    /// The chain would have no liberty.
    Suicide,
    /// A position that has stood would stand again.
    Superko,
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
            && repetition != Repetition::PositionalSuperko
            && self.counting != Counting::Territory
            && end_of_play == EndOfPlay::AbstentionsAtOnePosition;
        let is_area = !immovability
            && suicide == Suicide::Forbidden
            && matches!(repetition, Repetition::PositionalSuperko | Repetition::Allowed)
            && passes
            && self.quota.is_none()
            && self.counting != Counting::Territory
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
        self.suicide == Suicide::Allowed
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
        self.repetition == Repetition::PositionalSuperko
    }

    /// Why a placement is illegal, if it is: by what is known of it, and whether the position after it has stood.
    #[inline]
    pub(crate) fn forbids(&self, is_suicide: bool, has_stood: impl FnOnce() -> bool) -> Option<Forbidden> {
        if is_suicide && self.suicide == Suicide::Forbidden {
            Some(Forbidden::Suicide)
        } else {
            (self.forbids_repetition() && has_stood()).then_some(Forbidden::Superko)
        }
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

    /// Whether the count belongs to the board without the stones that both players hold to be lost, and not to the board as it
    /// stands.
    pub const fn lifts_lost_stones(&self) -> bool {
        self.removal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_there_is_can_be_searched() {
        let all = Ruleset::all_with_options();
        assert_eq!(all.len(), 5);
        for ruleset in all {
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
            Articles { counting: Counting::Territory, ..chinese },
            Articles { end_of_play: EndOfPlay::AbstentionsAtOnePosition, ..chinese },
            Articles { suicide: Suicide::Forbidden, ..one_pure },
            Articles { immovability: false, ..one_pure },
            Articles { repetition: Repetition::PositionalSuperko, ..one_pure },
            Articles { end_of_play: EndOfPlay::AbstentionsInARow(2), ..one_pure },
        ];
        for articles in others {
            let refused = Ruleset::uniform("others", articles).covered();
            let told = refused.expect_err("no playout position covers it").to_string();
            let expected = "the rules others can be refereed, but the search does not play exactly by them; it does by one-pure, \
                            chinese";
            assert_eq!(told, expected);
        }
    }
}
