//! The nodes of a record's tree.

use crate::board::{Color, PerColor, Position};
use crate::geometry::PointSet;
use crate::rules::Move;
use std::fmt;

/// A node of a record: a move, a set-up or neither, and what is said about it.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// What it does to the game.
    pub content: NodeContent,
    /// The comment (C).
    pub comment: Option<String>,
    /// The properties that have no meaning here. They are kept, and written back, as they were.
    pub other: Vec<Property>,
    /// The line of the text in which it begins, from 1; `None` in a record that was not read.
    pub(super) line: Option<usize>,
    /// The nodes that follow; the first of them continues the main line.
    pub(super) children: Vec<NodeId>,
}

impl Node {
    /// A node with this content, about which nothing is said yet.
    pub fn new(content: NodeContent) -> Self {
        Self { content, ..Self::default() }
    }

    /// The same node with a comment.
    pub fn with_comment(self, comment: Option<String>) -> Self {
        Self { comment, ..self }
    }
}

/// The place of a node in its record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeId(pub(super) usize);

/// What a node does to the game.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum NodeContent {
    /// Nothing.
    #[default]
    Note,
    /// A move of this colour (B, W).
    Move(Color, Move),
    /// A change of the position by hand.
    SetUp(Box<SetUp>),
}

/// A change of the position by hand: stones that are put down and lifted outside the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SetUp {
    /// Where stones of each colour are put (AB, AW), whatever stood there.
    pub stones: PerColor<PointSet>,
    /// Which points are made empty (AE).
    pub emptied: PointSet,
    /// Who holds the right afterwards (PL).
    pub to_play: Option<Color>,
}

impl SetUp {
    /// Whether it does anything to the stones.
    pub fn changes_stones(&self) -> bool {
        Self { to_play: None, ..*self } != Self::default()
    }

    /// The position after the change. If the set-up wants both colours on one point, both are there.
    pub fn applied_to(&self, position: &Position) -> Position {
        let before = position.without(self.stones.black | self.stones.white | self.emptied);
        Position { stones: PerColor::from_fn(|color| before.stones[color] | self.stones[color]) }
    }
}

/// A property as it is written in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Its identifier: capitals and digits.
    pub identifier: String,
    /// Its values, with the backslashes that protect characters in them.
    pub values: Vec<String>,
}

impl Property {
    /// The property on one line and not too long, for messages.
    pub(super) fn excerpt(&self) -> String {
        const LONGEST: usize = 40;
        let text = self.to_string();
        let mut excerpt: String =
            text.chars().take(LONGEST).map(|character| if character.is_control() { ' ' } else { character }).collect();
        if text.chars().nth(LONGEST).is_some() {
            excerpt.push('…');
        }
        excerpt
    }
}

impl fmt::Display for Property {
    /// As in SGF: the identifier, and each value in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.identifier)?;
        self.values.iter().try_for_each(|value| write!(f, "[{value}]"))
    }
}
