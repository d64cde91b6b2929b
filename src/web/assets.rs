//! The files of the page, embedded in the program.

/// A file of the page.
#[derive(Debug)]
pub(super) struct Asset {
    /// The name in the address.
    pub(super) name: &'static str,
    /// The media type.
    #[cfg_attr(not(feature = "web"), expect(dead_code, reason = "only the server says it"))]
    pub(super) kind: &'static str,
    /// The content.
    pub(super) text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

macro_rules! asset {
    ($name:literal, $kind:expr) => {
        Asset { name: $name, kind: $kind, text: include_str!(concat!("pages/", $name)) }
    };
}

/// All files except the page itself.
pub(super) const ASSETS: &[Asset] = &[
    asset!("style.css", STYLE),
    asset!("rotation.js", SCRIPT),
    asset!("rules-panel.js", SCRIPT),
    asset!("icon.svg", PICTURE),
    asset!("addresses.js", SCRIPT),
    asset!("analysis.js", SCRIPT),
    asset!("animation.js", SCRIPT),
    asset!("board.js", SCRIPT),
    asset!("bowls.js", SCRIPT),
    asset!("chart.js", SCRIPT),
    asset!("clock.js", SCRIPT),
    asset!("conclusion.js", SCRIPT),
    asset!("count.js", SCRIPT),
    asset!("dialogs.js", SCRIPT),
    asset!("dom.js", SCRIPT),
    asset!("editing.js", SCRIPT),
    asset!("engine.js", SCRIPT),
    asset!("errors.js", SCRIPT),
    asset!("files.js", SCRIPT),
    asset!("game.js", SCRIPT),
    asset!("gtp.js", SCRIPT),
    asset!("host.js", SCRIPT),
    asset!("input.js", SCRIPT),
    asset!("kept.js", SCRIPT),
    asset!("keys.js", SCRIPT),
    asset!("lessons.js", SCRIPT),
    asset!("levels.js", SCRIPT),
    asset!("links.js", SCRIPT),
    asset!("main.js", SCRIPT),
    asset!("menus.js", SCRIPT),
    asset!("mistakes.js", SCRIPT),
    asset!("mistakes-panel.js", SCRIPT),
    asset!("navigation.js", SCRIPT),
    asset!("panels.js", SCRIPT),
    asset!("points.js", SCRIPT),
    asset!("problems.js", SCRIPT),
    asset!("proof.js", SCRIPT),
    asset!("quiz.js", SCRIPT),
    asset!("recent.js", SCRIPT),
    asset!("report.js", SCRIPT),
    asset!("search.js", SCRIPT),
    asset!("session.js", SCRIPT),
    asset!("share.js", SCRIPT),
    asset!("storage.js", SCRIPT),
    asset!("streams.js", SCRIPT),
    asset!("sweep.js", SCRIPT),
    asset!("swings.js", SCRIPT),
    asset!("tabs.js", SCRIPT),
    asset!("texts.js", SCRIPT),
    asset!("tree.js", SCRIPT),
    asset!("tree-panel.js", SCRIPT),
    asset!("types.js", SCRIPT),
    asset!("view.js", SCRIPT),
    asset!("welcome.js", SCRIPT),
];

/// The page. The server replaces each `{{…}}`.
#[cfg(feature = "web")]
pub(super) const PAGE: &str = include_str!("pages/index.html");

pub(super) fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

/// The content of a file; empty if there is none with this name.
pub(super) fn text(name: &str) -> &'static str {
    find(name).map_or("", |asset| asset.text)
}
