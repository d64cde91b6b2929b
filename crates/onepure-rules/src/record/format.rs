//! What a text is that may hold a game, by its content; and the game that a text diagram shows.

use super::diagram::{Diagram, DiagramError};
use super::{gib, ngf};
use crate::board::Color;
use crate::geometry::{BoardSize, SizeError};
use crate::rules::{Game, Move, PlayError, Ruleset, SetUpError};

/// What a game can be written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextFormat {
    /// SGF, to be read as a [`Record`](super::Record).
    Sgf,
    /// A text diagram, to be read by [`game_in_diagram`].
    Diagram,
    /// A file of Tygem, to be read as a [`Record`](super::Record).
    Gib,
    /// A file of `WBaduk` or `CyberOro`, to be read as a [`Record`](super::Record).
    Ngf,
}

/// Why a text diagram shows no game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum DiagramGameError {
    /// It is no diagram.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// The game is not played on a board of this size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The stones cannot stand so.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// The numbered move cannot be played.
    #[error("move {0}: {1}")]
    Play(usize, PlayError),
}

impl TextFormat {
    /// What a text is: a file of Tygem if it begins with its header, a record if a game of SGF begins anywhere in it, a file of
    /// `WBaduk` if a line has a move of it, a diagram if most of its lines are rows of a board.
    ///
    /// ```
    /// use onepure_rules::record::TextFormat;
    ///
    /// assert_eq!(TextFormat::of("Here it is: (;SZ[9];B[ee])"), Some(TextFormat::Sgf));
    /// assert_eq!(TextFormat::of("# # O\n. . .\nO . ."), Some(TextFormat::Diagram));
    /// assert_eq!(TextFormat::of("\\HS\n\\[GAMETAG=G65\\]\n\\HE"), Some(TextFormat::Gib));
    /// assert_eq!(TextFormat::of("Rated game\n19\nPMABBREER"), Some(TextFormat::Ngf));
    /// assert_eq!(TextFormat::of("Dear friend"), None);
    /// ```
    pub fn of(text: &str) -> Option<Self> {
        if gib::begins(text) {
            return Some(Self::Gib);
        }
        let begins_game = |(at, _)| text[at + 1..].trim_start().starts_with(';');
        if text.match_indices('(').any(begins_game) {
            return Some(Self::Sgf);
        }
        if text.lines().any(ngf::is_move) {
            return Some(Self::Ngf);
        }
        let lines = text.lines().filter(|line| !line.trim().is_empty()).map(row_or_names);
        let (rows, lines) = lines.fold((0_usize, 0_usize), |(rows, all), is_row| (rows + usize::from(is_row), all + 1));
        (rows > 0 && 2 * rows >= lines).then_some(Self::Diagram)
    }
}

/// Whether a line is mostly what rows of boards are drawn with, or the names of columns.
fn row_or_names(line: &str) -> bool {
    let is_point = |sign: &char| matches!(sign, '.' | '#' | 'O' | 'X' | '+' | '●' | '○');
    let signs = || line.chars().filter(|sign| !sign.is_whitespace());
    let drawn = signs().filter(|sign| is_point(sign) || sign.is_ascii_digit()).count();
    let is_name = |word: &str| word.len() == 1 && word.bytes().all(|letter| letter.is_ascii_uppercase());
    signs().any(|sign| is_point(&sign)) && 2 * drawn >= signs().count() || line.split_whitespace().all(is_name)
}

/// The game that a diagram shows, its numbered moves played by turns, the first one by `first`; on a board of 5 to 19
/// lines. Boards as this program draws them are read too: `+` is an empty star point, and parentheses mean nothing; `X` is
/// black.
///
/// ```
/// use onepure_rules::board::Color;
/// use onepure_rules::record::game_in_diagram;
/// use onepure_rules::rules::Ruleset;
///
/// let text = ". . . . .\n. 1 2 . .\n. 3 X . .\n. . . . .\n. . . . .";
/// let game = game_in_diagram(text, Color::White, Ruleset::one_pure())?;
/// assert_eq!((game.turns().len(), game.to_play()), (3, Color::Black));
/// # Ok::<(), onepure_rules::record::DiagramGameError>(())
/// ```
pub fn game_in_diagram(text: &str, first: Color, ruleset: Ruleset) -> Result<Game, DiagramGameError> {
    let plain: String = text
        .chars()
        .map(|sign| match sign {
            '+' => '.',
            'X' | '●' => '#',
            '○' => 'O',
            '(' | ')' => ' ',
            sign => sign,
        })
        .collect();
    let diagram: Diagram = plain.parse()?;
    let size = BoardSize::for_play(diagram.size.lines())?;
    let mut game = Game::set_up(size, ruleset, diagram.position, first)?;
    for (number, &point) in (1..).zip(&diagram.numbered) {
        game.play(Move::Place(point)).map_err(|error| DiagramGameError::Play(number, error))?;
    }
    Ok(game)
}
