//! Known outcomes: ends of play, and what follows from them for the positions before (MCTS-Solver: Winands, Björnsson and Saito, "Monte-Carlo
//! Tree Search Solver", 2008).
//!
//! A position has a known outcome if one of its moves wins, or if the outcomes of all its moves are known. The search then never evaluates it
//! again: a simulation that reaches it goes on by known moves to an end of play, which has its exact value.
//!
//! The search leaves out some legal moves, such as those that fill an own eye. An outcome that a move left out could change is known to the
//! search, but it is not proven.

use super::node::Node;
use super::tree::{NodeId, Tree};
use onepure_rules::board::Color;
use onepure_rules::geometry::Layout;
use onepure_rules::rules::{Count, Outcome, Reason, Verdict};
use onepure_rules::simulation::{PlayEnd, SimulationPosition};
use serde::{Deserialize, Serialize};

/// The result of a game for one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// The colour wins.
    Win,
    /// The colour loses.
    Loss,
    /// Neither colour wins.
    Draw,
}

impl Ending {
    /// The result for the other colour.
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
        }
    }

    /// The win rate, from 0 to 1.
    pub const fn win_rate(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Loss => 0.0,
            Self::Draw => 0.5,
        }
    }
}

/// The outcome of a position or a move with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Known {
    /// The result of the game. In a [`Report`](super::Report) it is that of the colour that moves.
    pub ending: Ending,
    /// Whether it holds against all legal moves, and not only against those that the search considers.
    pub is_proven: bool,
}

impl Known {
    /// The outcome for the other colour.
    pub const fn reversed(self) -> Self {
        Self { ending: self.ending.reversed(), ..self }
    }

    /// The name of the winner, or `draw`, if this is proven. `color` is the one whose result it is.
    pub fn proven_winner(self, color: Color) -> Option<&'static str> {
        self.is_proven.then_some(match self.ending {
            Ending::Win => color.name(),
            Ending::Loss => (!color).name(),
            Ending::Draw => "draw",
        })
    }
}

/// An end of play with its verdict and its count.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndOfPlay {
    /// The colour that made the last turn.
    by: Color,
    pub(super) verdict: Verdict,
    pub(super) count: Count,
    /// Whether the players may still remove dead stones.
    is_estimate: bool,
    /// The lines of the board.
    pub(super) lines: usize,
}

impl EndOfPlay {
    /// Judges the end of a simulation at this position.
    pub(super) fn of<L: Layout>(position: &impl SimulationPosition<L>, PlayEnd { reason, by }: PlayEnd) -> Self {
        let count = position.count();
        Self {
            by,
            verdict: Outcome::by(reason, by, || count).verdict,
            count,
            is_estimate: reason == Reason::Abstentions && position.articles().lifts_dead_stones(),
            lines: position.board().size().lines(),
        }
    }

    /// The outcome for the colour that made the last turn. `None` if it is an estimate, or no win, loss or draw.
    pub(super) fn known(&self) -> Option<Known> {
        let ending = match self.verdict {
            _ if self.is_estimate => return None,
            Verdict::Win(winner, _) if winner == self.by => Ending::Win,
            Verdict::Win(..) => Ending::Loss,
            Verdict::Draw => Ending::Draw,
            Verdict::NoResult | Verdict::BothLose => return None,
        };
        Some(Known { ending, is_proven: true })
    }
}

/// Records the outcome of the last node of a path, and what follows from it for the nodes before.
pub(super) fn back_up(tree: &Tree, path: &[(NodeId, Color)], known: Known) {
    let Some((&(end, _), before)) = path.split_last() else { return };
    tree.node(end).set_known(known);
    for &(node, _) in before.iter().rev() {
        if tree.node(node).known().is_none() {
            let Some(known) = of_children(tree, node) else { return };
            tree.node(node).set_known(known);
        }
    }
}

/// The outcome of a node for the colour that moved to it, if it follows from those of its children.
pub(super) fn of_children(tree: &Tree, id: NodeId) -> Option<Known> {
    // Read first: children that another thread adds meanwhile are then all seen, or the node is taken to have more.
    let mut all_are_known = tree.is_expanded(id) && !tree.has_rest(id);
    let (mut found, mut all_are_proven) = (Ending::Win, !tree.node(id).leaves_moves_out());
    for (_, child) in tree.family(id) {
        match child.known() {
            Some(Known { ending: Ending::Win, is_proven }) => {
                if is_proven {
                    return Some(Known { ending: Ending::Loss, is_proven });
                }
                found = Ending::Loss;
            }
            Some(Known { ending, is_proven }) => {
                all_are_proven &= is_proven;
                if ending == Ending::Draw && found == Ending::Win {
                    found = Ending::Draw;
                }
            }
            None => all_are_known = false,
        }
    }
    match found {
        Ending::Loss => Some(Known { ending: found, is_proven: false }),
        Ending::Win | Ending::Draw => all_are_known.then_some(Known { ending: found, is_proven: all_are_proven }),
    }
}

/// The most visited of the allowed moves that are known to win; `None` if the node has none.
pub(super) fn winning_child(tree: &Tree, id: NodeId, is_allowed: impl Fn(&Node) -> bool) -> Option<NodeId> {
    if !tree.node(id).is_known_loss() {
        return None;
    }
    let wins = tree.family(id).filter(|(_, child)| child.is_known_win() && is_allowed(child));
    wins.max_by_key(|(_, child)| child.visits()).map(|(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::node::{NewChild, PackedMove};
    use onepure_rules::geometry::{Large, Point};

    const WIN: Option<Known> = Some(Known { ending: Ending::Win, is_proven: true });
    const LOSS: Option<Known> = Some(Known { ending: Ending::Loss, is_proven: true });
    const DRAW: Option<Known> = Some(Known { ending: Ending::Draw, is_proven: true });

    /// These many children.
    fn children(count: usize) -> Vec<NewChild> {
        let child = |number| NewChild { action: PackedMove::place(Point::<Large>::from_index(number)), prior: 0.1 };
        (0..count).map(child).collect()
    }

    /// An outcome that the search knows, but that is not proven.
    fn unproven(known: Option<Known>) -> Option<Known> {
        known.map(|known| Known { is_proven: false, ..known })
    }

    /// The outcome of a root with children of these outcomes, which leaves moves out if `leaves_out`, and has unexpanded children if `has_rest`.
    fn of_root(outcomes: &[Option<Known>], leaves_out: bool, has_rest: bool) -> Option<Known> {
        let tree = Tree::new(0, None);
        if leaves_out {
            tree.node(Tree::ROOT).leave_moves_out();
        }
        let count = outcomes.len();
        tree.expand_first(Tree::ROOT, count, || children(count + usize::from(has_rest)));
        for ((_, child), known) in tree.family(Tree::ROOT).zip(outcomes) {
            if let Some(known) = *known {
                child.set_known(known);
            }
        }
        of_children(&tree, Tree::ROOT)
    }

    #[test]
    fn an_outcome_follows_from_those_of_the_moves() {
        assert_eq!(of_children(&Tree::new(0, None), Tree::ROOT), None, "no move is in the tree");
        for (outcomes, expected) in [
            (&[WIN, None][..], LOSS),
            (&[None, DRAW, WIN], LOSS),
            (&[LOSS, LOSS], WIN),
            (&[LOSS, DRAW, LOSS], DRAW),
            (&[LOSS, None], None),
            (&[DRAW, None], None),
            (&[unproven(WIN), WIN], LOSS),
            (&[unproven(WIN), None], unproven(LOSS)),
            (&[LOSS, unproven(LOSS)], unproven(WIN)),
            (&[unproven(LOSS), DRAW], unproven(DRAW)),
        ] {
            assert_eq!(of_root(outcomes, false, false), expected, "{outcomes:?}");
        }
    }

    #[test]
    fn moves_outside_the_tree_leave_it_open_whether_all_lose() {
        for (outcome, of_all) in [(LOSS, WIN), (DRAW, DRAW)] {
            assert_eq!(of_root(&[outcome, outcome], false, true), None);
            assert_eq!(of_root(&[outcome, outcome], true, false), unproven(of_all));
        }
        for (leaves_out, has_rest) in [(true, false), (false, true)] {
            assert_eq!(of_root(&[WIN, None], leaves_out, has_rest), LOSS);
        }
    }

    #[test]
    fn outcomes_go_up_as_far_as_they_decide() {
        // The root has two moves, with two answers each.
        let tree = Tree::new(0, None);
        tree.expand(Tree::ROOT, || children(2));
        let moves: Vec<_> = tree.children(Tree::ROOT).collect();
        for &id in &moves {
            tree.expand(id, || children(2));
        }
        let answers: Vec<_> = moves.iter().flat_map(|&id| tree.children(id)).collect();
        let end = |number: usize, known: Option<Known>| {
            let path = [Tree::ROOT, moves[number / 2], answers[number]].map(|id| (id, Color::Black));
            back_up(&tree, &path, known.expect("an outcome"));
        };
        let known = |id| tree.node(id).known();
        end(0, LOSS);
        assert_eq!([moves[0], Tree::ROOT].map(known), [None, None]);
        assert_eq!(winning_child(&tree, Tree::ROOT, |_| true), None);
        end(1, DRAW);
        assert_eq!([moves[0], Tree::ROOT].map(known), [DRAW, None]);
        end(2, LOSS);
        end(3, LOSS);
        assert_eq!([moves[1], Tree::ROOT].map(known), [WIN, LOSS]);
        assert_eq!(winning_child(&tree, Tree::ROOT, |_| true), Some(moves[1]));
        assert_eq!(winning_child(&tree, Tree::ROOT, |child| child.known() == DRAW), None);
    }

    #[test]
    fn a_proven_outcome_names_the_winner() {
        let winner = |ending, is_proven| Known { ending, is_proven }.proven_winner(Color::White);
        let all = [Ending::Win, Ending::Loss, Ending::Draw];
        assert_eq!(all.map(|ending| winner(ending, true)), [Some("white"), Some("black"), Some("draw")]);
        assert_eq!(all.map(|ending| winner(ending, false)), [None; 3]);
    }
}
