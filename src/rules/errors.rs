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
