//! What happens in a game: moves, turns, retirements, abstentions.

use super::outcome::Outcome;
use super::positions::PositionId;
use super::systems::turn::Cause;
use crate::board::Color;
use crate::geometry::{Point, PointSet};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// What a player does with the right (착점권).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Puts a stone on the point (착점).
    Place(Point),
    /// Does not use the right (불착); in GTP, `pass`.
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
    /// As GTP writes it.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "pass" => Ok(Self::Abstain),
            point => point.parse().map(Self::Place).map_err(|_| Error::custom(format!("`{point}` is not a move"))),
        }
    }
}

/// Everything that happened in one turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// The number of the turn, from 1; placements and abstentions count.
    pub number: usize,
    /// Who had the right.
    pub color: Color,
    /// What it was used for.
    pub action: Move,
    /// The chains that left the board, in the order in which they were lifted.
    pub retired: Vec<Retirement>,
    /// The enclosed stones that could not retire (불퇴).
    pub immovable: Vec<Point>,
    /// The colour that this turn barred from the right, by recreating a position on a lesser board.
    pub barred: Option<Color>,
    /// How play ended with this turn, if it did.
    pub outcome: Option<Outcome>,
}

/// A chain that left the board (퇴점).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Retirement {
    /// The colour of the chain.
    pub color: Color,
    /// Its points.
    pub stones: PointSet,
    /// Who took its last liberty.
    pub cause: Cause,
    /// Whether a chain of this colour on exactly these points had retired before (재퇴).
    pub repeated: bool,
    /// Whether the stones went to quarantine (격리), not back to the bowl.
    pub quarantined: bool,
}

/// A chain that has retired in this game, once or more often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RetiredChain {
    /// The colour of the chain.
    pub color: Color,
    /// Its points.
    pub stones: PointSet,
    /// How often it has retired.
    pub times: usize,
    /// Why it retired the last time.
    pub cause: Cause,
}

/// An abstention (불착).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abstention {
    /// The number of the turn, from 1.
    pub turn: usize,
    /// The hash of the position at which it happened.
    pub hash: u64,
    pub(super) position: PositionId,
}
