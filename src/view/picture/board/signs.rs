//! The objects on the board: stones, marks, numbers and candidates.

use super::layout::{CELL, PictureLayout};
use super::{BoardPicture, CandidateLabel};
use crate::view::mark::Mark;
use crate::view::picture::Theme;
use crate::view::picture::canvas::{Anchor, Canvas, Lettering, number};
use crate::view::picture::theme::ALARM;
use onepure_rules::board::Color;
use onepure_rules::geometry::Point;
use svg::node::element::{Circle, Group, Path, RadialGradient, Rectangle, Stop, Use};

/// The radius of a stone.
const RADIUS: f64 = 0.478 * CELL;

/// The objects on the board of a picture.
pub(super) struct Signs<'p> {
    picture: &'p BoardPicture,
    layout: &'p PictureLayout,
}

/// The visibility of a stone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    /// The stone counts.
    Full,
    /// The stone does not count.
    Pale,
    /// The stone is dead or expected to be lost.
    Ghost,
}

impl<'p> Signs<'p> {
    pub(super) fn new(picture: &'p BoardPicture, layout: &'p PictureLayout) -> Self {
        Self { picture, layout }
    }

    pub(super) fn draw(&self, canvas: &mut Canvas) {
        define_stones(canvas, self.picture.theme);
        for point in self.picture.size.points() {
            if let Some(color) = self.picture.stone(point) {
                self.draw_stone(canvas, point, color);
            }
        }
        for &(point, mark) in &self.picture.marks {
            canvas.draw(sign(mark, self.picture.stone(point), self.layout.place(point)));
        }
        self.draw_last(canvas);
        for &(point, number) in &self.picture.numbers {
            self.draw_number(canvas, point, number);
        }
        let best = self.picture.candidates.iter().map(|candidate| candidate.win_rate).fold(0.0, f64::max);
        for (index, candidate) in self.picture.candidates.iter().enumerate() {
            self.draw_candidate(canvas, candidate, index == 0, best - candidate.win_rate);
        }
    }

    fn draw_stone(&self, canvas: &mut Canvas, point: Point, color: Color) {
        let presence = if self.picture.has_mark(point, Mark::Dead) || self.is_given_up(point, color) {
            Presence::Ghost
        } else if self.picture.has_mark(point, Mark::Contact) {
            Presence::Pale
        } else {
            Presence::Full
        };
        canvas.draw(stone(color, self.layout.place(point), presence));
    }

    /// Returns whether the other colour is expected to own the point.
    fn is_given_up(&self, point: Point, color: Color) -> bool {
        /// The ownership from which this is more than a guess.
        const LIKELY: f64 = 0.4;
        let balance =
            self.picture.ownership.iter().find(|&&(owned, _)| owned == point).map_or(0.0, |&(_, balance)| balance);
        if color == Color::Black { balance < -LIKELY } else { balance > LIKELY }
    }

    fn draw_last(&self, canvas: &mut Canvas) {
        let Some(point) = self.picture.last else { return };
        let is_marked = self.picture.marks.iter().any(|&(marked, mark)| marked == point && mark != Mark::Retired);
        if is_marked || self.picture.numbers.iter().any(|&(numbered, _)| numbered == point) {
            return;
        }
        let (x, y) = self.layout.place(point);
        canvas.draw(Circle::new().set("cx", number(x)).set("cy", number(y)).set("r", 7).set("fill", ALARM));
    }

    fn draw_number(&self, canvas: &mut Canvas, point: Point, move_number: usize) {
        let (x, y) = self.layout.place(point);
        let text = move_number.to_string();
        let size = match text.len() {
            1 => 21.0,
            2 => 19.5,
            _ => 16.5,
        };
        let fill = match self.picture.stone(point) {
            _ if self.picture.last == Some(point) => match self.picture.stone(point) {
                Some(Color::Black) => "#ff8a75",
                _ => ALARM,
            },
            Some(Color::Black) => "#ffffff",
            Some(Color::White) => "#111111",
            None => self.picture.theme.palette().ink,
        };
        let lettering = Lettering::new(size, Anchor::Middle, fill);
        canvas.letter(&text, x, y + lettering.drop(), lettering);
    }

    /// Draws a disc with the candidate's letter and win rate in percent. The better the move, the greener the disc.
    fn draw_candidate(&self, canvas: &mut Canvas, candidate: &CandidateLabel, is_best: bool, loss: f64) {
        let (x, y) = self.layout.place(candidate.point);
        let (fill, ink) = if is_best { ("#1467c8", "#ffffff") } else { (grade(loss), "#10160a") };
        let disc = Circle::new().set("cx", number(x)).set("cy", number(y)).set("r", number(RADIUS));
        canvas.draw(disc.set("fill", fill).set("stroke", "#00000055").set("stroke-width", 1));
        let percent = format!("{:.0}", candidate.win_rate * 100.0);
        canvas.letter(&candidate.letter.to_string(), x, y + 2.5, Lettering::new(18.5, Anchor::Middle, ink));
        canvas.letter(&percent, x, y + 14.5, Lettering::new(12.0, Anchor::Middle, ink));
    }
}

/// The colour of a move that is expected to lose this much win rate.
fn grade(loss: f64) -> &'static str {
    match loss {
        ..0.01 => "#58c75c",
        ..0.03 => "#a8d845",
        ..0.07 => "#f1d53c",
        ..0.15 => "#f39c3b",
        _ => "#ec6a55",
    }
}

/// Defines the stones of a theme, centred on the origin.
fn define_stones(canvas: &mut Canvas, theme: Theme) {
    let disc = || Circle::new().set("r", number(RADIUS));
    let stones = match theme {
        Theme::Plain => {
            let outlined = |edge: &str| disc().set("fill", "#ffffff").set("stroke", edge).set("stroke-width", 1.6);
            [
                (
                    "black",
                    Group::new().add(disc().set("fill", "#000000").set("stroke", "#ffffff").set("stroke-width", 1)),
                ),
                ("white", Group::new().add(outlined("#000000"))),
                ("black-pale", Group::new().add(disc().set("fill", "#6f6f6f"))),
                ("white-pale", Group::new().add(outlined("#8f8f8f"))),
            ]
        }
        Theme::Wood => {
            canvas.define(light("black-light", "#6a6a6e", "#2b2b2e", "#0d0d0f"));
            canvas.define(light("white-light", "#ffffff", "#f6f3ec", "#cfc9bd"));
            canvas.define(light("black-dim", "#8a7d6c", "#62564a", "#4a3f34"));
            canvas.define(light("white-dim", "#fff6e4", "#f6e9cf", "#e0cca6"));
            let shadow =
                |opacity: f64| disc().set("cx", 1.6).set("cy", 2.2).set("fill", "#2a1903").set("fill-opacity", opacity);
            let lit = |light: &str| disc().set("fill", format!("url(#{light})"));
            let edged = |light: &str, edge: &str| lit(light).set("stroke", edge).set("stroke-width", 0.6);
            [
                ("black", Group::new().add(shadow(0.32)).add(lit("black-light"))),
                ("white", Group::new().add(shadow(0.32)).add(edged("white-light", "#9c958a"))),
                ("black-pale", Group::new().add(shadow(0.12)).add(lit("black-dim"))),
                ("white-pale", Group::new().add(shadow(0.12)).add(edged("white-dim", "#b08d54"))),
            ]
        }
    };
    for (name, stone) in stones {
        canvas.define(stone.set("id", name));
    }
}

/// A gradient for a sphere lit from the upper left.
fn light(name: &str, bright: &str, middle: &str, dark: &str) -> RadialGradient {
    let stop = |offset: &str, color: &str| Stop::new().set("offset", offset).set("stop-color", color);
    let gradient = RadialGradient::new().set("id", name).set("cx", 0.36).set("cy", 0.32).set("r", 0.72);
    gradient.add(stop("0", bright)).add(stop("0.45", middle)).add(stop("1", dark))
}

/// A stone at a position.
fn stone(color: Color, (x, y): (f64, f64), presence: Presence) -> Use {
    let stone = |name: String| Use::new().set("href", format!("#{name}")).set("x", number(x)).set("y", number(y));
    match presence {
        Presence::Full => stone(color.to_string()),
        Presence::Pale => stone(format!("{color}-pale")),
        Presence::Ghost => stone(color.to_string()).set("opacity", 0.42),
    }
}

/// A mark at a position, possibly on a stone.
fn sign(mark: Mark, stone: Option<Color>, (x, y): (f64, f64)) -> Group {
    let sign = Group::new().set("transform", format!("translate({} {})", number(x), number(y)));
    match mark {
        Mark::Point(color) => {
            let (fill, edge) = match color {
                Color::Black => ("#141414", "#ffffff"),
                Color::White => ("#ffffff", "#141414"),
            };
            let square = Rectangle::new().set("x", -6).set("y", -6).set("width", 12).set("height", 12);
            sign.add(square.set("fill", fill).set("stroke", edge).set("stroke-width", 1.6))
        }
        Mark::Contact => sign,
        Mark::Dead => sign.add(cross(9.0).set("stroke-width", 2.6)),
        Mark::Filling => {
            let fill = if stone == Some(Color::Black) { "#ffffff" } else { "#111111" };
            sign.add(Circle::new().set("r", 4.5).set("fill", fill))
        }
        Mark::Retired => {
            let ring = Circle::new().set("r", number(RADIUS - 3.0)).set("fill", "none").set("stroke", ALARM);
            sign.add(ring.set("stroke-width", 1.6).set("stroke-dasharray", "4 3.4"))
        }
        Mark::Immovable => {
            let ring = Circle::new().set("r", 10.5).set("fill", "none").set("stroke", ALARM).set("stroke-width", 3);
            let bar = Path::new().set("d", "M-10.5 0H10.5").set("stroke", ALARM).set("stroke-width", 3);
            sign.add(ring).add(bar)
        }
        Mark::DeadEnd => sign.add(cross(8.0).set("stroke-width", 3.4)),
        Mark::SelfFill => {
            let edge = if stone == Some(Color::Black) { "#ffffff" } else { "#111111" };
            let triangle = Path::new().set("d", "M0 -10L9 6.5H-9Z").set("fill", "#e98a15");
            sign.add(triangle.set("stroke", edge).set("stroke-width", 1.2).set("stroke-linejoin", "round"))
        }
    }
}

fn cross(reach: f64) -> Path {
    let path = format!("M-{reach} -{reach}L{reach} {reach}M-{reach} {reach}L{reach} -{reach}");
    Path::new().set("d", path).set("stroke", ALARM).set("stroke-linecap", "round").set("fill", "none")
}

/// A mark for the legend, on a stone if it needs one.
pub(super) fn sample(mark: Mark, (x, y): (f64, f64)) -> Group {
    let beneath = match mark {
        Mark::Contact => Some((Color::Black, Presence::Pale)),
        Mark::Dead => Some((Color::White, Presence::Ghost)),
        Mark::Immovable | Mark::Filling => Some((Color::White, Presence::Full)),
        _ => None,
    };
    let mut sample = Group::new().set("transform", format!("translate({} {}) scale(.62)", number(x), number(y)));
    if let Some((color, presence)) = beneath {
        sample = sample.add(stone(color, (0.0, 0.0), presence));
    }
    sample.add(sign(mark, beneath.map(|(color, _)| color), (0.0, 0.0)))
}

/// A small stone, next to a name or in a bowl.
pub(super) fn small_stone(color: Color, (x, y): (f64, f64), radius: f64) -> Use {
    let transform = format!("translate({} {}) scale({})", number(x), number(y), number(radius / RADIUS));
    Use::new().set("href", format!("#{color}")).set("transform", transform)
}
