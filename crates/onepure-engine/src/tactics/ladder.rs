//! Ladders.

use super::consequences::liberties_after;
use onepure_rules::board::{Board, Color, Content};
use onepure_rules::geometry::{Bitboard, Layout, Point};

/// The depth to which ladders are read, in placements. A ladder across the whole board has about this depth.
const DEPTH: u32 = 90;

/// The budget of a ladder in placements. If it runs out, the ladder counts as not working.
const BUDGET: u32 = 400;

/// Returns whether the chain on `stone`, which is in atari, reaches three liberties by extension or by capture of stones around it. Kos
/// count as if they could be retaken immediately.
pub fn can_escape<L: Layout>(board: &Board<L>, stone: Point<L>) -> bool {
    let mut budget = BUDGET;
    !is_caught(board, stone, DEPTH, &mut budget)
}

/// The liberty on which the enemy catches the chain on `stone` in a ladder. `None` if the chain has not exactly two liberties, or neither
/// works.
pub fn can_be_caught<L: Layout>(board: &Board<L>, stone: Point<L>) -> Option<Point<L>> {
    let mut budget = BUDGET;
    catches(board, stone, DEPTH, &mut budget)
}

/// Returns whether no ladder can catch a chain of `color` with two liberties, by a test that reads no moves: whichever liberty the enemy
/// takes, extending to the other one gives three.
pub fn is_free_at_once<L: Layout>(board: &Board<L>, color: Color, stone: Point<L>) -> bool {
    let Some([one, other]) = board.two_liberties(stone) else { return false };
    // A capture on either point changes the liberties: such a ladder must be read.
    let captures =
        |color, at: Point<L>| board.weak_around(color, at, 4).any(|stone| board.last_liberty(stone) == Some(at));
    let is_free = |taken: Point<L>, left: Point<L>| {
        let left_over =
            liberties_after::<L, 4>(board, color, left).into_iter().filter(|&liberty| liberty != taken).count();
        left_over >= 3 && !captures(color, taken) && !captures(!color, left)
    };
    is_free(one, other) && is_free(other, one)
}

/// The placement that captures the chain on `stone` if the enemy plays first: on its last liberty, or in a ladder.
pub fn attack<L: Layout>(board: &Board<L>, stone: Point<L>) -> Option<Point<L>> {
    board.last_liberty(stone).or_else(|| can_be_caught(board, stone))
}

/// A placement that saves the chain on `stone` from [`attack`] if its colour plays first: on a liberty, or by capture of stones around it.
/// Of several, the one that gives the chain the most liberties.
pub fn defense<L: Layout>(board: &Board<L>, stone: Point<L>) -> Option<Point<L>> {
    let Content::Stone(color) = board.content(stone) else { return None };
    let mut ways_out = board.liberties(stone);
    ways_out |= captures_beside(board, color, stone).collect();
    let saved = ways_out.into_iter().filter_map(|way_out| {
        let after = placed(board, color, way_out, &mut 1)?;
        attack(&after, stone).is_none().then(|| (way_out, after.liberties(stone).len()))
    });
    saved.max_by_key(|&(_, liberties)| liberties).map(|(way_out, _)| way_out)
}

/// Returns whether a chain in atari is caught although it is to play.
fn is_caught<L: Layout>(board: &Board<L>, stone: Point<L>, depth: u32, budget: &mut u32) -> bool {
    let (Content::Stone(color), Some(liberty)) = (board.content(stone), board.last_liberty(stone)) else {
        return false;
    };
    if depth == 0 {
        return false;
    }
    let mut ways_out = Bitboard::of(liberty);
    ways_out |= captures_beside(board, color, stone).collect();
    for way_out in ways_out {
        // By reference: each copy of a board would be in every frame of the recursion.
        let Some(after) = &placed(board, color, way_out, budget) else { continue };
        let is_free = match after.pseudo_liberties(stone) {
            9.. => true,
            _ => match after.liberties(stone).len() {
                0 | 1 => false,
                2 => catches(after, stone, depth - 1, budget).is_none(),
                _ => true,
            },
        };
        if is_free {
            return false;
        }
    }
    *budget > 0
}

/// The points that capture enemy stones adjacent to the chain of `color` on `stone`; some may repeat.
pub fn captures_beside<L: Layout>(board: &Board<L>, color: Color, stone: Point<L>) -> impl Iterator<Item = Point<L>> {
    let beside = board.chain(stone).neighbours() & board.stones(!color);
    beside.into_iter().filter_map(|stone| board.last_liberty(stone))
}

/// The liberty on which the enemy, who is to play, catches a chain with two liberties.
fn catches<L: Layout>(board: &Board<L>, stone: Point<L>, depth: u32, budget: &mut u32) -> Option<Point<L>> {
    let Content::Stone(color) = board.content(stone) else { return None };
    let mut liberties = board.two_liberties(stone)?;
    // Try the liberty first from which the chain could gain more liberties: it works more often.
    if board.empty_neighbours(liberties[0]) < board.empty_neighbours(liberties[1]) {
        liberties.swap(0, 1);
    }
    liberties.into_iter().find(|&liberty| {
        placed(board, !color, liberty, budget)
            .as_ref()
            .is_some_and(|after| is_caught(after, stone, depth.saturating_sub(1), budget))
    })
}

/// The board after a placement; `None` if it is suicide or the budget is used up.
pub(super) fn placed<L: Layout>(board: &Board<L>, color: Color, point: Point<L>, budget: &mut u32) -> Option<Board<L>> {
    *budget = budget.checked_sub(1)?;
    let mut after = *board;
    after.put(color, point);
    for head in after.enclosed_around(!color, point).heads() {
        after.lift(head);
    }
    (!after.is_enclosed(point)).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::super::drawing::{board, point};
    use super::*;

    /// White's stone at C3 has two liberties; the ladder drives it up and to the right.
    const LADDER: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . # . . . . . . .
        . # O . . . . . .
        . . # # . . . . .
        . . . . . . . . .";

    #[test]
    fn a_ladder_catches() {
        let board = board(LADDER);
        // Of the two liberties C4 and D3, only D3 drives the stone towards the far edge.
        assert_eq!(can_be_caught(&board, point("C3")).map(|at| at.to_string()).as_deref(), Some("D3"));
    }

    #[test]
    fn a_stone_in_the_way_breaks_it() {
        let mut broken = board(LADDER);
        broken.put(Color::White, point("G7"));
        assert_eq!(can_be_caught(&broken, point("C3")), None);
    }

    #[test]
    fn a_chain_is_attacked_and_defended_where_it_is_caught() {
        let ladder = board(LADDER);
        assert_eq!(attack(&ladder, point("C3")), Some(point("D3")));
        let defended = defense(&ladder, point("C3")).expect("on either liberty it comes to three");
        assert!([point("C4"), point("D3")].contains(&defended));
        let lost = board(
            "
            . # . . .
            # O # . .
            # O # . .
            # O # . .
            # . # . .",
        );
        assert_eq!((attack(&lost, point("B2")), defense(&lost, point("B2"))), (Some(point("B1")), None));
        // A stone on C1 would have only the liberty D1; the capture on C4 gives three.
        let cut = board(
            "
            . . . . .
            . O . . .
            O # # O .
            # O O # .
            . # . . .",
        );
        assert_eq!((attack(&cut, point("B2")), defense(&cut, point("B2"))), (Some(point("C1")), Some(point("C4"))));
        // A chain with three liberties is not in a ladder.
        assert_eq!(attack(&cut, point("D3")), None);
    }

    #[test]
    fn a_chain_in_atari_escapes_into_the_open_or_by_a_capture() {
        assert!(!can_escape(
            &board(
                "
            . # . . .
            # O # . .
            # O # . .
            # O # . .
            # . # . ."
            ),
            point("B2")
        ));
        assert!(can_escape(
            &board(
                "
            . . . . .
            . O . . .
            O # O . .
            # O # . .
            . # . . ."
            ),
            point("B2")
        ));
    }
}
