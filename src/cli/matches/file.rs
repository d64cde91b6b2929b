//! A match file: TOML with the players and a table `[match]`, whose keys are the names of the options.
//!
//! ```toml
//! [match]
//! size = 9
//! games = 200
//! random-opening = 4
//!
//! [[player]]
//! name = "gnu"
//! command = "gnugo --mode gtp"
//! ```

use super::Match;
use crate::cli::options::Options;
use crate::cli::options::config::{self, Key};
use std::path::Path;
use toml::{Table, Value};

/// The command before the options of a match.
pub(in crate::cli) const COMMAND: &str = "match";

/// The table `[match]` of a file, as arguments.
pub(in crate::cli) struct Description {
    /// The options that all subcommands share.
    pub(in crate::cli) common: Vec<String>,
    /// The options of `match`.
    pub(in crate::cli) own: Vec<String>,
}

/// Reads a match file. The error is one line that names the file.
pub(in crate::cli) fn read(file: &Path) -> Result<Description, String> {
    let mut table = config::read_table(file)?;
    let description = match table.remove(COMMAND) {
        None => Table::new(),
        Some(Value::Table(description)) => description,
        Some(_) => {
            return Err(format!("{}: `{COMMAND}` is a table: its options stand below [{COMMAND}]", file.display()));
        }
    };
    let (own_keys, common_keys) = (Key::of::<Match>(), Key::of::<Options>());
    let is_common = |option: &str| common_keys.iter().any(|key| key.is(option));
    let (common, own): (Table, Table) = description.into_iter().partition(|(option, _)| is_common(option));
    Ok(Description {
        common: config::arguments(file, common, &common_keys)?,
        own: config::arguments(file, own, &own_keys)?,
    })
}

impl Description {
    /// All arguments of the description.
    pub(in crate::cli) fn arguments(&self) -> Vec<String> {
        [self.common.as_slice(), &[COMMAND.to_owned()], &self.own].concat()
    }
}
