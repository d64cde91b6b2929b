//! The nodes of a record's tree.

use super::Problem;
use crate::board::{Color, PerColor, Position};
use crate::geometry::PointSet;
use crate::rules::Move;
use smallvec::SmallVec;
use std::fmt;

/// A node of a record: a move, a set-up or neither, with a comment and other properties.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The effect on the game.
    pub content: NodeContent,
    /// The comment (C).
    pub comment: Option<String>,
    /// Properties without a meaning here, kept and written back unchanged.
    pub other: Vec<Property>,
    /// The line of the text at which the node begins, from 1; `None` if the record was not read from text.
    pub(super) line: Option<usize>,
    /// The problem of a node whose move or set-up cannot be read. Its properties are in `other`, and a replay stops
    /// before it.
    pub(super) fault: Option<Box<Problem>>,
    /// The children. The first of them continues the main line.
    pub(super) children: SmallVec<[NodeId; 1]>,
}

impl Node {
    /// A node with this content and nothing else.
    pub fn new(content: NodeContent) -> Self {
        Self { content, ..Self::default() }
    }

    /// The node with this comment instead of its own.
    pub fn with_comment(self, comment: Option<String>) -> Self {
        Self { comment, ..self }
    }
}

/// The id of a node in its record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeId(pub(super) usize);

/// The effect of a node on the game.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum NodeContent {
    /// No effect.
    #[default]
    Note,
    /// A move of this colour (B, W).
    Move(Color, Move),
    /// A set-up of the position by hand.
    SetUp(Box<SetUp>),
}

/// A change of the position by hand: stones put down and lifted outside the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SetUp {
    /// The points where stones of each colour are put (AB, AW), replacing any stones there.
    pub stones: PerColor<PointSet>,
    /// The points that become empty (AE).
    pub emptied: PointSet,
    /// The colour that holds the right afterwards (PL).
    pub to_play: Option<Color>,
}

impl SetUp {
    /// Returns whether the set-up changes any point.
    pub fn changes_stones(&self) -> bool {
        Self { to_play: None, ..*self } != Self::default()
    }

    /// The position after the change. If the set-up has both colours on one point, so does the position, and
    /// [`Game::set_up`](crate::rules::Game::set_up) refuses it.
    pub fn applied_to(&self, position: &Position) -> Position {
        let before = position.without(self.stones.black | self.stones.white | self.emptied);
        Position { stones: PerColor::from_fn(|color| before.stones[color] | self.stones[color]) }
    }
}

/// A property as written in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The identifier, in capitals and digits.
    pub identifier: String,
    /// The values, in which backslashes protect special characters.
    pub values: SmallVec<[String; 1]>,
}

impl Property {
    /// A property with these values, as they stand between the brackets.
    pub fn new(identifier: impl Into<String>, values: impl IntoIterator<Item: Into<String>>) -> Self {
        Self { identifier: identifier.into(), values: values.into_iter().map(Into::into).collect() }
    }

    /// The property as one short line, for messages.
    pub(super) fn excerpt(&self) -> String {
        const MAX_LENGTH: usize = 40;
        let text = self.to_string();
        let mut excerpt: String = text
            .chars()
            .take(MAX_LENGTH)
            .map(|character| if character.is_control() { ' ' } else { character })
            .collect();
        if text.chars().nth(MAX_LENGTH).is_some() {
            excerpt.push('…');
        }
        excerpt
    }
}

impl fmt::Display for Property {
    /// Writes the property as in SGF: the identifier, then each value in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.identifier)?;
        self.values.iter().try_for_each(|value| write!(f, "[{value}]"))
    }
}
