//! The canvas of all pictures.

use super::Picture;
use super::font::{self, GlyphId};
use std::collections::BTreeSet;
use svg::Document;
use svg::node::element::{Definitions, Description, Group, Path, Rectangle, Title, Use};
use svg::node::{Node, Text};

/// A picture while it is drawn. Lengths are in the picture's own unit; the width of a PNG is chosen later.
pub(crate) struct Canvas {
    glyphs: BTreeSet<GlyphId>,
    definitions: Definitions,
    drawn: Group,
}

/// The horizontal alignment of a text at its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    /// The text starts at its position.
    Start,
    /// The text is centred on its position.
    Middle,
    /// The text ends at its position.
    End,
}

/// The style of a text. Capitals and digits are about 0.7 `size` high.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lettering {
    pub(crate) size: f64,
    pub(crate) anchor: Anchor,
    pub(crate) fill: &'static str,
}

impl Lettering {
    pub(crate) const fn new(size: f64, anchor: Anchor, fill: &'static str) -> Self {
        Self { size, anchor, fill }
    }

    /// The distance of the baseline below the middle of a digit.
    pub(crate) fn drop(self) -> f64 {
        0.34 * self.size
    }
}

impl Canvas {
    pub(crate) fn new() -> Self {
        Self { glyphs: BTreeSet::new(), definitions: Definitions::new(), drawn: Group::new() }
    }

    /// Defines an element that others reference by its `id`.
    pub(crate) fn define(&mut self, node: impl Into<Box<dyn Node>>) {
        self.definitions.append(node);
    }

    /// Draws an element above all earlier ones.
    pub(crate) fn draw(&mut self, node: impl Into<Box<dyn Node>>) {
        self.drawn.append(node);
    }

    /// Draws a text with its baseline at `y`.
    pub(crate) fn letter(&mut self, text: &str, x: f64, y: f64, lettering: Lettering) {
        let text = self.lettered(text, x, y, lettering);
        self.draw(text);
    }

    /// An undrawn text with its baseline at `y`.
    pub(crate) fn lettered(
        &mut self,
        text: &str,
        x: f64,
        y: f64,
        Lettering { size, anchor, fill }: Lettering,
    ) -> Group {
        let width = font::width(text, size);
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        let scale = size / font::units_per_em();
        let transform = format!("translate({} {}) scale({scale})", number(left), number(y));
        let mut drawn = Group::new().set("transform", transform).set("fill", fill);
        let mut at = 0.0;
        for character in text.chars() {
            let glyph = font::glyph(character);
            if !character.is_whitespace() {
                self.glyphs.insert(glyph);
                let mut place = Use::new().set("href", format!("#{}", name(glyph)));
                if at > 0.0 {
                    place = place.set("x", number(at));
                }
                drawn = drawn.add(place);
            }
            at += font::advance(glyph);
        }
        drawn
    }

    /// The finished picture of this size on a background. `title` and `description` are its accessible texts.
    pub(crate) fn finish(self, size: (f64, f64), ground: &str, title: &str, description: &str) -> Picture {
        let (width, height) = (size.0.ceil(), size.1.ceil());
        let mut definitions = self.definitions;
        for glyph in self.glyphs {
            definitions.append(Path::new().set("id", name(glyph)).set("d", font::outline(glyph)));
        }
        let mut document = Document::new()
            .set("viewBox", format!("0 0 {width} {height}"))
            .set("width", width)
            .set("height", height)
            .set("role", "img");
        if !title.is_empty() {
            document = document.add(Title::new(title));
        }
        if !description.is_empty() {
            document = document.add(Description::new().add(Text::new(description)));
        }
        let ground = Rectangle::new().set("width", width).set("height", height).set("fill", ground);
        let document = document.add(definitions).add(ground).add(self.drawn);
        Picture { svg: format!("{document}\n") }
    }
}

/// The id of a glyph's definition.
fn name(glyph: GlyphId) -> String {
    format!("g{}", glyph.0)
}

/// A length with two decimals, which is below what is visible.
pub(crate) fn number(length: f64) -> String {
    let rounded = (length * 100.0).round() / 100.0;
    // Adding 0 turns negative zero into zero.
    format!("{}", rounded + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short() {
        assert_eq!([1.0, 0.333_333, -0.001, -2.5].map(number), ["1", "0.33", "0", "-2.5"]);
    }

    #[test]
    fn each_glyph_is_outlined_once() {
        let mut canvas = Canvas::new();
        canvas.letter("11 <&", 5.0, 9.0, Lettering::new(10.0, Anchor::Start, "black"));
        let picture = canvas.finish((20.0, 10.0), "white", "a < b", "");
        assert_eq!(picture.svg().matches("<path").count(), 3, "{}", picture.svg());
        assert_eq!(picture.svg().matches("<use").count(), 4, "{}", picture.svg());
        assert!(picture.svg().contains("a &lt; b"), "{}", picture.svg());
    }
}
