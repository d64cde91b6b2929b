//! The picture of a board.

mod ground;
mod layout;
mod numbers;
mod panel;
mod signs;

use super::canvas::Canvas;
use super::{Picture, Theme};
use crate::view::Language;
use crate::view::mark::Mark;
use layout::PictureLayout;
use numbers::Numbers;
use onepure_rules::board::{Color, PerColor, Position};
use onepure_rules::geometry::{BoardSize, Point, PointSet};
use onepure_rules::rules::{Filling, Fraction, Game, Move, Stones};
use signs::Signs;

/// What a picture of a board shows. Everything but the stones is optional.
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
    /// What it looks like.
    pub theme: Theme,
    /// The language of labels and legend.
    pub language: Language,
    /// Whether columns and rows are named at the edge.
    pub coordinates: bool,
    /// The last placement, to be marked.
    pub last: Option<Point>,
    /// Numbers on points, of the moves played there.
    pub numbers: Vec<(Point, usize)>,
    /// How much more Black holds a point than White, from 1 to -1.
    pub ownership: Vec<(Point, f64)>,
    /// Moves that were considered, the best first.
    pub candidates: Vec<CandidateLabel>,
    /// Marked points; the legend says what each mark means.
    pub marks: Vec<(Point, Mark)>,
    /// What stands beside the board of each colour.
    pub sides: Option<PerColor<Side>>,
    /// What stands above the picture.
    pub title: Option<String>,
    /// What stands below the title, in smaller letters.
    pub subtitle: Option<String>,
    /// What stands below it, a paragraph each.
    pub captions: Vec<String>,
}

/// A move that was considered, as a label on its point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CandidateLabel {
    /// Where it would be placed.
    pub point: Point,
    /// The letter by which texts name it.
    pub letter: char,
    /// The expected share of wins of the colour that moves, 0 to 1.
    pub win_rate: f64,
}

/// What stands beside the board of a colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// Who plays it.
    pub name: Option<String>,
    /// Where its stones are; the bowls are drawn where there is a quota.
    pub stones: Stones,
    /// How many stones it has captured, where these are points.
    pub captured: Option<u32>,
    /// What it has left after the board was filled.
    pub left: Option<LeftOver>,
    /// Its points.
    pub points: Option<Fraction>,
}

/// What a colour has left after the board was filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeftOver {
    /// With how many stones it plays.
    pub of: u16,
    /// How many of them are left over; below zero, how many points of its area stay empty.
    pub stones: i32,
}

impl BoardPicture {
    /// The stones of a position, and nothing else yet.
    pub const fn new(size: BoardSize, stones: Position) -> Self {
        Self {
            size,
            stones,
            theme: Theme::Wood,
            language: Language::English,
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

    /// A game as it stands: the stones, the last placement, what it retired and what is immovable; beside the board the
    /// bowls.
    pub fn of(game: &Game, language: Language) -> Self {
        let mut picture = Self { language, ..Self::new(game.size(), game.board().position()) };
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

    /// Whose each point is, which stones are in contact and which are `dead`, and the points of each colour.
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

    /// The board after it was filled, with a mark on each stone that was put there for that, what each colour has left, and its points.
    /// `dead` are the stones that were lifted before.
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

    /// The number of the turn on every stone that was placed in the game and still stands.
    pub fn with_numbers(mut self, game: &Game) -> Self {
        self.numbers = Numbers::of(game).on_stones;
        self
    }

    /// The same numbers, but only of so many last turns.
    pub fn with_last_numbers(self, game: &Game, turns: usize) -> Self {
        let mut picture = self.with_numbers(game);
        let first = game.turns().len().saturating_sub(turns);
        picture.numbers.retain(|&(_, number)| number > first);
        picture
    }

    /// One more paragraph below with the numbers that [`BoardPicture::with_numbers`] cannot show: of placements whose stone has left
    /// its point, and of abstentions.
    pub fn with_numbers_elsewhere(self, game: &Game) -> Self {
        let Numbers { elsewhere, abstentions, .. } = Numbers::of(game);
        if elsewhere.is_empty() && abstentions.is_empty() {
            return self;
        }
        let caption = self.language.phrases().numbers_elsewhere(&elsewhere, &abstentions);
        self.with_caption(caption)
    }

    /// The same in another look.
    pub fn with_theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// The same with a title.
    pub fn with_title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// The same with a subtitle.
    pub fn with_subtitle(self, subtitle: impl Into<String>) -> Self {
        Self { subtitle: Some(subtitle.into()), ..self }
    }

    /// The same with one more paragraph below.
    pub fn with_caption(mut self, caption: impl Into<String>) -> Self {
        self.captions.push(caption.into());
        self
    }

    /// Draws it.
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

    /// The marks that occur, in the order of the legend.
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
