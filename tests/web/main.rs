//! `onepure web`: the server, by its port; the page, in a browser; and reports in HTML.

#[cfg(target_os = "linux")]
mod hostile;
mod page;
mod server;
mod support;
