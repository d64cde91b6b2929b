//! Charts of learning curves.

use crate::log::Entry;
use crate::losses::Means;
use std::collections::BTreeSet;
use svg::Document;
use svg::node::element::{Line, Polyline, Rectangle, Text};

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 240.0;
const MARGIN: f64 = 56.0;

/// The height of a line of the legend.
const LEGEND: f64 = 18.0;

/// The colours of the training curve and of the test curves.
const TRAINING: &str = "#b9c6d8";
const TESTS: [&str; 8] = ["#b3261e", "#1e6fb3", "#2a8c4a", "#b3741e", "#7a3fb0", "#1ea3a3", "#8a8a1e", "#444444"];

/// A plot: its title, and the value of an entry that it shows.
type Plot = (&'static str, fn(&Means) -> f64);

const PLOTS: [Plot; 4] = [
    ("policy: divergence from the search's visits", |means| means.policy),
    ("value: mean squared error, −1 to 1", |means| means.value),
    ("score: mean error in points", |means| means.score),
    ("ownership: mean squared error, −1 to 1", |means| means.ownership),
];

/// A curve: its name, its colour, and its values by step.
struct Curve<'a> {
    name: &'a str,
    colour: &'static str,
    means: Vec<(u64, Means)>,
}

/// Plots of the curves over the steps, one below the other: training in a pale colour, then the test of each board and
/// rule set.
pub(crate) fn curves(entries: &[Entry]) -> String {
    let names: BTreeSet<&str> = entries.iter().flat_map(|entry| entry.test.keys().map(String::as_str)).collect();
    let training = entries.iter().map(|entry| (entry.step, entry.training)).collect();
    let test = |name: &str| entries.iter().filter_map(|entry| Some((entry.step, *entry.test.get(name)?))).collect();
    let tests = names.into_iter().zip(TESTS.into_iter().cycle());
    let curves: Vec<Curve<'_>> = [Curve { name: "training", colour: TRAINING, means: training }]
        .into_iter()
        .chain(tests.map(|(name, colour)| Curve { name, colour, means: test(name) }))
        .collect();
    let steps = entries.iter().map(|entry| entry.step).max().unwrap_or(1).max(1) as f64;
    let legend = LEGEND * curves.len().div_ceil(4) as f64 + 12.0;
    let height = legend + HEIGHT * PLOTS.len() as f64;
    let mut document = Document::new()
        .set("viewBox", (0.0, 0.0, WIDTH, height))
        .set("font-family", "sans-serif")
        .set("font-size", 13)
        .add(Rectangle::new().set("width", WIDTH).set("height", height).set("fill", "white"));
    for (index, curve) in curves.iter().enumerate() {
        let (x, y) = (MARGIN + (index % 4) as f64 * 175.0, LEGEND * (index / 4 + 1) as f64);
        document = document.add(text(x, y, "start", curve.name.to_owned()).set("fill", curve.colour));
    }
    for (number, (title, of)) in PLOTS.into_iter().enumerate() {
        let top = legend + HEIGHT * number as f64;
        document = plot(document, top, title, steps, &curves, of);
    }
    document.to_string()
}

fn text(x: f64, y: f64, anchor: &str, text: String) -> Text {
    Text::new(text).set("x", x).set("y", y).set("text-anchor", anchor).set("fill", "#333")
}

/// Adds a plot with its upper edge at `top`.
fn plot(
    mut document: Document,
    top: f64,
    title: &str,
    steps: f64,
    curves: &[Curve<'_>],
    of: fn(&Means) -> f64,
) -> Document {
    let (top, bottom) = (top + 36.0, top + HEIGHT - 32.0);
    let all: Vec<f64> = curves.iter().flat_map(|curve| curve.means.iter().map(|(_, means)| of(means))).collect();
    let most = all.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let least = all.iter().copied().fold(most, f64::min);
    let x = |step: u64| MARGIN + (WIDTH - 2.0 * MARGIN) * step as f64 / steps;
    let y = |value: f64| bottom - (bottom - top) * (value - least) / (most - least).max(f64::MIN_POSITIVE);
    document = document
        .add(text(MARGIN, top - 14.0, "start", title.to_owned()))
        .add(text(MARGIN - 6.0, top + 4.0, "end", format!("{most:.3}")))
        .add(text(MARGIN - 6.0, bottom + 4.0, "end", format!("{least:.3}")))
        .add(text(WIDTH - MARGIN, bottom + 20.0, "end", format!("{steps} steps")));
    for height in [top, bottom] {
        let line = Line::new().set("x1", MARGIN).set("x2", WIDTH - MARGIN).set("y1", height).set("y2", height);
        document = document.add(line.set("stroke", "#ccc"));
    }
    for Curve { colour, means, .. } in curves {
        let points: Vec<String> =
            means.iter().map(|(step, means)| format!("{:.1},{:.1}", x(*step), y(of(means)))).collect();
        let line = Polyline::new().set("points", points.join(" ")).set("fill", "none").set("stroke", *colour);
        document = document.add(line.set("stroke-width", 1.6));
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_kind_of_position_has_its_curve() {
        let means = |policy| Means { policy, ..Means::default() };
        let test: BTreeMap<String, Means> =
            [("9x9 chinese".to_owned(), means(1.0)), ("19x19 one-pure".to_owned(), means(2.0))].into();
        let entry = |step| Entry { step, rate: 0.1, speed: 1.0, training: means(3.0), test: test.clone() };
        let picture = curves(&[entry(100), entry(200)]);
        assert_eq!(picture.matches("<polyline").count(), 3 * PLOTS.len());
        assert!(picture.contains("19x19 one-pure") && picture.contains("200 steps"));
        assert!(!curves(&[]).is_empty());
    }
}
