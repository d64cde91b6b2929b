//! The fates of chains as far as they are proven cheaply: without a search, or by searches of a fixed number of nodes.

use super::group::{Question, Work};
use super::search::ProofLimits;
use crate::tactics::UnconditionalLife;
use onepure_rules::board::Color;
use onepure_rules::geometry::{Layout, Point, PointSet, with_layout};
use onepure_rules::rules::Game;
use onepure_rules::simulation::{ExactPosition, ZonePosition};
use web_time::Instant;

/// The bytes of stack for a cheap proof: half of what WebAssembly has, where no thread has a larger one.
const STACK: usize = 512 << 10;

/// The stack of a level of the search, in positions: three copies, and the rest.
const POSITIONS_PER_LEVEL: usize = 4;

/// The deepest line of a cheap proof.
const fn most_depth<L: Layout>() -> usize {
    STACK / (POSITIONS_PER_LEVEL * size_of::<ExactPosition<L>>())
}

/// The work that the proofs of a position may take, in children: a node has one for each empty point and one for the pass. So the answers
/// do not depend on the speed of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The most children of a question.
    pub question: u64,
    /// The most children of all questions of a position.
    pub position: u64,
}

/// The stones whose fate is proven.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Fates {
    /// Those that cannot be taken, even if the opponent plays first.
    pub safe: PointSet,
    /// Those that the opponent takes, even if their colour plays first.
    pub taken: PointSet,
    /// The nodes of the searches.
    pub nodes: u64,
}

impl Fates {
    /// The fates that need no search: unconditional life (Benson, 1976), and stones in its eyes. The former holds if its owner may pass. The
    /// latter also needs that the owner may fill the eyes, so it does not hold under the One Pure Rules.
    pub fn without_search(game: &Game) -> Self {
        let mut fates = Self::default();
        for color in Color::BOTH {
            let life = UnconditionalLife::of(game.board(), color, game.articles().suicide);
            fates.safe |= life.stones();
            fates.taken |= life.barren() & game.board().stones(!color);
        }
        fates
    }

    /// Searches for the fates of the chains with a stone in `stones`, as if play went on after passes. Finds nothing under rules
    /// that proofs do not know.
    pub fn search(game: &Game, stones: PointSet, allowance: Allowance) -> Self {
        with_layout!(game.size(), L => {
            let is_asked = !stones.is_empty()
                && ZonePosition::<L>::covers(&game.articles());
            if is_asked { search::<L>(game, stones, allowance) } else { Self::default() }
        })
    }
}

fn search<L: Layout>(game: &Game, mut stones: PointSet, allowance: Allowance) -> Fates {
    let mut fates = Fates::default();
    let mut left = allowance.position;
    let mut is_taken = |owner: Color, target: Point, first: Color| {
        let question = Question { game, target, owner, first, is_resumed: true };
        let limits = ProofLimits { depth: most_depth::<L>(), ..ProofLimits::UNLIMITED };
        let children = allowance.question.min(left);
        let work = Work { nodes: u64::MAX, children, deadline: Instant::now() + limits.time };
        let (is_taken, nodes, children) = question.decide::<L>(limits, work);
        fates.nodes += nodes;
        left -= children;
        is_taken
    };
    let (mut safe, mut taken) = (PointSet::empty(), PointSet::empty());
    while let Some(target) = stones.first() {
        let chain = game.board().chain(target);
        stones -= chain;
        let Some(owner) = game.board().stone(target) else { continue };
        // What the opponent cannot be shown to take by playing first is not asked again with its owner first, which is harder.
        match is_taken(owner, target, !owner) {
            Some(false) => safe |= chain,
            Some(true) if is_taken(owner, target, owner) == Some(true) => taken |= chain,
            _ => {}
        }
    }
    Fates { safe, taken, ..fates }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::board::Position;
    use onepure_rules::geometry::{BoardSize, Large};
    use onepure_rules::rules::Ruleset;

    #[test]
    fn a_cheap_proof_fits_on_a_small_stack() {
        // Black's chain along the edge has seven liberties, the only empty points outside White's two eyes.
        let size = BoardSize::MAIN;
        let mut position = Position::<Large>::default();
        for point in size.points::<Large>() {
            match (point.column(), point.row()) {
                (0..7, 1) | (3 | 7, 10) => {}
                (_, 0) => position.stones.black.insert(point),
                _ => position.stones.white.insert(point),
            }
        }
        let game = Game::set_up(size, Ruleset::chinese(), position, Color::Black).expect("a position");
        let allowance = Allowance { question: 400_000, position: 400_000 };
        let children = game.board().empty().len() as u64 + 1;
        let search = move || search::<Large>(&game, PointSet::of(Point::new(0, 0)), allowance);
        let thread = std::thread::Builder::new().stack_size(2 * STACK).spawn(search).expect("a thread");
        let fates = thread.join().expect("a stack that is large enough");
        // A line became too long before the allowance was used up.
        assert_eq!(fates.safe | fates.taken, PointSet::empty());
        assert!(fates.nodes > most_depth::<Large>() as u64 && fates.nodes < allowance.question / children, "{fates:?}");
    }
}
