//! Proofs as lines of play and as texts.

use super::Start;
use super::position::ProofPosition;
use super::search::Search;
use onepure_rules::board::Color;
use onepure_rules::geometry::{Layout, PointSet};
use onepure_rules::rules::Move;
use onepure_rules::simulation::{Action, Trail};
use std::fmt::Write;

/// The number of moves of a line in a text.
const MOVES_PER_LINE: usize = 24;

/// The longest line of play that is shown.
const LONGEST_LINE: usize = 60;

fn moved<L: Layout>(action: Action<L>) -> Move {
    match action {
        Action::Place(point) => Move::Place(point.convert()),
        Action::Abstain => Move::Abstain,
    }
}

/// Everything of a proof but its tree. A proof without a zone is about the whole board.
pub(super) fn header(start: &Start, next: Color, zone: Option<PointSet>, claim: &str) -> String {
    let zone = zone.map_or_else(String::new, |zone| format!("zone {}\n", zone.names(" ")));
    format!("onepure-proof 1\n{}{zone}claim {claim}\ntree\n", position(start, next))
}

/// The lines for a position with its history.
pub(super) fn position(start: &Start, next: Color) -> String {
    let mut text = String::new();
    let _ = match start {
        Start::Rectangle { columns, rows, ruleset } => {
            writeln!(text, "board {columns} {rows}\nrules {}\nfirst black", ruleset.name)
        }
        Start::Game(game) => {
            let lines = game.size().lines();
            let _ = writeln!(text, "board {lines} {lines}\nrules {}", game.ruleset().name);
            for color in Color::BOTH {
                let stones = game.start().stones[color];
                if !stones.is_empty() {
                    let _ = writeln!(text, "{color} {}", stones.names(" "));
                }
            }
            let _ = writeln!(text, "first {}", game.first_to_play());
            game.turns().iter().try_for_each(|turn| writeln!(text, "play {} {}", turn.color, turn.action))
        }
    };
    let _ = writeln!(text, "next {next}");
    text
}

/// The tree of a proof: at each turn of the side that the claim favours its move, in preorder; at each turn of the other side all legal
/// actions follow, points row by row from A1 and then the abstention. Returns the text and the number of moves, or `None` if it has
/// more moves than `most`.
pub(super) fn text<L: Layout, P: ProofPosition<L>>(
    search: &mut Search<L, P>,
    position: &P,
    reached: bool,
    most: usize,
) -> Option<(String, usize)> {
    if most == 0 || search.size(position).is_some_and(|size| size > 2 * most as u64) {
        return None;
    }
    let mut tree = Tree { text: String::new(), moves: 0, most, reached };
    tree.write(search, position)?;
    tree.text.push('\n');
    Some((tree.text, tree.moves))
}

struct Tree {
    text: String,
    moves: usize,
    most: usize,
    reached: bool,
}

impl Tree {
    fn write<L: Layout, P: ProofPosition<L>>(&mut self, search: &mut Search<L, P>, position: &P) -> Option<()> {
        if search.favours(position, self.reached) {
            if search.is_safe(position) {
                return self.push("alive");
            }
            let best = search.best(position)?;
            self.push(&moved(best).to_string())?;
            return self.follow(search, position, best);
        }
        for action in Search::<L, P>::actions(position) {
            self.follow(search, position, action)?;
        }
        Some(())
    }

    /// Plays an action and writes what follows, unless it is forbidden or ends the question.
    fn follow<L: Layout, P: ProofPosition<L>>(
        &mut self,
        search: &mut Search<L, P>,
        position: &P,
        action: Action<L>,
    ) -> Option<()> {
        let (mut next, mark) = (*position, search.facts.mark());
        let played = next.play(action, &mut search.facts, &mut Trail::default());
        let written = match played {
            Ok(end) if search.judge(&next, end).is_none() => self.write(search, &next),
            _ => Some(()),
        };
        search.facts.undo(mark);
        written
    }

    fn push(&mut self, token: &str) -> Option<()> {
        if self.moves > 0 {
            self.text.push(if self.moves.is_multiple_of(MOVES_PER_LINE) { '\n' } else { ' ' });
        }
        self.text.push_str(token);
        self.moves += 1;
        (self.moves <= self.most).then_some(())
    }
}

/// A line of play by the proof. The side that it refutes plays the moves with the longest proofs.
pub(super) fn line<L: Layout, P: ProofPosition<L>>(
    search: &mut Search<L, P>,
    position: &P,
    reached: bool,
) -> Vec<Move> {
    let (mut position, mut line) = (*position, Vec::new());
    let root = search.facts.mark();
    while line.len() < LONGEST_LINE && !search.is_safe(&position) {
        let action =
            if search.favours(&position, reached) { search.best(&position) } else { longest(search, &position) };
        let Some(action) = action else { break };
        line.push(moved(action));
        let end = position.play(action, &mut search.facts, &mut Trail::default());
        if !end.is_ok_and(|end| search.judge(&position, end).is_none()) {
            break;
        }
    }
    search.facts.undo(root);
    line
}

/// The action whose refutation has the most nodes.
fn longest<L: Layout, P: ProofPosition<L>>(search: &mut Search<L, P>, position: &P) -> Option<Action<L>> {
    let mut found: Option<(u64, Action<L>)> = None;
    for action in Search::<L, P>::actions(position) {
        let (mut next, mark) = (*position, search.facts.mark());
        if let Ok(end) = next.play(action, &mut search.facts, &mut Trail::default()) {
            let is_decided = search.judge(&next, end).is_some() || search.is_safe(&next);
            let size = if is_decided { 1 } else { search.size(&next).unwrap_or(1) };
            if found.is_none_or(|(most, _)| size > most) {
                found = Some((size, action));
            }
        }
        search.facts.undo(mark);
    }
    found.map(|(_, action)| action)
}
