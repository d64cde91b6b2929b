//! Ladders.

use super::consequences::liberties_after;
use onepure_rules::board::{Board, Color, Content};
use onepure_rules::geometry::{Bitboard, Layout, Point};

/// How deep ladders are read, in placements: a ladder across the whole board has about as many.
const DEPTH: u32 = 90;

/// How many placements are tried in all before a ladder counts as one that does not work.
const BUDGET: u32 = 400;

/// Whether the chain on `stone`, in atari and about to be captured, comes to three liberties by an extension or by a capture of
/// stones around it. Kos are taken as if they could be retaken at once.
pub fn can_escape<L: Layout>(board: &Board<L>, stone: Point<L>) -> bool {
    let mut budget = BUDGET;
    !is_caught(board, stone, DEPTH, &mut budget)
}

/// The placement, of the two liberties of the chain on `stone`, by which it is captured in a ladder; `None` if it has not two
/// liberties, or neither catches it.
pub fn can_be_caught<L: Layout>(board: &Board<L>, stone: Point<L>) -> Option<Point<L>> {
    let mut budget = BUDGET;
    catches(board, stone, DEPTH, &mut budget)
}

/// Whether it is plain, without reading, that no ladder catches a chain of `color` with two liberties: whichever the enemy takes,
/// an extension to the other gives it three.
pub fn is_free_at_once<L: Layout>(board: &Board<L>, color: Color, stone: Point<L>) -> bool {
    let Some([one, other]) = board.two_liberties(stone) else { return false };
    // Captures, of stones that may belong to the extended chain or beside it, are to be read.
    let captures =
        |color, at: Point<L>| board.weak_around(color, at, 4).any(|stone| board.last_liberty(stone) == Some(at));
    let is_free = |taken: Point<L>, left: Point<L>| {
        let left_over =
            liberties_after::<L, 4>(board, color, left).into_iter().filter(|&liberty| liberty != taken).count();
        left_over >= 3 && !captures(color, taken) && !captures(!color, left)
    };
    is_free(one, other) && is_free(other, one)
}

/// The placement by which the chain on `stone` is captured if its opponent plays first: on its last liberty, or in a ladder.
pub fn attack<L: Layout>(board: &Board<L>, stone: Point<L>) -> Option<Point<L>> {
    board.last_liberty(stone).or_else(|| can_be_caught(board, stone))
}

/// A placement that saves the chain on `stone` from [`attack`] if its colour plays first: on a liberty, or where stones around
/// it are captured. Of several it is the one that leaves the chain most liberties.
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

/// Whether a chain in atari, whose colour is to play, is caught.
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
        let Some(after) = placed(board, color, way_out, budget) else { continue };
        let is_free = match after.pseudo_liberties(stone) {
            9.. => true,
            _ => match after.liberties(stone).len() {
                0 | 1 => false,
                2 => catches(&after, stone, depth - 1, budget).is_none(),
                _ => true,
            },
        };
        if is_free {
            return false;
        }
    }
    *budget > 0
}

/// Where enemy stones beside the chain of `color` on `stone` are captured; a point may come more than once.
pub fn captures_beside<L: Layout>(board: &Board<L>, color: Color, stone: Point<L>) -> impl Iterator<Item = Point<L>> {
    let beside = board.chain(stone).neighbours() & board.stones(!color);
    beside.into_iter().filter_map(|stone| board.last_liberty(stone))
}

/// The liberty of a chain with two, whose enemy is to play, by which it is caught.
fn catches<L: Layout>(board: &Board<L>, stone: Point<L>, depth: u32, budget: &mut u32) -> Option<Point<L>> {
    let Content::Stone(color) = board.content(stone) else { return None };
    let mut liberties = board.two_liberties(stone)?;
    // Where the chain would find more liberties comes first.
    if board.empty_neighbours(liberties[0]) < board.empty_neighbours(liberties[1]) {
        liberties.swap(0, 1);
    }
    liberties.into_iter().find(|&liberty| {
        placed(board, !color, liberty, budget)
            .is_some_and(|after| is_caught(&after, stone, depth.saturating_sub(1), budget))
    })
}

/// The board after a placement that is no suicide, if there is budget left for it.
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

    /// White's stone at C3 is in atari; it runs up and to the right.
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
        // Two liberties, C4 and D3: only from D3 on Black drives it towards the far edge.
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
        // What is put on C1 would have D1 left; the capture on C4 gives three liberties.
        let cut = board(
            "
            . . . . .
            . O . . .
            O # # O .
            # O O # .
            . # . . .",
        );
        assert_eq!((attack(&cut, point("B2")), defense(&cut, point("B2"))), (Some(point("C1")), Some(point("C4"))));
        // A chain with three liberties is in no ladder.
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
