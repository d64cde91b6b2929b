//! The JSON protocol of `KataGo`'s analysis engine: one query per line, and one line per answer, written as soon as it
//! is ready.
//!
//! A line is parsed into an object (`fields`), and the object into a query or an action (`query`, `action`). A query
//! becomes one task per position. Tasks wait in a `queue` by priority until a worker takes them (`conversation`).
//! `answer` turns the result into a line. `docs/analysis.md` describes the format.
//!
//! ```
//! use onepure::analysis::protocol::{QueryDefaults, converse};
//! use onepure::engine::Settings;
//! use onepure::view::Display;
//! use std::sync::{Arc, Mutex};
//!
//! let query = r#"{"id":"a","moves":[["B","C3"]],"rules":"one-pure","boardXSize":5,"boardYSize":5,"maxVisits":20}"#;
//! let settings = Settings { threads: 1, ..Settings::default() };
//! let defaults = QueryDefaults { settings, display: Display::default(), ruleset: None };
//! let output = Arc::new(Mutex::new(Vec::new()));
//! converse(query.as_bytes(), Arc::clone(&output), defaults, || true)?;
//! let answer: serde_json::Value = serde_json::from_slice(&output.lock().expect("nobody panicked"))?;
//! assert_eq!((answer["id"].as_str(), answer["turnNumber"].as_u64()), (Some("a"), Some(1)));
//! assert_eq!(answer["rootInfo"]["currentPlayer"], "W");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod answer;
mod conversation;
mod fields;
mod moves;
mod query;
mod queue;

pub use conversation::converse;
pub use query::QueryDefaults;
