//! The board of a program that knows only ordinary Go.

use onepure_rules::board::{Board, Color, Position};
use onepure_rules::geometry::BoardSize;
use onepure_rules::rules::{Cause, Game, Move, Turn};

/// The board of a program that knows only ordinary Go: it captures every chain without liberties, the opponent's first.
#[derive(Clone, Debug)]
pub(super) struct OrdinaryBoard(Board);

impl OrdinaryBoard {
    /// A board with this position.
    pub(super) fn new(size: BoardSize, position: &Position) -> Self {
        Self(Board::from_position(size, position))
    }

    /// The board after all moves of a game, played by ordinary Go.
    pub(super) fn after(game: &Game) -> Self {
        let mut ordinary = Self::new(game.size(), &game.start());
        for turn in game.turns() {
            ordinary.play(turn.color, turn.action);
        }
        ordinary
    }

    /// Returns whether this board differs from the game's after any turn.
    pub(super) fn differs_in(game: &Game) -> bool {
        let mut ordinary = Self::new(game.size(), &game.start());
        boards(game).zip(game.turns()).any(|(position, turn)| {
            ordinary.play(turn.color, turn.action);
            ordinary.position() != position
        })
    }

    /// Returns whether this turn repeated a position, which ordinary Go forbids as ko or superko.
    pub(super) fn recurs_in(game: &Game, turn: usize) -> bool {
        let mut before: Vec<Position> = std::iter::once(game.start()).chain(boards(game).take(turn)).collect();
        before.pop().is_some_and(|position| before.contains(&position))
    }

    /// Returns whether a turn is a suicide. Most rule sets of ordinary Go forbid it, and programs that play it may
    /// still refuse it from others.
    pub(super) fn is_self_fill(turn: &Turn) -> bool {
        turn.retired.iter().any(|chain| chain.cause == Cause::SelfFill)
    }

    /// Returns whether every rule set of ordinary Go allows this turn: the colours alternate, play has not ended by two
    /// passes in a row, and the turn is neither a suicide nor a repetition.
    pub(super) fn allows(game: &Game, turn: &Turn) -> bool {
        let before = turn.number.saturating_sub(1);
        let earlier = game.turns().get(..before).unwrap_or_default();
        let alternates = earlier.last().is_none_or(|last| last.color != turn.color);
        let has_ended = matches!(earlier, [.., a, b] if a.action == Move::Abstain && b.action == Move::Abstain);
        let is_pass = turn.action == Move::Abstain;
        alternates && !has_ended && (is_pass || !Self::is_self_fill(turn) && !Self::recurs_in(game, turn.number))
    }

    /// Plays a move by ordinary Go, without checking whether it is legal. A move on an occupied point does nothing.
    pub(super) fn play(&mut self, color: Color, action: Move) {
        let Move::Place(point) = action else { return };
        if !self.0.empty().contains(point) {
            return;
        }
        self.0.put(color, point);
        for head in self.0.enclosed_around(!color, point).heads() {
            self.0.lift(head);
        }
        if self.0.is_enclosed(point) {
            self.0.lift(point);
        }
    }

    pub(super) fn position(&self) -> Position {
        self.0.position()
    }
}

/// The position after each turn of a game.
fn boards(game: &Game) -> impl Iterator<Item = Position> {
    // A replay from the same start cannot fail.
    let mut replayed = Game::set_up(game.size(), *game.ruleset(), game.start(), game.first_to_play()).ok();
    game.turns().iter().map_while(move |turn| {
        let replayed = replayed.as_mut()?;
        replayed.play_as(turn.color, turn.action).ok()?;
        Some(replayed.board().position())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::record::Diagram;
    use onepure_rules::rules::Ruleset;

    /// The positions on an ordinary board and in a game after the numbered moves of a diagram, Black first.
    fn both(diagram: &str) -> (Position, Position) {
        let diagram: Diagram = diagram.parse().expect("a diagram");
        let mut ordinary = OrdinaryBoard::new(diagram.size, &diagram.position);
        let mut game =
            Game::set_up(diagram.size, Ruleset::one_pure(), diagram.position, Color::Black).expect("a position");
        for &point in &diagram.numbered {
            ordinary.play(game.to_play(), Move::Place(point));
            game.play(Move::Place(point)).expect("a legal move");
        }
        (ordinary.position(), game.board().position())
    }

    #[test]
    fn ordinary_captures_are_the_same() {
        let (ordinary, ours) = both(". # . . .\n# O 1 . .\n. # . . .\n. . . . .\n. . . . .");
        assert_eq!(ordinary, ours);
        assert!(ours.stones.white.is_empty());
    }

    #[test]
    fn a_self_fill_of_two_is_the_same_where_it_is_taken() {
        let (ordinary, ours) = both("1 # O . .\nO O . . .\n. . . . .\n. . . . .\n. . . . .");
        assert_eq!(ordinary, ours);
        assert!(ours.stones.black.is_empty());
    }

    #[test]
    fn what_ordinary_go_allows() {
        const EMPTY: &str = ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .";
        let moves = |diagram: &str, moves: &[(Color, &str)]| {
            let diagram: Diagram = diagram.parse().expect("a diagram");
            let mut game =
                Game::set_up(diagram.size, Ruleset::one_pure(), diagram.position, Color::Black).expect("a position");
            for &(color, word) in moves {
                let action = word.parse().map_or(Move::Abstain, Move::Place);
                game.play_as(color, action).expect("a legal move");
            }
            game.turns().iter().map(|turn| OrdinaryBoard::allows(&game, turn)).collect::<Vec<_>>()
        };
        let (black, white) = (Color::Black, Color::White);
        assert_eq!(moves(EMPTY, &[(black, "C3"), (white, "pass"), (black, "C4")]), [true; 3]);
        assert_eq!(moves(EMPTY, &[(black, "C3"), (black, "C4"), (white, "A1")]), [true, false, true]);
        // A suicide, and an immediate recapture of a ko.
        let self_fill = ". # O . .\nO O . . .\n. . . . .\n. . . . .\n. . . . .";
        assert_eq!(moves(self_fill, &[(black, "A5"), (white, "E1")]), [false, true]);
        let ko = ". # O . .\n# O . O .\n. # O . .\n. . . . .\n. . . . .";
        assert!(moves(ko, &[(black, "C4"), (white, "B4")])[0]);
    }

    #[test]
    fn an_immovable_stone_makes_the_difference() {
        // Black takes the ko at C4 and White retakes at once. That is a dead end in the game, and a capture in ordinary
        // Go.
        let diagram: Diagram = ". # O . .\n# O . O .\n. # O . .\n. . . . .\n. . . . .".parse().expect("a diagram");
        let mut game =
            Game::set_up(diagram.size, Ruleset::one_pure(), diagram.position, Color::Black).expect("a position");
        let place = |point: &str| Move::Place(point.parse().expect("a point"));
        game.play(place("C4")).expect("a legal move");
        assert!(!OrdinaryBoard::differs_in(&game) && !OrdinaryBoard::recurs_in(&game, 1));
        game.play(place("B4")).expect("a legal move");
        assert!(OrdinaryBoard::differs_in(&game));
        assert_eq!(OrdinaryBoard::after(&game).position(), diagram.position);
    }
}
