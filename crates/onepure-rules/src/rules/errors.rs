//! Why something cannot be played or set up.

use crate::board::Color;
use crate::geometry::{BoardSize, Point};

/// Why a move was not played. The game is as it was before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// There is a stone on the point already.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// The point is not on the board.
    #[error("{0} is not on a board of {1} lines")]
    Outside(Point, BoardSize),
    /// Suicide is illegal under these rules.
    #[error("{0} is suicide: the chain would have no liberty")]
    Suicide(Point),
    /// No position may stand twice under these rules.
    #[error("{0} would bring an earlier position back (superko)")]
    Superko(Point),
    /// A ko may not be retaken at once under these rules.
    #[error("{0} retakes a ko at once")]
    Ko(Point),
    /// The opponent has just captured in a fighting ko to which the point belongs (Ing rules).
    #[error("{0} belongs to the fighting ko in which a stone has just been captured: play elsewhere first (Ing ko)")]
    FightingKo(Point),
    /// The colour has gone round in a disturbing ko once (Ing rules).
    #[error("{0} would go round in the disturbing ko once more: place a stone elsewhere first (Ing ko)")]
    DisturbingKo(Point),
    /// The point belongs to kos that are a seki, because they have gone round once (Ing rules of 1986).
    #[error("{0} belongs to kos that have gone round once, and are a seki now (Ing ko of 1986)")]
    SekiKo(Point),
    /// A position would stand for the third time with the same colour to play (Ing rules).
    #[error("{0} would bring a position back for the third time (Ing ko)")]
    ThirdTime(Point),
    /// Play has ended.
    #[error("play has ended")]
    Ended,
    /// The colour has no waiting stone, so that it cannot hold the right.
    #[error("{0} has no waiting stone")]
    Exhausted(Color),
    /// The colour is barred from the right by the annex.
    #[error("{0} may not receive the right again, because it recreated a position")]
    Barred(Color),
}

impl PlayError {
    /// The point of a placement that is illegal by what it would do: suicide, or the repetition of a position.
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

/// Why a position cannot be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetUpError {
    /// A stone lies outside the board.
    #[error("{0} is not on a board of {1} lines")]
    Outside(Point, BoardSize),
    /// Two stones lie on one point.
    #[error("{0} has a stone of each colour")]
    TwoStones(Point),
    /// A chain has no liberty; between two turns none can stand.
    #[error("the chain at {0} has no liberty")]
    Enclosed(Point),
    /// There are more stones than a colour plays with.
    #[error("{stones} {color} stones are more than the quota of {quota}")]
    OverQuota {
        /// Whose.
        color: Color,
        /// How many.
        stones: usize,
        /// How many there may be.
        quota: u16,
    },
}
