//! A chart of the score over the games.

use crate::arena::schedule::{Results, Standing, points_of};
use crate::arena::statistics::{EloEstimate, GamePoints};
use crate::view::drawing::{Anchor, Canvas, Lettering, Plot, Scale, number, shorten, tick};
use onepure_rules::board::Color;
use svg::node::element::{Group, Line};

/// An SVG chart of each player's score after each counted game. With two players it shows the first one's score with
/// its 95 % interval.
pub fn chart(results: &Results) -> String {
    let names = results.header.description.names();
    let curves: Vec<Curve> = match names.as_slice() {
        [one, _] => vec![Curve::with_interval(results, one, &names)],
        _ => names.iter().map(|name| Curve::of_score(results, name)).collect(),
    };
    let games = curves.iter().map(Curve::last_game).fold(1.0, f64::max);
    let across = Scale { values: (0.0, games), places: (LEFT, RIGHT) };
    let plot = Plot { across, up: Scale { values: (0.0, 1.0), places: (BOTTOM, TOP) } };
    let mut canvas = Canvas::new();
    draw_grid(&mut canvas, &plot);
    for (index, curve) in curves.iter().enumerate() {
        let color = COLORS[index % COLORS.len()];
        let end = |end: fn(&Interval) -> (f64, f64)| curve.interval.iter().map(end).collect::<Vec<_>>();
        if !curve.interval.is_empty() {
            let (low, high) = (end(|&(game, low, _)| (game, low)), end(|&(game, _, high)| (game, high)));
            canvas.draw(plot.between(&high, &low).set("fill", color).set("fill-opacity", 0.15));
        }
        canvas.draw(plot.curve(&curve.scores).set("stroke", color).set("stroke-width", 2));
        draw_legend(&mut canvas, &curve.name, index, color);
    }
    canvas.finish((WIDTH, HEIGHT), "#ffffff", "", "").svg().to_owned()
}

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 55.0;
const RIGHT: f64 = 640.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 375.0;

/// Colours that colour-blind readers can tell apart (M. Okabe and K. Ito, "Color Universal Design", 2008).
const COLORS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// Points of an interval and of a curve. More points would not be visible.
const MOST_INTERVALS: usize = 100;
const MOST_PLACES: usize = 1000;

/// The colour of text.
const INK: &str = "#333333";

/// A number of games, and the ends of the score's interval after them.
type Interval = (f64, f64, f64);

/// The score of a player by the number of its games.
struct Curve {
    name: String,
    scores: Vec<(f64, f64)>,
    interval: Vec<Interval>,
}

impl Curve {
    fn of_score(results: &Results, name: &str) -> Self {
        let mut scores = Vec::new();
        let mut points = 0.0;
        for game in &results.games {
            let Some(color) = Color::BOTH.into_iter().find(|&color| game.players[color].name == name) else { continue };
            points += match points_of(color, game.winner) {
                None => continue,
                Some(GamePoints::Loss) => 0.0,
                Some(GamePoints::Half) => 0.5,
                Some(GamePoints::Win) => 1.0,
            };
            let games = (scores.len() + 1) as f64;
            scores.push((games, points / games));
        }
        let (step, last) = (scores.len().div_ceil(MOST_PLACES).max(1), scores.len());
        let places = (1..).zip(scores).filter(|&(after, _)| after % step == 0 || after == last);
        Self { name: name.to_owned(), scores: places.map(|(_, place)| place).collect(), interval: Vec::new() }
    }

    fn with_interval(results: &Results, name: &str, names: &[String]) -> Self {
        let games = results.games.len();
        let step = games.div_ceil(MOST_INTERVALS).max(1);
        let after = (1..=games).filter(|&after| after % step == 0 || after == games);
        let interval = after.filter_map(|after| {
            let standing = Standing::of(names, &results.games[..after]);
            let EloEstimate { games, score_interval: (low, high), .. } = EloEstimate::of(standing.table.meeting(0, 1))?;
            Some((games as f64, low, high))
        });
        Self { interval: interval.collect(), ..Self::of_score(results, name) }
    }

    fn last_game(&self) -> f64 {
        self.scores.last().map_or(1.0, |&(games, _)| games)
    }
}

/// Horizontal lines at each quarter of the score, and ticks at numbers of games.
fn draw_grid(canvas: &mut Canvas, plot: &Plot) {
    let mut grid = Group::new();
    for quarter in 0..=4 {
        let y = plot.up.place(f64::from(quarter) / 4.0);
        let color = if quarter == 2 { "#888888" } else { "#cccccc" };
        grid = grid.add(line((LEFT, y), (RIGHT, y)).set("stroke", color));
        let lettering = label(Anchor::End);
        canvas.letter(&format!("{} %", 25 * quarter), LEFT - 8.0, y + lettering.drop(), lettering);
    }
    let games = plot.across.values.1;
    let step = tick(games);
    let mut game = 0.0;
    while game <= games {
        let x = plot.across.place(game);
        grid = grid.add(line((x, BOTTOM), (x, BOTTOM + 5.0)).set("stroke", "#888888"));
        canvas.letter(&number(game), x, BOTTOM + 20.0, label(Anchor::Middle));
        game += step;
    }
    canvas.draw(grid);
    canvas.letter("games", f64::midpoint(LEFT, RIGHT), BOTTOM + 39.0, label(Anchor::Middle));
}

fn line((from_x, from_y): (f64, f64), (to_x, to_y): (f64, f64)) -> Line {
    let begin = Line::new().set("x1", number(from_x)).set("y1", number(from_y));
    begin.set("x2", number(to_x)).set("y2", number(to_y))
}

const fn label(anchor: Anchor) -> Lettering {
    Lettering::new(13.0, anchor, INK)
}

fn draw_legend(canvas: &mut Canvas, name: &str, index: usize, color: &str) {
    let (x, y) = (RIGHT + 15.0, TOP + 8.0 + 20.0 * index as f64);
    let lettering = label(Anchor::Start);
    canvas.draw(line((x, y), (x + 18.0, y)).set("stroke", color).set("stroke-width", 2));
    let name = shorten(name, lettering.size, WIDTH - x - 24.0 - 10.0);
    canvas.letter(&name, x + 24.0, y + lettering.drop(), lettering);
}
