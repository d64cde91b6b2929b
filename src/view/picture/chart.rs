//! Charts of games: win rate and lead by move.

use super::canvas::{Anchor, Canvas, Lettering, number};
use super::plot::{Plot, Scale, tick};
use super::theme::{ALARM, Palette};
use super::{Picture, Theme, font};
use crate::view::Language;
use onepure_rules::board::{Color, PerColor};
use svg::node::element::{Circle, Line, Rectangle};

/// A chart of a game.
///
/// ```
/// use onepure::view::{ChartPoint, GameChart};
///
/// let points = [0.5, 0.6, 0.4].iter().enumerate();
/// let points = points.map(|(index, &win_rate)| ChartPoint { move_number: index, win_rate, score_lead: 0.0 });
/// let chart = GameChart { points: points.collect(), ..GameChart::default() };
/// assert!(chart.draw().svg().starts_with("<svg "));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameChart {
    /// The expectation after each move, in order.
    pub points: Vec<ChartPoint>,
    /// The mistakes of each colour; `None` to leave them out.
    pub mistakes: Option<PerColor<Mistakes>>,
    /// The theme.
    pub theme: Theme,
    /// The language of the axes.
    pub language: Language,
    /// The title.
    pub title: Option<String>,
}

/// The expected result after a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChartPoint {
    /// The number of moves played.
    pub move_number: usize,
    /// Black's win rate, 0 to 1.
    pub win_rate: f64,
    /// Black's expected lead in points, komi included.
    pub score_lead: f64,
}

/// The mistakes of a colour.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mistakes {
    /// The heading, such as `Ada (Black): 3 mistakes`.
    pub heading: String,
    /// The listed mistakes, in the order of the moves.
    pub named: Vec<Mistake>,
}

/// A mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The number of the move.
    pub move_number: usize,
    /// The label, such as `Q4: 23 % fewer wins`.
    pub label: String,
}

const WIDTH: f64 = 1000.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = WIDTH - 26.0;
const TITLE_SIZE: f64 = 24.0;
const LABEL_SIZE: f64 = 15.0;
const WINS_HEIGHT: f64 = 230.0;
const LEAD_HEIGHT: f64 = 170.0;
const BADGE: f64 = 11.0;
const HEADING_SIZE: f64 = 17.0;
const HEADING_LINE: f64 = 34.0;
const MISTAKE_LINE: f64 = 28.0;

/// The fills of Black's and of White's area.
const BLACKS: &str = "#3b3532";
const WHITES: &str = "#e9e2d6";

impl GameChart {
    /// Draws the chart. Points that are not finite are left out.
    pub fn draw(&self) -> Picture {
        let mut chart = self.clone();
        chart.points.retain(|point| point.win_rate.is_finite() && point.score_lead.is_finite());
        Drawing::new(&chart).finish()
    }
}

/// A chart while it is drawn.
struct Drawing<'c> {
    chart: &'c GameChart,
    canvas: Canvas,
    palette: &'static Palette,
    moves: Scale,
    /// The top of the upper panel.
    top: f64,
    /// The listed mistakes in the order of the moves, with their colours.
    mistakes: Vec<(Color, Mistake)>,
    /// The height of each mistake's badge.
    badges: Vec<f64>,
}

impl<'c> Drawing<'c> {
    fn new(chart: &'c GameChart) -> Self {
        let first = chart.points.first().map_or(0, |point| point.move_number);
        let last = chart.points.last().map_or(0, |point| point.move_number).max(first + 1);
        let moves = Scale { values: (first as f64, last as f64), places: (LEFT, RIGHT) };
        let of_color = |color| {
            chart.mistakes.iter().flat_map(move |of| of[color].named.iter().map(move |one| (color, one.clone())))
        };
        let mut mistakes: Vec<(Color, Mistake)> = Color::BOTH.into_iter().flat_map(of_color).collect();
        mistakes.sort_by_key(|(_, mistake)| mistake.move_number);
        let numbers: Vec<usize> = mistakes.iter().map(|(_, mistake)| mistake.move_number).collect();
        let badges = rows_of_badges(&numbers, &moves);
        let rows = badges.iter().copied().max().map_or(0, |row| row + 1);
        let title = if chart.title.is_some() { 1.6 * TITLE_SIZE } else { 0.0 };
        let above = 2.0 * LABEL_SIZE + rows as f64 * 2.2 * BADGE;
        let badges = badges.iter().map(|&row| 20.0 + title + 1.6 * LABEL_SIZE + (row as f64 + 0.5) * 2.2 * BADGE);
        Self {
            chart,
            canvas: Canvas::new(),
            palette: chart.theme.palette(),
            moves,
            top: 20.0 + title + above,
            mistakes,
            badges: badges.collect(),
        }
    }

    fn finish(mut self) -> Picture {
        let phrases = self.chart.language.phrases();
        let title = self.chart.title.clone().unwrap_or_default();
        let heading = Lettering::new(TITLE_SIZE, Anchor::Start, self.palette.ink);
        self.canvas.letter(&font::shorten(&title, TITLE_SIZE, WIDTH - 40.0), 20.0, 20.0 + TITLE_SIZE, heading);

        let wins = self.plot(self.top, WINS_HEIGHT, (0.0, 1.0));
        self.draw_wins(&wins);
        let reach = self.chart.points.iter().map(|point| point.score_lead.abs()).fold(4.0, f64::max) * 1.1;
        let lead_top = self.top + WINS_HEIGHT + 50.0;
        let score_lead = self.plot(lead_top, LEAD_HEIGHT, (-reach, reach));
        self.draw_lead(&score_lead, reach);
        let label = Lettering::new(LABEL_SIZE, Anchor::Start, self.palette.ink);
        let first_label = if self.chart.title.is_some() { 20.0 + 1.6 * TITLE_SIZE } else { 20.0 };
        self.canvas.letter(phrases.win_rate_axis(), LEFT, first_label + LABEL_SIZE, label);
        self.canvas.letter(phrases.lead_axis(), LEFT, lead_top - 12.0, label);
        let bottom = lead_top + LEAD_HEIGHT;
        self.draw_moves(bottom);
        self.draw_mistakes(&wins, &score_lead);
        let below = self.list_mistakes(bottom + 60.0);
        self.canvas.finish((WIDTH, below + 14.0), self.palette.page, &title, "")
    }

    fn plot(&self, top: f64, height: f64, values: (f64, f64)) -> Plot {
        Plot { across: self.moves, up: Scale { values, places: (top + height, top) } }
    }

    fn values(&self, value: impl Fn(&ChartPoint) -> f64) -> Vec<(f64, f64)> {
        let mut values: Vec<_> =
            self.chart.points.iter().map(|point| (point.move_number as f64, value(point))).collect();
        // Draw a single point as a line.
        if let [only] = values[..] {
            values.push((self.moves.values.1, only.1));
        }
        values
    }

    /// Draws Black's win rate from the bottom, with White's above it.
    fn draw_wins(&mut self, plot: &Plot) {
        let wins = self.values(|point| point.win_rate.clamp(0.0, 1.0));
        self.ground(plot, WHITES);
        let none: Vec<_> = wins.iter().map(|&(at, _)| (at, 0.0)).collect();
        self.canvas.draw(plot.between(&wins, &none).set("fill", BLACKS));
        for quarter in 0..=4 {
            let share = f64::from(quarter) / 4.0;
            self.level(plot, share, &format!("{} %", 25 * quarter), quarter == 2);
        }
    }

    /// Draws Black's lead above the middle, and White's below it.
    fn draw_lead(&mut self, plot: &Plot, reach: f64) {
        let score_lead = self.values(|point| point.score_lead);
        self.ground(plot, self.palette.page);
        let zero = |values: &[(f64, f64)]| values.iter().map(|&(at, _)| (at, 0.0)).collect::<Vec<_>>();
        for (color, fill) in [(Color::Black, BLACKS), (Color::White, WHITES)] {
            let ahead = with_crossings(&score_lead, color);
            self.canvas.draw(plot.between(&ahead, &zero(&ahead)).set("fill", fill));
        }
        let step = tick(2.0 * reach);
        let mut level = -(reach / step).floor() * step;
        while level <= reach {
            let name = match level {
                0.0.. if level < step / 2.0 => "0".to_owned(),
                0.0.. => format!("B+{level:.0}"),
                _ => format!("W+{:.0}", -level),
            };
            self.level(plot, level, &name, level.abs() < step / 2.0);
            level += step;
        }
        let curve = plot.curve(&score_lead).set("stroke", self.palette.ink).set("stroke-width", 1.8);
        self.canvas.draw(curve);
    }

    fn ground(&mut self, plot: &Plot, fill: &'static str) {
        let ((left, right), (bottom, top)) = (plot.across.places, plot.up.places);
        let area = Rectangle::new().set("x", number(left)).set("y", number(top)).set("width", number(right - left));
        let area = area.set("height", number(bottom - top)).set("fill", fill);
        self.canvas.draw(area.set("stroke", self.palette.faint_ink).set("stroke-width", 1));
    }

    /// Draws a horizontal line at a value with its name on the left.
    fn level(&mut self, plot: &Plot, value: f64, name: &str, is_strong: bool) {
        let y = plot.up.place(value);
        let line =
            Line::new().set("x1", number(LEFT)).set("x2", number(RIGHT)).set("y1", number(y)).set("y2", number(y));
        let (color, opacity) = if is_strong { (ALARM, 0.8) } else { ("#8a7f73", 0.5) };
        self.canvas.draw(line.set("stroke", color).set("stroke-opacity", opacity).set("stroke-width", 1));
        let lettering = Lettering::new(LABEL_SIZE, Anchor::End, self.palette.faint_ink);
        self.canvas.letter(name, LEFT - 10.0, y + lettering.drop(), lettering);
    }

    /// Draws the move numbers at the bottom.
    fn draw_moves(&mut self, bottom: f64) {
        let (first, last) = self.moves.values;
        let step = tick(last - first);
        let lettering = Lettering::new(LABEL_SIZE, Anchor::Middle, self.palette.faint_ink);
        let mut at = (first / step).ceil() * step;
        while at <= last {
            let x = self.moves.place(at);
            let mark = Line::new().set("x1", number(x)).set("x2", number(x)).set("y1", number(bottom));
            self.canvas.draw(mark.set("y2", number(bottom + 5.0)).set("stroke", self.palette.faint_ink));
            self.canvas.letter(&number(at), x, bottom + 21.0, lettering);
            at += step;
        }
        let name = self.chart.language.phrases().moves_axis();
        let lettering = Lettering { anchor: Anchor::End, ..lettering };
        self.canvas.letter(name, RIGHT, bottom + 42.0, lettering);
    }

    /// Draws a line at each mistake with its badge above.
    fn draw_mistakes(&mut self, wins: &Plot, score_lead: &Plot) {
        let places = |drawing: &Self| {
            let moves = drawing.mistakes.iter().map(|(color, mistake)| (*color, mistake.move_number as f64));
            let places = moves.map(|(color, number)| (color, drawing.moves.place(number)));
            places.zip(drawing.badges.clone()).collect::<Vec<_>>()
        };
        let places = places(self);
        for &((_, place), badge) in &places {
            let x = number(place);
            for (from, to) in [(badge, wins.up.places.0), (score_lead.up.places.1, score_lead.up.places.0)] {
                let line =
                    Line::new().set("x1", x.clone()).set("x2", x.clone()).set("y1", number(from)).set("y2", number(to));
                self.canvas.draw(line.set("stroke", ALARM).set("stroke-opacity", 0.7).set("stroke-dasharray", "3 3"));
            }
        }
        for (index, &((color, x), badge)) in places.iter().enumerate() {
            self.badge(color, index + 1, (x, badge));
        }
    }

    /// Lists the mistakes with their badges: Black's on the left and White's on the right, or one list below the other
    /// if they are too wide. Returns the lower end.
    fn list_mistakes(&mut self, top: f64) -> f64 {
        let Some(of_colors) = &self.chart.mistakes else { return top };
        let heading = Lettering::new(HEADING_SIZE, Anchor::Start, self.palette.ink);
        let label = Lettering::new(16.0, Anchor::Start, self.palette.ink);
        let half = (RIGHT - LEFT) / 2.0;
        let room = |width: f64| width - 3.5 * BADGE;
        let is_short = |(_, mistake): &(Color, Mistake)| font::width(&mistake.label, label.size) <= room(half);
        let beside = self.mistakes.iter().all(is_short)
            && Color::BOTH.iter().all(|&color| font::width(&of_colors[color].heading, heading.size) <= room(half));
        let width = if beside { half } else { RIGHT - LEFT };
        let (mut bottom, mut begin) = (top, (LEFT, top));
        for color in Color::BOTH {
            let (left, mut y) = begin;
            let text = font::shorten(&of_colors[color].heading, heading.size, room(width));
            self.canvas.letter(&text, left, y + HEADING_LINE / 2.0 + heading.drop(), heading);
            y += HEADING_LINE;
            let numbered = self.mistakes.clone().into_iter().enumerate();
            for (index, (_, mistake)) in numbered.filter(|(_, (of, _))| *of == color) {
                let middle = y + MISTAKE_LINE / 2.0;
                self.badge(color, index + 1, (left + BADGE, middle));
                let text = font::shorten(&mistake.label, label.size, room(width));
                self.canvas.letter(&text, left + 2.8 * BADGE, middle + label.drop(), label);
                y += MISTAKE_LINE;
            }
            bottom = f64::max(bottom, y);
            begin = if beside { (LEFT + half, top) } else { (LEFT, y) };
        }
        bottom
    }

    /// Draws a number in a disc of its player's colour.
    fn badge(&mut self, color: Color, index: usize, (x, y): (f64, f64)) {
        let (fill, ink) = if color == Color::Black { (BLACKS, "#ffffff") } else { ("#ffffff", "#2b2118") };
        let disc = Circle::new().set("cx", number(x)).set("cy", number(y)).set("r", BADGE).set("fill", fill);
        self.canvas.draw(disc.set("stroke", ALARM).set("stroke-width", 2));
        let lettering = Lettering::new(14.0, Anchor::Middle, ink);
        self.canvas.letter(&index.to_string(), x, y + lettering.drop(), lettering);
    }
}

/// The part of a curve on the side of a colour, Black's above zero, with the points where it crosses zero. The curve is
/// zero while the other colour leads.
fn with_crossings(curve: &[(f64, f64)], color: Color) -> Vec<(f64, f64)> {
    let ahead = |value: f64| if color == Color::Black { value.max(0.0) } else { value.min(0.0) };
    let mut clipped: Vec<(f64, f64)> = Vec::new();
    let mut before: Option<(f64, f64)> = None;
    for &(at, value) in curve {
        if let Some((at_before, value_before)) = before.filter(|&(_, value_before)| value_before * value < 0.0) {
            clipped.push((at_before + (at - at_before) * value_before / (value_before - value), 0.0));
        }
        clipped.push((at, ahead(value)));
        before = Some((at, value));
    }
    clipped
}

/// The row of each move's badge above the chart, chosen so that badges do not overlap.
fn rows_of_badges(numbers: &[usize], moves: &Scale) -> Vec<usize> {
    let mut ends: Vec<f64> = Vec::new();
    let row = |&number: &usize| {
        let x = moves.place(number as f64);
        let row = ends.iter().position(|&end| end <= x - BADGE).unwrap_or(ends.len());
        if row == ends.len() {
            ends.push(0.0);
        }
        ends[row] = x + BADGE + 2.0;
        row
    };
    numbers.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_split_where_it_crosses_zero() {
        let curve = [(0.0, 2.0), (1.0, -2.0), (2.0, 0.0)];
        assert_eq!(with_crossings(&curve, Color::Black), [(0.0, 2.0), (0.5, 0.0), (1.0, 0.0), (2.0, 0.0)]);
        assert_eq!(with_crossings(&curve, Color::White), [(0.0, 0.0), (0.5, 0.0), (1.0, -2.0), (2.0, 0.0)]);
    }

    #[test]
    fn numbers_of_mistakes_do_not_cover_each_other() {
        let moves = Scale { values: (0.0, 100.0), places: (0.0, 1000.0) };
        assert_eq!(rows_of_badges(&[10, 11, 12, 14, 50], &moves), [0, 1, 2, 0, 0]);
    }
}
