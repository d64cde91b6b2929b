//! The citations of rules. The One Pure Rules have numbered articles. Other rule sets have a [`Section`] of their
//! source, which each source numbers differently or not at all.

use super::Destination;
use super::turn::Cause;
use crate::rules::errors::PlayError;
use crate::rules::outcome::{Outcome, Reason};
use crate::rules::points::Count;
use serde::{Serialize, Serializer};
use std::fmt;

/// An article of the One Pure Rules. Its text form is `3-4` for article 3 ④ and `4` for article 4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Article {
    /// The annex, for lesser boards.
    Annex,
    /// An article without paragraphs.
    Whole(u8),
    /// An article and its paragraph.
    Paragraph(u8, u8),
}

impl Article {
    /// The quota.
    pub const QUOTA: Self = Self::Whole(1);
    /// Only Black may make the first placement.
    pub const FIRST_PLACEMENT: Self = Self::Paragraph(2, 3);
    /// Nobody may place while an enclosed stone is on the board.
    pub const NO_PLACEMENT: Self = Self::Paragraph(2, 4);
    /// An enclosed chain leaves the board before the next placement.
    pub const RETIREMENT: Self = Self::Paragraph(3, 1);
    /// Stones that the opponent enclosed go back to the bowl and wait.
    pub const WAITING: Self = Self::Paragraph(3, 2);
    /// Repeated and self-fill retirements go to quarantine.
    pub const QUARANTINE: Self = Self::Paragraph(3, 3);
    /// A stone that article 4 forbids to retire stays.
    pub const IMMOVABLE: Self = Self::Paragraph(3, 4);
    /// The position after a retirement may not be the position before the placement of the retired stone.
    pub const NO_RESTORATION: Self = Self::Whole(4);
    /// Annihilation.
    pub const ANNIHILATION: Self = Self::Paragraph(5, 2);
    /// Both colours abstained at the same position.
    pub const ABSTENTIONS: Self = Self::Paragraph(6, 1);
    /// The right cannot circulate.
    pub const NO_CIRCULATION: Self = Self::Paragraph(6, 2);
    /// The definition of points.
    pub const POINTS: Self = Self::Whole(7);
    /// The value of moving first.
    pub const KOMI: Self = Self::Whole(8);
    /// The comparison of points.
    pub const COMPARISON: Self = Self::Paragraph(9, 1);
    /// The player who makes circulation impossible loses.
    pub const FORFEIT: Self = Self::Paragraph(9, 2);
    /// A colour without points loses, whatever the comparison says.
    pub const NO_POINTS: Self = Self::Paragraph(9, 3);
}

impl fmt::Display for Article {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Annex => f.write_str("annex"),
            Self::Whole(article) => write!(f, "{article}"),
            Self::Paragraph(article, paragraph) => write!(f, "{article}-{paragraph}"),
        }
    }
}

impl Serialize for Article {
    /// Writes the text form.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A part of the rules of ordinary Go that makes a placement illegal or ends play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Section {
    /// Suicide is illegal.
    Suicide,
    /// A ko may not be retaken at once.
    Ko,
    /// No position may recur.
    Superko,
    /// After a capture in a fighting ko, the opponent must play elsewhere first.
    FightingKo,
    /// A player who has completed a cycle in a disturbing ko may not continue it.
    DisturbingKo,
    /// Kos are a seki after one cycle.
    SekiKo,
    /// No position may occur three times.
    ThirdTime,
    /// A position that occurs three times ends play without a result.
    NoResult,
    /// Passes in a row end play.
    Passes,
}

impl Section {
    /// The section that makes a move illegal because of its effect; `None` for other errors.
    pub const fn of(error: PlayError) -> Option<Self> {
        Some(match error {
            PlayError::Suicide(_) => Self::Suicide,
            PlayError::Ko(_) => Self::Ko,
            PlayError::Superko(_) => Self::Superko,
            PlayError::FightingKo(_) => Self::FightingKo,
            PlayError::DisturbingKo(_) => Self::DisturbingKo,
            PlayError::SekiKo(_) => Self::SekiKo,
            PlayError::ThirdTime(_) => Self::ThirdTime,
            PlayError::Occupied(_)
            | PlayError::Outside(..)
            | PlayError::Ended
            | PlayError::Exhausted(_)
            | PlayError::Barred(_) => return None,
        })
    }
}

/// A citable section of a rule set of ordinary Go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// The name of the rule set, such as `aga`.
    pub rules: &'static str,
    /// The section.
    pub section: Section,
}

/// A decision of the rules, actual or hypothetical.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// A chain leaves the board.
    Retirement {
        /// The reason: who took its last liberty.
        cause: Cause,
        /// The destination of its stones.
        destination: Destination,
    },
    /// A chain would go to quarantine, because one has retired on the same points before.
    Repetition,
    /// An enclosed stone may not retire.
    Immovability,
    /// A colour is barred from the right.
    Barring,
    /// A placement would be a dead end and lose.
    DeadEnd,
    /// Black would lose by abstaining before the first placement.
    Opening,
    /// Play ends for this reason.
    End(Reason),
    /// Play ends by passes in a row.
    Passes,
    /// A placement is illegal.
    Illegality,
}

impl Ruling {
    /// The articles that justify it.
    pub const fn articles(self) -> &'static [Article] {
        match self {
            Self::Retirement { destination: Destination::Captured, .. } | Self::Passes | Self::Illegality => &[],
            Self::Retirement { destination: Destination::Quarantine, .. } => {
                &[Article::RETIREMENT, Article::QUARANTINE]
            }
            Self::Retirement { destination: Destination::Bowl, cause: Cause::Enclosed } => {
                &[Article::RETIREMENT, Article::WAITING]
            }
            Self::Retirement { .. } => &[Article::RETIREMENT],
            Self::Repetition => &[Article::QUARANTINE],
            Self::Immovability => &[Article::IMMOVABLE, Article::NO_RESTORATION],
            Self::Barring => &[Article::Annex],
            Self::DeadEnd => &[Article::IMMOVABLE, Article::NO_RESTORATION, Article::FORFEIT],
            Self::Opening => &[Article::FIRST_PLACEMENT, Article::NO_CIRCULATION, Article::FORFEIT],
            Self::End(reason) => match reason {
                Reason::Abstentions => &[Article::ABSTENTIONS],
                Reason::BlackAbstainedFirst => &[Article::FIRST_PLACEMENT, Article::NO_CIRCULATION],
                Reason::DeadEnd => &[Article::NO_PLACEMENT, Article::NO_CIRCULATION],
                Reason::Annihilation => &[Article::ANNIHILATION, Article::NO_CIRCULATION],
                Reason::Exhaustion => &[Article::QUOTA, Article::NO_CIRCULATION],
                Reason::IdenticalPlacement => &[Article::Annex],
                Reason::Repetition | Reason::NoResult | Reason::Resignation | Reason::Time => &[],
            },
        }
    }
}

impl Count {
    /// The articles that define the count.
    pub fn articles(&self) -> Vec<Article> {
        let points = self.is_by_contact().then_some(Article::POINTS);
        points.into_iter().chain((self.is_by_contact() && self.komi != 0.0).then_some(Article::KOMI)).collect()
    }
}

impl Outcome {
    /// The articles that ended play, then those that decided the result. `count` is the board's count; without contact
    /// there are no articles to cite.
    pub fn articles(&self, count: &Count) -> Vec<Article> {
        if !count.is_by_contact() {
            return Vec::new();
        }
        let by_count = if count.lacks_points() { Article::NO_POINTS } else { Article::COMPARISON };
        match self.reason {
            Reason::Abstentions => vec![Article::ABSTENTIONS, by_count],
            Reason::BlackAbstainedFirst => vec![Article::FIRST_PLACEMENT, Article::FORFEIT],
            Reason::DeadEnd => vec![Article::IMMOVABLE, Article::FORFEIT],
            Reason::Annihilation => vec![Article::ANNIHILATION, by_count],
            Reason::Exhaustion => vec![Article::NO_CIRCULATION, by_count],
            Reason::IdenticalPlacement => vec![Article::Annex, by_count],
            Reason::Repetition | Reason::NoResult | Reason::Resignation | Reason::Time => Vec::new(),
        }
    }
}
