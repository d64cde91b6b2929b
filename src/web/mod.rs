//! The board in a browser: pages that are part of the program, a local server for them, and reports that show the same
//! board in one file.
//!
//! The server gives every tab a GTP [`Session`](crate::gtp::Session) of its own over a WebSocket. The page has no rules: it
//! draws and tells what the session answers, see `docs/gtp.md`. A whole game is analysed outside the session, by `sweep`.

mod assets;
#[cfg(feature = "web")]
mod connections;
#[cfg(feature = "web")]
mod conversation;
#[cfg(feature = "web")]
mod guard;
mod report;
#[cfg(feature = "web")]
mod server;
#[cfg(feature = "web")]
mod sweep;
#[cfg(feature = "web")]
mod tree;

#[cfg(feature = "web")]
pub use guard::Token;
pub use report::HtmlReport;
#[cfg(feature = "web")]
pub use server::{Server, ServerSettings};
