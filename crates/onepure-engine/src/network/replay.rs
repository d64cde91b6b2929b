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
        mut visit: impl FnMut(usize, &Self),
    ) -> Result<(), ReplayError> {
        let mut game = start.clone();
        let mut turn = 0;
        let play = |game: &mut Game, turn: usize| {
            game.play(moves[turn]).map(|_| ()).map_err(|error| ReplayError { turn, error })
        };
        while turn < moves.len() {
            if game.is_over() {
                play(&mut game, turn)?;
                turn += 1;
                continue;
            }
            let root = SimulationRoot::new(&game, game.to_play(), PointSet::empty());
            let (trace, first) = (Trace::new(&game), turn);
            let taken = with_position!(&root, position => follow(
                position,
                trace,
                &moves[first..],
                |number| wanted(first + number),
                |number, inputs| visit(first + number, inputs),
            ));
            let next = turn + taken;
            // A simulation position stops at the end of a game, and at moves that only the game knows to be illegal. Let the game play the
            // next move.
            while turn <= next && turn < moves.len() {
                play(&mut game, turn)?;
                turn += 1;
            }
        }
        Ok(())
    }
}

/// Plays moves from a position, and calls `visit` with the inputs before each move that is `wanted`. Returns the number of moves that the
/// position has played. If moves are left, `visit` has had the inputs before the next one.
fn follow<L: Layout>(
    mut position: impl SimulationPosition<L>,
    mut trace: Trace<L>,
    moves: &[Move],
    wanted: impl Fn(usize) -> bool,
    mut visit: impl FnMut(usize, &Inputs<L>),
) -> usize {
    let mut inputs = Inputs::new(position.board().size());
    for (number, &action) in moves.iter().enumerate() {
        if wanted(number) {
            write(&position, &trace, &mut inputs);
            visit(number, &inputs);
        }
        let point = match action {
            Move::Place(point) => Some(point.convert()),
            Move::Abstain => None,
        };
        let color = position.to_play();
        let end = match point {
            Some(point) if position.board().empty().contains(point) => position.place(point),
            Some(_) => return number,
            None => position.abstain(),
        };
        // An illegal move does not pass the right to move on.
        let goes_on = end.is_none() && position.to_play() != color;
        if !goes_on {
            return number;
        }
        trace.record(point);
    }
    moves.len()
}
