//! Mirrored games: the board rotated or reflected, the colours exchanged.

use onepure::board::{Color, PerColor, Position};
use onepure::geometry::{BoardSize, PointSet, Symmetry};
use onepure::rules::{Game, Move};

/// A symmetry of the board, with or without an exchange of the colours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mirror {
    pub(crate) size: BoardSize,
    pub(crate) symmetry: Symmetry,
    pub(crate) exchange: bool,
}

impl Mirror {
    /// The image of a colour.
    pub(crate) fn color(self, color: Color) -> Color {
        if self.exchange { !color } else { color }
    }

    /// The image of a set of points.
    pub(crate) fn points(self, points: PointSet) -> PointSet {
        points.iter().map(|point| self.symmetry.apply(self.size, point)).collect()
    }

    /// The image of a move. A point off the board is unchanged.
    pub(crate) fn action(self, action: Move) -> Move {
        match action {
            Move::Place(point) if self.size.contains(point) => Move::Place(self.symmetry.apply(self.size, point)),
            action => action,
        }
    }

    /// The image of a position.
    pub(crate) fn position(self, position: &Position) -> Position {
        Position { stones: PerColor::from_fn(|color| self.points(position.stones[self.color(color)])) }
    }

    /// The image of the game's start.
    pub(crate) fn start(self, game: &Game) -> Game {
        let position = self.position(&game.start());
        let mirrored = Game::set_up(self.size, *game.ruleset(), position, self.color(game.first_to_play()));
        let mut mirrored = mirrored.expect("what can be set up can be set up mirrored");
        mirrored.set_handicap(game.handicap());
        // The bonus for a handicap is not exchanged: it stays White's.
        let bonus = f64::from(game.articles().bonus_for(game.handicap()));
        mirrored.set_komi(Some(if self.exchange { -game.komi() - 2.0 * bonus } else { game.komi() }));
        mirrored
    }
}
