//! The themes of pictures.

/// The theme of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// A wooden board with shaded stones.
    #[default]
    Wood,
    /// Black lines and discs on white, for print.
    Plain,
}

/// The colours of a theme.
#[derive(Debug)]
pub(super) struct Palette {
    /// The background of the page.
    pub(super) page: &'static str,
    /// Text on the page, and less important text.
    pub(super) ink: &'static str,
    pub(super) faint_ink: &'static str,
    /// The board and its edge.
    pub(super) board: &'static str,
    pub(super) edge: &'static str,
    /// Lines and coordinates of the board.
    pub(super) line: &'static str,
    pub(super) coordinates: &'static str,
    /// The bowl, its inside, and the tray of quarantined stones.
    pub(super) bowl: &'static str,
    pub(super) bowl_inside: &'static str,
    pub(super) tray: &'static str,
    pub(super) tray_inside: &'static str,
}

/// The colour of important marks: the last move, an enclosed stone.
pub(super) const ALARM: &str = "#d7263d";

impl Theme {
    /// The theme's colours.
    pub(super) const fn palette(self) -> &'static Palette {
        match self {
            Self::Wood => &Palette {
                page: "#faf6ee",
                ink: "#2b2118",
                faint_ink: "#76685a",
                board: "#e2b266",
                edge: "#a9762f",
                line: "#4a3213",
                coordinates: "#5b3f1a",
                bowl: "#8a5526",
                bowl_inside: "#54300f",
                tray: "#5f636a",
                tray_inside: "#a7aab0",
            },
            Self::Plain => &Palette {
                page: "#ffffff",
                ink: "#111111",
                faint_ink: "#666666",
                board: "#ffffff",
                edge: "#ffffff",
                line: "#111111",
                coordinates: "#333333",
                bowl: "#555555",
                bowl_inside: "#e6e6e6",
                tray: "#555555",
                tray_inside: "#f2f2f2",
            },
        }
    }
}
