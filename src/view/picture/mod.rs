//! Pictures of boards and charts of games, drawn as SVG, from which a PNG can be rendered.
//!
//! `draw` turns a [`BoardPicture`] or a [`GameChart`] into a [`Picture`]. Text is drawn as outlines of a bundled font,
//! so that a picture looks the same everywhere.

mod board;
mod canvas;
mod chart;
mod font;
mod plot;
mod theme;

pub use board::{BoardPicture, CandidateLabel, LeftOver, Side};
pub use chart::{ChartPoint, GameChart, Mistake, Mistakes};
pub use theme::Theme;

/// The drawing tools for reports of matches.
#[cfg(feature = "native")]
pub(crate) mod drawing {
    pub(crate) use super::canvas::{Anchor, Canvas, Lettering, number};
    pub(crate) use super::font::shorten;
    pub(crate) use super::plot::{Plot, Scale, tick};
}

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::ops::RangeInclusive;

/// A finished picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    svg: String,
}

/// Why a picture cannot be rendered as a PNG.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PngError {
    /// A width out of range, in pixels.
    #[error("width: expected {NARROWEST} to {WIDEST} pixels, got {0}")]
    Width(u32),
    /// A height out of range, in pixels: the width is too large for this picture.
    #[error("height: expected at most {WIDEST} pixels, got {0}; choose a smaller width")]
    Height(u32),
    /// The drawing library reports this error.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
}

/// The limits of the width of a PNG. The upper one also applies to the height.
const NARROWEST: u32 = 16;
const WIDEST: u32 = 8192;

impl Picture {
    /// The valid widths of a PNG in pixels.
    pub const WIDTHS: RangeInclusive<u32> = NARROWEST..=WIDEST;

    /// The picture as an SVG document.
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// The picture as a PNG of this width in pixels, with its height in proportion.
    pub fn png(&self, width: u32) -> Result<Vec<u8>, PngError> {
        if !Self::WIDTHS.contains(&width) {
            return Err(PngError::Width(width));
        }
        let drawing = |error: &dyn std::fmt::Display| PngError::Drawing(error.to_string());
        let tree = Tree::from_str(&self.svg, &Options::default()).map_err(|error| drawing(&error))?;
        let scale = width as f32 / tree.size().width();
        let height = (tree.size().height() * scale).round().max(1.0) as u32;
        if height > WIDEST {
            return Err(PngError::Height(height));
        }
        let mut pixels = Pixmap::new(width, height).ok_or(PngError::Width(width))?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| drawing(&error))
    }
}
