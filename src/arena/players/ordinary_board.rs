//! The board that a program keeps which knows only ordinary Go.

use onepure_rules::board::{Board, Color, Position};
use onepure_rules::geometry::BoardSize;
use onepure_rules::rules::{Cause, Game, Move, Turn};

/// The board that a program keeps which knows only ordinary Go: every chain without a liberty is lifted, the opponent's
/// first.
#[derive(Clone, Debug)]
pub(super) struct OrdinaryBoard(Board);

impl OrdinaryBoard {
    /// A board on which a position was set up.
    pub(super) fn new(size: BoardSize, position: &Position) -> Self {
        Self(Board::from_position(size, position))
    }

    /// The board after a whole game, as ordinary Go plays its moves.
    pub(super) fn after(game: &Game) -> Self {
        let mut ordinary = Self::new(game.size(), &game.start());
        for turn in game.turns() {
            ordinary.play(turn.color, turn.action);
        }
        ordinary
    }

    /// Whether the board would differ from that of the game after any of its turns.
    pub(super) fn differs_in(game: &Game) -> bool {
        let mut ordinary = Self::new(game.size(), &game.start());
        boards(game).zip(game.turns()).any(|(position, turn)| {
            ordinary.play(turn.color, turn.action);
            ordinary.position() != position
        })
    }

    /// Whether a position stood after this turn that had stood before: what ordinary Go forbids as a ko or superko.
    pub(super) fn recurs_in(game: &Game, turn: usize) -> bool {
        let mut before: Vec<Position> = std::iter::once(game.start()).chain(boards(game).take(turn)).collect();
        before.pop().is_some_and(|position| before.contains(&position))
    }

    /// Whether a turn is a self-fill: suicide, which ordinary Go mostly forbids, or which its programs do not take from
    /// others.
    pub(super) fn is_self_fill(turn: &Turn) -> bool {
        turn.retired.iter().any(|chain| chain.cause == Cause::SelfFill)
    }

    /// Whether ordinary Go allows a turn of a game under whatever rules: one of the colour whose turn it is there, before two
    /// passes in a row, that is no suicide and brings no position back.
    pub(super) fn allows(game: &Game, turn: &Turn) -> bool {
        let before = turn.number.saturating_sub(1);
        let earlier = game.turns().get(..before).unwrap_or_default();
        let alternates = earlier.last().is_none_or(|last| last.color != turn.color);
        let has_ended = matches!(earlier, [.., a, b] if a.action == Move::Abstain && b.action == Move::Abstain);
        let is_pass = turn.action == Move::Abstain;
        alternates && !has_ended && (is_pass || !Self::is_self_fill(turn) && !Self::recurs_in(game, turn.number))
    }

    /// Plays as ordinary Go does it. Whether a placement is allowed is not asked; on an occupied point nothing happens.
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

    /// The stones on it.
    pub(super) fn position(&self) -> Position {
        self.0.position()
    }
}

/// The position after each turn of a game.
fn boards(game: &Game) -> impl Iterator<Item = Position> {
    // What was played once can be played again, from the same start.
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

    /// Plays numbered moves of a diagram, Black first, on such a board and in a game; the positions after them.
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
        // Suicide, and a ko that is retaken at once.
        let self_fill = ". # O . .\nO O . . .\n. . . . .\n. . . . .\n. . . . .";
        assert_eq!(moves(self_fill, &[(black, "A5"), (white, "E1")]), [false, true]);
        let ko = ". # O . .\n# O . O .\n. # O . .\n. . . . .\n. . . . .";
        assert!(moves(ko, &[(black, "C4"), (white, "B4")])[0]);
    }

    #[test]
    fn an_immovable_stone_makes_the_difference() {
        // Black takes the ko at C4, and White retakes at once: a dead end here, a capture there.
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
