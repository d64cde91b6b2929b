//! The board in the browser: its pages, a local server for them, and reports that show the same board in one file.
//!
//! The server gives every tab its own GTP [`Session`](crate::gtp::Session) over a WebSocket. The page has no rules: it draws and
//! prints the answers of the session, see `docs/gtp.md`. `sweep` analyses a whole game apart from the session.

mod assets;
mod bundle;
#[cfg(feature = "web")]
mod connections;
#[cfg(feature = "web")]
mod guard;
mod positions;
mod report;
#[cfg(feature = "web")]
mod server;
#[cfg(feature = "web")]
mod socket;
#[cfg(feature = "web")]
mod sweep;
mod tree;

#[cfg(feature = "web")]
pub use guard::Token;
pub use positions::GameAnalysis;
pub use report::HtmlReport;
#[cfg(feature = "web")]
pub use server::{Server, ServerSettings};
pub use tree::record_tree;
