//! The panel next to the board: for each colour its name, points and two bowls; then the legend of the marks.

use super::layout::PictureLayout;
use super::{BoardPicture, LeftOver, Side, signs};
use crate::view::mark::Mark;
use crate::view::picture::canvas::{Anchor, Canvas, Lettering, number};
use crate::view::picture::font;
use crate::view::picture::theme::Palette;
use crate::view::{Phrases, Terms};
use onepure_rules::board::Color;
use onepure_rules::rules::Stones;
use svg::node::element::{Circle, Rectangle};

/// The maximum width of the panel: two bowls.
const WIDTH: f64 = 236.0;

const HEADING: f64 = 44.0;
const POINTS: f64 = 34.0;
const BOWL: f64 = 104.0;
const BOWL_LABEL: f64 = 50.0;
const BETWEEN: f64 = 22.0;
const LEGEND_LINE: f64 = 27.0;
const LEGEND_SIZE: f64 = 15.0;
const LEGEND_INDENT: f64 = 32.0;
const SIDE_INDENT: f64 = 38.0;
const POINTS_SIZE: f64 = 19.0;

/// The width and height of a picture's panel; both 0 if it has none.
pub(super) fn size(picture: &BoardPicture) -> (f64, f64) {
    let height = height(picture);
    if height > 0.0 { (width(picture), height) } else { (0.0, 0.0) }
}

/// The width of a picture's panel.
fn width(picture: &BoardPicture) -> f64 {
    let phrases = picture.language.phrases();
    let sides = shown_sides(picture).map(|(color, side)| {
        let name = name(side, color, phrases);
        let points = side.points.map_or(0.0, |points| font::width(&phrases.points(points, picture.terms), POINTS_SIZE));
        if has_bowls(side) { WIDTH } else { SIDE_INDENT + font::width(name, name_size(name)).max(points) }
    });
    let legend = legend(picture).into_iter().flat_map(|(_, lines)| lines);
    let legend = legend.map(|line| LEGEND_INDENT + font::width(&line, LEGEND_SIZE));
    sides.chain(legend).fold(0.0, f64::max).min(WIDTH)
}

/// The colours with a panel entry.
fn shown_sides(picture: &BoardPicture) -> impl Iterator<Item = (Color, &Side)> {
    let sides = picture.sides.iter().flat_map(|sides| Color::BOTH.map(|color| (color, &sides[color])));
    sides.filter(|(_, side)| side.name.is_some() || side.points.is_some() || has_bowls(side))
}

fn has_bowls(side: &Side) -> bool {
    side.stones.waiting.is_some() || side.captured.is_some() || side.left.is_some()
}

fn name<'s>(side: &'s Side, color: Color, phrases: &dyn Phrases) -> &'s str {
    side.name.as_deref().unwrap_or(phrases.color(color))
}

/// The font size of a name. Longer names are smaller, but still legible.
fn name_size(name: &str) -> f64 {
    let fits = |size: &f64| font::width(name, *size) <= WIDTH - SIDE_INDENT;
    [21.0, 19.0, 17.0].into_iter().find(fits).unwrap_or(15.0)
}

/// The height of a picture's panel; 0 if it has none.
fn height(picture: &BoardPicture) -> f64 {
    let sides: f64 = shown_sides(picture).map(|(_, side)| height_of_side(side)).sum();
    sides + legend(picture).iter().map(|(_, lines)| height_of_entry(lines)).sum::<f64>()
}

fn height_of_side(side: &Side) -> f64 {
    let points = if side.points.is_some() { POINTS } else { 0.0 };
    let bowls = if has_bowls(side) { BOWL + BOWL_LABEL } else { 0.0 };
    HEADING + points + bowls + BETWEEN
}

fn height_of_entry(lines: &[String]) -> f64 {
    LEGEND_LINE + (lines.len() - 1) as f64 * 0.75 * LEGEND_LINE
}

/// The explanation of each mark, wrapped into lines.
fn legend(picture: &BoardPicture) -> Vec<(Mark, Vec<String>)> {
    let words =
        |mark| font::wrap(picture.language.phrases().mark(mark, picture.terms), LEGEND_SIZE, WIDTH - LEGEND_INDENT);
    picture.legend().into_iter().map(|mark| (mark, words(mark))).collect()
}

pub(super) fn draw(canvas: &mut Canvas, picture: &BoardPicture, layout: &PictureLayout) {
    let Some((left, mut y)) = layout.panel else { return };
    let palette = picture.theme.palette();
    for (color, side) in shown_sides(picture) {
        SideDrawing { canvas, palette, phrases: picture.language.phrases(), terms: picture.terms, color, left }
            .draw(side, y);
        y += height_of_side(side);
    }
    for (mark, lines) in legend(picture) {
        canvas.draw(signs::sample(mark, (left + 13.0, y + LEGEND_LINE / 2.0)));
        let lettering = Lettering::new(LEGEND_SIZE, Anchor::Start, palette.ink);
        let mut baseline = y + LEGEND_LINE / 2.0 + lettering.drop();
        for line in &lines {
            canvas.letter(line, left + LEGEND_INDENT, baseline, lettering);
            baseline += 0.75 * LEGEND_LINE;
        }
        y += height_of_entry(&lines);
    }
}

/// The drawing of one colour's panel entry.
struct SideDrawing<'c> {
    canvas: &'c mut Canvas,
    palette: &'static Palette,
    phrases: &'static dyn Phrases,
    terms: Terms,
    color: Color,
    left: f64,
}

impl SideDrawing<'_> {
    fn draw(&mut self, side: &Side, top: f64) {
        self.canvas.draw(signs::small_stone(self.color, (self.left + 15.0, top + 18.0), 13.0));
        let name = name(side, self.color, self.phrases);
        let lettering = Lettering::new(name_size(name), Anchor::Start, self.palette.ink);
        let name = font::shorten(name, lettering.size, WIDTH - SIDE_INDENT);
        self.canvas.letter(&name, self.left + SIDE_INDENT, top + 18.0 + lettering.drop(), lettering);
        let mut y = top + HEADING;
        if let Some(points) = side.points {
            let lettering = Lettering::new(POINTS_SIZE, Anchor::Start, self.palette.ink);
            self.canvas.letter(&self.phrases.points(points, self.terms), self.left + SIDE_INDENT, y + 9.0, lettering);
            y += POINTS;
        }
        let (near, far) = (self.left + BOWL / 2.0 + 2.0, self.left + WIDTH - BOWL / 2.0 - 2.0);
        let middle = y + BOWL / 2.0;
        if let Some(LeftOver { of, stones }) = side.left {
            self.draw_bowl(self.color, (near, middle), u16::try_from(stones).unwrap_or(0));
            let [number, label] = self.phrases.left_over(of, stones);
            return self.letter_bowl(near, y, &number, &label);
        }
        let Stones { waiting: Some(waiting), quarantined, .. } = side.stones else {
            if let Some(captured) = side.captured {
                self.draw_bowl(!self.color, (near, middle), u16::try_from(captured).unwrap_or(u16::MAX));
                self.letter_bowl(near, y, &captured.to_string(), self.phrases.prisoners_label());
            }
            return;
        };
        self.draw_bowl(self.color, (near, middle), waiting);
        self.draw_tray((far, middle), quarantined);
        let [_, waiting_label, quarantined_label] = self.phrases.bowl_labels();
        for (x, count, label) in [(near, waiting, waiting_label), (far, quarantined, quarantined_label)] {
            self.letter_bowl(x, y, &count.to_string(), label);
        }
    }

    /// Draws the number of stones below a bowl, and their label.
    fn letter_bowl(&mut self, x: f64, y: f64, count: &str, label: &str) {
        let number = Lettering::new(21.0, Anchor::Middle, self.palette.ink);
        self.canvas.letter(count, x, y + BOWL + 24.0, number);
        let small = Lettering::new(14.0, Anchor::Middle, self.palette.faint_ink);
        self.canvas.letter(label, x, y + BOWL + 42.0, small);
    }

    /// Draws a round bowl from above. The stones are arranged like the seeds of a sunflower.
    fn draw_bowl(&mut self, color: Color, (x, y): (f64, f64), stones: u16) {
        /// The angle between consecutive seeds, in radians.
        const GOLDEN_ANGLE: f64 = 2.399_963;
        let disc = |radius: f64| Circle::new().set("cx", number(x)).set("cy", number(y)).set("r", number(radius));
        let (outer, inner, radius) = (BOWL / 2.0, BOWL / 2.0 - 7.0, 6.0);
        self.canvas.draw(disc(outer).set("fill", self.palette.bowl));
        self.canvas.draw(disc(inner).set("fill", self.palette.bowl_inside));
        let spread = ((inner - radius - 1.0) / f64::from(stones.max(1)).sqrt()).min(7.0);
        for index in (0..stones).rev() {
            let (angle, distance) = (f64::from(index) * GOLDEN_ANGLE, f64::from(index).sqrt() * spread);
            let place = (x + distance * angle.cos(), y + distance * angle.sin());
            self.canvas.draw(signs::small_stone(color, place, radius));
        }
    }

    /// Draws a square tray with stones in rows, for stones that do not return.
    fn draw_tray(&mut self, (x, y): (f64, f64), stones: u16) {
        let square = |side: f64, corner: f64| {
            let place = Rectangle::new().set("x", number(x - side / 2.0)).set("y", number(y - side / 2.0));
            place.set("width", number(side)).set("height", number(side)).set("rx", corner)
        };
        let inner = BOWL - 14.0;
        self.canvas.draw(square(BOWL, 12.0).set("fill", self.palette.tray));
        self.canvas.draw(square(inner, 7.0).set("fill", self.palette.tray_inside));
        // The smallest square of at least 5 × 5 stones that holds them.
        let holds_them = |&in_row: &u16| u32::from(in_row).pow(2) >= u32::from(stones);
        let in_row = (5..256).find(holds_them).unwrap_or(256);
        let step = (inner - 6.0) / f64::from(in_row);
        let first = -(inner - 6.0) / 2.0 + step / 2.0;
        for index in 0..stones {
            let (column, row) = (f64::from(index % in_row), f64::from(index / in_row));
            let place = (x + first + column * step, y + first + row * step);
            self.canvas.draw(signs::small_stone(self.color, place, 0.45 * step));
        }
    }
}
