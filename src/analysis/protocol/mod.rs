//! The JSON protocol of `KataGo`'s analysis engine: a query a line, answers a line each, as they are ready.
//!
//! A line becomes an object (`fields`), and that a query or an action (`query`, `action`). A query becomes tasks, one
//! a position; they wait in a `queue` by priority, from which workers (`conversation`) take them. What a worker has found
//! becomes a line again in `answer`. `docs/analysis.md` tells what there is to say and to read.
//!
//! ```
//! use onepure::analysis::protocol::{QueryDefaults, converse};
//! use onepure::engine::Settings;
//! use std::sync::{Arc, Mutex};
//!
//! let query = r#"{"id":"a","moves":[["B","C3"]],"rules":"one-pure","boardXSize":5,"boardYSize":5,"maxVisits":20}"#;
//! let defaults = QueryDefaults { settings: Settings { threads: 1, ..Settings::default() }, ruleset: None };
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
