//! The area of a chart with its scales.

use super::canvas::number;
use svg::node::element::{Path, Polyline};

/// An area with a horizontal and a vertical scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plot {
    /// The horizontal scale, from left to right.
    pub(crate) across: Scale,
    /// The vertical scale, from bottom to top.
    pub(crate) up: Scale,
}

/// A linear mapping of values to coordinates, by two pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    pub(crate) values: (f64, f64),
    pub(crate) places: (f64, f64),
}

impl Scale {
    /// The coordinate of a value.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let ((first, last), (begin, end)) = (self.values, self.places);
        begin + (end - begin) * (value - first) / (last - first)
    }
}

impl Plot {
    /// The coordinates of a point, in the format of SVG.
    fn place(&self, (x, y): (f64, f64)) -> String {
        format!("{},{}", number(self.across.place(x)), number(self.up.place(y)))
    }

    /// A curve through these points, without a colour.
    pub(crate) fn curve(&self, values: &[(f64, f64)]) -> Polyline {
        let places: Vec<String> = values.iter().map(|&value| self.place(value)).collect();
        Polyline::new().set("points", places.join(" ")).set("fill", "none").set("stroke-linejoin", "round")
    }

    /// The area between two curves, without a colour.
    pub(crate) fn between(&self, upper: &[(f64, f64)], lower: &[(f64, f64)]) -> Path {
        let around = upper.iter().chain(lower.iter().rev());
        let places: Vec<String> = around.map(|&value| self.place(value)).collect();
        Path::new().set("d", format!("M{}Z", places.join("L")))
    }
}

/// The distance of the ticks on an axis: the smallest 1, 2 or 5 times a power of ten that gives at most ten up to
/// `range`.
pub(crate) fn tick(range: f64) -> f64 {
    let mut power = 1.0;
    loop {
        for factor in [1.0, 2.0, 5.0] {
            if range / (factor * power) <= 10.0 {
                return factor * power;
            }
        }
        power *= 10.0;
    }
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

    #[test]
    fn values_have_places() {
        let scale = |values, places| Scale { values, places };
        let plot = Plot { across: scale((0.0, 10.0), (100.0, 200.0)), up: scale((-1.0, 1.0), (50.0, 0.0)) };
        let curve = plot.curve(&[(0.0, -1.0), (5.0, 0.0), (10.0, 1.0)]).to_string();
        assert!(curve.contains("\"100,50 150,25 200,0\""), "{curve}");
        let area = plot.between(&[(0.0, 1.0), (10.0, 1.0)], &[(0.0, 0.0), (10.0, 0.0)]).to_string();
        assert!(area.contains("\"M100,0L200,0L200,25L100,25Z\""), "{area}");
    }
}
