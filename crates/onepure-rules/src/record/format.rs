//! The formats of texts with games, and the game that a diagram shows.

use super::diagram::{Diagram, DiagramError};
use super::{gib, ngf, sgf};
use crate::board::Color;
use crate::geometry::{BoardSize, SizeError};
use crate::rules::{Game, Move, PlayError, Ruleset, SetUpError};

/// A text format for games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextFormat {
    /// SGF, for [`Record`](super::Record).
    Sgf,
    /// A text diagram, for [`game_in_diagram`].
    Diagram,
    /// A file of the server Tygem, for [`Record`](super::Record).
    Gib,
    /// A file of the servers `WBaduk` or `CyberOro`, for [`Record`](super::Record).
    Ngf,
}

/// The reason why a text diagram does not show a game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum DiagramGameError {
    /// The text is not a diagram.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// The rules do not allow this board size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The stones are not a valid position.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// The move with this number is illegal.
    #[error("move {0}: {1}")]
    Play(usize, PlayError),
}

impl TextFormat {
    /// The format of a text, from its content: Tygem if the text begins with that header, else SGF if a game begins
    /// anywhere, else `WBaduk` if a line is such a move, else a diagram if at least half of the lines are rows of a
    /// board.
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
        if gib::has_header(text) {
            return Some(Self::Gib);
        }
        if text.match_indices('(').any(|(at, _)| sgf::begins_game(&text[at + 1..])) {
            return Some(Self::Sgf);
        }
        if text.lines().any(ngf::is_move) {
            return Some(Self::Ngf);
        }
        let lines = text.lines().filter(|line| !line.trim().is_empty()).map(is_row_or_names);
        let (rows, lines) = lines.fold((0_usize, 0_usize), |(rows, all), is_row| (rows + usize::from(is_row), all + 1));
        (rows > 0 && 2 * rows >= lines).then_some(Self::Diagram)
    }
}

/// Returns whether a line consists mostly of signs of a board, or consists of column names.
fn is_row_or_names(line: &str) -> bool {
    let is_point = |sign: &char| matches!(sign, '.' | '#' | 'O' | 'X' | '+' | '●' | '○');
    let signs = || line.chars().filter(|sign| !sign.is_whitespace());
    let drawn = signs().filter(|sign| is_point(sign) || sign.is_ascii_digit()).count();
    let is_name = |word: &str| word.len() == 1 && word.bytes().all(|letter| letter.is_ascii_uppercase());
    signs().any(|sign| is_point(&sign)) && 2 * drawn >= signs().count() || line.split_whitespace().all(is_name)
}

/// The game that a diagram shows, on a board of 5 to 19 lines. Its numbered moves are played alternately, the first one
/// by `first`. The parser also accepts the boards that this program prints: `+` is an empty star point, `X` a black
/// stone, and parentheses are ignored.
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
