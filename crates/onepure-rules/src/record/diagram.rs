//! Text diagrams, the notation of the rules' explanations.

use crate::board::{Color, Position};
use crate::geometry::{BoardSize, Point, SizeError, column_letter};
use std::fmt;
use std::str::FromStr;

/// The signs of numbered moves: 1 to 9, then `a` for the tenth move, up to `z` for the 35th.
const NUMBERS: &str = "123456789abcdefghijklmnopqrstuvwxyz";

/// A position as text, with numbered moves.
///
/// Each line is a row, the top row first. `#` is a black stone, `O` a white one, `.` an empty point. A digit or, from
/// the tenth move on, a small letter is an empty point with the number of the move to be played there. The parser
/// ignores spaces and blank lines, and accepts column names above and below, row names on both sides, and sizes of 2 to
/// 19 lines.
///
/// ```
/// use onepure_rules::record::Diagram;
///
/// let diagram: Diagram = "
///        A B C D E
///      5 . . . . . 5
///      4 . # O . . 4
///      3 # 2 1 O . 3
///      2 . # O . . 2
///      1 . . . . . 1
///        A B C D E
/// ".parse()?;
/// assert_eq!(diagram.numbered, ["C3".parse()?, "B3".parse()?]);
/// assert_eq!(diagram.position.stones.black.len(), 3);
/// assert_eq!(diagram.to_string(), ". . . . .\n. # O . .\n# 2 1 O .\n. # O . .\n. . . . .");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The number of lines of the board.
    pub size: BoardSize,
    /// The stones.
    pub position: Position,
    /// The points of the numbered moves, number 1 first. A diagram does not contain their colours.
    pub numbered: Vec<Point>,
}

/// The reason why a text is not a diagram.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DiagramError {
    /// A row has a mistake.
    #[error("line {line}, column {column}: {mistake}")]
    Row {
        /// The line of the text, from 1.
        line: usize,
        /// The column of the text, in characters from 1.
        column: usize,
        /// The mistake.
        mistake: DiagramMistake,
    },
    /// No board has this number of rows.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// A mistake in a row of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DiagramMistake {
    /// A character that is not part of a diagram.
    #[error("expected `#`, `O`, `.` or the number of a move, found `{0}`")]
    Character(char),
    /// The row is too short or too long: diagrams are square.
    #[error("expected {rows} points in the row, because there are {rows} rows, found {found}")]
    Length {
        /// The number of points in the row.
        found: usize,
        /// The number of rows in the diagram.
        rows: usize,
    },
    /// The second use of a move number.
    #[error("expected each move number once, found `{0}` twice")]
    Twice(char),
    /// A gap in the move numbers.
    #[error("expected move `{missing}` before `{number}`, because moves are numbered from 1 without a gap")]
    Gap {
        /// The number after the gap.
        number: char,
        /// The first number that is missing.
        missing: char,
    },
}

/// A character of the text other than white space.
#[derive(Clone, Copy, Debug)]
struct Cell {
    line: usize,
    column: usize,
    character: char,
}

/// A move number in the text.
struct Numbered {
    /// The move's index, from 0.
    index: usize,
    point: Point,
    cell: Cell,
}

impl Diagram {
    /// The diagram of a position, without numbered moves.
    pub const fn new(size: BoardSize, position: Position) -> Self {
        Self { size, position, numbered: Vec::new() }
    }
}

impl FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Self, DiagramError> {
        let rows: Vec<Vec<Cell>> = (1..)
            .zip(text.lines())
            .map(|(line, row)| cells(line, row))
            .filter(|row| !row.is_empty() && !is_column_names(row))
            .collect();
        let size = BoardSize::new(rows.len())?;
        let mut position = Position::default();
        let mut numbers = Vec::new();
        for (row, cells) in (0..size.lines()).rev().zip(&rows) {
            let cells = without_row_names(cells, &(row + 1).to_string(), size.lines());
            if let Some(cell) = cells.iter().find(|cell| !cell.is_valid()) {
                return Err(cell.error(DiagramMistake::Character(cell.character)));
            }
            if let Some(last) = cells.last().filter(|_| cells.len() != size.lines()) {
                return Err(last.error(DiagramMistake::Length { found: cells.len(), rows: size.lines() }));
            }
            for (column, &cell) in cells.iter().enumerate() {
                let point = Point::new(column, row);
                match cell.character {
                    '#' => position.stones.black.insert(point),
                    'O' => position.stones.white.insert(point),
                    character => {
                        numbers.extend(NUMBERS.find(character).map(|index| Numbered { index, point, cell }));
                    }
                }
            }
        }
        Ok(Self { size, position, numbered: in_order(numbers)? })
    }
}

/// The points of the moves in the order of their numbers.
fn in_order(mut numbers: Vec<Numbered>) -> Result<Vec<Point>, DiagramError> {
    numbers.sort_by_key(|number| number.index);
    for (expected, Numbered { index, cell, .. }) in numbers.iter().enumerate() {
        if *index < expected {
            return Err(cell.error(DiagramMistake::Twice(cell.character)));
        }
        if *index > expected {
            let missing = char::from(NUMBERS.as_bytes()[expected]);
            return Err(cell.error(DiagramMistake::Gap { number: cell.character, missing }));
        }
    }
    Ok(numbers.into_iter().map(|number| number.point).collect())
}

impl Cell {
    fn is_valid(self) -> bool {
        matches!(self.character, '#' | 'O' | '.') || NUMBERS.contains(self.character)
    }

    fn error(self, mistake: DiagramMistake) -> DiagramError {
        DiagramError::Row { line: self.line, column: self.column, mistake }
    }
}

fn cells(line: usize, text: &str) -> Vec<Cell> {
    let characters = (1..).zip(text.chars()).filter(|(_, character)| !character.is_whitespace());
    characters.map(|(column, character)| Cell { line, column, character }).collect()
}

/// Returns whether the row consists of column names: A, B, C and so on without I.
fn is_column_names(row: &[Cell]) -> bool {
    (2..=BoardSize::MAIN.lines()).contains(&row.len())
        && row.iter().enumerate().all(|(column, cell)| cell.character == column_letter(column))
}

/// The row without its names. Removes them only while the row is too long, because a name can look like points: `1` is
/// also a move number.
fn without_row_names<'a>(mut row: &'a [Cell], name: &str, length: usize) -> &'a [Cell] {
    let is_name = |cells: &[Cell]| cells.iter().map(|cell| cell.character).eq(name.chars());
    if let Some((start, rest)) = row.split_at_checked(name.len())
        && row.len() > length
        && is_name(start)
    {
        row = rest;
    }
    if let Some((rest, end)) = row.len().checked_sub(name.len()).map(|middle| row.split_at(middle))
        && row.len() > length
        && is_name(end)
    {
        row = rest;
    }
    row
}

impl fmt::Display for Diagram {
    /// Writes the rows, with spaces between the points and no final line break. Omits moves after the 35th.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.size.lines()).rev() {
            for column in 0..self.size.lines() {
                let point = Point::new(column, row);
                let number = self.numbered.iter().zip(NUMBERS.chars()).find(|&(&numbered, _)| numbered == point);
                let character = match (number, self.position.stone(point)) {
                    (Some((_, number)), _) => number,
                    (None, Some(Color::Black)) => '#',
                    (None, Some(Color::White)) => 'O',
                    (None, None) => '.',
                };
                let separator = if column == 0 { "" } else { " " };
                write!(f, "{separator}{character}")?;
            }
            if row > 0 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn error(text: &str) -> String {
        text.parse::<Diagram>().expect_err("not a diagram").to_string()
    }

    fn points(names: &[&str]) -> Vec<Point> {
        names.iter().map(|name| name.parse().expect("a point")).collect()
    }

    #[test]
    fn the_top_row_comes_first() {
        let diagram: Diagram = "#..\n.O.\n...".parse().expect("a diagram");
        assert_eq!(diagram.size.lines(), 3);
        assert_eq!(diagram.position.stones.black.iter().collect::<Vec<_>>(), points(&["A3"]));
        assert_eq!(diagram.position.stones.white.iter().collect::<Vec<_>>(), points(&["B2"]));
        assert_eq!(diagram.numbered, []);
        assert_eq!(diagram.to_string(), "# . .\n. O .\n. . .");
    }

    #[test]
    fn numbers_and_names_are_told_apart() {
        let bare: Diagram = "4 2\n3 1".parse().expect("a diagram");
        assert_eq!(bare.numbered, points(&["B1", "B2", "A1", "A2"]));
        let named: Diagram = "  A B\n2 4 2 2\n1 3 1 1\n  A B\n".parse().expect("a diagram");
        assert_eq!(named, bare);
        let left: Diagram = "2 42\n1 31".parse().expect("a diagram");
        assert_eq!(left, bare);
        let right: Diagram = "42 2\n31 1".parse().expect("a diagram");
        assert_eq!(right, bare);
    }

    #[test]
    fn the_tenth_move_is_a() {
        let diagram: Diagram = "1 2 3 4\n5 6 7 8\n9 a . O\n. . . #".parse().expect("a diagram");
        assert_eq!(diagram.numbered.len(), 10);
        assert_eq!(diagram.numbered[9], points(&["B2"])[0]);
    }

    #[test]
    fn mistakes_are_named_with_line_and_column() {
        assert_eq!(error("..\n.X"), "line 2, column 2: expected `#`, `O`, `.` or the number of a move, found `X`");
        assert_eq!(
            error("\n. . é\n. . .\n. . ."),
            "line 2, column 5: expected `#`, `O`, `.` or the number of a move, found `é`"
        );
        assert_eq!(
            error(". . .\n. .\n. . ."),
            "line 2, column 3: expected 3 points in the row, because there are 3 rows, found 2"
        );
        assert_eq!(
            error(". . . .\n. . .\n. . ."),
            "line 1, column 7: expected 3 points in the row, because there are 3 rows, found 4"
        );
        assert_eq!(
            error(". . # O\n. ."),
            "line 1, column 7: expected 2 points in the row, because there are 2 rows, found 4"
        );
        assert_eq!(error("1 .\n. 1"), "line 2, column 3: expected each move number once, found `1` twice");
        let gap = "line 2, column 1: expected move `2` before `3`, because moves are numbered from 1 without a gap";
        assert_eq!(error("1 .\n3 ."), gap);
        assert_eq!(error(""), "board: expected 2 to 19 lines, got 0");
        assert_eq!(error(&"#\n".repeat(20)), "board: expected 2 to 19 lines, got 20");
    }

    #[test]
    fn the_last_number_may_not_stand_twice() {
        let row = |text: &str| format!("{text:.<9}\n");
        let rows = ["123456789", "abcdefghi", "jklmnopqr", "stuvwxyz", "z"].map(row).concat();
        assert_eq!(
            error(&(rows + &row("").repeat(4))),
            "line 5, column 1: expected each move number once, found `z` twice"
        );
        assert!(error(&format!("{}\n", "z".repeat(19)).repeat(19)).contains("expected move `1` before `z`"));
    }

    proptest! {
        #[test]
        fn what_was_written_is_read_back(lines in 2..=19_usize, content in prop::collection::vec(0..4_u8, 361)) {
            let size = BoardSize::new(lines).expect("2 to 19 lines");
            let mut diagram = Diagram::new(size, Position::default());
            for (point, content) in size.points().zip(content) {
                match content {
                    0 => diagram.position.stones.black.insert(point),
                    1 => diagram.position.stones.white.insert(point),
                    2 if diagram.numbered.len() < NUMBERS.len() => diagram.numbered.push(point),
                    _ => {}
                }
            }
            prop_assert_eq!(diagram.to_string().parse(), Ok(diagram));
        }

        #[test]
        fn no_text_panics(text in "([ 0-9a-zA-T#O.\n]|\\PC)*") {
            let _ = text.parse::<Diagram>();
        }
    }
}
