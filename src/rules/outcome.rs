//! How a game ended: who won, why, and by which article.

use super::points::Count;
use super::ruleset::Counting;
use crate::board::Color;
use std::fmt;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Why play ended.
    pub reason: Reason,
    /// Who won, and by what.
    pub verdict: Verdict,
}

/// Why play ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A position at which Black abstained and one at which White abstained are the same (article 6 ①); under other rules,
    /// both abstained in a row.
    Abstentions,
    /// Black abstained from the first placement of the game (article 2 ③).
    BlackAbstainedFirst,
    /// An enclosed stone that may not retire stands on the board, and nobody may place (articles 2 ④ and 3 ④).
    DeadEnd,
    /// A colour that had stones on the board has none left (article 5 ②).
    Annihilation,
    /// The colour that would receive the right has no waiting stone (articles 1 and 6 ②).
    Exhaustion,
    /// A placement recreated an earlier position on a lesser board, and the opponent has had its last turn (annex).
    IdenticalPlacement,
    /// A position came back with the same colour to play, under an option that makes this a draw.
    Repetition,
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Time,
}

/// Who won, and by what.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// A colour won.
    Win(Color, WonBy),
    /// Neither won, neither lost.
    Draw,
    /// Neither colour has a point, so neither can win (article 9 ③).
    BothLose,
}

/// What a win was won by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum WonBy {
    /// By the count: points ahead, the lead taken into account.
    Points(f64),
    /// The opponent made circulation impossible (article 9 ②).
    Forfeit,
    /// The opponent resigned.
    Resignation,
    /// The opponent ran out of time.
    Time,
}

/// An article of the rules, written as `3-4` for article 3 ④ and as `4` for article 4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Article {
    /// The rules for lesser boards.
    Annex,
    /// An article without paragraphs.
    Whole(u8),
    /// Article and paragraph.
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
    /// What article 4 forbids cannot retire.
    pub const IMMOVABLE: Self = Self::Paragraph(3, 4);
    /// The position after a retirement may not be the one before the placement of what retired.
    pub const NO_RESTORATION: Self = Self::Whole(4);
    /// Annihilation.
    pub const ANNIHILATION: Self = Self::Paragraph(5, 2);
    /// Both colours abstained at one position.
    pub const ABSTENTIONS: Self = Self::Paragraph(6, 1);
    /// The right cannot circulate.
    pub const NO_CIRCULATION: Self = Self::Paragraph(6, 2);
    /// Who has which points.
    pub const POINTS: Self = Self::Whole(7);
    /// What moving first is worth.
    pub const LEAD: Self = Self::Whole(8);
    /// The points are compared.
    pub const COMPARISON: Self = Self::Paragraph(9, 1);
    /// Who makes circulation impossible loses.
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

impl Outcome {
    /// The end for a reason that `color` brought about. The count is asked for where it decides.
    pub fn by(reason: Reason, color: Color, count: impl FnOnce() -> Count) -> Self {
        match reason {
            Reason::DeadEnd | Reason::BlackAbstainedFirst | Reason::Resignation | Reason::Time => {
                Self::lost_by(color, reason)
            }
            Reason::Repetition => Self { reason, verdict: Verdict::Draw },
            Reason::Abstentions | Reason::Annihilation | Reason::Exhaustion | Reason::IdenticalPlacement => {
                Self::counted(reason, &count())
            }
        }
    }

    /// Play ended and the board was counted.
    pub fn counted(reason: Reason, count: &Count) -> Self {
        Self { reason, verdict: count.verdict() }
    }

    /// Play ended in one colour's loss, whatever the board says.
    pub fn lost_by(color: Color, reason: Reason) -> Self {
        let won_by = match reason {
            Reason::Resignation => WonBy::Resignation,
            Reason::Time => WonBy::Time,
            _ => WonBy::Forfeit,
        };
        Self { reason, verdict: Verdict::Win(!color, won_by) }
    }

    /// The colour that won.
    pub fn winner(&self) -> Option<Color> {
        match self.verdict {
            Verdict::Win(color, _) => Some(color),
            Verdict::Draw | Verdict::BothLose => None,
        }
    }

    /// Whether play cannot be resumed after it. After an end by abstentions a placement may resume play, if the players do
    /// not agree on what is lost; see also [`Game::is_final`](super::Game::is_final).
    pub fn is_final(&self) -> bool {
        self.reason != Reason::Abstentions
    }

    /// The articles at work: the one that ended play, then the one that decided the result. `count` is the board's; where
    /// it is not by article 7, no article of these is cited.
    pub fn articles(&self, count: &Count) -> Vec<Article> {
        if count.counting != Counting::Contact {
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
            Reason::Repetition | Reason::Resignation | Reason::Time => Vec::new(),
        }
    }
}

impl Reason {
    /// Whether a player gave the game up, or its clock did: no turn brought about the end.
    pub const fn is_given_up(self) -> bool {
        matches!(self, Self::Resignation | Self::Time)
    }

    /// Whether the board was counted.
    pub const fn is_count(self) -> bool {
        matches!(self, Self::Abstentions | Self::Annihilation | Self::Exhaustion | Self::IdenticalPlacement)
    }

    /// The word for it in answers to programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Abstentions => "abstentions",
            Self::BlackAbstainedFirst => "black-abstained-first",
            Self::DeadEnd => "dead-end",
            Self::Annihilation => "annihilation",
            Self::Exhaustion => "exhaustion",
            Self::IdenticalPlacement => "identical-placement",
            Self::Repetition => "repetition",
            Self::Resignation => "resignation",
            Self::Time => "time",
        }
    }
}

impl fmt::Display for Verdict {
    /// As in SGF's RE: `B+1`, `W+12`, `0`, `B+Forfeit`, `W+Resign`, `B+Time`; and `Both-lose`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(color, won_by) => {
                let color = match color {
                    Color::Black => 'B',
                    Color::White => 'W',
                };
                match won_by {
                    WonBy::Points(points) => write!(f, "{color}+{points}"),
                    WonBy::Forfeit => write!(f, "{color}+Forfeit"),
                    WonBy::Resignation => write!(f, "{color}+Resign"),
                    WonBy::Time => write!(f, "{color}+Time"),
                }
            }
            Self::Draw => f.write_str("0"),
            Self::BothLose => f.write_str("Both-lose"),
        }
    }
}
