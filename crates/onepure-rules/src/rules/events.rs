//! The events of a game: moves, turns, retirements, abstentions.

use super::outcome::Outcome;
use super::positions::PositionId;
use super::systems::turn::Cause;
use crate::board::Color;
use crate::geometry::{Point, PointSet};
use arrayvec::ArrayVec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;
use std::fmt;

/// A use of the right (착점권).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Puts a stone on the point (착점).
    Place(Point),
    /// Leaves the right unused (불착); in GTP, `pass`.
    Abstain,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(point) => point.fmt(f),
            Self::Abstain => f.pad("pass"),
        }
    }
}

impl Serialize for Move {
    /// Writes the move as in GTP.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "pass" => Ok(Self::Abstain),
            point => point
                .parse()
                .map(Self::Place)
                .map_err(|_| Error::custom(format!("move: expected a point such as D4, or pass, got \"{point}\""))),
        }
    }
}

/// A complete account of one turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// The number of the turn, from 1; placements and abstentions count.
    pub number: usize,
    /// The colour that had the right.
    pub color: Color,
    /// The move.
    pub action: Move,
    /// The chains that left the board, in the order in which they left.
    pub retired: SmallVec<[Retirement; 1]>,
    /// The enclosed stones that may not retire (불퇴).
    pub immovable: ArrayVec<Point, 2>,
    /// The colour that this turn barred from the right, by recreating a position on a lesser board.
    pub barred: Option<Color>,
    /// The end of play, if this turn ended it.
    pub outcome: Option<Outcome>,
}

/// A chain that left the board (퇴점).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Retirement {
    /// The colour of the chain.
    pub color: Color,
    /// Its points.
    pub stones: PointSet,
    /// The reason of its retirement: who took its last liberty.
    pub cause: Cause,
    /// True if a chain of this colour on exactly these points had retired before (재퇴).
    pub repeated: bool,
    /// True if the stones went to quarantine (격리) instead of the bowl.
    pub quarantined: bool,
}

/// A chain that has retired at least once in this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RetiredChain {
    /// The colour of the chain.
    pub color: Color,
    /// Its points.
    pub stones: PointSet,
    /// The number of its retirements.
    pub times: usize,
    /// The reason of its last retirement.
    pub cause: Cause,
}

/// An abstention (불착).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abstention {
    /// The number of the turn, from 1.
    pub turn: usize,
    /// The hash of the position at which the colour abstained.
    pub hash: u64,
    pub(super) position: PositionId,
}
