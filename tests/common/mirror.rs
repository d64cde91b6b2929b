//! A game seen from another side: the board turned or reflected, the colours exchanged.

use onepure::board::{Color, PerColor, Position};
use onepure::geometry::{BoardSize, PointSet, Symmetry};
use onepure::rules::{Game, Move};

/// A way to see the same game differently.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mirror {
    pub(crate) size: BoardSize,
    pub(crate) symmetry: Symmetry,
    pub(crate) exchange: bool,
}

impl Mirror {
    /// A colour as it is seen.
    pub(crate) fn color(self, color: Color) -> Color {
        if self.exchange { !color } else { color }
    }

    /// Points as they are seen.
    pub(crate) fn points(self, points: PointSet) -> PointSet {
        points.iter().map(|point| self.symmetry.apply(self.size, point)).collect()
    }

    /// A move as it is seen; one off the board stays where it is.
    pub(crate) fn action(self, action: Move) -> Move {
        match action {
            Move::Place(point) if self.size.contains(point) => Move::Place(self.symmetry.apply(self.size, point)),
            action => action,
        }
    }

    /// A position as it is seen.
    pub(crate) fn position(self, position: &Position) -> Position {
        Position { stones: PerColor::from_fn(|color| self.points(position.stones[self.color(color)])) }
    }

    /// The game as it began.
    pub(crate) fn start(self, game: &Game) -> Game {
        let position = self.position(&game.start());
        let mirrored = Game::set_up(self.size, *game.ruleset(), position, self.color(game.first_to_play()));
        let mut mirrored = mirrored.expect("what can be set up can be set up mirrored");
        mirrored.set_handicap(game.handicap());
        // What White is given for a handicap stays White's.
        let bonus = f64::from(game.articles().bonus_for(game.handicap()));
        mirrored.set_komi(Some(if self.exchange { -game.komi() - 2.0 * bonus } else { game.komi() }));
        mirrored
    }
}
