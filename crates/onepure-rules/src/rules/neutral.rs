//! Neutral points at the end of a game by territory: those that players fill before they count, and the sekis that remain.
//!
//! The Japanese rules of 1989 call every living stone with a neutral point a stone in seki, and a seki has no territory. So
//! players fill all neutral points first. A record often ends before that. This module fills them as players do: a group
//! that lives by itself fills each neutral point where neither its new stone nor the opponent can be captured because of
//! it. If the opponent has to connect after that, the connection costs it a point of territory.

use super::points::areas;
use crate::board::{Board, Color, PerColor};
use crate::geometry::{Bitboard, Layout, Point};

/// The size from which on a single eye space is enough for a group to live by itself.
const LARGE_EYE: usize = 4;

/// The neutral points of a board without dead stones, after filling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Neutral<L: Layout> {
    /// The neutral points that were filled.
    pub(super) filled: Bitboard<L>,
    /// The points of its own territory that each colour had to fill to protect its stones.
    pub(super) protected: PerColor<Bitboard<L>>,
    /// The eyes of groups in seki.
    pub(super) seki_eyes: PerColor<Bitboard<L>>,
    /// The number of groups of each colour that are not in seki.
    pub(super) free_groups: PerColor<u16>,
}

/// A group: stones of one colour, connected by the empty points that this colour alone reaches.
struct Group<L: Layout> {
    color: Color,
    points: Bitboard<L>,
    eyes: Bitboard<L>,
}

impl<L: Layout> Group<L> {
    /// The groups of a board.
    fn all(board: &Board<L>) -> Vec<Self> {
        let areas = areas(board);
        let mut groups = Vec::new();
        for color in Color::BOTH {
            let mut rest = areas[color];
            while let Some(point) = rest.first() {
                let points = Bitboard::of(point).flood_within(rest);
                rest -= points;
                groups.push(Self { color, points, eyes: points - board.stones(color) });
            }
        }
        groups
    }

    /// Returns whether the group lives without the help of a neutral point: it has two eye spaces or a large one.
    fn is_independent(&self) -> bool {
        let first = self.eyes.first().map_or(Bitboard::empty(), |eye| Bitboard::of(eye).flood_within(self.eyes));
        first != self.eyes || first.len() >= LARGE_EYE
    }
}

impl<L: Layout> Neutral<L> {
    pub(super) fn of(board: &Board<L>) -> Self {
        let territory = areas(board);
        let neutral = board.reach(Color::Black) & board.reach(Color::White) & board.empty();
        let mut after = *board;
        let mut protected = PerColor::<Bitboard<L>>::default();
        loop {
            let living = Self::living(&after);
            let open = neutral & after.empty();
            let by = |color: Color, point, may_protect| {
                let own = territory[!color] & after.empty();
                filled(&after, color, point, living[color], own).filter(|(_, answer)| answer.is_none() || may_protect)
            };
            let fill = |may_protect| {
                open.iter().find_map(|point| {
                    Color::BOTH
                        .into_iter()
                        .find_map(|color| by(color, point, may_protect).map(|(board, answer)| (color, board, answer)))
                })
            };
            // A fill that needs no answer comes first: it may make an answer unnecessary.
            let Some((color, board, answer)) = fill(false).or_else(|| fill(true)) else { break };
            after = board;
            protected[!color] |= answer.map_or(Bitboard::empty(), Bitboard::of);
        }
        let left = neutral & after.empty();
        let (mut seki_eyes, mut free_groups) = (PerColor::<Bitboard<L>>::default(), PerColor::<u16>::default());
        for group in Group::all(&after) {
            let touches_neutral = !(group.points.neighbours() & left).is_empty();
            if touches_neutral && !group.is_independent() {
                seki_eyes[group.color] |= group.eyes;
            } else {
                free_groups[group.color] += 1;
            }
        }
        Self { filled: neutral - left, protected, seki_eyes, free_groups }
    }

    /// The stones of each colour's groups that live by themselves.
    fn living(board: &Board<L>) -> PerColor<Bitboard<L>> {
        let mut living = PerColor::<Bitboard<L>>::default();
        for group in Group::all(board).into_iter().filter(Group::is_independent) {
            living[group.color] |= group.points & board.stones(group.color);
        }
        living
    }
}

/// The board after `color` has filled a neutral point without harm, and the opponent's answer in its territory `own`, if it
/// needs one. `living` are the stones of `color` that live by themselves: the new stone has to connect with one of them.
fn filled<L: Layout>(
    board: &Board<L>,
    color: Color,
    point: Point<L>,
    living: Bitboard<L>,
    own: Bitboard<L>,
) -> Option<(Board<L>, Option<Point<L>>)> {
    let mut after = *board;
    after.put(color, point);
    let is_safe = |board: &Board<L>, stone| board.liberties(stone).len() >= 2;
    if (after.chain(point) & living).is_empty() || !is_safe(&after, point) {
        return None;
    }
    let opponents = Bitboard::of(point).neighbours() & after.stones(!color);
    let mut answer = None;
    for stone in opponents {
        match after.liberties(stone) {
            liberties if liberties.is_empty() => return None,
            liberties if liberties.len() == 1 => {
                let liberty = liberties.first().filter(|&liberty| own.contains(liberty))?;
                if answer.is_some_and(|answer| answer != liberty) {
                    return None;
                }
                answer = Some(liberty);
            }
            _ => {}
        }
    }
    if let Some(answer) = answer {
        after.put(!color, answer);
        if !is_safe(&after, answer) || !is_safe(&after, point) || opponents.iter().any(|stone| !is_safe(&after, stone))
        {
            return None;
        }
    }
    Some((after, answer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Large;
    use crate::record::Diagram;

    /// The filled points, the protecting ones and the eyes in seki.
    fn neutral(rows: &str) -> [String; 3] {
        let diagram: Diagram = rows.parse().expect("a diagram");
        let board = Board::<Large>::from_position(diagram.size, &diagram.position);
        let Neutral { filled, protected, seki_eyes, .. } = Neutral::of(&board);
        [filled, protected.black | protected.white, seki_eyes.black | seki_eyes.white].map(|points| points.names(" "))
    }

    fn is(rows: &str, expected: [&str; 3]) {
        assert_eq!(neutral(rows), expected, "{rows}");
    }

    #[test]
    fn points_between_living_groups_are_filled() {
        let between = ". . . # . O . . .";
        let column = [between; 9].join("\n");
        is(&column, ["E1 E2 E3 E4 E5 E6 E7 E8 E9", "", ""]);
    }

    #[test]
    fn a_connection_that_the_last_neutral_point_asks_for_costs_a_point() {
        // Black cannot fill A4 without being taken. White fills it, and Black connects A3 at A2.
        is(
            ". O . O . O .\nO O O O O O O\nO O O O O O O\n. O O O O O O\n# O O O O O O\n. # # # # # #\n. . . . . . .",
            ["A4", "A2", ""],
        );
    }

    #[test]
    fn sekis_remain() {
        for (rows, filled, eyes) in [
            // Two shared liberties and no eyes.
            (
                ". . O . . . O . .\n. O . . O . . O .\n. . O . . O . . .\nO O O O O O O O O\n# # # # # # # # #\n\
                 # . # . # . # . #\n# # # # # # # # #\n# O O O O O O O #\n# O . # # # . O #",
                "",
                "",
            ),
            // One shared liberty and an eye each.
            (
                ". . O . . . O . .\n. O . . O . . O .\n. . O . . O . . .\nO O O O O O O O O\n# # # # # # # # #\n\
                 # # # . # . # # .\nO O O # # # # . #\n# # O O O O # . .\n. # . O . O # . .",
                "",
                "A1 E1",
            ),
            // The same with eyes of two points: who fills the liberty is taken.
            (
                ". . O . . . O . .\n. O . . O . . O .\nO O O O O O O O O\n# # # # # # # # #\n# . # # . # # . .\n\
                 # # # # # # # # #\nO O O O O O # . #\n# # # . O O # # .\n. . # O . . O # .",
                "",
                "A1 B1 E1 F1",
            ),
        ] {
            is(rows, [filled, "", eyes]);
        }
    }
}
