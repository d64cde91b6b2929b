//! GTP, the Go Text Protocol, version 2: how programs and people at a terminal talk to the engine.
//!
//! The loop of a [`Session`] is in `conversation`. It reads lines (`input`), splits them into words (`request`), finds the
//! command in one table (`commands`, a file for each topic), runs it with its arguments (`arguments`), and writes the answer or
//! the error (`failure`). `list_commands`, `known_command`, `help` and the [reference page](reference_page), `docs/gtp.md`, are
//! made from the same table. JSON answers are made of the documents of `crate::document`. Answers that are written during a search are
//! in `stream`, and their lines in `analysis`. Where no thread can be started, `sliced` computes searches between the lines.
//!
//! ```
//! use onepure::engine::{Engine, Settings};
//! use onepure::geometry::BoardSize;
//! use onepure::gtp::Session;
//! use onepure::rules::Ruleset;
//!
//! let engine = Engine::new(BoardSize::MAIN, Ruleset::one_pure(), Settings::default());
//! let mut output = Vec::new();
//! Session::new(engine).run("1 boardsize 9\nplay black E5\n2 opr-score\nquit\n".as_bytes(), &mut output)?;
//! assert_eq!(String::from_utf8(output)?, "=1 \n\n= \n\n=2 B+81\n\n= \n\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod arguments;
mod commands;
mod conversation;
mod failure;
mod graphics;
mod idle_passes;
mod input;
mod notices;
mod reference;
mod request;
mod search_graphics;
mod session;
mod side_output;
mod sliced;
mod stream;

pub use reference::reference_page;
pub use session::Session;
pub use sliced::SlicedSession;

use request::RequestLine;

/// The command of a line in a script, without its id and arguments; `None` if the line is empty or a comment.
///
/// ```
/// use onepure::gtp::command_on;
///
/// assert_eq!(command_on("7 boardsize 9 # nine").as_deref(), Some("boardsize"));
/// assert_eq!(command_on("# boardsize 9"), None);
/// ```
pub fn command_on(line: &str) -> Option<String> {
    let request = RequestLine::read(&mut line.as_bytes()).ok()??.request()?;
    request.words.ok()?.into_iter().next()
}

/// Returns whether a command has this name. Used to recognize a script.
pub fn is_command(name: &str) -> bool {
    commands::find(commands::TOPICS, name).is_some()
}
