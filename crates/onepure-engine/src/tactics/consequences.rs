//! Self-atari, and the liberties of a chain after a placement.

use arrayvec::ArrayVec;
use onepure_rules::board::{Board, Color};
use onepure_rules::geometry::{Layout, Point};

/// The liberties of the chain of a stone of `color` after a placement on an empty point, at most `MOST` of them. Of captured stones only
/// those adjacent to the point count.
#[inline]
pub fn liberties_after<L: Layout, const MOST: usize>(
    board: &Board<L>,
    color: Color,
    point: Point<L>,
) -> ArrayVec<Point<L>, MOST> {
    let mut found = ArrayVec::<Point<L>, MOST>::new();
    let captured = board.weak_around(!color, point, 4).filter(|&stone| board.last_liberty(stone) == Some(point));
    for liberty in board.empty_around(point).chain(captured) {
        found.push(liberty);
        if found.is_full() {
            return found;
        }
    }
    for stone in board.stones_around(color, point) {
        if !board.add_liberties(stone, point, &mut found) {
            return found;
        }
    }
    found
}

/// Returns whether a placement of `color` would capture nothing and leave its chain with at most one liberty.
#[inline]
pub fn is_self_atari<L: Layout>(board: &Board<L>, color: Color, point: Point<L>) -> bool {
    // At most four stones of a chain touch the point, and at most four touch another liberty: more pseudo-liberties mean more liberties.
    if board.empty_neighbours(point) >= 2 || !board.strong_around(color, point, 8).is_empty() {
        return false;
    }
    let mut in_atari = board.weak_around(!color, point, 4);
    if in_atari.any(|stone| board.last_liberty(stone) == Some(point)) {
        return false;
    }
    liberties_after::<L, 2>(board, color, point).len() < 2
}

/// The other liberty of an adjacent enemy chain with two liberties, unless that is a self-atari too. In a race for liberties, the outer
/// ones come first.
#[inline]
pub fn other_liberty<L: Layout>(board: &Board<L>, color: Color, point: Point<L>) -> Option<Point<L>> {
    let mut others = board.weak_around(!color, point, 8).filter_map(|stone| {
        let [one, two] = board.two_liberties(stone)?;
        Some(if one == point { two } else { one })
    });
    others.find(|&other| !is_self_atari(board, color, other))
}

#[cfg(test)]
mod tests {
    use super::super::drawing::{board, point};
    use super::*;
    use onepure_rules::board::{Consequences, Content};
    use onepure_rules::geometry::{Bitboard, BoardSize, Large, Medium, Small};
    use proptest::prelude::*;

    /// Compares the predictions for every empty point with the board after the placement.
    fn agrees<L: Layout>(lines: usize, stones: &[(u16, bool)]) {
        let size = BoardSize::new(lines).expect("2 to 19 lines");
        let points: Vec<_> = size.points::<L>().collect();
        let mut board = Board::<L>::new(size);
        for &(choice, black) in stones {
            let point = points[usize::from(choice) % points.len()];
            if board.content(point) == Content::Empty {
                board.put(if black { Color::Black } else { Color::White }, point);
                // Without this, enclosed chains would be captured twice.
                for color in Color::BOTH {
                    for head in board.enclosed_around(color, point).heads() {
                        board.lift(head);
                    }
                }
            }
        }
        for point in board.empty() {
            for color in Color::BOTH {
                let mut after = board;
                after.put(color, point);
                let mut captured = Bitboard::empty();
                for head in after.enclosed_around(!color, point).heads() {
                    captured |= after.lift(head).stones;
                }
                let liberties = after.liberties(point);
                let consequences = Consequences { captured, liberties };
                assert_eq!(Consequences::of(&board, color, point), consequences, "{point}");
                assert_eq!(is_self_atari(&board, color, point), captured.is_empty() && liberties.len() < 2, "{point}");
                if captured.is_empty() {
                    let some = liberties_after::<L, 3>(&board, color, point);
                    assert_eq!(some.len(), liberties.len().min(3), "{point}");
                    assert!(some.into_iter().all(|liberty| liberties.contains(liberty)), "{point}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn predictions_come_true(
            lines in 2..=9_usize,
            stones in prop::collection::vec((any::<u16>(), any::<bool>()), 0..150),
        ) {
            agrees::<Small>(lines, &stones);
            agrees::<Medium>(lines + 4, &stones);
            agrees::<Large>(lines + 10, &stones);
        }
    }

    #[test]
    fn the_outer_liberty_is_taken_where_the_inner_one_is_self_atari() {
        // White's two stones have the liberties A5 and C4. Black at A5 would have no liberty.
        let race = board(
            "
            . O # . .
            # O . . .
            O # # . .
            O . . . .
            . . . . .",
        );
        let other = |at| other_liberty(&race, Color::Black, point(at)).map(|point| point.to_string());
        assert!(is_self_atari(&race, Color::Black, point("A5")));
        assert_eq!(other("A5").as_deref(), Some("C4"));
        // The other liberty for C4 is A5, which is self-atari.
        assert_eq!(other("C4"), None);
        // No chain with two liberties is adjacent.
        assert_eq!(other("E1"), None);
    }
}
