//! Pictures of boards.

mod ground;
mod layout;
mod numbers;
mod panel;
mod signs;

use super::canvas::Canvas;
use super::{Picture, Theme};
use crate::view::mark::Mark;
use crate::view::{Language, Terms};
use layout::PictureLayout;
use numbers::Numbers;
use onepure_rules::board::{Color, PerColor, Position};
use onepure_rules::geometry::{BoardSize, Point, PointSet};
use onepure_rules::rules::{Filling, Fraction, Game, Move, Stones};
use signs::Signs;

/// A picture of a board. All parts but the stones are optional.
///
/// ```
/// use onepure::geometry::BoardSize;
/// use onepure::rules::{Game, Move, Ruleset};
/// use onepure::view::{BoardPicture, Language};
///
/// let mut game = Game::new(BoardSize::new(9)?, Ruleset::one_pure());
/// game.play(Move::Place("E5".parse()?))?;
/// let picture = BoardPicture::of(&game, Language::English).with_title("The first move").draw();
/// assert!(picture.svg().starts_with("<svg "));
/// assert!(picture.png(600)?.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct BoardPicture {
    /// The number of lines of the board.
    pub size: BoardSize,
    /// The stones.
    pub stones: Position,
    /// The theme.
    pub theme: Theme,
    /// The language of labels and legend.
    pub language: Language,
    /// The terms of labels and legend.
    pub terms: Terms,
    /// Whether to draw coordinates.
    pub coordinates: bool,
    /// The last placement, which gets a mark.
    pub last: Option<Point>,
    /// Move numbers on points.
    pub numbers: Vec<(Point, usize)>,
    /// The ownership of points, from 1 for Black to -1 for White.
    pub ownership: Vec<(Point, f64)>,
    /// The candidate moves, the best first.
    pub candidates: Vec<CandidateLabel>,
    /// The marks on points. The legend explains each kind.
    pub marks: Vec<(Point, Mark)>,
    /// The panel entries of each colour.
    pub sides: Option<PerColor<Side>>,
    /// The title above the picture.
    pub title: Option<String>,
    /// The subtitle, in smaller letters.
    pub subtitle: Option<String>,
    /// The paragraphs below the picture.
    pub captions: Vec<String>,
}

/// A candidate move, drawn as a label on its point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CandidateLabel {
    /// The point.
    pub point: Point,
    /// The letter that texts use for it.
    pub letter: char,
    /// The win rate of the colour that moves, 0 to 1.
    pub win_rate: f64,
}

/// The panel entry of a colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// The player's name.
    pub name: Option<String>,
    /// The stones by place. Bowls are drawn if there is a quota.
    pub stones: Stones,
    /// The number of captured stones, if they count as points.
    pub captured: Option<u32>,
    /// The stones left after filling.
    pub left: Option<LeftOver>,
    /// The colour's points.
    pub points: Option<Fraction>,
}

/// The stones that a colour has left after filling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeftOver {
    /// The initial number of stones.
    pub of: u16,
    /// The number of stones left. If negative, the number of points of its area that stay empty.
    pub stones: i32,
}

impl BoardPicture {
    /// A picture with the stones of a position only.
    pub const fn new(size: BoardSize, stones: Position) -> Self {
        Self {
            size,
            stones,
            theme: Theme::Wood,
            language: Language::English,
            terms: Terms::OnePure,
            coordinates: true,
            last: None,
            numbers: Vec::new(),
            ownership: Vec::new(),
            candidates: Vec::new(),
            marks: Vec::new(),
            sides: None,
            title: None,
            subtitle: None,
            captions: Vec::new(),
        }
    }

    /// A picture of a game: its stones, the last placement, the stones that it retired, immovable stones, and the
    /// bowls.
    pub fn of(game: &Game, language: Language) -> Self {
        let mut picture = Self { language, terms: Terms::of(game), ..Self::new(game.size(), game.board().position()) };
        if let Some(turn) = game.turns().last() {
            picture.last = match turn.action {
                Move::Place(point) if game.board().stone(point).is_some() => Some(point),
                _ => None,
            };
            let retired = turn.retired.iter().flat_map(|chain| chain.stones.iter());
            picture.marks.extend(
                retired.filter(|&point| game.board().stone(point).is_none()).map(|point| (point, Mark::Retired)),
            );
            picture.marks.extend(turn.immovable.iter().map(|&point| (point, Mark::Immovable)));
        }
        picture.sides = Some(PerColor::from_fn(|color| Side {
            name: None,
            stones: game.stones(color),
            captured: game.prisoners(color),
            left: None,
            points: None,
        }));
        picture
    }

    /// This picture with the count: the owner of each point, stones in contact, `dead` stones, and the points of each
    /// colour.
    pub fn with_count(mut self, game: &Game, dead: PointSet) -> Self {
        let points = game.points_without(dead);
        self.marks.retain(|&(_, mark)| mark == Mark::Immovable);
        for color in Color::BOTH {
            let stones = game.board().stones(color);
            let owned = points.owned_by(color);
            self.marks.extend((stones & dead).iter().map(|point| (point, Mark::Dead)));
            self.marks.extend(owned.iter().map(|point| (point, Mark::Point(color))));
            if game.articles().counts_contact() {
                let in_contact = stones - (dead | owned);
                self.marks.extend(in_contact.iter().map(|point| (point, Mark::Contact)));
            }
            if let Some(sides) = &mut self.sides {
                sides[color].points = Some(game.count_without(dead).points[color]);
            }
        }
        self
    }

    /// This picture with the board after filling, a mark on each added stone, the stones that each colour has left, and
    /// its points. The `dead` stones were removed before.
    pub fn with_filling(mut self, game: &Game, dead: PointSet, filling: &Filling) -> Self {
        let before = game.board().position().without(dead);
        self.stones = filling.position;
        self.last = None;
        self.marks.clear();
        for color in Color::BOTH {
            let put_down = filling.position.stones[color] - before.stones[color];
            self.marks.extend(put_down.iter().map(|point| (point, Mark::Filling)));
            if let Some(sides) = &mut self.sides {
                sides[color].left = Some(LeftOver { of: filling.stones, stones: filling.left[color] });
                sides[color].points = Some(game.count_without(dead).points[color]);
            }
        }
        self
    }

    /// This picture with the turn number on each stone of the game that is still on its point.
    pub fn with_numbers(mut self, game: &Game) -> Self {
        self.numbers = Numbers::of(game).on_stones;
        self
    }

    /// This picture with the turn numbers of the last `turns` turns.
    pub fn with_last_numbers(self, game: &Game, turns: usize) -> Self {
        let mut picture = self.with_numbers(game);
        let first = game.turns().len().saturating_sub(turns);
        picture.numbers.retain(|&(_, number)| number > first);
        picture
    }

    /// This picture with a caption for the numbers that [`BoardPicture::with_numbers`] cannot draw: of placements whose
    /// stone has left its point, and of passes.
    pub fn with_numbers_elsewhere(self, game: &Game) -> Self {
        let Numbers { elsewhere, abstentions, .. } = Numbers::of(game);
        if elsewhere.is_empty() && abstentions.is_empty() {
            return self;
        }
        let caption = self.language.phrases().numbers_elsewhere(&elsewhere, &abstentions, Terms::of(game));
        self.with_caption(caption)
    }

    /// This picture in another theme.
    pub fn with_theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// This picture with a title.
    pub fn with_title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// This picture with a subtitle.
    pub fn with_subtitle(self, subtitle: impl Into<String>) -> Self {
        Self { subtitle: Some(subtitle.into()), ..self }
    }

    /// This picture with one more caption.
    pub fn with_caption(mut self, caption: impl Into<String>) -> Self {
        self.captions.push(caption.into());
        self
    }

    /// Draws the picture.
    pub fn draw(&self) -> Picture {
        let mut canvas = Canvas::new();
        let layout = PictureLayout::of(self, panel::size(self));
        ground::draw(&mut canvas, self, &layout);
        Signs::new(self, &layout).draw(&mut canvas);
        panel::draw(&mut canvas, self, &layout);
        layout.draw_texts(&mut canvas, self);
        let title = self.title.clone().unwrap_or_default();
        canvas.finish(layout.size(), self.theme.palette().page, &title, &self.captions.join("\n"))
    }

    fn stone(&self, point: Point) -> Option<Color> {
        self.stones.stone(point)
    }

    /// The kinds of marks in the picture, in the order of the legend.
    fn legend(&self) -> Vec<Mark> {
        let mut marks: Vec<Mark> = self.marks.iter().map(|&(_, mark)| mark).collect();
        marks.sort_unstable();
        marks.dedup();
        marks
    }

    fn has_mark(&self, point: Point, mark: Mark) -> bool {
        self.marks.contains(&(point, mark))
    }
}
