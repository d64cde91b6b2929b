//! What a network sees along a whole game, in one pass.

use super::features::{Inputs, write};
use onepure_rules::geometry::{Layout, PointSet};
use onepure_rules::rules::{Game, Move, PlayError};
use onepure_rules::simulation::{SimulationPosition, SimulationRoot, Trace, with_position};

/// A move that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {}: {error}", turn + 1)]
pub struct ReplayError {
    /// How many moves come before it.
    pub turn: usize,
    /// Why not.
    pub error: PlayError,
}

impl<L: Layout> Inputs<L> {
    /// Plays moves from where a game stands, and shows `visit` the inputs before each of those that are `wanted`, with the number of
    /// moves before it, but where play is over. They are what [`Inputs::of_game`] says of the same positions; a game takes time in proportion to its
    /// moves, however long it is.
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
            // A playout position ends where play does, and knows less of what is illegal than the game.
            while turn <= next && turn < moves.len() {
                play(&mut game, turn)?;
                turn += 1;
            }
        }
        Ok(())
    }
}

/// Plays moves from a position, and shows `visit` the inputs before each of those that are `wanted`. Returns the number of moves that
/// the position has taken; the inputs before the next one, if there is one, have been shown.
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
        // What is illegal does not pass the right on.
        let goes_on = end.is_none() && position.to_play() != color;
        if !goes_on {
            return number;
        }
        trace.record(point);
    }
    moves.len()
}
