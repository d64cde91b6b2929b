//! `onepure web`: the server at its port, the page in a browser, and HTML reports.

mod page;
mod server;
mod support;
