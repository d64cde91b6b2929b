//! `GoGui`'s drawing language, for the answers of `gfx` commands and for live graphics.

use onepure_rules::board::Color;
use onepure_rules::geometry::{Point, PointSet};
use onepure_rules::rules::Move;

/// Drawing commands, one a line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Graphics {
    lines: Vec<String>,
}

/// A sign on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    Circle,
    Cross,
    Square,
    Triangle,
}

impl Sign {
    const fn command(self) -> &'static str {
        match self {
            Self::Circle => "CIRCLE",
            Self::Cross => "MARK",
            Self::Square => "SQUARE",
            Self::Triangle => "TRIANGLE",
        }
    }
}

impl Graphics {
    /// Draws a sign on each point of the set.
    pub(super) fn sign(&mut self, sign: Sign, points: PointSet) {
        self.command(sign.command(), points.iter().map(|point| point.to_string()));
    }

    /// Writes a label on each of these points. A label must not contain a blank: `GoGui` would take the rest for a vertex.
    pub(super) fn labels(&mut self, labels: impl Iterator<Item = (Point, String)>) {
        self.command("LABEL", labels.map(|(point, label)| format!("{point} {label}")));
    }

    /// Draws squares whose size and colour follow the value: 1 is a full black square, -1 a full white one, 0 no square.
    pub(super) fn influence(&mut self, influence: impl Iterator<Item = (Point, f64)>) {
        self.command("INFLUENCE", influence.map(|(point, value)| format!("{point} {value:.3}")));
    }

    /// Draws a variation as numbered stones. `color` plays first.
    pub(super) fn variation(&mut self, color: Color, moves: &[Move]) {
        let letters = match color {
            Color::Black => ["b", "w"],
            Color::White => ["w", "b"],
        };
        let moves = moves.iter().zip(letters.into_iter().cycle());
        self.command(
            "VAR",
            moves.map(|(action, letter)| match action {
                Move::Place(point) => format!("{letter} {point}"),
                Move::Abstain => format!("{letter} PASS"),
            }),
        );
    }

    /// Writes one line into the status bar. `GoGui` would show several lines in a window.
    pub(super) fn text(&mut self, text: &str) {
        self.lines.push(format!("TEXT {text}"));
    }

    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Adds a command, unless it has no arguments.
    fn command(&mut self, name: &str, arguments: impl Iterator<Item = String>) {
        let arguments: Vec<String> = arguments.collect();
        if !arguments.is_empty() {
            self.lines.push(format!("{name} {}", arguments.join(" ")));
        }
    }
}

impl From<Graphics> for String {
    fn from(Graphics { lines }: Graphics) -> Self {
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_as_gogui_reads_them() {
        let point = |name: &str| name.parse::<Point>().expect("a point");
        let mut graphics = Graphics::default();
        graphics.sign(Sign::Square, PointSet::empty());
        graphics.sign(Sign::Square, [point("A1"), point("T19")].into_iter().collect());
        graphics.labels([(point("D4"), "12%".to_owned()), (point("E5"), "x".to_owned())].into_iter());
        graphics.influence([(point("D4"), -0.25)].into_iter());
        graphics.variation(Color::White, &[Move::Place(point("C3")), Move::Abstain, Move::Place(point("C4"))]);
        graphics.text("a line of text");
        let expected =
            "SQUARE A1 T19\nLABEL D4 12% E5 x\nINFLUENCE D4 -0.250\nVAR w C3 b PASS w C4\nTEXT a line of text";
        assert_eq!(String::from(graphics), expected);
    }
}
