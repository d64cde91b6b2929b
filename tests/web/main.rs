//! `onepure web`: the server at its port, the page in a browser, and HTML reports.

#[cfg(target_os = "linux")]
mod hostile;
mod page;
mod server;
mod support;
