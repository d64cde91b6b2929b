//! A line through the tree of a record.

use super::node::{Node, NodeContent};
use super::{Problem, Record, RecordError};
use crate::board::Color;
use crate::rules::Move;

/// A line through a record, from its root to an end.
///
/// ```
/// use onepure_rules::record::Record;
/// use onepure_rules::rules::Ruleset;
///
/// let record: Record = "(;SZ[9];B[ee](;W[ec])(;W[cc](;B[gg])(;B[gc])))".parse()?;
/// let line = record.variation(&[2, 2])?;
/// let moves: Vec<_> = line.moves().map(|(color, action)| format!("{color} {action}")).collect();
/// assert_eq!(moves, ["black E5", "white C7", "black G7"]);
/// assert_eq!(line.replay_before(3, Ruleset::one_pure())?.turns().len(), 2);
/// # Ok::<(), onepure_rules::record::RecordError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Variation<'r> {
    record: &'r Record,
    nodes: Vec<&'r Node>,
    is_main: bool,
}

impl<'r> Variation<'r> {
    pub(super) fn main(record: &'r Record) -> Self {
        Self::follow(record, |_| Ok(0)).unwrap_or_else(|_: std::convert::Infallible| unreachable!("nothing is chosen"))
    }

    pub(super) fn chosen(record: &'r Record, numbers: &[usize]) -> Result<Self, RecordError> {
        let mut remaining = numbers.iter();
        let wrong = |problem| RecordError::new(problem).in_file(record.file.clone());
        let variation = Self::follow(record, |available| match remaining.next() {
            None => Ok(0),
            Some(&asked) if (1..=available).contains(&asked) => Ok(asked - 1),
            Some(&asked) => Err(wrong(Problem::NoVariation { asked, available })),
        })?;
        match remaining.next() {
            None => Ok(variation),
            Some(&asked) => Err(wrong(Problem::NoBranch(asked))),
        }
    }

    /// Follows the tree from the root. At each branch `choose` receives the number of variations and returns one, from
    /// 0.
    fn follow<E>(record: &'r Record, mut choose: impl FnMut(usize) -> Result<usize, E>) -> Result<Self, E> {
        let mut line = Self { record, nodes: Vec::new(), is_main: record.is_original };
        let mut next = Some(Record::ROOT);
        while let Some(id) = next {
            let node = record.node(id);
            line.nodes.push(node);
            let chosen = if node.children.len() > 1 { choose(node.children.len())? } else { 0 };
            line.is_main &= chosen == 0;
            next = node.children.get(chosen).copied();
        }
        Ok(line)
    }

    /// The record of this line.
    pub const fn record(&self) -> &'r Record {
        self.record
    }

    /// The nodes of the line, the root first.
    pub fn nodes(&self) -> impl Iterator<Item = &'r Node> + '_ {
        self.nodes.iter().copied()
    }

    /// The moves of the line.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Move)> + '_ {
        self.nodes().filter_map(|node| match node.content {
            NodeContent::Move(color, action) => Some((color, action)),
            NodeContent::Note | NodeContent::SetUp(_) => None,
        })
    }

    /// Returns whether this is the main line, to which the result in the record belongs.
    pub const fn is_main(&self) -> bool {
        self.is_main
    }
}
