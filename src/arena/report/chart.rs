//! The score over the games, as a picture.

use crate::arena::schedule::{Results, Standing, points_of};
use crate::arena::statistics::{Estimate, GamePoints};
use crate::board::Color;
use svg::Document;
use svg::node::element::{Group, Line, Polygon, Polyline, Rectangle, Text};

/// The score of the players after each game that counts, as an SVG image; of two players that of the first, with its 95 %
/// interval.
pub fn chart(results: &Results) -> String {
    let names = results.header.description.names();
    let curves: Vec<Curve> = match names.as_slice() {
        [one, _] => vec![Curve::with_interval(results, one, &names)],
        _ => names.iter().map(|name| Curve::of_score(results, name)).collect(),
    };
    let games = curves.iter().map(Curve::last_game).fold(1.0, f64::max);
    let mut document = Document::new()
        .set("viewBox", (0, 0, WIDTH, HEIGHT))
        .set("width", WIDTH)
        .set("height", HEIGHT)
        .set("font-family", "sans-serif")
        .set("font-size", 13)
        .add(Rectangle::new().set("width", WIDTH).set("height", HEIGHT).set("fill", "white"))
        .add(grid(games));
    for (index, curve) in curves.iter().enumerate() {
        let color = COLORS[index % COLORS.len()];
        if !curve.interval.is_empty() {
            document = document.add(band(curve, games, color));
        }
        document = document.add(line(curve, games, color)).add(legend(&curve.name, index, color));
    }
    format!("{document}\n")
}

const WIDTH: usize = 800;
const HEIGHT: usize = 420;
const LEFT: f64 = 55.0;
const RIGHT: f64 = 640.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 375.0;

/// Colours that people who see few colours can tell apart (M. Okabe and K. Ito, "Color Universal Design", 2008).
const COLORS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// A picture has room for so many places of an interval, and of a line.
const MOST_INTERVALS: usize = 100;
const MOST_PLACES: usize = 1000;

/// Names end after so many characters, where the picture does.
const LONGEST_NAME: usize = 18;

/// The score of a player after so many of its games.
struct Curve {
    name: String,
    scores: Vec<(f64, f64)>,
    /// After so many games the ends of the interval.
    interval: Vec<(f64, f64, f64)>,
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
            let Estimate { games, score_interval: (low, high), .. } = Estimate::of(standing.table.meeting(0, 1))?;
            Some((games as f64, low, high))
        });
        Self { interval: interval.collect(), ..Self::of_score(results, name) }
    }

    fn last_game(&self) -> f64 {
        self.scores.last().map_or(1.0, |&(games, _)| games)
    }
}

fn across(game: f64, games: f64) -> f64 {
    LEFT + (RIGHT - LEFT) * game / games
}

fn down(score: f64) -> f64 {
    BOTTOM - (BOTTOM - TOP) * score
}

/// Coordinates with a decimal: nobody sees more.
fn place(x: f64, y: f64) -> String {
    format!("{x:.1},{y:.1}")
}

fn grid(games: f64) -> Group {
    let mut grid = Group::new().set("stroke", "#cccccc");
    for quarter in 0..=4 {
        let score = f64::from(quarter) / 4.0;
        let y = down(score);
        let strong = if quarter == 2 { "#888888" } else { "#cccccc" };
        grid = grid
            .add(Line::new().set("x1", LEFT).set("x2", RIGHT).set("y1", y).set("y2", y).set("stroke", strong))
            .add(label(format!("{} %", 25 * quarter), LEFT - 6.0, y + 4.5, "end"));
    }
    let step = tick(games);
    let mut game = 0.0;
    while game <= games {
        let x = across(game, games);
        grid = grid.add(Line::new().set("x1", x).set("x2", x).set("y1", BOTTOM).set("y2", BOTTOM + 5.0)).add(label(
            game.to_string(),
            x,
            BOTTOM + 19.0,
            "middle",
        ));
        game += step;
    }
    grid.add(label("games".to_owned(), f64::midpoint(LEFT, RIGHT), BOTTOM + 38.0, "middle"))
}

/// The distance of the marks below: 1, 2 or 5 times a power of ten, so that there are at most ten.
fn tick(games: f64) -> f64 {
    let mut power = 1.0;
    loop {
        for factor in [1.0, 2.0, 5.0] {
            if games / (factor * power) <= 10.0 {
                return factor * power;
            }
        }
        power *= 10.0;
    }
}

fn label(text: String, x: f64, y: f64, anchor: &str) -> Text {
    Text::new(text)
        .set("x", format!("{x:.1}"))
        .set("y", format!("{y:.1}"))
        .set("text-anchor", anchor)
        .set("stroke", "none")
}

fn line(curve: &Curve, games: f64, color: &str) -> Polyline {
    let places: Vec<String> =
        curve.scores.iter().map(|&(game, score)| place(across(game, games), down(score))).collect();
    Polyline::new().set("points", places.join(" ")).set("fill", "none").set("stroke", color).set("stroke-width", 2)
}

fn band(curve: &Curve, games: f64, color: &str) -> Polygon {
    let there = curve.interval.iter().map(|&(game, low, _)| place(across(game, games), down(low)));
    let back = curve.interval.iter().rev().map(|&(game, _, high)| place(across(game, games), down(high)));
    let places: Vec<String> = there.chain(back).collect();
    Polygon::new().set("points", places.join(" ")).set("fill", color).set("fill-opacity", 0.15)
}

fn legend(name: &str, index: usize, color: &str) -> Group {
    let (x, y) = (RIGHT + 15.0, TOP + 12.0 + 20.0 * index as f64);
    let mut short: String = name.chars().take(LONGEST_NAME).collect();
    if name.chars().nth(LONGEST_NAME).is_some() {
        short.push('…');
    }
    let mark = Line::new().set("x1", x).set("x2", x + 18.0).set("y1", y - 4.5).set("y2", y - 4.5);
    Group::new().add(mark.set("stroke", color).set("stroke-width", 2)).add(label(short, x + 24.0, y, "start"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_few() {
        let marks = [1.0, 10.0, 11.0, 100.0, 201.0, 600.0, 12_345.0].map(tick);
        let expected = [1.0, 1.0, 2.0, 10.0, 50.0, 100.0, 2000.0];
        assert!(marks.iter().zip(expected).all(|(mark, expected)| (mark - expected).abs() < 1e-9), "{marks:?}");
    }
}
