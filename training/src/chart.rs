//! Learning curves as a picture.

use crate::log::Entry;
use svg::Document;
use svg::node::element::{Line, Polyline, Text};

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 260.0;
const MARGIN: f64 = 56.0;

/// The colours of the curves: training, test.
const COLOURS: [&str; 2] = ["#8aa4c8", "#b3261e"];

/// What a plot shows of an entry: the training's value and the test's.
type Values = fn(&Entry) -> [Option<f64>; 2];

/// The curves of the policy and the value over the steps: one plot below the other, training pale, test dark.
pub(crate) fn curves(entries: &[Entry]) -> String {
    let plots: [(&str, Values); 2] = [
        ("policy: divergence from the search's visits", |entry| [Some(entry.policy), entry.test_policy]),
        ("value: mean squared error, −1 to 1", |entry| [Some(entry.value), entry.test_value]),
    ];
    let height = HEIGHT * plots.len() as f64;
    let mut document = Document::new()
        .set("viewBox", (0.0, 0.0, WIDTH, height))
        .set("font-family", "sans-serif")
        .set("font-size", 13)
        .add(svg::node::element::Rectangle::new().set("width", WIDTH).set("height", height).set("fill", "white"));
    let steps = entries.iter().map(|entry| entry.step).max().unwrap_or(1).max(1) as f64;
    for (number, (title, values)) in plots.into_iter().enumerate() {
        let (top, bottom) = (HEIGHT * number as f64 + 36.0, HEIGHT * (number + 1) as f64 - 32.0);
        let all: Vec<f64> = entries.iter().flat_map(values).flatten().collect();
        let most = all.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let least = all.iter().copied().fold(most, f64::min);
        let x = |step: u64| MARGIN + (WIDTH - 2.0 * MARGIN) * step as f64 / steps;
        let y = |value: f64| bottom - (bottom - top) * (value - least) / (most - least).max(f64::MIN_POSITIVE);
        let text = |x: f64, y: f64, anchor: &str, text: String| {
            Text::new(text).set("x", x).set("y", y).set("text-anchor", anchor).set("fill", "#333")
        };
        document = document
            .add(text(MARGIN, top - 14.0, "start", title.to_owned()))
            .add(text(MARGIN - 6.0, top + 4.0, "end", format!("{most:.3}")))
            .add(text(MARGIN - 6.0, bottom + 4.0, "end", format!("{least:.3}")))
            .add(text(WIDTH - MARGIN, bottom + 20.0, "end", format!("{steps} steps")));
        for height in [top, bottom] {
            let line = Line::new().set("x1", MARGIN).set("x2", WIDTH - MARGIN).set("y1", height).set("y2", height);
            document = document.add(line.set("stroke", "#ccc"));
        }
        for (curve, colour) in COLOURS.into_iter().enumerate() {
            let points = entries.iter().filter_map(|entry| Some((entry.step, values(entry)[curve]?)));
            let points: Vec<String> = points.map(|(step, value)| format!("{:.1},{:.1}", x(step), y(value))).collect();
            let line = Polyline::new().set("points", points.join(" ")).set("fill", "none").set("stroke", colour);
            document = document.add(line.set("stroke-width", 1.6));
        }
        for (index, (name, colour)) in ["training", "test"].into_iter().zip(COLOURS).enumerate() {
            let legend = text(WIDTH - MARGIN - 70.0 * (1 - index) as f64, top - 14.0, "end", name.to_owned());
            document = document.add(legend.set("fill", colour));
        }
    }
    document.to_string()
}
