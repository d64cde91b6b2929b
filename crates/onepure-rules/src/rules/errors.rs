//! Errors of moves and of set-up positions.

use crate::board::Color;
use crate::geometry::{BoardSize, Point};

/// The reason why a move was not played. The game is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// The point already has a stone.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// The point is not on the board.
    #[error("{0} is not on a board of {1} lines")]
    Outside(Point, BoardSize),
    /// Suicide is illegal under these rules.
    #[error("{0} is suicide: the chain would have no liberty")]
    Suicide(Point),
    /// No position may occur twice under these rules.
    #[error("{0} would bring an earlier position back (superko)")]
    Superko(Point),
    /// A ko may not be retaken at once under these rules.
    #[error("{0} retakes a ko at once")]
    Ko(Point),
    /// The opponent has just captured in a fighting ko, and the point belongs to it (Ing rules).
    #[error("{0} belongs to the fighting ko in which a stone has just been captured: play elsewhere first (Ing ko)")]
    FightingKo(Point),
    /// The colour has completed a cycle in a disturbing ko (Ing rules).
    #[error("{0} would go round in the disturbing ko once more: place a stone elsewhere first (Ing ko)")]
    DisturbingKo(Point),
    /// The point belongs to kos that count as a seki after one cycle (Ing rules of 1986).
    #[error("{0} belongs to kos that have gone round once, and are a seki now (Ing ko of 1986)")]
    SekiKo(Point),
    /// The position would occur for the third time with the same colour to play (Ing rules).
    #[error("{0} would bring a position back for the third time (Ing ko)")]
    ThirdTime(Point),
    /// Play has ended.
    #[error("play has ended")]
    Ended,
    /// The colour has no waiting stone, so it cannot receive the right.
    #[error("{0} has no waiting stone")]
    Exhausted(Color),
    /// The annex bars the colour from the right.
    #[error("{0} may not receive the right again, because it recreated a position")]
    Barred(Color),
}

impl PlayError {
    /// Returns whether the move is illegal because it repeats a position, and would be legal by simple ko alone.
    pub const fn is_repetition(self) -> bool {
        matches!(
            self,
            Self::Superko(_) | Self::FightingKo(_) | Self::DisturbingKo(_) | Self::SekiKo(_) | Self::ThirdTime(_)
        )
    }

    /// The point of a placement that is illegal because of its effect: suicide, or the repetition of a position. `None`
    /// for other errors.
    pub const fn forbidden_point(self) -> Option<Point> {
        match self {
            Self::Suicide(point)
            | Self::Superko(point)
            | Self::Ko(point)
            | Self::FightingKo(point)
            | Self::DisturbingKo(point)
            | Self::SekiKo(point)
            | Self::ThirdTime(point) => Some(point),
            Self::Occupied(_) | Self::Outside(..) | Self::Ended | Self::Exhausted(_) | Self::Barred(_) => None,
        }
    }
}

/// The reason why a position cannot be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetUpError {
    /// A stone lies outside the board.
    #[error("{0} is not on a board of {1} lines")]
    Outside(Point, BoardSize),
    /// Two stones lie on one point.
    #[error("{0} has a stone of each colour")]
    TwoStones(Point),
    /// A chain has no liberty. Such a chain cannot exist between two turns.
    #[error("the chain at {0} has no liberty")]
    Enclosed(Point),
    /// A colour has more stones on the board than its quota.
    #[error("{color} stones: expected at most {quota} (the quota), got {stones}")]
    OverQuota {
        /// The colour.
        color: Color,
        /// The number of its stones.
        stones: usize,
        /// The quota.
        quota: u16,
    },
}
