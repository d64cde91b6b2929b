//! The font of all pictures: glyph outlines and text widths.

use std::fmt::Write as _;
use std::sync::LazyLock;
use ttf_parser::{Face, OutlineBuilder};

pub(super) use ttf_parser::GlyphId;

/// A subset of a font by NAVER under the SIL Open Font License; see `assets/font`.
static FACE: LazyLock<Face<'static>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../assets/font/onepure-sans.ttf");
    Face::parse(bytes, 0).expect("the font is part of the program")
});

/// The font's units per em. Outlines and advances are in these units.
pub(super) fn units_per_em() -> f64 {
    f64::from(FACE.units_per_em())
}

/// The glyph of a character; an empty box if the font lacks it.
pub(super) fn glyph(character: char) -> GlyphId {
    // The font has no minus sign. Its en dash is as wide.
    let character = if character == '−' { '–' } else { character };
    FACE.glyph_index(character).unwrap_or(GlyphId(0))
}

/// The distance from the start of a glyph to the next, in font units.
pub(super) fn advance(glyph: GlyphId) -> f64 {
    FACE.glyph_hor_advance(glyph).map_or(0.0, f64::from)
}

/// The width of a text, in the unit of `size`. Capitals are about 0.7 `size` high.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|character| advance(glyph(character))).sum::<f64>() * size / units_per_em()
}

/// The outline of a glyph as SVG path data, with y downwards; empty for a space.
pub(super) fn outline(glyph: GlyphId) -> String {
    let mut path = PathData(String::new());
    FACE.outline_glyph(glyph, &mut path);
    path.0
}

/// A space that [`wrap`] keeps within a line.
const NO_BREAK: char = '\u{a0}';

/// Wraps a text at spaces into lines of at most `widest`. A wider word gets its own line.
pub(super) fn wrap(text: &str, size: f64, widest: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let is_break = |character: char| character.is_whitespace() && character != NO_BREAK;
    for word in text.split(is_break).filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= widest => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| line.replace(NO_BREAK, " ")).collect()
}

/// The text, cut and with an ellipsis if it is wider than `widest`.
pub(crate) fn shorten(text: &str, size: f64, widest: f64) -> String {
    if width(text, size) <= widest {
        return text.to_owned();
    }
    let mut short = String::new();
    for character in text.chars() {
        if width(&format!("{short}{character}…"), size) > widest {
            break;
        }
        short.push(character);
    }
    format!("{}…", short.trim_end())
}

/// SVG path data while it is built. Coordinates are integers, as in the font.
struct PathData(String);

impl PathData {
    fn push(&mut self, command: char, places: &[(f32, f32)]) {
        self.0.push(command);
        for (index, (x, y)) in places.iter().enumerate() {
            let gap = if index > 0 { " " } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(self.0, "{gap}{} {}", x.round(), (0.0 - y).round() + 0.0);
        }
    }
}

impl OutlineBuilder for PathData {
    fn move_to(&mut self, x: f32, y: f32) {
        self.push('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.push('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.push('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_the_texts_is_there() {
        for character in "0123456789ABTabz흑백격리불퇴뷔①⑨–—…·×±−°%→".chars() {
            assert!(glyph(character) != GlyphId(0), "{character}");
            assert!(!outline(glyph(character)).is_empty(), "{character}");
        }
        assert!(outline(glyph(' ')).is_empty());
        assert_eq!(glyph('漢'), GlyphId(0), "an empty box");
    }

    #[test]
    fn digits_are_equally_wide() {
        let widths: Vec<f64> = ('0'..='9').map(|digit| advance(glyph(digit))).collect();
        assert!(widths.iter().all(|width| (width - widths[0]).abs() < 1e-9), "{widths:?}");
    }

    #[test]
    fn texts_are_broken_and_shortened() {
        let wide = width("one two", 10.0);
        assert_eq!(wrap("one two three", 10.0, wide), ["one two", "three"]);
        assert_eq!(wrap("a incomprehensibilities", 10.0, wide), ["a", "incomprehensibilities"]);
        assert_eq!(shorten("one two", 10.0, wide), "one two");
        let short = shorten("one two three", 10.0, wide);
        assert!(short.ends_with('…') && width(&short, 10.0) <= wide, "{short}");
    }
}
