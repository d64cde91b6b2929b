//! Boards as text for a terminal of 80 × 24, with the bowls next to them.

use super::Language;
use super::text::pad;
use anstyle::Color::Ansi256 as Color256;
use anstyle::{Ansi256Color, Style};
use onepure_rules::board::Color;
use onepure_rules::geometry::{BoardSize, Point, PointSet, column_letter};
use onepure_rules::rules::{Game, Move};
use unicode_width::UnicodeWidthStr;

/// The appearance of boards as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Whether escape sequences colour the board: stones on a board of wood.
    pub is_coloured: bool,
    /// Whether stones are discs, `●` and `○`, instead of `#` and `O`.
    pub has_discs: bool,
}

impl Look {
    /// ASCII without colours.
    pub const PLAIN: Self = Self { is_coloured: false, has_discs: false };
}

/// The board of a game: `#` or `●` for black, `O` or `○` for white, `.` for empty, `+` for an empty star point, and
/// parentheses around the last placement. All lines have the same width. A board of 19 lines takes 43 columns and 21
/// lines.
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
    board_with_dead(game, PointSet::empty(), look)
}

/// As [`board`], with the `dead` stones as `x` of Black and `o` of White.
pub fn board_with_dead(game: &Game, dead: PointSet, look: Look) -> Vec<String> {
    grid(game.size(), look, last_placement(game), |point| {
        match game.board().stone(point).filter(|_| dead.contains(point)) {
            Some(Color::Black) => ('x', BLACK),
            Some(Color::White) => ('o', WHITE),
            None => sign(game, point, look),
        }
    })
}

/// The point of the last placement, if the stone is still on the board.
fn last_placement(game: &Game) -> Option<Point> {
    game.turns().last().and_then(|turn| match turn.action {
        Move::Place(point) => Some(point).filter(|&point| game.board().stone(point).is_some()),
        Move::Abstain => None,
    })
}

/// The character of a point.
fn sign(game: &Game, point: Point, look: Look) -> (char, Style) {
    match game.board().stone(point) {
        Some(color) => stone(color, look),
        None if is_star(game.size(), point) => ('+', LINE),
        None => ('.', LINE),
    }
}

/// The character of a stone.
fn stone(color: Color, look: Look) -> (char, Style) {
    match (color, look.has_discs) {
        (Color::Black, false) => ('#', BLACK),
        (Color::Black, true) => ('●', BLACK),
        (Color::White, false) => ('O', WHITE),
        (Color::White, true) => ('○', WHITE),
    }
}

/// The owner of each point without the `dead` stones: `B` for Black, `W` for White, `.` for neither. A point has no
/// owner if both colours are in contact with it, or none. The lines are as wide as those of [`board`].
pub fn points(game: &Game, dead: PointSet, look: Look) -> Vec<String> {
    let points = game.points_without(dead);
    grid(game.size(), look, None, |point| match points.owner(point) {
        Some(Color::Black) => ('B', BLACK),
        Some(Color::White) => ('W', WHITE),
        None => ('.', LINE),
    })
}

/// The styles of lines and of stones on the wood.
const LINE: Style = on_wood(94);
const BLACK: Style = on_wood(16);
const WHITE: Style = on_wood(231).bold();

/// The style of marks: the parentheses around the last placement, and letters.
const MARK: Style = on_wood(160).bold();

/// A colour of the terminal's 256-colour palette on a wooden background.
const fn on_wood(index: u8) -> Style {
    Style::new().fg_color(Some(Color256(Ansi256Color(index)))).bg_color(Some(Color256(Ansi256Color(179))))
}

/// A board with coordinates, one character per point, and parentheses around the marked point.
fn grid(size: BoardSize, look: Look, marked: Option<Point>, sign: impl Fn(Point) -> (char, Style)) -> Vec<String> {
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

/// A character in a style, if the look has colours.
fn paint(sign: char, style: Style, look: Look) -> String {
    if look.is_coloured { format!("{style}{sign}{style:#}") } else { sign.to_string() }
}

/// Returns whether a point is a star point: on the third line of small boards, on the fourth line of larger ones, or in
/// the middle.
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

/// The board of a game with letters on empty points, such as the best moves. The lines are as wide as those of
/// [`board`](super::board()).
///
/// ```
/// # use onepure::geometry::BoardSize;
/// # use onepure::rules::{Game, Move, Ruleset};
/// # use onepure::view::{Look, labelled};
/// let mut game = Game::new(BoardSize::new(5)?, Ruleset::one_pure());
/// game.play(Move::Place("C3".parse()?))?;
/// let picture = labelled(&game, &[("B4".parse()?, 'A'), ("D2".parse()?, 'B')], Look::PLAIN);
/// assert_eq!(picture[2..5], [" 4 . A . . . 4 ", " 3 . .(#). . 3 ", " 2 . . . B . 2 "]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn labelled(game: &Game, labels: &[(Point, char)], look: Look) -> Vec<String> {
    let label = |point: Point| labels.iter().find(|&&(labelled, _)| labelled == point).map(|&(_, label)| label);
    grid(game.size(), look, last_placement(game), |point| match label(point) {
        Some(label) if game.board().stone(point).is_none() => (label, MARK),
        _ => sign(game, point, look),
    })
}

/// The expected ownership of each point, from a balance of -1 for White to 1 for Black: `B` and `W` almost surely, `b`
/// and `w` probably, `.` unclear. The lines are as wide as those of [`board`](super::board()).
pub fn ownership(game: &Game, balance: impl Fn(Point) -> f64, look: Look) -> Vec<String> {
    /// The thresholds of `B` and of `b`.
    const SURE: f64 = 0.8;
    const RATHER: f64 = 0.4;
    grid(game.size(), look, None, |point| match balance(point) {
        balance if balance >= SURE => ('B', BLACK),
        balance if balance >= RATHER => ('b', BLACK),
        balance if balance <= -SURE => ('W', WHITE),
        balance if balance <= -RATHER => ('w', WHITE),
        _ => ('.', LINE),
    })
}

/// The number of stones of each colour on the board, in the bowl and in quarantine, then the turn and the komi. Without
/// a quota, bowls and quarantine are left out.
pub fn bowls(game: &Game, language: Language, look: Look) -> Vec<String> {
    let phrases = language.phrases();
    let labels = phrases.bowl_labels();
    let widest = labels.iter().map(|label| label.width()).max().unwrap_or_default();
    let mut lines = Vec::new();
    for color in Color::BOTH {
        let stones = game.stones(color);
        let counted = stones.waiting.is_some().then_some(stones.quarantined);
        let (sign, style) = stone(color, look);
        lines.push(format!("{} {}", paint(sign, style, look), phrases.color(color)));
        for (label, number) in labels.iter().zip([Some(stones.board), stones.waiting, counted]) {
            lines.extend(number.map(|number| format!("    {} {number:>4}", pad(label, widest))));
        }
        let captured = game.prisoners(color);
        lines.extend(captured.map(|number| format!("    {} {number:>4}", pad(phrases.prisoners_label(), widest))));
        lines.push(String::new());
    }
    lines.push(phrases.status(game));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::rules::Ruleset;

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

    #[test]
    fn balances_are_told_in_five_steps() {
        let game = Game::new(BoardSize::new(5).expect("5 lines"), Ruleset::one_pure());
        let columns = [0.8, 0.4, 0.0, -0.4, -0.8];
        let picture = ownership(&game, |point| columns[point.column()], Look::PLAIN);
        assert_eq!(picture[1], " 5 B b . w W 5 ");
    }
}
