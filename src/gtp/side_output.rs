//! The channel besides the answers, on standard error: notices for a person, and live graphics.

use super::graphics::Graphics;
use std::collections::HashSet;
use std::fmt;
use std::io::{self, Write};

/// The highest number of notices in a session. More could fill a pipe that nobody reads, and block the engine.
const MOST_NOTICES: usize = 50;

/// The channel besides the answers. Write errors are ignored, because nothing depends on a reader.
pub(super) struct SideOutput {
    output: Box<dyn Write + Send>,
    given: HashSet<String>,
}

impl SideOutput {
    /// A channel to this output.
    pub(super) fn new(output: impl Write + Send + 'static) -> Self {
        Self { output: Box::new(output), given: HashSet::new() }
    }

    /// Prints a notice on one line. Prints each text once: a controller that replays its game would repeat it.
    pub(super) fn notice(&mut self, text: &str) {
        if self.given.len() < MOST_NOTICES && self.given.insert(text.to_owned()) {
            self.write(&format!("onepure: {text}\n"));
        }
    }

    /// Replaces the drawing on `GoGui`'s board.
    pub(super) fn draw(&mut self, graphics: &Graphics) {
        if !graphics.lines().is_empty() {
            self.write(&format!("gogui-gfx:\n{}\n\n", graphics.lines().join("\n")));
        }
    }

    /// Clears the drawing on `GoGui`'s board.
    pub(super) fn clear(&mut self) {
        self.write("gogui-gfx: CLEAR\n");
    }

    /// Writes whole lines in one call, because other threads may write to the same place.
    fn write(&mut self, lines: &str) {
        let _ = self.output.write_all(lines.as_bytes()).and_then(|()| self.output.flush());
    }
}

impl Default for SideOutput {
    /// Standard error.
    fn default() -> Self {
        Self::new(io::stderr())
    }
}

impl fmt::Debug for SideOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SideOutput").field("given", &self.given).finish_non_exhaustive()
    }
}
