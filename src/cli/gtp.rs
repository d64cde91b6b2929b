//! `onepure gtp`: GTP on stdin and stdout.

use crate::cli::options::Options;
use crate::cli::terminal::stdout::{is_read, stdout};
use crate::gtp::Session;
use std::io::{self, BufReader};

/// Answers GTP commands until `quit` or the end of the input.
pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    Session::new(options.engine()).with_display(options.display()).converse(
        BufReader::new(io::stdin()),
        stdout(),
        is_read,
    )?;
    Ok(())
}
