//! Boards as text, for a terminal of 80 × 24.

use crate::board::Color;
use crate::geometry::{BoardSize, Point, PointSet, column_letter};
use crate::rules::{Game, Move};
use anstyle::Color::Ansi256 as Color256;
use anstyle::{Ansi256Color, Style};

/// What boards look like as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Whether escape sequences of the terminal colour it: stones on a board the colour of wood.
    pub is_coloured: bool,
    /// Whether stones are discs, `●` and `○`, and not `#` and `O`.
    pub has_discs: bool,
}

impl Look {
    /// ASCII, without colours.
    pub const PLAIN: Self = Self { is_coloured: false, has_discs: false };
}

/// The board of a game: `#` or `●` black, `O` or `○` white, `.` empty, `+` an empty star point, the last placement in parentheses. All
/// lines are equally wide; a board of 19 lines takes 43 columns and 21 lines.
///
/// ```
/// # use onepure::geometry::BoardSize;
/// # use onepure::rules::{Game, Move, Ruleset};
/// # use onepure::view::{Look, board};
/// let mut game = Game::new(BoardSize::new(5)?, Ruleset::one_pure());
/// game.play(Move::Place("B4".parse()?))?;
/// game.play(Move::Place("D2".parse()?))?;
/// let picture = [
///     "   A B C D E   ",
///     " 5 . . . . . 5 ",
///     " 4 . # . . . 4 ",
///     " 3 . . + . . 3 ",
///     " 2 . . .(O). 2 ",
///     " 1 . . . . . 1 ",
///     "   A B C D E   ",
/// ];
/// assert_eq!(board(&game, Look::PLAIN), picture);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn board(game: &Game, look: Look) -> Vec<String> {
    grid(game.size(), look, last_placement(game), |point| sign(game, point, look))
}

/// The point of the last turn's placement, if the stone stands.
pub(super) fn last_placement(game: &Game) -> Option<Point> {
    game.turns().last().and_then(|turn| match turn.action {
        Move::Place(point) => Some(point).filter(|&point| game.board().stone(point).is_some()),
        Move::Abstain => None,
    })
}

/// What stands for a point of the board.
pub(super) fn sign(game: &Game, point: Point, look: Look) -> (char, Style) {
    match game.board().stone(point) {
        Some(color) => stone(color, look),
        None if is_star(game.size(), point) => ('+', LINE),
        None => ('.', LINE),
    }
}

/// What stands for a stone.
pub(super) fn stone(color: Color, look: Look) -> (char, Style) {
    match (color, look.has_discs) {
        (Color::Black, false) => ('#', BLACK),
        (Color::Black, true) => ('●', BLACK),
        (Color::White, false) => ('O', WHITE),
        (Color::White, true) => ('○', WHITE),
    }
}

/// Whose each point of the board is, without the stones in `lost`: `B` Black's, `W` White's, `.` neither's, because both
/// colours are in contact with it, or none is. The lines are as wide as those of [`board`].
pub fn points(game: &Game, lost: PointSet, look: Look) -> Vec<String> {
    let points = game.points_without(lost);
    grid(game.size(), look, None, |point| match points.owner(point) {
        Some(Color::Black) => ('B', BLACK),
        Some(Color::White) => ('W', WHITE),
        None => ('.', LINE),
    })
}

/// Lines on a board the colour of wood, and the two colours' stones on it.
pub(super) const LINE: Style = on_wood(94);
pub(super) const BLACK: Style = on_wood(16);
pub(super) const WHITE: Style = on_wood(231).bold();

/// What is written on the board: the parentheses around the last placement, and letters.
pub(super) const MARK: Style = on_wood(160).bold();

/// A colour of the terminal's palette of 256 on another that looks like wood.
const fn on_wood(index: u8) -> Style {
    Style::new().fg_color(Some(Color256(Ansi256Color(index)))).bg_color(Some(Color256(Ansi256Color(179))))
}

/// A board with its coordinates, one sign a point, and the marked point in parentheses.
pub(super) fn grid(
    size: BoardSize,
    look: Look,
    marked: Option<Point>,
    sign: impl Fn(Point) -> (char, Style),
) -> Vec<String> {
    let letters: String = (0..size.lines()).flat_map(|column| [' ', column_letter(column)]).collect();
    let letters = format!("  {letters}   ");
    let row = |row: usize| {
        let mut line = format!("{:>2}", row + 1);
        let mut gap = ' ';
        for column in 0..size.lines() {
            let point = Point::new(column, row);
            let is_marked = marked == Some(point);
            let (sign, style) = sign(point);
            line.push_str(&paint(if is_marked { '(' } else { gap }, MARK, look));
            line.push_str(&paint(sign, style, look));
            gap = if is_marked { ')' } else { ' ' };
        }
        line.push_str(&paint(gap, MARK, look));
        format!("{line}{:<2}", row + 1)
    };
    let rows = (0..size.lines()).rev().map(row);
    std::iter::once(letters.clone()).chain(rows).chain(std::iter::once(letters.clone())).collect()
}

/// A sign in its style, where the look has colours.
pub(super) fn paint(sign: char, style: Style, look: Look) -> String {
    if look.is_coloured { format!("{style}{sign}{style:#}") } else { sign.to_string() }
}

/// Whether a point is one of the star points: on the third line of small boards and on the fourth of others, and in the
/// middle.
pub(super) fn is_star(size: BoardSize, point: Point) -> bool {
    let lines = size.lines();
    let middle = (lines % 2 == 1).then_some(lines / 2);
    let corner = match lines {
        0..=6 => None,
        7..=12 => Some(2),
        _ => Some(3),
    };
    let far = corner.map(|near| lines - 1 - near);
    let at_corner = |line: usize| Some(line) == corner || Some(line) == far;
    let at_middle = |line: usize| Some(line) == middle;
    let (column, row) = (point.column(), point.row());
    let on_a_side = lines >= 15 && (at_corner(column) && at_middle(row) || at_middle(column) && at_corner(row));
    at_corner(column) && at_corner(row) || at_middle(column) && at_middle(row) || on_a_side
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Ruleset;

    fn stars(lines: usize) -> usize {
        let size = BoardSize::new(lines).expect("2 to 19 lines");
        size.points().filter(|&point| is_star(size, point)).count()
    }

    #[test]
    fn star_points() {
        assert_eq!([5, 6, 7, 8, 9, 13, 15, 18, 19].map(stars), [1, 0, 5, 4, 5, 5, 9, 4, 9]);
    }

    #[test]
    fn the_largest_board_fits_on_a_screen() {
        let game = Game::new(BoardSize::MAIN, Ruleset::one_pure());
        let picture = board(&game, Look::PLAIN);
        assert_eq!(picture.len(), 21);
        assert!(picture.iter().all(|line| line.len() == 43));
    }

    #[test]
    fn colours_are_escape_sequences_and_nothing_else() {
        let mut game = Game::new(BoardSize::MAIN, Ruleset::one_pure());
        game.play(Move::Place(Point::new(18, 18))).expect("an empty point");
        let coloured = board(&game, Look { is_coloured: true, ..Look::PLAIN }).join("\n");
        let plain: String =
            coloured.split('\x1b').map(|part| part.split_once('m').map_or(part, |(_, rest)| rest)).collect();
        assert_eq!(plain, board(&game, Look::PLAIN).join("\n"));
        assert!(plain.contains("(#)19"), "the last move at the edge");
    }

    #[test]
    fn a_stone_that_went_at_once_is_not_marked() {
        let mut game = Game::new(BoardSize::MAIN, Ruleset::one_pure());
        for vertex in ["A1", "A2", "T19", "B2", "S19", "C1", "B1"] {
            game.play(Move::Place(vertex.parse().expect("a point"))).expect("an empty point");
        }
        assert!(!game.turns()[6].retired.is_empty(), "a self-fill retirement");
        assert!(!board(&game, Look::PLAIN).join("\n").contains('('));
    }
}
