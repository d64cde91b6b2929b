//! The layout of a picture of a board.

use super::BoardPicture;
use crate::view::picture::canvas::{Anchor, Canvas, Lettering};
use crate::view::picture::font;
use onepure_rules::geometry::Point;

/// The distance between two lines of the board. All other lengths are relative to it.
pub(super) const CELL: f64 = 40.0;

/// The padding around the picture and between its parts.
const PADDING: f64 = 20.0;

const TITLE_SIZE: f64 = 24.0;
const SUBTITLE_SIZE: f64 = 17.0;
const CAPTION_SIZE: f64 = 16.0;
const CAPTION_LEADING: f64 = 24.0;

/// The positions of the parts of a picture.
pub(super) struct PictureLayout {
    pub(super) lines: usize,
    /// The upper left corner of the board.
    pub(super) board: (f64, f64),
    /// The distance from the edge of the board to its first line.
    pub(super) margin: f64,
    /// The upper left corner of the panel, if there is one.
    pub(super) panel: Option<(f64, f64)>,
    title: Vec<String>,
    subtitle: Vec<String>,
    captions: Vec<Vec<String>>,
    captions_top: f64,
    width: f64,
}

impl PictureLayout {
    /// The layout of a picture with a panel of this width and height, both 0 without a panel.
    pub(super) fn of(picture: &BoardPicture, (panel_width, panel_height): (f64, f64)) -> Self {
        let lines = picture.size.lines();
        let margin = if picture.coordinates { 1.15 * CELL } else { 0.75 * CELL };
        let side = (lines - 1) as f64 * CELL + 2.0 * margin;
        let beside = if panel_height > 0.0 { PADDING + panel_width } else { 0.0 };
        let width = 2.0 * PADDING + side + beside;
        let text_width = width - 2.0 * PADDING;
        let wrapped = |text: &Option<String>, size| {
            text.as_deref().map(|text| font::wrap(text, size, text_width)).unwrap_or_default()
        };
        let title = wrapped(&picture.title, TITLE_SIZE);
        let subtitle = wrapped(&picture.subtitle, SUBTITLE_SIZE);
        let below_subtitle = if subtitle.is_empty() { 0.0 } else { 5.0 };
        let titles = title.len() as f64 * 1.4 * TITLE_SIZE + subtitle.len() as f64 * 1.5 * SUBTITLE_SIZE;
        let top = PADDING + titles + below_subtitle;
        let captions: Vec<_> =
            picture.captions.iter().map(|caption| font::wrap(caption, CAPTION_SIZE, text_width)).collect();
        Self {
            lines,
            board: (PADDING, top),
            margin,
            panel: (panel_height > 0.0).then_some((2.0 * PADDING + side, top)),
            title,
            subtitle,
            captions,
            captions_top: top + side.max(panel_height),
            width,
        }
    }

    /// The length of the board's side.
    pub(super) fn side(&self) -> f64 {
        (self.lines - 1) as f64 * CELL + 2.0 * self.margin
    }

    /// The x coordinate of a column.
    pub(super) fn x(&self, column: usize) -> f64 {
        self.board.0 + self.margin + column as f64 * CELL
    }

    /// The y coordinate of a row.
    pub(super) fn y(&self, row: usize) -> f64 {
        self.board.1 + self.margin + (self.lines - 1 - row) as f64 * CELL
    }

    pub(super) fn place(&self, point: Point) -> (f64, f64) {
        (self.x(point.column()), self.y(point.row()))
    }

    /// The size of the picture.
    pub(super) fn size(&self) -> (f64, f64) {
        let lines = self.captions.iter().map(Vec::len).sum::<usize>();
        let captions = if lines == 0 { 0.0 } else { PADDING / 2.0 + lines as f64 * CAPTION_LEADING };
        (self.width, self.captions_top + captions + PADDING)
    }

    /// Draws the title, the subtitle and the captions.
    pub(super) fn draw_texts(&self, canvas: &mut Canvas, picture: &BoardPicture) {
        let palette = picture.theme.palette();
        let mut y = PADDING + TITLE_SIZE;
        for line in &self.title {
            canvas.letter(line, PADDING, y, Lettering::new(TITLE_SIZE, Anchor::Start, palette.ink));
            y += 1.4 * TITLE_SIZE;
        }
        let mut y = PADDING + self.title.len() as f64 * 1.4 * TITLE_SIZE + SUBTITLE_SIZE;
        for line in &self.subtitle {
            canvas.letter(line, PADDING, y, Lettering::new(SUBTITLE_SIZE, Anchor::Start, palette.faint_ink));
            y += 1.5 * SUBTITLE_SIZE;
        }
        let mut y = self.captions_top + PADDING / 2.0;
        for line in self.captions.iter().flatten() {
            y += CAPTION_LEADING;
            canvas.letter(line, PADDING, y, Lettering::new(CAPTION_SIZE, Anchor::Start, palette.ink));
        }
    }
}
