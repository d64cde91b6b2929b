//! Boards drawn in tests.

use onepure_rules::board::{Board, Color};
use onepure_rules::geometry::{BoardSize, Point, Small};

/// The board of a drawing: a row per line, `#` for Black and `O` for White.
pub(super) fn board(rows: &str) -> Board<Small> {
    let rows: Vec<Vec<char>> = rows
        .lines()
        .map(|row| row.chars().filter(|sign| !sign.is_whitespace()).collect::<Vec<_>>())
        .filter(|row| !row.is_empty())
        .collect();
    let lines = rows.len();
    let mut board = Board::new(BoardSize::new(lines).expect("2 to 9 lines"));
    for (from_above, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), lines, "a row of another length");
        for (column, sign) in row.iter().enumerate() {
            let point = Point::new(column, lines - 1 - from_above);
            match sign {
                '#' => board.put(Color::Black, point),
                'O' => board.put(Color::White, point),
                _ => {}
            }
        }
    }
    board
}

/// A point by its name.
pub(super) fn point(name: &str) -> Point<Small> {
    name.parse::<Point>().expect("the name of a point").convert()
}
