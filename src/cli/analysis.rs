//! `onepure analysis`: the JSON protocol of `KataGo`'s analysis engine on stdin and stdout.

use crate::analysis::protocol::{QueryDefaults, converse};
use crate::cli::options::Options;
use crate::cli::terminal::stdout::{is_read, stdout};
use std::io::{self, BufReader};
use std::sync::{Arc, Mutex};

/// The text below the options in the help.
pub(super) const HELP: &str = "\
A query a line on stdin, a position of it a line on stdout, as they are ready;
the end of the input ends it, when everything is answered. The threads share
the positions that wait. --rules holds for every query, whatever rules it names;
docs/analysis.md has the fields.

Example:
  Q='{\"id\":\"a\",\"rules\":\"one-pure\",\"boardXSize\":9,\"boardYSize\":9,\"moves\":[]}'
  echo \"$Q\" | onepure analysis --visits 500";

/// Answers queries until the end of the input.
pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    let host =
        QueryDefaults { settings: options.analysis_settings(), display: options.display(), ruleset: options.rules };
    converse(BufReader::new(io::stdin()), Arc::new(Mutex::new(stdout())), host, is_read)?;
    Ok(())
}
