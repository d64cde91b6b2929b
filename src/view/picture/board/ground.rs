//! The board itself: wood, lines, star points, coordinates, and ownership.

use super::BoardPicture;
use super::layout::{CELL, PictureLayout};
use crate::view::board::is_star;
use crate::view::mark::Mark;
use crate::view::picture::canvas::{Anchor, Canvas, Lettering, number};
use crate::view::picture::{Theme, theme};
use onepure_rules::board::Color;
use onepure_rules::geometry::{Point, column_letter};
use svg::node::element::{Circle, ClipPath, Group, LinearGradient, Path, Rectangle, Stop};

pub(super) fn draw(canvas: &mut Canvas, picture: &BoardPicture, layout: &PictureLayout) {
    let palette = picture.theme.palette();
    if picture.theme == Theme::Wood {
        draw_wood(canvas, layout, palette);
    }
    draw_ownership(canvas, picture, layout);
    draw_lines(canvas, layout, palette);
    let stars = picture.size.points().filter(|&point| is_star(picture.size, point));
    for (x, y) in stars.map(|point| layout.place(point)) {
        canvas.draw(Circle::new().set("cx", number(x)).set("cy", number(y)).set("r", 4).set("fill", palette.line));
    }
    if picture.coordinates {
        draw_coordinates(canvas, layout, palette);
    }
}

/// A wooden board with an edge and a grain.
fn draw_wood(canvas: &mut Canvas, layout: &PictureLayout, palette: &theme::Palette) {
    let stop = |offset: &str, color: &str| Stop::new().set("offset", offset).set("stop-color", color);
    let gradient = LinearGradient::new().set("id", "wood").set("x1", 0).set("y1", 0).set("x2", 1).set("y2", 1);
    canvas.define(gradient.add(stop("0", "#ecc280")).add(stop("0.5", palette.board)).add(stop("1", "#d9a556")));
    let ((left, top), side) = (layout.board, layout.side());
    let board = || {
        let place = Rectangle::new().set("x", number(left)).set("y", number(top));
        place.set("width", number(side)).set("height", number(side)).set("rx", 5)
    };
    canvas.define(ClipPath::new().set("id", "board").add(board()));
    let shadow = board().set("y", number(top + 4.0)).set("fill", "#3b2508").set("fill-opacity", 0.18);
    canvas.draw(shadow);
    canvas.draw(board().set("fill", "url(#wood)"));
    let mut grain = Group::new().set("clip-path", "url(#board)").set("fill", "none").set("stroke", "#9a6220");
    // Irregular but reproducible.
    let mut x = left - 10.0;
    for index in 0_u32.. {
        let (curve, gap) = (f64::from(index * 7 % 11) - 5.0, 7.0 + f64::from(index * 5 % 13) * 1.7);
        x += gap;
        if x > left + side + 10.0 {
            break;
        }
        let (near, far) = (x + 1.6 * curve, x - 1.1 * curve);
        let down = [side / 3.0, 2.0 * side / 3.0, side].map(|down| number(top + down));
        let path = format!(
            "M{} {}C{} {} {} {} {} {}",
            number(x),
            number(top),
            number(near),
            down[0],
            number(far),
            down[1],
            number(x + 0.5 * curve),
            down[2]
        );
        let (width, opacity) = (0.8 + f64::from(index % 4) * 0.7, 0.07 + f64::from(index % 3) * 0.035);
        grain = grain.add(Path::new().set("d", path).set("stroke-width", width).set("stroke-opacity", number(opacity)));
    }
    canvas.draw(grain);
    canvas.draw(board().set("fill", "none").set("stroke", palette.edge).set("stroke-width", 1.5));
}

fn draw_lines(canvas: &mut Canvas, layout: &PictureLayout, palette: &theme::Palette) {
    let last = layout.lines - 1;
    let (left, right) = (number(layout.x(0)), number(layout.x(last)));
    let (top, bottom) = (number(layout.y(last)), number(layout.y(0)));
    let inner = (1..last).map(|line| {
        let (x, y) = (number(layout.x(line)), number(layout.y(line)));
        format!("M{x} {top}V{bottom}M{left} {y}H{right}")
    });
    let path: String = inner.collect();
    let lines = Group::new().set("fill", "none").set("stroke", palette.line);
    let edge = Path::new().set("d", format!("M{left} {top}H{right}V{bottom}H{left}Z"));
    canvas.draw(
        lines
            .add(Path::new().set("d", path).set("stroke-width", 1))
            .add(edge.set("stroke-width", 2).set("stroke-linejoin", "round")),
    );
}

fn draw_coordinates(canvas: &mut Canvas, layout: &PictureLayout, palette: &theme::Palette) {
    let lettering = Lettering::new(15.0, Anchor::Middle, palette.coordinates);
    let ((left, top), side) = (layout.board, layout.side());
    let from_edge = layout.margin - 0.5 * CELL;
    let (near, far) = (0.5 * from_edge + 3.0, side - 0.5 * from_edge - 3.0);
    for line in 0..layout.lines {
        let letter = column_letter(line).to_string();
        let row = (line + 1).to_string();
        for at in [near, far] {
            canvas.letter(&letter, layout.x(line), top + at + lettering.drop(), lettering);
            canvas.letter(&row, left + at, layout.y(line) + lettering.drop(), lettering);
        }
    }
}

/// Shades each cell in the colour of its expected owner, stronger if more certain, or in the colour whose point it is.
fn draw_ownership(canvas: &mut Canvas, picture: &BoardPicture, layout: &PictureLayout) {
    /// The smallest visible shade.
    const FAINTEST: f64 = 0.04;
    // The shade of a point.
    let tint = if picture.theme == Theme::Wood { 0.7 } else { 0.4 };
    let tints = picture.marks.iter().filter_map(|&(point, mark)| match mark {
        Mark::Point(Color::Black) => Some((point, tint)),
        Mark::Point(Color::White) => Some((point, -tint)),
        _ => None,
    });
    let balances: Vec<(Point, f64)> = picture.ownership.iter().copied().chain(tints).collect();
    if balances.is_empty() {
        return;
    }
    let mut cells = Group::new();
    for (point, balance) in balances {
        let balance = balance.clamp(-1.0, 1.0);
        if balance.abs() < FAINTEST {
            continue;
        }
        let (x, y) = layout.place(point);
        let (fill, most) = match (balance > 0.0, picture.theme) {
            (true, Theme::Wood) => ("#1d1208", 0.62),
            (true, Theme::Plain) => ("#000000", 0.5),
            (false, Theme::Wood) => ("#fffdf5", 0.66),
            (false, Theme::Plain) => ("#e8833a", 0.4),
        };
        let cell = Rectangle::new().set("x", number(x - CELL / 2.0)).set("y", number(y - CELL / 2.0));
        let cell = cell.set("width", CELL).set("height", CELL);
        cells = cells.add(cell.set("fill", fill).set("fill-opacity", number(balance.abs() * most)));
    }
    canvas.draw(cells);
}
