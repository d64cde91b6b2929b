//! Small boards that illustrate a rule.

use super::language::RuleTopic;
use onepure_rules::board::{Color, PerColor, Position};
use onepure_rules::geometry::{BoardSize, Point, PointSet};
use onepure_rules::rules::{Game, Move, Ruleset};

/// A small board that illustrates a rule. The rules themselves play its moves, so it cannot contradict them.
#[derive(Clone, Debug)]
pub struct Illustration {
    /// The game after the illustrated moves.
    pub game: Game,
    /// Points where a placement is illegal.
    pub forbidden: PointSet,
    /// Whether to show the points of each colour.
    pub shows_points: bool,
}

/// The number of lines of an illustration.
const LINES: usize = 5;

/// Black captures two stones.
const CAPTURE: [&str; LINES] = ["....#", ".##..", "#OO..", ".##..", "....O"];

/// Black fills the last liberty of its own stones.
const SELF_FILL: [&str; LINES] = [".....", ".....", ".....", "OOO..", "##.O."];

/// Black takes a ko that White would like to retake.
const KO: [&str; LINES] = [".....", ".#O..", "#O.O.", ".#O..", "....."];

/// A point where a black stone has no liberty.
const EYE: [&str; LINES] = [".....", "..O..", ".O.O.", "..O..", "#...."];

/// Points of Black, points of White, and an empty region in contact with both.
const GAP: [&str; LINES] = [".#.O.", ".#.O.", "##.OO", ".#.O.", ".#.O."];

/// Points of Black and of White without a gap. Under territory rules a gap would make a seki.
const BORDER: [&str; LINES] = [".#O..", ".#O..", "##OO.", ".#O..", ".#O.."];

/// The illustrations of a topic under a rule set; none if text is enough.
pub fn illustrations(ruleset: Ruleset, topic: RuleTopic) -> Vec<Illustration> {
    let Ok(size) = BoardSize::new(LINES) else { return Vec::new() };
    let has_immovable_stones = ruleset.articles(size).has_immovable_stones();
    let shown: Vec<Option<Illustration>> = match topic {
        RuleTopic::Retirement if has_immovable_stones => vec![played(ruleset, CAPTURE, "D3", None)],
        RuleTopic::Retirement => vec![played(ruleset, CAPTURE, "D3", None), played(ruleset, EYE, "", Some("C3"))],
        RuleTopic::Quarantine => vec![played(ruleset, SELF_FILL, "C1", None)],
        RuleTopic::DeadEnd => vec![played(ruleset, KO, "C3 B3", None), played(ruleset, EYE, "C3", None)],
        RuleTopic::Repetition if !has_immovable_stones => vec![played(ruleset, KO, "C3", Some("B3"))],
        RuleTopic::Points => {
            let rows = if ruleset.articles(size).counts_contact() { GAP } else { BORDER };
            let board = played(ruleset, rows, "", None);
            vec![board.map(|board| Illustration { shows_points: true, ..board })]
        }
        RuleTopic::Turns | RuleTopic::Quota | RuleTopic::Repetition | RuleTopic::End | RuleTopic::Result => Vec::new(),
    };
    shown.into_iter().flatten().collect()
}

/// A board after the moves at these vertices, Black first; `None` if the rules forbid one.
fn played(ruleset: Ruleset, rows: [&str; LINES], moves: &str, forbidden: Option<&str>) -> Option<Illustration> {
    let size = BoardSize::new(LINES).ok()?;
    let of_sign = |wanted: u8| {
        let signs = rows.iter().flat_map(|row| row.bytes());
        let here = size.points_from_the_top().zip(signs).filter(|&(_, sign)| sign == wanted);
        here.map(|(point, _)| point).collect::<PointSet>()
    };
    let stones = PerColor { black: of_sign(b'#'), white: of_sign(b'O') };
    let mut game = Game::set_up(size, ruleset, Position { stones }, Color::Black).ok()?;
    for vertex in moves.split_whitespace() {
        game.play(Move::Place(vertex.parse().ok()?)).ok()?;
    }
    let forbidden: PointSet = forbidden.and_then(|vertex| vertex.parse::<Point>().ok()).into_iter().collect();
    Some(Illustration { game, forbidden, shows_points: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Language;

    #[test]
    fn every_board_shows_what_it_is_about() {
        for ruleset in Ruleset::ALL {
            let of = |topic| illustrations(ruleset, topic);
            let game = Game::new(BoardSize::MAIN, ruleset);
            for language in Language::ALL {
                let primer = language.phrases().rules(&game);
                let boards: usize = primer.paragraphs.iter().map(|&(topic, _)| of(topic).len()).sum();
                assert!(boards >= 4, "{}: {boards} boards", ruleset.name);
            }
            for Illustration { game, .. } in of(RuleTopic::Points) {
                let owned = Color::BOTH.map(|color| game.points().owned_by(color).len());
                assert!(owned[0] >= 4 && owned[1] >= 4, "{}: {owned:?}", ruleset.name);
            }
            let captured = &of(RuleTopic::Retirement)[0].game;
            assert_eq!(captured.turns()[0].retired[0].stones.len(), 2, "{}", ruleset.name);
            for topic in [RuleTopic::Retirement, RuleTopic::Repetition] {
                for Illustration { game, forbidden, .. } in of(topic) {
                    for point in forbidden {
                        let error = game.explain(game.to_play(), Move::Place(point)).err();
                        assert!(error.is_some(), "{}: {point} is legal", ruleset.name);
                    }
                }
            }
        }
        let one_pure = |topic| illustrations(Ruleset::one_pure(), topic);
        for lost in one_pure(RuleTopic::DeadEnd) {
            assert!(lost.game.outcome().is_some_and(|outcome| outcome.verdict.to_string().ends_with("+Forfeit")));
        }
        let [filled] = &one_pure(RuleTopic::Quarantine)[..] else { panic!("one board") };
        assert_eq!(filled.game.turns()[0].retired[0].stones.len(), 3);
    }
}
