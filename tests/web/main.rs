//! `onepure web`: the server, by its port; the page, in a browser; and reports in HTML.

mod page;
mod server;
mod support;
