//! The inputs of all positions of a game, in one pass.

use super::features::{Inputs, write};
use onepure_rules::geometry::{Layout, PointSet};
use onepure_rules::rules::{Game, Move, PlayError};
use onepure_rules::simulation::{SimulationPosition, SimulationRoot, Trace, with_position};

/// An illegal move in a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {}: {error}", turn + 1)]
pub struct ReplayError {
    /// The number of moves before it.
    pub turn: usize,
    /// The reason.
    pub error: PlayError,
}

/// Something that looks at the positions of a game, in their order.
pub(super) trait Visitor<L: Layout> {
    /// Looks at the position after `turn` turns, which the game goes on from.
    fn visit<P: SimulationPosition<L>>(&mut self, turn: usize, position: &P, trace: &Trace<L>);
}

/// Writes the inputs of the wanted positions.
struct Replay<L: Layout, W, V> {
    wanted: W,
    visit: V,
    inputs: Inputs<L>,
}

impl<L: Layout, W: Fn(usize) -> bool, V: FnMut(usize, &Inputs<L>)> Visitor<L> for Replay<L, W, V> {
    fn visit<P: SimulationPosition<L>>(&mut self, turn: usize, position: &P, trace: &Trace<L>) {
        if (self.wanted)(turn) {
            write(position, trace, &mut self.inputs);
            (self.visit)(turn, &self.inputs);
        }
    }
}

impl<L: Layout> Inputs<L> {
    /// Plays `moves` from the position of `start`. Calls `visit` with the number of moves and the inputs before each move that is `wanted`,
    /// unless the game is over. The inputs equal those of [`Inputs::of_game`]. The time is in proportion to the number of
    /// moves.
    ///
    /// # Panics
    /// If the layout is too small for the board.
    pub fn along(
        start: &Game,
        moves: &[Move],
        wanted: impl Fn(usize) -> bool,
        visit: impl FnMut(usize, &Self),
    ) -> Result<(), ReplayError> {
        along(start, moves, &mut Replay { wanted, visit, inputs: Self::new(start.size()) })
    }
}

/// Plays `moves` from the position of `start`, and shows the position before each move, unless the game is over then.
pub(super) fn along<L: Layout>(start: &Game, moves: &[Move], visitor: &mut impl Visitor<L>) -> Result<(), ReplayError> {
    let mut game = start.clone();
    let mut turn = 0;
    let play =
        |game: &mut Game, turn: usize| game.play(moves[turn]).map(|_| ()).map_err(|error| ReplayError { turn, error });
    while turn < moves.len() {
        if game.is_over() {
            play(&mut game, turn)?;
            turn += 1;
            continue;
        }
        let root = SimulationRoot::new(&game, game.to_play(), PointSet::empty());
        let trace = Trace::new(&game);
        let next = turn + with_position!(&root, position => follow(position, trace, turn, moves, visitor));
        // A simulation position stops at the end of a game, and at moves that only the game knows to be illegal. Let the game play the
        // next move.
        while turn <= next && turn < moves.len() {
            play(&mut game, turn)?;
            turn += 1;
        }
    }
    Ok(())
}

/// Plays the moves from number `first` on from a position, and shows the position before each. Returns the number of moves that the
/// position has played. If moves are left, the visitor has seen the position before the next one.
fn follow<L: Layout>(
    mut position: impl SimulationPosition<L>,
    mut trace: Trace<L>,
    first: usize,
    moves: &[Move],
    visitor: &mut impl Visitor<L>,
) -> usize {
    for (turn, &action) in moves.iter().enumerate().skip(first) {
        visitor.visit(turn, &position, &trace);
        let point = match action {
            Move::Place(point) => Some(point.convert()),
            Move::Abstain => None,
        };
        let color = position.to_play();
        let end = match point {
            Some(point) if position.board().empty().contains(point) => position.place(point),
            Some(_) => return turn - first,
            None => position.abstain(),
        };
        // An illegal move does not pass the right to move on.
        let goes_on = end.is_none() && position.to_play() != color;
        if !goes_on {
            return turn - first;
        }
        trace.record(point);
    }
    moves.len() - first
}
