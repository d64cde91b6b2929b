//! The groups that a problem of life and death is about.

use crate::tactics::UnconditionalLife;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{Large, Point, PointSet};
use onepure_rules::rules::Game;

/// The most empty points that a group in question reaches. One that reaches more has room to run, or to live.
const MOST_EMPTY: usize = 20;

/// The most groups of a problem.
const MOST_GROUPS: usize = 4;

/// A chain, and what its colour reaches from it.
struct Candidate {
    chain: PointSet,
    color: Color,
    /// The stones of the colour and the empty points that it reaches without passing the opponent.
    reach: PointSet,
    empty: PointSet,
    /// What it reaches, with the stones of the opponent inside.
    hull: PointSet,
}

/// The groups whose life is in question, each by a stone: the least first. They are enclosed, and not alive unconditionally. A fight has one of
/// them, and so has a group of several chains. Empty if the game did not begin with stones of both colours on the board: then it is no problem.
pub fn groups_in_question(game: &Game) -> Vec<Point> {
    let start = game.start();
    if Color::BOTH.iter().any(|&color| start.stones[color].is_empty()) {
        return Vec::new();
    }
    let mut candidates = candidates(game);
    // A chain in the eye space of another is no question of its own. Of two that are in each other, the larger one is.
    let is_inside = |inner: &Candidate, outer: &Candidate| {
        inner.color != outer.color
            && inner.chain.is_subset(outer.hull)
            && (!outer.chain.is_subset(inner.hull) || inner.chain.len() < outer.chain.len())
    };
    let inside: Vec<bool> =
        candidates.iter().map(|inner| candidates.iter().any(|outer| is_inside(inner, outer))).collect();
    let mut inside = inside.into_iter();
    candidates.retain(|_| !inside.next().unwrap_or_default());
    candidates.sort_by_key(|candidate| (candidate.empty.len(), std::cmp::Reverse(candidate.chain.len())));
    let (mut groups, mut walls) = (Vec::new(), PerColor::<PointSet>::default());
    for Candidate { chain, color, reach, .. } in candidates {
        // The chains that enclose a group in question are its question too.
        if groups.len() < MOST_GROUPS && (chain & walls[color]).is_empty() {
            groups.extend(chain.first());
            walls[color] |= reach;
            walls[!color] |= (reach | reach.neighbours()) & game.board().stones(!color);
        }
    }
    groups
}

/// The enclosed chains that are not alive unconditionally, the largest one of those that reach each other.
fn candidates(game: &Game) -> Vec<Candidate> {
    let (board, all) = (game.board(), game.size().all::<Large>());
    let stones = PerColor::from_fn(|color| board.stones(color));
    let empty = all - stones.black - stones.white;
    let mut candidates: Vec<Candidate> = Vec::new();
    for color in Color::BOTH {
        let others = stones[!color];
        // The opponent closes a gap beside one of its stones.
        let passable = stones[color] | (empty - others.neighbours());
        let mut left = stones[color] - UnconditionalLife::of(board, color, game.articles().suicide).stones();
        while let Some(point) = left.first() {
            let chain = board.chain(point);
            left -= chain;
            let inner = chain.flood_within(passable);
            let reach = inner | (inner.neighbours() & empty);
            let mut hull = reach;
            let mut enclosed = reach.neighbours() & others;
            while let Some(other) = enclosed.first() {
                let other = board.chain(other);
                enclosed -= other;
                if (other.neighbours() & all).is_subset(reach | other) {
                    hull |= other;
                }
            }
            let found = Candidate { chain, color, reach, empty: reach & empty, hull };
            if found.empty.len() > MOST_EMPTY {
                continue;
            }
            match candidates.iter_mut().find(|one| one.color == color && !(one.reach & inner).is_empty()) {
                Some(one) if one.chain.len() < chain.len() => *one = found,
                Some(_) => {}
                None => candidates.push(found),
            }
        }
    }
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::record::game_in_diagram;
    use onepure_rules::rules::Ruleset;

    fn names(diagram: &str) -> Vec<String> {
        let game = game_in_diagram(diagram, Color::Black, Ruleset::chinese()).expect("a diagram");
        groups_in_question(&game).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_problem_is_about_what_is_enclosed() {
        // White in the corner, and Black around it alive.
        let unsettled = ". . . O #\nO O O O #\n# # # # #\n# . # . #\n# # # # #\n";
        assert_eq!(names(unsettled), ["A4"]);
        // A corner of a board that is empty elsewhere, with gaps of a point on both edges.
        let corner = [
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". # # # . . . . .",
            "# O O O # . . . .",
            ". O . . # . . . .",
            ". . O . . # . . .",
        ];
        assert_eq!(names(&corner.join("\n")), ["B2"]);
        // A stone of Black inside is not the question.
        let mut inside = corner;
        inside[7] = ". O # . # . . . .";
        assert_eq!(names(&inside.join("\n")), ["B2"]);
        // Two corners are two questions, the smaller first.
        let mut two = corner;
        (two[0], two[1], two[2]) = (". . . . . # O . .", ". . . . . # O O O", ". . . . . . # # #");
        let found = names(&two.join("\n"));
        assert!(found.len() == 2 && found.contains(&"B2".to_owned()), "{found:?}");
    }

    #[test]
    fn what_is_no_problem_has_no_groups() {
        // Both colours have an open board before them.
        assert_eq!(
            names(
                ". . . . . . .\n. . . . . . .\n. . # . . . .\n. . . . . . .\n. . . . O . .\n. . . . . . .\n. . . . . . ."
            ),
            [""; 0]
        );
        // Stones of one colour.
        assert_eq!(names(". . . . .\n. # . . .\n. . . . .\n. . . # .\n. . . . ."), [""; 0]);
        // A game that was played.
        let mut game = Game::new(onepure_rules::geometry::BoardSize::new(5).expect("a size"), Ruleset::chinese());
        for vertex in ["C3", "A1", "B1", "E5", "A2"] {
            game.play(onepure_rules::rules::Move::Place(vertex.parse().expect("a point"))).expect("a move");
        }
        assert_eq!(groups_in_question(&game), []);
    }
}
