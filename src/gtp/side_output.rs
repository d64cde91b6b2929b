//! What goes out beside the answers, on standard error: notices for the person behind the controller, and live graphics.

use super::graphics::Graphics;
use std::collections::HashSet;
use std::fmt;
use std::io::{self, Write};

/// As many notices are given in a session: a pipe that nobody reads must never fill up.
const MOST_NOTICES: usize = 50;

/// The way out beside the answers. Nothing depends on whether anybody reads it, so that errors in writing are nothing.
pub(super) struct SideOutput {
    output: Box<dyn Write + Send>,
    given: HashSet<String>,
}

impl SideOutput {
    /// A way out.
    pub(super) fn new(output: impl Write + Send + 'static) -> Self {
        Self { output: Box::new(output), given: HashSet::new() }
    }

    /// Gives a notice on one line, once however often it comes up: a controller that replays its game meets it again.
    pub(super) fn notice(&mut self, text: &str) {
        if self.given.len() < MOST_NOTICES && self.given.insert(text.to_owned()) {
            self.write(&format!("onepure: {text}\n"));
        }
    }

    /// Draws on `GoGui`'s board, in place of what was drawn before.
    pub(super) fn draw(&mut self, graphics: &Graphics) {
        if !graphics.lines().is_empty() {
            self.write(&format!("gogui-gfx:\n{}\n\n", graphics.lines().join("\n")));
        }
    }

    /// Takes what was drawn off `GoGui`'s board.
    pub(super) fn clear(&mut self) {
        self.write("gogui-gfx: CLEAR\n");
    }

    /// Writes whole lines at once: other threads may write to the same place.
    fn write(&mut self, lines: &str) {
        let _ = self.output.write_all(lines.as_bytes()).and_then(|()| self.output.flush());
    }
}

impl Default for SideOutput {
    /// To standard error.
    fn default() -> Self {
        Self::new(io::stderr())
    }
}

impl fmt::Debug for SideOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SideOutput").field("given", &self.given).finish_non_exhaustive()
    }
}
